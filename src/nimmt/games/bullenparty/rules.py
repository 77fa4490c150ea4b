"""Bullenparty: the course of a game, in the order of its rulebook."""

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from ...actions import Action
from ...dealer import Dealer, ExplicitDealer, SeededDealer
from ...errors import IllegalAction, Refusal
from ...events import Event, GameEnded, HandDealt, Outcome, RoundEnded, RoundStarted
from ...game import Question, Rulebook
from ...table import Phase, put
from .actions import Bid, ClaimRow, Done, ExtendRow, LayCard, TakeCardBack
from .bidding import (
    bid_refusal,
    bids,
    call,
    call_next,
    claim,
    claim_refusal,
    extend,
    extend_refusal,
    reveal,
    seal,
    show,
)
from .data import LETTERS, VALUES, PartyOptions, buffalo_table, card_table
from .drawing import draw
from .events import BidsRevealed, CardsBoxed, LayDownOpened, PilesCounted, PilesShown, RowsOpened, ZeroDealt
from .facts import PartyFacts, party_facts, unfold
from .laying import carry_out_step, default_step, step_refusal, steps
from .sampling import deal_unseen, lay_down, some_bid
from .table import HAND_SIZE, PartyRow, PartyRows, PartyTable, Tally, tally
from .view import PartyView


class PartyRules(Rulebook[PartyTable, PartyView]):
    """BP-1 to BP-20. Bidding and laying down have pages of their own."""

    key = "bullenparty"
    seats = range(2, 6)
    options_type = PartyOptions
    view_type = PartyView
    sections: ClassVar[tuple[str, ...]] = ("BP",)
    counts = "points"

    row_start: ClassVar[int] = 2  # BP-5: cards that a row starts with
    boxed: ClassVar[dict[int, int]] = {2: 50, 3: 25}  # BP-3: value cards left out, by players

    options: PartyOptions

    def ask_about(self) -> dict[Phase, Question[PartyTable, Any, PartyView]]:
        """A bid, a row to take, a row to extend, and the next step of laying down."""
        return {
            "bid": Question(
                answers=(Bid,),
                rule="BP-6",
                sentence="A bid is asked for now: a value card or the zero card.",
                offers=bids,
                refusal=bid_refusal,
                carry_out=seal,
                default=self.default_bid,
            ),
            "claim": Question(
                answers=(ClaimRow,),
                rule="BP-7",
                sentence="A row to take is asked for now.",
                offers=lambda table, seat: map(ClaimRow, range(len(table.rows))),
                refusal=claim_refusal,
                carry_out=claim,
                default=lambda view: ClaimRow(self.default_row(view.rows)),
            ),
            "extend": Question(
                answers=(ExtendRow,),
                rule="BP-8",
                sentence="A row for the drawn card is asked for now.",
                offers=lambda table, seat: map(ExtendRow, range(len(table.rows))),
                refusal=extend_refusal,
                carry_out=extend,
                default=lambda view: ExtendRow(self.default_row(view.rows, with_room=True)),
            ),
            "lay": Question(
                answers=(LayCard, TakeCardBack, Done),
                rule="BP-14",
                sentence="Cards are laid down now: lay one, take the last one back, or be done.",
                offers=steps,
                refusal=step_refusal,
                carry_out=carry_out_step,
                default=default_step,
            ),
        }

    # --- Setting up ------------------------------------------------------------------------------

    @property
    def everybody(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(self.players))

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """Q-BP1, Q-Y9: heads by value card."""
        return card_table(self.setup.options).heads

    @cached_property
    def buffalo_pile(self) -> tuple[int, ...]:
        """BP-4, Q-BP2, Q-Y9: the heads of the buffalo cards, the top one first."""
        return buffalo_table(self.setup.options).heads

    def empty_table(self) -> PartyTable:
        """BP-4: seats, zero cards in alphabetical order, the sorted buffalo pile, and nothing else."""
        nothing: tuple[tuple[()], ...] = ((),) * self.players
        table = PartyTable(
            dealer=ExplicitDealer(),
            zeros=tuple(LETTERS[: self.players]),
            zeros_seen=(False,) * self.players,
            hands=nothing,
            choices=(None,) * self.players,
            lays=nothing,
        )
        table.buffalo_pile = self.buffalo_pile
        table.known = table.buffalo = table.piles = nothing
        return table

    def begin(self, dealer: Dealer) -> PartyTable:
        """BP-2: deal once for the whole game, then lay out the first rows."""
        table = self.empty_table()
        table.dealer = dealer
        self.deal(table)
        self.start_round(table)
        self.proceed(table)
        return table

    def deal(self, table: PartyTable) -> None:
        """BP-2, BP-3, Q-BP3: count off what is not used, then zero cards and hands; the rest is the draw pile."""
        letters = table.dealer.permutation("zeros:1", len(LETTERS))
        table.zeros = tuple(LETTERS[place] for place in letters[: self.players])
        cards = tuple(VALUES[place] for place in table.dealer.permutation("deal:1", len(VALUES)))
        boxed = self.boxed.get(self.players, 0)
        table.box, cards = cards[:boxed], cards[boxed:]
        table.tell(CardsBoxed(boxed))
        for seat in self.everybody:
            hand, cards = tuple(sorted(cards[:HAND_SIZE])), cards[HAND_SIZE:]
            table.hands = put(table.hands, seat, hand)
            table.tell(ZeroDealt(seat, table.zeros[seat]))
            table.tell(HandDealt(seat, len(hand), hand))
        table.draw_pile = cards

    # --- Rounds ------------------------------------------------------------------------------------

    def proceed(self, table: PartyTable) -> None:
        """Go on until somebody owes a decision or the game is over."""
        while not table.to_act and table.outcome is None:
            if table.queue:
                call_next(table)
            elif any(table.choices):
                reveal(table)
            elif table.bidders:
                table.ask("bid", table.bidders)  # BP-6, BP-11
            elif any(table.lays):
                self.end_round(table)
            else:
                self.open_lay_down(table)

    def start_round(self, table: PartyTable) -> None:
        """BP-5, BP-17: as many rows as players, two cards each. There are always enough (BP-3, BP-18)."""
        table.round += 1
        table.tell(RoundStarted(table.round))
        rows = tuple([self.new_row(table) for _ in self.everybody])
        table.rows, table.bidders = rows, self.everybody
        table.tell(RowsOpened(rows))

    def new_row(self, table: PartyTable) -> PartyRow:
        """BP-5: the next cards of the draw pile."""
        drawn = [draw(table) for _ in range(self.row_start)]
        return PartyRow(tuple([card for card in drawn if card is not None]))

    def open_lay_down(self, table: PartyTable) -> None:
        """BP-14, BP-19, Q-BP9: everybody lays down at once, in the last round everything (Q-BP13)."""
        table.tell(LayDownOpened(tuple(map(table.to_lay, self.everybody))))
        table.ask("lay", self.everybody)

    def end_round(self, table: PartyTable) -> None:
        """Q-BP9: show what everybody has laid; then the next round, or the end (BP-17, BP-18)."""
        laid = tuple(tuple(sorted(lay.card for lay in lays)) for lays in table.lays)
        table.piles = tuple(map(table.own_piles, self.everybody))
        table.lays = ((),) * self.players
        for seat in self.everybody:
            still_there = tuple(card for card in table.known[seat] if card in table.hands[seat])
            table.known = put(table.known, seat, still_there)
        table.tell(PilesShown(laid, table.piles))
        self.count(table)
        if table.last_round:
            self.end_game(table)
        else:
            self.start_round(table)

    # --- Scoring -------------------------------------------------------------------------------------

    def tallies(self, table: PartyTable) -> tuple[Tally, ...]:
        """BP-20: what the piles and buffalo cards of each seat come to."""
        return tuple(tally(piles, won, self.heads) for piles, won in zip(table.piles, table.buffalo, strict=True))

    def count(self, table: PartyTable) -> None:
        """Only the end counts (BP-20), but everybody can see where they stand: note what the round changed."""
        standings = zip(self.tallies(table), table.totals(), strict=True)
        gained = tuple(now.score - before for now, before in standings)
        table.scores += (gained,)
        table.tell(RoundEnded(table.round, gained, table.totals()))

    def end_game(self, table: PartyTable) -> None:
        """BP-20: the highest score wins; Q-BP14: equal scores share a place."""
        totals = table.totals()
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        table.outcome = Outcome(table.scores, totals, ranks)
        table.ask("over", ())
        table.tell(PilesCounted(self.tallies(table)))
        table.tell(GameEnded(table.outcome))

    # --- What seats may do, see and expect -------------------------------------------------------------

    def may_act(self, table: PartyTable, seat: int) -> bool:
        """Q-X1: a seat that has bid may bid again while others still owe their bids; done is done."""
        return seat in table.to_act or (table.phase == "bid" and seat in table.bidders)

    def not_now(self, table: PartyTable, seat: int) -> Refusal:
        """Why a seat must wait: it has its row, it is done, or it is another one's turn."""
        if table.phase == "bid":
            return Refusal("out_of_round", "BP-7", f"Seat {seat} has taken a row and bids no more in this round.")
        if table.phase == "lay":
            return Refusal("already_done", "Q-X1", f"Seat {seat} has said that it is done.")
        return Refusal("not_your_turn", "BP-7", f"Seat {seat} owes no decision now.")

    def secret(self, table: PartyTable) -> bool:
        """BP-6, Q-BP9: bids and lay-downs are hidden until all are given."""
        return table.phase in ("bid", "lay")

    def default_bid(self, view: PartyView) -> Bid:
        """Q-X18: the lowest value card. A zero card has no value (BP-7), and delays everybody."""
        return Bid(view.hand[0])

    def default_row(self, rows: PartyRows, with_room: bool = False) -> int:
        """Q-X18, Q-B5: the row with the fewest heads, a buffalo's too; of equals the one with the highest last card."""
        left = {number: row for number, row in enumerate(rows) if row and not (with_room and row.full)}
        return min(left, key=lambda number: (self.row_heads(left[number]), -left[number].cards[-1]))

    def row_heads(self, row: PartyRow) -> int:
        """All heads that lie in a row."""
        return sum(self.heads[card] for card in row.cards) + (row.buffalo or 0)

    def common(self, table: PartyTable) -> dict[str, Any]:
        """What lies face up, and what follows from it."""
        return PartyView.common(table, self.setup, self.heads)

    def own(self, table: PartyTable, seat: int | None) -> dict[str, Any]:
        """What the view lists."""
        return PartyView.shown_to(table, seat, self.heads)

    def follow(self, view: PartyView, events: Iterable[Event]) -> tuple[PartyFacts | None, ...]:
        """The facts after each event that everybody is told; None where none changed."""
        table, last = view.table(), view.facts
        found: list[PartyFacts | None] = []
        for event in events:
            unfold(table, event)
            now = party_facts(table, self.heads)
            found.append(None if now == last else now)
            last = now
        return tuple(found)

    def fill(self, view: PartyView, rng: Random) -> PartyTable:
        """Deal what is unseen, then choose bids and laid cards that the others may have chosen."""
        table = deal_unseen(view, rng)
        for seat in self.everybody:
            if seat != view.seat and view.sealed[seat]:
                table.choices = put(table.choices, seat, some_bid(table, seat, rng))
            if seat != view.seat and view.phase == "lay":
                lay_down(table, seat, rng)
        table.dealer, table.told = SeededDealer.of(rng.randbytes(32)), ()
        return table

    def preview(self, view: PartyView, action: Action) -> tuple[Event, ...]:
        """Do it on the table that the view shows; a bid comes up as if it were the only one, and nothing is drawn."""
        table, seat = view.table(), view.seat
        if seat is None:
            raise IllegalAction(NO_HAND)
        if refusal := self.answer_refusal(table, seat, action):
            raise IllegalAction(refusal)
        if isinstance(action, Bid):
            bid = show(table, seat, action)
            return BidsRevealed((bid,)), call(bid, "lowest_bid")
        self.questions[table.phase].carry_out(table, seat, action)
        return table.told


NO_HAND = Refusal("no_such_seat", "BP-6", "A spectator has no hand to play from.")
