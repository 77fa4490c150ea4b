"""A bot is named in one way everywhere."""

import shlex
import sys
from pathlib import Path

import pytest

from nimmt.botlink import BotFailed, find_bot, split_names
from nimmt.botlink.program_bot import command_of
from tests.cli.terminal import complaint_of, output_of, run

from .company import PROGRAMS, named, short_game

SETUP = short_game().setup

SPLIT = [
    ("greedy,random", (), ["greedy", "random"]),
    ("flat( 100 ), Mc_Rollout(24, 4)", (), ["flat(100)", "mc_rollout(24,4)"]),
    ("cmd:./My Bot --Loud, greedy", (), ["cmd:./My Bot --Loud", "greedy"]),
    ("My.Module:Name", (), ["My.Module:Name"]),
    ("", ("cmd:./bot a,b", "Greedy"), ["cmd:./bot a,b", "greedy"]),
    ("random", ("cmd:./bot a,b",), ["random", "cmd:./bot a,b"]),
]


@pytest.mark.parametrize(("names", "others", "split"), SPLIT)
def test_names_are_parted_at_commas_outside_brackets(names: str, others: tuple[str, ...], split: list[str]) -> None:
    assert split == split_names(names, others)


COMMANDS = [
    ("cmd:./bot --name 'two words' x\\ y", ("./bot", "--name", "two words", "x y")),
    ("cmd:./bot; rm -rf $HOME | cat > `x`", ("./bot;", "rm", "-rf", "$HOME", "|", "cat", ">", "`x`")),
]


@pytest.mark.skipif(sys.platform == "win32", reason="words are parted in another way there")
@pytest.mark.parametrize(("name", "words"), COMMANDS)
def test_a_command_is_split_like_a_shell_would_and_no_shell_is_run(name: str, words: tuple[str, ...]) -> None:
    assert words == command_of(name)


def test_no_shell_is_run(tmp_path: Path) -> None:
    with pytest.raises(BotFailed):
        find_bot(f"cmd:echo hello; touch {tmp_path / 'touched'}", SETUP)
    assert not (tmp_path / "touched").exists()


BAD = [
    ("cmd:", "Name a program"),
    ("cmd:'./bot", "No closing quotation"),
    ("cmd:/no/such/program", "No such file or directory"),
    ("cmd:/", "cannot be started"),
    ("no_such_module:Bot", "ModuleNotFoundError"),
]


@pytest.mark.parametrize(("name", "sentence"), BAD)
def test_what_cannot_be_started_is_named(name: str, sentence: str) -> None:
    with pytest.raises(BotFailed, match=f"^Bot {name}: .*{sentence}"):
        find_bot(name, SETUP)


OWN = """
class First:
    def choose(self, view, legal, history, rng):
        return legal[0]

class Raises:
    def choose(self, view, legal, history, rng):
        raise RuntimeError("no idea")
"""


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the current folder, under a name that no other test uses."""
    name = f"own_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return name


QUICK = ("--players", 2, "--max-rounds", 1, "--seed", 5)
WIDE = {"COLUMNS": "400"}


def test_every_command_takes_every_kind_of_bot(own_folder: str) -> None:
    kinds = [named(), f"{own_folder}:First", "greedy"]
    listed = ",".join(kinds)
    for command in (("simulate", "base", "--games", 2), ("arena", "base", "--deals", 1, "--jobs", 1)):
        shown = output_of(*command, "--bots", listed, "--players", 3, "--max-rounds", 1, "--seed", 5, **WIDE)
        assert all(kind in shown for kind in kinds)
        one_by_one = [word for kind in kinds for word in ("--bot", kind)]
        again = output_of(*command, *one_by_one, "--players", 3, "--max-rounds", 1, "--seed", 5, **WIDE)
        assert all(kind in again for kind in kinds)


def test_a_bad_bot_spoils_nobody_s_simulation(own_folder: str) -> None:
    for bad, reason in ((named("crash"), "status 3"), (f"{own_folder}:Raises", "RuntimeError: no idea")):
        result = run("simulate", "base", "--games", 3, "--bot", bad, "--bot", "greedy", *QUICK, **WIDE)
        assert 1 == result.exit_code
        assert "3 games" in result.output
        assert f"{bad} failed, and default answers were given in its place. Question 2" in result.output or (
            f"{bad} failed, and default answers were given in its place. Question 1" in result.output
        )
        assert reason in result.output


def test_a_person_plays_on_when_a_bot_fails(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    shown = run("play", "base", "--bot", named("crash"), *QUICK, "--save", save, typed="q\n", **WIDE).output
    assert "Against you" in shown
    typed = "".join(f"{card}\n" for _ in range(40) for card in range(1, 105))
    shown = run("play", "--resume", save, "--bot", named("crash"), typed=typed, **WIDE).output
    assert "KeyError: 'hand' The default answer was given in its place." in shown
    assert "See the game again" in shown


def test_a_saved_game_runs_no_program_that_was_not_named(tmp_path: Path) -> None:
    save, log = tmp_path / "game.json", tmp_path / "log"
    name = named("good", log)
    run("play", "base", "--bot", name, *QUICK, "--save", save, typed="q\n")
    log.unlink()
    complaint = complaint_of("play", "--resume", save, status=2)
    assert f"--bot {shlex.quote(name)}" in complaint
    assert not log.exists()
    assert "Resuming" in run("play", "--resume", save, "--bot", name, typed="q\n").output


def test_every_program_of_a_saved_game_must_be_named(tmp_path: Path) -> None:
    save, logs = tmp_path / "game.json", [tmp_path / "one", tmp_path / "two"]
    names = [named("good", log) for log in logs]
    run("play", "base", "--bot", names[0], "--bot", names[1], "--players", 3, "--seed", 5, "--save", save, typed="q\n")
    for log in logs:
        log.unlink()
    assert "name them again" in complaint_of("play", "--resume", save, "--bot", names[0], status=2)
    assert [log for log in logs if log.exists()] == []


def test_a_program_that_cannot_be_started_is_one_sentence() -> None:
    for command in (("simulate", "base"), ("arena", "base", "--bot", "greedy"), ("play", "base")):
        assert "cannot be started" in complaint_of(*command, "--bot", "cmd:/no/such/program", status=2)
    assert PROGRAMS.exists()
