"""Observations of the row games with specials."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..cards import HEADS
from ..games.versus_ox.actions import UseOrder
from .layout import Field
from .numbering import numbering_of
from .observer import Cells, Sheet
from .observing_rows import MOST_HEADS, RowObserver

AGREED, AGAINST = 1, 2
VALUES = sorted({*HEADS[1:]})


class SpecialObserver(RowObserver):
    """Specials are told as how many there are of each."""

    def needs(self, field: str) -> bool:
        """A replaced card is known to be in its hand."""
        return field == "known" or super().needs(field)

    def specials(self) -> tuple[str, ...]:
        """Their keys, each once."""
        return tuple(self.rules.by_key)

    def special_fields(self) -> list[Field]:
        """What both games have."""
        keys, count = self.specials(), len(self.rules.specials)
        return [
            Field("discards", (len(keys),), 0, count, "specials that were used and removed, by kind", keys),
            Field("stock_left", (1,), 0, count, "specials in the face-down pile"),
        ]

    def counted(self, specials: Iterable[str]) -> list[int]:
        """How many there are of each."""
        held = list(specials)
        return [held.count(key) for key in self.specials()]

    def write_changes(self, table: Any, sheet: Sheet) -> bool:
        """Too much may change here."""
        return False

    def write_public(self, table: Any, out: Cells) -> None:
        """Besides the rows: the piles of specials."""
        super().write_public(table, out)
        self.put(out, "discards", self.counted(table.discards))
        self.put(out, "stock_left", (len(table.stock),))


class SurpriseObserver(SpecialObserver):
    """Surprise: one's own specials, how many others have, and what Negative = Positive is about."""

    def more_fields(self) -> list[Field]:
        """Hands of specials."""
        keys, count, seats = self.specials(), len(self.rules.specials), self.seats()
        cards = tuple(map(str, range(1, self.highest + 1)))
        return [
            *self.special_fields(),
            Field("specials", (len(keys),), 0, count, "your specials, by kind", keys),
            Field("specials_left", (self.players,), 0, count, "how many specials each seat has", seats),
            Field("taken", (self.highest,), 0, 1, "the row just taken, of which one card turns positive", cards),
            Field("positive", (1,), 0, self.highest, "the card that has turned positive and is about to cancel others"),
            Field("pile_cards", (self.players, len(VALUES)), 0, self.highest,
                  f"how many cards with {', '.join(map(str, VALUES))} heads each seat has taken", seats),
        ]  # fmt: skip

    def seen(self, table: Any) -> list[Sequence[int]]:
        """Cards in the box are seen too."""
        return [*super().seen(table), table.box]

    def write_public(self, table: Any, out: Cells) -> None:
        """What was taken, and how many specials there are in each hand."""
        super().write_public(table, out)
        self.flag(out, "taken", table.taken)
        self.put(out, "positive", (table.positive,))
        piles = [[HEADS[card] for card in pile] for pile in table.piles]
        self.put(out, "pile_cards", [pile.count(value) for pile in piles for value in VALUES])
        self.put(out, "specials_left", map(len, table.special_hands))

    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """One's own specials."""
        super().write_own(table, seat, out)
        self.put(out, "specials", self.counted(table.special_hands[seat]))


class OxObserver(SpecialObserver):
    """Versus the Ox: the face-up pair, what the team decides, and the Ox."""

    opponents = 1

    def more_fields(self) -> list[Field]:
        """What the team shares."""
        keys, count, seats = self.specials(), len(self.rules.specials), self.seats()
        cards = tuple(map(str, range(1, self.highest + 1)))
        last = numbering_of(self.game).size - 1
        return [
            *self.special_fields(),
            Field("face_up", (len(keys),), 0, count, "specials that can be used, by kind", keys),
            Field("ox_left", (1,), 0, self.rules.hand_size, "face-down cards of the Buffalo"),
            Field("ox_heads", (1,), 0, MOST_HEADS, "heads of the Buffalo"),
            Field("passed", (self.players,), 0, 1, "who wants nothing more in this window", seats),
            Field("firsts", (self.highest,), 0, 1, "waiting cards that a First has put in front", cards),
            Field("proposal", (1,), 0, last, "the action number of what is proposed, 0 for nothing"),
            Field("proposer", (self.players,), 0, 1, "who proposes it", seats),
            Field("votes", (self.players,), 0, 2, "who agreed (1) or refused (2)", seats),
            Field("order", (self.waiting,), 0, self.highest,
                  "the order that is proposed, or that you are naming", self.queue_labels()),
        ]  # fmt: skip

    def write_public(self, table: Any, out: Cells) -> None:
        """Specials that can be used, the Ox, and what the team decides."""
        super().write_public(table, out)
        everybody = range(self.players)
        self.put(out, "face_up", self.counted(table.face_up))
        self.put(out, "ox_left", (len(table.ox),))
        self.put(out, "ox_heads", (table.heads()[1],))
        self.flag(out, "firsts", table.firsts)
        self.put(out, "passed", [each in table.passed for each in everybody])
        if proposal := table.proposal:
            votes = [AGREED * (each in proposal.agreed) + AGAINST * (each in proposal.against) for each in everybody]
            self.put(out, "proposal", (numbering_of(self.game).number(table, proposal.seat, proposal.use),))
            self.put(out, "proposer", [each == proposal.seat for each in everybody])
            self.put(out, "votes", votes)

    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """An order that is being named is its owner's secret."""
        super().write_own(table, seat, out)
        proposal = table.proposal
        if proposal and isinstance(proposal.use, UseOrder):
            self.put(out, "order", proposal.use.order)
        elif seat in table.to_act:
            self.put(out, "order", table.naming)
