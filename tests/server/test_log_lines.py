"""What the server's log holds: JSON lines, and below warnings only those of this program."""

import json
import logging
from collections.abc import Iterator

import pytest

from nimmt.server import logs


@pytest.fixture
def restored() -> Iterator[None]:
    root, own = logging.getLogger(), logging.getLogger("nimmt")
    handlers, levels = root.handlers, (root.level, own.level)
    yield
    root.handlers = handlers
    root.setLevel(levels[0])
    own.setLevel(levels[1])


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("library", ["numba.core.ssa", "uvicorn.error", "httpx", "websockets.server", "asyncio"])
def test_other_libraries_tell_no_details(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("DEBUG")
    for level in (logging.DEBUG, logging.INFO):
        logging.getLogger(library).log(level, "a card of somebody else")
    logging.getLogger(library).warning("a warning")
    logging.getLogger("nimmt.server").debug("our own detail")
    assert _events(capsys) == ["a warning", "our own detail"]


@pytest.mark.usefixtures("restored")
def test_quiet_logs_are_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("ERROR")
    logging.getLogger("uvicorn.error").warning("a warning")
    logging.getLogger("nimmt.server").error("a fault")
    assert _events(capsys) == ["a fault"]


def _events(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()]
