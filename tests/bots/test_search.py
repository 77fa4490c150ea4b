"""`search`: by its seed, in its games, and with proposals that are no accident of the worlds it drew."""

from random import Random

import pytest

import nimmt
from nimmt import BadSetup
from nimmt.bots import bot, play_out
from nimmt.bots.search import OPEN_WORLDS, Trial, gains
from nimmt.kernels.special_ratings import costs_of_answers
from nimmt.specials.actions import Pass, UseSeven, UseStop
from tests import ox


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


def answer(state: nimmt.State) -> nimmt.Action:
    return bot("search(200)").choose(state.view(0), state.legal(0), (), Random(1))


def test_a_proposal_within_the_noise_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    noise = [4.9 + number % 5 - 2 for number in range(OPEN_WORLDS)]
    for other, proposed in ((noise, False), ([1.0] * OPEN_WORLDS, True)):
        found = {Pass(): [5.0] * OPEN_WORLDS, UseSeven(0): other}
        monkeypatch.setattr(Trial, "costs", lambda trial, playouts, found=found: found)
        assert proposed == (UseSeven(0) == answer(turn.state))


def test_a_member_saves_the_team_from_a_row() -> None:
    """Seven makes room in the full row; without it a member takes it."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    assert isinstance(answer(turn.state), UseSeven | UseStop)


def test_the_chance_of_playouts_does_not_depend_on_how_many_answers_are_tried() -> None:
    """Or games of a seed would change with whatever is left out of a short list."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 80", 56, 62, ox=72, up="seven stop")
    view = turn.state.view(0)
    assert isinstance(view, nimmt.TableView)
    trial = Trial(turn.state.game, view, turn.state.legal(0), Random(1))

    def chance_after(count: int) -> object:
        rng = Random(2)
        costs_of_answers([trial.start], 0, list(trial.choices.values())[:count], 4, rng)
        return rng.getstate()

    assert chance_after(1) == chance_after(3)
