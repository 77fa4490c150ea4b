"""Tables to start from: a single turn on any position, and rounds that are about to end."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from nimmt import Action, Game, PlayCard, SeededDealer, State, TableView, TakeRow
from nimmt.cards import DECK, HEADS, HIGHEST
from nimmt.events import Event, MarkMoved, RowTaken
from nimmt.game import state_of
from nimmt.games.base import Base
from nimmt.games.fan_cards import FanCardGame, caper, climb, even_odd, reversed_digits, with_fan_cards
from nimmt.options import MOST_CAPACITY, MOST_CARDS, MOST_ROWS
from nimmt.setup import OptionValue
from nimmt.table import Table

Scores = tuple[tuple[int, ...], ...]

# The base game with one fan card
EvenOdd = with_fan_cards(even_odd.EvenOdd)
Climb = with_fan_cards(climb.Climb)
Caper = with_fan_cards(caper.Caper)
ReversedDigits = with_fan_cards(reversed_digits.ReversedDigits)


def turn(kind: type[Base], position: str, *plays: int | PlayCard, take: Sequence[int] = (), **options: Any) -> Table:
    """One turn: seat 0 plays the first card, seat 1 the second; `take` are the rows chosen, in the order of asking."""
    rules = kind(len(plays), kind.options_type(**options))
    choices = [play if isinstance(play, PlayCard) else PlayCard(play) for play in plays]
    table = rules.read(f"{position} // {_hands(rules, position, choices)}")
    for seat, choice in enumerate(choices):
        act(rules, table, seat, choice)
    for row in take:
        act(rules, table, table.to_act[0], TakeRow(row))
    assert "card" == table.phase, "a row must be chosen still"
    return table


def act(rules: Base, table: Table, seat: int, action: Action) -> None:
    """Carry out an action that must be legal."""
    assert rules.refusal(table, seat, action) is None
    rules.act(table, seat, action)


def _hands(rules: Base, position: str, choices: list[PlayCard]) -> str:
    """The card that each seat plays, and another one so that the round goes on."""
    played = [choice.card for choice in choices]
    named = {*played, *(int(word) for word in position.split() if word.isdigit())}
    spare = [card for card in rules.deck if card not in named]
    specials = " ".join(rules.specials if isinstance(rules, FanCardGame) else ())
    return " / ".join(f"{card} {extra} {specials}" for card, extra in zip(played, spare, strict=False))


def table_of(state: State) -> Table:
    """The whole table of a row game, hidden cards included."""
    assert isinstance(state._position, Table)
    return state._position


def view_of(state: State, seat: int | None) -> TableView:
    """What a seat of a row game sees."""
    view = state.view(seat)
    assert isinstance(view, TableView)
    return view


def all_cards(table: Table) -> list[int]:
    """Every number card in its place between two turns, sorted."""
    rows = [row.cards for row in table.rows]
    groups = [*rows, *table.hands, *table.piles, table.pool, table.aside]
    return sorted(card for group in groups for card in group)


def takes(table: Table) -> list[tuple[int, tuple[int, ...], int]]:
    """Who took which cards, and how many heads that were."""
    return [(event.seat, event.cards, event.heads) for event in table.told if isinstance(event, RowTaken)]


def mark_moves(table: Table) -> list[tuple[int | None, int]]:
    """Where a marker came from and where it went, move by move."""
    return [(event.source, event.row) for event in table.told if isinstance(event, MarkMoved)]


def seal(state: State, *cards: int | PlayCard) -> tuple[State, tuple[Event, ...]]:
    """Every seat seals a card, seat 0 the first; the events are those of the last step."""
    events: tuple[Event, ...] = ()
    for seat, card in enumerate(cards):
        state, events = state.step(seat, card if isinstance(card, PlayCard) else PlayCard(card))
    return state, events


def end_of_round(game: Game, heads: Sequence[int], before: Scores = ()) -> State:
    """Two to four seats have played their last card of a round that cost them so many heads."""
    free = [card for card in DECK if card not in (10, 20, 30, 40, 41, 42, 43, 44)]
    piles = [" ".join(map(str, worth(count, free))) for count in heads]
    hands = [str(41 + seat) for seat in range(game.players)]
    text = f"10 | 20 | 30 | 40 // {' / '.join(hands)} // {' / '.join(piles)}"
    assert isinstance(game.rules, Base)
    table = game.rules.read(text, scores=before)
    table.dealer = SeededDealer.of("the next round")
    return seal(state_of(game, table), *map(int, hands))[0]


def worth(heads: int, free: list[int]) -> list[int]:
    """As few of the free cards as possible with so many heads; they are free no more."""
    found: list[int] = []
    for card in sorted(free, key=lambda card: -HEADS[card]):
        if HEADS[card] <= heads - sum(HEADS[other] for other in found):
            found.append(card)
            free.remove(card)
    return found


def walk(state: State, rng: Random, limit: int = 20_000) -> Iterator[tuple[State, int, Action, State]]:
    """Play at random to the end of the game: state, seat, action, next state."""
    for _ in range(limit):
        if state.outcome is not None:
            return
        seat = state.to_act[0]
        action = rng.choice(state.legal(seat))
        after, _ = state.step(seat, action)
        yield state, seat, action, after
        state = after
    raise AssertionError("the game does not end")


def play_out(state: State, rng: Random) -> State:
    """The end of a random game."""
    for *_, after in walk(state, rng):
        state = after
    return state


def play_round(state: State, rng: Random) -> State:
    """The first state of the next round, or the end of the game."""
    for before, *_, after in walk(state, rng):
        if after._position.round != before._position.round:
            return after
        state = after
    return state


def some_numbers(rng: Random, players: int) -> dict[str, OptionValue]:
    """Numbers of the base game that can be dealt to so many players (B-1, B-3, B-8)."""
    rows = rng.randint(2, MOST_ROWS)
    hand_size = rng.randint(1, min(MOST_CARDS, (HIGHEST - rows) // players))
    deck = rng.randint(rows + players * hand_size, HIGHEST)
    return {"hand_size": hand_size, "rows": rows, "capacity": rng.randint(2, MOST_CAPACITY), "deck": deck}
