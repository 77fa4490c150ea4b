"""An engine's record on the kernels: every card that landed, every row that was taken, every marker that moved."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from ..actions import DraftCard, PlayCard, TakeRow
from ..events import Mark
from ..kernels.constants import CAPER, CAPER_ROW, CLIMB, COUNTS, EVEN_ODD, PARITY, PARITY_ROW, STEPS, WIDTH
from ..records import Record
from ..rows import Row, Rows
from .game import FastGame, fast_game
from .replaying import COMPLETE, OVER, Decisions, replay_match
from .table import LANDED, MOVED, PLACED, SIXTH

Line = tuple[Any, ...]
"""``("placed", seat, card, row)``, ``("sixth" | "chosen" | "landed", seat, card, row, cards, heads)`` or
``("moved", mark, source, row)``, where the source is None when the marker is first laid out."""

FACES: tuple[Mark, ...] = ("odd", "even", "up", "down", "caper")
"""Markers by the numbers of the log."""


class FastRound(Struct, frozen=True):
    """One round as the kernel played it."""

    log: tuple[Line, ...]
    rows: Rows
    heads: tuple[int, ...]


class FastReplay(Struct, frozen=True):
    """The complete rounds of a record, and after how many of them the match was over (0: it was not)."""

    rounds: tuple[FastRound, ...]
    over: int


def replay(record: Record) -> FastReplay:
    """Play the complete rounds of a record again on the kernels. The record must be a legal one: they do not check."""
    game = fast_game(record.setup)
    plays = [move.action for move in record.moves if isinstance(move.action, PlayCard)]
    choices = [move.action.row for move in record.moves if isinstance(move.action, TakeRow)]
    rounds = len(plays) // (game.hand_size * game.players)
    shape = (rounds, game.hand_size, game.players)
    plays = plays[: rounds * game.hand_size * game.players]
    match = Decisions(
        first=np.array(list(first_cards(record, game, rounds)), np.int16).reshape(rounds, game.rows),
        cards=np.array([play.card for play in plays], np.int16).reshape(shape),
        reverse=np.array([play.reverse for play in plays], np.int16).reshape(shape),
        choices=np.array(choices, np.int16),
    )
    replayed = replay_match(game, match)
    starts = [0, *replayed.ends.tolist()]
    told = tuple(
        FastRound(
            tuple(_line(line) for line in replayed.log[1:][starts[number] : starts[number + 1]].tolist()),
            _rows(game, replayed.tables[number].tolist()),
            tuple(replayed.heads[number].tolist()),
        )
        for number in range(replayed.counts[COMPLETE])
    )
    return FastReplay(told, int(replayed.counts[OVER]))


def first_cards(record: Record, game: FastGame, rounds: int) -> Iterator[list[int]]:
    """B-3, Q-P3, Q-P4: the cards that start the rows of each round."""
    drafted = [move.action.card for move in record.moves if isinstance(move.action, DraftCard)]
    size, rows, deck = game.hand_size * game.players, game.rows, game.deck.tolist()
    for number in range(rounds):
        if not game.draft:
            order = record.dealer.permutation(f"deal:{number + 1}", len(deck))
            yield [deck[place] for place in order[size : size + rows]]
            continue
        gone = set(drafted[size * number : size * (number + 1)])
        left = [card for card in deck if card not in gone]
        order = record.dealer.permutation(f"rows:{number + 1}", len(left)) if len(left) > rows else tuple(range(rows))
        yield [left[place] for place in order[:rows]]


def _line(line: list[int]) -> Line:
    """A line of the log in words."""
    kind, seat, card, row, heads, count = line[:6]
    if kind == PLACED:
        return "placed", seat, card, row
    if kind == MOVED:
        return "moved", FACES[card], None if heads < 0 else heads, row
    why = "sixth" if kind == SIXTH else "landed" if kind == LANDED else "chosen"
    return why, seat, card, row, tuple(line[6 : 6 + count]), heads


def _rows(game: FastGame, table: list[int]) -> Rows:
    """The rows as the engine has them."""
    cards = [tuple(table[row * WIDTH : row * WIDTH + table[COUNTS + row]]) for row in range(game.rows)]
    marks = marks_of(game, table[STEPS], table[PARITY_ROW], table[PARITY], table[CAPER_ROW])
    return tuple(Row(row, marks.get(number, ())) for number, row in enumerate(cards))


def marks_of(game: FastGame, steps: int, parity_row: int, parity: int, caper_row: int) -> dict[int, tuple[Mark, ...]]:
    """By row, which markers lie there and what they show (EO-6, CL-8)."""
    last = game.rows - 1
    marks: dict[int, tuple[Mark, ...]] = {}
    lying: list[tuple[int, int, Mark]] = [
        (EVEN_ODD, parity_row, "odd" if parity else "even"),
        (CLIMB, abs(last - steps), "up" if steps < last else "down"),
        (CAPER, caper_row, "caper"),
    ]
    for part, row, mark in lying:
        if game.parts & part:
            marks[row] = (*marks.get(row, ()), mark)
    return marks
