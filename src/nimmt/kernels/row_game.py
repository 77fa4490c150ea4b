"""A row game as numbers: what kernels must know of its rules and options."""

from functools import cache
from typing import NamedTuple

from msgspec.json import encode

from ..cards import DECK, HEADS, known_deck
from ..setup import OptionValue, Setup
from .constants import CAPER, CLIMB, EVEN_ODD, PLAIN, REVERSED
from .scope import ROW_GAMES

PARTS = dict(zip(ROW_GAMES.games, (PLAIN, EVEN_ODD, CLIMB, CAPER, REVERSED), strict=True))


class RowGame(NamedTuple):
    """A game as numbers."""

    parts: int
    players: int
    hand_size: int
    rows: int
    capacity: int
    deck: tuple[int, ...]
    turned: tuple[int, ...]  # by card: its value with the digits reversed, 0 where that is not allowed (Q-RD1)
    draft: bool
    snake: bool  # Q-P2: the draft goes back and forth
    ascending: bool  # Q-P4: the rows start in order
    limit: int  # 0: none
    most_rounds: int  # 0: any number
    reaching_is_enough: bool
    extra_rounds: bool
    last_round_decides: bool


def row_game(setup: Setup) -> RowGame:
    """A game as numbers; one that the kernels do not know is refused."""
    try:
        name = encode(setup)
    except TypeError:  # of what is no option at all
        return _as_numbers(setup)
    if name not in _games:
        if len(_games) >= MOST_GAMES:
            _games.clear()
        _games[name] = _as_numbers(setup)
    return _games[name]


_games: dict[bytes, RowGame] = {}
"""Games by their setups as they are written: they are put together once for a table, and not for every card."""
MOST_GAMES = 128


def _as_numbers(setup: Setup) -> RowGame:
    setup = ROW_GAMES.checked(setup)
    options = setup.options
    hand_size, rows = _number(options.get("hand_size", 10)), _number(options.get("rows", 4))
    highest = _number(options.get("deck", len(DECK)))
    known, draft = bool(options["known_deck"]), bool(options["draft"])
    return RowGame(
        parts=parts_of(setup),
        players=setup.players,
        hand_size=hand_size,
        rows=rows,
        capacity=_number(options.get("capacity", 5)),
        deck=known_deck(setup.players, hand_size, rows) if known else DECK[:highest],
        turned=turned(options.get("single_digit")),
        draft=draft,
        snake=options.get("draft_order") == "snake",
        ascending=known and draft,
        limit=_number(options["point_limit"]),
        most_rounds=_number(options["max_rounds"]),
        reaching_is_enough=options["end_rule"] == "gte",
        extra_rounds=options["tie_break"] == "extra_round",
        last_round_decides=options["tie_break"] == "last_round",
    )


def parts_of(setup: Setup) -> int:
    """Q-Y8: the fan cards on the table, whether the game is named after its only one or its options list several."""
    cards = setup.options.get("fan_cards", ())
    assert isinstance(cards, tuple)
    return sum(PARTS[str(card)] for card in cards) or PARTS[setup.key]


@cache
def turned(single_digit: OptionValue) -> tuple[int, ...]:
    """RD-2, RD-3: what each card becomes; only two digits that differ change, and single ones where players agreed."""
    lowest = 1 if single_digit == "leading_zero" else 10
    values = [card % 10 * 10 + card // 10 if lowest <= card < 100 else 0 for card in range(len(HEADS))]
    return tuple(0 if value == card else value for card, value in enumerate(values))


def _number(value: OptionValue) -> int:
    return value if isinstance(value, int) else 0
