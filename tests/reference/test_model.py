"""The model plays every worked example, and whole rounds without losing a card."""

import json
import random
import tomllib
from pathlib import Path

import pytest

from tests.reference.bullenparty import score
from tests.reference.model import play, play_round
from tests.reference.table import Position, flat, heads, total_heads

NIMMT = Path(__file__).parents[2] / "src" / "nimmt"
EXAMPLES: list[Position] = [
    example
    for file in sorted((NIMMT / "examples" / "data").glob("*.json"))
    for example in json.loads(file.read_text(encoding="utf-8"))
]
MODES = ["base", "eo", "cl", "ca", "rd"]


def by_id(position: Position) -> str:
    return str(position["id"])


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e["mode"] != "bp"], ids=by_id)
def test_example_of_a_row_game(example: Position) -> None:
    expected = {"takes": []} | example["expect"]
    piles = expected.pop("piles", {})
    actual = play(example)
    assert expected == {key: actual[key] for key in expected}
    assert {p: sorted(pile) for p, pile in piles.items()} == {p: sorted(actual["piles"][p]) for p in piles}


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e["mode"] == "bp"], ids=by_id)
def test_example_of_bullenparty(example: Position) -> None:
    actual = play(example)
    for player in example["players"]:
        assert player["expect"]["piles"] == actual[player["p"]]["piles"]
        assert sorted(player["expect"]["hand"]) == sorted(actual[player["p"]]["hand"])


def test_every_mode_has_examples_with_unique_ids_and_known_rules() -> None:
    rulebook = tomllib.loads((NIMMT / "rulebook.toml").read_text(encoding="utf-8"))
    assert {*MODES, "fans", "surprend", "coop", "bp"} == {example["mode"] for example in EXAMPLES}
    assert len(EXAMPLES) == len({example["id"] for example in EXAMPLES})
    assert set() == {rule for example in EXAMPLES for rule in example["rules"]} - set(rulebook)
    assert all({"en", "fr", "de"} == set(example["title"]) for example in EXAMPLES)


def test_heads_of_the_deck() -> None:
    counts = [sum(heads(card) == n for card in range(1, 105)) for n in range(8)]
    assert [0, 76, 9, 10, 0, 8, 0, 1] == counts


def test_bullenparty_score() -> None:
    assert 14 == score([6, 14, 3], [4, 5])
    assert 0 == score([8, 8], [])
    assert -2 == score([5, 4, 3], [])


def random_round(
    mode: str, players: int, rng: random.Random
) -> tuple[list[list[int]], list[list[tuple[str, int, bool]]]]:
    deck = rng.sample(range(1, 105), 10 * players + 4)
    spent: set[str] = set()
    turns = []
    for number in range(10):
        turn = []
        for player in range(players):
            name, card = f"P{player}", deck[4 + 10 * player + number]
            reverse = mode == "rd" and name not in spent and 10 < card < 100 and card % 11 != 0 and rng.random() < 0.3
            spent |= {name} if reverse else set()
            turn.append((name, card, reverse))
        turns.append(turn)
    return [[card] for card in deck[:4]], turns


@pytest.mark.parametrize("mode", MODES)
def test_a_round_keeps_every_card(mode: str) -> None:
    rng = random.Random(mode)
    for players in range(2, 11):
        rows, turns = random_round(mode, players, rng)
        end = play_round(mode, rows, turns, lambda player, card, rows: rng.randint(1, 4))
        seen = flat(end["rows"]) + flat(end["piles"].values())
        assert sorted(flat(rows) + [card for turn in turns for _, card, _ in turn]) == sorted(seen)
        assert total_heads(flat(end["piles"].values())) == sum(take["heads"] for take in end["takes"])


@pytest.mark.parametrize("fans", ["eo cl", "ca cl", "eo ca rd", "eo cl ca rd"])
def test_a_round_with_several_fan_cards_keeps_every_card(fans: str) -> None:
    rng = random.Random(fans)
    for players in range(2, 11):
        rows, turns = random_round("rd" if "rd" in fans else "base", players, rng)
        end = play_round("fans", rows, turns, lambda player, card, rows: rng.randint(1, 4), fans.split())
        seen = flat(end["rows"]) + flat(end["piles"].values())
        assert sorted(flat(rows) + [card for turn in turns for _, card, _ in turn]) == sorted(seen)


def never(player: str, card: int, rows: list[list[int]]) -> int:
    raise AssertionError(f"{player} was asked for a row")


def test_a_round_starts_with_the_fan_card_at_its_place() -> None:
    rows, turn = [[50], [9], [70], [60]], [("A", 51, False), ("B", 61, False)]
    assert {"row": 2, "face": "odd"} == play_round("eo", rows, [turn], never)["eo"]
    assert {"row": 4, "dir": "up"} == play_round("cl", rows, [turn], never)["cl"]
    assert 2 == play_round("ca", rows, [turn], never)["ca"]


def test_a_round_asks_for_the_row_of_a_low_card() -> None:
    asked = []

    def third(player: str, card: int, rows: list[list[int]]) -> int:
        asked.append((player, card, rows))
        return 3

    end = play_round("base", [[50], [9], [70], [60]], [[("A", 3, False), ("B", 5, False)]], third)
    assert [("A", 3, [[50], [9], [70], [60]])] == asked
    assert [[50], [9], [3, 5], [60]] == end["rows"]
    assert {"A": [70], "B": []} == end["piles"]


PLAY = ("A", 51, False)


@pytest.mark.parametrize(
    ("mode", "rows", "turns", "complaint"),
    [
        ("surprend", [[50], [9], [70], [60]], [[PLAY]], "no plain rounds"),
        ("base", [[50, 52], [9], [70], [60]], [[PLAY]], "B-3"),
        ("base", [[50], [9], [70], [51]], [[PLAY]], "B-1"),
        ("base", [[50], [9], [70], [60]], [[PLAY, ("A", 52, False)]], "B-4"),
        ("base", [[50], [9], [70], [60]], [[PLAY], [("B", 52, False)]], "B-4"),
        ("base", [[50], [9], [70], [60]], [[("A", 52, True)]], "RD-2"),
        ("rd", [[50], [9], [70], [60]], [[("A", 52, True)], [("A", 53, True)]], "RD-2"),
        ("rd", [[50], [9], [70], [60]], [[("A", 102, True)]], "RD-3"),
        ("rd", [[50], [9], [70], [60]], [[("A", 77, True)]], "Q-RD1"),
        ("rd", [[50], [9], [70], [60]], [[("A", 7, True)]], "Q-RD1"),
    ],
)
def test_a_round_refuses(
    mode: str, rows: list[list[int]], turns: list[list[tuple[str, int, bool]]], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        play_round(mode, rows, turns, never)
