"""Documents match what the program does."""

import doctest
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import to_builtins
from typer.main import get_command

import nimmt
from nimmt.bots.kinds import KINDS
from nimmt.cli import app
from nimmt.server.api import ROUTES
from nimmt.server.app import HTTP_CODES
from nimmt.server.settings import Limits

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def generator() -> ModuleType:
    """Load docs/generate.py."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("key", nimmt.keys())
def test_game_pages_are_current(key: str) -> None:
    page = ROOT / "docs" / "games" / f"{key}.md"
    assert page.read_text("utf-8") == generator().page(key), "renew with: python3 dev.py docs"


def test_the_page_of_observations_is_current() -> None:
    page = ROOT / "docs" / "observations.md"
    assert page.read_text("utf-8") == generator().observations_page(), "renew with: python3 dev.py docs"


def test_there_are_no_pages_of_games_that_do_not_exist() -> None:
    assert {page.stem for page in (ROOT / "docs" / "games").glob("*.md")} == set(nimmt.keys())


@pytest.mark.parametrize(
    "document", ["README.md", "docs/engine.md", "docs/envs.md", "docs/benchmark.md", "docs/research.md"]
)
def test_what_the_documents_show_is_what_happens(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False)
    assert tried > 0
    assert failed == 0


def operators_page() -> str:
    return (ROOT / "docs" / "server.md").read_text("utf-8")


def test_the_limits_of_the_server_are_those_of_the_code() -> None:
    documented: dict[str, float] = {}
    for names, defaults in re.findall(r"^\| (`[^|]+) \| ([\d.,/s ]+) \|", operators_page(), re.MULTILINE):
        numbers = [float(number.replace(",", "").removesuffix("/s")) for number in defaults.split(", ")]
        documented |= dict(zip(re.findall(r"`(\w+)`", names), numbers, strict=True))
    assert to_builtins(Limits()) == documented


def test_the_flags_of_the_server_are_those_of_the_program() -> None:
    program = get_command(app)
    flags = {name for parameter in program.commands["serve"].params for name in parameter.opts}  # type: ignore[attr-defined]
    mentioned = set(re.findall(r"`(--[a-z-]+)", operators_page()))
    elsewhere = {"--no-browser", "--help", "--lang"}
    assert set() == mentioned - flags - elsewhere
    assert set() == flags - mentioned - elsewhere


def test_every_game_of_the_registry_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [key for key in nimmt.keys() if f"`{key}`" not in readme] == []


def test_documents_link_to_files_that_exist() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{document.name}: {target}"
        for document in documents
        for target in links(document.read_text("utf-8"))
        if not (document.parent / target).exists()
    ]
    assert broken == []


def links(text: str) -> list[str]:
    """Relative targets of Markdown links and pictures."""
    found = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    return [target for target in found if "://" not in target]


def test_the_way_of_a_card_leads_through_files_that_do_what_it_says() -> None:
    page = (ROOT / "docs" / "way-of-a-card.md").read_text("utf-8")
    stations = re.findall(r"^\| (\d+) \| \[`[^`]+`\]\(([^)]+)\) \| (.+) \|$", page, re.MULTILINE)
    assert [int(number) for number, _, _ in stations] == list(range(1, len(stations) + 1))
    assert 10 < len(stations) <= 18
    for _, path, said in stations:
        source = (ROOT / "docs" / path).read_text("utf-8")
        assert [name for name in re.findall(r"`(\w+)`", said) if not re.search(rf"\b{name}\b\s*\(", source)] == [], path


def test_every_bot_is_described() -> None:
    tables = [line for line in (DOCS / "bots.md").read_text("utf-8").splitlines() if line.startswith("|")]
    names = [kind.written(name) for name, kind in KINDS.items()]
    assert [] == [name for name in names if not any(f"`{name}`" in line for line in tables)], "add them to docs/bots.md"


def test_every_route_is_described() -> None:
    described = (DOCS / "protocol.md").read_text("utf-8")

    def is_there(path: str) -> bool:
        """Written out, or shortened to what comes after the table's code."""
        short = path.replace("/api/tables/{code}", "…"), f"…/{path.rpartition('/')[2]}"
        return any(f"{written}{end}" in described for written in (path, *short) for end in "`?")

    paths = {re.sub(r":\w+", "", path) for handler in ROUTES for path in handler.paths}
    assert [] == sorted(path for path in paths if not is_there(path)), "add them to docs/protocol.md"


def test_every_refusal_of_the_server_is_named() -> None:
    described = (DOCS / "protocol.md").read_text("utf-8")
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/nimmt/server").glob("*.py"))
    codes = {*re.findall(r'(?:Refused|NoToken|Away)\(\s*\d+,\s*"(\w+)"', sources), *HTTP_CODES.values(), "failed"}
    codes |= set(re.findall(r'\.close\("(\w+)"', sources))
    assert len(codes) > 50
    assert [] == sorted(code for code in codes if f"`{code}`" not in described), "add them to docs/protocol.md"


def test_the_limits_that_clients_must_know_are_those_of_the_server() -> None:
    described, limits = (DOCS / "protocol.md").read_text("utf-8"), Limits()
    for limit in (limits.message_bytes, limits.body_bytes, limits.messages_burst):
        assert f"{limit:,}" in described
    assert f"{limits.messages:g} a second" in described
