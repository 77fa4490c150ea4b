"""Worked examples to look at step by step: the table before, and everything that happens then."""

from functools import cache

from msgspec import Struct

from ..codec import AnyEvent, AnyFacts, AnyView
from ..games.registry import rules_of
from ..table import Cards
from .format import Example
from .runner import builtin, sit_down
from .session import Failed


class Lesson(Struct, frozen=True, kw_only=True):
    """An example as it went on the engine."""

    id: str
    title: dict[str, str]  # by language
    rules: tuple[str, ...]
    names: tuple[str, ...]  # by seat
    start: AnyView
    hands: tuple[Cards, ...]  # at the start, by seat; none where the example tells only which cards are played
    facts: tuple[AnyFacts | None, ...]  # after each event, null where none changed
    events: tuple[AnyEvent, ...]  # with what only one seat is told: an example has no secrets


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The built-in examples of a game, played once; after those of a preset come those of its game."""
    found = builtin()
    return tuple(lesson(example) for key in dict.fromkeys((game, rules_of(game).key)) for example in found.get(key, ()))


def lesson(example: Example) -> Lesson:
    """Play an example and note what happens."""
    session = sit_down(example)
    start = session.rules.view(session.table, None, ())
    session.play()
    if problems := "; ".join(session.differences()):
        raise Failed(f"{example.id}: {problems}")
    return Lesson(
        id=example.id,
        title=example.title,
        rules=example.rules,
        names=tuple(session.names),
        start=start,
        hands=session.hands,
        facts=session.rules.follow(start, session.table.told),
        events=session.table.told,  # type: ignore[arg-type]
    )
