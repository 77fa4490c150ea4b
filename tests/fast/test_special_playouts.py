"""Rows with specials on the kernel: the same as in the engine, and playouts that are worth what they say."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import nimmt
from nimmt import PlayCard, State
from nimmt.actions import Pass
from nimmt.cards import heads
from nimmt.fast.special_playouts import play_given
from nimmt.fast.special_search import cells, future_heads
from nimmt.fast.special_table import COUNT, PLACES, ROWS
from nimmt.games.versus_ox import OX_PILE, TEAM_PILE, OxTable
from nimmt.specials import SpecialTable

GAMES = [("surprise", 2), ("surprise", 4), ("surprise", 8), ("versus_ox", 1), ("versus_ox", 3), ("versus_ox", 6)]
ROUNDS = 120


def position(state: State) -> SpecialTable:
    assert isinstance(state.position, SpecialTable)
    return state.position


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
        table = cells(before.rows)
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


@pytest.mark.parametrize(("key", "players"), [game for game in GAMES if game[1] > 1])  # CO-3: alone there are none
def test_specials_save_heads_in_playouts(key: str, players: int) -> None:
    """The same deal with specials and without: whoever may use some takes less."""
    gains = []
    for seed in range(30):
        table = position(nimmt.game(key, players=players).start(seed))
        bare = table.copy()
        bare.specials, bare.stock = ((),) * players, ()
        if isinstance(bare, OxTable):
            bare.face_up = ()
        with_them, without = (future_heads(each, 0, (), 50, 50, Random(seed))[0] for each in (table, bare))
        gains.append(float(np.sum(without[:players]) - np.sum(with_them[:players])))
    assert np.mean(gains) > 3 * np.std(gains) / np.sqrt(len(gains))
