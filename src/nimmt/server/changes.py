"""What an entry of a log did to its table, and who is told of it."""

from msgspec import Struct, field

from ..codec import AnyFacts
from ..events import Event
from ..game import State
from . import entries as log
from .messages import TableInfo

TALK = (log.Said, log.Reacted)


class Change(Struct):
    """What an entry did, as far as streams must tell it."""

    entry: log.Entry
    events: tuple[Event, ...] = ()
    opened: bool = False  # a new decision is open, or the game is over
    table: bool = False  # what everybody sees of the table itself has changed
    before: State | None = None  # the game before it, unless it has just begun
    shown: TableInfo | None = None  # how everybody saw the table before it, where that has changed
    facts: tuple[AnyFacts | None, ...] | None = None  # after each event, once somebody has asked
    seen: dict[int | None, tuple[Event, ...]] = field(default_factory=dict)  # the events as each viewer is told them

    def seen_by(self, viewer: int | None) -> tuple[Event, ...]:
        """The events as this viewer is told them, worked out once."""
        found = self.seen.get(viewer)
        if found is None:
            told = [event.seen_by(viewer) for event in self.events]
            found = self.seen[viewer] = tuple([event for event in told if event is not None])
        return found

    def facts_for(self, viewer: int | None) -> tuple[AnyFacts | None, ...]:
        """The facts after each event that this viewer is told, where a decision was opened; nothing if none changed."""
        if self.before is None or not self.opened:
            return ()
        if self.facts is None:  # everybody sees the same ones
            self.facts = self.before.game.follow(self.before.view(None), self.events)
        told = self.facts
        if len(self.seen_by(viewer)) < len(told):
            told = tuple([facts for event, facts in zip(self.events, told, strict=True) if event.seen_by(viewer)])
        return told if any(told) else ()


def told_update(change: Change, viewer: int | None) -> bool:
    """Whether the stream of this viewer tells what happened in the game."""
    if change.opened:
        return True
    entry = change.entry
    return isinstance(entry, log.Acted) and (entry.seat == viewer or bool(change.seen_by(viewer)))


def told_otherwise(change: Change) -> int:
    """How many other parts all streams get."""
    return change.table + isinstance(change.entry, TALK)
