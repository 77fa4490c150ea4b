"""Matches played by the engine, in the form in which the kernels tell theirs."""

from collections.abc import Iterable
from random import Random
from typing import Any

from nimmt import Game, PlayCard, Record, Recorder, SeededDealer, State, TakeRow
from nimmt.events import CardPlaced, Event, MarkMoved, RoundEnded, RowTaken
from nimmt.table import Table
from tests.tables import table_of

WHY = {"sixth_card": "sixth", "chosen": "chosen", "caper_landed": "landed"}
Log = list[tuple[Any, ...]]


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
        return TakeRow(min(range(4), key=lambda row: table.rows[row].heads))
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
            case MarkMoved(source=source, row=row):
                told.append(("moved", source, row))
    return told
