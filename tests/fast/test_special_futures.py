"""What answers lead to on the kernel of the master: the same as in the engine."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest

import nimmt
from nimmt import Action, PlayCard, State, TakeRow
from nimmt.bots.greedy import let_be
from nimmt.fast.chance import new_stream
from nimmt.fast.jit import kernel
from nimmt.fast.special_futures import deal_unseen
from nimmt.fast.special_players import WHIM
from nimmt.games.surprise.actions import UseFifthRow
from nimmt.games.versus_ox import OX, OX_PILE, TEAM_PILE, OxTable
from nimmt.games.versus_ox.actions import OrderCard, RemoveStop, UseFirst, UseLast, UseOrder, UseSort
from nimmt.kernels.special_layout import COUNT, PLACES, ROWS, SEVEN
from nimmt.kernels.special_ratings import after_turn, as_choice, best_orders, hand_of, rate_choices
from nimmt.kernels.special_tables import cells, open_record
from nimmt.specials import SpecialTable
from nimmt.specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from nimmt.table import put
from tests import ox
from tests.fast.arrays import as_array

COMMON = {Pass, TakeRow, UseSeven, UseStop, UseInsert, UseSlide, UseReplace}
ANSWERS = {
    "surprise": COMMON | {UseFifthRow},
    "versus_ox": COMMON | {RemoveStop, UseFirst, UseLast, UseOrder},
}


def position(state: State) -> SpecialTable:
    assert isinstance(state._position, SpecialTable)
    return state._position


@kernel
def dealt_again(start: Any, seat: Any, stream: Any) -> Any:
    after = start.copy()
    deal_unseen(after[0], seat, stream)
    return after


def decisions(key: str, players: int, seed: int) -> Iterator[State]:
    """Questions in the middle of turns but the last; random play, in which specials are not used up at once."""
    state, rng = nimmt.game(key, players=players).start(seed), Random(seed)
    while state.outcome is None and position(state).round == 1:
        table, seat = position(state), state.to_act[0]
        if table.phase in ("window", "row", "replace", "order") and table.hands[seat]:
            yield state
        careful = table.phase == "window" and rng.random() < 0.7
        state, _ = state.step(seat, Pass() if careful else rng.choice(state.legal(seat)))


def settled(state: State, seat: int, action: Action) -> State:
    """In the engine: after an answer and all that follows until the next turn, if nobody does anything else."""
    state, _ = state.step(seat, action)
    while position(state).phase != "card":
        state, _ = let_be(state)
    return state


def counted(table: SpecialTable, piles: tuple[int, ...]) -> list[int]:
    return [sum(nimmt.cards.HEADS[card] for card in table.piles[pile]) for pile in piles]


@pytest.mark.parametrize(("key", "players"), [("surprise", 2), ("surprise", 5), ("versus_ox", 2), ("versus_ox", 4)])
def test_answers_lead_where_the_engine_leads(key: str, players: int) -> None:
    seen: Counter[type[Action]] = Counter()
    piles = (TEAM_PILE, OX_PILE) if key == "versus_ox" else tuple(range(players))
    for state in (decision for seed in range(24) for decision in decisions(key, players, seed)):
        table, seat = position(state), state.to_act[0]
        start = open_record(table, False)
        for name in ("held", "heads", "stock_size"):
            as_array(start)[0][name] = 0
        if start["turning"]:
            continue  # what a positive card saves is estimated
        for action in state.legal(seat):
            if type(action) not in ANSWERS[key] or seen[type(action)] > 60:
                continue
            after = position(settled(state, seat, action))
            found = after_turn([start], seat, [as_choice(action, table)], Random(1))[0]
            heads = found["heads"][: found["seats"]]
            taken = [sum(heads[:-1]), heads[-1]] if key == "versus_ox" else list(heads)
            before = counted(table, piles)
            assert [now - then for now, then in zip(counted(after, piles), before, strict=True)] == taken, action
            assert cells(after.rows) == clear([*found["table"]]), action
            assert sorted(after.hands[seat]) == sorted(hand_of(found, seat)[: found["left"]])
            seen[type(action)] += 1
    assert ANSWERS[key] == set(seen)


def clear(table: list[int]) -> list[int]:
    """Without what is left in places that hold no card any more."""
    for row in range(table[ROWS], SEVEN - COUNT):
        table[COUNT + row] = 0
    for row in range(SEVEN - COUNT):
        for place in range(table[COUNT + row], PLACES):
            table[row * PLACES + place] = 0
    return table


@pytest.mark.parametrize("key", ["surprise", "versus_ox"])
def test_only_what_a_seat_cannot_see_is_dealt_again(key: str) -> None:
    state = next(state for seed in range(9) for state in decisions(key, 3, seed) if any(position(state).known))
    table = position(state)
    start = as_array(open_record(table, False))
    after = dealt_again(start, 1, new_stream(Random(4)))
    changed = {name for name in start.dtype.names or () if (start[0][name] != after[0][name]).any()}
    assert {"hands", "aside"} == changed
    one, two = start[0], after[0]
    assert one["hands"][1].tolist() == two["hands"][1].tolist()
    for seat, known in enumerate(one["known"].tolist()):
        assert one["hands"][seat, :known].tolist() == two["hands"][seat, :known].tolist()
    everything = [sorted([*here["hands"].ravel().tolist(), *here["aside"].tolist()]) for here in (one, two)]
    assert everything[0] == everything[1]


def test_a_card_is_worth_the_same_if_others_know_it() -> None:
    """Known cards come first in the kernel's hand, where a card's place is not its place in the hand then."""
    table = position(nimmt.game("versus_ox", players=1).start(1)).copy()
    choices = [as_choice(PlayCard(card), table) for card in table.hands[0]]
    found = []
    for known in ((), table.hands[0][4:6]):
        table.known = (known,)
        start = open_record(table, False)
        start.write("habits", WHIM, [0])
        found.append([list(each) for each in rate_choices([start], 0, choices, 20, Random(1))])
    assert found[0] == found[1]


def test_playouts_start_from_all_records_in_turn() -> None:
    table = position(nimmt.game("versus_ox", players=1).start(1))
    other = table.copy()
    other.piles = put(other.piles, OX_PILE, (55, 66, 77, 88))
    starts = [open_record(each, False) for each in (table, other)]
    worths = rate_choices(starts, 0, [as_choice(PlayCard(table.hands[0][0]), table)], 40, Random(1))[0]
    assert min(worths[1::2]) > min(worths[::2])
    assert fmean(worths[1::2]) > fmean(worths[::2]) + 0.2


def test_the_best_order_is_found_among_all() -> None:
    """The Buffalo's card takes the full row if it comes first, a member's if it comes later."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 90", 56, 62, ox=58, up="sort stop")
    table = position(turn.state)
    assert isinstance(table, OxTable)
    order = best_orders(table, 1)[0]
    assert order.index(58) < order.index(56)
    assert next(play.seat for play in table.queue if play.card == 58) == OX
    state, _ = turn.state.step(0, UseSort())
    for card in order:
        state, _ = state.step(0, OrderCard(card))
    assert UseOrder(order) in state.legal(0)
