"""Engine and kernels are the same game, move for move: they share no rule, only the deals and the decisions."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt import PlayCard, Record, fast
from nimmt.cards import DECK, HEADS
from nimmt.fast.bulk import given_rounds
from nimmt.fast.game import FastGame, fast_game
from nimmt.fast.jit import kernel
from nimmt.fast.lane_words import PRINTED, row_numbers, turned_words
from nimmt.fast.lanes import AT, fits, heads_on
from nimmt.fast.replays import first_cards, marks_of
from nimmt.kernels.constants import LANE_ROWS as ROWS
from nimmt.kernels.constants import ODD
from nimmt.kernels.row_game import PARTS
from tests.fast.rounds import KINDS, SETS, make, play, sorted_marks
from tests.tables import some_numbers

ROUNDS = 10_000
"""Random rounds of the base game, spread over the numbers of players. It has a placing of its own; what all games with
fan cards share is tried in four times as many."""


def rounds_of(name: str) -> int:
    """Half as many of each fan card, and of each set its share of the rest."""
    return ROUNDS if name == "base" else 2 * ROUNDS // len(SETS) if name in SETS else ROUNDS // 2


PRO: tuple[dict[str, Any], ...] = (
    {},
    {"known_deck": True},
    {"draft": True},
    {"known_deck": True, "draft": True, "draft_order": "snake"},
)
ENDINGS: tuple[dict[str, Any], ...] = (
    {},
    {"point_limit": 30, "end_rule": "gte"},
    {"point_limit": 20, "tie_break": "extra_round"},
    {"point_limit": None, "max_rounds": 2, "tie_break": "last_round"},
    {"point_limit": 25, "max_rounds": 3},
)


def options_of(name: str, deal: int) -> dict[str, Any]:
    """Mostly plain rounds, and every 25th with one of Pro's options: drafts take the engine long."""
    pro = PRO[1 + deal // 25 % 3] if deal % 25 == 24 else {}
    single = {"single_digit": "leading_zero"} if "reversed_digits" in name and deal % 2 else {}
    return {"max_rounds": 1, **pro, **single}


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=() if players in (2, 4, 10) else pytest.mark.thorough)
        for name, players in product(KINDS, range(2, 11))
    ],
)
def test_rounds_are_those_of_the_engine(name: str, players: int) -> None:
    """Every second round takes the cheapest rows, so that the kernel of many lanes can play it too."""
    dealt, expected = [], []
    for deal in range(-(-rounds_of(name) // 9)):
        cheapest = deal % 2 == 0
        record, (log,), table = play(make(name, players, **options_of(name, deal)), deal, cheapest)
        replayed = fast.replay(record)
        assert 1 == replayed.over
        (played,) = replayed.rounds
        assert (tuple(log), sorted_marks(table.rows), table.heads()) == (
            played.log, sorted_marks(played.rows), played.heads,
        )  # fmt: skip
        if cheapest:
            dealt.append(words(record))
            expected.append((played.heads, [(row.end, len(row.cards), row.heads, row.marks) for row in played.rows]))
    game = fast_game(make(name, players).setup)
    results = given_rounds(game, np.array(dealt, np.int16))
    assert expected == [lane(game, result) for result in results]


@pytest.mark.parametrize("players", range(2, 11))
def test_rounds_with_other_numbers_are_those_of_the_engine(players: int) -> None:
    """Any hands, rows and decks with any fan cards; tables that are small enough on the kernel of many lanes too."""
    rng, small = Random(players), 0
    for deal in range(6 * len(KINDS)):
        name = KINDS[deal % len(KINDS)]
        game = make(name, players, **options_of(name, deal), **some_numbers(rng, players))
        record, (log,), table = play(game, deal, cheapest=True)
        (played,) = fast.replay(record).rounds
        assert (tuple(log), sorted_marks(table.rows), table.heads()) == (
            played.log, sorted_marks(played.rows), played.heads,
        )  # fmt: skip
        numbers = fast_game(game.setup)
        if fits(numbers):
            small += 1
            (result,) = given_rounds(numbers, np.array([words(record)], np.int16))
            rows = [(row.end, len(row.cards), row.heads, row.marks) for row in played.rows]
            assert (played.heads, rows) == lane(numbers, result)
    assert small > 10


def words(record: Record) -> list[int]:
    """A round's cards as the kernel of many lanes wants them: those of the rows, then turn by turn."""
    game = fast_game(record.setup)
    (first,) = first_cards(record, game, 1)
    printed, turned = PRINTED.tolist(), turned_words(game.turned).tolist()
    plays = [(move.seat, move.action) for move in record.moves if isinstance(move.action, PlayCard)]
    return [
        *(printed[card] for card in first),
        *((turned if play.reverse else printed)[play.card] | seat for seat, play in plays),
    ]


def lane(game: FastGame, result: Any) -> tuple[Any, Any]:
    """Heads by seat, and end, length, heads and marks of each row."""
    heads, rest = result[: game.players].tolist(), result[game.players :]
    steps, parity, caper_row = rest[ROWS:].tolist()
    marks = marks_of(game, steps, parity & AT, parity & ODD, caper_row)
    rows = row_numbers(rest[: game.rows])
    return tuple(heads), [(*row, marks.get(number, ())) for number, row in enumerate(rows)]


@pytest.mark.parametrize(("name", "ending"), list(product(PARTS, range(len(ENDINGS)))))
def test_matches_end_as_the_engine_ends_them(name: str, ending: int) -> None:
    for seed in range(12):
        options = {**ENDINGS[ending], **PRO[seed % 4 if seed > 7 else 0]}
        record, logs, table = play(make(name, 2 + seed % 4, **options), seed, cheapest=False)
        replayed = fast.replay(record)
        assert len(table.scores) == replayed.over
        assert [tuple(log) for log in logs] == [played.log for played in replayed.rounds]
        assert table.scores == tuple(played.heads for played in replayed.rounds)


def test_an_unfinished_round_is_left_out() -> None:
    record, _, table = play(nimmt.game("base", players=3), 1, cheapest=False)
    for missing in (1, 25):
        cut = nimmt.Record(
            format=record.format, rules=record.rules, setup=record.setup, dealer=record.dealer,
            moves=record.moves[:-missing],
        )  # fmt: skip
        assert table.scores[:-1] == tuple(played.heads for played in fast.replay(cut).rounds)
        assert 0 == fast.replay(cut).over


@kernel
def heads_of(cards: Any) -> Any:
    return [heads_on(card) for card in cards]


def test_heads_by_arithmetic() -> None:
    assert [HEADS[card] for card in DECK] == heads_of(np.array(DECK, np.int16))
