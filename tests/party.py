"""Tables of Bullenparty to start from, and short words for what is done there."""

from typing import Any

import nimmt
from nimmt import Action, Event, ExplicitDealer, State
from nimmt.game import state_of
from nimmt.games.bullenparty import (
    Bid,
    Bullenparty,
    Done,
    LayCard,
    PartyTable,
    PartyView,
    set_up,
)

PLAYERS = (2, 3, 4, 5)


def party(players: int, options: Any = None, **table: Any) -> State:
    """A state in the middle of a game, from the text form; see `set_up`."""
    game = nimmt.game("bullenparty", players=players, **(options or {}))
    assert isinstance(game.rules, Bullenparty)
    return state_of(game, set_up(game.rules, **table))


def table_of(state: State) -> PartyTable:
    """The whole table, hidden cards included."""
    assert isinstance(state._position, PartyTable)
    return state._position


def view_of(state: State, seat: int | None) -> PartyView:
    """What a seat sees."""
    view = state.view(seat)
    assert isinstance(view, PartyView)
    return view


def bid(state: State, *cards: int) -> State:
    """Everybody who is asked bids, the lowest seat the first card."""
    assert "bid" == table_of(state).phase
    for seat, card in zip(state.to_act, cards, strict=True):
        state = act(state, seat, Bid(card))
    return state


def act(state: State, seat: int, *actions: Action) -> State:
    """One seat does these things."""
    for action in actions:
        state, _ = state.step(seat, action)
    return state


def told(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Everything that happens when a seat does this."""
    return state.step(seat, action)[1]


def answer(state: State, *actions: Action) -> State:
    """Whoever is asked does these things, one after the other."""
    for action in actions:
        state = act(state, state.to_act[0], action)
    return state


def lay(state: State, seat: int, *cards: tuple[int, int | None]) -> State:
    """One seat lays these cards on these piles (None: a new one) and is done."""
    return act(state, seat, *(LayCard(card, pile) for card, pile in cards), Done())


def lay_as_by_default(state: State) -> State:
    """Everybody lays down as if out of time, and the round ends."""
    while table_of(state).phase == "lay":
        seat = state.to_act[0]
        state = act(state, seat, state.game.default(state.view(seat)))
    return state


def why_not(state: State, seat: int, action: Action) -> tuple[str, str]:
    """Code and rule of a refusal."""
    refusal = state.refusal(seat, action)
    assert refusal is not None
    assert refusal.sentence.endswith(".")
    assert action not in state.legal(seat)
    return refusal.code, refusal.rule


def shuffles(*orders: tuple[int, ...]) -> ExplicitDealer:
    """Discards, sorted, are shuffled into these orders, one after the other."""
    return ExplicitDealer({f"reshuffle:{number}": order for number, order in enumerate(orders, 1)})


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


def all_values(table: PartyTable) -> list[int]:
    """Every value card, wherever it is, sorted: sealed bids are still in the hand, laid cards are not."""
    groups = [*table.hands, table.draw_pile, table.discards, table.box]
    groups += [row.cards for row in table.rows if row is not None]
    groups += [pile for piles in table.piles for pile in piles]
    groups += [tuple(lay.card for lay in lays) for lays in table.lays]
    groups += [tuple(bid.card for bid in table.queue if bid.card), () if table.drawn is None else (table.drawn,)]
    return sorted(card for group in groups for card in group)


def all_buffalo(table: PartyTable) -> list[int]:
    """The heads of every buffalo card, wherever it is, sorted."""
    in_rows = [row.buffalo for row in table.rows if row is not None and row.buffalo is not None]
    return sorted([*table.buffalo_pile, *in_rows, *(heads for won in table.buffalo for heads in won)])
