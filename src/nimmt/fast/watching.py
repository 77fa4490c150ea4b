"""What a seat concludes from its events: the table before every turn, what the others may hold, and who they are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
from .beliefs import PRIOR
from .features import NUMBERS
from .game import FastGame
from .opponents import TYPES
from .search import cells, hidden_cards, unseen_cards
from .thinking import watch_turn
from .weights import Mind

Floats = NDArray[np.float32]


class Watcher:
    """Follows one seat's story; what it knows depends on the events alone."""

    def __init__(self, game: FastGame, setup: Setup, seat: int, mind: Mind) -> None:
        """Know nothing yet."""
        self.game, self.setup, self.seat, self.models = game, setup, seat, mind.models_for(game)
        self.told: list[Event] = []
        self.rows: Rows = ()
        self.hand: list[int] = []
        self.drafted: list[list[int]] = []
        self.hidden = np.zeros(NUMBERS, np.int16)
        self.held: Floats = np.zeros((game.players, TYPES, NUMBERS), np.float32)
        self.types: Floats = np.tile(PRIOR, (game.players, 1))

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
        self.hidden[self.hand] = 1
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

    def _start_round(self, cards: tuple[int, ...]) -> None:
        self.hidden[:] = 0
        self.hidden[[card for hand in self.drafted for card in hand] if self.drafted else self.game.deck] = 1
        self.hidden[list(cards)] = 0
        self._begin(self.drafted)

    def _begin(self, known: Sequence[Sequence[int]]) -> None:
        """What is known is held for sure; every other unseen card is as likely in every hand."""
        unseen = self.hidden.astype(np.float32)
        unseen[self.hand] = 0
        for cards in known:
            unseen[list(cards)] = 0
        self.held[:] = 0
        for seat in range(self.game.players):
            cards = list(known[seat]) if seat < len(known) else []
            if seat != self.seat:
                self.held[seat] = unseen * ((len(self.hand) - len(cards)) / max(unseen.sum(), 1.0))
                self.held[seat][:, cards] = 1

    def _watch(self, shown: dict[int, int]) -> None:
        plays = np.array([shown[seat] for seat in range(self.game.players)], np.int16)
        if len(self.hand) > 1:
            hand = np.array(self.hand, np.int16)
            table = cells(self.game, self.rows)
            watch_turn(table, self.game.parts, self.hidden, hand, plays, self.seat, self.held, self.types, self.models)
        self.hidden[plays] = 0
        self.hand.remove(shown[self.seat])
