"""Puzzles: only clear positions, seen by one seat and by nobody else; codes that hold a view and no secret."""

import re
from collections import Counter
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

import nimmt
from nimmt.cli.puzzles import without_bar
from nimmt.codec import from_json, to_json
from nimmt.dealer import ExplicitDealer, SeededDealer
from nimmt.errors import NimmtError
from nimmt.records import write_record
from nimmt.review.figures import Figures
from nimmt.review.judging import stands_out
from nimmt.review.moments import choices_in
from nimmt.review.positions import SHOWN, code_of, view_of
from nimmt.review.puzzles import Puzzle, judge_position, puzzle_of, search, theme_of
from nimmt.review.weighing import Outcomes, Weighed
from nimmt.views import TableView
from tests.cli.terminal import complaint_of, output_of, run
from tests.review.games import played
from tests.review.test_review import TABLES

LOW = "12-23-24-28.68.7-9.98-99-100-103;,6-18-51-53,,;32-80-82-90-97,,15-35-39-40-52,1-2-14-76-86-94-104;base.4.1"
"""The 6 takes a row of two cards now, or a longer one later: it has to go, though any other card costs nothing yet."""
EVEN = "12.23.44.68;,6-70-71-72,,;;base.4.1"
"""Nothing is at stake between the three high cards."""


# --- Codes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "options"), [*TABLES, ("base", 3, {"known_deck": True})])
def test_a_code_holds_what_a_seat_sees_and_nothing_else(game: str, players: int, options: dict[str, object]) -> None:
    """In a round of random cards; what the others hold decides nothing, because it is not there."""
    made = nimmt.game(game, players=players, **options)  # type: ignore[arg-type]
    state, rng, codes = made.start(5), Random(5), Counter[str]()
    while state.view(None).round == 1:
        for seat in state.to_act:
            view = state.view(seat)
            assert isinstance(view, TableView)
            code = code_of(view)
            assert (code is not None) == (view.phase in ("card", "row") and len(state.legal(seat)) > 1)
            assert view.phase != "row" or not any(
                code_of(_view(state, other)) for other in range(players) if other != seat
            )
            if code:
                codes[view.phase] += 1
                again = view_of(code)
                assert [getattr(again, name) for name in SHOWN] == [getattr(view, name) for name in SHOWN]
                assert again.last == ()
                assert choices_in(again) == state.legal(seat)
                assert code == code_of(_view(made.sample(view, rng), seat)), "another world with the same view"
                hidden = {str(card) for other in range(players) if other != seat for card in _view(state, other).hand}
                if not view.known[seat]:
                    assert hidden.isdisjoint(re.findall(r"\d+(?!\d*=)", code.rpartition(";")[0])), "but for seats"
            state, _ = state.step(seat, rng.choice(state.legal(seat)))
    assert codes["card"] > 5 * players
    assert codes["row"]


@pytest.mark.parametrize(
    "code",
    [
        "", ";", "base.4.0", "x" * 601, "12.23.44.68;6-70,,,;base.4", "12.23.44.68;6-70,,,;base.4.4",
        "12.23.44.68;6-70,,,;base.4.x", "12.23.44.68;6-70,,,;base.11.0", "12.23.44.68;6-70,,,;tarot.4.0",
        "12.23.44.68;6-70,,,;base.4.colour=red.0", "12.23.44.68;6-70,,,;base.4.deck=0.0", "12.23.44.68;6,,,;base.4.0",
        "12.23.44.68;6-6,,,;base.4.0", "12.23.44.68;6-105,,,;base.4.0", "12.23.44;6-70,,,;base.4.0",
        "12.23.44.68;6-70,1,2-3,4-5;base.4.0.0", "23-12.44.45.68;6-70,,,;base.4.0", "12.23.44.68;6-70,,;base.4.0",
        "12.23.44.68;,,,;base.4.0", "12-even.23.44.68;6-70,,,;base.4.0", "12.23.44.68;6-²,,,;base.4.0",
        "12.23.44.68;70,,,;0=6-0=8;base.4.0", "12.23.44.68;70,,,;4=6;base.4.0", "12.23.44.68;70,,,;0=6;base.4.1",
        "12.23.44.68;70,,,;0=69;base.4.0", "12.23.44.68;70,,,;0=70;base.4.0", "12.23.44.68;6-70,,,;=;base.4.0",
        "12.23.44.68;70,,,;0=999r;reversed_digits.4.0", "12.23.44.68;70,,,;0=6-1=105;base.4.0",
        "12.23.44.68;6-70,,,;base.4.rules=1.0", "12.23.44.68;6-70,,,;surprise.4.0", "12.23.44.68;6-70,,,;base.²." "0",
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused_with_a_sentence(code: str) -> None:
    with pytest.raises(NimmtError) as refused:
        view_of(code)
    assert refused.value.sentence.endswith(".")


def _view(state: nimmt.State, seat: int) -> TableView:
    view = state.view(seat)
    assert isinstance(view, TableView)
    return view


# --- Mining ----------------------------------------------------------------------------------------


def test_a_planted_position_is_found_and_one_without_a_best_card_is_not() -> None:
    found = puzzle_of(view_of(LOW))
    assert found
    assert (found.code, found.theme) == (LOW, "low_cards")
    assert found.verdict.options[found.verdict.best].card == 6
    assert puzzle_of(view_of(EVEN)) is None


def test_only_clear_positions_are_mined() -> None:
    """What stands out does so by a head and by more than three standard errors, and is not what anybody would play."""
    setup = nimmt.game("base", players=2, max_rounds=1).setup
    puzzles = [*islice(search(setup, "clear", "last_cards"), 3)]
    assert [*islice(search(setup, "clear", "last_cards"), 1)] == puzzles[:1], "the same seed gives the same puzzles"
    for puzzle in puzzles:
        is_sound(puzzle)
        verdict = judge_position(view_of(puzzle.code))
        assert verdict.clear
        assert verdict.best == puzzle.verdict.best


def test_a_choice_stands_out_by_heads_and_by_standard_errors() -> None:
    def weighed(*means: float, noise: float) -> Weighed:
        rng = np.random.default_rng(0)
        totals = np.array(means) + rng.normal(0, noise, (1000, len(means)))
        return Weighed((), Outcomes(Figures.of(totals.tolist()), [], [], []), [])

    assert stands_out(weighed(3, 1, 4, noise=1), 1)
    assert not stands_out(weighed(3, 1, 4, noise=1), 0)
    assert not stands_out(weighed(1.9, 1, 4, noise=1), 1), "less than a head"
    assert not stands_out(weighed(3, 1, 4, noise=40), 1), "perhaps by chance"


def test_a_puzzle_is_the_same_in_two_worlds_that_look_the_same() -> None:
    """The others' highest cards have changed hands; up to the fifth turn nobody can tell, and no puzzle does."""
    made = nimmt.game("base", players=3, max_rounds=1)
    order = SeededDealer.of(8).permutation("deal:1", 104)
    hands = [_view(made.start(SeededDealer.of(8)), seat).hand for seat in (0, 2)]
    swapped = {max(hands[0]) - 1: max(hands[1]) - 1, max(hands[1]) - 1: max(hands[0]) - 1}
    states = [
        made.start(ExplicitDealer({"deal:1": tuple(deal.get(place, place) for place in order)}))
        for deal in ({}, swapped)
    ]
    assert _view(states[0], 0).hand != _view(states[1], 0).hand
    for _ in range(4):
        one, other = (_view(state, 1) for state in states)
        assert code_of(one) == code_of(other)
        assert to_json(puzzle_of(one)) == to_json(puzzle_of(other))
        assert to_json(judge_position(one, 1.0)) == to_json(judge_position(other, 1.0))
        for seat in range(3):
            states = [state.step(seat, state.legal(seat)[0])[0] for state in states]
        while states[0].phase == "row":
            states = [state.step(state.to_act[0], state.legal(state.to_act[0])[0])[0] for state in states]


@pytest.mark.parametrize(
    ("code", "reasons", "theme"),
    [
        (LOW, ("low", "room"), "low_cards"),
        (LOW, ("room", "sixth"), "full_rows"),
        (LOW, ("later", "room"), "counting"),
        ("12.23.44.68;6-70-71,,,;base.4.0", ("low", "low"), "last_cards"),
        ("12-even.23.44.68;6-70-71,,,;even_odd.4.0", ("low", "low"), "fan_cards"),
    ],
)
def test_a_theme_follows_from_the_reasons(code: str, reasons: tuple[str, ...], theme: str) -> None:
    assert theme_of(view_of(code), reasons) == theme


def is_sound(puzzle: Puzzle) -> None:
    view, verdict = view_of(puzzle.code), puzzle.verdict
    assert code_of(view) == puzzle.code
    legal = [(play.card, play.reverse) for play in choices_in(view)]  # type: ignore[attr-defined]
    assert [(option.card, option.reverse) for option in verdict.options] == legal
    assert len(legal) == len(verdict.losses) == len(verdict.marks) == len(verdict.reasons)
    best = verdict.options[verdict.best]
    for place, option in enumerate(verdict.options):
        assert place == verdict.best or option.mean > best.mean + 0.98, "rounded"
    assert verdict.clear
    assert verdict.marks[verdict.best] == "brilliant"
    assert {mark for place, mark in enumerate(verdict.marks) if place != verdict.best} <= {"mistake", "blunder"}
    fan_cards = any(row.marks for row in view.rows) or any(view.specials)
    assert (puzzle.theme == "fan_cards") == fan_cards
    assert fan_cards or (puzzle.theme == "last_cards") == (len(view.hand) <= 3)


# --- The command -----------------------------------------------------------------------------------


def test_the_command_adds_to_a_file_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    given = "puzzles", "--players", 2, "--theme", "last-cards", "--out", path
    assert "1 puzzle found; 1 in all" in output_of(*given, "--count", 1)
    first = path.read_bytes()
    assert "0 puzzles found; 1 in all" in output_of(*given, "--count", 1)
    assert "1 puzzle found; 2 in all" in output_of(*given, "--count", 2)
    assert path.read_bytes().startswith(first)
    puzzles = [from_json(Puzzle, line) for line in path.read_bytes().splitlines()]
    assert len({puzzle.code for puzzle in puzzles}) == 2
    for puzzle in puzzles:
        is_sound(puzzle)
        assert puzzle.theme == "last_cards"
        assert puzzle.code.partition(";base.")[2].startswith("2.")


def test_what_was_found_before_an_interruption_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = puzzle_of(view_of(LOW))
    assert one

    def interrupted(*_: object) -> object:
        yield one
        raise KeyboardInterrupt

    monkeypatch.setattr("nimmt.review.puzzles.search", interrupted)
    path = tmp_path / "puzzles.jsonl"
    result = run("puzzles", "--out", path)
    assert result.exit_code == 130
    assert "1 puzzle found" in result.stdout
    assert from_json(Puzzle, path.read_bytes()) == one


def test_own_mistakes_become_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(
        "".join(write_record(played(seed, "random", "greedy", "greedy")) + "\n" for seed in range(3)), "utf-8"
    )
    lines = run("puzzles", "--from", path).stdout.splitlines()
    assert lines
    for line in lines:
        is_sound(from_json(Puzzle, line))
    assert run("puzzles", "--from", path, "--count", 1).stdout.splitlines() == lines[:1]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("--count", 0), 2, "--count"),
        (("--theme", "luck"), 2, "--theme is one of low_cards"),
        (("--theme", "fan_cards"), 2, "no fan cards on this table"),
        (("caper", "--theme", "counting"), 2, "every puzzle is about them"),
        (("surprise",), 2, "cannot be weighed"),
        (("--players", 11), 2, "11"),
        (("--out", "missing/file"), 1, "cannot be written"),
        (("--from", "missing"), 1, "missing cannot be read"),
        (("--from", __file__), 1, "Line 1: malformed"),
        (("--out", __file__), 1, "Line 1: bad_json"),
    ],
)
def test_the_command_says_what_it_cannot_do(arguments: tuple[object, ...], status: int, sentence: str) -> None:
    assert sentence in complaint_of("puzzles", *arguments, status=status)


def test_the_command_wants_finished_games_and_a_seat_that_there_is(tmp_path: Path) -> None:
    path, record = tmp_path / "games.jsonl", played(1, "random", "greedy")
    path.write_text(write_record(record), "utf-8")
    assert "There is no seat 3" in complaint_of("puzzles", "--from", path, "--seat", 3, status=2)
    path.write_text(write_record(replace(record, moves=record.moves[:-1], outcome=None)), "utf-8")
    assert "not over" in complaint_of("puzzles", "--from", path, status=1)


def test_on_a_terminal_the_bar_makes_way_for_a_puzzle() -> None:
    screen = StringIO()
    with Progress(console=Console(file=screen, force_terminal=True), transient=True) as progress:
        progress.add_task("Puzzles", total=1)
        progress.refresh()
        with without_bar(progress):
            screen.write("a puzzle\n")
        assert not progress.finished
    before = screen.getvalue().partition("a puzzle\n")[0]
    assert "Puzzles" in before
    assert before.endswith("\x1b[2K")  # the line is empty
