"""The specials that Surprise and Versus the Ox share. A `use` is the dict that an example writes for a special."""

from typing import Any

from tests.reference.table import MAX_STOPS, Row, Table, empty_row, numbered, overflow, require

Use = dict[str, Any]


def stop(table: Table, use: Use) -> None:
    """SU-14, SU-15, CO-11, Q-CO9: close a row; two rows at most, one Stop each."""
    row = numbered(table, use["row"])
    require(row["cards"], "Q-SU8, Q-X10: no Stop on an empty row")
    require(not row["stop"], "Q-SU16, Q-CO9: the row is stopped already")
    require(sum(row["stop"] for row in table["rows"]) < MAX_STOPS, "SU-15: a third Stop")
    row["stop"] = True


def put_between(row: Row, card: int, index: int, *, at_end: bool) -> None:
    """SU-9, SU-12, CO-13, CO-14: put a card where it keeps an open row ascending."""
    cards = row["cards"]
    require(not row["stop"], "Q-SU7b, Q-SU9, CO-11: nothing may be added to a stopped row")
    require(0 <= index <= len(cards), f"there is no place {index} in the row")
    require(at_end or index < len(cards), "SU-9, CO-13: not at the end")
    require(cards[:index] == [] or cards[index - 1] < card, "the row must stay ascending")
    require(cards[index:] == [] or card < cards[index], "the row must stay ascending")
    cards.insert(index, card)


def insert(table: Table, player: str, card: int, use: Use) -> None:
    """SU-9, SU-10, CO-13: into a row, not at its end."""
    row = numbered(table, use["row"])
    require(empty_row(table) is None, "Q-SU8, Q-X10: no Insert while a row is empty")
    put_between(row, card, use["index"], at_end=False)
    overflow(table, player, row)


def slide(table: Table, player: str, use: Use) -> None:
    """SU-12, CO-14: a card of the table into another row; the last one may be taken away too (SU-13, Q-CO7)."""
    source, goal = numbered(table, use["from"]), numbered(table, use["to"])
    require(source is not goal, "SU-12, CO-14: into another row")
    require(use["card"] in source["cards"], f"the {use['card']} does not lie in row {use['from']}")
    require(not source["stop"], "Q-SU9, CO-11: nothing may leave a stopped row")
    require(goal["cards"], "Q-SU8, Q-X10: no Slide into an empty row")
    require(len(source["cards"]) > 1 or empty_row(table) is None, "Q-SU8, Q-X10: no second empty row")
    put_between(goal, use["card"], use["index"], at_end=True)
    source["cards"].remove(use["card"])
    overflow(table, player, goal)
