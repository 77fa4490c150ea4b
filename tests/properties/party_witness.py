"""A witness of Bullenparty: what can be known by listening to redacted events, the whole game long."""

from collections import Counter
from typing import cast

from nimmt import Event, State
from nimmt.events import HandDealt
from nimmt.games.bullenparty import ZERO, PartyTable, ShownBid
from nimmt.games.bullenparty import events as party

HAND_SIZE = 5


class PartyWitness:
    """Cards that went to hands for all to see, piles, letters, the draw pile once it is made of discards."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        seats = range(players)
        self.held: list[set[int]] = [set() for _ in seats]  # cards that must be there
        self.left = [0 for _ in seats]  # cards that are being laid included
        self.letters: dict[int, str] = {}
        self.sealed = [False for _ in seats]
        self.choice: int | None = None
        self.queue: list[ShownBid] = []
        self.rows: list[tuple[list[int], list[int]] | None] = []  # cards, and heads of a buffalo card
        self.drawn: list[int] = []
        self.discards: list[int] = []
        self.boxed = 0
        self.pile = 0  # cards in the draw pile
        self.rebuilt: set[int] | None = None  # what they are
        self.last_round = False
        self.buffalo: list[list[int]] = [[] for _ in seats]
        self.piles: list[list[list[int]]] = [[] for _ in seats]
        self.laid: list[int] = []  # in secret, by this seat
        self.done: set[int] = set()
        self.laying = False

    def hear(self, event: Event) -> None:
        """Write down what this event tells; kinds of events that tell nothing new are let pass."""
        match event:
            case party.CardsBoxed(count=count):
                self.boxed, self.pile = count, 100 - count
            case party.ZeroDealt(seat=seat, letter=letter):
                assert (letter is not None) == (seat == self.seat)
                self.letters |= {seat: letter} if letter else {}
            case HandDealt(seat=seat, count=count, cards=cards):
                self.left[seat], self.pile = count, self.pile - count
                self.held[seat] |= set(cards or ())
            case party.RowsOpened(rows=rows):
                self.rows = [(list(row.cards), []) for row in rows]
                self.draw([card for row in rows for card in row.cards])
            case party.LastRoundBegan():
                self.last_round = True
            case party.DiscardsShuffled(cards=cards):
                assert sorted(self.discards) == list(cards)
                self.discards, self.rebuilt, self.pile = [], set(cards), len(cards)
            case party.BidSealed() | party.BidsRevealed() | party.RowClaimed() | party.ZeroReturned():
                self.hear_of_bids(event)
            case party.CardDrawn(card=card):
                self.drawn = [card]
                self.draw([card])
            case party.RowExtended(row=row, card=card):
                self.lying(row)[0].append(card)
                self.drawn, self.queue = [], self.queue[1:]
            case party.BuffaloJoined(row=row, heads=heads):
                self.lying(row)[1].append(heads)
            case _:
                self.hear_of_laying(event)

    def draw(self, cards: list[int]) -> None:
        """Cards of the draw pile were turned up; those of a new pile may have come before and after it was made."""
        if self.rebuilt is None:
            self.pile -= len(cards)
        else:
            self.rebuilt -= set(cards)
            self.pile = len(self.rebuilt)

    def lying(self, row: int) -> tuple[list[int], list[int]]:
        found = self.rows[row]
        assert found is not None
        return found

    def hear_of_bids(self, event: Event) -> None:
        match event:
            case party.BidSealed(seat=seat, card=card, again=again):
                assert (card is not None) == (seat == self.seat)
                assert seat == self.seat or not again
                self.sealed[seat] = True
                self.choice = card if seat == self.seat else self.choice
            case party.BidsRevealed(bids=bids):
                self.queue, self.choice = list(bids), None
                self.sealed = [False for _ in self.sealed]
                for bid in bids:
                    self.letters |= {bid.seat: bid.letter} if bid.letter else {}
                    self.left[bid.seat] -= bid.card != ZERO
                    self.held[bid.seat].discard(bid.card)
            case party.RowClaimed(seat=seat, bid=bid_card, row=row, cards=cards, buffalo=buffalo):
                assert (list(cards), [] if buffalo is None else [buffalo]) == self.rows[row]
                self.buffalo[seat] += self.lying(row)[1]
                self.rows[row], self.queue = None, self.queue[1:]
                self.discards.append(bid_card)
                self.held[seat] |= set(cards)
                self.left[seat] += len(cards)
            case party.ZeroReturned():
                self.queue = self.queue[1:]

    def hear_of_laying(self, event: Event) -> None:
        match event:
            case party.LayDownOpened():
                self.laying = True
            case party.CardLaid(seat=seat, card=card):
                assert seat == self.seat
                self.laid.append(card)
            case party.CardTakenBack(seat=seat, card=card):
                assert seat == self.seat
                assert card == self.laid.pop()
            case party.LayDownDone(seat=seat):
                self.done.add(seat)
            case party.PilesShown(laid=laid, piles=piles):
                for seat, cards in enumerate(laid):
                    self.held[seat] -= set(cards)
                    self.left[seat] -= len(cards)
                self.piles = [[list(pile) for pile in own] for own in piles]
                self.laid, self.done, self.laying = [], set(), False

    @property
    def elsewhere(self) -> set[int]:
        """Cards that lie face up: they are in no hand, not in the box, and not in a pile that nobody has seen."""
        rows = [row[0] for row in self.rows if row]
        piles = [pile for own in self.piles for pile in own]
        bids = [bid.card for bid in self.queue if bid.card]
        return {card for group in (*rows, *piles, bids, self.drawn, self.discards) for card in group}

    def contradict(self, state: State) -> None:
        """Fail if this table cannot be the one that the witness was told about."""
        table = cast(PartyTable, state._position)
        rows = [row and (list(row.cards), [] if row.buffalo is None else [row.buffalo]) for row in table.rows]
        assert self.rows == rows
        assert self.queue == list(table.queue)
        assert self.drawn == ([] if table.drawn is None else [table.drawn])
        assert self.discards == list(table.discards)
        assert self.piles == [[list(pile) for pile in own] for own in table.piles]
        assert self.buffalo == [list(won) for won in table.buffalo]
        assert self.sealed == [bid is not None for bid in table.choices]
        assert self.last_round == table.last_round
        self.contradict_letters(table)
        self.contradict_hands(table)
        self.contradict_face_down(table)

    def contradict_letters(self, table: PartyTable) -> None:
        """BP-2: what was shown is so, and no letter is there twice."""
        assert all(table.zeros[seat] == letter for seat, letter in self.letters.items())
        assert len(table.zeros) == len(set(table.zeros) & set("ABCDE"))

    def contradict_hands(self, table: PartyTable) -> None:
        """BP-7: what was taken is in the hand; Q-X1: whoever is done has laid everything."""
        for seat, hand in enumerate(table.hands):
            cards = [*hand, *(lay.card for lay in table.lays[seat])]
            assert self.left[seat] == len(cards) == len(set(cards))
            assert self.held[seat] <= set(cards)
            assert self.elsewhere.isdisjoint(cards)
            assert not table.lays[seat] or self.laying
            assert seat not in self.done or len(hand) == (0 if self.last_round else HAND_SIZE)
        if self.seat is not None:
            bid = table.choices[self.seat]
            assert self.choice == (None if bid is None else bid.card)
            assert self.laid == [lay.card for lay in table.lays[self.seat]]
            assert self.held[self.seat] == {*table.hands[self.seat], *self.laid}

    def contradict_face_down(self, table: PartyTable) -> None:
        """BP-3, Q-BP8: as many cards as were left; of a rebuilt pile the very cards; none that was seen elsewhere."""
        assert (self.boxed, self.pile) == (len(table.box), len(table.draw_pile))
        seen = self.elsewhere.union(*self.held)
        assert seen.isdisjoint(table.box)
        if self.rebuilt is None:
            assert seen.isdisjoint(table.draw_pile)
        else:
            assert self.rebuilt == set(table.draw_pile)
        hidden = Counter([*table.box, *table.draw_pile, *self.elsewhere])
        hands = [[*hand, *(lay.card for lay in laid)] for hand, laid in zip(table.hands, table.lays, strict=True)]
        assert Counter(range(1, 101)) == hidden + Counter([card for hand in hands for card in hand])
