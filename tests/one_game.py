"""Which tests a change to one game can break: python3 dev.py test --for KEY runs these."""

import re

import pytest

import nimmt

LEFT_OUT = ("tests/arena", "tests/envs", "tests/train", "tests/bots/test_levels.py", "tests/bots/test_pool.py")
"""They play whole matches or ask every game the same, and a change of rules shows in the others first."""
ALSO = {
    "tests/rules/test_citations.py": nimmt.keys(),
    "tests/rules/test_books.py": ("surprise", "versus_ox"),
    "tests/rules/test_specials_against_reference.py": ("surprise", "versus_ox"),
}
"""Tests of several games whose names say so nowhere."""


def own_sections(key: str) -> tuple[str, ...]:
    """The sections of the rules that are this game's and not just the base game's."""
    sections = nimmt.spec(key).sections
    return ("P",) if key == "pro" else sections if key == "base" else tuple(set(sections) - {"B", "P"})


def concerns(key: str, name: str, rules: list[str]) -> bool:
    """Whether a test with this name (its file and parameters included), citing these rules, is about the game."""
    if name.startswith(LEFT_OUT):
        return False
    if any(name.startswith(file) and key in games for file, games in ALSO.items()):
        return True
    named = {each for each in nimmt.keys() if re.search(rf"(?<![a-z]){each}(?![a-z])", name)}
    if named:
        others = named - {key, "base"}  # a fan card that is amiss shows alone or with one other
        return key in named and (others <= {"pro"} if key in ("base", "pro") else len(others) <= 1)
    sections = "|".join(own_sections(key))
    # rules are cited by marks and in names: [SU-E4] is an example of theirs, test_bp13_... shows BP-13
    return any(re.match(rf"({sections})-", rule) for rule in rules) or bool(
        re.search(rf"(?<![A-Za-z])({sections})-[EY]?\d|::test_({sections.lower()})\d", name)
    )


def keep_only(key: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not about this game, and what the whole suite alone runs."""
    kept: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        rules = [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]
        quick = item.get_closest_marker("thorough") is None
        (kept if quick and concerns(key, item.nodeid, rules) else rest).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=rest)
