"""Bots that spoil games, each in its own way."""

import os
import time
from collections.abc import Sequence
from random import Random

from nimmt import Action, Event, PlayCard, View
from nimmt.setup import Setup


class Raises:
    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        raise RuntimeError("no idea")


class Cheats:
    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        return PlayCard(105)


class Dawdles:
    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        while True:
            pass


class Dies:
    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        os._exit(3)


class CannotBeMade:
    def __init__(self) -> None:
        raise OSError("no such net")


class First:
    """Nothing wrong with this one."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        return legal[0]


class Circles:
    """Lays a card, takes it back, and never says that it is done."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        return legal[-1]


class AlsoFirst(First):
    pass


class Sleeps(First):
    """Takes its time, but none of the processor's."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        time.sleep(0.05)
        return legal[0]


class NoBot:
    pass


class OnlyBase(First):
    def plays(self, setup: Setup) -> bool:
        return setup.key == "base"
