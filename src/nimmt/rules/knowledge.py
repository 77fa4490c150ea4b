"""What a seat of a row game can know and expect: samples and previews from what it sees."""

from random import Random
from typing import cast

from ..actions import Action, Play, PlayCard
from ..dealer import SeededDealer
from ..errors import IllegalAction, Refusal
from ..events import Event
from ..table import put
from .course import T, W
from .facts import Facts

NO_HAND = Refusal("no_such_seat", "B-4", "A spectator has no hand to play from.")


class Knowledge(Facts[T, W]):
    """Everything here starts from a view, and so from nothing that its seat may not know."""

    def table_of(self, view: W) -> T:
        """The table as far as a view shows it: every kind of view knows its kind of table."""
        return cast(T, view.table())

    def fill(self, view: W, rng: Random) -> T:
        """Deal the unseen cards to the other hands at random, and seal cards there where cards are sealed."""
        table = self.table_of(view)
        seen = view.seen
        unseen = [card for card in self.deck if card not in seen]
        unseen.sort(key=lambda card: rng.random())  # a third of the time that `shuffle` takes
        for seat, count in enumerate(view.cards_left):
            missing = count - len(table.hands[seat])
            drawn, unseen = unseen[:missing], unseen[missing:]
            table.hands = put(table.hands, seat, tuple(sorted((*table.hands[seat], *drawn))))
        table.aside = tuple(unseen)
        for seat in self.everybody:
            if view.sealed[seat] and seat != view.seat:
                table.choices = put(table.choices, seat, rng.choice(self.playable(table, seat)))
        table.dealer = SeededDealer.of(rng.randbytes(32))
        return table

    def sole_answer(self, view: W, seat: int) -> bool | None:
        """B-4: a last card is played; with special cards there may be several ways to do so."""
        return view.cards_left[seat] == 1 if view.phase == "card" and not view.specials[seat] else None

    def playable(self, table: T, seat: int) -> list[PlayCard]:
        """Everything that a seat could seal."""
        return [play for play in self.plays(table, seat) if self.play_refusal(table, seat, play) is None]

    def preview(self, view: W, action: Action) -> tuple[Event, ...]:
        """Play the action on the table that the view shows, with no other card before it."""
        table = self.table_of(view)
        if view.seat is None:
            raise IllegalAction(NO_HAND)
        if refusal := self.answer_refusal(table, view.seat, action):
            raise IllegalAction(refusal)
        self.try_out(table, view.seat, action)
        return table.told

    def try_out(self, table: T, seat: int, action: Action) -> None:
        """Do what the action says, and place the card if that is what it chooses."""
        if isinstance(action, PlayCard):
            table.queue = (Play(seat, action.card, self.value(action)),)
            self.place_next(table)
        else:
            self.questions[table.phase].carry_out(table, seat, action)
