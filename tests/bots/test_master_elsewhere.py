"""The master in Surprise, Versus the Ox and Bullenparty: to the end, by its seed, and nothing that looks silly."""

from random import Random

import pytest
from msgspec import structs

import nimmt
from nimmt.bots import bot, play_out
from nimmt.bots.halving import best_choice
from nimmt.bots.master_party import tidy
from nimmt.events import CardsRevealed
from nimmt.games.bullenparty import LayCard, PartyView
from nimmt.games.versus_ox.actions import OrderCard, UseOrder, UseSort, Vote
from nimmt.games.versus_ox.events import ProposalRefused
from nimmt.specials.actions import Pass, UseSeven, UseStop
from tests import ox, surprise

TABLES = [("surprise", 3, {"rounds": 1}), ("versus_ox", 1, {}), ("versus_ox", 4, {}), ("bullenparty", 3, {})]


@pytest.mark.parametrize(("key", "players", "options"), TABLES, ids=str)
def test_the_same_seed_gives_the_same_game(key: str, players: int, options: dict[str, int]) -> None:
    records = []
    for _ in range(2):
        recorder = nimmt.Recorder(nimmt.game(key, players=players, **options), nimmt.SeededDealer.of(5))
        play_out(recorder, [bot("master")] * players, "again")
        records.append(nimmt.write_record(recorder.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize(("key", "players", "options"), TABLES, ids=str)
def test_what_it_cannot_see_does_not_matter(key: str, players: int, options: dict[str, int]) -> None:
    """Another world with the same view has the same answer."""
    state = nimmt.game(key, players=players, **options).start(3)
    other = state.game.sample(state.view(0), Random(8))
    answers = {bot("master").choose(one.view(0), one.legal(0), (), Random(1)) for one in (state, other)}
    assert 1 == len(answers)


def answer(state: nimmt.State, seat: int) -> nimmt.Action:
    return bot("master").choose(state.view(seat), state.legal(seat), (), Random(1))


# --- Specials and votes ----------------------------------------------------------------------------


def test_a_special_is_used_where_it_saves_many_heads() -> None:
    turn = surprise.Turn("10 11 22 33 55 | 60 | 70 | 80", "56 seven", "62")
    assert UseSeven(0) == answer(turn.state, 0)


def test_a_special_is_kept_where_there_is_nothing_to_be_saved_from() -> None:
    turn = surprise.Turn("10 | 60 | 70 | 80", "12 stop 13 14 15", "62 63 64 65")
    assert Pass() == answer(turn.state, 0)


def test_it_proposes_what_helps_the_team_and_agrees_to_it() -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    proposed = answer(turn.state, 0)
    assert proposed in (UseSeven(0), UseStop(0))
    state, _ = turn.state.step(0, proposed)
    assert Vote(True) == answer(state, 1)


def test_it_refuses_what_helps_the_ox() -> None:
    turn = ox.Turn("10 | 55 60 61 63 65 | 70 | 80", 12, 72, ox=66, up="seven stop")
    state, _ = turn.state.step(0, UseSeven(1))
    assert Vote(False) == answer(state, 1)


def test_after_a_refusal_it_proposes_nothing_more_in_this_turn() -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    state, proposed = turn.state.step(0, UseSeven(0))
    state, refused = state.step(1, Vote(False))
    told = (CardsRevealed(()), *proposed, *refused)
    assert ProposalRefused(0, UseSeven(0)) in told
    for seat in state.to_act:
        assert Pass() == bot("master").choose(state.view(seat), state.legal(seat), told, Random(1))


def test_an_order_is_named_card_by_card_and_proposed() -> None:
    """The Buffalo is to take the full row that a member would take."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 90", 56, 62, ox=58, up="sort")
    state = turn.state
    assert UseSort() == answer(state, 0)
    state, _ = state.step(0, UseSort())
    for _ in range(3):
        named = answer(state, 0)
        assert isinstance(named, OrderCard)
        state, _ = state.step(0, named)
    proposed = answer(state, 0)
    assert isinstance(proposed, UseOrder)
    assert proposed.order.index(58) < proposed.order.index(56)
    state, _ = state.step(0, proposed)
    assert Vote(True) == answer(state, 1)


# --- Piles -----------------------------------------------------------------------------------------


def test_no_pile_is_started_because_a_higher_card_was_laid_first() -> None:
    """Of 26 and 27, which both fit on the 8 only, the 26 is laid first."""
    state = nimmt.game("bullenparty", players=2).start(1)
    view = state.view(0)
    assert isinstance(view, PartyView)
    view = structs.replace(view, hand=(26, 27, 60), piles=(((23, 30, 40), (8,)), ()))
    lays = [LayCard(card, pile) for card in view.hand for pile in (0, 1, None) if pile != 0 or card > 40]
    left = tidy(view, lays)
    assert LayCard(26, 1) in left
    assert LayCard(27, 1) not in left
    assert LayCard(60, 0) in left


# --- Halving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", [1, 2, 3, 7, 40])
def test_the_best_choice_gets_the_most_playouts(choices: int) -> None:
    worth = [(7 * number) % choices for number in range(choices)]
    spent = [0] * choices

    def rate(those: list[int], playouts: int) -> list[float]:
        for number in those:
            spent[number] += playouts
        return [float(worth[number] * playouts) for number in those]

    best = best_choice(choices, 1000, rate)  # type: ignore[arg-type]
    assert max(worth) == worth[best]
    assert max(spent) == spent[best]
    assert sum(spent) <= 1000
