"""Positions as text, for tests, notebooks and letters: ``rows // hands // piles``.

``12 14 | 37 odd | 43 | 58 // 3 9 / 21 26`` is two seats about to choose a card. Rows stand between
bars, seats between slashes; marks follow a row's cards, special cards follow a hand's. Piles may be
left out. Rows, hands and piles are all it holds, so it describes a table between two turns. A game with
more on its table writes that in a fourth part.
"""

from .errors import Malformed
from .rows import parse_cards, rows, write_rows
from .rules import Rules, T, W
from .table import Cards, Table

Holding = tuple[Cards, tuple[str, ...]]


def read_position(rules: Rules[T, W], text: str, scores: tuple[tuple[int, ...], ...] = ()) -> T:
    """Set up a table in which every seat owes a card; earlier rounds' heads may be given."""
    if not isinstance(rules, Rules):
        raise Malformed("bad_text", "Only row games have this text form; see nimmt.games.bullenparty.set_up.")
    parts = [part.strip() for part in text.split("//")]
    if not 2 <= len(parts) <= 4:
        raise Malformed("bad_text", "A position is written as rows // hands, or as rows // hands // piles.")
    holdings = [_holding(hand) for hand in parts[1].split("/")]
    table = rules.empty_table()
    piles = tuple(parse_cards(pile) for pile in parts[2].split("/")) if any(parts[2:3]) else table.piles
    if len(holdings) != rules.players or len(piles) != rules.pile_count:
        seats, count = rules.players, rules.pile_count
        raise Malformed("bad_text", f"This table has {seats} seats: write {seats} hands, and {count} piles if any.")
    table.rows = rows(parts[0])
    if len(table.rows) < rules.row_count or not all(row.cards for row in table.rows):
        raise Malformed("bad_text", f"Between two turns there are {rules.row_count} rows, and none is empty.", "B-3")
    if len({len(cards) for cards, _ in holdings}) > 1:
        raise Malformed("bad_text", "Between two turns all hands have the same number of cards.", "B-4")
    table.hands = tuple(cards for cards, _ in holdings)
    table.specials = tuple(specials for _, specials in holdings)
    table.piles = piles
    table.scores = scores
    table.round = len(scores) + 1
    table.turn = rules.hand_size - len(table.hands[0])
    more = rules.read_more(table, parts[3] if parts[3:] else "")
    table.aside = _rest(rules.deck, table, more)
    rules.proceed(table)
    return table


def write_position(table: Table) -> str:
    """The text form of a table between two turns."""
    hands = [" ".join([*map(str, cards), *own]) for cards, own in zip(table.hands, table.specials, strict=True)]
    piles = [" ".join(map(str, pile)) for pile in table.piles]
    shown = [write_rows(table.rows), " / ".join(hands), " / ".join(piles) if any(piles) else "", table.write_more()]
    while not shown[-1]:
        shown.pop()
    return " // ".join(shown)


def _holding(text: str) -> Holding:
    words = text.split()
    specials = tuple(word for word in words if word.isidentifier())
    return tuple(sorted(parse_cards(" ".join(word for word in words if not word.isidentifier())))), specials


def _rest(deck: Cards, table: Table, more: Cards) -> Cards:
    """Every card of the deck that the text does not name; no card may be named twice."""
    groups = (*table.hands, *table.piles, *(row.cards for row in table.rows), more)
    named = [card for group in groups for card in group]
    if len(set(named)) < len(named) or not set(named) <= set(deck):
        raise Malformed("bad_text", "Each card of the deck may be named once, and no other.", "B-1")
    return tuple(card for card in deck if card not in named)
