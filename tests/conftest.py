"""What holds for every test."""

import signal
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import nimmt
from tests.one_game import LEFT_OUT, keep_only
from tests.processes import RUNNING, SHARED, end, none_left

BROWSER = Path(__file__).parent / "browser"


@pytest.fixture(autouse=True)
def no_process_left_behind() -> Iterator[None]:
    """Servers and programs that a test has started end with it, whether it passes or fails."""
    with none_left():
        yield


class Sharing:
    """Several tests share what the fixtures of modules and sessions start, even if one test asks first."""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        before = list(RUNNING)
        value = yield
        if fixturedef.scope != "function":
            SHARED.extend(process for process in RUNNING if process not in before)
        return value


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--for KEY``: see tests/one_game.py."""
    parser.addoption("--for", dest="game", metavar="KEY", help="only what a change to this game can break")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what is left out."""
    name = collection_path.relative_to(config.rootpath).as_posix() if config.getoption("game") else ""
    return True if name in LEFT_OUT else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what was asked for."""
    if config.getoption("game"):
        keep_only(config.getoption("game"), config, items)


def pytest_configure(config: pytest.Config) -> None:
    """Hooks in this very file would not hear of fixtures of the session."""
    if config.getoption("game") not in (None, *nimmt.keys()):
        raise pytest.UsageError(f"No game {config.getoption('game')!r}. The games: {', '.join(nimmt.keys())}.")
    config.pluginmanager.register(Sharing())
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a suite that is told to stop cleans up, too


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say which browser and fonts the results are from, if any test needs one."""
    chosen = [(config.invocation_params.dir / argument.partition("::")[0]).resolve() for argument in config.args]
    if not any(BROWSER.is_relative_to(path) or path.is_relative_to(BROWSER) for path in chosen):
        return None
    from tests.browser.chromium import described

    try:
        return f"browser: {described()}"
    except LookupError as missing:
        return f"browser: none. {missing}"


def pytest_sessionfinish() -> None:
    """Should such a fixture fail to end what it started."""
    for process in list(RUNNING):
        end(process)
