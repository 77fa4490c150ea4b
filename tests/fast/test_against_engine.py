"""Engine and kernels are the same game, move for move: they share no rule, only the deals and the decisions."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt import PlayCard, Record, fast
from nimmt.cards import DECK, HEADS
from nimmt.fast.bulk import given_rounds
from nimmt.fast.jit import kernel
from nimmt.fast.lane_words import PRINTED, row_numbers, turned_words
from nimmt.fast.lanes import heads_on
from nimmt.fast.modes import MODES, fast_game
from nimmt.fast.replays import first_cards, mark_of
from tests.fast.rounds import play

ROUNDS = 10_000
"""Random rounds per mode, spread over the numbers of players."""

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


def options_of(key: str, deal: int) -> dict[str, Any]:
    """Mostly plain rounds, and every 25th with one of Pro's options: drafts take the engine long."""
    pro = PRO[1 + deal // 25 % 3] if deal % 25 == 24 else {}
    single = {"single_digit": "leading_zero"} if key == "reversed_digits" and deal % 2 else {}
    return {"max_rounds": 1, **pro, **single}


@pytest.mark.parametrize(("key", "players"), list(product(MODES, range(2, 11))))
def test_rounds_are_those_of_the_engine(key: str, players: int) -> None:
    """Every second round takes the cheapest rows, so that the kernel of many lanes can play it too."""
    dealt, expected = [], []
    for deal in range(-(-ROUNDS // 9)):
        cheapest = deal % 2 == 0
        record, (log,), table = play(nimmt.game(key, players=players, **options_of(key, deal)), deal, cheapest)
        replayed = fast.replay(record)
        assert 1 == replayed.over
        (played,) = replayed.rounds
        assert (tuple(log), table.rows, table.heads()) == (played.log, played.rows, played.heads)
        if cheapest:
            dealt.append(words(record))
            expected.append((played.heads, [(row.end, len(row.cards), row.heads, row.marks) for row in played.rows]))
    results = given_rounds(MODES[key], players, np.array(dealt, np.int16))
    assert expected == [lane(key, players, result) for result in results]


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


def lane(key: str, players: int, result: Any) -> tuple[Any, Any]:
    """Heads by seat, and end, length, heads and marks of each row."""
    rows = row_numbers(result[players : players + 4])
    mark = mark_of(MODES[key], int(result[players + 4]), tuple(end for end, _, _ in rows))
    marks = [(mark[1],) if mark and mark[0] == number else () for number in range(4)]
    return tuple(result[:players].tolist()), [(*row, lying) for row, lying in zip(rows, marks, strict=True)]


@pytest.mark.parametrize(("key", "ending"), list(product(MODES, range(len(ENDINGS)))))
def test_matches_end_as_the_engine_ends_them(key: str, ending: int) -> None:
    for seed in range(12):
        options = {**ENDINGS[ending], **PRO[seed % 4 if seed > 7 else 0]}
        record, logs, table = play(nimmt.game(key, players=2 + seed % 4, **options), seed, cheapest=False)
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
