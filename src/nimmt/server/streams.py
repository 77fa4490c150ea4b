"""What each viewer is told. Streams are functions of the log, so that a resumed one repeats the live one."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from ..game import State
from . import entries as log
from .fold import Change, Fold, told_update
from .messages import ChatLine, Numbered, ReactionShown, TableChanged, Update
from .sight import Sight, changes

TAIL = 32
Sights = tuple[Sight, Sight]
"""What could be seen before a change, and after it."""

_encoder = msgspec.json.Encoder()


def encode(message: object) -> str:
    """A message as a text frame."""
    return _encoder.encode(message).decode()


class Moment(Struct, frozen=True, gc=False):
    """A change with all that is needed to tell it to anybody, now or later; its values are those of the table."""

    change: Change
    numbers: dict[int | None, int]  # of every viewer's last part
    state: State | None
    deadline: float | None
    chat_open: bool
    table: dict[str, Any] | None  # what is new in it

    @classmethod
    def of(cls, fold: Fold, change: Change) -> "Moment":
        """The change that the fold has just taken in."""
        table = changes(change.shown, fold.shown) if change.table else None
        return cls(change, dict(fold.numbers), fold.state, fold.deadline, fold.chat_open, table)

    def sights(self) -> "Sights":
        """What could be seen before and after, worked out once more."""
        return Sight(self.change.before), Sight(self.state)


class Tail:
    """The last moments of a table, so that what a device has missed lately can be told again from memory."""

    def __init__(self, fold: Fold) -> None:
        """Begin where the table is."""
        self.floor = dict(fold.numbers)  # what was told up to here is told from the log
        self.moments: deque[Moment] = deque()

    def add(self, moment: Moment) -> None:
        """Keep one more, and let go of the oldest."""
        self.moments.append(moment)
        if len(self.moments) > TAIL:
            self.floor = self.moments.popleft().numbers

    def reaches(self, viewer: int | None, after: int) -> bool:
        """Whether everything that this viewer was told after a number is here."""
        return after >= self.floor.get(viewer, 0)

    def missed(self, viewer: int | None, after: int) -> list[str]:
        """All of that, in the very words in which it was told."""
        late = [moment for moment in self.moments if moment.numbers[viewer] > after]
        told = [part for moment in late for part in parts(moment, viewer, moment.sights())]
        return [encode(part) for part in told if part.number > after]


def parts(moment: Moment, viewer: int | None, sights: Sights) -> list[Numbered]:
    """What this viewer is told of a change; the last part has the viewer's number."""
    told: list[Numbered] = []
    number, change = moment.numbers[viewer], moment.change
    if told_update(change, viewer):
        told.append(update(moment, viewer, number - change.table, sights))
    if moment.table is not None:
        told.append(TableChanged(number=number, table=moment.table))
    match change.entry:
        case log.Said(seat=seat, text=text, at=at):
            told.append(ChatLine(number=number, seat=seat, text=text, at=at))
        case log.Reacted(seat=seat, reaction=reaction, at=at):
            told.append(ReactionShown(number=number, seat=seat, reaction=reaction, at=at))
    return told


def frames(moment: Moment, viewers: Iterable[int | None], sights: Sights) -> dict[int | None, list[str]]:
    """The same as text frames for many viewers; those who are told the same share them."""
    made: dict[int | None, list[str]] = {}
    shared: dict[int, list[str]] = {}  # by their number
    for viewer in viewers:
        number = moment.numbers[viewer]
        alike = not _own(moment.change, viewer)
        if alike and number in shared:
            made[viewer] = shared[number]
            continue
        made[viewer] = [encode(part) for part in parts(moment, viewer, sights)]
        if alike:
            shared[number] = made[viewer]
    return made


def _own(change: Change, viewer: int | None) -> bool:
    """Whether this viewer is told something else than a spectator: a new decision, an own action, a secret."""
    if change.opened or getattr(change.entry, "seat", None) == viewer:
        return True
    return change.seen_by(viewer) != change.seen_by(None)


def update(moment: Moment, viewer: int | None, number: int, sights: Sights) -> Update:
    """What happened in the game, and what is new in the view."""
    change, (before, now) = moment.change, sights
    acted = change.entry if isinstance(change.entry, log.Acted) else None
    eyes = viewer if _own(change, viewer) else None  # what is new for everybody is new for a spectator
    facts = change.facts_for(viewer)
    legal = now.legal(eyes)
    return Update(
        number=number,
        seat=acted.seat if acted else None,
        by=acted.by if acted else None,
        events=change.seen_by(viewer),  # type: ignore[arg-type]
        facts=facts,
        deadline=moment.deadline,
        chat_open=moment.chat_open,
        view=changes(before.view(eyes), now.view(eyes), facts),
        legal=legal if legal != before.legal(eyes) else None,  # type: ignore[arg-type]
    )


def missed(code: str, entries: Iterable[log.AnyEntry], viewer: int | None, after: int) -> list[str]:
    """Everything this viewer was told after a number, from the whole log."""
    fold = Fold(code)
    told: list[Numbered] = []
    for entry in entries:
        change = fold.apply(entry)
        if fold.numbers[viewer] > after:
            told += parts(Moment.of(fold, change), viewer, (fold.before, fold.sight))
    return [encode(part) for part in told if part.number > after]
