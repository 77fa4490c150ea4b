"""The protocol between nimmt and a program that plays: one JSON object on each line."""

from msgspec import Struct

from ..actions import snake_case
from ..codec import AnyAction, AnyEvent, AnyView
from ..events import Outcome
from ..setup import Setup

PROTOCOL = 1
"""Its version. What a program does not know of a message it must ignore; anything else raises this number."""


class Message(Struct, frozen=True, kw_only=True, tag=snake_case):
    """What nimmt tells a program."""


class Hello(Message, frozen=True, tag="hello"):
    """The first line: answer it with a hello."""

    program: str
    protocol: int = PROTOCOL


class Begin(Message, frozen=True, omit_defaults=True):
    """A game begins, or one goes on in which you sat down late: forget all earlier ones. No answer."""

    seat: int
    setup: Setup


class Decide(Message, frozen=True, kw_only=False):
    """Your seat owes a decision: answer with an act of the same number."""

    number: int  # 1, 2, 3, … as long as the program runs
    deadline: float  # seconds from now
    seed: int  # a random number of your own: whoever uses it alone can play the same game again
    view: AnyView
    legal: tuple[AnyAction, ...]
    events: tuple[AnyEvent, ...]  # what your seat was told since the last question; first everything since the deal


class End(Message, frozen=True):
    """The game is over, or was given up: then there is no outcome. No answer."""

    outcome: Outcome | None
    events: tuple[AnyEvent, ...]


class Answer(Struct, frozen=True, kw_only=True, tag=snake_case, forbid_unknown_fields=True):
    """What a program writes."""


class HelloAnswer(Answer, frozen=True, tag="hello"):
    """Who you are, and which games you play; without a list, all of them."""

    protocol: int
    name: str = ""
    games: tuple[str, ...] | None = None


class Act(Answer, frozen=True):
    """One of the legal actions, for the question of this number; a seat, if you name one, must be your own."""

    number: int
    action: AnyAction
    seat: int | None = None


Told = Hello | Begin | Decide | End
