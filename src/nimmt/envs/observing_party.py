"""Observations of Bullenparty."""

from typing import Any

from ..games.bullenparty.data import LETTERS, VALUES
from ..games.bullenparty.table import ROW_LIMIT, PartyRow
from .layout import Field
from .observer import Cells, Observer
from .observing_rows import MOST_HEADS, MOST_ROUNDS


class PartyObserver(Observer):
    """Rows to bid for, bids, and everybody's piles."""

    def fields(self) -> list[Field]:
        """All seats as seen from one's own, value cards by their numbers."""
        n, c, seats = self.players, len(VALUES), self.seats()
        cards = tuple(map(str, VALUES))
        rows = tuple(f"row {number}:" for number in range(1, n + 1))
        places = tuple(f"{place}.:" for place in range(1, n + 1))
        return [
            Field("asked", (len(self.phases),), 0, 1, "what you are asked; nothing if you owe nothing", self.phases),
            Field("hand", (c,), 0, 1, "value cards of your hand", cards),
            Field("known", (c,), 0, n - 1, "cards that you know in another hand: how many seats after yours", cards),
            Field("discards", (c,), 0, 1, "bids that were discarded", cards),
            Field("rebuilt", (c,), 0, 1, "cards of the draw pile, once it was rebuilt from discards", cards),
            Field("rows", (n, ROW_LIMIT), 0, c, "the cards of each row, none where it is taken", rows),
            Field("buffalo", (n,), 0, 7, "heads of the buffalo card at each row", rows),
            Field("bidders", (n,), 0, 1, "who has no row yet", seats),
            Field("queue", (n, 3), 0, c, "revealed bids, the next one first: whose (1 is you), card, letter", places),
            Field("drawn", (1,), 0, c, "the card that is to extend a row"),
            Field("draw_left", (1,), 0, c, "cards in the draw pile"),
            Field("next_buffalo", (1,), 0, 7, "heads of the next buffalo card"),
            Field("buffalo_left", (1,), 0, 10, "buffalo cards in their pile"),
            Field("won_buffalo", (n,), 0, MOST_HEADS, "heads of the buffalo cards that each seat has won", seats),
            Field("pile_owner", (c,), 0, n, "in whose piles a card lies: 1 is you, 2 the next seat", cards),
            Field("pile_number", (c,), 0, c, "in which of that seat's piles it lies, from 1", cards),
            Field("letters", (n,), 0, len(LETTERS), "letters of the zero cards, 0 where you do not know it", seats),
            Field("cards_left", (n,), 0, c, "value cards in hand", seats),
            Field("to_lay", (1,), 0, c, "how many cards you must still lay down"),
            Field("last_round", (1,), 0, 1, "whether this is the last round"),
            Field("totals", (n,), -MOST_HEADS, MOST_HEADS, "points after the last round", seats),
            Field("round", (1,), 0, MOST_ROUNDS, "the number of the round"),
        ]

    def write_public(self, table: Any, out: Cells) -> None:
        """Rows, discards, the draw pile's size, buffalo cards, points."""
        for number, row in enumerate(table.rows):
            self.write_row(number, row, out)
        buffalo = table.buffalo_pile
        self.flag(out, "discards", table.discards)
        self.flag(out, "rebuilt", table.draw_pile if table.reshuffles else ())
        self.put(out, "drawn", (table.drawn or 0,))
        self.put(out, "draw_left", (len(table.draw_pile),))
        self.put(out, "next_buffalo", buffalo[:1])
        self.put(out, "buffalo_left", (len(buffalo),))
        self.put(out, "last_round", (table.last_round,))
        self.put(out, "round", (table.round,))
        self.put(out, "cards_left", [len(hand) + len(laid) for hand, laid in zip(table.hands, table.lays, strict=True)])
        self.put(out, "bidders", [seat in table.bidders for seat in range(self.players)])
        self.put(out, "won_buffalo", map(sum, table.buffalo))
        self.put(out, "totals", table.totals())

    def write_row(self, number: int, row: PartyRow | None, out: Cells) -> None:
        """A row that is still there."""
        if row is not None:
            for place, card in enumerate(row.cards, self._begins["rows"] + number * ROW_LIMIT):
                out[place] = card
            out[self._begins["buffalo"] + number] = row.buffalo or 0

    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """The hand, what one has laid in secret, letters that one knows, and everybody's piles."""
        self.flag(out, "hand", table.hands[seat])
        letters = []
        for step in range(self.players):
            other = (seat + step) % self.players
            self.write_piles(table.piles[other] if step else table.own_piles(seat), step + 1, out)
            self.flag(out, "known", table.known[other] if step else (), step)
            letters.append(LETTERS.index(table.zeros[other]) + 1 if not step or table.zeros_seen[other] else 0)
        self.put(out, "letters", letters)
        self.put(out, "queue", [told for bid in table.queue for told in self.told(bid, seat)])
        if table.phase == "lay":
            self.put(out, "to_lay", (table.to_lay(seat),))

    def told(self, bid: Any, seat: int) -> tuple[int, int, int]:
        """Whose bid, which card, and the letter of a zero."""
        return 1 + (bid.seat - seat) % self.players, bid.card, LETTERS.index(bid.letter) + 1 if bid.letter else 0

    def write_piles(self, piles: tuple[tuple[int, ...], ...], owner: int, out: Cells) -> None:
        """Where each card of a seat's piles lies."""
        owners, numbers = self._begins["pile_owner"] - 1, self._begins["pile_number"] - 1
        for number, pile in enumerate(piles, 1):
            for card in pile:
                out[owners + card], out[numbers + card] = owner, number
