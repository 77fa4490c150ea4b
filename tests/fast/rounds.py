"""Matches played by the engine, in the form in which the kernels tell theirs."""

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import nimmt
from nimmt import Game, PlayCard, Record, Recorder, SeededDealer, State, TakeRow
from nimmt.events import CardPlaced, Event, MarkMoved, RoundEnded, RowTaken
from nimmt.kernels.row_game import PARTS
from nimmt.rows import MARKS, Row, Rows
from nimmt.table import Table
from tests.tables import table_of

WHY = {"sixth_card": "sixth", "full_row": "sixth", "chosen": "chosen", "caper_landed": "landed"}
Log = list[tuple[Any, ...]]

FAN_CARDS = [key for key in PARTS if key != "base"]
SETS = {"+".join(cards): cards for size in (2, 3, 4) for cards in combinations(FAN_CARDS, size)}
KINDS = (*PARTS, *SETS)
"""Every game that the kernels play: the keys, and the sets of fan cards (Q-Y8)."""


def kind(name: str) -> tuple[str, dict[str, Any]]:
    """Key and options of one of these."""
    return ("base", {"fan_cards": SETS[name]}) if name in SETS else (name, {})


def make(name: str, players: int, **options: Any) -> Game:
    """One of these games."""
    key, cards = kind(name)
    return nimmt.game(key, players=players, **cards, **options)


def sorted_marks(rows: Rows) -> Rows:
    """The same rows: in which order markers came to lie beside each other tells nothing."""
    return tuple(Row(row.cards, tuple(sorted(row.marks, key=MARKS.index))) for row in rows)


def play(game: Game, seed: int, cheapest: bool) -> tuple[Record, list[Log], Table]:
    """A match of random decisions, or with the first of the cheapest rows; its record, logs by round, last table."""
    recorder, rng = Recorder(game, SeededDealer.of(seed)), Random(seed)
    logs = [log(recorder.state.last)]
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        events = recorder.step(seat, decide(recorder.state, seat, rng, cheapest))
        ended = next((place for place, event in enumerate(events) if isinstance(event, RoundEnded)), len(events))
        logs[-1] += log(events[:ended])
        if ended < len(events):
            logs.append(log(events[ended:]))
    return recorder.record(), logs[:-1], table_of(recorder.state)


def decide(state: State, seat: int, rng: Random, cheapest: bool) -> Any:
    table = table_of(state)
    if table.phase == "card" and not table.special_hands[seat]:
        return PlayCard(rng.choice(table.hands[seat]))  # much faster than to list what is legal
    if table.phase == "row" and cheapest:
        return TakeRow(min(range(len(table.rows)), key=lambda row: table.rows[row].heads))
    return rng.choice(state.legal(seat))


def log(events: Iterable[Event]) -> Log:
    """What the engine told, as a kernel's log has it."""
    told: Log = []
    for event in events:
        match event:
            case CardPlaced(seat=seat, card=card, row=row):
                told.append(("placed", seat, card, row))
            case RowTaken(seat=seat, card=card, row=row, cards=cards, heads=heads, reason=reason):
                told.append((WHY[reason.code], seat, card, row, cards, heads))
            case MarkMoved(mark=mark, source=source, row=row):
                told.append(("moved", mark, source, row))
    return told
