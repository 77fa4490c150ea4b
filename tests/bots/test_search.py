"""`search`: specials and votes that make sense. That it clearly beats greedy is what the levels show."""

from random import Random

import pytest

import nimmt
from nimmt import BadSetup
from nimmt.bots import bot, play_out
from nimmt.bots.search import SearchBot, gains
from nimmt.events import CardsRevealed
from nimmt.games.versus_ox.actions import Vote
from nimmt.games.versus_ox.events import ProposalRefused
from nimmt.specials.actions import Pass, UseSeven, UseStop
from tests import ox, surprise


@pytest.mark.parametrize(("key", "options"), [("surprise", {"rounds": 1}), ("versus_ox", {}), ("bullenparty", {})])
def test_the_same_seed_gives_the_same_game(key: str, options: dict[str, int]) -> None:
    records = []
    for _ in range(2):
        recorder = nimmt.Recorder(nimmt.game(key, players=2, **options), nimmt.SeededDealer.of(5))
        play_out(recorder, [bot("search(16)"), bot("greedy")], "again")
        records.append(nimmt.write_record(recorder.record()))
    assert records[0] == records[1]


def test_other_games_are_refused_by_name() -> None:
    state = nimmt.game("base", players=3).start(1)
    with pytest.raises(BadSetup, match="do not know the game base"):
        bot("search(10)").choose(state.view(0), state.legal(0), (), Random(1))


# --- Specials and votes ----------------------------------------------------------------------------


def answer(state: nimmt.State, seat: int) -> nimmt.Action:
    return bot("search(200)").choose(state.view(seat), state.legal(seat), (), Random(1))


def test_a_special_is_used_where_it_saves_many_heads() -> None:
    turn = surprise.Turn("10 11 22 33 55 | 60 | 70 | 80", "56 seven", "62")
    assert UseSeven(0) == answer(turn.state, 0)


def test_a_special_is_kept_where_there_is_nothing_to_be_saved_from() -> None:
    turn = surprise.Turn("10 | 60 | 70 | 80", "12 seven 13 14 15", "62 63 64 65")
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


# --- Proposals that the others refuse --------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "careless(40)", "search(24)", "medium", "hard"])
def test_after_a_refusal_nobody_proposes_again_in_this_turn(name: str) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    state, proposed = turn.state.step(0, UseSeven(0))
    state, refused = state.step(1, Vote(False))
    told = (CardsRevealed(()), *proposed, *refused)
    assert ProposalRefused(0, UseSeven(0)) in told
    for seat in state.to_act:
        assert Pass() == bot(name).choose(state.view(seat), state.legal(seat), told, Random(1))


@pytest.mark.parametrize("name", ["greedy", "search(24)"])
def test_a_refusal_of_the_turn_before_is_forgotten(name: str) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    told = (ProposalRefused(1, UseStop(3)), CardsRevealed(()))
    assert Pass() != bot(name).choose(turn.state.view(0), turn.state.legal(0), told, Random(1))


@pytest.mark.parametrize(
    ("usual", "other", "clear"),
    [
        ([5.0, 5.0, 5.0], [1.0, 2.0, 1.5], True),
        ([5.0, 5.0, 5.0], [4.0, 4.0, 4.0], True),
        ([5.0, 5.0, 5.0], [5.0, 5.0, 5.0], False),
        ([5.0, 5.0, 5.0], [1.0, 9.0, 4.5], False),  # better on average, but by less than the worlds differ
        ([5.0, 5.0, 5.0], [6.0, 7.0, 6.5], False),
    ],
)
def test_only_what_gains_more_than_the_noise_is_proposed(usual: list[float], other: list[float], clear: bool) -> None:
    assert clear == gains(usual, other)


def test_a_proposal_within_the_noise_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    luck = iter(range(10_000))
    noisy = {Pass(): 5.0}
    monkeypatch.setattr(SearchBot, "cost", lambda *given: noisy.get(given[3], 4.9 + next(luck) % 7 - 3))
    assert Pass() == answer(turn.state, 0)
    monkeypatch.setattr(SearchBot, "cost", lambda *given: noisy.get(given[3], 1.0))
    assert Pass() != answer(turn.state, 0)
