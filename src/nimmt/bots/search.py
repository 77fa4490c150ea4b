"""`search(n)`: Surprise, Versus the Ox and Bullenparty, with n playouts for each choice.

Hidden cards are drawn afresh for each world. The engine carries an open decision out to the end of the turn, and the
kernels play on from there.
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
from .greedy import foresee, next_step, think, turned_down, with_specials
from .search_party import search_in_party

WORLDS = 12
"""How many worlds are drawn for a decision; the playouts are spread over them."""

OPEN_WORLDS = 6
"""The same where all cards of the turn are face up, and only later turns are hidden."""

SHORT_LIST = 8
"""How many uses of specials are examined closely."""

THOUGHTFUL = 50
"""How many of 100 cards the players in playouts think about."""

NOISE = 2.0
"""How many standard errors a proposal must gain, so that the others like it in the worlds they draw."""

KEPT_SPECIAL = 2.0
"""What a special is worth, in heads, when it is kept for the next round."""


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
        if view.phase == "order":
            return next_step(game.sample(view, rng), view)
        if view.phase == "card":
            return self.choose_card(game, view, [play for play in legal if isinstance(play, PlayCard)], rng)
        return self.choose_openly(game, view, legal, rng)

    def choose_card(self, game: Game, view: TableView, plays: Sequence[PlayCard], rng: Random) -> Action:
        """Play the round out for every card in every world."""
        from ..fast.special_search import future_heads

        assert view.seat is not None
        costs = [0.0] * len(plays)
        for _ in range(WORLDS):
            table = position_of(game.sample(view, rng))
            assert isinstance(table, SpecialTable)
            cards = [play.card for play in plays]
            found = future_heads(table, view.seat, cards, self.playouts_per_world, THOUGHTFUL, rng)
            for number, by_seat in enumerate(found):
                costs[number] += judge(table, view.seat, by_seat.tolist())
        return plays[costs.index(min(costs))]

    def choose_openly(self, game: Game, view: TableView, legal: Sequence[Action], rng: Random) -> Action:
        """Carry the most promising answers out to the end of the turn, and play on from there."""
        state = game.sample(view, rng)
        if view.phase == "window" and not ox_waits(view) and foresee(state, view, Pass()) <= 0:
            return Pass()  # nothing to be saved from
        at_once = {action: foresee(state, view, action, thinking=True) for action in legal}
        listed = sorted(legal, key=lambda action: at_once[action])[:SHORT_LIST]
        listed = list(dict.fromkeys([legal[0], *listed]))  # the first legal action is a pass, where that is possible
        orders = {action: named_after(state, view, action) for action in listed}
        costs: dict[Action, list[float]] = {action: [] for action in listed}
        for _ in range(OPEN_WORLDS):
            state, seed = game.sample(view, rng), rng.getrandbits(64)
            for action in listed:
                costs[action].append(self.cost(state, view, action, Random(seed), orders[action]))
        if usual := usual_answer(view):
            listed = [action for action in listed if action == usual or gains(costs[usual], costs[action])]
        return min(listed, key=lambda action: sum(costs[action]))

    def cost(self, state: State, view: TableView, action: Action, rng: Random, order: Sequence[Action] = ()) -> float:
        """What an answer, and the order that it begins, leads to in one world."""
        from ..fast.special_search import future_heads

        assert view.seat is not None
        after = state
        for step in (action, *order):
            after, _ = after.step(view.seat, step)
        after = finish_turn(after, view)
        table = position_of(after)
        assert isinstance(table, SpecialTable)
        now = so_far(table, view.seat)
        if after.outcome is not None:
            return now
        if table.round > view.round:
            return now - KEPT_SPECIAL * len(table.special_hands[view.seat])
        playouts = self.playouts_per_world * WORLDS // OPEN_WORLDS
        future = future_heads(table, view.seat, (), playouts, THOUGHTFUL, rng)
        return now + judge(table, view.seat, future[0].tolist())

    @property
    def playouts_per_world(self) -> int:
        """The playouts of a choice, spread over the worlds."""
        return max(1, self.playouts // WORLDS)


def named_after(state: State, view: TableView, action: Action) -> list[Action]:
    """The order that this seat names after an answer that begins Sort: it is the same in every world."""
    assert view.seat is not None
    state, _ = state.step(view.seat, action)
    named: list[Action] = []
    while state.phase == "order":
        named.append(next_step(state, view))
        state, _ = state.step(view.seat, named[-1])
    return named


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


def finish_turn(state: State, view: TableView) -> State:
    """Go on to the next secret decision: this seat does what costs least, the others let things take their course."""
    while state.to_act and state.phase not in ("card", "window"):
        state, _ = think(state, view)
    table = position_of(state)
    while state.to_act and state.phase != "card":
        state, _ = think(with_specials(state, ()), view)
    return with_specials(state, table.face_up, table.stock) if isinstance(table, OxTable) else state


def so_far(table: SpecialTable, seat: int) -> float:
    """A seat's heads up to now; a team's, less those of the Ox."""
    if isinstance(table, OxTable):
        return counted(heads(table.piles[TEAM_PILE]), len(table.hands)) - heads(table.piles[OX_PILE])
    assert isinstance(table, SurpriseTable)
    before = table.totals()[seat]
    return before if table.outcome else before + table.heads()[seat] - table.credits[seat]


def judge(table: SpecialTable, seat: int, future: Sequence[float]) -> float:
    """Heads still to come, counted in the same way."""
    if isinstance(table, OxTable):
        *team, ox = future
        return (2 if len(team) <= 2 else 1) * sum(team) - ox
    return future[seat]
