"""Two worlds that differ only in what some seats cannot see, and all that these seats can get out of the engine.

`first_difference` plays the same actions in both and compares, byte for byte, everything that the observers are
shown or told. It says what differed first: a game that keeps its secrets makes it say nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

from nimmt import Action, Event, Game, PlayCard, SeededDealer, State, seen_by, to_json
from nimmt.dealer import Dealer
from nimmt.games.bullenparty import PartyTable
from nimmt.games.surprise import SurpriseTable
from nimmt.games.versus_ox import OxTable
from nimmt.review.moments import moment_of
from tests.properties.invariants import table_of
from tests.properties.strategies import replaces
from tests.properties.universe import universe

Seats = tuple[int, ...]
Taste = Callable[[State, Action], bool]


def indifferent(state: State, action: Action) -> bool:
    """The taste of seats that do anything as gladly as anything else."""
    return False


STEPS = 400
TRIED = (*map(PlayCard, range(1, 105, 5)), *Random(1).sample(universe(), 30))
"""What an observer tries in order to learn something from the refusals."""


class Swapped(NamedTuple):
    """A dealer who deals as another one does, but confuses some cards under one label."""

    dealer: Dealer
    label: str
    confused: dict[int, int]

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        order = self.dealer.permutation(label, size)
        return tuple(self.confused.get(place, place) for place in order) if label == self.label else order


class Shuffled(NamedTuple):
    """A dealer who deals as another one does, but under one label lets things change places that nobody may see."""

    dealer: Dealer
    label: str
    hidden: Callable[[int], list[int]]  # those places, of so many
    seed: int

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        order = list(self.dealer.permutation(label, size))
        places = self.hidden(size) if label == self.label else []
        moved = Random(self.seed).sample(places, min(len(places), 6))
        for here, there in zip(moved, [order[place] for place in moved[1:] + moved[:1]], strict=True):
            order[here] = there
        return tuple(order)


class Noted(NamedTuple):
    """A dealer who notes what is dealt."""

    dealer: Dealer
    labels: set[str]

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        self.labels.add(label)
        return self.dealer.permutation(label, size)


def hidden_in_row_game(state: State, observers: Seats) -> list[int]:
    """Cards in other hands and those set aside."""
    table = table_of(state)
    hands = [hand for seat, hand in enumerate(table.hands) if seat not in observers]
    return [card for group in (*hands, table.aside) for card in group]


def hidden_from_team(state: State, observers: Seats) -> list[int]:
    """The Ox's cards as well."""
    return [*hidden_in_row_game(state, observers), *cast(OxTable, state._position).ox]


def hidden_in_bullenparty(state: State, observers: Seats) -> list[int]:
    """Cards in other hands, in the draw pile and in the box."""
    table = cast(PartyTable, state._position)
    hands = [hand for seat, hand in enumerate(table.hands) if seat not in observers]
    return [card for group in (*hands, table.draw_pile, table.box) for card in group]


HIDDEN: dict[str, Callable[[State, Seats], list[int]]] = {
    "base": hidden_in_row_game,
    "even_odd": hidden_in_row_game,
    "climb": hidden_in_row_game,
    "caper": hidden_in_row_game,
    "reversed_digits": hidden_in_row_game,
    "surprise": hidden_in_row_game,
    "versus_ox": hidden_from_team,
    "bullenparty": hidden_in_bullenparty,
}
"""Which cards of a fresh deal these seats cannot see; card n is n - 1 in the permutation of `deal`."""


class Dealers(NamedTuple):
    """Two deals of one round that differ by these cards."""

    one: Dealer
    other: Dealer
    round: int
    cards: frozenset[int]


def pair(game: Game, seed: int, observers: Seats, rng: Random, swaps: int, round: int) -> Dealers | None:
    """Two deals that differ by cards that the observers cannot see; None if there are none."""
    dealer = SeededDealer.of(seed)
    noted = Noted(dealer, set())
    fresh = at_round(game, noted, round)
    cards = HIDDEN[game.key](fresh, observers) if fresh else []
    if len(cards) < 2 or f"deal:{round}" not in noted.labels:
        return None
    chosen = rng.sample(cards, min(swaps + 1, len(cards)))
    confused = {card - 1: other - 1 for card, other in zip(chosen, chosen[1:] + chosen[:1], strict=True)}
    return Dealers(dealer, Swapped(dealer, f"deal:{round}", confused), round, frozenset(chosen))


def places_of_specials(players: int, observers: Seats, size: int) -> list[int]:
    """SU-2, SU-18: specials are dealt seat by seat, three each or as many as there are; the others are the pile."""
    count = min(3, size // players)
    seen = {place for seat in observers for place in range(count * seat, count * (seat + 1))}
    return [place for place in range(size) if place not in seen]


ORDERS: dict[tuple[str, str], Callable[[int, Seats, int], list[int]]] = {
    ("surprise", "specials:1"): places_of_specials,
    ("surprise", "specials:2"): places_of_specials,
    ("surprise", "reshuffle:1"): lambda players, observers, size: list(range(size)),
    ("versus_ox", "specials:1"): lambda players, observers, size: list(range(2 if players > 1 else 0, size)),
    ("bullenparty", "zeros:1"): lambda players, observers, size: [n for n in range(size) if n not in observers],
    ("bullenparty", "reshuffle:1"): lambda players, observers, size: list(range(size)),
}
"""Besides the cards of a deal, what else is shuffled, and the places in that order that are hidden from these seats:
specials in other hands, in the pile and in the box, other seats' letters, and a pile that was made anew."""


def pair_of_orders(game: Game, seed: int, label: str, observers: Seats) -> Dealers:
    """Two games in which something besides the cards of a deal is shuffled differently where these seats do not see."""
    dealer, places = SeededDealer.of(seed), ORDERS[game.key, label]
    hidden = partial(places, game.players, observers)
    return Dealers(dealer, Shuffled(dealer, label, hidden, seed), 1, frozenset())


def shown_of_order(state: State, observers: Seats) -> object:
    """What comes to light of such an order: specials that these seats draw or all see, letters, cards turned up."""
    match state._position:
        case SurpriseTable() as table:
            return [table.special_hands[seat] for seat in observers]
        case OxTable() as table:
            return table.face_up
        case PartyTable() as table:
            letters = [letter for letter, shown in zip(table.zeros, table.zeros_seen, strict=True) if shown]
            return letters, table.rows, table.drawn
    return None


def at_round(game: Game, dealer: Dealer, round: int) -> State | None:
    """The state in which a round has just been dealt, however it was reached; None if the game ends before."""
    state = game.start(dealer)
    while state.outcome is None and state.view(None).round < round:
        seat = state.to_act[0]
        state, _ = state.step(seat, game.default(state.view(seat)))
    return None if state.outcome else state


# What an observer can get out of the engine


def observed(state: State, events: Iterable[Event], seat: int | None) -> dict[str, bytes]:
    """Everything that this seat is shown, told, offered, refused and promised, as bytes."""
    view = state.view(seat)
    found = {"view": to_json(view), "events": to_json(seen_by(events, seat))}
    found["moment"] = to_json(moment_of(view))
    if seat is not None and state.outcome is None:
        legal = state.legal(seat)
        found["legal"] = to_json(legal)
        found["default"] = to_json(state.game.default(view)) if legal else b""
        found["previews"] = to_json([state.game.preview(view, action) for action in legal])
        found["refusals"] = to_json([state.refusal(seat, action) for action in TRIED])
    return found


def difference(one: State, other: State, events: tuple[Any, Any], observers: Seats) -> str | None:
    """What one of the observers, or a spectator, sees differently in the two worlds."""
    for seat in (*observers, None):
        here, there = observed(one, events[0], seat), observed(other, events[1], seat)
        for kind, seen in here.items():
            if seen != there[kind]:
                return f"{kind} of seat {seat}: {seen!r} and {there[kind]!r}"
    return None


# The same actions in both worlds


class Pair:
    """Two worlds, the seats that must not be able to tell them apart, and what the others do there."""

    def __init__(self, game: Game, dealers: Dealers, observers: Seats, rng: Random, likes: Taste = indifferent) -> None:
        self.likes = likes
        self.one, self.other = game.start(dealers.one), game.start(dealers.other)
        self.dealers = dealers
        self.observers = observers
        self.rng = rng
        self.unsettled: set[int] = set()  # seats that have sealed different cards in the two worlds

    def secret_is_out(self) -> bool:
        """Whether a card that makes the difference has come to light."""
        if self.one.view(None).round < self.dealers.round:
            return False
        if not self.dealers.cards:
            return shown_of_order(self.one, self.observers) != shown_of_order(self.other, self.observers)
        hidden = HIDDEN[self.one.game.key]
        return not all(self.dealers.cards <= {*hidden(state, self.observers)} for state in (self.one, self.other))

    def alike(self) -> bool:
        """Whether nothing has been dealt differently yet: then there is nothing to compare."""
        other = self.other._position.copy()
        other.dealer = self.one._position.dealer
        return other == self.one._position

    def step(self) -> tuple[tuple[Event, ...], tuple[Event, ...]] | None:
        """Do something in both worlds; what happened there, or None if nothing can be done in both."""
        state, rng = self.one, self.rng
        seat = self.next_seat()
        here, there = state.legal(seat), self.other.legal(seat)
        common = [action for action in here if action in there]
        closing = state.to_act == (seat,)
        others = [action for action in here if replaces(action)], [action for action in there if replaces(action)]
        if seat not in self.observers and state.secret and not closing and all(others) and rng.random() < 0.3:
            self.unsettled.add(seat)
            return self.carry_out(seat, rng.choice(others[0]), rng.choice(others[1]))
        if not common:
            return None
        self.unsettled.discard(seat)
        liked = [action for action in common if self.likes(state, action)]
        action = self.default(seat) if rng.random() < 0.2 and not liked else None
        action = action if action in common else rng.choice(liked or common)
        return self.carry_out(seat, action, action)

    def next_seat(self) -> int:
        """Anybody who may act; before a reveal those who sealed different cards think again."""
        state, rng = self.one, self.rng
        if len(state.to_act) == 1 and self.unsettled:
            return min(self.unsettled)
        again = [seat for seat in range(state.game.players) if seat not in state.to_act and state.legal(seat)]
        return rng.choice(again) if again and rng.random() < 0.2 else rng.choice(state.to_act)

    def default(self, seat: int) -> Action:
        """What is done when this seat's time runs out."""
        return self.one.game.default(self.one.view(seat))

    def carry_out(self, seat: int, here: Action, there: Action) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        self.one, events = self.one.step(seat, here)
        self.other, others = self.other.step(seat, there)
        return events, others


def first_difference(game: Game, dealers: Dealers, observers: Seats, rng: Random) -> str | None:
    """Play both worlds as far as the same actions are possible; what an observer saw differently first, or None."""
    return next((found for _, found in comparisons(game, dealers, observers, rng) if found), None)


def comparisons(
    game: Game, dealers: Dealers, observers: Seats, rng: Random, likes: Taste = indifferent
) -> Iterator[tuple[State, str | None]]:
    """Where the two worlds were compared, and what an observer saw differently there; what the seats like, they do."""
    worlds = Pair(game, dealers, observers, rng, likes)
    events: tuple[Any, Any] | None = (worlds.one.last, worlds.other.last)
    compared = 0
    while events is not None and compared < STEPS and not worlds.secret_is_out():
        if not worlds.alike():
            compared += 1
            yield worlds.one, difference(worlds.one, worlds.other, events, observers)
        events = None if worlds.one.outcome else worlds.step()
