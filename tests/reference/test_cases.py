"""What the worked examples leave out, worked by hand: legal cases of the fan cards, the specials and Bullenparty."""

from typing import Any

import pytest

from tests.reference.model import play
from tests.reference.surprise import ways_to_cancel
from tests.reference.table import Position

FULL = [3, 5, 11, 13, 17]


def turn(*plays: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"p": player, "card": card} for player, card in plays]


def special(card: int, type: str, **use: Any) -> list[dict[str, Any]]:
    return [{"p": "A", "card": card, "special": {"type": type, **use}}]


def slide(own: int, card: int, source: int, goal: int, index: int) -> list[dict[str, Any]]:
    return [
        {"p": "A", "card": own, "special": {"type": "slide", "card": card, "from": source, "to": goal, "index": index}}
    ]


def negative_positive(own: int, **use: Any) -> list[dict[str, Any]]:
    return [{"p": "A", "card": own, "special": {"type": "np", **use}}]


def surprise(rows: list[list[int]], play: list[dict[str, Any]], **more: Any) -> Position:
    return {"mode": "surprend", "rows": rows, "turn": play, **more}


def coop(rows: list[list[int]], play: list[dict[str, Any]], script: list[dict[str, Any]], **more: Any) -> Position:
    return {"mode": "coop", "rows": rows, "turn": play, "script": script, **more}


CASES: dict[str, tuple[Position, dict[str, Any]]] = {
    "a full row may be chosen": (
        {"mode": "base", "rows": [FULL, [40], [62], [88]], "turn": turn(("A", 2)), "choices": {"A": 1}},
        {"rows": [[2], [40], [62], [88]], "piles": {"A": FULL}},
    ),
    "even/odd: the marker leaves the lowest end": (
        {
            "mode": "eo",
            "rows": [[9], [40], [62], [88]],
            "marks": {"eo": {"row": 1, "face": "odd"}},
            "turn": turn(("A", 8)),
            "choices": {"A": 3},
        },
        {"rows": [[9], [40], [8], [88]], "eo": {"row": 3, "face": "even"}},
    ),
    "even/odd: the marked row is chosen, the next card sees the new mark": (
        {
            "mode": "eo",
            "rows": [[9], [40], [62], [88]],
            "marks": {"eo": {"row": 1, "face": "odd"}},
            "turn": turn(("A", 8), ("B", 41)),
            "choices": {"A": 1},
        },
        {"rows": [[8, 41], [40], [62], [88]], "eo": {"row": 2, "face": "even"}},
    ),
    "climb: up to the first row, where the arrow turns": (
        {
            "mode": "cl",
            "rows": [[50], [10], [70], [80]],
            "marks": {"cl": {"row": 2, "dir": "up"}},
            "turn": turn(("A", 30)),
            "choices": {"A": 2},
        },
        {"rows": [[50], [30], [70], [80]], "cl": {"row": 1, "dir": "down"}},
    ),
    "climb: a row left by the marker goes up from its end": (
        {
            "mode": "cl",
            "rows": [[50], [60], [30, 20], [70]],
            "marks": {"cl": {"row": 3, "dir": "up"}},
            "turn": turn(("A", 25), ("B", 27)),
            "choices": {"A": 2},
        },
        {"rows": [[50], [25], [30, 20, 27], [70]], "cl": {"row": 2, "dir": "up"}},
    ),
    "climb: a row entered by the marker goes down from its end": (
        {
            "mode": "cl",
            "rows": [[40], [60], [20, 30], [10]],
            "marks": {"cl": {"row": 4, "dir": "up"}},
            "turn": turn(("A", 15), ("B", 27)),
            "choices": {"A": 2},
        },
        {"rows": [[40], [15], [20, 30, 27], [10]], "cl": {"row": 3, "dir": "up"}},
    ),
    "caper: the jump overfills two rows, one player takes both": (
        {
            "mode": "ca",
            "rows": [[2, 50], [4, 6, 7, 8, 10], [12, 14, 16, 18, 20], [70]],
            "marks": {"ca": {"row": 1}},
            "turn": turn(("A", 60)),
        },
        {
            "rows": [[2, 50, 60], [10], [20], [70]],
            "takes": [
                {"p": "A", "cards": [4, 6, 7, 8], "heads": 4},
                {"p": "A", "cards": [12, 14, 16, 18], "heads": 4},
            ],
            "ca": 2,
        },
    ),
    "caper: another row is taken": (
        {
            "mode": "ca",
            "rows": [[9], [40], [62], [88]],
            "marks": {"ca": {"row": 1}},
            "turn": turn(("A", 8)),
            "choices": {"A": 2},
        },
        {"rows": [[9], [8], [62], [88]], "ca": 1},
    ),
    "reversed digits: the reversed card goes first and lies as printed": (
        {
            "mode": "rd",
            "rows": [[12], [30], [50], [70]],
            "turn": [{"p": "A", "card": 31}, {"p": "B", "card": 13, "reverse": True}],
        },
        {"rows": [[12], [30, 13, 31], [50], [70]]},
    ),
    "reversed digits: 90 is 9": (
        {
            "mode": "rd",
            "rows": [[8], [30], [50], [70]],
            "turn": [{"p": "A", "card": 90, "reverse": True}, {"p": "B", "card": 10}],
            "choices": {"B": 2},
        },
        {"rows": [[8, 90], [10], [50], [70]]},
    ),
    "insert into a full row of five": (
        surprise([FULL, [40], [62], [88], [90]], special(4, "insert", row=1, index=1), marks={"stop": [2]}),
        {"rows": [[40], [62], [88], [90]], "piles": {"A": [3, 4, 5, 11, 13, 17]}, "stop": []},
    ),
    "insert into a 7-takes row with six cards": (
        surprise([[*FULL, 20], [40], [62], [88]], special(4, "insert", row=1, index=1), marks={"seven": [1]}),
        {"rows": [[20], [40], [62], [88]], "piles": {"A": [3, 4, 5, 11, 13, 17]}, "seven": []},
    ),
    "slide to the end of a full row, then place": (
        surprise([FULL, [40], [20, 62], [88]], slide(63, 62, 3, 1, 5)),
        {"rows": [[62, 63], [40], [20], [88]], "takes": [{"p": "A", "cards": FULL, "heads": 10}]},
    ),
    "slide with five rows: the target vanishes, the own card fills the emptied row": (
        surprise([FULL, [40], [62], [88], [90]], slide(99, 40, 2, 1, 5)),
        {"rows": [[99], [62], [88], [90]], "piles": {"A": [*FULL, 40]}},
    ),
    "slide keeps the 7-takes of the emptied row": (
        surprise(
            [FULL, [40], [62], [88]],
            slide(99, 40, 2, 3, 0),
            marks={"seven": [2]},
        ),
        {"rows": [FULL, [99], [40, 62], [88]], "seven": [2]},
    ),
    "stop cuts a card off from every row": (
        surprise([[9], [40], [62], [88]], special(12, "stop", row=1), choices={"A": 2}, marks={"stop": [3]}),
        {"rows": [[9], [12], [62], [88]], "piles": {"A": [40]}, "stop": []},
    ),
    "a take opens the rows for the next card": (
        surprise([FULL, [40], [62], [88]], turn(("A", 20), ("B", 41)), marks={"stop": [2, 3]}),
        {"rows": [[20], [40, 41], [62], [88]], "stop": []},
    ),
    "replace does not change the order of the others": (
        surprise(
            [[9], [40], [62], [88]],
            [{"p": "A", "card": 10, "special": {"type": "replace", "with": 45}}, {"p": "B", "card": 41}],
        ),
        {"rows": [[9, 41], [40, 45], [62], [88]]},
    ),
    "7-takes on a short row": (
        surprise([[9], [40], [62], [88]], special(41, "seven")),
        {"rows": [[9], [40, 41], [62], [88]], "seven": [2]},
    ),
    "a low card opens the fifth row": (
        surprise([[9], [40], [62], [88]], special(2, "fifth")),
        {"rows": [[9], [40], [62], [88], [2]], "takes": []},
    ),
    "N=P with five rows cancels the own card too": (
        surprise([FULL, [40], [62], [88], [90]], negative_positive(20, card=11, cancel=[5, 20])),
        {"rows": [[40], [62], [88], [90]], "piles": {"A": [3, 13, 17]}},
    ),
    "N=P chooses by itself: fewest cards, then the lowest": (
        surprise([FULL, [40], [62], [88]], negative_positive(20, card=11), piles={"A": [30, 10, 8]}),
        {"piles": {"A": [30, 8, 3, 13, 17]}},
    ),
    "coop: a Stop outlives a take until the team removes it": (
        coop(
            [FULL, [40], [62], [88]],
            turn(("A", 41), ("OX", 20)),
            [{"place": "OX"}, {"use": "unstop", "row": 2}, {"place": "A"}],
            marks={"stop": [2, 3]},
        ),
        {"rows": [[20], [40, 41], [62], [88]], "stop": [3], "piles": {"OX": FULL}},
    ),
    "coop: insert into a full row, the team takes": (
        coop([FULL, [40], [62], [88]], turn(("A", 4)), [{"use": "insert", "p": "A", "row": 1, "index": 1}]),
        {"rows": [[17], [40], [62], [88]], "takes": [{"p": "TEAM", "cards": [3, 4, 5, 11, 13], "heads": 10}]},
    ),
    "coop: slide into a full row before the Ox, the team takes": (
        coop(
            [FULL, [9, 40], [62], [88]],
            turn(("OX", 41)),
            [{"use": "slide", "card": 9, "from": 2, "to": 1, "index": 2}, {"place": "OX"}],
        ),
        {"rows": [[17], [40, 41], [62], [88]], "takes": [{"p": "TEAM", "cards": [3, 5, 9, 11, 13], "heads": 10}]},
    ),
    "coop: first in mid-turn is next, and the second one is behind it": (
        coop(
            [[9], [40], [62], [88]],
            turn(("A", 10), ("B", 11), ("C", 12), ("OX", 13)),
            [
                {"place": "A"},
                {"use": "first", "p": "C"},
                {"use": "first", "p": "B"},
                {"place": "C"},
                {"place": "B"},
                {"place": "OX"},
                {"use": "stop", "row": 4},
            ],
            choices={"B": 2},
        ),
        {"rows": [[9, 10, 12, 13], [11], [62], [88]], "stop": [4]},
    ),
    "coop: first, last on it, first again": (
        coop(
            [[9], [40], [62], [88]],
            turn(("A", 10), ("B", 11), ("C", 12), ("OX", 13)),
            [
                {"use": "first", "p": "C"},
                {"use": "last", "p": "C"},
                {"use": "first", "p": "B"},
                {"place": "B"},
                {"place": "A"},
                {"place": "OX"},
                {"place": "C"},
            ],
            choices={"A": 2},
        ),
        {"rows": [[9, 11, 13], [10, 12], [62], [88]]},
    ),
    "coop: a replaced card comes before the others and starts an emptied row": (
        coop(
            [[9], [40], [62], [88]],
            turn(("A", 41), ("B", 90), ("OX", 63)),
            [
                {"use": "slide", "card": 9, "from": 1, "to": 2, "index": 0},
                {"use": "replace", "p": "B", "with": 100},
                {"place": "B"},
                {"place": "A"},
                {"place": "OX"},
            ],
        ),
        {"rows": [[100], [9, 40, 41], [62, 63], [88]]},
    ),
    "coop: a member chooses among the open rows": (
        coop([[9], [40], [62], [88]], turn(("A", 3)), [{"place": "A"}], choices={"A": 4}, marks={"stop": [1]}),
        {"rows": [[9], [40], [62], [3]], "takes": [{"p": "TEAM", "cards": [88], "heads": 5}]},
    ),
}


@pytest.mark.parametrize(("position", "expected"), CASES.values(), ids=CASES.keys())
def test_case(position: Position, expected: dict[str, Any]) -> None:
    actual = play(position)
    assert expected == {key: actual[key] for key in expected}


def test_last_round_of_bullenparty_lays_everything() -> None:
    player = {"p": "A", "hand": [20, 37, 45, 70, 81], "bid": 37, "row": [22, 24], "piles": []}
    lay = [[20, "new"], [22, 1], [24, 1], [45, 1], [70, 1], [81, 1]]
    position = {"mode": "bp", "rows": [], "final": True, "players": [player | {"lay": lay}]}
    assert {"A": {"piles": [[20, 22, 24, 45, 70, 81]], "hand": []}} == play(position)


@pytest.mark.parametrize(
    ("pile", "limit", "take", "expected"),
    [
        ([], 5, [], [()]),
        ([55], 5, [], [()]),
        ([5, 15, 20], 3, [], [(20,)]),
        ([1, 2, 5, 15], 3, [], [(1, 5)]),
        ([5, 15], 3, [15], [(15,)]),
        ([8, 7, 6], 2, [8], [(6, 8)]),
        ([25, 10, 5, 3, 2], 5, [], [(5, 10), (2, 3, 10), (2, 5, 25)]),
    ],
)
def test_ways_to_cancel(pile: list[int], limit: int, take: list[int], expected: list[tuple[int, ...]]) -> None:
    assert expected == [*ways_to_cancel(pile, limit, take)]
