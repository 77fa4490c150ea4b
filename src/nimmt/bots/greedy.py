"""`greedy`: whatever costs least right now, according to the engine, with no thought for the next turn."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from random import Random
from types import UnionType

from ..actions import Action, PlayCard
from ..cards import HEADS
from ..events import CardPlaced, CardsRevealed, Event, FoundNoRow, RowTaken
from ..game import Game, State, position_of, state_of
from ..games.bullenparty import PartyView
from ..games.registry import game_of
from ..games.surprise.events import HeadsCancelled
from ..games.versus_ox import OX, OxTable, OxView
from ..games.versus_ox.actions import OrderCard, TeamUse, UseOrder, Vote
from ..games.versus_ox.events import ProposalRefused
from ..specials.actions import Pass, UseReplace, UseSpecial
from ..specials.table import Specials
from ..views import TableView, View
from .bot import Bot
from .greedy_party import choose_in_party

SPECIAL_PRICE = 3
"""How many heads a special must save before it is used."""


class GreedyBot(Bot):
    """Takes as few heads as it can in this turn."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """The action that costs least."""
        if isinstance(view, PartyView):
            return choose_in_party(view, legal)
        assert isinstance(view, TableView)
        if view.phase == "draft":
            return rng.choice(legal)  # measured: a hand from all over beats high, low, middle and neighbouring cards
        game = game_of(view.setup)
        if view.phase in ("card", "row"):
            return min(legal, key=lambda action: cost(game, view, action))
        state = game.sample(view, rng)  # all cards of the turn are face up by now, so one sample is as good as any
        if view.phase == "order":
            return next_step(state, view)
        if view.phase == "window" and (turned_down(history) or foresee(state, view, Pass()) <= 0):
            return Pass()  # the team does not want to, or there is nothing to be saved from
        return min(legal, key=lambda action: foresee(state, view, action, thinking=True) + price(action))


def cost(game: Game, view: TableView, action: Action) -> tuple[int, int, int]:
    """Heads taken, then the gap that others can still fill, then whether it uses up a special card."""
    events = game.preview(view, action)
    taken = own_heads(view, events)
    gap = 0
    for event in events:
        match event:
            case CardPlaced(reason=reason):
                gap = reason.numbers[1]
            case FoundNoRow():
                taken += min(row.heads for row in view.rows)
    return taken, gap, isinstance(action, PlayCard) and action.reverse


def price(action: Action) -> int:
    """Specials are scarce: using one has a price, passing and answering have none."""
    return SPECIAL_PRICE if isinstance(action, UseSpecial) else 0


def turned_down(history: Sequence[Event], since: type[Event] | UnionType = CardsRevealed) -> bool:
    """Whether a proposal was refused since then, or since the cards of this turn were revealed.

    Nobody likes to be asked again, at least while the table is the same.
    """
    return bool(refused_uses(history, since))


def refused_uses(history: Sequence[Event], since: type[Event] | UnionType = CardsRevealed) -> list[TeamUse]:
    """What the team did not agree to since then, or since the cards of this turn were revealed."""
    later = takewhile(lambda event: not isinstance(event, since), reversed(history))
    return [event.use for event in later if isinstance(event, ProposalRefused)]


def foresee(state: State, view: TableView, action: Action, thinking: bool = False) -> int:
    """Heads lost until the turn is over, if everybody (`thinking`: else) lets things take their course."""
    assert view.seat is not None
    state, told = state.step(view.seat, action)
    while state.to_act and state.phase != "card":
        if state.phase == "window":
            state = with_specials(state, ())
        state, more = think(state, view) if thinking else let_be(state)
        told += more
    return own_heads(view, told)


def think(state: State, view: TableView) -> tuple[State, tuple[Event, ...]]:
    """What happens when the next seat does nothing special, except that this seat finishes what it has begun."""
    if view.seat != state.to_act[0] or state.phase not in ("replace", "order"):
        return let_be(state)
    return state.step(view.seat, next_step(state, view))


def next_step(state: State, view: TableView) -> Action:
    """The replacement card, or the next card of an order, that costs least if the others stay as they are."""
    assert view.seat is not None
    if state.phase == "order":
        state = with_specials(state, ("sort",))
    legal = state.legal(view.seat)
    steps = [action for action in legal if isinstance(action, UseReplace | OrderCard | UseOrder)]
    return min(steps or legal[-1:], key=lambda action: foresee(state, view, action))


def with_specials(state: State, face_up: Specials, stock: Specials = ()) -> State:
    """Versus the Ox with other specials: where everybody passes, none are needed, and then nobody is asked."""
    table = position_of(state)
    if not isinstance(table, OxTable) or (table.face_up, table.stock) == (face_up, stock):
        return state
    table = table.copy()
    table.face_up, table.stock = face_up, stock
    return state_of(state.game, table)


def let_be(state: State) -> tuple[State, tuple[Event, ...]]:
    """What happens when the next seat does nothing special."""
    seat = state.to_act[0]
    if state.phase == "window":  # by far the most frequent question, and no view is needed to pass
        return state.step(seat, Pass())
    if state.phase == "vote":  # Q-Y3: an owner who says nothing would refuse, but whoever is asked may well agree
        return state.step(seat, Vote(True))
    if state.phase == "order":  # the cards as they lie, until all have a place
        going_on = [action for action in state.legal(seat) if isinstance(action, OrderCard | UseOrder)]
        return state.step(seat, going_on[0] if going_on else state.legal(seat)[-1])
    return state.step(seat, state.game.default(state.view(seat)))


def own_heads(view: TableView, events: Iterable[Event]) -> int:
    """Heads that come to this seat, or to its team less those of the Ox."""
    own = range(view.setup.players) if isinstance(view, OxView) else (view.seat,)
    total = 0
    for event in events:
        match event:
            case RowTaken(seat=seat, heads=heads) if seat in own:
                total += heads
            case RowTaken(seat=seat, heads=heads) if seat == OX:
                total -= heads
            case HeadsCancelled(seat=seat, card=card, heads=heads) if seat in own:
                total -= heads + HEADS[card]
    return total
