"""What a seat can do in Surprise alone."""

from typing import ClassVar

from ...actions import Action, RowAction
from ...cards import Special
from ...specials.actions import SpecialAction, UseSpecial


class UseFifthRow(UseSpecial, frozen=True):
    """Start a fifth row with the played card (SU-6)."""

    special: ClassVar[Special] = "fifth_row"


class UseNegativePositive(UseSpecial, frozen=True):
    """Take the row that must be taken, but let one of its cards count for you (SU-16)."""

    special: ClassVar[Special] = "negative_positive"


class TurnPositive(Action, frozen=True):
    """Choose the card of the row just taken whose heads cancel others (SU-16)."""

    card: int


class CancelCards(Action, frozen=True):
    """Choose which cards the positive card cancels (SU-16, Q-Z2)."""

    cards: tuple[int, ...]


class ExchangeSpecial(Action, frozen=True):
    """Discard a special and draw another one (SU-17)."""

    special: Special


SurpriseAction = (
    RowAction | SpecialAction | UseFifthRow | UseNegativePositive | TurnPositive | CancelCards | ExchangeSpecial
)
"""Everything that can be done in Surprise."""
