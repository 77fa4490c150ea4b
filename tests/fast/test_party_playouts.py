"""Bullenparty on the kernel: by the same habits the engine comes to the same points."""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

import nimmt
from nimmt import Action, State
from nimmt.games.bullenparty import ZERO, Bid, Done, LayCard, PartyTable
from nimmt.games.bullenparty.data import HEADS_TABLES
from nimmt.kernels.party import future_points
from nimmt.kernels.party_layout import PLAIN, WHIM

HEADS = HEADS_TABLES["formula"].heads


def table_of(state: State) -> PartyTable:
    assert isinstance(state._position, PartyTable)
    return state._position


def by_habit(state: State, seat: int, rng: Random) -> Action:
    """What the players of the kernel do, written for the engine."""
    table, legal = table_of(state), state.legal(seat)
    tops = [(sum(HEADS[card] for card in pile), pile[-1]) for pile in table.own_piles(seat)]
    best = max(range(len(tops)), key=lambda pile: (tops[pile][0], -pile), default=None)
    top = 0 if best is None else tops[best][1]
    match table.phase:
        case "bid":
            if rng.randrange(100) < PLAIN[WHIM]:
                return rng.choice(legal)
            waits = Bid(ZERO) in legal and not any(row and row.full for row in table.rows)
            return Bid(ZERO) if waits else Bid(min(table.hands[seat]))
        case "claim" | "extend":
            return max(legal, key=lambda action: row_worth(table, action.row, top))  # type: ignore[attr-defined]
    return Done() if Done() in legal else lay(table, seat, best, top)


def row_worth(table: PartyTable, number: int, top: int) -> int:
    row = table.rows[number]
    assert row is not None
    worth = (row.buffalo or 0) + sum(HEADS[card] if card > top else -HEADS[card] for card in row.cards)
    fills = table.phase == "extend" and len(row.cards) == 4 and table.buffalo_pile
    return worth + (table.buffalo_pile[0] if fills else 0)


def lay(table: PartyTable, seat: int, best: int | None, top: int) -> Action:
    piles = table.own_piles(seat)

    def gain(card: int) -> int:
        return 10 * HEADS[card] - 2 * (card - top) if card > top else -10 * HEADS[card]

    card = max(table.hands[seat], key=gain)
    if best is None or card > top:
        return LayCard(card, best)
    lower = {pile[-1]: place for place, pile in enumerate(piles) if pile[-1] < card}
    return LayCard(card, lower[max(lower)] if lower else None)


def advance(state: State, rng: Random, until: int) -> State:
    """Go on by habit for so many steps."""
    for _ in range(until):
        if state.outcome is None:
            state, _ = state.step(state.to_act[0], by_habit(state, state.to_act[0], rng))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("steps", [0, 37])
def test_games_by_habit_end_as_the_engine_ends_them(players: int, steps: int) -> None:
    """From the deal, and from the middle of rounds: between bids, claims, extensions and lay-downs."""
    differences, phases = [], set()
    for seed in range(60):
        rng = Random(seed)
        state = advance(nimmt.game("bullenparty", players=players).start(seed), rng, steps + seed % 11 if steps else 0)
        if state.outcome is not None:
            continue
        phases.add(state._position.phase)
        table = table_of(state)
        sealed = {seat: bid.card for seat, bid in enumerate(table.choices) if bid}
        kernel = future_points(table, state.game.setup, sealed, 200, rng)
        ended = advance(state.game.sample(state.view(None), rng) if not steps else state, rng, 10_000)
        assert ended.outcome is not None
        differences.append(fmean(ended.outcome.totals) - fmean(kernel))
    assert abs(fmean(differences)) < 3.5 * stdev(differences) / sqrt(len(differences))
    assert not steps or {"bid", "lay"} < phases


def test_a_finished_lay_down_is_counted_exactly() -> None:
    """Where nothing is left to decide, the points are those of the engine."""
    for seed in range(5):
        state, rng = nimmt.game("bullenparty", players=3).start(seed), Random(seed)
        before = state
        while state.outcome is None:
            before = state
            state, _ = state.step(state.to_act[0], by_habit(state, state.to_act[0], rng))
        assert before._position.phase == "lay"
        points = future_points(table_of(before), state.game.setup, {}, 3, rng)
        assert list(state.outcome.totals) == points
