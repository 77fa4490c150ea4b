"""What a seat concludes from its events: the table before every turn, what the others may hold, and who they are."""

from array import array
from collections.abc import Sequence

from ..events import (
    CardDrafted,
    CardPlaced,
    CardsOffered,
    CardsRevealed,
    Event,
    HandDealt,
    MarkMoved,
    RowsLaid,
    RowTaken,
)
from ..rows import Row, Rows
from ..setup import Setup
from ..table import put
from ..views import TableView
from .calls import WATCH_TURN
from .constants import NUMBERS, SELF, TYPES
from .host import run
from .layout import Record
from .row_game import RowGame
from .row_tables import cells, hidden_cards, unseen_cards
from .weights import Mind

PRIOR = tuple((2.0 if kind == SELF else 1.0) / (TYPES + 1) for kind in range(TYPES))
"""What kind a player is before anything is known: twice as likely our own as any other."""
SEAT_SIZE = 4 * TYPES * NUMBERS
"""Bytes of what is believed of one seat's hand: the chance of each card, for each kind that it may be."""


def at_first(players: int) -> bytes:
    """What is believed of everybody's kind before the first turn."""
    return array("f", PRIOR * players).tobytes()


class Watcher:
    """Follows one seat's story; what it knows depends on the events alone."""

    def __init__(self, game: RowGame, setup: Setup, seat: int, mind: Mind) -> None:
        """Know nothing yet."""
        self.game, self.setup, self.seat, self.models = game, setup, seat, mind.models_for(game)
        self.told: list[Event] = []
        self.rows: Rows = ()
        self.hand: list[int] = []
        self.drafted: list[list[int]] = []
        self.hidden = array("h", bytes(2 * NUMBERS))
        self.held = bytes(game.players * SEAT_SIZE)
        self.types = at_first(game.players)

    def listen(self, history: Sequence[Event]) -> None:
        """Take in what was told since the last time."""
        for event in history[len(self.told) :]:
            self._take(event)
            self.told.append(event)

    def follows(self, history: Sequence[Event]) -> bool:
        """Whether this is the beginning of that story."""
        return len(self.told) <= len(history) and self.told == list(history[: len(self.told)])

    def agrees(self, view: TableView) -> bool:
        """Whether the table is as the view shows it."""
        return self.rows == view.rows and sorted(self.hand) == sorted(view.hand)

    def look(self, view: TableView) -> None:
        """Begin in the middle of a round, with what a view shows."""
        self.rows, self.hand = view.rows, list(view.hand)
        self.hidden = hidden_cards(view, unseen_cards(self.game, view))
        self._mark(self.hand, 1)
        self._begin(view.known)

    def _take(self, event: Event) -> None:
        match event:
            case CardsOffered():
                self.drafted = [[] for _ in range(self.game.players)]
            case CardDrafted(seat=seat, card=card):
                self.drafted[seat].append(card)
                self.hand = self.drafted[self.seat].copy()
            case HandDealt(seat=seat, cards=cards) if seat == self.seat and cards is not None:
                self.hand = list(cards)
            case RowsLaid(cards=cards):
                self.rows = tuple(Row((card,)) for card in cards)
                self._start_round(cards)
            case MarkMoved(mark=mark, row=row):
                self._move(mark, row)
            case CardsRevealed(plays=plays):
                self._watch({play.seat: play.card for play in plays})
            case CardPlaced(row=row, card=card):
                self._set(row, (*self.rows[row].cards, card))
            case RowTaken(row=row, left=left):
                self._set(row, left)

    def _set(self, row: int, cards: tuple[int, ...]) -> None:
        self.rows = put(self.rows, row, Row(cards, self.rows[row].marks))

    def _move(self, mark: str, row: int) -> None:
        """A marker lies at one row alone, and shows one of its faces."""
        faces = {"odd": ("odd", "even"), "even": ("odd", "even"), "up": ("up", "down"), "down": ("up", "down")}
        gone = faces.get(mark, (mark,))
        kept = tuple(Row(each.cards, tuple(m for m in each.marks if m not in gone)) for each in self.rows)
        self.rows = put(kept, row, Row(kept[row].cards, (*kept[row].marks, mark)))  # type: ignore[arg-type]

    def _mark(self, cards: Sequence[int], mark: int) -> None:
        for card in cards:
            self.hidden[card] = mark

    def _start_round(self, cards: tuple[int, ...]) -> None:
        self.hidden = array("h", bytes(2 * NUMBERS))
        self._mark([card for hand in self.drafted for card in hand] if self.drafted else self.game.deck, 1)
        self._mark(cards, 0)
        self._begin(self.drafted)

    def _begin(self, known: Sequence[Sequence[int]]) -> None:
        """What is known is held for sure; every other unseen card is as likely in every hand."""
        unseen = {card for card, mark in enumerate(self.hidden) if mark}.difference(self.hand, *known)
        beliefs = []
        for seat in range(self.game.players):
            chances, cards = array("f", bytes(4 * NUMBERS)), known[seat] if seat < len(known) else ()
            if seat != self.seat:
                chance = (len(self.hand) - len(cards)) / max(len(unseen), 1)
                for card in unseen:
                    chances[card] = chance
                for card in cards:
                    chances[card] = 1.0
            beliefs.append(chances.tobytes() * TYPES)
        self.held = b"".join(beliefs)

    def _watch(self, shown: dict[int, int]) -> None:
        plays = [shown[seat] for seat in range(self.game.players)]
        if len(self.hand) > 1:
            call = WATCH_TURN.new(plays=plays)
            self.believe(call)
            run("watch_turn", call)
            self.held, self.types = call.raw("held")[: len(self.held)], call.raw("types")[: len(self.types)]
        self._mark(plays, 0)
        self.hand.remove(shown[self.seat])

    def believe(self, call: Record) -> None:
        """Write down the position, and what this seat believes of the others."""
        call["table"], call["parts"], call["hidden"] = cells(self.game, self.rows), self.game.parts, self.hidden
        call["hand"], call["left"], call["seat"] = self.hand, len(self.hand), self.seat
        call["players"], call["held"], call["types"] = self.game.players, self.held, self.types
        call.refer(sums=self.models.sums, net=self.models.net)
