"""`import nimmt` is quick: it brings in neither what other layers need nor games that nobody has asked for."""

import subprocess
import sys
from graphlib import TopologicalSorter

import grimp
import pytest

import nimmt
from nimmt.games.registry import GAMES, rules_of

HEAVY = (
    "numba",
    "numpy",
    "litestar",
    "uvicorn",
    "asyncpg",
    "typer",
    "rich",
    "sqlite3",
    "asyncio",
    "tomllib",
    "json",
    "hashlib",
    "random",
)
LATE = ("bots", "cli", "codec", "examples", "fast", "records", "render", "rules", "server", "words")


def loaded_by(program: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after this."""
    show = f"{program}\nimport sys; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", show], check=True, capture_output=True, text=True).stdout.split())


def test_importing_brings_in_nothing_heavy_and_no_game() -> None:
    loaded = loaded_by("import nimmt")
    assert "nimmt.game" in loaded
    assert not loaded & {*HEAVY, *(f"nimmt.{name}" for name in LATE)}
    assert {"nimmt.games", "nimmt.games.registry"} == {name for name in loaded if name.startswith("nimmt.games")}


def test_a_game_brings_in_no_other() -> None:
    loaded = loaded_by("import nimmt; nimmt.game('base', players=4).start(1)")
    assert "nimmt.games.base" in loaded
    assert not {name for name in loaded if "surprise" in name or "versus_ox" in name or "bullenparty" in name}


def test_every_public_name_is_there_whenever_it_is_imported() -> None:
    assert sorted(nimmt.__all__) == sorted(set(nimmt.__all__))
    assert all(getattr(nimmt, name) is not None for name in nimmt.__all__)
    assert loaded_by("from nimmt import *; verify, to_json, render") >= {"nimmt.records", "nimmt.render"}


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        nimmt.chess  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("key", GAMES)
def test_the_registry_finds_the_rules_by_their_own_key(key: str) -> None:
    assert key == rules_of(key).key


def test_no_module_needs_itself() -> None:
    """Imports inside functions and those for type checkers alone count too; a cycle is named by the error."""
    graph = grimp.build_graph("nimmt", cache_dir=None)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
