"""Tables whose game was begun by rules that have changed since: nobody plays there, but names and scores stay."""

from contextlib import suppress

from ..actions import Action
from ..errors import BadSetup, IllegalAction
from ..events import Event
from ..game import State
from ..games.registry import check_version
from ..setup import OptionValue, Setup

FORMER_DEFAULTS: dict[str, dict[str, OptionValue]] = {"surprise": {"second_deal": "all"}}
"""Games whose older rules are the present ones with these options and fewer questions, so that scores can be told."""


def is_gone(key: str, version: int) -> bool:
    """Whether this program no longer plays a game by this version of the rules."""
    try:
        check_version(key, version)
    except BadSetup:
        return True
    return False


def with_former_defaults(setup: Setup) -> Setup:
    """The options as they were meant."""
    return Setup(setup.key, setup.players, {**FORMER_DEFAULTS.get(setup.key, {}), **setup.options})


def is_told(setup: Setup) -> bool:
    """Whether the present rules can find out how a game of older rules ended."""
    return setup.key in FORMER_DEFAULTS


def repeated(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]] | None:
    """What an answer of then leads to; what was not asked then is answered by its default. None where it is illegal."""
    told: tuple[Event, ...] = ()
    while state.outcome is None:
        with suppress(IllegalAction):
            state, events = state.step(seat, action)
            return state, told + events
        first = state.to_act[0]
        if state.secret:
            return None
        state, events = state.step(first, state.game.default(state.view(first)))
        told += events
    return None
