"""Specials, proposals and votes that make sense to the others at the table."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt.bots import bot
from nimmt.bots.special_answers import has_more_rounds
from nimmt.events import CardPlaced, CardsRevealed, Event, Reason
from nimmt.games.versus_ox import OX
from nimmt.games.versus_ox.actions import Vote
from nimmt.games.versus_ox.events import ProposalRefused
from nimmt.specials.actions import Pass, UseSeven, UseStop
from tests import ox, surprise

thinkers = pytest.mark.parametrize("name", ["search(200)", "master"])


def answer(name: str, state: nimmt.State, seat: int, told: Sequence[Event] = ()) -> nimmt.Action:
    return bot(name).choose(state.view(seat), state.legal(seat), told, Random(1))


@thinkers
def test_a_special_is_used_where_it_saves_many_heads(name: str) -> None:
    turn = surprise.Turn("10 11 22 33 55 | 60 | 70 | 80", "56 seven", "62")
    assert UseSeven(0) == answer(name, turn.state, 0)


@thinkers
@pytest.mark.parametrize("special", ["seven", "stop"])
def test_a_special_is_kept_where_there_is_nothing_to_be_saved_from(name: str, special: str) -> None:
    turn = surprise.Turn("10 | 60 | 70 | 80", f"12 {special} 13 14 15", "62 63 64 65")
    assert Pass() == answer(name, turn.state, 0)


def test_a_special_is_kept_for_a_round_that_comes() -> None:
    view: Any = nimmt.game("surprise", players=2, rounds=2).start(1).view(0)
    assert has_more_rounds(view)
    assert not has_more_rounds(replace(view, round=2))


@thinkers
def test_it_proposes_what_helps_the_team_and_agrees_to_it(name: str) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    proposed = answer(name, turn.state, 0)
    assert proposed in (UseSeven(0), UseStop(0))
    state, _ = turn.state.step(0, proposed)
    assert Vote(True) == answer(name, state, 1)


@thinkers
def test_a_special_burdens_the_ox_although_the_team_is_safe(name: str) -> None:
    """With Stop at its row, the Ox's 66 goes to the full one."""
    turn = ox.Turn("10 11 22 33 55 | 65 | 70 | 80", 71, 81, ox=66, up="seven stop")
    assert UseStop(1) == answer(name, turn.state, 0)


@pytest.mark.parametrize("name", ["greedy", "search(200)", "master"])
def test_it_refuses_what_helps_the_ox(name: str) -> None:
    turn = ox.Turn("10 | 55 60 61 63 65 | 70 | 80", 12, 72, ox=66, up="seven stop")
    state, _ = turn.state.step(0, UseSeven(1))
    assert Vote(False) == answer(name, state, 1)


@pytest.mark.parametrize("name", ["greedy", "careless(40)", "search(24)", "medium", "hard", "master"])
def test_after_a_refusal_nobody_proposes_again_at_once(name: str) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    state, proposed = turn.state.step(0, UseSeven(0))
    state, refused = state.step(1, Vote(False))
    told = (CardsRevealed(()), *proposed, *refused)
    assert ProposalRefused(0, UseSeven(0)) in told
    for seat in state.to_act:
        assert Pass() == answer(name, state, seat, told)


def test_the_master_may_propose_again_once_a_card_has_been_placed() -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    told: tuple[Event, ...] = (CardsRevealed(()), ProposalRefused(1, UseStop(3)))
    assert Pass() == answer("master", turn.state, 0, told)
    told += (CardPlaced(OX, 3, 0, Reason("smallest_difference")),)
    assert Pass() != answer("master", turn.state, 0, told)


@pytest.mark.parametrize("name", ["greedy", "search(24)", "master"])
def test_a_refusal_of_the_turn_before_is_forgotten(name: str) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    told = (ProposalRefused(1, UseStop(3)), CardsRevealed(()))
    assert Pass() != answer(name, turn.state, 0, told)
