"""Rows with specials on the kernel: the same as in the engine, and playouts that are worth what they say."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import nimmt
from nimmt import Action, PlayCard, State
from nimmt.cards import heads
from nimmt.fast.jit import kernel
from nimmt.fast.special_playouts import place_card, play_given
from nimmt.games.versus_ox import OX_PILE, TEAM_PILE, OxTable
from nimmt.kernels.special_layout import COUNT, PLACES, ROWS, SEVEN, SPECIALS
from nimmt.kernels.special_ratings import ANY, future_heads
from nimmt.kernels.special_tables import as_record, cells, copies_held
from nimmt.specials import SpecialTable
from nimmt.specials.actions import Pass, UseSpecial

GAMES = [("surprise", 2), ("surprise", 4), ("surprise", 8), ("versus_ox", 1), ("versus_ox", 3), ("versus_ox", 6)]
ROUNDS = 120


def position(state: State) -> SpecialTable:
    assert isinstance(state._position, SpecialTable)
    return state._position


def some_turns(key: str, players: int, seed: int) -> State | None:
    """A position at the start of a turn, after random play with random specials; None where the round was over."""
    state, rng = nimmt.game(key, players=players).start(seed), Random(seed)
    turns = rng.randrange(0, 9)
    while state.outcome is None and position(state).round == 1:
        if position(state).phase == "card" and position(state).turn > turns and len(state.to_act) == players:
            return state
        seat = state.to_act[0]
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    return None


def play_out(state: State, rng: Random) -> tuple[State, list[list[int]]]:
    """The rest of the round without specials, and the cards of each turn, by seat and then the Ox's."""
    plays: list[list[int]] = []
    while True:
        table = position(state)
        ox = table.ox[:1] if isinstance(table, OxTable) else ()
        assert table.phase == "card"
        chosen = [rng.choice(hand) for hand in table.hands]
        plays.append([*chosen, *ox])
        before = state
        for seat, card in enumerate(chosen):
            state, _ = state.step(seat, PlayCard(card))
        while state.to_act and position(state).phase != "card":
            seat = state.to_act[0]
            quiet = position(state).phase in ("window", "exchange")
            state, _ = state.step(seat, Pass() if quiet else state.game.default(state.view(seat)))
        if state.outcome is not None or position(state).round > position(before).round:
            return state, plays


def taken(table: SpecialTable, players: int) -> list[int]:
    if isinstance(table, OxTable):
        return [heads(table.piles[TEAM_PILE]), heads(table.piles[OX_PILE])]
    return [heads(pile) for pile in table.piles[:players]]


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_rounds_without_specials_are_those_of_the_engine(key: str, players: int) -> None:
    played = 0
    for seed in range(ROUNDS):
        start = some_turns(key, players, seed)
        if start is None:
            continue
        before = position(start)
        after, plays = play_out(start, Random(seed))
        table = np.array(cells(before.rows), np.int16)
        found = play_given(table, np.array(plays, np.int16), key == "surprise").tolist()
        if key == "versus_ox":
            expected = np.subtract(taken(position(after), players), taken(before, players)).tolist()
            assert expected == [sum(found[:players]), found[players]]
            assert [list(row.cards) for row in position(after).rows] == rows_of(table)
        else:
            held = [heads(pile) - credit for pile, credit in zip(before.piles, before.credits, strict=True)]  # type: ignore[attr-defined]
            assert list(position(after).scores[0]) == np.add(held, found).tolist()
        played += 1
    assert played > ROUNDS / 2


def rows_of(table: NDArray[np.int16]) -> list[list[int]]:
    return [
        table[row * PLACES : row * PLACES + table[COUNT + row]].tolist() for row in range(table[ROWS])
    ]  # fmt: skip


def last_windows(players: int, seed: int) -> Iterator[State]:
    """Surprise before the last card of each turn but the last, where its owner holds specials; random play."""
    state, rng = nimmt.game("surprise", players=players, rounds=1).start(seed), Random(seed)
    while state.outcome is None:
        table = position(state)
        if table.phase == "window" and len(table.queue) == 1 and table.hands[table.queue[0].seat]:
            yield state
        seat = state.to_act[0]
        careful = table.phase == "window" and rng.random() < 0.8  # or they would soon have no specials
        state, _ = state.step(seat, Pass() if careful else rng.choice(state.legal(seat)))


def settled(state: State, seat: int, action: Action) -> State:
    """After an action and all that follows until the next turn, without exchanges and with the cheapest rows."""
    state, _ = state.step(seat, action)
    while position(state).phase != "card":
        asked = state.to_act[0]
        state, _ = state.step(asked, state.game.default(state.view(asked)))
    return state


def shown(state: State, seat: int) -> tuple[list[int], list[int]]:
    """Rows with their marks as the kernel has them, and a hand."""
    return cells(position(state).rows), sorted(position(state).hands[seat])


@kernel
def place(table: Any, card: Any, held: Any, hand: Any) -> Any:
    return place_card(table, card, held, hand, True)


def test_specials_of_playouts_do_what_they_do_in_the_engine() -> None:
    """Whatever special a playout uses could be used so, and leaves the same table; Negative = Positive is estimated."""
    seen: set[str] = set()
    for state in (window for seed in range(48) for window in last_windows((2, 4, 8)[seed % 3], seed)):
        table = position(state)
        seat, card = table.queue[0].seat, table.queue[0].card
        rows, hand, held = (
            np.array(cells(table.rows), np.int16),
            np.array(table.hands[seat], np.int16),
            np.array(copies_held(table.special_hands[seat]), np.int16),
        )
        place(rows, card, held, hand)
        kept = [kind for kind, count in zip(SPECIALS, held, strict=True) for _ in range(count)]
        used = Counter[str](table.special_hands[seat]) - Counter(kept)
        uses: list[Action] = [
            action
            for action in state.legal(seat)
            if isinstance(action, UseSpecial) and used == Counter([action.special])
        ]  # fmt: skip
        if "negative_positive" not in used:
            outcomes = [shown(settled(state, seat, action), seat) for action in uses or [Pass()]]
            assert (clear(rows).tolist(), sorted(hand.tolist())) in outcomes, used
            seen |= set(used)
    assert {"seven", "stop", "insert", "replace", "slide", "fifth_row"} == seen


def clear(table: NDArray[np.int16]) -> NDArray[np.int16]:
    """Without what is left in places that hold no card any more."""
    for row in range(len(table[COUNT:SEVEN])):
        table[row * PLACES + table[COUNT + row] : (row + 1) * PLACES] = 0
    return table


@pytest.mark.parametrize(("key", "players"), [game for game in GAMES if game[1] > 1])  # CO-3: alone there are none
def test_specials_save_heads_in_playouts(key: str, players: int) -> None:
    """The same deal with specials and without: whoever may use some takes less."""
    gains = []
    for seed in range(30):
        table = position(nimmt.game(key, players=players).start(seed))
        bare = table.copy()
        bare.special_hands, bare.stock = ((),) * players, ()
        if isinstance(bare, OxTable):
            bare.face_up = ()
        with_them, without = (future_heads([as_record(each)], 0, [ANY], 50, Random(seed))[0] for each in (table, bare))
        gains.append(float(np.sum(without[:players]) - np.sum(with_them[:players])))
    assert np.mean(gains) > 3 * np.std(gains) / np.sqrt(len(gains))
