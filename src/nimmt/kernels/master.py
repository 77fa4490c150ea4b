"""Strong play for a seat that sees its view and remembers its events."""

import threading
from collections.abc import Mapping, Sequence
from random import Random

from ..actions import PlayCard
from ..events import Event
from ..views import TableView
from .calls import RATE_DRAFTS, RATE_PLAYS, RATE_ROWS, dealing, new_stream
from .constants import SEATS
from .host import run
from .ratings import rate_by_playouts
from .row_game import RowGame, row_game
from .row_tables import cells, hidden_cards, unseen_cards, value_of
from .watcher import Watcher
from .weights import Mind, Minds, group_of

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

    def __init__(self, minds: Minds | Mapping[str, Mind], looks: int = LOOKS, envious: bool = True) -> None:
        """Take the weights of each group of tables; without `envious` only our own heads count."""
        self.minds, self.looks, self.envious = minds, looks, envious
        self.watchers: list[Watcher] = []
        self.lock = threading.Lock()

    def mind_of(self, game: RowGame) -> Mind:
        """The weights for this table."""
        return self.minds[group_of(game)]

    def rate_plays(
        self, view: TableView, plays: Sequence[PlayCard], history: Sequence[Event], rng: Random
    ) -> list[float]:
        """Heads that each play is expected to cost until the end of the round, less what it costs the others."""
        game = row_game(view.setup)
        mind, watcher = self.mind_of(game), self.watcher(game, view, history)
        assert view.seat is not None
        hand, count = sorted(view.hand), len(plays)
        trust = TRUSTED.get(game.players, 0.0)
        call = RATE_PLAYS.new(
            places=[hand.index(play.card) for play in plays],
            values=[value_of(game, play) for play in plays],
            count=count,
            reversals=reversals(view),
            worlds=min(max(int(self.looks * (1 - trust)) // count, FEWEST_WORLDS), MOST_WORLDS),
            envy=envy(game) if self.envious else 0.0,
            stream=new_stream(rng),
        )
        watcher.believe(call)
        call["hand"] = hand
        call.refer(weights=mind.weights, tail=mind.tail)
        run("rate_plays", call)
        costs = list(call["costs"][:count])
        if trust:
            random = rate_by_playouts(game, view, plays, PLAYOUTS * count, rng)
            costs = [(1 - trust) * cost + trust * other for cost, other in zip(costs, random, strict=True)]
        return costs

    def rate_rows(self, view: TableView, rows: Sequence[int], history: Sequence[Event]) -> list[float]:
        """Heads that taking each row is expected to cost until the end of the round."""
        game = row_game(view.setup)
        mind = self.mind_of(game)
        hidden = hidden_cards(view, unseen_cards(game, view))
        own, *others = view.queue
        for play in view.queue:
            hidden[play.card] = 0
        call = RATE_ROWS.new(
            table=cells(game, view.rows),
            parts=game.parts,
            hidden=hidden,
            hand=sorted(view.hand),
            left=len(view.hand),
            card=own.card,
            cards=[play.card for play in others],
            values=[play.value for play in others],
            others=len(others),
            players=game.players,
            reversals=reversals(view),
        )
        call.refer(weights=mind.weights, tail=mind.tail)
        run("rate_rows", call)
        return [call["costs"][row] for row in rows]

    def rate_drafts(self, view: TableView, cards: Sequence[int], rng: Random) -> list[float]:
        """Heads that a hand with each of these cards is expected to cost, less what it costs the others."""
        game = row_game(view.setup)
        mind = self.mind_of(game)
        call = RATE_DRAFTS.new(
            pool=cards,
            count=len(cards),
            hand=view.hand,
            left=len(view.hand),
            deals=DEALS,
            envy=DRAFT if self.envious else 0.0,
            stream=new_stream(rng),
            **dealing(game),
        )
        call.refer(weights=mind.weights, tail=mind.tail)
        run("rate_drafts", call)
        return list(call["costs"][: len(cards)])

    def watcher(self, game: RowGame, view: TableView, history: Sequence[Event]) -> Watcher:
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

    def new_watcher(self, game: RowGame, view: TableView) -> Watcher:
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


def envy(game: RowGame) -> float:
    """How much the others' heads count for us: a match to a limit is won by having fewer than they."""
    return MATCH if game.limit and game.most_rounds != 1 else 0.0
