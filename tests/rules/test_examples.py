"""The worked examples run on the engine, and the runner can tell when one is wrong."""

import json
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt import Malformed
from nimmt.examples import Result, builtin, read, read_file, run, run_file
from tests.reference.test_cases import CASES
from tests.reference.test_refusals import BULLENPARTY, COOP, ROW_GAMES, SURPRISE

Raw = dict[str, Any]

DATA = files("nimmt.examples") / "data"
RAW: list[Raw] = [
    example
    for name in sorted(file.name for file in DATA.iterdir() if file.name.endswith(".json"))
    for example in json.loads((DATA / name).read_text(encoding="utf-8"))
]
REFUSALS = {
    f"{game}: {name}": position
    for game, cases in (("row", ROW_GAMES), ("surprise", SURPRISE), ("ox", COOP), ("party", BULLENPARTY))
    for name, (position, _) in cases.items()
}
B_E1 = next(example for example in RAW if example["id"] == "B-E1")
B_E3 = next(example for example in RAW if example["id"] == "B-E3")


def run_one(example: Raw) -> Result:
    (only,) = read(json.dumps([example]))
    return run(only)


def changed(example: Raw, **keys: Any) -> Raw:
    return {**deepcopy(example), **keys}


# Every example passes


@pytest.mark.parametrize("example", RAW, ids=lambda example: str(example["id"]))
def test_example(example: Raw) -> None:
    assert Result(example["id"], True, "") == run_one(example)


def test_every_book_has_examples() -> None:
    assert set(builtin()) <= set(nimmt.keys())
    assert len(RAW) == sum(map(len, builtin().values()))
    assert {"base", "eo", "cl", "ca", "rd", "fans", "surprend", "coop", "bp"} == {example["mode"] for example in RAW}


@pytest.mark.parametrize(("position", "expected"), CASES.values(), ids=CASES.keys())
def test_case_worked_by_hand(position: Raw, expected: Raw) -> None:
    assert Result("case", True, "") == run_one({"id": "case", **position, "expect": expected})


# Every example fails when its expectation is changed


def wrong_expectations(example: Raw) -> Iterator[tuple[str, Raw]]:
    """Everything that is expected, each thing changed in turn."""
    if "players" in example:
        for number, player in enumerate(example["players"]):
            for key, value in wrong_party(player["expect"]):
                players = deepcopy(example["players"])
                players[number]["expect"][key] = value
                yield f"{key} of {player['p']}", changed(example, players=players)
        return
    for key, value in wrong_turn(example["expect"]):
        yield key, changed(example, expect={**example["expect"], key: value})


def wrong_party(expect: Raw) -> Iterator[tuple[str, Any]]:
    yield "piles", [*expect["piles"], [100]]
    yield "piles", [expect["piles"][0][::-1], *expect["piles"][1:]]
    yield "hand", expect["hand"][1:]


def wrong_turn(expect: Raw) -> Iterator[tuple[str, Any]]:
    rows = expect["rows"]
    yield "rows", rows[:-1]
    yield "rows", [*rows[:-1], [*rows[-1], 104]]
    yield "rows", [rows[-1], *rows[1:-1], rows[0]]
    yield "takes", [*expect.get("takes", []), {"p": "A", "cards": [104], "heads": 1}]
    for number, take in enumerate(expect.get("takes", [])):
        for wrong in ({"p": "Z"}, {"heads": take["heads"] + 1}, {"cards": take["cards"][1:]}):
            yield "takes", [*expect["takes"][:number], {**take, **wrong}, *expect["takes"][number + 1 :]]
    yield from wrong_marks(expect)
    for name, pile in expect.get("piles", {}).items():
        yield "piles", {name: [*pile, 104]}


def wrong_marks(expect: Raw) -> Iterator[tuple[str, Any]]:
    other_row = {1: 2, 2: 3, 3: 4, 4: 1}
    if "eo" in expect:
        face, row = expect["eo"]["face"], expect["eo"]["row"]
        yield "eo", {"row": row, "face": "even" if face == "odd" else "odd"}
        yield "eo", {"row": other_row[row], "face": face}
    if "cl" in expect:
        arrow, row = expect["cl"]["dir"], expect["cl"]["row"]
        yield "cl", {"row": row, "dir": "up" if arrow == "down" else "down"}
        yield "cl", {"row": other_row[row], "dir": arrow}
    if "ca" in expect:
        yield "ca", other_row[expect["ca"]]
    for key in ("seven", "stop"):
        if key in expect:
            yield key, [] if expect[key] else [1]
            yield key, [4, *expect[key]]


WRONG = [
    pytest.param(key, wrong, id=f"{example['id']} {key} {number}")
    for example in RAW
    for number, (key, wrong) in enumerate(wrong_expectations(example))
]


@pytest.mark.parametrize(("key", "example"), WRONG)
def test_a_wrong_expectation_fails_and_says_what_was_seen(key: str, example: Raw) -> None:
    result = run_one(example)
    assert not result.passed
    assert result.message.startswith("pile of" if key == "piles" else f"{key}: expected ")
    assert ", got " in result.message


def test_a_mark_that_the_game_does_not_know_is_not_there() -> None:
    result = run_one(changed(B_E1, expect={"eo": {"row": 1, "face": "odd"}}))
    assert Result("B-E1", False, 'eo: expected {"row":1,"face":"odd"}, got null') == result


def test_the_message_names_what_was_expected_and_what_was_seen() -> None:
    result = run_one(changed(B_E1, expect={"rows": [[12], [37], [43], [58]]}))
    assert "rows: expected [[12],[37],[43],[58]], got [[12,14,15],[37],[43,44],[58,61]]" == result.message


# Choices


def test_a_choice_where_the_card_has_a_row_fails() -> None:
    assert Result("B-E1", False, "choices: P2 has no row to choose") == run_one(changed(B_E1, choices={"P2": 1}))
    result = run_one(changed(B_E3, choices={"P1": 2, "P2": 1}))
    assert Result("B-E3", False, "choices: P2 has no row to choose") == result


def test_a_choice_that_is_missing_fails() -> None:
    assert Result("B-E3", False, "choices: P1 must take a row and chooses none") == run_one(changed(B_E3, choices={}))


@pytest.mark.parametrize("row", [0, 5, -1, 99])
def test_a_choice_of_a_row_that_is_not_there_fails(row: int) -> None:
    result = run_one(changed(B_E3, choices={"P1": row}))
    assert Result("B-E3", False, f"P1: There is no row {row}. (B-9)") == result


def test_another_choice_leads_elsewhere() -> None:
    result = run_one(changed(B_E3, choices={"P1": 3}))
    assert not result.passed
    assert result.message.startswith("rows: ")


def test_what_is_left_out_is_not_compared() -> None:
    assert run_one(changed(B_E3, expect={"takes": B_E3["expect"]["takes"]})).passed


def test_piles_are_compared_as_sets_and_of_those_named_only() -> None:
    piles = {"P1": [1, 2], "somebody else": [104]}
    assert run_one(changed(B_E3, piles=piles, expect={"piles": {"P1": [37, 2, 1]}})).passed
    assert run_one(changed(B_E3, piles=piles, expect={"piles": {"somebody else": [104], "P2": []}})).passed
    assert not run_one(changed(B_E3, piles=piles, expect={"piles": {"P1": [1, 2]}})).passed
    assert not run_one(changed(B_E3, piles=piles, expect={"piles": {"nobody": []}})).passed


def test_rows_with_specials_are_compared_as_sets() -> None:
    stops = {"mode": "surprend", "marks": {"stop": [3, 1], "seven": [4, 2]}, "turn": [{"p": "A", "card": 40}]}
    assert run_one(changed(B_E1, **stops, expect={"stop": [3, 1], "seven": [2, 4]})).passed
    assert not run_one(changed(B_E1, **stops, expect={"stop": [3]})).passed


# What the rules forbid


@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_the_rules_forbid_fails_or_is_malformed(refused: Raw) -> None:
    with_expectation = changed(refused, id="refused")
    if "players" in refused:
        with_expectation["players"] = [{"expect": {"hand": [100]}, **player} for player in refused["players"]]
    else:
        with_expectation["expect"] = {"rows": [[104]]}
    complaint = complaint_about(drop_other_tags(with_expectation))
    assert complaint
    assert ", got " not in complaint, "it was played to the end"


def complaint_about(example: Raw) -> str:
    """Why the example fails, or cannot even be played."""
    try:
        return run_one(example).message
    except Malformed as error:
        return str(error)


def drop_other_tags(example: Raw) -> Raw:
    """The reference tests write a special's name under both keys of the format."""
    for play in example.get("turn", []):
        play.get("special", {}).pop("use", None)
    for step in example.get("script", []):
        step.pop("type", None)
    return example


# Files


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "some.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_file_is_run_in_its_order(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps([B_E3, changed(B_E1, choices={"P2": 1}), B_E1]))
    assert [("B-E3", True), ("B-E1", False), ("B-E1", True)] == [(r.id, r.passed) for r in run_file(path)]
    assert [] == run_file(write(tmp_path, "[]"))


def test_a_single_example_is_a_file_too(tmp_path: Path) -> None:
    assert [Result("B-E1", True, "")] == run_file(write(tmp_path, json.dumps(B_E1)))


def test_every_built_in_file_can_be_run_by_its_path() -> None:
    for file in DATA.iterdir():
        assert all(result.passed for result in run_file(str(file)))


BAD_FILES = {
    "": "Expected a JSON list of examples",
    "[{": "Expected a JSON list of examples",
    "7": "Expected a JSON list of examples",
    "[7]": "Example 1: ",
    "[{}]": "Example 1: Object missing required field `id`",
    '[{"id": "X", "rows": []}]': "Example 1: Object missing required field `mode`",
    '[{"id": 3, "mode": "base"}]': r"Example 1: Expected `str`, got `int` - at `\$.id`",
    '[{"id": "X", "mode": "chess"}]': "Example X: there is no mode 'chess'; there are: base, eo, ",
    '[{"id": "X", "mode": "base"}]': "Example X: Object missing required field `rows`",
}
BAD_KEYS: dict[str, tuple[Raw, str]] = {
    "unknown key": ({"choises": {}}, "unknown field `choises`"),
    "unknown key inside": ({"expect": {"row": []}}, r"unknown field `row` - at `\$.expect`"),
    "text for a card": ({"rows": [["12"], [37], [43], [58]]}, r"Expected `int`, got `str` - at `\$.rows\[0\]\[0\]`"),
    "no such card": ({"rows": [[0], [37], [43], [58]]}, r"at `\$.rows\[0\]\[0\]`"),
    "card twice": ({"rows": [[14], [37], [43], [58]]}, "a card is named twice"),
    "card in a pile too": ({"piles": {"P1": [14]}}, "a card is named twice"),
    "three rows": ({"rows": [[12], [37], [43]]}, "rows: there are 3 of them"),
    "five rows": ({"rows": [[12], [37], [43], [58], [99]]}, "rows: there are 5 of them"),
    "an empty row": ({"rows": [[12], [], [43], [58]]}, "rows: one is empty or too long"),
    "a row of six": ({"rows": [[1, 2, 3, 4, 5, 6], [37], [43], [58]]}, "rows: one is empty or too long"),
    "other rows than agreed on": ({"options": {"rows": 6}}, "rows: there are 4 of them"),
    "rows longer than agreed on": (
        {"options": {"capacity": 2}, "rows": [[1, 2, 3], [37], [43], [58]]},
        "rows: one is empty or too long",
    ),
    "a card above the deck": ({"options": {"deck": 60}}, "there is no 61 in the deck"),
    "numbers that cannot be dealt": ({"options": {"deck": 40}}, "need 44 cards, but the deck has 40"),
    "no such number of rows": ({"options": {"rows": 9}}, r"at `\$.rows`"),
    "nobody plays": ({"turn": []}, "turn: nobody plays a card"),
    "two cards of one": ({"turn": [{"p": "A", "card": 1}, {"p": "A", "card": 2}]}, "turn: somebody plays two cards"),
    "eleven play": ({"turn": [{"p": str(n), "card": 90 + n} for n in range(11)]}, "turn: there are not so many seats"),
    "nothing expected": ({"expect": {}}, "expect: nothing is expected"),
    "marks of another game": ({"marks": {"ca": {"row": 1}}}, r"unknown field `ca` - at `\$.marks`"),
    "no marker": ({"mode": "eo"}, "missing required field `marks`"),
    "no such face": ({"mode": "eo", "marks": {"eo": {"row": 1, "face": "x"}}}, r"at `\$.marks.eo.face`"),
    "wrong face": ({"mode": "eo", "marks": {"eo": {"row": 1, "face": "odd"}}}, "marks: the end of row 1 is not odd"),
    "wrong arrow": ({"mode": "cl", "marks": {"cl": {"row": 1, "dir": "up"}}}, "marks: at row 1 it points up"),
    "no such row": ({"mode": "ca", "marks": {"ca": {"row": 5}}}, "marks: there is no row 5"),
    "no script": ({"mode": "coop"}, "missing required field `script`"),
    "bad step": ({"mode": "coop", "script": [{"use": "stop"}]}, r"script\[0\]: .*missing required field `row`"),
    "no such player": ({"mode": "coop", "script": [{"use": "last", "p": "Z"}]}, "script: Z has no card in this turn"),
}


@pytest.mark.parametrize(("text", "complaint"), BAD_FILES.items())
def test_a_file_that_is_no_list_of_examples(tmp_path: Path, text: str, complaint: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(Malformed, match=complaint) as caught:
        run_file(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(("keys", "complaint"), BAD_KEYS.values(), ids=BAD_KEYS.keys())
def test_an_example_that_makes_no_sense_is_named_with_its_key(keys: Raw, complaint: str) -> None:
    with pytest.raises(Malformed, match=complaint) as caught:
        run_one(changed(B_E1, id="Q-17", **keys))
    assert str(caught.value).startswith("Example Q-17: ")


def test_a_position_that_makes_no_sense_is_named_with_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps([B_E3, changed(B_E1, piles={"P1": [14]})]))
    with pytest.raises(Malformed) as caught:
        run_file(path)
    assert f"{path}: Example B-E1: a card is named twice." == str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be read") as caught:
        run_file(tmp_path / "nothing.json")
    assert "unreadable" == caught.value.code
    with pytest.raises(Malformed, match="cannot be read"):
        read_file(tmp_path)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(Malformed):
        run_file(write(tmp_path, b"\xff\xfe\x00[]"))
