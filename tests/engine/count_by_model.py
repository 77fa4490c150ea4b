"""Counts every way in which a small position can be played out, by the model in tests/reference and never the engine.

A way is a list of answers: cards are chosen seat by seat, a row is chosen when a card fits nowhere (B-9).
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from tests.reference.table import Table, heads, read, resolve, reversed_value, target

MARKS = {"odd": "eo", "even": "eo", "up": "cl", "down": "cl", "caper": "ca"}
MODES = {"base": "base", "even_odd": "eo", "climb": "cl", "caper": "ca", "reversed_digits": "rd"}

Card = tuple[int, bool]
"""A card, and whether its digits are reversed."""


class Point(NamedTuple):
    """A table with hands, cards chosen so far, and cards to be placed (value, order among equals, seat, card)."""

    table: Table
    hands: tuple[tuple[int, ...], ...]
    specials: tuple[bool, ...]
    chosen: tuple[Card, ...] = ()
    queue: tuple[tuple[int, bool, int, int], ...] = ()


class Count(NamedTuple):
    """How many ways there are, and the heads in each seat's pile added up over all of them."""

    leaves: int
    heads: list[int]


def parse(game: str, text: str, options: Mapping[str, Any]) -> Point:
    """Read the text form by hand; the options may name fan cards, and other numbers than those of the book."""
    rows_text, hands_text = text.split("//")
    rows = [row.split() for row in rows_text.split("|")]
    marks: dict[str, Any] = {}
    for number, row in enumerate(rows, 1):
        for word in row:
            if word in MARKS:
                marks[MARKS[word]] = {"row": number, "face": word, "dir": word}
    hands = [hand.split() for hand in hands_text.split("/")]
    cards = [[int(word) for word in row if word.isdigit()] for row in rows]
    fans = [MODES[card] for card in options.get("fan_cards", ())]
    mode = "fans" if fans else MODES[game]
    table = read(
        {"mode": mode, "fans": fans, "rows": cards, "marks": marks, "options": options}, lambda player, card, rows: 0
    )
    held = tuple(tuple(sorted(int(word) for word in hand if word.isdigit())) for hand in hands)
    return Point(table, held, tuple(any(not word.isdigit() for word in hand) for hand in hands))


def settle(point: Point) -> Point:
    """Reveal when all have chosen, and place cards until somebody must choose a row."""
    if len(point.chosen) == len(point.hands):
        point = reveal(point)
    table, queue = deepcopy(point.table), list(point.queue)
    while queue and target(table, queue[0][0]) is not None:
        value, _, seat, card = queue.pop(0)
        resolve(table, str(seat), card, value)
    return point._replace(table=table, queue=tuple(queue))


def reveal(point: Point) -> Point:
    plays = [
        (reversed_value(card) if reverse else card, not reverse, seat, card)
        for seat, (card, reverse) in enumerate(point.chosen)
    ]
    hands = tuple(
        tuple(other for other in hand if other != card)
        for hand, (card, _) in zip(point.hands, point.chosen, strict=True)
    )
    specials = tuple(own and not reverse for own, (_, reverse) in zip(point.specials, point.chosen, strict=True))
    return Point(point.table, hands, specials, (), tuple(sorted(plays)))


def answers(point: Point) -> Iterator[Point]:
    """Every position that one more answer can lead to; none when all cards are played."""
    if point.queue:
        for row in range(1, len(point.table["rows"]) + 1):
            yield settle(taken(point, row))
    elif any(point.hands):
        seat = len(point.chosen)
        for card in point.hands[seat]:
            yield settle(point._replace(chosen=(*point.chosen, (card, False))))
            if point.specials[seat] and 10 <= card <= 99 and card % 11:
                yield settle(point._replace(chosen=(*point.chosen, (card, True))))


def taken(point: Point, row: int) -> Point:
    """B-9: the owner of the next card takes this row."""
    table = deepcopy(point.table)
    table["choose"] = lambda player, card, rows: row
    value, _, seat, card = point.queue[0]
    resolve(table, str(seat), card, value)
    return point._replace(table=table, queue=point.queue[1:])


def levels(point: Point, depth: int) -> Iterator[Count]:
    """The ways of one answer, of two, and so on; a way that ends earlier counts as well."""
    points = [point]
    for _ in range(depth):
        points = [after for before in points for after in (list(answers(before)) or [before])]
        yield Count(len(points), [sum(column) for column in zip(*map(heads_by_seat, points), strict=True)])


def heads_by_seat(point: Point) -> list[int]:
    piles = point.table["piles"]
    return [sum(map(heads, piles.get(str(seat), []))) for seat in range(len(point.hands))]
