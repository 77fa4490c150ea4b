"""Positions as text, for tests, notebooks and letters: ``rows // hands // piles``.

``12 14 | 37 odd | 43 | 58 // 3 9 / 21 26`` is two seats about to choose a card. Rows stand between
bars, seats between slashes; marks follow a row's cards, special cards follow a hand's. Piles may be
left out. Rows, hands and piles are all it holds, so it describes a table between two turns.
"""

from .errors import Malformed
from .rows import parse_cards, rows, write_rows
from .rules import Rules
from .table import Cards, Table

Holding = tuple[Cards, tuple[str, ...]]


def read_position(rules: Rules, text: str, scores: tuple[tuple[int, ...], ...] = ()) -> Table:
    """Set up a table in which every seat owes a card; earlier rounds' heads may be given."""
    parts = text.split("//")
    if len(parts) not in (2, 3):
        raise Malformed("bad_text", "A position is written as rows // hands, or as rows // hands // piles.")
    holdings = [_holding(hand) for hand in parts[1].split("/")]
    piles = tuple(parse_cards(pile) for pile in parts[2].split("/")) if parts[2:] else ((),) * rules.players
    if not len(holdings) == len(piles) == rules.players:
        raise Malformed("bad_text", f"This table has {rules.players} seats: write as many hands, and piles if any.")
    table = rules.empty_table()
    table.rows = rows(parts[0])
    table.hands = tuple(cards for cards, _ in holdings)
    table.specials = tuple(specials for _, specials in holdings)
    table.piles = piles
    table.scores = scores
    table.round = len(scores) + 1
    table.turn = rules.hand_size - len(table.hands[0])
    table.aside = _rest(rules, table)
    rules.proceed(table)
    return table


def write_position(table: Table) -> str:
    """The text form of a table between two turns."""
    hands = [" ".join([*map(str, cards), *own]) for cards, own in zip(table.hands, table.specials, strict=True)]
    piles = [" ".join(map(str, pile)) for pile in table.piles]
    shown = [write_rows(table.rows), " / ".join(hands), *([" / ".join(piles)] if any(piles) else [])]
    return " // ".join(shown)


def _holding(text: str) -> Holding:
    words = text.split()
    specials = tuple(word for word in words if not word.isdigit())
    return tuple(sorted(parse_cards(" ".join(word for word in words if word.isdigit())))), specials


def _rest(rules: Rules, table: Table) -> Cards:
    """Every card of the deck that the text does not name; no card may be named twice."""
    named = [card for group in (*table.hands, *table.piles, *(row.cards for row in table.rows)) for card in group]
    if len(set(named)) < len(named) or not set(named) <= set(rules.deck):
        raise Malformed("bad_text", "Each card of the deck may be named once, and no other.", "B-1")
    return tuple(card for card in rules.deck if card not in named)
