"""Every rule is shown by a test that cites it, and nothing else is cited."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import nimmt

TESTS = Path(__file__).parents[1]
RULEBOOK = Path(nimmt.__file__).with_name("rulebook.toml")


def rulebook() -> dict[str, dict[str, object]]:
    return tomllib.loads(RULEBOOK.read_text(encoding="utf-8"))


def cited() -> dict[str, list[str]]:
    """Rule ids and the files whose tests cite them."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for rule in citations(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(rule, []).append(path.relative_to(TESTS).as_posix())
    return found


def citations(tree: ast.AST) -> Iterator[str]:
    """The arguments of every `pytest.mark.rule(...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"line {node.lineno}: cite rules by their ids, one by one"
                yield str(argument.value)


def uncited(rules: dict[str, dict[str, object]], games: set[str], found: set[str]) -> list[str]:
    """Rules of these games that a test must show and none does."""
    return [
        rule
        for rule, entry in rules.items()
        if entry["test"] and games & set(entry["games"]) and rule not in found  # type: ignore[call-overload]
    ]


def test_every_rule_of_every_game_is_cited_by_a_test() -> None:
    missing = uncited(rulebook(), set(nimmt.keys()), set(cited()))
    assert not missing, f"no test cites {', '.join(missing)}"


def test_only_rules_that_exist_are_cited() -> None:
    unknown = {rule: files for rule, files in cited().items() if rule not in rulebook()}
    assert not unknown, f"the rulebook has none of these: {unknown}"


def test_a_rule_without_a_test_says_why() -> None:
    silent = [rule for rule, entry in rulebook().items() if not entry["test"] and not entry.get("why")]
    assert not silent, f"no test is asked for, and no reason given: {', '.join(silent)}"


def test_a_missing_citation_is_noticed() -> None:
    rules: dict[str, dict[str, object]] = {
        "B-1": {"test": True, "games": ["base"]},
        "B-2": {"test": True, "games": ["base"]},
        "B-16": {"test": False, "games": ["base"]},
        "SU-1": {"test": True, "games": ["surprise"]},
    }
    assert ["B-2"] == uncited(rules, {"base"}, {"B-1"})
    assert ["B-2", "SU-1"] == uncited(rules, {"base", "surprise"}, {"B-1"})


def test_markers_are_found_wherever_they_stand() -> None:
    text = """
@pytest.mark.rule("B-1", "B-2")
def test_one(): ...
pytestmark = [pytest.mark.rule("B-3")]
case = pytest.param(1, marks=pytest.mark.rule("B-4"))
"""
    assert ["B-1", "B-2", "B-3", "B-4"] == sorted(citations(ast.parse(text)))
    with pytest.raises(AssertionError, match="line 1: cite rules by their ids"):
        list(citations(ast.parse("pytest.mark.rule(*IDS)")))
