"""The table of the row games: how one card is placed, what is taken, how the marks move, how positions are read."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict

Position = dict[str, Any]
Result = dict[str, Any]
Choose = Callable[[str, int, list[list[int]]], int]
"""Player, card and rows of a card that fits nowhere (B-9); answers with the number of the row to take."""

FANS = ("eo", "cl", "ca", "rd")
MODES = ("base", *FANS, "fans", "surprend", "coop")
MAX_STOPS = 2  # SU-15, Q-CO9


class Row(TypedDict):
    """A row and whatever lies beside it, so that marks stay with their row when another one vanishes."""

    cards: list[int]
    face: str  # Even/Odd: "odd" or "even" where the marker lies, else ""
    arrow: str  # Climb: "up" or "down" where the marker lies, else ""
    caper: bool
    seven: bool
    stop: bool


class Table(TypedDict):
    """Everything that a turn changes."""

    mode: str
    fans: set[str]  # fan cards on the table
    count: int  # how many rows there are (B-3)
    size: int  # how many cards a row holds (B-8)
    rows: list[Row]
    piles: dict[str, list[int]]
    takes: list[dict[str, Any]]
    choose: Choose


def require(condition: object, complaint: str) -> None:
    """Refuse what the rules forbid."""
    if not condition:
        raise ValueError(complaint)


# Cards


def heads(card: int) -> int:
    """B-2."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


def flat(groups: Iterable[Sequence[int]]) -> list[int]:
    """All cards of several rows or piles."""
    return [card for group in groups for card in group]


def total_heads(cards: Sequence[int]) -> int:
    return sum(heads(card) for card in cards)


def parity(value: int) -> str:
    return "odd" if value % 2 else "even"


def reversed_value(card: int) -> int:
    """RD-2, RD-3, Q-RD1: only two different digits can be reversed."""
    require(10 <= card <= 99, f"RD-3, Q-RD1: {card} cannot be reversed")
    require(card % 11, f"Q-RD1: reversing {card} has no effect")
    return int(str(card)[::-1])


# Rows


def new_row(cards: Sequence[int]) -> Row:
    return {"cards": list(cards), "face": "", "arrow": "", "caper": False, "seven": False, "stop": False}


def end(row: Row) -> int:
    """CA-2, RD-7: the last number card, as printed."""
    return row["cards"][-1]


def capacity(table: Table, row: Row) -> int:
    """How many number cards the row can hold: B-8, CO-10, SU-8, CA-3."""
    return table["size"] + (1 if row["seven"] else 0) - (1 if row["caper"] else 0)


def has_fifth_row(table: Table) -> bool:
    """SU-6."""
    return table["mode"] == "surprend" and len(table["rows"]) == 5


def numbered(table: Table, number: int) -> Row:
    """The row of that number, from 1."""
    require(isinstance(number, int) and 1 <= number <= len(table["rows"]), f"there is no row {number}")
    return table["rows"][number - 1]


def open_rows(table: Table) -> list[Row]:
    """CO-11, SU-14: a stopped row neither accepts a card nor can be taken."""
    return [row for row in table["rows"] if not row["stop"]]


def accepts(row: Row, value: int) -> bool:
    """B-6, EO-2, CL-2."""
    if row["face"] and row["face"] != parity(value):
        return False
    return value < end(row) if row["arrow"] else value > end(row)


def empty_row(table: Table) -> Row | None:
    """The row that a Slide has emptied."""
    return next((row for row in table["rows"] if not row["cards"]), None)


def target(table: Table, value: int) -> Row | None:
    """B-7, CL-3: the nearest end that accepts the value; CL-4: in doubt the marked row; Q-SU8, Q-CO7: an empty one."""
    empty = empty_row(table)
    if empty:
        return empty
    accepting = [row for row in open_rows(table) if accepts(row, value)]
    return min(accepting, key=lambda row: (abs(value - end(row)), not row["arrow"]), default=None)


# One card


def resolve(table: Table, player: str, card: int, value: int | None = None) -> None:
    """Place one card completely; its value differs from the card only when reversed (RD-6)."""
    row = target(table, card if value is None else value)
    if row is None:
        take_with_card(table, player, chosen_row(table, player, card), card)
    elif len(row["cards"]) >= capacity(table, row):
        take_with_card(table, player, row, card)
    else:
        row["cards"].append(card)
        if row["caper"]:
            jump(table, player)


def chosen_row(table: Table, player: str, card: int) -> Row:
    """B-9: the player's choice; CO-6: the Ox takes the fewest heads, in doubt the highest end."""
    if table["mode"] == "coop" and player == "OX":
        return min(open_rows(table), key=lambda row: (total_heads(row["cards"]), -end(row)))
    row = numbered(table, table["choose"](player, card, row_cards(table)))
    require(not row["stop"], "Q-SU15, Q-CO8: a stopped row cannot be taken")
    return row


def take_with_card(table: Table, player: str, row: Row, card: int) -> None:
    """B-8, B-9; SU-7: with five rows the played card is taken as well."""
    own = [card] if has_fifth_row(table) else []
    take(table, player, row, row["cards"] + own, card)


def overflow(table: Table, player: str, row: Row) -> None:
    """SU-10, SU-12, CO-13, CO-14: the last card stays; Q-SU4, Q-SU5: with five rows nothing does."""
    if len(row["cards"]) > capacity(table, row):
        taken = row["cards"] if has_fifth_row(table) else row["cards"][:-1]
        take(table, player, row, taken, end(row))


def take(table: Table, player: str, row: Row, taken: list[int], stays: int) -> None:
    """The player gets the cards, the row restarts or (five rows) vanishes, then every mark reacts."""
    log_take(table, player, taken)
    if has_fifth_row(table):
        table["rows"] = [other for other in table["rows"] if other is not row]  # SU-7, Q-SU3
    row["cards"] = [stays]
    row["seven"] = False  # CO-10, SU-8, Q-SU6b
    if table["mode"] == "surprend":
        for other in table["rows"]:
            other["stop"] = False  # SU-15, Q-SU17
    move_climb(table)
    move_even_odd(table)
    if row["caper"]:
        jump(table, player)  # CA-5, CA-6


def log_take(table: Table, player: str, cards: list[int]) -> None:
    """B-10; CO-5: members of the team share one pile."""
    taker = player if table["mode"] != "coop" or player == "OX" else "TEAM"
    table["takes"].append({"p": taker, "cards": list(cards), "heads": total_heads(cards)})
    table["piles"].setdefault(taker, []).extend(cards)


# Marks


def move_climb(table: Table) -> None:
    """CL-7, CL-8: one row along the arrow, turning round at the first and the last row."""
    rows = table["rows"]
    for index, row in enumerate(rows):
        if row["arrow"]:
            arrow, row["arrow"] = row["arrow"], ""
            index += 1 if arrow == "down" else -1
            rows[index]["arrow"] = {0: "down", len(rows) - 1: "up"}.get(index, arrow)
            return


def move_even_odd(table: Table) -> None:
    """EO-4, EO-5, EO-6: to the lowest end of the other rows, showing its parity."""
    for row in table["rows"]:
        if row["face"]:
            row["face"] = ""
            lowest = min((other for other in table["rows"] if other is not row), key=end)
            lowest["face"] = parity(end(lowest))
            return


def jump(table: Table, player: str) -> None:
    """CA-4, CA-7, CA-8: Caper to the lowest end of the other rows, and on while it overfills one."""
    others = [row for row in table["rows"] if not row["caper"]]
    landing = min(others, key=end)
    for row in table["rows"]:
        row["caper"] = row is landing
    if len(landing["cards"]) > capacity(table, landing):
        log_take(table, player, landing["cards"][:-1])
        landing["cards"] = [end(landing)]
        move_climb(table)  # Q-Y8: an overflow is a take like any other
        move_even_odd(table)
        jump(table, player)


# Reading and writing positions


def row_cards(table: Table) -> list[list[int]]:
    return [list(row["cards"]) for row in table["rows"]]


def numbers(flags: Iterable[object]) -> list[int]:
    """The numbers, from 1, of the rows whose flag is up."""
    return [number for number, flag in enumerate(flags, 1) if flag]


def read(position: Position, choose: Choose) -> Table:
    """The table of a position, refused if no game can look like that."""
    mode, marks = position["mode"], position.get("marks", {})
    require(mode in MODES, f"unknown mode {mode}")
    table: Table = {
        "mode": mode,
        "fans": fans_of(position),
        "count": position.get("options", {}).get("rows", 4),
        "size": position.get("options", {}).get("capacity", 5),
        "rows": [new_row(cards) for cards in position["rows"]],
        "piles": {player: list(cards) for player, cards in position.get("piles", {}).items()},
        "takes": [],
        "choose": choose,
    }
    known = {"seven", "stop"} if mode in ("surprend", "coop") else table["fans"] - {"rd"}
    require(set(marks) <= known, f"marks {sorted(marks)} do not belong to {mode}")
    if "eo" in marks:
        numbered(table, marks["eo"]["row"])["face"] = marks["eo"]["face"]
    if "cl" in marks:
        numbered(table, marks["cl"]["row"])["arrow"] = marks["cl"]["dir"]
    if "ca" in marks:
        numbered(table, marks["ca"]["row"])["caper"] = True
    for number in marks.get("seven", []):
        numbered(table, number)["seven"] = True
    for number in marks.get("stop", []):
        numbered(table, number)["stop"] = True
    check_table(table)
    return table


def fans_of(position: Position) -> set[str]:
    """F-1, Q-Y8: the fan card that the mode names, or the set of two to four."""
    mode, fans = position["mode"], set(position.get("fans", ()))
    require((mode == "fans") == bool(fans), "Q-Y8: fans are named in mode fans only")
    if mode != "fans":
        return {mode} & set(FANS)
    require(len(fans) >= 2 and fans <= set(FANS), f"Q-Y8: no set of fan cards: {sorted(fans)}")
    return fans


def choices_of(choices: dict[str, int]) -> Choose:
    """Answer from a position's choices and strike out each one used, so that idle choices can be refused."""

    def choose(player: str, card: int, rows: list[list[int]]) -> int:
        require(player in choices, f"B-9: {player}'s {card} fits no row and none was chosen")
        return choices.pop(player)

    return choose


def check_table(table: Table) -> None:
    """The invariants that hold before and after every turn."""
    mode, rows = table["mode"], table["rows"]
    require(len(rows) == table["count"] or has_fifth_row(table), "four rows, or five in 6 qui surprend")
    require(all(1 <= len(row["cards"]) <= capacity(table, row) for row in rows), "a row is empty or too long")
    require(sum(row["stop"] for row in rows) <= MAX_STOPS, "SU-15, Q-CO9: more than two Stops")
    markers = [sum(row["face"] != "" for row in rows), sum(row["arrow"] != "" for row in rows)]
    markers.append(sum(row["caper"] for row in rows))
    fans = table["fans"]
    require(markers == ["eo" in fans, "cl" in fans, "ca" in fans], f"{mode}: wrong markers")
    for number, row in enumerate(rows, 1):
        shown = row["face"] in ("", parity(end(row)))
        require(shown or "rd" in fans, "EO-6: the face shows another parity than the end card")
        require(
            row["arrow"] in {1: ("", "down"), len(rows): ("", "up")}.get(number, ("", "up", "down")),
            "CL-8: wrong arrow",
        )


def highest_card(options: dict[str, Any], players: int) -> int:
    """B-1; P-2: of a known deck just as many cards as are dealt."""
    rows, deck = options.get("rows", 4), options.get("deck", 104)
    dealt = options.get("hand_size", 10) * players + rows
    require(dealt <= deck, f"B-3: {dealt} cards are needed")
    return int(dealt if options.get("known_deck") else deck)


def check_cards(cards: Sequence[int], highest: int = 104) -> None:
    """B-1: every number once."""
    require(all(isinstance(card, int) and 1 <= card <= highest for card in cards), f"B-1: cards are 1 to {highest}")
    require(len(set(cards)) == len(cards), "B-1: a card appears twice")


def all_cards(position: Position) -> list[int]:
    """Every number card that a position names: rows, piles, revealed cards and those that Replace brings."""
    cards = flat(position["rows"]) + flat(position.get("piles", {}).values())
    cards += [entry["card"] for entry in position["turn"]]
    specials = [entry.get("special", []) for entry in position["turn"]]
    each = [use for special in specials for use in (special if isinstance(special, list) else [special])]
    cards += [use["with"] for use in each if "with" in use]
    return cards + [step["with"] for step in position.get("script", []) if "with" in step]


def result(table: Table) -> Result:
    """Rows, takes, piles and the marks of the mode, as the examples expect them."""
    check_table(table)
    answer: Result = {"rows": row_cards(table), "takes": table["takes"], "piles": table["piles"]}
    return answer | marks_of(table)


def marks_of(table: Table) -> Result:
    """The marks that the mode knows."""
    fans, rows = table["fans"], table["rows"]
    if table["mode"] in ("surprend", "coop"):
        return {"seven": numbers(row["seven"] for row in rows), "stop": numbers(row["stop"] for row in rows)}
    marks: Result = {}
    if "eo" in fans:
        (number,) = numbers(row["face"] for row in rows)
        marks["eo"] = {"row": number, "face": rows[number - 1]["face"]}
    if "cl" in fans:
        (number,) = numbers(row["arrow"] for row in rows)
        marks["cl"] = {"row": number, "dir": rows[number - 1]["arrow"]}
    if "ca" in fans:
        (marks["ca"],) = numbers(row["caper"] for row in rows)
    return marks
