"""Observations of the row games."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from ..actions import Play
from .layout import Field
from .observer import Cells, Observer, Sheet

MOST_HEADS = 10_000
MOST_ROUNDS = 1_000


class RowObserver(Observer):
    """The base game, Pro and the fan cards. The kernels of the array environment write the same fields."""

    opponents = 0  # players without a seat whose cards lie among the others

    def fields(self) -> list[Field]:
        """All seats as seen from one's own, cards by their numbers."""
        rules, players = self.rules, self.players
        self.highest: int = rules.deck[-1]
        self.rows: int = rules.row_count + rules.extra_rows
        self.longest: int = rules.longest_row
        self.marks: tuple[str, ...] = rules.marks
        self.drafts = bool(rules.setup.options.get("draft"))
        self.waiting = players + self.opponents
        cards, rows, seats = tuple(map(str, range(1, self.highest + 1))), self.row_labels(), self.seats()
        n, c, r = players, self.highest, self.rows
        fields = [
            Field("asked", (len(self.phases),), 0, 1, "what you are asked; nothing if you owe nothing", self.phases),
            Field("hand", (c,), 0, 1, "cards of your hand", cards),
            Field("unseen", (c,), 0, 1, "cards of the deck whose place you do not know", cards),
            Field("known", (c,), 0, n - 1, "cards that you know in another hand: how many seats after yours", cards),
            Field("pool", (c,), 0, 1, "cards that lie face up to draft from", cards),
            Field("rows", (r, self.longest), 0, c, "the cards of each row, 0 where there is none", rows),
            Field("room", (r,), 0, self.longest, "how many more cards each row holds", rows),
            Field("row_heads", (r,), 0, MOST_HEADS, "what taking each row costs", rows),
            Field("marks", (r, len(self.marks)), 0, 1, f"what lies at each row: {', '.join(self.marks)}", rows),
            Field("queue", (self.waiting, 3), 0, max(c, n + 1),
                  "revealed cards, the next one first: whose (1 is you), card, value", self.queue_labels()),
            Field("heads", (n,), -MOST_HEADS, MOST_HEADS, "heads taken in this round", seats),
            Field("totals", (n,), -MOST_HEADS, MOST_HEADS, "heads from earlier rounds", seats),
            Field("left", (1,), 0, rules.hand_size + 1, "cards in your hand"),
            Field("round", (1,), 0, MOST_ROUNDS, "the number of the round"),
            Field("reversals", (n,), 0, 1, "who may still reverse a card", seats),
        ]  # fmt: skip
        return [field for field in (*fields, *self.more_fields()) if field.size and self.needs(field.name)]

    def needs(self, field: str) -> bool:
        """Whether this game has such a thing."""
        needed = {"known": self.drafts, "pool": self.drafts, "reversals": bool(self.rules.reverses)}
        return needed.get(field, True)

    def more_fields(self) -> list[Field]:
        """What other games add."""
        return []

    def row_labels(self) -> tuple[str, ...]:
        """Rows are numbered from 1 for people."""
        return tuple(f"row {number}:" for number in range(1, self.rows + 1))

    def queue_labels(self) -> tuple[str, ...]:
        """Places in the queue."""
        return tuple(f"{place}.:" for place in range(1, self.waiting + 1))

    # --- What everybody sees -----------------------------------------------------------------------

    def blank(self) -> Cells:
        """The deck, before any card of it is seen."""
        out = super().blank()
        self.flag(out, "unseen", self.rules.deck)
        self._queue = self.layout.at["queue"]
        self._queue_columns = self._columns[self._queue][::3]
        starts = range(0, self.layout.size * self.players, self.layout.size)
        self._boards = [slice(self._begins["rows"] + start, self._queue.stop + start) for start in starts]
        self._by_card = [self._begins[name] - 1 for name in ("hand", "unseen", "known") if name in self._begins]
        self._no_queue, self._no_row = array("h", bytes(6 * self.waiting)), array("h", bytes(2 * self.longest))
        seats = range(self.players)
        owners = [[1 + (seat - own) % self.players for own in seats] for seat in seats]
        self._owners = [array("h", told) for told in (*owners, [self.players + 1] * self.players)]
        return out

    def write_public(self, table: Any, out: Cells) -> None:
        """Rows, cards that were seen, heads, the round."""
        self.write_rows(table.rows, out)
        for cards in self.seen(table):
            self.flag(out, "unseen", cards, 0)
        self.put(out, "round", (table.round,))
        if len(table.scores) < table.round:  # otherwise this round is among the totals already
            self.put(out, "heads", self.rules.score(table))
        if table.scores:
            self.put(out, "totals", table.totals())
        self.write_queue(table.queue, out)
        if table.pool:
            self.flag(out, "pool", table.pool)
        if "reversals" in self._begins:
            self.put(out, "reversals", map(bool, table.special_hands))

    def write_changes(self, table: Any, sheet: Sheet) -> bool:
        """In the course of a round cards leave the hands, never to come back, and the board and the heads change."""
        before = sheet.position
        if table.round != before.round or before.pool:
            return False
        if table.rows is not before.rows or table.queue is not before.queue:
            self.renew_board(before, table, sheet)
        if table.hands is not before.hands:
            self.renew_hands(before.hands, table.hands, sheet.cells)
        if table.scores is not before.scores:
            self.renew_by_seat("heads", self._nobody, sheet)
            self.renew_by_seat("totals", table.totals(), sheet)
        elif table.piles is not before.piles:
            self.renew_by_seat("heads", self.rules.score(table), sheet)
        if "reversals" in self._begins and table.special_hands is not before.special_hands:
            self.renew_by_seat("reversals", map(bool, table.special_hands), sheet)
        return True

    def renew_board(self, before: Any, table: Any, sheet: Sheet) -> None:
        """Rows and queue; whose cards wait, each seat is told in its own way."""
        public, cells, queue = sheet.public, sheet.cells, table.queue
        if table.rows is not before.rows:
            self.write_rows(table.rows, public, before.rows)
        if queue is not before.queue:
            public[self._queue] = self._no_queue
            self.write_queue(queue, public)
        board = public[self._boards[0]]
        for place in self._boards:
            cells[place] = board
        for play, column in zip(queue, self._queue_columns):  # noqa: B905  # the queue is often shorter
            cells[column] = self._owners[play.seat]

    def renew_hands(self, before: Any, hands: Any, cells: Cells) -> None:
        """What was played is in no hand any longer, and everybody has seen it."""
        columns, nobody = self._columns, self._nobody
        for card in set().union(*before).difference(*hands):
            for field in self._by_card:
                cells[columns[field + card]] = nobody
        cells[columns[self._begins["left"]]] = array("h", map(len, hands))

    def renew_by_seat(self, field: str, values: Iterable[int], sheet: Sheet) -> None:
        """A number for every seat, one's own first."""
        turns, players, cells = 2 * array("h", values), self.players, sheet.cells
        for step, column in enumerate(self._columns[self.layout.at[field]]):
            cells[column] = turns[step : step + players]

    def seen(self, table: Any) -> list[Sequence[int]]:
        """Every group of cards that lie where all can see them, or were seen before they went to a hand."""
        on_the_way = [play.card for play in table.queue]
        return [*(row.cards for row in table.rows), *table.piles, *table.known, table.pool, on_the_way]

    def write_rows(self, rows: Any, out: Cells, before: Any = ()) -> None:
        """Cards, room, cost and marks of each row, as far as they differ from the rows before."""
        begins, rules, longest = self._begins, self.rules, self.longest
        first, room, heads = begins["rows"], begins["room"], begins["row_heads"]
        for number, row in enumerate(rows):
            if before and row is before[number]:
                continue
            own, place = row.cards, first + number * longest
            out[place : place + longest] = self._no_row
            for card in own:
                out[place] = card
                place += 1
            out[room + number] = max(rules.capacity(row) - len(own), 0)
            out[heads + number] = rules.cost(rows, number, own)
        if self.marks:
            for number, row in enumerate(rows):  # what one row costs may depend on others
                out[heads + number] = rules.cost(rows, number, row.cards)
            self.put(out, "marks", [row.marks.count(mark) for row in rows for mark in self.marks])

    def write_queue(self, queue: tuple[Play, ...], out: Cells) -> None:
        """Which card, and what it counts for; whose it is, each seat is told in its own way."""
        place = self._begins["queue"]
        for play in queue:
            out[place + 1] = play.card
            out[place + 2] = play.value
            place += 3

    # --- What one seat sees ------------------------------------------------------------------------

    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """The hand, and whose cards wait."""
        begins, hand = self._begins, table.hands[seat]
        own, unseen = begins["hand"] - 1, begins["unseen"] - 1
        for card in hand:
            out[own + card] = 1
            out[unseen + card] = 0
        out[begins["left"]] = len(hand)
        for play, place in zip(
            table.queue, count(begins["queue"], 3)
        ):  # a player without a seat comes after all others
            out[place] = self._owners[play.seat][seat]
        if "known" in begins:
            for step in range(1, self.players):
                self.flag(out, "known", table.known[(seat + step) % self.players], step)
