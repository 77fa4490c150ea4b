"""What the kernels must know of a game: numbers instead of rules and options."""

from msgspec import Struct

from ..cards import DECK, HEADS, known_deck
from ..errors import BadSetup
from ..games.registry import game_of
from ..setup import OptionValue, Setup

PLAIN, EVEN_ODD, CLIMB, CAPER, REVERSED = range(5)
MODES = {"base": PLAIN, "even_odd": EVEN_ODD, "climb": CLIMB, "caper": CAPER, "reversed_digits": REVERSED}
"""The games that have kernels, and the mode of each."""


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
    """Check a game as the engine does, then put it into numbers."""
    game = game_of(setup)
    if game.key not in MODES:
        raise BadSetup("no_kernel", f"There is no fast kernel for {game.key}; there are: {', '.join(MODES)}.")
    options = game.setup.options
    known, draft = bool(options["known_deck"]), bool(options["draft"])
    return Mode(
        number=MODES[game.key],
        players=game.players,
        deck=known_deck(game.players) if known else DECK,
        turned=turned(options.get("single_digit")),
        draft=draft,
        ascending=known and draft,
        limit=_number(options["point_limit"]),
        most_rounds=_number(options["max_rounds"]),
        reaching_is_enough=options["end_rule"] == "gte",
        extra_rounds=options["tie_break"] == "extra_round",
        last_round_decides=options["tie_break"] == "last_round",
    )


def turned(single_digit: OptionValue) -> tuple[int, ...]:
    """RD-2, RD-3: what each card becomes; only two digits that differ change, and single ones where players agreed."""
    lowest = 1 if single_digit == "leading_zero" else 10
    values = [card % 10 * 10 + card // 10 if lowest <= card < 100 else 0 for card in range(len(HEADS))]
    return tuple(0 if value == card else value for card, value in enumerate(values))


def _number(value: OptionValue) -> int:
    return value if isinstance(value, int) else 0
