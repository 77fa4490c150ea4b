"""Actions as numbers: 0 is waiting, then comes every answer that the game knows, kind by kind.

Numbers depend on the setup alone, never on the position. Take-backs have none: what is sealed, laid or named in an
environment is final, so that every episode ends.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, get_args

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ..actions import Action, DraftCard, PlayCard
from ..cards import HEADS, Special
from ..game import Game
from ..games.bullenparty.actions import ZERO, Bid, LayCard, TakeCardBack
from ..games.bullenparty.data import VALUES
from ..games.bullenparty.rules import PartyRules
from ..games.bullenparty.table import PartyTable
from ..games.surprise.actions import CancelCards
from ..games.versus_ox.actions import UnorderCard, UseOrder, WithdrawSort
from ..table import Position
from .errors import WrongAction

Mask = NDArray[np.int8]
INT8 = np.dtype(np.int8)

WAIT = 0
"""The only action of a seat that owes nothing."""

CANCELLED = (5, 3, 2, 1)
"""The heads on cards that may be cancelled where there is a choice."""

MOST_CANCELLED = 7
"""The heads that the best card, the 55, cancels."""

TAKE_BACKS = (TakeCardBack, UnorderCard, WithdrawSort)


class LayOn(NamedTuple):
    """`LayCard` as it is numbered: on the pile with this top card, 0 for a new pile."""

    card: int
    top: int


class CancelHeads(NamedTuple):
    """`CancelCards` as it is numbered: by the heads on the cards, the most first."""

    heads: tuple[int, ...]


class Block(NamedTuple):
    """The actions of one kind, which have consecutive numbers."""

    kind: type[Action]
    first: int
    items: tuple[Hashable, ...]


class Numbering:
    """The numbers of a game's actions."""

    def __init__(self, game: Game) -> None:
        """Lay out the blocks."""
        self.game = game
        self.blocks: list[Block] = []
        first = WAIT + 1
        for kind in kinds(game):
            items = tuple(items_of(kind, game))
            self.blocks.append(Block(kind, first, items))
            first += len(items)
        self.size = first
        self._numbers: dict[Hashable, int] = {
            item: block.first + place for block in self.blocks for place, item in enumerate(block.items)
        }
        self._actions = [None, *(_as_it_is(item) for block in self.blocks for item in block.items)]
        self._questions = game.rules.questions
        cards = [phase for phase, asked in self._questions.items() if asked.answers == (PlayCard,)]
        self._any_card = {phase for phase in cards if self._questions[phase].offers_are_legal}

    def __reduce__(self) -> Any:
        """It is made from its game alone, and only once."""
        return numbering_of, (self.game,)

    def number(self, position: Position, seat: int, action: Action) -> int:
        """The number of a legal action of this seat."""
        number = self._numbers.get(action)
        return self._numbers[spelling(position, seat, action)] if number is None else number

    def answers(self, position: Position, seat: int) -> Sequence[int]:
        """What a seat that is asked may answer, in the order of its legal actions, without take-backs."""
        if position.phase in self._any_card:  # whose numbers are those on the cards
            return position.hands[seat]  # type: ignore[attr-defined, no-any-return]
        return [self.number(position, seat, action) for action in self._final(position, seat)]

    def action(self, position: Position, seat: int, number: int) -> Action:
        """The legal action of this seat that has this number."""
        return self._actions[number] or next(
            each for each in self._final(position, seat) if self.number(position, seat, each) == number
        )

    def _final(self, position: Position, seat: int) -> list[Action]:
        legal = self._questions[position.phase].legal(position, seat)
        return [action for action in legal if not isinstance(action, TAKE_BACKS)]

    def name(self, number: int) -> str:
        """What an action number means, for people: ``PlayCard(card=37)``."""
        if number == WAIT:
            return "wait"
        block = self.block_of(number)
        return str(block.items[number - block.first])

    def block_of(self, number: int) -> Block:
        """The block that has this number."""
        check_number(number, self.size)
        return next(block for block in reversed(self.blocks) if block.first <= number)


def check_number(number: object, size: int, where: str = "") -> int:
    """Refuse what is no action number."""
    try:
        whole = int(number) if np.ndim(number) == 0 else -1  # type: ignore[call-overload, arg-type]
    except (TypeError, ValueError, OverflowError):
        whole = -1
    if isinstance(number, bool) or not 0 <= whole < size or whole != number:
        raise WrongAction("no_such_action", f"{number!r} is no action{where}: actions are 0 to {size - 1}.")
    return int(whole)


def kinds(game: Game) -> Iterable[type[Action]]:
    """Every kind of action that a game with these options can ask for."""
    found = [kind for question in game.rules.questions.values() for kind in question.answers]
    left_out: tuple[type[Action], ...] = TAKE_BACKS if game.setup.options.get("draft") else (*TAKE_BACKS, DraftCard)
    return [kind for kind in dict.fromkeys(found) if kind not in left_out]


def items_of(kind: type[Action], game: Game) -> Iterable[Hashable]:
    """Every action of a kind; of its fields the first one changes fastest."""
    if kind is LayCard:
        return [LayOn(card, top) for card in VALUES for top in (0, *range(1, card))]
    if kind is UseOrder:
        return [UseOrder(())]
    if kind is CancelCards:
        return [CancelHeads(heads) for total in range(2, MOST_CANCELLED + 1) for heads in sums(total, CANCELLED)]
    names = [field.name for field in structs.fields(kind)]
    ranges = [tuple(values_of(kind, name, game)) for name in names]
    return [kind(*reversed(values)) for values in product(*reversed(ranges))]


def sums(total: int, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to make up a total of these numbers, which descend."""
    if total == 0:
        return [()]
    return [
        (number, *rest)
        for place, number in enumerate(numbers)
        if number <= total
        for rest in sums(total - number, numbers[place:])
    ]


def values_of(kind: type[Action], field: str, game: Game) -> Iterable[Any]:
    """Every value that a field can have."""
    rules: Any = game.rules
    is_party = isinstance(rules, PartyRules)
    match field:
        case "card":
            cards = VALUES if is_party else rules.deck
            return (ZERO, *cards) if kind is Bid else cards
        case "row":
            return range(game.players if is_party else rules.row_count + rules.extra_rows)
        case "reverse":
            return (False, True) if rules.reverses else (False,)
        case "agree":
            return (True, False)
        case "special":
            own = {effect.key for effect in rules.book}
            return [special for special in get_args(Special) if special in own]
    raise NotImplementedError(f"{kind.__name__}.{field} has no numbers yet.")


def _as_it_is(item: Hashable) -> Action | None:
    """An action that is the same in every position, or None."""
    return item if isinstance(item, Action) and not isinstance(item, UseOrder) else None


def spelling(position: Position, seat: int, action: Action) -> Hashable:
    """An action as it is numbered where its fields depend on the position."""
    match action:
        case UseOrder():
            return UseOrder(())
        case LayCard(card=card, pile=pile):
            assert isinstance(position, PartyTable)
            return LayOn(card, 0 if pile is None else position.own_piles(seat)[pile][-1])
        case CancelCards(cards):
            return CancelHeads(tuple(sorted((HEADS[card] for card in cards), reverse=True)))
    return action


def marked(answers: Sequence[int], size: int) -> Mask:
    """The mask that lets these of so many numbers through, or 0 (wait) alone if there are none."""
    marks = bytearray(size)
    for number in answers or (WAIT,):
        marks[number] = 1
    return np.frombuffer(marks, INT8)


@cache
def numbering_of(game: Game) -> Numbering:
    """The numbers of a game's actions, made once."""
    return Numbering(game)
