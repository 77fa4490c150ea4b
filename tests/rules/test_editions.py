"""Where the booklets disagree or misprint a word, one reading holds (Q-E)."""

import json
from typing import Any

import pytest

from nimmt import rows
from nimmt.examples import Result, read, run
from nimmt.games.surprise import Surprise
from nimmt.games.versus_ox import VersusOx
from tests.surprise import SPECIALS

ROWS = [[3, 5, 11, 13], [40], [62], [88]]


def outcome(**example: Any) -> Result:
    (only,) = read(json.dumps([{"id": "edition", "rows": ROWS, **example}]))
    return run(only)


@pytest.mark.rule("Q-E1")
def test_qe1_exchange_in_the_contents_list_is_slide_and_there_are_seven_types() -> None:
    assert {"seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive"} == set(SPECIALS)
    assert [4] * 7 == [SPECIALS.count(kind) for kind in dict.fromkeys(SPECIALS)]


@pytest.mark.rule("Q-E5")
@pytest.mark.parametrize("rules", [Surprise(2), VersusOx(2)])
def test_qe5_specials_beside_a_row_are_no_cards_of_it(rules: Surprise | VersusOx) -> None:
    assert [5, 5, 6, 6] == [rules.capacity(row) for row in rows("3 | 5 stop | 11 seven | 13 seven stop")]


@pytest.mark.rule("Q-E5")
@pytest.mark.parametrize("mode", ["surprend", "coop"])
def test_qe5_a_fifth_card_beside_a_seven_takes_nothing(mode: str) -> None:
    script = {"script": [{"place": "A"}]} if mode == "coop" else {}
    expect = {"rows": [[3, 5, 11, 13, 20], *ROWS[1:]], "takes": [], "seven": [1]}
    turn = [{"p": "A", "card": 20}]
    assert outcome(mode=mode, marks={"seven": [1]}, turn=turn, expect=expect, **script).passed


@pytest.mark.rule("Q-E6")
def test_qe6_the_overviews_any_position_leaves_out_the_end() -> None:
    expect = {"rows": [[3, 5, 11, 13, 20], *ROWS[1:]]}
    insert = {"row": 1, "index": 4}
    surprise = [{"p": "A", "card": 20, "special": {"type": "insert", **insert}}]
    refused = "A: The 20 would go to the end of row 1, not into it."
    assert f"{refused} (SU-9)" == outcome(mode="surprend", turn=surprise, expect=expect).message
    script = [{"use": "insert", "p": "A", **insert}]
    coop = outcome(mode="coop", turn=[{"p": "A", "card": 20}], script=script, expect=expect)
    assert f"{refused} (CO-13)" == coop.message
    between = {"type": "insert", "row": 1, "index": 3}
    expect = {"rows": [[3, 5, 11, 12, 13], *ROWS[1:]], "takes": []}
    assert outcome(mode="surprend", turn=[{"p": "A", "card": 12, "special": between}], expect=expect).passed
