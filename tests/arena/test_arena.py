"""The arena at work: the same results wherever it runs, nothing lost, and bad bots named."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nimmt
from nimmt import BadSetup
from nimmt.arena import Arena, DealPlayed, Plan, Report
from nimmt.arena.playing import play_deal
from tests.processes import in_the_background, start

THREE = nimmt.game("base", players=3, max_rounds=1).setup
PLAN = Plan(THREE, ("greedy", "random"), "one", "7")
BAD = "tests.arena.bad_bots"


def games(played: tuple[DealPlayed, ...] | list[DealPlayed]) -> list[object]:
    """Everything but the times."""
    return [(deal.deal, game.bots, game.totals, game.ranks) for deal in played for game in deal.games]


def with_bad(kind: str, seconds: float = 60) -> Plan:
    return Plan(THREE, ("greedy", f"{BAD}:{kind}", "random"), "one", "7", seconds)


def test_the_seed_decides_and_the_workers_do_not(tmp_path: Path) -> None:
    here = [play_deal(PLAN, deal) for deal in range(6)]
    there = Arena(PLAN, 6).run(jobs=2)
    assert games(here) == games(there.played)
    assert games(here) != games([play_deal(Plan(THREE, PLAN.bots, "one", "8"), deal) for deal in range(6)])
    assert "deals" == there.ended


def test_the_same_deal_goes_round_the_seats() -> None:
    """Two names of a bot that always does the same have the same totals by seat, whoever sits where."""
    plan = Plan(THREE, (f"{BAD}:First", f"{BAD}:AlsoFirst"), "one", "7")
    for deal in range(3):
        played = play_deal(plan, deal).games
        assert 6 == len({game.bots for game in played})
        assert 1 == len({game.totals for game in played})
    assert play_deal(plan, 0).games[0].totals != play_deal(plan, 1).games[0].totals


def test_a_cluster_gives_the_same_results() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="inproc://"
    ) as cluster:
        there = Arena(PLAN, 5).run(cluster=cluster.scheduler_address)
    assert games([play_deal(PLAN, deal) for deal in range(5)]) == games(there.played)


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(BadSetup, match=r"127\.0\.0\.1:9"):
        Arena(PLAN, 5).run(cluster="tcp://127.0.0.1:9")


def test_an_interrupted_arena_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Arena(PLAN, 3, file).run(jobs=1)
    with file.open("ab") as cut:
        cut.write(b'{"deal":3,"games":[{"bo')  # the power went off
    resumed = Arena(PLAN, 6, file)
    assert 3 == resumed.done
    report = resumed.run(jobs=1)
    assert games(report.played) == games([play_deal(PLAN, deal) for deal in range(6)])
    assert 7 == len(file.read_bytes().splitlines())
    again = Arena(PLAN, 6, file).run(jobs=1)
    assert games(again.played) == games(report.played)


def test_other_results_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Arena(PLAN, 1, file).run(jobs=1)
    before = file.read_bytes()
    with pytest.raises(BadSetup, match="another plan"):
        Arena(Plan(THREE, PLAN.bots, "one", "8"), 1, file)
    file.with_name("text").write_text("hello\nworld\n")
    with pytest.raises(BadSetup, match="no results"):
        Arena(PLAN, 1, file.with_name("text"))
    assert before == file.read_bytes()
    assert "hello\nworld\n" == file.with_name("text").read_text()


def test_a_bot_that_never_finishes_a_decision_is_out() -> None:
    party = Plan(nimmt.game("bullenparty", players=2).setup, (f"{BAD}:Circles", "greedy"), "one", "7")
    [failure] = Arena(party, 1).run(jobs=1).failures
    assert f"{BAD}:Circles" == failure.bot
    assert "It gave 500 answers to one decision" in failure.sentence


@pytest.mark.parametrize(
    ("kind", "how", "words"),
    [("Raises", "raised", "RuntimeError: no idea"), ("Cheats", "illegal", "105"), ("Dawdles", "slow", "0.5 seconds")],
)
def test_a_bad_bot_is_named_and_the_others_go_on(kind: str, how: str, words: str) -> None:
    report = Arena(with_bad(kind, 0.5), 3).run(jobs=1)
    [failure] = report.failures
    assert (f"{BAD}:{kind}", how) == (failure.bot, failure.kind)
    assert words in failure.sentence
    assert ("deals", 3) == (report.ended, report.deals)
    assert {"greedy", "random"} == {line.bot for line in report.standing.bots}
    assert 1 == sum(game.failure is not None for game in report.played[0].games)  # nobody waits for it again
    good = [game for deal in report.played for game in deal.games if not game.failure]
    assert games([play_deal(PLAN, deal) for deal in range(3)]) == [
        (deal.deal, game.bots, game.totals, game.ranks)
        for deal in report.played
        for game in deal.games
        if game in good and f"{BAD}:{kind}" not in game.bots
    ]


def test_it_stops_at_the_first_failure_if_asked() -> None:
    report = Arena(with_bad("Raises"), 50, stop_on_failure=True).run(jobs=1)
    assert ("failure", 1) == (report.ended, report.deals)
    assert {"greedy", "random"} == {line.bot for line in report.standing.bots}


def test_nobody_left_to_play() -> None:
    report = Arena(Plan(THREE, ("greedy", f"{BAD}:Raises"), "one"), 50).run(jobs=1)
    assert ("failure", 1) == (report.ended, report.deals)


def test_a_bot_that_kills_its_process_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    report = Arena(Plan(THREE, ("greedy", f"{BAD}:Dies"), "one"), 2, file).run(jobs=1)
    assert "failure" == report.ended
    assert "died" == report.failures[0].kind
    assert f"{BAD}:Dies" in report.failures[0].sentence


def test_it_stops_when_the_errors_are_small_enough() -> None:
    report = Arena(PLAN, 1000, until_error=2.0).run(jobs=1)
    assert "settled" == report.ended
    assert report.deals % 16 == 0
    assert report.deals < 200
    assert all(line.error <= 2.0 for line in report.standing.tables)
    assert "unsettled" == Arena(PLAN, 20, until_error=0.001).run(jobs=1).ended
    best = report.standing.bots[0]
    assert ("greedy", True) == (best.bot, best.sure > 0.99)


def test_time_is_that_of_the_processor() -> None:
    plan = Plan(THREE, (f"{BAD}:First", f"{BAD}:Sleeps"), "one", "7")
    [game, *_] = play_deal(plan, 0).games
    assert 0.25 > game.seconds[game.bots.index(f"{BAD}:Sleeps")]  # of ten times 0.05 seconds


def test_teams_against_the_ox() -> None:
    plan = Plan(nimmt.game("versus_ox", players=1).setup, ("greedy", "random"), "same", "1")
    report: Report = Arena(plan, 30).run(jobs=1)
    wins = {line.bot: line.wins for line in report.standing.bots}
    assert wins["greedy"] > wins["random"]


def test_points_are_wanted() -> None:
    plan = Plan(nimmt.game("bullenparty", players=2).setup, ("random", "greedy"), "one", "1")
    best, worst = Arena(plan, 4).run(jobs=1).standing.bots
    assert ("greedy", "random") == (best.bot, worst.bot)
    assert best.margin > 0


INTERRUPT = """
import signal, sys
from nimmt.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
sys.argv = ["nimmt", "arena", "base", "--bots", "greedy,random", "--deals", "100000", "--max-rounds", "1",
            "--seed", "7", "--players", "3", "--jobs", "1", "--out", sys.argv[1]]
if __name__ == "__main__":
    main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPT)
    out = tmp_path / "out"
    with in_the_background():
        process = start([sys.executable, script, out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    file, patience = out / "games.jsonl", time.monotonic() + 60
    while not (file.exists() and len(file.read_bytes().splitlines()) > 3) and time.monotonic() < patience:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    assert 130 == process.returncode, errors
    assert "Interrupted after" in told
    kept = len(file.read_bytes().splitlines()) - 1
    resumed = Arena(PLAN, kept, file).run(jobs=1)
    assert games(resumed.played)[:18] == games([play_deal(PLAN, deal) for deal in range(3)])
