"""Choices weighed from a seat's view alone: the round is played to its end in many worlds, by one model of a player."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, PlayCard, TakeRow
from ..codec import from_json, to_json
from ..events import Event
from ..fast.chance import new_stream
from ..fast.futures import model_rounds, rates_of_turn, weigh_choices
from ..fast.game import FastGame, fast_game
from ..fast.opponents import SELF
from ..fast.search import cells, choices_of, hidden_cards, known_hands, unseen_cards
from ..fast.watching import Watcher
from ..fast.weights import group_of, shipped_minds
from ..setup import Setup
from ..views import TableView

FIRST_WORLDS, MOST_WORLDS = 256, 16384
ROUNDS = 5000
"""How many rounds par is measured over."""
Figures = NDArray[np.float64]
Floats = NDArray[np.float32]
Cells = NDArray[np.int16]


class Weighed(NamedTuple):
    """By world and choice: heads until the end of the round, and of them those of this turn."""

    choices: tuple[PlayCard | TakeRow, ...]
    totals: Figures
    now: Figures
    liked: Figures  # by choice: how often the model chooses it

    @property
    def means(self) -> Figures:
        """Heads until the end of the round by choice."""
        return np.asarray(self.totals.mean(axis=0), np.float64)

    @property
    def expected(self) -> float:
        """What the model expects before it chooses."""
        return float(self.means @ self.liked)


def weigh(
    view: TableView, legal: Sequence[Action], error: float, story: Sequence[Event] = (), luck: bytes = b""
) -> Weighed:
    """Weigh until every choice's standard error is small enough; what the seat was shown alone decides the worlds.

    Other `luck` draws other worlds.
    """
    choices = tuple(action for action in legal if isinstance(action, PlayCard | TakeRow))
    worlds, rng = Worlds(view, story), Random(to_json(view) + luck)
    totals, now = worlds.weigh(choices, FIRST_WORLDS, rng)
    while (missing := _missing(totals, error)) > 0:
        more = worlds.weigh(choices, missing, rng)
        totals, now = np.concatenate((totals, more[0])), np.concatenate((now, more[1]))
    return Weighed(choices, totals, now, worlds.liked(choices))


def glance(view: TableView, legal: Sequence[Action], number: int) -> Weighed:
    """Weigh in a few worlds, and not for good."""
    choices = tuple(action for action in legal if isinstance(action, PlayCard | TakeRow))
    worlds = Worlds(view, ())
    totals, now = worlds.weigh(choices, number, Random(number))
    return Weighed(choices, totals, now, worlds.liked(choices))


def _missing(totals: Figures, error: float) -> int:
    """How many more worlds the error asks for, as far as it can be told from those there are."""
    wanted = float(totals.var(axis=0).max()) / error**2
    return int(min(np.ceil(wanted), MOST_WORLDS, 4 * len(totals))) - len(totals)


class Worlds:
    """What a seat knows before a decision, as the kernels want it."""

    def __init__(self, view: TableView, story: Sequence[Event]) -> None:
        """Take the view, and the seat's story of this game where there is one."""
        self.view, self.game = view, fast_game(view.setup)
        self.model = model_of(self.game)
        self.unseen = unseen_cards(self.game, view)
        self.table = cells(self.game, view.rows)
        self.hidden = hidden_cards(view, self.unseen)
        self.hidden[list(view.hand)] = 1
        self.reversals = np.zeros(10, np.int16)
        self.reversals[: self.game.players] = [bool(specials) for specials in view.specials]
        self.rates, self.played = _evidence(self.game, view, story, self.model)

    def weigh(self, choices: Sequence[PlayCard | TakeRow], worlds: int, rng: Random) -> tuple[Figures, Figures]:
        """Heads by world and choice, and those of this turn."""
        return self.run(known_hands(self.view, self.unseen), choices, worlds, rng)

    def run(
        self, known: NDArray[Any], choices: Sequence[PlayCard | TakeRow], worlds: int, rng: Random
    ) -> tuple[Figures, Figures]:
        """The same where this is known of the hands."""
        game, stream = self.game, new_stream(rng)
        position = self.table, game.parts, game.turned, self.hidden, known, self.reversals
        plays = [choice for choice in choices if isinstance(choice, PlayCard)]
        rows = np.array([choice.row for choice in choices if isinstance(choice, TakeRow)], np.int16)
        queue = np.array([(play.card, play.value) for play in self.view.queue] if len(rows) else [], np.int16)
        totals, now = weigh_choices(
            *position, rows if len(rows) else choices_of(self.view, plays), queue.reshape(-1, 2), self.rates,
            self.played, self.model, worlds, stream,
        )  # fmt: skip
        return np.asarray(totals, np.float64), np.asarray(now, np.float64)

    def liked(self, choices: Sequence[PlayCard | TakeRow]) -> Figures:
        """How often the model would choose each; it takes the cheapest row, of equals that with the highest end."""
        view = self.view
        if isinstance(choices[0], TakeRow):
            ends = [
                (view.facts.rows[c.row].heads, -view.rows[c.row].cards[-1]) for c in choices if isinstance(c, TakeRow)
            ]
            return np.asarray(np.eye(len(ends))[ends.index(min(ends))], np.float64)
        rates = rates_of_turn(self.table, self.game.parts, self.hidden, len(view.hand), self.model)
        found = np.array([0.0 if c.reverse else float(rates[c.card]) for c in choices if isinstance(c, PlayCard)])
        return np.asarray(found / found.sum(), np.float64)


class _Listener(Watcher):
    """Follows a seat's story, and keeps the turns of the present round."""

    turns: list[tuple[Cells, Cells, int, Cells]]

    def _start_round(self, cards: tuple[int, ...]) -> None:
        self.turns = []
        super()._start_round(cards)

    def _watch(self, shown: dict[int, int]) -> None:
        plays = np.array([shown[seat] for seat in range(self.game.players)], np.int16)
        self.turns.append((cells(self.game, self.rows), self.hidden.copy(), len(self.hand), plays))
        self.hidden[plays] = 0
        self.hand.remove(shown[self.seat])


def _evidence(game: FastGame, view: TableView, story: Sequence[Event], model: Floats) -> tuple[Floats, Cells]:
    """Of every turn of the round so far: how likely each card was to be played, and what was; none without a story."""
    assert view.seat is not None
    listener = _Listener(game, view.setup, view.seat, shipped_minds()[group_of(game)])
    listener.turns = []
    listener.listen(story)
    turns = listener.turns if listener.agrees(view) else []
    rates = np.zeros((len(turns), 105), np.float32)
    played = np.zeros((len(turns), game.players), np.int16)
    for number, (table, hidden, left, plays) in enumerate(turns):
        rates[number] = rates_of_turn(table, game.parts, hidden, left, model)
        played[number] = plays
    return rates, played


def model_of(game: FastGame) -> Floats:
    """The scores by which the model likes its cards."""
    return np.ascontiguousarray(shipped_minds()[group_of(game)].models_for(game).sums[:, SELF])


def par(setup: Setup) -> tuple[float, float]:
    """Heads that the model takes in a round before it is dealt, and the standard error."""
    found = _rounds(to_json(setup))
    return float(found.mean()), float(found.mean(axis=1).std() / np.sqrt(len(found)))


@cache
def _rounds(setup: bytes) -> Cells:
    game = fast_game(from_json(Setup, setup))
    return model_rounds(game, model_of(game), ROUNDS, new_stream(Random(0)))
