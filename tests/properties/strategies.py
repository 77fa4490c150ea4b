"""Any game of the registry with any options, and any way to play it: what the property tests draw from."""

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

import nimmt
from nimmt import Action, BadSetup, Event, Game, State
from nimmt.setup import OptionSpec, OptionValue

KEYS = nimmt.keys()
MANY = 20_000
"""No game takes more steps than this: a walk that does is one that does not end."""

RANGES = {
    "point_limit": (1, 30), "max_rounds": (1, 3),
    "hand_size": (1, 12), "rows": (2, 8), "capacity": (2, 8), "deck": (40, 104),
}  # fmt: skip
"""Values drawn for an option, so that whole games stay short and can be dealt; others go 3 above their minimum."""

OFTEN_BY_THE_BOOK = ("hand_size", "rows", "capacity", "deck")
"""Numbers that are left as they are in half of the games."""

Fixed = Mapping[str, OptionValue]
NOTHING: Fixed = {}

SCALE = int(os.environ.get("NIMMT_EXAMPLES", "1"))
"""How many times the usual number of examples to try; for long runs by hand."""


def examples(count: int) -> settings:
    """Always the same examples, and this many of them."""
    return settings(
        max_examples=count * SCALE,
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )


class Match(NamedTuple):
    """A game, its deal, and the seed of all that its players do."""

    game: Game
    deal: int
    luck: int

    def start(self) -> State:
        return self.game.start(self.deal)

    def rng(self) -> Random:
        return Random(self.luck)


class Step(NamedTuple):
    """One action of a walk: the state before it, who did what, what happened, and the state after it."""

    before: State
    seat: int
    action: Action
    events: tuple[Event, ...]
    after: State


def option_values(spec: OptionSpec) -> st.SearchStrategy[OptionValue]:
    """Any value of an option, numbers small."""
    values: st.SearchStrategy[OptionValue]
    if spec.kind == "switch":
        values = st.booleans()
    elif spec.kind == "choice":
        values = st.sampled_from(spec.choices)
    elif spec.kind == "numbers":
        values = st.integers(0, 2**16).map(lambda seed: some_numbers(spec, seed))
    elif spec.kind == "set":
        values = st.lists(st.sampled_from(spec.choices), max_size=len(spec.choices)).map(tuple)
    else:
        least = spec.minimum or 0
        values = st.integers(*RANGES.get(spec.name, (least, least + 3)))
        if spec.name in OFTEN_BY_THE_BOOK:
            values = st.just(spec.default) | values
    return st.none() | values if spec.may_be_none else values


def some_numbers(spec: OptionSpec, seed: int) -> tuple[int, ...]:
    """A list of numbers that an option may have."""
    assert spec.minimum is not None
    assert spec.maximum is not None
    assert spec.count is not None
    return tuple(Random(seed).choices(range(spec.minimum, spec.maximum + 1), k=spec.count))


@st.composite
def games(draw: st.DrawFn, key: str, players: tuple[int, ...] = (), fixed: Fixed = NOTHING) -> Game:
    """This game, for any number of players (or one of these), with any options that go together and these ones."""
    spec = nimmt.spec(key)
    free = {option.name: option_values(option) for option in spec.options if option.name not in spec.preset}
    free |= {name: st.just(value) for name, value in fixed.items()}
    setups = st.tuples(st.sampled_from(players or spec.players), st.fixed_dictionaries(free))
    seats, chosen = draw(setups.filter(lambda setup: can_be_made(key, *setup)))
    return nimmt.game(key, players=seats, **chosen)


def can_be_made(key: str, players: int, options: dict[str, OptionValue]) -> bool:
    """Whether the options go together."""
    try:
        nimmt.game(key, players=players, **options)
    except BadSetup:
        return False
    return True


@st.composite
def matches(draw: st.DrawFn, key: str, players: tuple[int, ...] = (), fixed: Fixed = NOTHING) -> Match:
    """This game, dealt and played in any way."""
    seeds = st.integers(0, 2**32 - 1)
    return Match(draw(games(key, players, fixed)), draw(seeds), draw(seeds))


def depths(most: int = 200) -> st.SearchStrategy[int]:
    """How far to walk into a game."""
    return st.integers(0, most)


def walk(state: State, rng: Random, again: float = 0.15) -> Iterator[Step]:
    """Play random legal actions to the end, seats in any order; some seats change their minds (Q-X1)."""
    for _ in range(MANY):
        if state.outcome is not None:
            return
        seat = rng.choice(state.to_act)
        answered = [other for other in range(state.game.players) if other not in state.to_act and state.legal(other)]
        if answered and rng.random() < again:
            seat = rng.choice(answered)
        action = rng.choice(state.legal(seat))
        after, events = state.step(seat, action)
        yield Step(state, seat, action, events, after)
        state = after
    raise AssertionError(f"{state.game} does not end: {MANY} steps were not enough.")


def go(match: Match, depth: int, again: float = 0.15) -> tuple[State, Random]:
    """The state this many steps into the match (or at its end), and the source of what the players do next."""
    state, rng = match.start(), match.rng()
    for step in islice(walk(state, rng, again), depth):
        state = step.after
    return state, rng


def play_out(state: State, rng: Random) -> State:
    """Play on to the end."""
    for step in walk(state, rng):
        state = step.after
    return state


def replaces(action: Action) -> bool:
    """Whether such an answer takes the place of the one before (other answers add up, as in a lay-down)."""
    return (action,) == action.amend(()) == action.amend((action, action))


def everyone(game: Game) -> tuple[int | None, ...]:
    """All who look at the table: the seats and a spectator."""
    return (*range(game.players), None)
