"""Turns of Surprise to start from, and short words for what the players do."""

from typing import Any

from nimmt import Action, Event, Game, PlayCard, TakeRow, read_position
from nimmt.actions import ExchangeSpecial, Pass, TurnPositive, UseSpecial
from nimmt.dealer import Dealer, SeededDealer
from nimmt.events import RowTaken
from nimmt.games.surprise import Surprise, SurpriseOptions, SurpriseTable, SurpriseView
from nimmt.rows import write_rows

CHANCE = SeededDealer.of("surprise")


class Turn:
    """One turn, from the reveal on: every seat plays the first card of its hand.

    A hand is written as ``23 15 stop``: the card that is played, others, and specials. Everybody gets one
    more card that fits in somewhere, so that the round goes on, except in the last turn.
    """

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
        rules = Surprise(len(hands), SurpriseOptions(**options))
        named = {int(word) for word in f"{rows} {' '.join(hands)} {piles} {more}".split() if word.isdigit()}
        spare = [str(card) for card in range(104, 0, -1) if card not in named]
        held = [hand if last else f"{hand} {card}" for hand, card in zip(hands, spare, strict=False)]
        table = read_position(rules, f"{rows} // {' / '.join(held)} // {piles} // {more}", scores)
        table.dealer = dealer
        self.game = Game(rules)
        self.state = self.game.state(table)
        self.events: list[Event] = []
        for seat, hand in enumerate(hands):
            self.act(PlayCard(int(hand.split()[0])), seat)

    # What is done

    def act(self, action: Action, seat: int | None = None) -> None:
        """Do something that must be legal; whoever is asked does it."""
        self.state, events = self.state.step(self.asked if seat is None else seat, action)
        self.events += events

    def use(self, *uses: UseSpecial) -> None:
        """Use specials; then everybody who is asked passes, until nothing is left to do in this turn."""
        for use in uses:
            self.act(use)
        self.skip()

    def skip(self) -> None:
        """Nobody uses or exchanges anything any more in this turn."""
        while self.phase in ("window", "exchange"):
            self.act(Pass())

    def take(self, row: int) -> None:
        """Whoever must take a row takes this one."""
        self.act(TakeRow(row))

    def turn_positive(self, card: int) -> None:
        """Choose the card that counts for its owner."""
        self.act(TurnPositive(card))

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
    def table(self) -> SurpriseTable:
        assert isinstance(self.state.position, SurpriseTable)
        return self.state.position

    def view(self, seat: int | None) -> SurpriseView:
        view = self.state.view(seat)
        assert isinstance(view, SurpriseView)
        return view

    @property
    def phase(self) -> str:
        return self.table.phase

    @property
    def rows(self) -> str:
        return write_rows(self.table.rows)

    @property
    def takes(self) -> list[tuple[int, tuple[int, ...], int]]:
        """Who took which cards, and how many heads that were."""
        return [(event.seat, event.cards, event.heads) for event in self.events if isinstance(event, RowTaken)]

    def refusal(self, action: Action) -> tuple[str, str] | None:
        """The code and the rule of a refusal to whoever is asked, or None."""
        refusal = self.state.refusal(self.asked, action)
        return None if refusal is None else (refusal.code, refusal.rule)

    def legal(self, kind: type[Action] = Action) -> list[Action]:
        """What the seat that is asked may do, perhaps only one kind of it."""
        return [action for action in self.state.legal(self.asked) if isinstance(action, kind)]

    def told(self, kind: type[Event]) -> list[Event]:
        """Everything of this kind that happened since the first card was chosen."""
        return [event for event in self.events if isinstance(event, kind)]
