"""Somebody who only hears what a seat is told, keeps a notebook, and contradicts tables that cannot be.

It reads redacted events and nothing else: no view, no state. What it knows must be true of every sampled table.
"""

from collections import Counter
from typing import Any, cast

from nimmt import Event, State, events, seen_by
from nimmt.actions import Play
from nimmt.games.surprise import SurpriseTable
from nimmt.games.surprise import events as surprise_events
from nimmt.games.versus_ox import OX, OxTable
from nimmt.games.versus_ox import events as ox_events
from nimmt.specials import events as special_events
from nimmt.table import Table
from tests.properties.invariants import heads_on, table_of
from tests.properties.party_witness import PartyWitness
from tests.surprise import SPECIALS as SURPRISE_SPECIALS
from tests.surprise import check_trail

STAY = ("seven", "stop", "fifth_row")
TRAIL = (
    surprise_events.SpecialsShuffled,
    surprise_events.SpecialsDealt,
    surprise_events.SpecialDrawn,
    special_events.SpecialUsed,
    surprise_events.SpecialDiscarded,
)


FACES = {face: faces for faces in ({"odd", "even"}, {"up", "down"}) for face in faces}
"""Two faces of one marker: the one that leaves need not be the one that arrives."""


class RowWitness:
    """What can be known of a row game by listening."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.players = players
        self.clear()

    def clear(self) -> None:
        """A new round: nothing is known of it yet."""
        seats = range(self.players)
        self.own: set[int] = set()
        self.held: list[set[int]] = [set() for _ in seats]  # cards that all have seen go to a hand
        self.left = [0 for _ in seats]
        self.sealed = [False for _ in seats]
        self.choice: tuple[int, bool] | None = None
        self.reversed: set[int] = set()
        self.rows: list[list[int]] = []
        self.marks: list[set[str]] = []
        self.queue: list[Play] = []
        self.piles: dict[int, list[int]] = {seat: [] for seat in seats}
        self.pool: set[int] = set()

    def hear(self, event: Event) -> None:
        """Write down what this event tells; kinds of events that tell nothing new are let pass."""
        match event:
            case events.RoundStarted():
                self.clear()
            case events.HandDealt(seat=seat, count=count, cards=cards):
                self.left[seat] = count
                self.own = set(cards) if cards is not None else self.own
            case events.CardsOffered(cards=cards):
                self.pool = set(cards)
            case events.CardDrafted(seat=seat, card=card):
                self.pool.remove(card)
                self.left[seat] += 1
                self.show_in_hand(seat, card)
            case events.RowsLaid(cards=cards):
                self.rows = [[card] for card in cards]
                self.marks = [set() for _ in cards]
                self.pool = set()
            case events.CardSealed():
                self.hear_of_seal(event)
            case events.CardsRevealed(plays=plays):
                self.hear_of_reveal(plays)
            case events.CardPlaced(card=card, row=row):
                self.start_rows(row + 1)
                self.rows[row].append(card)
                self.queue = [play for play in self.queue if play.card != card]
            case events.RowTaken(seat=seat, row=row, cards=cards, card=card, left=left):
                self.pile_of(seat).extend(cards)
                self.rows[row] = list(left)
                self.queue = [play for play in self.queue if play.card != card]
            case events.MarkMoved(mark=mark, source=source, row=row):
                if source is not None:
                    self.marks[source] -= FACES.get(mark, {mark})
                self.marks[row].add(mark)

    def start_rows(self, count: int) -> None:
        """SU-6: a card may start a row that was not there."""
        self.rows += [[] for _ in range(len(self.rows), count)]
        self.marks += [set() for _ in range(len(self.marks), count)]

    def show_in_hand(self, seat: int, card: int) -> None:
        """All have seen this card go there."""
        self.held[seat].add(card)
        self.own |= {card} if seat == self.seat else set()

    def pile_of(self, seat: int) -> list[int]:
        return self.piles[seat]

    def hear_of_seal(self, event: events.CardSealed) -> None:
        self.sealed[event.seat] = True
        if event.seat == self.seat:
            assert event.card is not None
            self.choice = event.card, bool(event.reverse)
        else:
            assert event.card is None
            assert event.reverse is None
            assert not event.again

    def hear_of_reveal(self, plays: tuple[Play, ...]) -> None:
        for play in plays:
            self.left[play.seat] -= 1
            self.held[play.seat].discard(play.card)
            self.own.discard(play.card)
            self.reversed |= {play.seat} if play.value != play.card else set()
        self.sealed = [False] * self.players
        self.choice = None
        self.queue = list(plays)

    @property
    def elsewhere(self) -> set[int]:
        """Cards that lie face up or were taken: they are in nobody's hand and not set aside."""
        groups = [*self.rows, *self.piles.values(), self.pool, [play.card for play in self.queue]]
        return {card for group in groups for card in group}

    def face_down(self, table: Table) -> list[int]:
        """Where no card can lie that was seen elsewhere."""
        return [*table.aside]

    def contradict(self, state: State) -> None:
        """Fail if this table cannot be the one that the witness was told about."""
        table = table_of(state)
        assert self.rows == [list(row.cards) for row in table.rows]
        assert self.marks == [set(row.marks) for row in table.rows]
        assert [*self.piles.values()] == [list(pile) for pile in table.piles]
        assert self.queue == list(table.queue)
        assert self.pool == set(table.pool)
        assert self.left == [len(hand) for hand in table.hands]
        assert self.sealed == [play is not None for play in table.choices]
        self.contradict_hands(table)
        self.contradict_specials(table)

    def contradict_hands(self, table: Table) -> None:
        """Known cards are where they were seen to go, and no card is in two places."""
        hidden = {*self.face_down(table)}
        assert all(held.isdisjoint(hidden) for held in self.held)
        for seat, hand in enumerate(table.hands):
            assert self.held[seat] <= set(hand)
            hidden |= set(hand) if seat != self.seat else set()
        assert hidden.isdisjoint(self.elsewhere | self.own)
        if self.seat is not None:
            own = table.choices[self.seat]
            assert self.own == set(table.hands[self.seat])
            assert self.choice == (None if own is None else (own.card, own.reverse))

    def contradict_specials(self, table: Table) -> None:
        """RD-8: whoever has reversed a card has no special any more."""
        assert self.reversed.isdisjoint(seat for seat, cards in enumerate(table.special_hands) if cards)


class SpecialWitness(RowWitness):
    """What the specials of Surprise and Versus the Ox let everybody see besides."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.stock = 0
        self.discards: list[str] = []
        super().__init__(seat, players)

    def hear(self, event: Event) -> None:
        match event:
            case special_events.CardInserted(card=card, row=row, place=place):
                self.rows[row].insert(place, card)
                self.queue = [play for play in self.queue if play.card != card]
            case special_events.CardSlid(card=card, source=source, row=row, place=place):
                self.rows[source].remove(card)
                self.rows[row].insert(place, card)
            case special_events.CardReplaced(seat=seat, old=old, new=new):
                self.queue = [Play.of(seat, new), *(play for play in self.queue if play.card != old)]
                self.held[seat].discard(new)
                self.own.discard(new)
                self.show_in_hand(seat, old)
            case special_events.MarkRemoved(mark=mark, row=row):
                self.marks[row].remove(mark)
                self.discards.append(mark)
            case special_events.RowVanished(row=row):
                assert [] == self.rows.pop(row)
                assert not self.marks.pop(row)
                self.discards.append("fifth_row")
            case special_events.SpecialUsed(special=special):
                self.discards += [special] if special not in STAY else []
            case _:
                super().hear(event)


class SurpriseWitness(SpecialWitness):
    """Twelve cards each, specials in secret hands, a draw pile that is made anew, and a box."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.trail: list[Event] = []
        self.holding = [0] * players
        self.own_specials: Counter[str] = Counter()
        super().__init__(seat, players)

    def clear(self) -> None:
        super().clear()
        self.box: list[int] = []
        self.credits = [0] * self.players

    def hear(self, event: Event) -> None:
        self.trail += [event] if isinstance(event, TRAIL) else []
        if isinstance(event, events.RoundStarted):  # Q-SU25, Q-Y7
            self.discards += self.lying
        super().hear(event)
        match event:
            case surprise_events.SpecialsShuffled(face_up=face_up, face_down=face_down):
                assert self.stock == face_down
                self.stock, self.discards = len(face_up) + face_down, []
            case surprise_events.SpecialsDealt(seat=seat, count=count, specials=specials):
                self.receive(seat, count, specials)
            case surprise_events.SpecialDrawn(seat=seat, special=special):
                self.receive(seat, 1, None if special is None else (special,))
            case special_events.SpecialUsed(seat=seat, special=special):
                self.give_away(seat, special)
            case surprise_events.SpecialDiscarded(seat=seat, special=special):
                self.give_away(seat, special)
                self.discards.append(special)
            case surprise_events.HeadsCancelled(seat=seat, card=card, cancelled=cancelled, heads=heads):
                self.box += [card, *cancelled]
                self.piles[seat] = [other for other in self.piles[seat] if other not in self.box]
                self.credits[seat] += heads - sum(map(heads_on, cancelled))

    def receive(self, seat: int, count: int, specials: tuple[str, ...] | None) -> None:
        self.stock -= count
        self.holding[seat] += count
        assert (specials is not None) == (seat == self.seat)
        self.own_specials.update(specials or ())

    def give_away(self, seat: int, special: str) -> None:
        self.holding[seat] -= 1
        self.own_specials.subtract([special] if seat == self.seat else [])

    @property
    def lying(self) -> list[str]:
        """The specials on the table."""
        return [*(mark for marks in self.marks for mark in marks), *["fifth_row"] * (len(self.rows) - 4)]

    @property
    def elsewhere(self) -> set[int]:
        return super().elsewhere | set(self.box)

    def contradict(self, state: State) -> None:
        super().contradict(state)
        table = cast(SurpriseTable, state._position)
        assert self.box == list(table.box)
        assert self.credits == list(table.credits)

    def contradict_specials(self, table: Table) -> None:
        """The table has a full history of the specials: the one that was heard, and one that can be."""
        assert isinstance(table, SurpriseTable)
        assert self.holding == [len(own) for own in table.special_hands]
        assert self.stock == len(table.stock)
        assert Counter(self.discards) == Counter(table.discards)
        if self.seat is not None:
            assert +self.own_specials == Counter(table.special_hands[self.seat])
        held = [special for own in table.special_hands for special in own]
        assert Counter(SURPRISE_SPECIALS) == Counter([*held, *table.stock, *table.discards, *self.lying])
        assert self.trail == list(seen_by(table.whole_trail, self.seat))
        check_trail(table)


class OxWitness(SpecialWitness):
    """One pile for the team and one for the Ox, its face-down cards, specials for all, and a vote now and then."""

    def clear(self) -> None:
        super().clear()
        self.piles = {0: [], OX: []}
        self.ox_left = 0
        self.face_up: list[str] = []
        self.proposal: Any = None
        self.firsts: list[int] = []  # Q-Y1: cards that Firsts of this turn put to the front

    def pile_of(self, seat: int) -> list[int]:
        """CO-5: whatever a member takes is the team's."""
        return self.piles[OX if seat == OX else 0]

    def hear(self, event: Event) -> None:
        super().hear(event)
        match event:
            case ox_events.OxDealt(count=count):
                self.ox_left = count
            case ox_events.OxRevealed(plays=plays):
                self.ox_left -= 1
                self.queue = list(plays)
                self.firsts = []
            case ox_events.OrderChanged(plays=plays):
                self.queue = list(plays)
            case ox_events.SpecialsLaid(face_up=face_up, left=left):
                self.face_up, self.stock = list(face_up), left
            case ox_events.SpecialTurnedUp(special=special, left=left):
                self.face_up.append(special)
                self.stock = left
            case special_events.SpecialUsed(special=special):
                self.face_up.remove(special)
                self.order_by(special, self.proposal[1])
                self.proposal = None
            case special_events.MarkRemoved() | ox_events.ProposalRefused():
                self.proposal = None
            case ox_events.Proposed(seat=seat, use=use):
                self.proposal = seat, use, [], []
            case ox_events.Voted(seat=seat, agree=agree):
                self.proposal[3 - agree].append(seat)

    def order_by(self, special: str, use: Any) -> None:
        """Q-Y1: who stands first is told by what was proposed; Last and Sort end it."""
        if special == "first" and use.card not in self.firsts:
            self.firsts.append(use.card)
        if special == "sort" or (special == "last" and use.card in self.firsts):
            self.firsts = [card for card in self.firsts if special == "last" and card != use.card]

    def face_down(self, table: Table) -> list[int]:
        assert isinstance(table, OxTable)
        assert self.ox_left == len(table.ox)
        return [*table.aside, *table.ox]

    def contradict_specials(self, table: Table) -> None:
        """CO-3: two of each; what lies face down was never seen."""
        assert isinstance(table, OxTable)
        assert self.face_up == list(table.face_up)
        assert self.stock == len(table.stock)
        assert self.discards == list(table.discards)
        lying = [mark for marks in self.marks for mark in marks]
        every = Counter([*table.face_up, *table.stock, *table.unused, *table.discards, *lying])
        assert {2} == set(every.values())
        assert 8 == len(every)
        waiting = [play.card for play in self.queue]
        firsts = [card for card in self.firsts if card in waiting]
        assert firsts == waiting[: len(firsts)] or table.phase == "row"
        said = table.proposal
        heard = None if said is None else (said.seat, said.use, sorted(said.agreed), sorted(said.against))
        own = self.proposal and (*self.proposal[:2], *map(sorted, self.proposal[2:]))
        assert own == heard


WITNESSES: dict[str, type[RowWitness] | type[PartyWitness]] = {
    **dict.fromkeys(("base", "even_odd", "climb", "caper", "reversed_digits"), RowWitness),
    "surprise": SurpriseWitness,
    "versus_ox": OxWitness,
    "bullenparty": PartyWitness,
}
"""Who listens to which game."""
