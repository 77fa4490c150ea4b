"""Reviews: what they say adds up, and tells nothing that the seat could not know."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import nimmt
from nimmt.cli.files import LONGEST_LINE
from nimmt.codec import from_json, to_json
from nimmt.dealer import ExplicitDealer, SeededDealer
from nimmt.errors import BadRecord, BadSetup
from nimmt.records import Record, Recorder, write_record
from nimmt.review import Decision, Option, Review, Why, can_review, review
from nimmt.review.judging import judge
from nimmt.review.reviewing import asked
from nimmt.review.telling import why
from nimmt.review.weighing import weigh
from nimmt.views import TableView
from nimmt.words import words
from tests.cli.terminal import complaint_of, output_of, run
from tests.review.games import played, played_on
from tests.review.models import differences, played_with_models, true_losses

QUICK = 1.0
"""A standard error that the first batches of worlds reach."""

TABLES = [
    ("base", 2, {}), ("base", 4, {}), ("base", 10, {}), ("pro", 4, {}), ("even_odd", 4, {}), ("climb", 3, {}),
    ("caper", 4, {}), ("reversed_digits", 4, {}), ("base", 4, {"fan_cards": ("even_odd", "caper")}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_luck_and_skill_add_up_in_every_row_game(game: str, players: int, options: dict[str, object]) -> None:
    record = played(3, *["greedy"] * players, game=game, **options)
    found = review(record, players - 1, QUICK)
    assert record.outcome
    [one] = found.rounds
    assert one.result == record.outcome.totals[players - 1]
    assert None not in (one.par, one.deal, one.luck, one.skill)
    assert one.result - (one.par or 0) == pytest.approx(-(one.deal or 0) - (one.luck or 0) - (one.skill or 0))
    assert one.luck == pytest.approx(sum(decision.luck for decision in found.decisions))
    assert one.skill == pytest.approx(sum(decision.expected - decision.mean for decision in found.decisions))
    assert one.lost == pytest.approx(sum(decision.loss for decision in found.decisions)) == found.given_away
    assert {decision.turn for decision in found.decisions} >= set(range(1, 10))


def test_a_review_knows_nothing_that_the_seat_did_not() -> None:
    """Two deals that look the same to seat 1 up to its fifth card: the others' highest cards have changed hands."""
    game = nimmt.game("base", players=3, max_rounds=1)
    order = SeededDealer.of(8).permutation("deal:1", 104)
    hands = [_view(game.start(SeededDealer.of(8)), seat).hand for seat in (0, 2)]
    swapped = {max(hands[0]) - 1: max(hands[1]) - 1, max(hands[1]) - 1: max(hands[0]) - 1}
    deals = order, tuple(swapped.get(place, place) for place in order)
    records = [_with_lowest_cards(game, ExplicitDealer({"deal:1": deal})) for deal in deals]
    assert records[0].moves[:12] == records[1].moves[:12]
    first, second = (review(record, 1, QUICK) for record in records)
    known = [each for each in first.decisions if each.turn <= 4 or (each.turn == 5 and each.kind == "card")]
    assert len(known) >= 5
    for one, other in zip(known, second.decisions, strict=False):
        assert _without_luck(one) == _without_luck(other)
    assert records[0].moves != records[1].moves


def _without_luck(decision: Decision) -> bytes:
    """What came after a decision tells of the others, and is told only as luck."""
    return to_json(replace(decision, luck=0.0))


def _with_lowest_cards(game: nimmt.Game, dealer: ExplicitDealer) -> Record:
    """A game in which everybody plays the lowest cards first."""
    recorder = Recorder(game, dealer)
    while recorder.state.outcome is None:
        for seat in recorder.state.to_act:
            recorder.step(seat, recorder.state.legal(seat)[0])
    return recorder.record()


def _view(state: nimmt.State, seat: int) -> TableView:
    view = state.view(seat)
    assert isinstance(view, TableView)
    return view


def test_planted_blunders_are_found_and_good_choices_are_left_alone() -> None:
    """Cards that lose 1.5 heads, or under 0.3, as ten times the worlds show; `bench review` has more of them."""
    found, alarms = [], []
    for seed in range(4):
        for one in list(asked(played(seed, "medium", "medium", "medium", "medium"), 0))[1:9:3]:
            if one.view.phase == "card":
                quick = weigh(one.table, one.legal, 0.3, one.story)
                losses = true_losses(one, quick, seed)
                marks = [
                    judge(one.table, quick, place, 1).mark in ("mistake", "blunder") for place in range(len(losses))
                ]
                found += [mark for mark, loss in zip(marks, losses, strict=True) if loss >= 1.5]
                alarms += [mark for mark, loss in zip(marks, losses, strict=True) if loss < 0.3]
    assert len(found) > 15
    assert np.mean(found) >= 0.9
    assert np.mean(alarms) <= 0.05


def test_losses_are_what_really_happens() -> None:
    """Rounds among models, played on from the world as it was: twice as much is expected to cost twice as much."""
    pairs = np.array([pair for seed in range(16) for pair in differences(seed, 4)])
    once, again, happened = pairs.T
    slope = (happened @ again) / (once @ again)
    assert slope == pytest.approx(1, abs=0.45)


def test_whoever_plays_as_the_model_has_no_skill_in_the_mean() -> None:
    """And whoever plays at random has less; luck is even for both."""
    rounds = {
        name: [review(played_with_models(seed, name), 0, QUICK).rounds[0] for seed in range(10)]
        for name in ("", "random")
    }
    for name, some in rounds.items():
        luck = np.array([(one.deal or 0) + (one.luck or 0) for one in some])
        assert abs(luck.mean()) < 3.5 * luck.std() / len(luck) ** 0.5, name
    skill = {name: np.array([one.skill or 0 for one in some]) for name, some in rounds.items()}
    assert abs(skill[""].mean()) < 3.5 * skill[""].std() / len(skill[""]) ** 0.5
    assert skill["random"].mean() < skill[""].mean() - 3


def test_the_stronger_gives_less_away() -> None:
    def given_away(name: str) -> float:
        seats = (name, "heuristic", "heuristic", "heuristic")
        return float(np.mean([review(played(seed, *seats), 0, QUICK).given_away for seed in range(3)]))

    assert given_away("random") > given_away("heuristic") + 2 > given_away("flat(100)") + 2


def test_what_was_played_tells_what_is_held() -> None:
    """A player of the model who did not play a card that it likes hardly has it: worlds with a story are others."""
    records = [played_with_models(seed, "") for seed in range(3)]
    for one in [list(asked(record, 0))[6] for record in records]:
        told, untold = (weigh(one.table, one.legal, QUICK, story) for story in (one.story, ()))
        assert told.totals != untold.totals


def test_a_row_that_is_taken_is_a_decision_as_well() -> None:
    decisions = [each for seed in range(3) for each in review(played(seed, "random", "random"), 0, QUICK).decisions]
    rows = [each for each in decisions if each.kind == "row"]
    assert rows
    for each in rows:
        assert [option.row for option in each.options] == [1, 2, 3, 4]
        assert each.chosen == each.options[each.picked].row


def test_a_review_is_the_same_every_time_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    record = played(2, "random", "greedy")
    found = review(record, 0, QUICK, lambda done, count: told.append((done, count)))
    assert review(record, 0, QUICK) == found == from_json(Review, to_json(found))
    assert told == [(done, len(found.decisions)) for done in range(len(found.decisions) + 1)]


def test_what_cannot_be_reviewed_is_said() -> None:
    record = played(2, "greedy", "greedy")
    with pytest.raises(BadSetup, match="seats"):
        review(record, 2)
    with pytest.raises(BadRecord, match="not over"):
        review(Recorder(nimmt.game("base", players=2), SeededDealer.of(1)).record(), 0)
    with pytest.raises(BadRecord):
        review(replace(record, moves=record.moves[2:]), 0)
    small = nimmt.game("base", players=2, hand_size=3)
    assert not can_review(small.setup)
    with pytest.raises(BadSetup, match="cannot be reviewed"):
        review(Recorder(small, SeededDealer.of(1)).record(), 0)


def test_reasons_support_the_verdicts_of_a_review() -> None:
    """The same as for the puzzles, with rows that are taken."""
    for seed in range(3):
        for each in review(played(seed, "random", "random", "greedy"), 0, QUICK).decisions:
            if each.mark in ("doubtful", "mistake", "blunder"):
                one, other = each.options[each.picked], each.options[each.reason.rival]
                assert each.reason.rival == each.best != each.picked
                assert one.mean > other.mean
                if each.reason.key in ("sixth", "room"):
                    assert one.percent > other.percent
                if each.reason.key in ("sixth", "room", "low"):
                    assert one.at_once > other.at_once


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "“row 3” is better by 1.5 heads or more"),
        ("fr", "« rangée 3 » est le meilleur des choix pesés, d’au moins 1,5 tête"),
        ("de", "„Reihe 3“ ist um mindestens 1,5 Hornochsen besser"),
    ],
)
def test_a_brilliant_row_is_called_a_row(language: str, sentence: str) -> None:
    options = tuple(Option(card=7, mean=mean, error=0.1, now=2, takes=1, row=row) for row, mean in ((1, 5.0), (3, 3.5)))
    decision = Decision(
        round=1, turn=2, kind="row", options=options, picked=1, best=1, expected=3.5, chosen=3, loss=0.0,
        loss_error=0.1, luck=0.0, mark="brilliant", reason=Why("row", 0),
    )  # fmt: skip
    assert why(words(language), decision).replace("\u00a0", " ").startswith(sentence)


# --- The command ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "games.jsonl"
    path.write_text(write_record(played(1, "random", "greedy", "greedy")) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("blunder", "Given away")), ("fr", ("gaffe", "Perdu")), ("de", ("Patzer", "verschenkt"))],
)
def test_the_command_tells_in_every_language(file: Path, language: str, told: tuple[str, ...]) -> None:
    output = output_of("review", file, "--error", 1, LANG=language)
    for text in told:
        assert text in output
    assert re.search(r"−\d[.,]\d\d", output)
    assert not re.search(r"-\d", output), "a hyphen is no minus sign"


def test_the_command_judges_as_exactly_as_it_was_asked_to(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[float] = []

    def noted(record: Record, seat: int, error: float, tell: Callable[[int, int], None]) -> Review:
        asked_for.append(error)
        raise BadRecord("unfinished", "That is enough.")

    monkeypatch.setattr("nimmt.review.review", noted)
    for wish in (("--error", 0.7), ()):
        assert "That is enough." in run("review", file, *wish).stderr
    assert [0.7, 0.15] == asked_for


def test_every_round_has_its_heading(tmp_path: Path) -> None:
    game = nimmt.game("base", players=2, max_rounds=2)
    record = played_on(Recorder(game, SeededDealer.of(4)), "greedy", "greedy")
    (tmp_path / "game").write_text(write_record(record), "utf-8")
    output = output_of("review", tmp_path / "game", "--error", 9)
    assert [line for line in output.splitlines() if line.startswith("Round ")] == ["Round 1", "Round 2"]
    assert "Runde 2" in output_of("review", tmp_path / "game", "--error", 9, LANG="de")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_command_says_what_is_wrong_with_a_record(tmp_path: Path, language: str) -> None:
    """One of another version or of no game that can be judged, unfinished, tampered with, or huge."""
    record, path = played(1, "random", "greedy"), tmp_path / "game"
    small = played(1, "random", "random", hand_size=3)
    said = {
        "wrong_format": replace(record, format=99),
        "wrong_rules": replace(record, rules=99),
        "cannot_review": small,
        "wrong_outcome": replace(record, outcome=None),
        "unfinished": Recorder(nimmt.game("base", players=2), SeededDealer.of(1)).record(),
        "illegal_move": replace(record, moves=record.moves[2:]),
    }
    for code, bad in said.items():
        path.write_text(write_record(bad), "utf-8")
        complaint = complaint_of("review", path, status=1, LANG=language)
        assert code in complaint
        assert complaint.rstrip().endswith(".")
    with path.open("wb") as file:
        file.truncate(LONGEST_LINE + 1)
    complaint = " ".join(complaint_of("review", path, status=1, LANG=language).split())
    assert {"en": "is longer than 64 million bytes", "fr": "dépasse 64 millions", "de": "länger als 64 Millionen"}[
        language
    ] in complaint


def test_the_command_writes_data_and_a_page(file: Path) -> None:
    data = json.loads(run("review", file, "--error", 1, "--json").stdout)
    for decision in data["decisions"]:
        assert {"options", "chosen", "loss", "loss_error", "mark"} <= set(decision)
        assert all({"card", "mean", "error"} <= set(option) for option in decision["options"])
    page = run("review", file, "--error", 1, "--html", "--seat", 2).stdout
    assert page.startswith("<!doctype html>")
    assert "<polyline" in page


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seat", 4), "There is no seat 4"),
        (("--seat", "one"), "There is no seat one"),
        (("--game", 2), "2"),
        (("--error", 0), "above 0"),
    ],
)
def test_the_command_says_what_it_cannot_do(file: Path, arguments: tuple[object, ...], sentence: str) -> None:
    assert sentence in complaint_of("review", file, *arguments, status=2)
