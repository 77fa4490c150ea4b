"""Reviews of Surprise, Versus the Ox and Bullenparty: what their playouts can tell, and where they cannot."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import nimmt
from nimmt.actions import PlayCard, TakeRow
from nimmt.codec import from_json, to_json
from nimmt.dealer import SeededDealer
from nimmt.game import State
from nimmt.games.bullenparty import Bid, LayCard
from nimmt.records import Record, Recorder, write_record
from nimmt.review import Review, can_review, can_weigh, review
from nimmt.review.asking import Asked
from nimmt.review.figures import Figures
from nimmt.review.judges import judge_of
from nimmt.review.marks import mark_of
from nimmt.review.playing_on import PlayoutJudge
from nimmt.review.rating import ratings
from nimmt.review.report import Decision
from nimmt.specials.actions import Pass
from nimmt.words import words
from tests.cli.terminal import complaint_of, output_of, run
from tests.review.games import played_on

QUICK = 9.0
GAMES = {"surprise": ("heads", 3), "versus_ox": ("balance", 3), "bullenparty": ("lead", 3)}


@cache
def record_of(key: str) -> Record:
    players = GAMES[key][1]
    names = tuple(f"Ann{seat}" for seat in range(players))
    recorder = Recorder(nimmt.game(key, players=players), SeededDealer.of(4), names)
    return played_on(recorder, *["greedy"] * players)


@cache
def reviewed(key: str) -> Review:
    return review(record_of(key), 1, QUICK)


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_has_its_options_its_loss_and_a_mark(key: str) -> None:
    found, record = reviewed(key), record_of(key)
    judge = judge_of(record.setup)
    assert isinstance(judge, PlayoutJudge)
    assert can_review(record.setup)
    assert not can_weigh(record.setup)
    assert found == from_json(Review, to_json(found)) == review(record, 1, QUICK)
    assert (found.measure, found.par, found.name) == (GAMES[key][0], None, "Ann1")
    assert len(found.decisions) > 20
    for each in found.decisions:
        move = record.moves[each.step]
        assert (move.seat, move.action) == (each.seat, each.options[each.picked].choice)
        assert len(each.options) > 1
        assert len({option.choice for option in each.options}) == len(each.options)
        assert each.options[each.best].mean == min(option.mean for option in each.options)
        assert each.kind in judge.kinds
        assert each.turn > 0
    assert record.outcome
    assert [one.number for one in found.rounds] == [*range(1, len(record.outcome.rounds) + 1)]
    judged = [each.loss for each in found.decisions if each.mark != "unclear"]
    assert found.given_away == pytest.approx(sum(judged) / len(found.rounds))
    assert {each.mark for each in found.decisions if each.kind in judge.unproven} <= {"unclear"}
    seats = {each.seat for each in found.decisions}
    assert seats == ({0, 1, 2} if key == "versus_ox" else {1}), "a team decides together"


@pytest.mark.parametrize("key", GAMES)
def test_a_decision_is_judged_by_what_its_seat_could_see(key: str) -> None:
    """Byte for byte the same in another world that looks the same, at every tenth decision of a game."""
    record = record_of(key)
    judge = judge_of(record.setup)
    assert isinstance(judge, PlayoutJudge)
    game, rng, judged = nimmt.game_of(record.setup), Random(1), 0
    for number, step in enumerate(nimmt.replay(record)):
        state = step.state
        if number % 10 or not state.to_act or not judge.judges(state.phase):
            continue
        seat = state.to_act[0]
        other = game.sample(state.view(seat), rng)
        assert other.view(seat) == state.view(seat)
        one, same = (_decision(judge, each, seat) for each in (state, other))
        assert to_json(one) == to_json(same)
        judged += one is not None
        if one is not None and judged > 4:
            break
    assert judged > 2


def _decision(judge: PlayoutJudge, state: State, seat: int) -> Decision | None:
    legal = state.legal(seat)
    return judge.decide(Asked(state.view(seat), legal, 0, (), 0), QUICK) if len(legal) > 1 else None


# --- What is found -----------------------------------------------------------------------------------


def test_a_blunder_of_surprise_is_found() -> None:
    """The 30 takes a row of 23 heads unless somebody else does; the 61 cannot take anything soon."""
    game = nimmt.game("surprise", players=2)
    state = game.read("11 22 25 28 29 | 60 | 70 | 80 // 30 61 / 40 50")
    assert _mark(state, PlayCard(30)) == "blunder"
    assert _mark(state, PlayCard(61)) in ("fine", "brilliant")


def test_a_blunder_against_the_ox_is_found() -> None:
    """A row of one head, or one of 14 that the Buffalo is about to take. Which card to play is not judged."""
    game = nimmt.game("versus_ox", players=2)
    state = game.read("11 22 25 28 29 | 60 | 70 | 80 // 5 61 / 65 75 // // 41 51 / stop sort")
    assert _mark(state, PlayCard(61)) == "unclear"
    for seat, card in ((0, 5), (1, 65)):
        state, _ = state.step(seat, PlayCard(card))
    while state.phase != "row":
        state, _ = state.step(state.to_act[0], Pass())
    assert _mark(state, TakeRow(0)) == "blunder"
    assert _mark(state, TakeRow(1)) in ("fine", "brilliant")


def test_a_blunder_of_bullenparty_is_found() -> None:
    """In the last round the 70 on the pile first leaves no room there for the cards below it."""
    game = nimmt.game("bullenparty", players=2)
    state = game.read("- | - // 20 30 40 50 60 70 A / 21 31 41 51 61 71 B // 15 / 16 // rebuilt")
    assert _mark(state, LayCard(70, 0)) == "blunder"
    assert _mark(state, LayCard(20, 0)) in ("fine", "brilliant")


def _mark(state: State, action: Any, seat: int = 0) -> str:
    judge = judge_of(state.game.setup)
    assert judge
    legal = state.legal(seat)
    found = judge.decide(Asked(state.view(seat), legal, legal.index(action), (), 0), 0.3)
    assert found
    return found.mark


def test_where_the_worlds_differ_too_much_nothing_is_said() -> None:
    rng = np.random.default_rng(0)
    noisy = Figures.of((np.array([1.0, 2.0]) + rng.normal(0, 20, (100, 2))).tolist())
    assert mark_of(noisy, 1, 1.0, 2.0, lambda: 0) == "unclear"
    assert mark_of(noisy, 1, 1.0, 0.1, lambda: 0) == "mistake"
    assert mark_of(noisy, 1, 5.0, 2.0, lambda: 0) == "blunder", "beyond noise all the same"


def test_a_pass_is_the_teams_decision_only_when_nobody_else_can_decide() -> None:
    passes = [each for each in reviewed("versus_ox").decisions if each.options[each.picked].choice == Pass()]
    windows = [(each.step, each.turn) for each in passes]
    assert len(windows) == len(set(windows))
    state: Any = None
    for step in nimmt.replay(record_of("versus_ox")):
        if state is not None and any(each.step == state[0] for each in passes):
            assert len(state[1].view(0).passed) == 2
        state = (0 if state is None else state[0] + 1, step.state)


def test_a_verdict_judges_every_choice_as_a_decision_would() -> None:
    """The coach and a shared moment ask before anything is chosen; there a pass counts, whoever could still decide."""
    game = nimmt.game("versus_ox", players=2)
    state = game.read("11 22 25 28 29 | 60 | 70 | 80 // 5 61 / 65 75 // // 90 91 / stop sort")
    for seat, card in ((0, 5), (1, 65)):
        state, _ = state.step(seat, PlayCard(card))
    judge, legal = judge_of(game.setup), state.legal(0)
    assert judge
    asked = Asked(state.view(0), legal, legal.index(Pass()), (), 0)
    assert judge.decide(asked, QUICK) is None, "in a review it is left to the other member"
    verdict = judge.verdict(asked, QUICK)
    assert verdict
    assert Pass() in [option.choice for option in verdict.options]
    for place, option in enumerate(verdict.options):
        if option.choice != Pass():
            decided = judge.decide(asked._replace(picked=legal.index(option.choice)), QUICK)
            assert decided
            assert {each.choice for each in decided.options} == {each.choice for each in verdict.options}
            assert decided.loss == pytest.approx(verdict.losses[place])
            assert decided.mark == verdict.marks[place]


# --- The command -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("others")
    for key in GAMES:
        (folder / key).write_text(write_record(record_of(key)) + "\n", "utf-8")
    return {key: folder / key for key in GAMES}


@pytest.mark.parametrize(
    ("key", "language", "told"),
    [
        ("surprise", "en", ("Not judged", "not told apart", "heads a round")),
        ("versus_ox", "fr", ("Non jugé", "Bœuf")),
        ("bullenparty", "de", ("bieten", "Punkte je Runde")),
    ],
)
def test_the_command_tells_of_every_game(
    files: dict[str, Path], key: str, language: str, told: tuple[str, ...]
) -> None:
    output = " ".join(output_of("review", files[key], "--error", QUICK, LANG=language).split())
    for text in told:
        assert text in output


def test_the_command_writes_every_game_as_data_and_as_a_page(files: dict[str, Path]) -> None:
    data = json.loads(run("review", files["bullenparty"], "--error", QUICK, "--json").stdout)
    for decision in data["decisions"]:
        assert {"options", "chosen", "loss", "loss_error", "mark"} <= set(decision)
        assert all({"action", "mean", "error"} <= set(option) for option in decision["options"])
    page = run("review", files["surprise"], "--error", QUICK, "--html", "--name", "Ann2").stdout
    assert "Ann2" in page
    assert "<polyline" in page


def test_a_rating_is_over_all_games_of_a_player(files: dict[str, Path]) -> None:
    paths = [files["surprise"], files["bullenparty"]]
    data = json.loads(run("review", *paths, "--name", "Ann1", "--error", QUICK, "--json").stdout)
    assert [(each["measure"], each["games"]) for each in data] == [("heads", 1), ("lead", 1)]
    assert data[0]["given_away"] == pytest.approx(reviewed("surprise").given_away)
    output = " ".join(output_of("review", *paths, "--name", "Ann1", "--error", QUICK).split())
    assert "2 rounds" in output
    assert "points fewer a round than with the best choices" in output
    assert "Nobody" in complaint_of("review", *paths, "--name", "Nobody", status=2)


def test_the_error_of_a_rating_is_that_of_the_mean_over_rounds() -> None:
    found = reviewed("surprise")
    lost = [one.lost for one in found.rounds]
    [one] = ratings([found, found])
    assert (one.games, one.rounds) == (2, 4)
    assert one.given_away == pytest.approx(np.mean(lost))
    assert one.error == pytest.approx(np.std([*lost, *lost], ddof=1) / 2)
    alone = replace(found, rounds=found.rounds[:1])
    assert ratings([alone])[0].error == alone.given_away_error


def test_every_choice_and_every_kind_has_its_words() -> None:
    from nimmt.review.telling import in_words

    for language in ("en", "fr", "de"):
        known = words(language)
        for key in GAMES:
            judge = judge_of(record_of(key).setup)
            assert judge
            assert all(f"review.kinds.{kind}" in known for kind in judge.unjudged(record_of(key).setup))
            for each in reviewed(key).decisions:
                for option in each.options:
                    if option.action is not None:
                        assert "." not in in_words(known, option.action).removesuffix(".")
        assert in_words(known, Bid(0)) != in_words(known, Bid(7))
