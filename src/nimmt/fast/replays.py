"""An engine's record on the kernels: every card that landed, every row that was taken, every marker that moved."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from ..actions import DraftCard, PlayCard, TakeRow
from ..events import Mark
from ..records import Record
from ..rows import Row, Rows
from .modes import CAPER, CLIMB, EVEN_ODD, FastGame, fast_game
from .replaying import COMPLETE, OVER, Decisions, replay_match
from .table import COUNTS, LANDED, MARK, MOVED, PLACED, SIXTH

Line = tuple[Any, ...]
"""``("placed", seat, card, row)``, ``("sixth" | "chosen" | "landed", seat, card, row, cards, heads)`` or
``("moved", source, row)``, where the source is None when the marker is first laid out."""


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
    rounds = len(plays) // (10 * game.players)
    plays = plays[: rounds * 10 * game.players]
    shape = (rounds, 10, game.players)
    match = Decisions(
        first=np.array(list(first_cards(record, game, rounds)), np.int16).reshape(rounds, 4),
        cards=np.array([play.card for play in plays], np.int16).reshape(shape),
        reverse=np.array([play.reverse for play in plays], np.int16).reshape(shape),
        choices=np.array(choices, np.int16),
    )
    replayed = replay_match(game, match)
    starts = [0, *replayed.ends.tolist()]
    told = tuple(
        FastRound(
            tuple(_line(line) for line in replayed.log[1:][starts[number] : starts[number + 1]].tolist()),
            _rows(game.mode, replayed.tables[number].tolist()),
            tuple(replayed.heads[number].tolist()),
        )
        for number in range(replayed.counts[COMPLETE])
    )
    return FastReplay(told, int(replayed.counts[OVER]))


def first_cards(record: Record, game: FastGame, rounds: int) -> Iterator[list[int]]:
    """B-3, Q-P3, Q-P4: the cards that start the rows of each round."""
    drafted = [move.action.card for move in record.moves if isinstance(move.action, DraftCard)]
    size, deck = 10 * game.players, game.deck.tolist()
    for number in range(rounds):
        if not game.draft:
            order = record.dealer.permutation(f"deal:{number + 1}", len(deck))
            yield [deck[place] for place in order[size : size + 4]]
            continue
        gone = set(drafted[size * number : size * (number + 1)])
        left = [card for card in deck if card not in gone]
        order = record.dealer.permutation(f"rows:{number + 1}", len(left)) if len(left) > 4 else (0, 1, 2, 3)
        yield [left[place] for place in order[:4]]


def _line(line: list[int]) -> Line:
    """A line of the log in words."""
    kind, seat, card, row, heads, count = line[:6]
    if kind == PLACED:
        return "placed", seat, card, row
    if kind == MOVED:
        return "moved", None if heads < 0 else heads, row
    why = "sixth" if kind == SIXTH else "landed" if kind == LANDED else "chosen"
    return why, seat, card, row, tuple(line[6 : 6 + count]), heads


def _rows(mode: int, table: list[int]) -> Rows:
    """The rows as the engine has them."""
    cards = [tuple(table[row * 5 : row * 5 + table[COUNTS + row]]) for row in range(4)]
    mark = mark_of(mode, table[MARK], tuple(row[-1] for row in cards))
    return tuple(Row(row, (mark[1],) if mark and mark[0] == number else ()) for number, row in enumerate(cards))


def mark_of(mode: int, mark: int, ends: tuple[int, ...]) -> tuple[int, Mark] | None:
    """Where the marker lies and what it shows (EO-6, CL-8)."""
    if mode == EVEN_ODD:
        return mark, "odd" if ends[mark] % 2 else "even"
    if mode == CLIMB:
        return abs(3 - mark), "up" if mark < 3 else "down"
    return (mark, "caper") if mode == CAPER else None
