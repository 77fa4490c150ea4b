"""Small positions played in every possible way: how many ways there are, and the heads that all of them cost.

Each file has positions of one game. `depths` lists, for so many answers, the leaves and the heads of each seat summed
over all leaves; `shows` are the reasons that occur. Counts alone would miss a take that goes to the wrong seat.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt import Event, State, TableView
from tests.engine import count_by_model

FOLDER = Path(__file__).parent / "perft"
POSITIONS = [
    {"game": file.stem, **position}
    for file in sorted(FOLDER.glob("*.json"))
    for position in json.loads(file.read_text(encoding="utf-8"))
]


def start(position: dict[str, Any]) -> State:
    game = nimmt.game(position["game"], players=position["players"], max_rounds=1)
    rules: Any = game.rules
    return game.state(nimmt.read_position(rules, position["position"]))


def levels(state: State, depth: int) -> Iterator[list[State]]:
    """Every state that one answer leads to, then two, and so on; games that end earlier stay as they are."""
    states = [state]
    for _ in range(depth):
        states = [after for before in states for after in following(before)]
        yield states


def following(state: State) -> list[State]:
    """What the first seat that owes an answer can lead to."""
    if state.outcome is not None:
        return [state]
    seat = state.to_act[0]
    return [state.step(seat, action)[0] for action in state.legal(seat)]


def heads(state: State) -> tuple[int, ...]:
    view = state.view(None)
    assert isinstance(view, TableView)
    return view.totals


def counted(position: dict[str, Any], depth: int) -> list[dict[str, Any]]:
    return [
        entry(answers, len(states), [sum(column) for column in zip(*map(heads, states), strict=True)])
        for answers, states in enumerate(levels(start(position), depth), 1)
    ]


def entry(answers: int, leaves: int, heads: list[int]) -> dict[str, Any]:
    return {"answers": answers, "leaves": leaves, "heads": heads}


def by_name(position: dict[str, Any]) -> str:
    return f"{position['game']}: {position['name']}"


@pytest.mark.parametrize("position", POSITIONS, ids=by_name)
def test_the_engine_counts_what_the_file_says(position: dict[str, Any]) -> None:
    assert position["depths"] == counted(position, len(position["depths"]))


@pytest.mark.parametrize("position", POSITIONS, ids=by_name)
def test_the_model_counts_what_the_file_says(position: dict[str, Any]) -> None:
    ways = count_by_model.levels(count_by_model.parse(position["game"], position["position"]), len(position["depths"]))
    assert position["depths"] == [entry(answers, *way) for answers, way in enumerate(ways, 1)]


@pytest.mark.parametrize("position", POSITIONS, ids=by_name)
def test_the_file_goes_to_the_end_and_shows_what_it_says(position: dict[str, Any]) -> None:
    *_, ends = levels(start(position), len(position["depths"]))
    assert all(state.outcome is not None for state in ends)
    assert position["shows"] == sorted({code for event in happenings(start(position)) for code in codes(event)})


def happenings(state: State) -> Iterator[Event]:
    """Everything that can happen from here."""
    for action in state.legal(state.to_act[0]) if state.to_act else ():
        after, events = state.step(state.to_act[0], action)
        yield from events
        yield from happenings(after)


def codes(event: Event) -> list[str]:
    """The reason of an event."""
    reason = getattr(event, "reason", None)
    return [reason.code] if reason else []


def test_every_row_game_has_its_file() -> None:
    row_games = {nimmt.game(key, players=2).key for key in nimmt.keys() if "P" in nimmt.spec(key).sections}
    assert row_games == {position["game"] for position in POSITIONS}
