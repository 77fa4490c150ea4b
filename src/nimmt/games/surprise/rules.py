"""Surprise: two rounds of twelve turns, and 28 specials that bend the rules when a card is placed."""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from ...actions import (
    Action,
    ExchangeSpecial,
    Pass,
    Play,
    TurnPositive,
    UseFifthRow,
    UseInsert,
    UseNegativePositive,
    UseReplace,
    UseSeven,
    UseSlide,
    UseSpecial,
    UseStop,
)
from ...cards import HEADS, Special, heads, without
from ...errors import IllegalAction, Refusal
from ...events import (
    CardPlaced,
    Event,
    HeadsCancelled,
    Passed,
    Reason,
    RowTaken,
    SpecialDiscarded,
    SpecialDrawn,
    SpecialsDealt,
    SpecialsShuffled,
    SpecialUsed,
    seen_by,
)
from ...game import Question
from ...rows import Row
from ...specials import SpecialGame, empty_row
from ...table import Cards, Phase, put
from .cancelling import best_cards, best_points
from .options import SurpriseOptions
from .table import SPECIALS, STAY_AT_ROW, Specials, SurpriseTable, in_order, lying
from .view import SurpriseView
from .whereabouts import complete, hands_of

USES = (UseSeven, UseStop, UseInsert, UseReplace, UseSlide, UseFifthRow, UseNegativePositive)
STAY_ON_TABLE = (*STAY_AT_ROW, "fifth_row")
LEAVE_CARD_UNPLACED = ("stop", "slide")


class Surprise(SpecialGame[SurpriseTable, SurpriseView]):
    """SU-1 to SU-19."""

    key = "surprise"
    seats = range(2, 9)
    sections: ClassVar[tuple[str, ...]] = ("B", "SU")
    options_type = SurpriseOptions
    table_type = SurpriseTable
    hand_size = 12
    extra_rows = 1  # SU-6
    most_dealt: ClassVar[int] = 3  # specials for everybody in every round
    cites: ClassVar[dict[str, str]] = {
        "seven": "Q-SU6",
        "stop": "SU-15",
        "insert": "SU-9",
        "replace": "SU-11",
        "slide": "SU-12",
        "empty_row": "Q-SU8",
    }

    options: SurpriseOptions

    def ask_about(self) -> dict[Phase, Question]:
        """A special to use, a card to turn positive, a special to exchange."""
        return {
            **super().ask_about(),
            "window": Question(
                answers=(Pass, *USES),
                rule="SU-4",
                sentence="A special or a pass is asked for now.",
                offers=self.uses,
                refusal=self.use_refusal,
                carry_out=self.use,
                default=lambda view: Pass(),
            ),
            "positive": Question(
                answers=TurnPositive,
                rule="SU-16",
                sentence="A card of the row just taken is asked for now.",
                offers=lambda table, seat: map(TurnPositive, table.taken),
                refusal=self.positive_refusal,
                carry_out=self.turn_positive,
                default=lambda view: TurnPositive(self.best_positive(view)),
            ),
            "exchange": Question(
                answers=(Pass, ExchangeSpecial),
                rule="SU-17",
                sentence="A special to exchange or a pass is asked for now.",
                offers=lambda table, seat: [Pass(), *map(ExchangeSpecial, dict.fromkeys(table.specials[seat]))],
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
        table.decided = None
        super().start_round(table)

    def deal_specials(self, table: SurpriseTable) -> None:
        """SU-2, SU-18: three more for everybody; Q-SU24, Q-SU25: all that nobody holds is shuffled and shared out."""
        face_up = (*table.discards, *lying(table.rows)) if table.round > 1 else SPECIALS
        self.shuffle(table, f"specials:{table.round}", face_up)
        table.specials = table.specials or ((),) * self.players
        count = min(self.most_dealt, len(table.stock) // self.players)
        for seat in self.everybody:
            dealt, table.stock = table.stock[:count], table.stock[count:]
            table.receive(seat, dealt)
            table.note(SpecialsDealt(seat, count, in_order(dealt)))

    def shuffle(self, table: SurpriseTable, label: str, face_up: Specials) -> None:
        """Make the draw pile anew, of these specials and of what is left of it."""
        pile = in_order((*face_up, *table.stock))
        table.note(SpecialsShuffled(in_order(face_up), len(table.stock)))
        table.stock = tuple(pile[place] for place in table.dealer.permutation(label, len(pile)))
        table.discards = ()

    def score(self, table: SurpriseTable) -> tuple[int, ...]:
        """Q-SU20: cancelled points count no more."""
        return tuple(taken - credit for taken, credit in zip(table.heads(), table.credits, strict=True))

    def is_over(self, table: SurpriseTable) -> bool:
        """SU-3: after two rounds, whatever the heads."""
        return table.round >= self.options.rounds

    # --- The window before a placement -----------------------------------------------------------

    def window(self, table: SurpriseTable) -> bool:
        """SU-4: the owner of the next card is asked; Q-X8: whoever holds a special, so that asking tells nothing."""
        play = table.queue[0]
        if play == table.decided or not table.specials[play.seat]:
            return False
        table.ask("window", (play.seat,))
        return True

    def uses(self, table: SurpriseTable, seat: int) -> Iterator[Action]:
        """Every use of every special in hand, and a pass."""
        yield Pass()
        for special in dict.fromkeys(table.specials[seat]):
            yield from self.uses_of(table, seat, special)

    def uses_of(self, table: SurpriseTable, seat: int, special: Special) -> Iterator[Action]:
        """Everything that could be done with a special."""
        rows = range(len(table.rows))
        match special:
            case "seven":
                yield from map(UseSeven, rows)
            case "stop":
                yield from map(UseStop, rows)
            case "insert":
                yield from map(UseInsert, rows)
            case "replace":
                yield from map(UseReplace, table.hands[seat])
            case "slide":
                yield from (UseSlide(card, row) for there in table.rows for card in there.cards for row in rows)
            case "fifth_row":
                yield UseFifthRow()
            case "negative_positive":
                yield UseNegativePositive()

    def use_refusal(self, table: SurpriseTable, seat: int, action: Pass | UseSpecial) -> Refusal | None:
        """SU-4: only a special of the own hand, and only where it does what it says."""
        if isinstance(action, Pass):
            return None
        if action.special not in table.specials[seat]:
            return Refusal("not_in_hand", "SU-4", f"There is no {action.special} among this seat's specials.")
        match action:
            case UseSeven(row):
                return self.seven_refusal(table, row) or self.not_own_row(table, row)
            case UseStop(row):
                return self.stop_refusal(table, row)
            case UseInsert(row):
                return self.insert_refusal(table, table.queue[0].card, row)
            case UseReplace(card):
                return self.replace_refusal(table, seat, card)
            case UseSlide(card, row):
                return self.slide_refusal(table, card, row)
            case UseFifthRow():
                return self.fifth_row_refusal(table)
            case UseNegativePositive():
                return self.no_take_refusal(table)
        raise ValueError(f"{action} is no use of a special here")

    def use(self, table: SurpriseTable, seat: int, action: Pass | UseSpecial) -> None:
        """SU-4: first the special, then the card; Q-SU1: one special, unless the option allows more (Q-X7)."""
        table.answered(seat)
        if isinstance(action, Pass):
            table.decided = table.queue[0]
            table.tell(Passed(seat))
            return
        if self.options.specials_per_placement == "1" or action.special not in LEAVE_CARD_UNPLACED:
            table.decided = table.queue[0]
        table.spend(SpecialUsed(seat, action.special))
        if action.special not in STAY_ON_TABLE:
            table.discards += (action.special,)
        self.carry_out(table, seat, action)

    def carry_out(self, table: SurpriseTable, seat: int, action: UseSpecial) -> None:
        """What each special does; SU-5: those that stay on the table are discarded when they are removed."""
        match action:
            case UseSeven(row):
                self.lay(table, "seven", row)
            case UseStop(row):
                self.lay(table, "stop", row)
            case UseInsert(row):
                self.insert(table, self.next_play(table), row)
            case UseReplace(card):
                self.replace(table, card)
                table.decided = table.queue[0]
            case UseSlide(card, row):
                self.slide(table, seat, card, row)
            case UseFifthRow():
                self.start_fifth_row(table, self.next_play(table))
            case UseNegativePositive():
                table.turning = True

    def next_play(self, table: SurpriseTable) -> Play:
        """The card that is placed now."""
        play, table.queue = table.queue[0], table.queue[1:]
        return play

    # --- The specials of this book alone, and what it says about 7-takes, Insert and Slide -------

    @property
    def insert_at_end(self) -> bool:
        """Q-SU7: not at the end, unless the option says so."""
        return self.options.insert_at_end

    @property
    def may_empty_row(self) -> bool:
        """SU-13, Q-SU8: the only card of a row may slide away, unless the option forbids it."""
        return self.options.slide_empty_row == "fill"

    def not_own_row(self, table: SurpriseTable, row: int) -> Refusal | None:
        """Q-SU6: 7-takes goes to the row that the own card goes to."""
        card = table.queue[0].card
        target = self.target(table.rows, card)
        if target is None:
            return Refusal("fits_no_row", "Q-SU6", f"The {card} fits no row, and 7-takes does not change that.")
        if target != row:
            return Refusal("not_own_row", "Q-SU6", f"The {card} goes to row {target + 1}, and 7-takes with it.")
        return None

    def start_fifth_row(self, table: SurpriseTable, play: Play) -> None:
        """SU-6, Q-X6: the special lies there while there are five rows."""
        table.rows += (Row((play.card,)),)
        self.happen(table, CardPlaced(play.seat, play.card, len(table.rows) - 1, Reason("new_row")))

    def fifth_row_refusal(self, table: SurpriseTable) -> Refusal | None:
        """SU-6, Q-SU28: not while there are five rows; Q-SU8: nor while one waits for this very card."""
        if self.is_extra(table):
            return Refusal("five_rows", "SU-6", "There are five rows already.")
        empty = empty_row(table.rows)
        return None if empty is None else self.emptiness_refusal(table, empty)

    def no_take_refusal(self, table: SurpriseTable) -> Refusal | None:
        """SU-16, Q-SU2: only for a card that makes its owner take a row."""
        row = self.target(table.rows, table.queue[0].card)
        if row is None or len(table.rows[row].cards) >= self.capacity(table.rows[row]):
            return None
        return Refusal("no_take", "SU-16", "No row is about to be taken.")

    # --- After a take: Negative = Positive, then an exchange -------------------------------------

    def settle(self, table: SurpriseTable, event: Event) -> None:
        """SU-15, Q-SU17: any take removes all Stops at once; SU-7, Q-X6: the 5th-row special goes with its row."""
        if not isinstance(event, RowTaken):
            return
        for number, row in enumerate(table.rows):
            if row.has("stop"):
                self.lift(table, "stop", number, "row_taken")
        super().settle(table, event)
        if not event.left:
            table.discards += ("fifth_row",)
        if table.turning:
            table.taken = without(event.cards, event.card)  # Q-SU21: the own card is not of the row
            table.ask("positive", (event.seat,))
        else:
            self.offer_exchange(table, event.seat)

    def positive_refusal(self, table: SurpriseTable, seat: int, action: TurnPositive) -> Refusal | None:
        """SU-16, Q-SU21: a card of the row that was taken."""
        if action.card in table.taken:
            return None
        return Refusal("not_taken", "SU-16", f"The {action.card} is not in the row just taken.")

    def turn_positive(self, table: SurpriseTable, seat: int, action: TurnPositive) -> None:
        """SU-16, Q-SU20: the card and what it cancels leave the round."""
        table.answered(seat)
        table.turning, table.taken = False, ()
        pile = without(table.piles[seat], action.card)
        cards, points = self.cancelled(pile, action.card, table.credits[seat])
        table.piles = put(table.piles, seat, tuple(card for card in pile if card not in cards))
        table.credits = put(table.credits, seat, table.credits[seat] + points)
        table.box += (action.card, *cards)
        table.tell(HeadsCancelled(seat, action.card, cards, heads(cards) + points))
        self.offer_exchange(table, seat)

    def cancelled(self, pile: Cards, positive: int, credit: int) -> tuple[Cards, int]:
        """Q-SU18: the cards that leave the pile, or else the points that are struck off."""
        if self.options.np_mode == "points":
            return (), best_points(pile, HEADS[positive], credit)
        return best_cards(pile, HEADS[positive]), 0

    def best_positive(self, view: SurpriseView) -> int:
        """Q-X18: when time runs out, the card that takes most heads away, of equals the lowest."""
        seat = view.to_act[0]

        def gain(card: int) -> int:
            cards, points = self.cancelled(without(view.piles[seat], card), card, view.credits[seat])
            return HEADS[card] + heads(cards) + points

        return max(view.taken, key=lambda card: (gain(card), -card))

    def offer_exchange(self, table: SurpriseTable, seat: int) -> None:
        """SU-17, Q-SU23: after every take, once, whoever holds a special."""
        if table.specials[seat]:
            table.ask("exchange", (seat,))

    def exchange_refusal(self, table: SurpriseTable, seat: int, action: Pass | ExchangeSpecial) -> Refusal | None:
        """SU-17: only an own special."""
        if isinstance(action, Pass) or action.special in table.specials[seat]:
            return None
        return Refusal("not_in_hand", "SU-17", f"There is no {action.special} among this seat's specials.")

    def exchange(self, table: SurpriseTable, seat: int, action: Pass | ExchangeSpecial) -> None:
        """SU-17, Q-SU23: discard first, then draw; an empty pile is made anew of the discards."""
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

    def view(self, table: SurpriseTable, seat: int | None, last: tuple[Event, ...]) -> SurpriseView:
        """List what a seat may know."""
        return SurpriseView.shown(table, self.setup, seat, last)

    def fill(self, view: SurpriseView, rng: Random) -> SurpriseTable:
        """Deal the specials as well, so that nothing that the seat was told is contradicted."""
        table = super().fill(view, rng)
        table.trail, table.stock = complete(view.trail, rng)
        table.specials = hands_of(table.trail, self.players)
        return table

    def preview(self, view: SurpriseView, action: Action) -> tuple[Event, ...]:
        """What a special does, and where the own card goes then. Nobody can know what an exchange will bring."""
        if isinstance(action, ExchangeSpecial) and view.seat is not None:
            table = self.fill(view, Random(0))
            if refusal := self.answer_refusal(table, view.seat, action):
                raise IllegalAction(refusal)
            self.exchange(table, view.seat, action)
            return seen_by(table.told, None)
        return super().preview(view, action)

    def try_out(self, table: SurpriseTable, seat: int, action: Action) -> None:
        """Place the own card too, once nothing but that is left to do."""
        super().try_out(table, seat, action)
        if not table.to_act and table.queue and table.queue[0] == table.decided:
            self.place_next(table)

    def check_specials(self, table: SurpriseTable) -> None:
        """SU-1: whatever is in the box; how many there are of each is counted in `read_more`."""

    def read_more(self, table: SurpriseTable, text: str) -> Cards:
        """Read discards and box, the fourth part of a position in text form."""
        table.read_more(text)
        return table.box
