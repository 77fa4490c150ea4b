"""Tables in the middle of a game as text, for tests, examples and letters.

Rows stand between bars, seats between slashes, a seat's piles between commas: rows ``24 33 3 75 94 +4 | 5 9``
(the first has a buffalo card with 4 heads, ``-`` is a row that is taken), hands ``13 51 / 36 87``, piles
``7 23, 51 / `` (the second seat has none).
"""

from ...dealer import Dealer
from ...errors import Malformed
from ...rows import parse_cards
from ...table import Cards
from .data import VALUES
from .rules import Bullenparty
from .table import HAND_SIZE, PartyRow, PartyTable, Piles


def set_up(
    rules: Bullenparty,
    *,
    rows: str,
    hands: str,
    piles: str = "",
    letters: str = "",
    shown: str = "",
    won: str = "",
    draw_pile: str = "",
    discards: str = "",
    buffalo_pile: str | None = None,
    round: int = 1,
    dealer: Dealer | None = None,
) -> PartyTable:
    """A table in which bids are asked for, or a lay-down where no row is left.

    Where some rows are taken, the seats with more than five cards are those that took them. `draw_pile` is
    the whole pile, its next card first; value cards that are named nowhere are in the box. `won` are the
    heads of each seat's buffalo cards, `letters` the seats' zero cards, `shown` those of them that are known,
    and `dealer` shuffles what may have to be shuffled later.
    """
    table = rules.empty_table()
    table.dealer = dealer or table.dealer
    table.round = round
    table.rows = tuple(read_row(part) for part in rows.split("|"))
    table.hands = tuple(tuple(sorted(parse_cards(hand))) for hand in seats(rules, hands))
    table.piles = tuple(read_piles(part) for part in seats(rules, piles))
    table.buffalo = tuple(parse_cards(part) for part in seats(rules, won))
    table.letters = tuple(letters) or table.letters
    table.shown = tuple(letter in shown for letter in table.letters)
    table.draw_pile, table.discards = parse_cards(draw_pile), parse_cards(discards)
    if buffalo_pile is not None:
        table.buffalo_pile = parse_cards(buffalo_pile)
    if any(table.rows):
        table.bidders = tuple(seat for seat in rules.everybody if len(table.hands[seat]) <= HAND_SIZE)
    table.box = rest(table)
    check(rules, table)
    rules.proceed(table)
    return table


def seats(rules: Bullenparty, text: str) -> list[str]:
    """What stands between slashes, one part for each seat; nothing at all is nothing for everybody."""
    parts = text.split("/") if text else [""] * rules.players
    if len(parts) != rules.players:
        raise Malformed("bad_text", f"This table has {rules.players} seats: write as many parts between slashes.")
    return parts


def read_row(text: str) -> PartyRow | None:
    """Value cards, and after a plus the heads of a buffalo card; a dash is a row that is taken."""
    if text.strip() == "-":
        return None
    cards, _, buffalo = text.partition("+")
    return PartyRow(parse_cards(cards), parse_cards(buffalo)[0] if buffalo else None)


def read_piles(text: str) -> Piles:
    """One seat's piles, each from bottom to top."""
    return tuple(parse_cards(pile) for pile in text.split(",")) if text.strip() else ()


def rest(table: PartyTable) -> Cards:
    """Every value card that the text does not name; no card may be named twice."""
    groups = [*table.hands, *(pile for piles in table.piles for pile in piles), table.draw_pile, table.discards]
    named = [card for group in groups for card in group] + [c for row in table.rows if row for c in row.cards]
    if len(set(named)) < len(named) or not set(named) <= set(VALUES):
        raise Malformed("bad_text", "Each value card may be named once, and no other.", "BP-1")
    return tuple(card for card in VALUES if card not in named)


def check(rules: Bullenparty, table: PartyTable) -> None:
    """BP-11: as many rows as bidders; BP-15: piles ascend."""
    if len(table.rows) != rules.players or len(table.bidders) != sum(row is not None for row in table.rows):
        raise Malformed("bad_text", "There must be a row, or a dash, for each seat and a row for each bidder.", "BP-11")
    if any(not pile or list(pile) != sorted(pile) for piles in table.piles for pile in piles):
        raise Malformed("bad_text", "Piles ascend.", "BP-15")
