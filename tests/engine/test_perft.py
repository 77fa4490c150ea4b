"""Small positions played in every possible way: how many ways there are, and the heads that all of them cost.

Each file has positions of one game. `depths` lists, for so many answers, the leaves and the heads of each seat summed
over all leaves; `shows` are the reasons, specials and other happenings that occur. Counts alone would miss a take that
goes to the wrong seat. Against the Ox the heads are those of the team's pile and of the Ox's; in Bullenparty they are
the scores, which are known at the end only. What is `cut_off` is not counted to the end. A position may be one of older
`rules`; the second count below is by the present ones alone.

``python -m tests.engine.test_perft`` counts positions that have no `depths` yet and writes the numbers down.

Every number is counted twice, by the engine and without it: `count_by_model` and `count_by_script` put the questions by
themselves and let tests/reference place, take, slide and lay; a new game may wait until that model knows it. Of
Bullenparty's bids, Surprise's exchanges, and the Ox's votes there is no model in tests/reference; for these the second
opinion is the script itself.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt import Event, State, TableView
from nimmt.actions import snake_case
from nimmt.cards import heads as heads_of
from nimmt.game import state_of
from nimmt.games.bullenparty import Bullenparty, PartyTable, TakeCardBack, set_up
from nimmt.games.bullenparty.events import BuffaloJoined, DiscardsShuffled, ZeroReturned
from nimmt.games.surprise.events import HeadsCancelled, SpecialDrawn
from nimmt.games.versus_ox import OxTable
from nimmt.games.versus_ox.actions import UnorderCard, WithdrawSort
from nimmt.games.versus_ox.events import ProposalRefused, Voted
from nimmt.setup import Setup
from nimmt.specials.events import SpecialUsed
from tests.engine import count_by_model, count_by_script

FOLDER = Path(__file__).parent / "perft"
POSITIONS = [
    {"game": file.stem, **position}
    for file in sorted(FOLDER.glob("*.json"))
    for position in json.loads(file.read_text(encoding="utf-8"))
]
ONE_ROUND: dict[str, dict[str, int]] = {"surprise": {"rounds": 1}, "versus_ox": {}, "bullenparty": {}}
STEPS_BACK = (TakeCardBack(), UnorderCard(), WithdrawSort())
TOLD_BY_NAME = (HeadsCancelled, ProposalRefused, SpecialDrawn, Voted, BuffaloJoined, DiscardsShuffled, ZeroReturned)


class Ascending:
    """A dealer that leaves everything sorted."""

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        return tuple(range(size))


def start(position: dict[str, Any]) -> State:
    options: Any = ONE_ROUND.get(position["game"], {"max_rounds": 1}) | position.get("options", {})
    game = nimmt.game_of(Setup(position["game"], position["players"], options))
    rules: Any = game.rules
    if isinstance(rules, Bullenparty):
        return state_of(game, set_up(rules, **position["position"], dealer=Ascending()))
    return game.read(position["position"])


def levels(state: State, depth: int) -> Iterator[list[State]]:
    """Every state that one answer leads to, then two, and so on; games that end earlier stay as they are."""
    states = [state]
    for _ in range(depth):
        states = [after for before in states for after in following(before)]
        yield states


def following(state: State) -> list[State]:
    """What the first seat that owes an answer can lead to."""
    return [after for after, _ in steps(state)] or [state]


def steps(state: State) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every answer of that seat, but for steps back, which lead nowhere new."""
    for action in state.legal(state.to_act[0]) if state.to_act else ():
        if action not in STEPS_BACK:
            yield state.step(state.to_act[0], action)


def heads(state: State) -> tuple[int, ...]:
    table = state._position
    if isinstance(table, OxTable):
        return tuple(map(heads_of, table.piles))
    if isinstance(table, PartyTable):
        return table.totals()
    view = state.view(None)
    assert isinstance(view, TableView)
    return view.facts.totals


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


COUNTED_TWICE = (*count_by_model.MODES, *count_by_script.SCRIPTS)
SECOND_OPINIONS = [p for p in POSITIONS if p["game"] in COUNTED_TWICE and "rules" not in p]


@pytest.mark.parametrize("position", SECOND_OPINIONS, ids=by_name)
def test_the_model_counts_what_the_file_says(position: dict[str, Any]) -> None:
    ways = ways_without_engine(position, len(position["depths"]))
    assert position["depths"] == [entry(answers, *way) for answers, way in enumerate(ways, 1)]


def ways_without_engine(position: dict[str, Any], depth: int) -> Iterator[tuple[int, list[int]]]:
    if position["game"] in count_by_script.SCRIPTS:
        return count_by_script.levels(position, depth)
    options = position.get("options", {})
    return count_by_model.levels(count_by_model.parse(position["game"], position["position"], options), depth)


@pytest.mark.parametrize("position", POSITIONS, ids=by_name)
def test_the_file_goes_to_the_end_and_shows_what_it_says(position: dict[str, Any]) -> None:
    depth = len(position["depths"])
    assert depth, "count it with: .venv/bin/python -m tests.engine.test_perft"
    *_, ends = levels(start(position), depth)
    assert all(state.outcome is not None for state in ends) or position.get("cut_off")
    assert position["shows"] == sorted({code for event in happenings(start(position), depth) for code in codes(event)})


def happenings(state: State, depth: int) -> Iterator[Event]:
    """Everything that can happen from here within so many answers."""
    if not depth:
        return
    for after, events in steps(state):
        yield from events
        yield from happenings(after, depth - 1)


def codes(event: Event) -> list[str]:
    """The reason of an event, the special that is used, and the names of some others."""
    reason = getattr(event, "reason", None)
    found = [reason.code] if reason else []
    found += [event.special] if isinstance(event, SpecialUsed) else []
    return found + [snake_case(type(event).__name__)] * isinstance(event, TOLD_BY_NAME)


def test_every_game_has_its_file_and_those_of_the_books_a_second_count() -> None:
    games = {nimmt.game(key, players=2).key for key in nimmt.keys()}
    assert games == {position["game"] for position in POSITIONS}
    books = {"base", "even_odd", "climb", "caper", "reversed_digits", "surprise", "versus_ox", "bullenparty"}
    assert books == {position["game"] for position in SECOND_OPINIONS}


# Counting a new position


def complete(position: dict[str, Any]) -> dict[str, Any]:
    """The position with what it shows and its counts, to the end of the game."""
    states, depth = [start(position)], 0
    while any(state.outcome is None for state in states):
        states, depth = [after for state in states for after in following(state)], depth + 1
    shows = sorted({code for event in happenings(start(position), depth) for code in codes(event)})
    return {**position, "shows": shows, "depths": counted(position, depth)}


def written(position: dict[str, Any]) -> str:
    """The position as it stands in its file."""
    lines = [f'    "{key}": {json.dumps(value)},' for key, value in position.items() if key not in ("game", "depths")]
    counts = ",\n".join(f"      {json.dumps(depth)}" for depth in position["depths"])
    return "\n".join(["  {", *lines, f'    "depths": [\n{counts}\n    ]', "  }"])


def count_new_positions() -> None:
    """Count what is not counted yet; what is counted is left as it is."""
    for game in {position["game"] for position in POSITIONS if not position.get("depths")}:
        positions = [p if p.get("depths") else complete(p) for p in POSITIONS if p["game"] == game]
        text = ",\n".join(map(written, positions))
        (FOLDER / f"{game}.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    count_new_positions()
