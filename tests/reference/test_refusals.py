"""What the rules forbid: every position here is refused, and for the reason named."""

from typing import Any

import pytest

from tests.reference.model import play
from tests.reference.table import Position

FULL = [3, 5, 11, 13, 17]
ROWS = [[9], [40, 45], [62], [88]]


def position(mode: str, rows: list[list[int]] = ROWS, card: int = 50, **more: Any) -> Position:
    """A position where A has revealed one card."""
    return {"mode": mode, "rows": rows, "turn": [{"p": "A", "card": card}], **more}


def surprise(card: int, use: dict[str, Any], rows: list[list[int]] = ROWS, **more: Any) -> Position:
    return {"mode": "surprend", "rows": rows, "turn": [{"p": "A", "card": card, "special": use}], **more}


def coop(*script: dict[str, Any], rows: list[list[int]] = ROWS, **more: Any) -> Position:
    """A has 50 and the Ox 63."""
    turn = [{"p": "A", "card": 50}, {"p": "OX", "card": 63}]
    return {"mode": "coop", "rows": rows, "turn": turn, "script": list(script), **more}


def slide(card: int, source: int, goal: int, index: int) -> dict[str, Any]:
    return {"type": "slide", "use": "slide", "card": card, "from": source, "to": goal, "index": index}


PLACE_A, PLACE_OX = {"place": "A"}, {"place": "OX"}
BOTH = (PLACE_A, PLACE_OX)

ROW_GAMES: dict[str, tuple[Position, str]] = {
    "choice where the card has a row": (position("base", choices={"A": 1}), "B-7"),
    "choice of somebody without a card": (position("base", choices={"B": 1}), "B-7"),
    "no choice for a low card": (position("base", card=2), "B-9"),
    "choice of a row that is not there": (position("base", card=2, choices={"A": 5}), "no row 5"),
    "a card twice": (position("base", card=40), "B-1"),
    "a card that does not exist": (position("base", card=105), "B-1"),
    "a pile that repeats a card": (position("base", piles={"A": [9]}), "B-1"),
    "two cards of one player": (
        {"mode": "base", "rows": ROWS, "turn": [{"p": "A", "card": 50}, {"p": "A", "card": 51}]},
        "B-4",
    ),
    "five rows": (position("base", [*ROWS, [90]]), "four rows"),
    "a row of six": (position("base", [[1, 2, 3, 4, 5, 6], *ROWS[1:]]), "too long"),
    "a mode that does not exist": (position("pro"), "unknown mode"),
    "a mark of another game": (position("base", marks={"stop": [1]}), "do not belong"),
    "even/odd without its marker": (position("eo"), "wrong markers"),
    "even/odd with the wrong face": (position("eo", marks={"eo": {"row": 1, "face": "even"}}), "EO-6"),
    "climb pointing out of the table": (position("cl", marks={"cl": {"row": 4, "dir": "down"}}), "CL-8"),
    "climb: choice where the descending row accepts": (
        position("cl", card=2, marks={"cl": {"row": 4, "dir": "up"}}, choices={"A": 1}),
        "B-7",
    ),
    "caper in a row of five": (position("ca", [FULL, *ROWS[1:]], marks={"ca": {"row": 1}}), "too long"),
    "reversal in the base game": (
        {"mode": "base", "rows": ROWS, "turn": [{"p": "A", "card": 52, "reverse": True}]},
        "RD-2",
    ),
    "special in the base game": (
        {"mode": "base", "rows": ROWS, "turn": [{"p": "A", "card": 52, "special": {"type": "fifth"}}]},
        "SU-4",
    ),
} | {
    f"reversing {card}": ({"mode": "rd", "rows": ROWS, "turn": [{"p": "A", "card": card, "reverse": True}]}, rule)
    for card, rule in ((101, "RD-3"), (100, "RD-3"), (7, "Q-RD1"), (66, "Q-RD1"))
}

SURPRISE: dict[str, tuple[Position, str]] = {
    "fifth row while there are five": (surprise(50, {"type": "fifth"}, [*ROWS, [90]]), "SU-6"),
    "7-takes with a card that fits nowhere": (surprise(2, {"type": "seven"}), "Q-SU6"),
    "7-takes on a row that has one": (surprise(50, {"type": "seven"}, marks={"seven": [2]}), "Q-SU6"),
    "insert at the end": (surprise(50, {"type": "insert", "row": 2, "index": 2}), "SU-9"),
    "insert at the end of a row of one": (surprise(50, {"type": "insert", "row": 1, "index": 1}), "SU-9"),
    "insert below its neighbour": (surprise(39, {"type": "insert", "row": 2, "index": 1}), "ascending"),
    "insert above its neighbour": (surprise(41, {"type": "insert", "row": 2, "index": 0}), "ascending"),
    "insert outside the row": (surprise(39, {"type": "insert", "row": 2, "index": -1}), "no place"),
    "insert into a stopped row": (
        surprise(39, {"type": "insert", "row": 2, "index": 0}, marks={"stop": [2]}),
        "Q-SU7b",
    ),
    "insert with a choice": (surprise(39, {"type": "insert", "row": 2, "index": 0}, choices={"A": 1}), "B-7"),
    "replace by a card on the table": (surprise(50, {"type": "replace", "with": 45}), "B-1"),
    "replace by itself": (surprise(50, {"type": "replace", "with": 50}), "B-1"),
    "replace by a low card without a choice": (surprise(50, {"type": "replace", "with": 2}), "B-9"),
    "slide into the same row": (surprise(50, slide(40, 2, 2, 0)), "another row"),
    "slide of a card that lies elsewhere": (surprise(50, slide(41, 2, 1, 1)), "does not lie"),
    "slide out of order": (surprise(50, slide(40, 2, 1, 0)), "ascending"),
    "slide out of a stopped row": (surprise(50, slide(45, 2, 1, 1), marks={"stop": [2]}), "nothing may leave"),
    "slide into a stopped row": (surprise(50, slide(45, 2, 1, 1), marks={"stop": [1]}), "nothing may be added"),
    "slide empties a row and the own card has a choice": (surprise(50, slide(9, 1, 2, 0), choices={"A": 3}), "B-7"),
    "stop on a stopped row": (surprise(50, {"type": "stop", "row": 1}, marks={"stop": [1]}), "Q-SU16"),
    "third stop": (surprise(50, {"type": "stop", "row": 3}, marks={"stop": [1, 2]}), "SU-15"),
    "third stop with five rows": (
        surprise(50, {"type": "stop", "row": 5}, [*ROWS, [90]], marks={"stop": [1, 2]}),
        "SU-15",
    ),
    "three stops on the table": (position("surprend", marks={"stop": [1, 2, 3]}), "SU-15"),
    "a stopped row chosen": (position("surprend", card=2, marks={"stop": [1]}, choices={"A": 1}), "Q-SU15"),
    "N=P without a take": (surprise(50, {"type": "np", "card": 45, "cancel": []}), "SU-16"),
    "N=P with a card of another row": (
        surprise(20, {"type": "np", "card": 45, "cancel": []}, [FULL, *ROWS[1:]]),
        "SU-16",
    ),
    "N=P with an earlier card of the pile": (
        surprise(20, {"type": "np", "card": 22, "cancel": []}, [FULL, *ROWS[1:]], piles={"A": [22]}),
        "SU-16",
    ),
    "N=P with the own card": (
        surprise(20, {"type": "np", "card": 20, "cancel": []}, [FULL, *ROWS[1:], [90]]),
        "Q-SU21",
    ),
    "N=P cancels too much": (
        surprise(20, {"type": "np", "card": 3, "cancel": [5]}, [FULL, *ROWS[1:]]),
        "Q-SU18",
    ),
    "N=P cancels less than it could": (
        surprise(20, {"type": "np", "card": 11, "cancel": [5]}, [FULL, *ROWS[1:]]),
        "Q-SU18",
    ),
    "N=P cancels the chosen card": (
        surprise(20, {"type": "np", "card": 11, "cancel": [11]}, [FULL, *ROWS[1:]]),
        "Q-SU20",
    ),
    "N=P cancels an earlier card instead of an equal one of the take": (
        surprise(20, {"type": "np", "card": 3, "cancel": [1]}, [FULL, *ROWS[1:]], piles={"A": [1]}),
        "Q-Z2",
    ),
    "an eighth type": (surprise(50, {"type": "exchange"}), "SU-1"),
}

COOP: dict[str, tuple[Position, str]] = {
    "no script": (position("coop"), "CO-8"),
    "placing out of order": (coop(PLACE_OX, PLACE_A), "CO-4"),
    "a card left over": (coop(PLACE_A), "CO-4"),
    "a card placed twice": (coop(PLACE_A, PLACE_A, PLACE_OX), "CO-4"),
    "a choice for the Ox": (
        {"mode": "coop", "rows": ROWS, "turn": [{"p": "OX", "card": 2}], "script": [PLACE_OX], "choices": {"OX": 1}},
        "B-7",
    ),
    "7-takes on a row that has one": (coop({"use": "seven", "row": 1}, *BOTH, marks={"seven": [1]}), "Q-CO10"),
    "third 7-takes": (coop({"use": "seven", "row": 3}, *BOTH, marks={"seven": [1, 2]}), "CO-3"),
    "third first": (coop(*[{"use": "first", "p": "A"}] * 3, *BOTH), "CO-3"),
    "stop on a stopped row": (coop({"use": "stop", "row": 1}, *BOTH, marks={"stop": [1]}), "Q-CO9"),
    "third stop": (coop({"use": "stop", "row": 3}, *BOTH, marks={"stop": [1, 2]}), "Q-CO9"),
    "removing a stop that is not there": (coop({"use": "unstop", "row": 1}, *BOTH), "Q-CO9"),
    "replace for the Ox": (coop(PLACE_A, {"use": "replace", "p": "OX", "with": 70}, PLACE_OX), "CO-9"),
    "replace after the card is placed": (
        coop(PLACE_A, {"use": "replace", "p": "A", "with": 70}, PLACE_OX),
        "Q-Y2",
    ),
    "replace by the card itself": (coop({"use": "replace", "p": "A", "with": 50}, *BOTH), "B-1"),
    "a special between replace and the new card": (
        coop({"use": "replace", "p": "A", "with": 70}, {"use": "stop", "row": 1}, *BOTH),
        "Q-X11",
    ),
    "insert for the Ox": (coop(PLACE_A, {"use": "insert", "p": "OX", "row": 4, "index": 0}), "CO-9"),
    "insert before the card is next": (
        coop({"use": "last", "p": "A"}, {"use": "insert", "p": "A", "row": 4, "index": 0}, PLACE_OX),
        "Q-CO11",
    ),
    "insert at the end": (coop({"use": "insert", "p": "A", "row": 2, "index": 2}, PLACE_OX), "CO-13"),
    "insert into a stopped row": (
        coop({"use": "insert", "p": "A", "row": 4, "index": 0}, PLACE_OX, marks={"stop": [4]}),
        "stopped row",
    ),
    "insert while a row is empty": (
        coop(slide(9, 1, 2, 0), {"use": "insert", "p": "A", "row": 4, "index": 0}, PLACE_OX),
        "Q-X10",
    ),
    "stop on an empty row": (coop(slide(9, 1, 2, 0), {"use": "stop", "row": 1}, *BOTH), "Q-X10"),
    "slide into an empty row": (coop(slide(9, 1, 2, 0), slide(45, 2, 1, 0), *BOTH), "Q-X10"),
    "slide empties a second row": (coop(slide(9, 1, 2, 0), slide(62, 3, 4, 0), *BOTH), "Q-X10"),
    "slide after the last placement": (coop(*BOTH, slide(9, 1, 2, 0)), "Q-CO6b"),
    "slide out of a stopped row": (coop(slide(45, 2, 1, 1), *BOTH, marks={"stop": [2]}), "nothing may leave"),
    "slide into a stopped row": (coop(slide(45, 2, 1, 1), *BOTH, marks={"stop": [1]}), "nothing may be added"),
    "first for the Ox": (coop({"use": "first", "p": "OX"}, PLACE_OX, PLACE_A), "CO-9"),
    "last for the Ox": (coop({"use": "last", "p": "OX"}, *BOTH), "CO-9"),
    "first for a placed card": (coop(PLACE_A, {"use": "first", "p": "A"}, PLACE_OX), "Q-CO4"),
    "sort that forgets a card": (coop({"use": "sort", "order": ["OX"]}, PLACE_OX, PLACE_A), "CO-17"),
    "sort after the last placement": (coop(*BOTH, {"use": "sort", "order": []}), "CO-17"),
    "a ninth type": (coop({"use": "fifth"}, *BOTH), "CO-3"),
    "a stopped row chosen": (
        {**position("coop", card=2, marks={"stop": [1]}, choices={"A": 1}), "script": [PLACE_A]},
        "Q-CO8",
    ),
}


def bullenparty(lay: list[list[Any]], *, final: bool = False, **changes: Any) -> Position:
    """A bids 37 for a row of three."""
    player = {"p": "A", "hand": [20, 37, 45, 70, 81], "bid": 37, "row": [22, 24, 60], "piles": [[13]], "lay": lay}
    return {"mode": "bp", "rows": [], "final": final, "players": [player | changes]}


GOOD = [[20, 1], [22, 1]]
OTHER = {"hand": [1, 2, 3, 4, 5], "bid": 1, "row": [6, 7], "piles": [], "lay": [[2, "new"]]}
BULLENPARTY: dict[str, tuple[Position, str]] = {
    "too few laid": (bullenparty([[20, 1]]), "BP-14"),
    "too many laid": (bullenparty([*GOOD, [24, 1]]), "BP-14"),
    "cards kept in the last round": (bullenparty(GOOD, final=True), "BP-19"),
    "a card on a higher top": (bullenparty([[22, 1], [20, 1]]), "BP-15"),
    "a pile that is not there": (bullenparty([[20, 2], [22, 1]]), "no pile 2"),
    "the bid laid": (bullenparty([[37, 1], [45, 1]]), "BP-14"),
    "a bid from outside the hand": (bullenparty(GOOD, bid=38), "BP-6"),
    "a hand of four": (bullenparty(GOOD, hand=[20, 37, 45, 70]), "Q-BP12"),
    "a row of six": (bullenparty(GOOD, row=[22, 24, 60, 61, 62, 63]), "BP-9"),
    "a row of one": (bullenparty([], row=[22]), "BP-5"),
    "a card above 100": (bullenparty(GOOD, piles=[[13], [101]]), "BP-1"),
    "a card twice": (bullenparty(GOOD, piles=[[13], [60]]), "BP-1"),
    "a pile that descends": (bullenparty(GOOD, piles=[[13, 12]]), "BP-15"),
    "a player twice": (
        {"mode": "bp", "rows": [], "players": [*bullenparty(GOOD)["players"], {"p": "A", **OTHER}]},
        "BP-7: one row",
    ),
}


@pytest.mark.parametrize(
    ("refused", "complaint"),
    [
        pytest.param(*case, id=f"{game}: {name}")
        for game, cases in (("row", ROW_GAMES), ("surprise", SURPRISE), ("ox", COOP), ("party", BULLENPARTY))
        for name, case in cases.items()
    ],
)
def test_refused(refused: Position, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        play(refused)


def test_the_positions_are_fine_apart_from_what_is_refused() -> None:
    assert [[9], [40, 45, 50], [62], [88]] == play(position("base"))["rows"]
    assert [[9], [40, 45, 50], [62], [88]] == play(position("surprend"))["rows"]
    assert [[9], [40, 45, 50], [62, 63], [88]] == play(coop(*BOTH))["rows"]
    assert [[13, 20, 22]] == play(bullenparty(GOOD))["A"]["piles"]
