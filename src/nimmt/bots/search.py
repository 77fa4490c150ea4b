"""`search(n)`: Surprise, Versus the Ox and Bullenparty, with n playouts for each choice, in sampled worlds."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from ..actions import Action
from ..events import Event
from ..game import Game
from ..games.bullenparty import PartyView
from ..games.registry import game_of
from ..games.versus_ox import OX, OxView
from ..games.versus_ox.actions import Vote
from ..kernels.scope import SEARCHED_GAMES
from ..kernels.special_ratings import after_turn, as_choice, cost_so_far, costs_of_answers, costs_of_cards
from ..kernels.special_tables import open_record
from ..setup import Setup
from ..specials.actions import Pass
from ..views import TableView, View
from .bot import Bot
from .greedy import GreedyBot, turned_down
from .search_party import search_in_party
from .special_answers import FORESEEN, has_more_rounds, name_next, orders_to_name, some_tables, uses

WORLDS = 12
"""How many worlds are drawn for a decision; the playouts are spread over them."""

OPEN_WORLDS = 6
"""The same where all cards of the turn are face up, and only later turns are hidden."""

SHORT_LIST = 8
"""How many uses of specials are examined closely."""

NOISE = 2.0
"""How many standard errors a proposal must gain, so that the others like it in the worlds they draw."""


class SearchBot(Bot):
    """Tries its choices in sampled worlds."""

    def __init__(self, playouts: int) -> None:
        """Spend this many playouts on each choice."""
        self.playouts = playouts

    def plays(self, setup: Setup) -> bool:
        """Whether the kernels know this setup."""
        return SEARCHED_GAMES.covers(setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer any question of these games."""
        SEARCHED_GAMES.checked(view.setup)
        if len(legal) == 1:
            return legal[0]
        game = game_of(view.setup)
        if isinstance(view, PartyView):
            return search_in_party(game, view, legal, self.playouts, rng)
        assert isinstance(view, TableView)
        if view.phase == "window" and turned_down(history):
            return Pass()
        if isinstance(view, OxView) and view.phase == "order":
            return name_next(view, legal, lambda: orders_to_name(view, some_tables(game, view, 1, rng)[0], 1)[0])
        if view.phase not in FORESEEN:
            return GreedyBot().choose(view, legal, history, rng)
        return self.best(game, view, legal, rng)

    def best(self, game: Game, view: TableView, legal: Sequence[Action], rng: Random) -> Action:
        """The answer that costs least, if it is clearly better than the usual one."""
        trial = Trial(game, view, legal, rng)
        if view.phase == "window" and not ox_waits(view) and not trial.endangered():
            return Pass()
        costs = trial.costs(self.playouts)
        if usual := usual_answer(view):
            costs = {
                each: by_world for each, by_world in costs.items() if each == usual or gains(costs[usual], by_world)
            }
        return min(costs, key=lambda action: sum(costs[action]))


class Trial:
    """One decision: what a seat can do, in several worlds that it may be in."""

    def __init__(self, game: Game, view: TableView, legal: Sequence[Action], rng: Random) -> None:
        """Draw the first world; Sort is tried with the order that is best at once."""
        assert view.seat is not None
        self.game, self.view, self.seat, self.rng = game, view, view.seat, rng
        (self.table,) = some_tables(game, view, 1, rng)
        self.start = open_record(self.table, has_more_rounds(view))
        self.choices = {action: as_choice(uses(action, view, self.table, 1)[0], self.table) for action in legal}

    def costs(self, playouts: int) -> dict[Action, list[float]]:
        """What answers cost by the end of the round, world by world, after so many playouts in all."""
        is_secret = self.view.phase == "card"
        worlds = WORLDS if is_secret else OPEN_WORLDS
        tables = [self.table, *some_tables(self.game, self.view, worlds - 1, self.rng)]
        more_rounds = has_more_rounds(self.view)
        starts = [open_record(table, more_rounds) for table in tables]
        listed = list(self.choices) if is_secret else self.promising()
        rate = costs_of_cards if is_secret else costs_of_answers
        found = rate(starts, self.seat, self._choices(listed), max(1, playouts // worlds), self.rng)
        return {answer: list(costs) for answer, costs in zip(listed, zip(*found, strict=True), strict=True)}

    def promising(self) -> list[Action]:
        """What costs least at once, and the first legal action, which is a pass where that is possible."""
        at_once = self.at_once(list(self.choices))
        first, *_ = self.choices
        return list(dict.fromkeys([first, *sorted(at_once, key=lambda action: at_once[action])[:SHORT_LIST]]))

    def endangered(self) -> bool:
        """Whether this turn costs something if everybody passes."""
        return self.at_once([Pass()])[Pass()] > cost_so_far(self.start, self.seat)

    def at_once(self, actions: Sequence[Action]) -> dict[Action, float]:
        """What answers cost by the end of the turn; its cards are known, so any world will do."""
        tables = after_turn([self.start], self.seat, self._choices(actions), self.rng)
        return {action: cost_so_far(table, self.seat) for action, table in zip(actions, tables, strict=True)}

    def _choices(self, actions: Sequence[Action]) -> list[list[int]]:
        return [self.choices[action] for action in actions]


def usual_answer(view: TableView) -> Action | None:
    """What a member of a team does unless something else is clearly better: pass, and agree with the others."""
    if not isinstance(view, OxView) or view.setup.players == 1:
        return None
    return {"window": Pass(), "vote": Vote(True)}.get(view.phase)


def gains(usual: Sequence[float], other: Sequence[float]) -> bool:
    """Whether an answer is better by more than the noise of the worlds in which both were tried."""
    saved = [before - after for before, after in zip(usual, other, strict=True)]
    return fmean(saved) > NOISE * stdev(saved) / sqrt(len(saved))


def ox_waits(view: TableView) -> bool:
    """Whether a turn was just revealed and the Ox's card waits: the time to think about how to burden the Ox."""
    return len(view.queue) > view.setup.players and any(play.seat == OX for play in view.queue)
