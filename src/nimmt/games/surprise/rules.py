"""Surprise: two rounds of twelve turns, and 28 specials that bend the rules when a card is placed."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from ...actions import Action
from ...cards import Special
from ...dealer import SeededDealer
from ...errors import IllegalAction, Refusal
from ...events import Event, RoundStarted, RowTaken, seen_by
from ...game import Question
from ...specials import SpecialGame
from ...specials.actions import Pass, UseSpecial
from ...specials.events import Passed, SpecialUsed
from ...specials.table import Specials
from ...table import Cards, Phase, put
from .actions import ExchangeSpecial
from .book import BOOK
from .events import HeadsCancelled, SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled
from .notation import read_more
from .options import SurpriseOptions
from .table import SurpriseTable, in_order
from .view import SurpriseView
from .whereabouts import complete, hands_of


class Surprise(SpecialGame[SurpriseTable, SurpriseView]):
    """SU-1 to SU-19."""

    key = "surprise"
    seats = range(2, 9)
    sections: ClassVar[tuple[str, ...]] = ("B", "SU")
    options_type = SurpriseOptions
    table_type = SurpriseTable
    view_type = SurpriseView
    hand_size = 12
    extra_rows = 1  # SU-6
    most_dealt: ClassVar[int] = 3  # specials for everybody in every round
    lock_rule = "SU-15"
    empty_row_rule = "Q-SU8"
    book = BOOK
    copies = 4
    box_rule = "SU-1"

    options: SurpriseOptions

    def ask_about(self) -> dict[Phase, Question[SurpriseTable, Any, SurpriseView]]:
        """A special to use, a special to exchange."""
        return {
            **super().ask_about(),
            "window": Question(
                answers=(Pass, *self.by_use),
                rule="SU-4",
                sentence="A special or a pass is asked for now.",
                offers=self.uses,
                refusal=self.use_refusal,
                carry_out=self.use,
                default=lambda view: Pass(),
            ),
            "exchange": Question(
                answers=(Pass, ExchangeSpecial),
                rule="SU-17",
                sentence="A special to exchange or a pass is asked for now.",
                offers=lambda table, seat: [Pass(), *map(ExchangeSpecial, dict.fromkeys(table.special_hands[seat]))],
                refusal=self.exchange_refusal,
                carry_out=self.exchange,
                default=lambda view: Pass(),
            ),
        }

    # --- Rounds and deals ------------------------------------------------------------------------

    def start_round(self, table: SurpriseTable) -> None:
        """SU-18: the number cards come back from the box."""
        table.box = ()
        table.credits = (0,) * self.players
        super().start_round(table)

    def start_turn(self, table: SurpriseTable) -> None:
        """Nothing of the turn before counts any more."""
        table.decided = None
        super().start_turn(table)

    def deal_specials(self, table: SurpriseTable) -> None:
        """SU-2, SU-18: three more for everybody, or as many as there are for all."""
        table.special_hands = table.special_hands or ((),) * self.players
        count = self.prepare_deal(table)
        for seat in self.everybody:
            dealt, table.stock = table.stock[:count], table.stock[count:]
            table.receive(seat, dealt)
            table.note(SpecialsDealt(seat, count, in_order(dealt)))

    def prepare_deal(self, table: SurpriseTable) -> int:
        """Q-Z1: deal from what is left of the pile; the discards come in only if there is not one for each.

        By option, everything that nobody holds is shuffled first.
        """
        label = f"specials:{table.round}"
        if table.round == 1:
            self.shuffle(table, label, self.specials)
            return min(self.most_dealt, len(table.stock) // self.players)
        table.discards = (*table.discards, *self.lying(table.rows))
        if self.options.second_deal == "all":
            self.shuffle(table, label, table.discards)
        elif table.discards and len(table.stock) < self.players:
            self.shuffle(table, label, table.discards)
            return min(1, len(table.stock) // self.players)
        return min(self.most_dealt, len(table.stock) // self.players)

    def shuffle(self, table: SurpriseTable, label: str, face_up: Specials) -> None:
        """Rebuild the draw pile from these specials and what is left of it."""
        pile = in_order((*face_up, *table.stock))
        table.note(SpecialsShuffled(in_order(face_up), len(table.stock)))
        table.stock = tuple(pile[place] for place in table.dealer.permutation(label, len(pile)))
        table.discards = ()

    def score(self, table: SurpriseTable) -> tuple[int, ...]:
        """Q-SU20: cancelled points no longer count."""
        return tuple(taken - credit for taken, credit in zip(table.heads(), table.credits, strict=True))

    def is_over(self, table: SurpriseTable) -> bool:
        """SU-3: after two rounds, whatever the heads."""
        return table.round >= self.options.rounds

    def last_round(self, table: SurpriseTable, running: tuple[int, ...] | None) -> bool:
        """SU-3: the number of rounds is known."""
        return table.outcome is None and table.round >= self.options.rounds > 1

    # --- The window before a placement -----------------------------------------------------------

    def window(self, table: SurpriseTable) -> bool:
        """SU-4, Q-X8: ask the owner of the next card if they hold any special, so that asking gives nothing away."""
        play = table.queue[0]
        if play == table.decided or not table.special_hands[play.seat]:
            return False
        table.ask("window", (play.seat,))
        return True

    def uses(self, table: SurpriseTable, seat: int) -> Iterator[Action]:
        """Every use of every special in hand, and a pass."""
        yield Pass()
        for special in dict.fromkeys(table.special_hands[seat]):
            yield from self.by_key[special].offers(table, seat)

    def use_refusal(self, table: SurpriseTable, seat: int, action: Pass | UseSpecial) -> Refusal | None:
        """SU-4: only a special of the seat's own, and only where it does what it says."""
        if isinstance(action, Pass):
            return None
        if action.special not in table.special_hands[seat]:
            return Refusal("not_in_hand", "SU-4", f"There is no {action.special} among this seat's specials.")
        return self.by_use[type(action)].why_not(self, table, seat, action)

    def use(self, table: SurpriseTable, seat: int, action: Pass | UseSpecial) -> None:
        """SU-4: first the special, then the card; Q-SU1: one special, unless the option allows more (Q-X7)."""
        table.answered(seat)
        if isinstance(action, Pass):
            table.decided = table.queue[0]
            table.tell(Passed(seat))
            return
        special = self.by_key[action.special]
        if self.options.specials_per_placement == "1" or not special.leaves_card:
            table.decided = table.queue[0]
        table.spend(SpecialUsed(seat, action.special))
        if not special.stays:
            table.discards += (action.special,)
        special.carry_out(self, table, seat, action)

    # --- After a take: an exchange ---------------------------------------------------------------

    def settle(self, table: SurpriseTable, event: Event) -> None:
        """SU-17: a take offers an exchange; SU-16, Q-Y6: but a card may turn positive first."""
        super().settle(table, event)
        if isinstance(event, RowTaken) and not table.taken:
            table.offer_exchange(event.seat)

    def exchange_refusal(self, table: SurpriseTable, seat: int, action: Pass | ExchangeSpecial) -> Refusal | None:
        """SU-17: only one of the seat's own specials."""
        if isinstance(action, Pass) or action.special in table.special_hands[seat]:
            return None
        return Refusal("not_in_hand", "SU-17", f"There is no {action.special} among this seat's specials.")

    def exchange(self, table: SurpriseTable, seat: int, action: Pass | ExchangeSpecial) -> None:
        """SU-17, Q-SU23: discard first, then draw; an empty pile is rebuilt from the discards."""
        table.answered(seat)
        if isinstance(action, Pass):
            table.tell(Passed(seat))
            return
        table.spend(SpecialDiscarded(seat, action.special))
        table.discards += (action.special,)
        if not table.stock:
            table.reshuffles += 1
            self.shuffle(table, f"reshuffle:{table.reshuffles}", table.discards)
        drawn, table.stock = table.stock[0], table.stock[1:]
        table.receive(seat, (drawn,))
        table.note(SpecialDrawn(seat, drawn))

    # --- What seats may see and expect -----------------------------------------------------------

    def unfold(self, table: SurpriseTable, event: Event) -> None:
        """SU-16: what is cancelled leaves the pile, or is struck off."""
        super().unfold(table, event)
        match event:
            case RoundStarted():
                table.credits = (0,) * self.players
            case HeadsCancelled(seat=seat, card=card, cancelled=cards, heads=struck):
                pile = (other for other in table.piles[seat] if other not in (card, *cards))
                table.piles = put(table.piles, seat, tuple(pile))
                credit = 0 if cards else struck
                table.credits = put(table.credits, seat, table.credits[seat] + credit)

    def fill(self, view: SurpriseView, rng: Random) -> SurpriseTable:
        """Deal the specials as well, so that nothing that the seat was told is contradicted."""
        table = super().fill(view, rng)
        table.whole_trail, table.stock = complete(view.trail, rng)
        table.special_hands = hands_of(table.whole_trail, self.players)
        return table

    def unseen_specials(self, view: SurpriseView) -> Counter[Special]:
        """How many of each special are in the draw pile or in other hands."""
        own = () if view.seat is None else view.specials[view.seat]
        return Counter(self.specials_without((*view.discards, *own), view.rows))

    def preview(self, view: SurpriseView, action: Action) -> tuple[Event, ...]:
        """What a special does, and where the seat's card goes then. Nobody can know what an exchange will bring."""
        if isinstance(action, ExchangeSpecial) and view.seat is not None:
            table = self.table_of(view)
            # which they are is not told
            table.stock, table.dealer = self.specials[: view.stock_left], SeededDealer.of(0)
            if refusal := self.answer_refusal(table, view.seat, action):
                raise IllegalAction(refusal)
            self.exchange(table, view.seat, action)
            return seen_by(table.told, None)
        return super().preview(view, action)

    def try_out(self, table: SurpriseTable, seat: int, action: Action) -> None:
        """Let a positive card cancel what it does by default, and place the seat's card once nothing else is to do."""
        super().try_out(table, seat, action)
        if table.phase == "cancel" and table.to_act:
            asked = self.questions["cancel"]
            asked.carry_out(table, seat, asked.legal(table, seat)[0])
        if not table.to_act and table.queue and table.queue[0] == table.decided:
            self.place_next(table)

    def check_specials(self, table: SurpriseTable) -> None:
        """SU-1: whatever is in the box; how many there are of each is counted in `read_more`."""

    def read_more(self, table: SurpriseTable, text: str) -> Cards:
        """Read discards, box, draw pile and what else there is, the fourth part of a position in text form."""
        return read_more(self, table, text)
