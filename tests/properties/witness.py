"""Somebody who only hears what a seat is told, keeps a notebook, and contradicts tables that cannot be.

It reads redacted events and nothing else: no view, no state. What it knows must be true of every sampled table.
"""

from nimmt import Event, State, events
from nimmt.actions import Play
from tests.properties.invariants import table_of


class RowWitness:
    """What can be known of a row game by listening."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.players = players
        self.clear()

    def clear(self) -> None:
        """A new round: nothing is known yet."""
        seats = range(self.players)
        self.own: set[int] = set()
        self.held: list[set[int]] = [set() for _ in seats]  # cards that all have seen go to a hand
        self.left = [0 for _ in seats]
        self.sealed = [False for _ in seats]
        self.choice: tuple[int, bool] | None = None
        self.reversed: set[int] = set()
        self.rows: list[list[int]] = []
        self.marks: dict[str, int] = {}
        self.queue: list[Play] = []
        self.piles: list[list[int]] = [[] for _ in seats]
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
                self.held[seat].add(card)
                self.left[seat] += 1
                self.own |= {card} if seat == self.seat else set()
            case events.RowsLaid(cards=cards):
                self.rows = [[card] for card in cards]
                self.pool = set()
            case events.CardSealed():
                self.hear_of_seal(event)
            case events.CardsRevealed(plays=plays):
                self.hear_of_reveal(plays)
            case events.CardPlaced(card=card, row=row):
                self.rows[row].append(card)
                self.queue = [play for play in self.queue if play.card != card]
            case events.RowTaken(seat=seat, row=row, cards=cards, card=card, left=left):
                self.piles[seat] += cards
                self.rows[row] = list(left)
                self.queue = [play for play in self.queue if play.card != card]
            case events.MarkMoved(mark=mark, row=row):
                self.marks = {mark: row}

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
        groups = [*self.rows, *self.piles, self.pool, [play.card for play in self.queue]]
        return {card for group in groups for card in group}

    def contradict(self, state: State) -> None:
        """Fail if this table cannot be the one that the witness was told about."""
        table = table_of(state)
        assert self.rows == [list(row.cards) for row in table.rows]
        assert self.marks == {mark: number for number, row in enumerate(table.rows) for mark in row.marks}
        assert self.piles == [list(pile) for pile in table.piles]
        assert self.queue == list(table.queue)
        assert self.pool == set(table.pool)
        assert self.left == [len(hand) for hand in table.hands]
        assert self.sealed == [play is not None for play in table.sealed]
        assert self.reversed.isdisjoint(seat for seat, cards in enumerate(table.specials) if cards)
        hidden = {*table.aside}
        for seat, hand in enumerate(table.hands):
            assert self.held[seat] <= set(hand)
            hidden |= set(hand) if seat != self.seat else set()
        assert hidden.isdisjoint(self.elsewhere | self.own)
        assert table.aside == () or all(self.held[seat].isdisjoint(table.aside) for seat in range(self.players))
        if self.seat is not None:
            own = table.sealed[self.seat]
            assert self.own == set(table.hands[self.seat])
            assert self.choice == (None if own is None else (own.card, own.reverse))


WITNESSES = dict.fromkeys(("base", "even_odd", "climb", "caper", "reversed_digits"), RowWitness)
"""Who listens to which game. A game without a witness is sampled without this check."""
