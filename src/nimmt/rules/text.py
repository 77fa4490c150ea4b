"""Positions of row games as text, for tests, notebooks and letters: ``rows // hands // piles``.

``12 14 | 37 odd | 43 | 58 // 3 9 / 21 26`` is two seats about to choose a card. Rows stand between
bars, seats between slashes; marks follow a row's cards, special cards follow a hand's. Piles may be
left out, and so may cards that were taken earlier. A star follows a card that everybody knows to be in its hand, and
`+3` a pile that counts for three heads more than are printed on its cards. It describes a table between two turns. A
game with more on its table writes that in a fourth part.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..actions import Play
from ..cards import heads
from ..errors import malformed
from ..rows import Row, Rows, parse_cards, rows
from ..table import Cards, Scores, Table
from .course import T, W
from .knowledge import Knowledge

Queue = tuple[Play, ...]
Holding = tuple[Cards, tuple[str, ...], Cards]  # number cards, specials, and those number cards that everybody knows
SURPLUS = re.compile(r"[+-]\d{1,6}", re.ASCII)
STAR = "*"


class Rules(Knowledge[T, W]):
    """A row game: its course, what seats know of it, and here its positions as text."""

    def read(self, text: str, scores: Scores = (), queue: Queue = ()) -> T:
        """Set up a table in which every seat owes a card, or these cards are still to be placed."""
        table = read_table(self, text, scores, queue)
        self.proceed(table)
        return table

    def check_order(self, number: int, row: Row) -> None:
        """B-6: refuse a row of such a position whose cards do not ascend."""
        if list(row.cards) != sorted(row.cards):
            raise malformed(f"The cards of row {number} must ascend.", "B-6")

    def check_marks(self, rows: Rows) -> None:
        """Refuse marks that cannot lie at the rows of a position in text form: in the base game, all of them."""
        if any(row.marks for row in rows):
            raise malformed("No marks lie at the rows of this game.")

    def check_specials(self, table: T) -> None:
        """Refuse special cards that cannot be in the hands of such a position: here, all of them."""
        if any(table.special_hands):
            raise malformed("A hand has these special cards at most: none.", "B-3")

    def read_more(self, table: T, text: str) -> Cards:
        """Lay out the fourth part of the text form, where there is one, and return the number cards it names."""
        if text:
            raise malformed("This game has no more on its table than rows, hands and piles.")
        return ()


def read_table(rules: Rules[T, Any], text: str, scores: Scores, queue: Queue) -> T:
    """A table of a row game between two turns, or with a queue of cards that are still to be placed."""
    parts = [part.strip() for part in text.split("//")]
    if not 2 <= len(parts) <= 4:
        raise malformed("A position is written as rows // hands, or as rows // hands // piles.")
    holdings = [_holding(hand) for hand in parts[1].split("/")]
    table = rules.empty_table()
    piles = [_pile(pile) for pile in parts[2].split("/")] if any(parts[2:3]) else [((), 0)] * rules.pile_count
    if len(holdings) != rules.players or len(piles) != rules.pile_count:
        seats, count = rules.players, rules.pile_count
        raise malformed(f"This table has {seats} seats: write {seats} hands, and {count} piles if any.")
    table.rows = rows(parts[0])
    table.hands = tuple(cards for cards, _, _ in holdings)
    table.special_hands = tuple(specials for _, specials, _ in holdings)
    table.known = tuple(known for _, _, known in holdings)
    table.piles = tuple(cards for cards, _ in piles)
    table.surplus = tuple(more for _, more in piles)
    table.turn = rules.hand_size - len(table.hands[0])
    table.queue = queue
    _check_hands(rules, table)
    _check_rows(rules, table)
    if rules.charges_as_printed and any(table.surplus):
        raise malformed("Piles count for what is printed on their cards.", "B-10")
    _add_scores(rules, table, scores)
    more = rules.read_more(table, parts[3] if parts[3:] else "")
    table.aside = _rest(rules.deck, table, more)
    return table


def _holding(text: str) -> Holding:
    words = text.split()
    specials = tuple(word for word in words if word.isidentifier())
    cards = [word for word in words if not word.isidentifier()]
    known = [word.removesuffix(STAR) for word in cards if word.endswith(STAR)]
    return _cards(word.removesuffix(STAR) for word in cards), specials, _cards(known)


def _cards(words: Iterable[str]) -> Cards:
    return tuple(sorted(parse_cards(" ".join(words))))


def _pile(text: str) -> tuple[Cards, int]:
    """Cards that were taken, and how many heads they count for besides those on them."""
    *cards, last = text.split() or [""]
    if SURPLUS.fullmatch(last):
        return parse_cards(" ".join(cards)), int(last)
    return parse_cards(text), 0


def _check_hands(rules: Rules[T, Any], table: T) -> None:
    """B-3, B-4: all have as many cards left, one at least between turns; and no special cards but the game's own."""
    sizes, least = {len(hand) for hand in table.hands}, 0 if table.queue else 1
    if len(sizes) > 1:
        raise malformed("Between two turns all hands have the same number of cards.", "B-4")
    if not least <= min(sizes) <= rules.hand_size:
        raise malformed(f"A hand has 1 to {rules.hand_size} cards between two turns.", "B-3")
    rules.check_specials(table)


def _check_rows(rules: Rules[T, Any], table: T) -> None:
    """B-3, B-6, B-8: as many rows as there can be, of as many cards, the right way round and with the right marks."""
    least, most = rules.row_count, rules.row_count + rules.extra_rows
    if not least <= len(table.rows) <= most:
        raise malformed(f"There are {least if least == most else f'{least} or {most}'} rows.", "B-3")
    for number, row in enumerate(table.rows, 1):
        if not row.cards:
            raise malformed(f"Between two turns no row is empty, as row {number} is.", "B-3")
        if len(row.cards) > (most_cards := _most_cards(rules, row)):
            raise malformed(f"Row {number} holds {most_cards} cards at most.", "B-8")
        rules.check_order(number, row)
    rules.check_marks(table.rows)
    lying = sum(map(len, (*table.piles, *(row.cards for row in table.rows), table.queue)))
    if lying > rules.row_count + table.turn * (rules.players + rules.is_team):
        raise malformed("With so many cards in hand there cannot be so many in rows and piles.", "B-4")


def _most_cards(rules: Rules[T, Any], row: Row) -> int:
    """B-8: as many as there was room for when the last card came; that card itself may have changed the room."""
    return rules.capacity(Row(row.cards[:-1], row.marks)) if row.cards[1:] else 1


def _add_scores(rules: Rules[T, Any], table: T, scores: Scores) -> None:
    """B-12, B-13: heads of finished rounds, by seat, after which the game still goes on."""
    most = heads(rules.deck)
    for number, counted in enumerate(scores, 1):
        possible = not rules.charges_as_printed or (min(counted, default=0) >= 0 and sum(counted) <= most)
        if len(counted) != rules.players or not possible:
            raise malformed(f"A round has heads for {rules.players} seats, {most} at most in all.", "B-12")
        table.scores, table.round = scores[:number], number
        if rules.is_over(table):
            raise malformed(f"The game is over after round {number}.", "B-13")
    table.round = len(scores) + 1


def _rest(deck: Cards, table: Table, more: Cards) -> Cards:
    """Every card of the deck that the text does not name; no card may be named twice."""
    waiting = tuple(play.card for play in table.queue)
    groups = (*table.hands, *table.piles, *(row.cards for row in table.rows), waiting, more)
    named = Counter(card for group in groups for card in group)
    if named.total() > len(named) or not named.keys() <= set(deck):
        raise malformed("Each card of the deck may be named once, and no other.", "B-1")
    return tuple(card for card in deck if card not in named)
