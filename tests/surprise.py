"""Turns of Surprise to start from, short words for what the players do, and what must be true of every table."""

from collections import Counter
from typing import Any

from nimmt import Action, Event, PlayCard, State, TakeRow
from nimmt.dealer import Dealer, SeededDealer
from nimmt.games.surprise import Surprise, SurpriseOptions, SurpriseTable, SurpriseView
from nimmt.games.surprise.actions import CancelCards, ExchangeSpecial, TurnPositive
from nimmt.games.surprise.events import SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled
from nimmt.games.surprise.table import in_order
from nimmt.specials.actions import Pass, UseSpecial
from nimmt.specials.events import SpecialUsed
from tests.turns import SpecialTurn, spare_cards

CHANCE = SeededDealer.of("surprise")
SPECIALS = in_order(Surprise(2).specials)
"""Every special in the box, as they lie before a shuffle."""


class Turn(SpecialTurn[SurpriseTable, SurpriseView]):
    """One turn, from the reveal on: every seat plays the first card of its hand.

    A hand is written as ``23 15 stop``: the card that is played, others, and specials. Everybody gets one
    more card that fits in somewhere, so that the round goes on, except in the last turn.
    """

    table_type = SurpriseTable
    view_type = SurpriseView

    def __init__(
        self,
        rows: str,
        *hands: str,
        piles: str = "",
        more: str = "",
        last: bool = False,
        scores: tuple[tuple[int, ...], ...] = (),
        dealer: Dealer = CHANCE,
        **options: Any,
    ) -> None:
        spare = reversed(spare_cards(f"{rows} {' '.join(hands)} {piles} {more}"))
        held = [hand if last else f"{hand} {card}" for hand, card in zip(hands, spare, strict=False)]
        rules = Surprise(len(hands), SurpriseOptions(**options))
        super().__init__(rules, f"{rows} // {' / '.join(held)} // {piles} // {more}", scores, dealer)
        for seat, hand in enumerate(hands):
            self.act(PlayCard(int(hand.split()[0])), seat)

    # What is done

    def act(self, action: Action, seat: int | None = None) -> None:
        """Do something that must be legal; whoever is asked does it."""
        self.do(self.asked if seat is None else seat, action)

    def use(self, *uses: UseSpecial) -> None:
        """Use specials; then everybody who is asked passes, until nothing is left to do in this turn."""
        for use in uses:
            self.act(use)
        self.skip()

    def skip(self) -> None:
        """Nobody uses or exchanges anything any more in this turn."""
        while self.phase in ("window", "overflow", "exchange"):
            self.act(Pass())

    def take(self, row: int) -> None:
        """Whoever must take a row takes this one."""
        self.act(TakeRow(row))

    def turn_positive(self, card: int) -> None:
        """Choose the card that counts for its owner."""
        self.act(TurnPositive(card))

    def cancel(self, *cards: int) -> None:
        """Choose what the positive card cancels."""
        self.act(CancelCards(cards))

    def exchange(self, special: Any) -> None:
        """Discard this special for another one."""
        self.act(ExchangeSpecial(special))

    # What is seen

    @property
    def asked(self) -> int:
        """The seat that owes an answer."""
        (seat,) = self.state.to_act
        return seat

    @property
    def takes(self) -> list[tuple[int, tuple[int, ...], int]]:
        """Who took which cards, and how many heads that were."""
        return [(event.seat, event.cards, event.heads) for event in self.row_takes]

    def refusal(self, action: Action) -> tuple[str, str] | None:
        """The code and the rule of a refusal to whoever is asked, or None."""
        return self.why_not(self.asked, action)

    def legal(self, kind: type[Action] = Action) -> list[Action]:
        """What the seat that is asked may do, perhaps only one kind of it."""
        return self.may(self.asked, kind)

    def told(self, kind: type[Event]) -> list[Event]:
        """Everything of this kind that happened since the first card was chosen."""
        return [event for event in self.events if isinstance(event, kind)]


def all_but(*held: str) -> str:
    """Every special but these, as words."""
    return " ".join((Counter(map(str, SPECIALS)) - Counter(held)).elements())


def table_of(state: State) -> SurpriseTable:
    assert isinstance(state._position, SurpriseTable)
    return state._position


def check_sums(table: SurpriseTable) -> None:
    """All 104 number cards and all 28 specials are somewhere, and the rows are as they may be."""
    groups = [*table.hands, *table.piles, *(row.cards for row in table.rows), table.aside, table.box]
    cards = [card for group in groups for card in group] + [play.card for play in table.queue]
    assert list(range(1, 105)) == sorted(cards)
    lying = [mark for row in table.rows for mark in row.marks] + ["fifth_row"] * (len(table.rows) - 4)
    held = [special for own in table.special_hands for special in own]
    assert Counter(SPECIALS) == Counter([*held, *table.stock, *table.discards, *lying])
    assert len(table.rows) in (4, 5)
    assert lying.count("stop") <= 2
    assert all(len(set(row.marks)) == len(row.marks) for row in table.rows)
    assert all(len(row.cards) <= 5 + ("seven" in row.marks) for row in table.rows)
    assert all(list(row.cards) == sorted(row.cards) for row in table.rows)
    empty = [row for row in table.rows if not row.cards]
    waits = table.phase in ("window", "overflow", "positive", "cancel", "exchange")
    assert len(empty) <= waits, "only until the own card is placed"
    assert all(credit <= heads for credit, heads in zip(table.credits, table.heads(), strict=True))


def check_trail(table: SurpriseTable) -> None:
    """The story of the specials, told from the start, leads to this table: nobody drew or showed what was not there."""
    pile: Counter[str] = Counter()
    hands: list[Counter[str]] = [Counter() for _ in table.hands]
    for event in table.whole_trail:
        match event:
            case SpecialsShuffled(face_up, face_down):
                assert face_down == pile.total()
                pile.update(face_up)
            case SpecialsDealt(seat, count, specials):
                assert specials is not None
                assert len(specials) == count
                assert Counter(specials) <= pile, "dealt, but not in the pile"
                pile.subtract(specials)
                hands[seat].update(specials)
            case SpecialDrawn(seat, special):
                assert special is not None
                assert pile[special] > 0, "drawn, but not in the pile"
                pile[special] -= 1
                hands[seat][special] += 1
            case SpecialUsed(seat, special) | SpecialDiscarded(seat, special):
                assert hands[seat][special] > 0, "shown, but not in the hand"
                hands[seat][special] -= 1
    assert +pile == Counter(table.stock)
    assert [+hand for hand in hands] == [Counter(own) for own in table.special_hands]
