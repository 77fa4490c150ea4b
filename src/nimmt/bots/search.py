"""`search(n)`: Surprise, Versus the Ox and Bullenparty, with n playouts for every choice.

Hidden cards are drawn for each world. Whatever is decided in the open, the engine carries out to the end of the turn;
from there the kernels play on.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from ..actions import Action, PlayCard
from ..cards import heads
from ..events import Event
from ..fast.scope import SEARCHED_GAMES
from ..game import Game, State, position_of
from ..games.bullenparty import PartyView
from ..games.registry import game_of
from ..games.surprise.table import SurpriseTable
from ..games.versus_ox import OX, OX_PILE, TEAM_PILE, OxTable, OxView
from ..games.versus_ox.actions import Vote
from ..games.versus_ox.view import counted
from ..setup import Setup
from ..specials import SpecialTable
from ..specials.actions import Pass
from ..views import TableView, View
from .bot import Bot
from .greedy import foresee, let_be, turned_down
from .search_party import search_in_party

WORLDS = 12
"""Worlds that are drawn for a decision; the playouts are spread over them."""

OPEN_WORLDS = 6
"""The same where all cards of the turn are face up, and only later turns are hidden."""

SHORT_LIST = 8
"""How many uses of specials are looked at closely."""

THOUGHTFUL = 50
"""How many cards of 100 are played with a thought in playouts."""

NOISE = 2.0
"""How many standard errors a proposal must gain, so that the others find it good in worlds of their own."""

KEPT_SPECIAL = 2.0
"""What a special is worth, in heads, when it is kept for the next round."""


class SearchBot(Bot):
    """Tries its choices in sampled worlds."""

    def __init__(self, playouts: int) -> None:
        """Say how many playouts a choice is worth."""
        self.playouts = playouts

    def plays(self, setup: Setup) -> bool:
        """What the kernels know."""
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
        if view.phase == "card":
            return self.choose_card(game, view, [play for play in legal if isinstance(play, PlayCard)], rng)
        return self.choose_openly(game, view, legal, rng)

    def choose_card(self, game: Game, view: TableView, plays: Sequence[PlayCard], rng: Random) -> Action:
        """Play every card on in every world."""
        from ..fast.special_search import future_heads

        assert view.seat is not None
        costs = [0.0] * len(plays)
        for _ in range(WORLDS):
            table = position_of(game.sample(view, rng))
            assert isinstance(table, SpecialTable)
            cards = [play.card for play in plays]
            found = future_heads(table, view.seat, cards, self.each, THOUGHTFUL, rng)
            for number, by_seat in enumerate(found):
                costs[number] += judge(table, view.seat, by_seat.tolist())
        return plays[costs.index(min(costs))]

    def choose_openly(self, game: Game, view: TableView, legal: Sequence[Action], rng: Random) -> Action:
        """Carry out what may help most at once, to the end of the turn, and play on from there."""
        state = game.sample(view, rng)
        if view.phase == "window" and not ox_waits(view) and foresee(state, view, Pass()) <= 0:
            return Pass()  # nothing to be saved from
        at_once = {action: foresee(state, view, action) for action in legal}
        listed = sorted(legal, key=lambda action: at_once[action])[:SHORT_LIST]
        listed = list(dict.fromkeys([legal[0], *listed]))  # the first one is to pass, where that is possible
        costs: dict[Action, list[float]] = {action: [] for action in listed}
        for _ in range(OPEN_WORLDS):
            state, seed = game.sample(view, rng), rng.getrandbits(64)
            for action in listed:
                costs[action].append(self.cost(state, view, action, Random(seed)))
        if usual := usual_answer(view):
            listed = [action for action in listed if action == usual or gains(costs[usual], costs[action])]
        return min(listed, key=lambda action: sum(costs[action]))

    def cost(self, state: State, view: TableView, action: Action, rng: Random) -> float:
        """What an answer leads to in one world."""
        from ..fast.special_search import future_heads

        assert view.seat is not None
        after = finish_turn(state.step(view.seat, action)[0], view)
        table = position_of(after)
        assert isinstance(table, SpecialTable)
        now = so_far(table, view.seat)
        if after.outcome is not None:
            return now
        if table.round > view.round:
            return now - KEPT_SPECIAL * len(table.special_hands[view.seat])
        future = future_heads(table, view.seat, (), self.each * WORLDS // OPEN_WORLDS, THOUGHTFUL, rng)
        return now + judge(table, view.seat, future[0].tolist())

    @property
    def each(self) -> int:
        """Playouts in one world."""
        return max(1, self.playouts // WORLDS)


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
    """Whether a turn was just revealed and an Ox is in it: the time to think of what could be done to it."""
    return len(view.queue) > view.setup.players and any(play.seat == OX for play in view.queue)


def finish_turn(state: State, view: TableView) -> State:
    """On to the next secret decision: everybody else lets things take their course, we do what costs least at once."""
    while state.to_act and not state.secret:
        seat = state.to_act[0]
        if seat == view.seat and state.phase in ("replace", "order"):
            now = state
            state, _ = state.step(seat, min(state.legal(seat), key=lambda answer: foresee(now, view, answer)))
        else:
            state, _ = let_be(state)
    return state


def so_far(table: SpecialTable, seat: int) -> float:
    """Heads up to now, of a team less those of the Ox."""
    if isinstance(table, OxTable):
        return counted(heads(table.piles[TEAM_PILE]), len(table.hands)) - heads(table.piles[OX_PILE])
    assert isinstance(table, SurpriseTable)
    before = table.totals()[seat]
    return before if table.outcome else before + table.heads()[seat] - table.credits[seat]


def judge(table: SpecialTable, seat: int, future: Sequence[float]) -> float:
    """Heads to come, by the same measure."""
    if isinstance(table, OxTable):
        *team, ox = future
        return (2 if len(team) <= 2 else 1) * sum(team) - ox
    return future[seat]
