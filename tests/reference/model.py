"""A second opinion on the rules: written from their text alone, plain and slow, sharing nothing with the engine.

A position is a dict in the format of the worked examples. `play` plays its turn and returns rows, marks, takes and
piles (Bullenparty: piles and hand of each player); `play_round` plays a whole round of the base game or of a fan
card. Rows count from 1 as in the examples. Of all options it knows `specials_per_placement`, `known_deck` and the
numbers of the game: `hand_size`, `rows`, `capacity`, `deck`. What the rules forbid is a ValueError.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference import bullenparty, surprise, versus_ox
from tests.reference.table import (
    Choose,
    Position,
    Result,
    Table,
    all_cards,
    check_cards,
    check_table,
    choices_of,
    fans_of,
    flat,
    highest_card,
    parity,
    read,
    require,
    resolve,
    result,
    reversed_value,
)


def play(position: Position) -> Result:
    """Play the turn of a position of any mode."""
    if position["mode"] == "bp":
        return bullenparty.lay_down(position)
    players = [entry["p"] for entry in position["turn"]]
    require(len(set(players)) == len(players), "B-4: one card for each player")
    check_cards(all_cards(position), highest_card(position.get("options", {}), len(players)))
    check_extras(position)
    choices = dict(position.get("choices", {}))
    table = read(position, choices_of(choices))
    place_all(table, position)
    require(not choices, f"B-7: no choice for {sorted(choices)}, the card has a row")
    return result(table)


def check_extras(position: Position) -> None:
    """Reversals, specials and scripts belong to one mode each."""
    mode, turn = position["mode"], position["turn"]
    require(
        "rd" in fans_of(position) or not any(entry.get("reverse") for entry in turn), "RD-2: nothing to reverse with"
    )
    require(mode == "surprend" or not any("special" in entry for entry in turn), "SU-4: no special in this game")
    require((mode == "coop") == ("script" in position), "CO-8: a script, in the co-op only")


def place_all(table: Table, position: Position) -> None:
    """Place the revealed cards as the mode prescribes."""
    if table["mode"] == "surprend":
        surprise.play_turn(table, position["turn"], position.get("options", {}))
    elif table["mode"] == "coop":
        versus_ox.play_script(table, position["turn"], position["script"])
    else:
        place_in_order(table, [(entry["p"], entry["card"], entry.get("reverse", False)) for entry in position["turn"]])


def place_in_order(table: Table, turn: Sequence[tuple[str, int, bool]]) -> None:
    """B-5, RD-4: ascending by effective value; RD-5: of two equal ones the reversed card goes first."""
    plays = [(reversed_value(card) if reverse else card, not reverse, player, card) for player, card, reverse in turn]
    for value, _, player, card in sorted(plays):
        resolve(table, player, card, value)


def start_marks(fans: set[str], rows: list[list[int]]) -> dict[str, Any]:
    """EO-1, CL-1, CA-1: where the fan cards lie when a round starts."""
    lowest = rows.index(min(rows)) + 1
    marks = {
        "eo": {"row": lowest, "face": parity(rows[lowest - 1][0])},
        "cl": {"row": len(rows), "dir": "up"},
        "ca": {"row": lowest},
    }
    return {fan: mark for fan, mark in marks.items() if fan in fans}


def play_round(
    mode: str,
    rows: list[list[int]],
    turns: Sequence[Sequence[tuple[str, int, bool]]],
    choose: Choose,
    fans: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Play a round from the opening cards of its rows; each turn lists (player, card, reverse) for everybody."""
    position: Position = {"mode": mode, "fans": fans, "rows": rows, "options": dict(options or {})}
    check_round(position, turns)
    piles: dict[str, list[int]] = {player: [] for player, _, _ in turns[0]}
    table = read({**position, "marks": start_marks(fans_of(position), rows), "piles": piles}, choose)
    for turn in turns:
        place_in_order(table, turn)
        check_table(table)
    return result(table)


def check_round(position: Position, turns: Sequence[Sequence[tuple[str, int, bool]]]) -> None:
    """B-3, B-4, RD-2: what a round may consist of."""
    mode, rows = position["mode"], position["rows"]
    require(mode in ("base", "eo", "cl", "ca", "rd", "fans"), f"{mode} has no plain rounds")
    count = position["options"].get("rows", 4)
    require([len(row) for row in rows] == [1] * count, f"B-3: a round opens with {count} rows of one card")
    plays = [play for turn in turns for play in turn]
    check_cards(flat(rows) + [card for _, card, _ in plays], highest_card(position["options"], len(turns[0])))
    players = sorted(player for player, _, _ in turns[0])
    require(len(set(players)) == len(players), "B-4: one card for each player")
    require(all(sorted(player for player, _, _ in turn) == players for turn in turns), "B-4: one card for each player")
    reversals = [player for player, _, reverse in plays if reverse]
    require("rd" in fans_of(position) or not reversals, "RD-2: nothing to reverse with")
    require(len(set(reversals)) == len(reversals), "RD-2: one reversal in a round")
