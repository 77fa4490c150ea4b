"""The house rules of the row games: what players may agree on before they start."""

from typing import Annotated, Literal

from msgspec import Meta

from .cards import HIGHEST
from .errors import BadSetup
from .setup import Options, rule

Number = Annotated[int, Meta(ge=1, le=1000)]
MOST_CARDS, MOST_ROWS, MOST_CAPACITY = 20, 8, 8
"""The largest hands, tables and rows that there is room for on a screen."""

FanCardKey = Literal["even_odd", "climb", "caper", "reversed_digits"]
SingleDigit = Annotated[
    Literal["no_effect", "leading_zero"],
    rule("Q-RD1", "Whether single digits cannot be reversed, or a 7 becomes 70."),
]


class RowOptions(Options, frozen=True, kw_only=True):
    """What players of the base game and of every fan card may agree on."""

    point_limit: Annotated[Number | None, rule("Q-B1", "The game ends when somebody has more heads than this.")] = 66
    max_rounds: Annotated[Number | None, rule("Q-B3", "The game ends after this many rounds at the latest.")] = None
    end_rule: Annotated[
        Literal["gt", "gte"], rule("Q-B1", "Whether the limit must be passed (gt) or reaching it is enough (gte).")
    ] = "gt"
    tie_break: Annotated[
        Literal["shared", "last_round", "extra_round"],
        rule("Q-B2", "Equal totals share the place, or the last round decides, or more rounds are played."),
    ] = "shared"
    show_scores: Annotated[
        bool, rule("Q-B8", "Show running totals during a round: a comfort, because by the book piles stay face down.")
    ] = True
    known_deck: Annotated[bool, rule("P-2", "Use only the lowest cards, so that every card is in play.")] = False
    draft: Annotated[bool, rule("P-3", "Take the hands in turn from cards that lie face up.")] = False
    draft_order: Annotated[Literal["clockwise", "snake"], rule("Q-P2", "Draft round and round, or back and forth.")] = (
        "clockwise"
    )
    hand_size: Annotated[int, rule("B-3", "How many cards everybody gets in a round.", 1, MOST_CARDS)] = 10
    rows: Annotated[int, rule("B-3", "How many rows lie on the table.", 2, MOST_ROWS)] = 4
    capacity: Annotated[int, rule("B-8", "How many cards a row holds; the next one takes it.", 2, MOST_CAPACITY)] = 5
    deck: Annotated[int, rule("B-1", "Play with the cards from 1 to this one.", 4, HIGHEST)] = HIGHEST

    def check(self) -> None:
        """Q-B3: something must end the game."""
        if self.point_limit is None and self.max_rounds is None:
            raise BadSetup("endless", "Set a point limit or a number of rounds, or the game never ends.", "Q-B3")


class BaseOptions(RowOptions, frozen=True, kw_only=True):
    """The base game itself may have several fan cards on the table."""

    fan_cards: Annotated[tuple[FanCardKey, ...], rule("Q-Y8", "Fan cards that lie on the table together.")] = ()


class ReversingOptions(BaseOptions, frozen=True, kw_only=True):
    """The same where Reversed digits is among them."""

    single_digit: SingleDigit = "no_effect"
