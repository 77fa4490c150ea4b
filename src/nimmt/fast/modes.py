"""What the kernels must know of a game: numbers instead of rules and options."""

from functools import cache

from msgspec import Struct

from ..cards import DECK, HEADS, known_deck
from ..setup import OptionValue, Setup
from .scope import ROW_GAMES

PLAIN, EVEN_ODD, CLIMB, CAPER, REVERSED = range(5)
MODES = dict(zip(ROW_GAMES.games, (PLAIN, EVEN_ODD, CLIMB, CAPER, REVERSED), strict=True))


class Mode(Struct, frozen=True):
    """A game as numbers."""

    number: int
    players: int
    deck: tuple[int, ...]
    turned: tuple[int, ...]  # by card: its value with the digits reversed, 0 where that is not allowed (Q-RD1)
    draft: bool
    ascending: bool  # Q-P4: the rows start in order
    limit: int
    most_rounds: int
    reaching_is_enough: bool
    extra_rounds: bool
    last_round_decides: bool

    @property
    def ending(self) -> tuple[int, int, int, int]:
        """When the match is over, as the kernels want it."""
        return self.limit, self.most_rounds, int(self.reaching_is_enough), int(self.extra_rounds)


def mode_of(setup: Setup) -> Mode:
    """A game as numbers; one that the kernels do not know is refused."""
    setup = ROW_GAMES.checked(setup)
    options = setup.options
    known, draft = bool(options["known_deck"]), bool(options["draft"])
    return Mode(
        number=MODES[setup.key],
        players=setup.players,
        deck=known_deck(setup.players) if known else DECK,
        turned=turned(options.get("single_digit")),
        draft=draft,
        ascending=known and draft,
        limit=_number(options["point_limit"]),
        most_rounds=_number(options["max_rounds"]),
        reaching_is_enough=options["end_rule"] == "gte",
        extra_rounds=options["tie_break"] == "extra_round",
        last_round_decides=options["tie_break"] == "last_round",
    )


@cache
def turned(single_digit: OptionValue) -> tuple[int, ...]:
    """RD-2, RD-3: what each card becomes; only two digits that differ change, and single ones where players agreed."""
    lowest = 1 if single_digit == "leading_zero" else 10
    values = [card % 10 * 10 + card // 10 if lowest <= card < 100 else 0 for card in range(len(HEADS))]
    return tuple(0 if value == card else value for card, value in enumerate(values))


def _number(value: OptionValue) -> int:
    return value if isinstance(value, int) else 0
