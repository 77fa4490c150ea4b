"""Bullenparty: samples against what was told, and worlds that a seat cannot tell apart (Q-BP18, Q-X1)."""

from random import Random

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import Event, State, seen_by, to_json
from nimmt.games.bullenparty import ZERO, LayCard, TakeCardBack
from nimmt.games.bullenparty.events import (
    BidsRevealed,
    CardDrawn,
    PilesShown,
    RowExtended,
    RowsOpened,
)
from tests.party import PLAYERS, table_of
from tests.properties.party_witness import PartyWitness

# --- What one seat was told, folded without the engine --------------------------------------------


@pytest.mark.rule("Q-BP18", "Q-BP8", "BP-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_no_sample_contradicts_what_its_seat_was_told(players: int) -> None:
    rng = Random(players)
    state = nimmt.game("bullenparty", players=players).start(players)
    witnesses = [PartyWitness(seat, players) for seat in (*range(players), None)]
    events: tuple[Event, ...] = state.last
    while state.outcome is None:
        for witness in witnesses:
            for event in seen_by(events, witness.seat):
                witness.hear(event)
        witness = rng.choice(witnesses)
        witness.contradict(state.game.sample(state.view(witness.seat), rng))
        seat = rng.choice(state.to_act)
        state, events = state.step(seat, rng.choice(state.legal(seat)))


# --- Two worlds ----------------------------------------------------------------------------------


def swapped(state: State, one: int, other: int) -> State:
    """The same state with two value cards exchanged, wherever they lie hidden."""
    table = table_of(state).copy()
    change = {one: other, other: one}
    table.hands = tuple(tuple(sorted(change.get(card, card) for card in hand)) for hand in table.hands)
    table.draw_pile = tuple(change.get(card, card) for card in table.draw_pile)
    table.box = tuple(change.get(card, card) for card in table.box)
    return replace(state, _position=table)


def touched(events: tuple[Event, ...], cards: set[int]) -> bool:
    """Whether something that everybody sees names one of these cards."""
    for event in events:
        match event:
            case BidsRevealed(bids=bids):
                named = {bid.card for bid in bids}
            case CardDrawn(card=card) | RowExtended(card=card):
                named = {card}
            case RowsOpened(rows=rows):
                named = {card for row in rows for card in row.cards}
            case PilesShown(laid=laid):
                named = {card for cards_laid in laid for card in cards_laid}
            case _:
                named = set()
        if named & cards:
            return True
    return False


@pytest.mark.rule("Q-BP18", "BP-6", "Q-BP9")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_differ_in_hidden_cards_look_the_same(players: int, seed: int) -> None:
    """One card of a hidden hand is exchanged for one that lies deep in the pile; nobody else can tell."""
    rng = Random(seed)
    world = nimmt.game("bullenparty", players=players).start(seed)
    watcher, owner = 0, players - 1
    hidden = {table_of(world).hands[owner][2], table_of(world).draw_pile[-1]}
    twin = swapped(world, *hidden)
    steps = 0
    while world.outcome is None:
        seat = rng.choice(world.to_act)
        legal = [action for action in world.legal(seat) if not ({getattr(action, "card", ZERO)} & hidden)]
        action = rng.choice(legal)
        world, events = world.step(seat, action)
        twin, twin_events = twin.step(seat, action)
        if touched(events, hidden):
            break
        for looker in (watcher, None):
            assert to_json(seen_by(events, looker)) == to_json(seen_by(twin_events, looker))
            assert to_json(world.view(looker)) == to_json(twin.view(looker))
        steps += 1
    assert steps > 30


@pytest.mark.rule("Q-X1", "Q-BP9")
@pytest.mark.parametrize("players", PLAYERS)
def test_other_seats_lay_downs_and_bids_are_invisible_until_all_have_given_theirs(players: int) -> None:
    """In one world the others answer plainly, in the other after many detours; the watcher's stream is the same."""
    rng = Random(players)
    game = nimmt.game("bullenparty", players=players)
    plain, fussy, streams = game.start(9), game.start(9), ([b""], [b""])
    while plain.outcome is None:
        seat = plain.to_act[-1]
        if seat and plain.secret:
            for _ in range(3):
                fussy, events = detour(fussy, seat, rng)
                streams[1].append(to_json(seen_by(events, 0)))
        action = game.default(plain.view(seat)) if plain.secret else rng.choice(plain.legal(seat))
        plain, events = plain.step(seat, action)
        streams[0].append(to_json(seen_by(events, 0)))
        fussy, events = fussy.step(seat, action)
        streams[1].append(to_json(seen_by(events, 0)))
        assert to_json(plain.view(0)) == to_json(fussy.view(0))
        assert told_something(streams[0]) == told_something(streams[1])


def detour(state: State, seat: int, rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Lay a card and take it back. (A bid cannot be given and withdrawn, only changed: see above.)"""
    lays = [step for step in state.legal(seat) if isinstance(step, LayCard)]
    if not lays:
        return state, ()
    state, laid = state.step(seat, rng.choice(lays))
    state, back = state.step(seat, TakeCardBack())
    return state, laid + back


def told_something(stream: list[bytes]) -> list[bytes]:
    """Messages that are not empty."""
    return [message for message in stream if message not in (b"", b"[]")]
