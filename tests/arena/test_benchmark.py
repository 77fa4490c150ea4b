"""The benchmark: what is played is fixed for ever, what bots score is fair, and one table tells it."""

import re
import sys
from datetime import date
from importlib.metadata import version
from io import StringIO
from math import inf
from pathlib import Path

import pytest
from rich.console import Console

import nimmt
from nimmt.arena import Failure, GamePlayed, benchmark
from nimmt.arena.benchmark import Result, Score, knows, plan_for, setups, to_markdown, worth
from nimmt.cli.benchmark import _tell as tell
from nimmt.errors import NimmtError
from nimmt.setup import RULES, Setup
from nimmt.words import LANGUAGES, words
from tests.books import WITH_PRO
from tests.cli.terminal import complaint_of

CITED = (
    "base 2, base 4, base 6, base 10, pro 4, even_odd 4, climb 4, caper 4, reversed_digits 4, surprise 4, "
    "versus_ox 3, bullenparty 4"
)


def test_version_2_is_what_it_was_when_scores_were_cited() -> None:
    assert (2, 100, "greedy") == (benchmark.VERSION, benchmark.DEALS, benchmark.OPPONENT)
    assert ", ".join(f"{key} {players}" for key, players in benchmark.TABLES) == CITED
    assert {key for key, _ in benchmark.TABLES} == set(WITH_PRO)
    assert {"nimmt-benchmark-1"} == {plan_for("random", setup).seed for setup in setups()}


def test_the_bot_sits_among_copies_of_the_opponent_and_a_team_is_all_of_one_kind() -> None:
    plans = {plan.setup.key: plan for plan in (plan_for("random", setup) for setup in setups())}
    assert (("random", "greedy", "greedy", "greedy"),) == plans["surprise"].lineups(0)
    assert (("random", "random", "random"),) == plans["versus_ox"].lineups(0)


WORTHS = [
    ((1, 2, 3), None, (0, 0, 0), [1.0, 0.0, -1.0]),
    ((1, 1, 3), None, (0, 0, 0), [0.5, 0.5, -1.0]),
    ((1, 1), None, (0, 0), [0.0, 0.0]),
    ((1, 1), 9, (4, 4), [1.0, 1.0]),
    ((2, 2), 4, (4, 4), [0.0, 0.0]),
    ((2, 2), 3, (4, 4), [-1.0, -1.0]),
]


@pytest.mark.parametrize(("ranks", "opponent", "totals", "worths"), WORTHS)
def test_places_are_worth_one_to_minus_one(
    ranks: tuple[int, ...], opponent: int | None, totals: tuple[int, ...], worths: list[float]
) -> None:
    game = GamePlayed(("a",) * len(ranks), totals, ranks, opponent)
    assert worths == [worth(game, seat) for seat in range(len(ranks))]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> tuple[Setup, ...]:
    """One round each of two small tables."""
    chosen = tuple(nimmt.game("base", players=players, max_rounds=1).setup for players in (2, 3))
    monkeypatch.setattr(benchmark, "setups", lambda: chosen)
    return chosen


EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"


@pytest.mark.parametrize("bot", ["random", "nimmt.bots.greedy:GreedyBot", f"cmd:{sys.executable} {EXAMPLE}"])
def test_bots_are_named_in_one_way(bot: str, small: tuple[Setup, ...]) -> None:
    result = benchmark.benchmark(bot, deals=2, jobs=1)
    assert [2, 3] == [score.players for score in result.scores]
    assert all(score.deals == 2 and -1 <= score.score <= 1 and score.error < inf for score in result.scores)
    assert not result.complete


def test_the_opponent_against_itself_scores_nothing(small: tuple[Setup, ...]) -> None:
    assert (0.0, 0.0) == benchmark.benchmark("greedy", deals=2, jobs=1).total


def test_a_folder_keeps_all_games_and_the_same_call_goes_on(small: tuple[Setup, ...], tmp_path: Path) -> None:
    first = benchmark.benchmark("random", 2, tmp_path, 1)
    assert ["base-2.jsonl", "base-3.jsonl"] == sorted(path.name for path in tmp_path.iterdir())
    assert first == benchmark.benchmark("random", 2, tmp_path, 1)


def test_games_that_a_bot_does_not_play_are_left_out() -> None:
    assert ["surprise", "versus_ox", "bullenparty"] == [s.key for s in setups() if not knows("heuristic", s)]
    with pytest.raises(NimmtError, match="There is no bot 'nobody'"):
        knows("nobody", setups()[0])


FIGURES = Result(
    "mybot",
    100,
    (
        Score("base", 4, 100, 0.25, 0.01, 3.5, 0.5, 0.4, 12.0),
        Score("surprise", 4),
        Score("climb", 4, failure=Failure("mybot", "raised", "boom")),
    ),
)


def test_a_score_can_be_cited_without_the_games_that_a_bot_does_not_play() -> None:
    played = [Score(key, players, 100, 0.1, 0.1) for key, players in benchmark.TABLES]
    unplayed, failed = Score("surprise", 4), Score("surprise", 4, failure=Failure("mybot", "raised", "boom"))
    few = Score("surprise", 4, 99, 0.1, 0.1)
    assert Result("mybot", 100, tuple(played)).complete
    assert Result("mybot", 100, (*played[:-1], unplayed)).complete
    assert not Result("mybot", 100, (*played[:-1], failed)).complete
    assert not Result("mybot", 100, (*played[:-1], few)).complete
    assert not Result("mybot", 100, tuple(played[:-1])).complete  # it was interrupted


def test_the_table_as_it_is_published() -> None:
    page = to_markdown(FIGURES, date(2026, 11, 18))
    assert "| base | 4 | 100 | +0.250 ± 0.010 | +3.50 ± 0.50 | 40.0% | 12.00 |" in page
    assert "does not play it" in page
    assert f"This is no score of benchmark {benchmark.VERSION}" in page
    assert (
        f"Played by nimmt {version('nimmt')} (version {RULES} of the rules), finished on 2026-11-18, "
        f"seed `{benchmark.SEED}`." in page
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_deal_has_no_error_and_is_one_deal(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    monkeypatch.setattr("nimmt.cli.benchmark.Console", lambda **_: Console(file=written, width=160))
    result = Result("mybot", 1, (Score("base", 4, 1, 0.25, inf, 3.5, inf, 0.4, 12.0),))
    tell(words(language), result)
    page = to_markdown(result, date(2026, 11, 18))
    for shown in (written.getvalue(), page):
        assert not re.search("± *(inf|–|-)", shown)
        assert not re.search("[^0-9]1 (deals|donnes|Kartenverteilungen)", shown)
    assert "1 deal each" in page
    assert words(language).count("deals", 1) in written.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    monkeypatch.setattr("nimmt.cli.benchmark.Console", lambda **_: Console(file=written, width=160))
    tell(words(language), FIGURES)
    speech, shown = words(language), written.getvalue()
    score = "+0.250 ± 0.010" if language == "en" else "+0,250 ± 0,010"
    assert score in shown
    assert "boom" in shown
    assert speech.say("benchmark.not_played") in shown
    assert speech.say("benchmark.meaning") in " ".join(shown.split("\n"))


@pytest.mark.parametrize(
    ("arguments", "sentence", "status"),
    [(("nobody",), "There is no bot", 2), (("random", "--deals", "0"), "--deals", 2)],
)
def test_what_is_wrong_is_named(arguments: tuple[str, ...], sentence: str, status: int) -> None:
    assert sentence in complaint_of("benchmark", *arguments, status=status)
