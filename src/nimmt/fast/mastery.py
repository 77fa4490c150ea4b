"""Strong play for a seat that sees its view and remembers its events."""

import threading
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..actions import PlayCard
from ..events import Event
from ..views import TableView
from .chance import new_stream
from .features import SEATS
from .game import FastGame, fast_game
from .search import cards_and_values, cells, hidden_cards, rate_by_playouts, unseen_cards
from .thinking import rate_drafts, rate_plays, rate_rows
from .watching import Watcher
from .weights import Mind, group_of

LOOKS = 1600
"""Plays times worlds: what a decision may cost. More of them hardly play better."""
PLAYOUTS, TRUSTED = 600, {2: 0.3, 3: 0.2}
"""Random playouts for every play at small tables, and how much they count there: what happens in ten turns with one or
two opponents is foreseen by the net with errors of its own, and the mean of two guesses is the better one."""
MATCH, DRAFT = 0.5, 1.0
"""How much the others' heads count in a match, and in any draft: a card that we take is one that they do not get."""
FEWEST_WORLDS, MOST_WORLDS = 96, 480
DEALS = 64
"""Ways to deal the rest of a draft: with fewer, chance decides between cards that are nearly as good."""
REMEMBERED = 64
"""How many watchers are kept; any other story is read again from its beginning."""


class Master:
    """Rates plays, rows and drafts. Watchers are kept for speed only: the answer depends on nothing but the story."""

    def __init__(self, minds: dict[str, Mind], looks: int = LOOKS, envious: bool = True) -> None:
        """Take the weights of each group of tables; without `envious` only our own heads count."""
        self.minds, self.looks, self.envious = minds, looks, envious
        self.watchers: list[Watcher] = []
        self.lock = threading.Lock()

    def mind_of(self, game: FastGame) -> Mind:
        """The weights for this table."""
        return self.minds[group_of(game)]

    def rate_plays(
        self, view: TableView, plays: Sequence[PlayCard], history: Sequence[Event], rng: Random
    ) -> list[float]:
        """Heads that each play is expected to cost until the end of the round, less what it costs the others."""
        game = fast_game(view.setup)
        mind, watcher = self.mind_of(game), self.watcher(game, view, history)
        assert view.seat is not None
        hand = sorted(view.hand)
        places = np.array([hand.index(play.card) for play in plays], np.int16)
        _, values = cards_and_values(game, plays)
        trust = TRUSTED.get(game.players, 0.0)
        worlds = min(max(int(self.looks * (1 - trust)) // len(plays), FEWEST_WORLDS), MOST_WORLDS)
        costs: NDArray[np.float64] = rate_plays(
            cells(game, view.rows), game.parts, watcher.hidden, np.array(hand, np.int16), places, values, view.seat,
            reversals(view), watcher.held, watcher.types, watcher.models, mind.weights, mind.tail, worlds,
            envy(game) if self.envious else 0.0, new_stream(rng),
        )  # fmt: skip
        if trust:
            costs = (1 - trust) * costs + trust * np.array(
                rate_by_playouts(game, view, plays, PLAYOUTS * len(plays), rng)
            )
        found: list[float] = costs.tolist()
        return found

    def rate_rows(self, view: TableView, rows: Sequence[int], history: Sequence[Event]) -> list[float]:
        """Heads that taking each row is expected to cost until the end of the round."""
        game = fast_game(view.setup)
        mind = self.mind_of(game)
        hidden = hidden_cards(view, unseen_cards(game, view))
        own, *others = view.queue
        hidden[[play.card for play in view.queue]] = 0
        costs = rate_rows(
            cells(game, view.rows), game.parts, hidden, np.array(sorted(view.hand), np.int16), own.card,
            np.array([play.card for play in others], np.int16), np.array([play.value for play in others], np.int16),
            game.players, reversals(view), mind.weights, mind.tail,
        )  # fmt: skip
        return [float(costs[row]) for row in rows]

    def rate_drafts(self, view: TableView, cards: Sequence[int], rng: Random) -> list[float]:
        """Heads that a hand with each of these cards is expected to cost, less what it costs the others."""
        game = fast_game(view.setup)
        mind = self.mind_of(game)
        costs = rate_drafts(
            np.array(cards, np.int16), np.array(view.hand, np.int16), game, mind.weights, mind.tail, DEALS,
            DRAFT if self.envious else 0.0, new_stream(rng),
        )  # fmt: skip
        found: list[float] = costs.tolist()
        return found

    def watcher(self, game: FastGame, view: TableView, history: Sequence[Event]) -> Watcher:
        """A watcher that has followed this story, from its beginning if need be."""
        found = self._claimed(view, history) or self.new_watcher(game, view)
        found.listen(history)
        with self.lock:
            self.watchers.append(found)
            del self.watchers[:-REMEMBERED]
        if not found.agrees(view):  # a position without a story
            found = self.new_watcher(game, view)
            found.look(view)
        return found

    def new_watcher(self, game: FastGame, view: TableView) -> Watcher:
        """A watcher that has seen no events yet."""
        assert view.seat is not None
        return Watcher(game, view.setup, view.seat, self.mind_of(game))

    def _claimed(self, view: TableView, history: Sequence[Event]) -> Watcher | None:
        """The watcher that knows most of this story, taken out of the pool so that no other thread uses it."""
        with self.lock:
            fitting = [
                each
                for each in self.watchers
                if each.seat == view.seat and each.setup == view.setup and each.told and each.follows(history)
            ]
            best = max(fitting, key=lambda each: len(each.told), default=None)
            if best is not None:
                self.watchers.remove(best)
            return best


def reversals(view: TableView) -> int:
    """RD-2: how many others may still reverse a card, and `SEATS` more if we may."""
    return sum((SEATS if seat == view.seat else 1) for seat, specials in enumerate(view.specials) if specials)


def envy(game: FastGame) -> float:
    """How much the others' heads count for us: a match to a limit is won by having fewer than they."""
    return MATCH if game.limit and game.most_rounds != 1 else 0.0
