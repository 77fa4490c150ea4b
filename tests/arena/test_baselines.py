"""The published baselines: the page says what the kept games say, and whoever plays them again gets the same games."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from nimmt.arena.playing import play_deal

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "benchmarks" / "corpus").iterdir())


@pytest.fixture(scope="module")
def baselines() -> ModuleType:
    """docs/baselines.py."""
    spec = importlib.util.spec_from_file_location("baselines", ROOT / "docs" / "baselines.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_what_the_kept_games_say(baselines: ModuleType) -> None:
    page = (ROOT / "docs" / "benchmark.md").read_text("utf-8")
    assert baselines.page_with(baselines.tables()) == page, "renew with: .venv/bin/python docs/baselines.py"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_a_kept_deal_is_played_again(baselines: ModuleType, file: Path) -> None:
    """The smallest table that the bot has played."""
    _, games = baselines.unpack(file)
    plan, deals = games.get(("base", 2)) or games["versus_ox", 3]
    assert 100 == len(deals)
    assert deals[7] == baselines.without_times(play_deal(plan, 7))
