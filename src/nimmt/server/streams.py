"""What each viewer is told. Streams are functions of the log, so that a resumed one repeats the live one."""

from collections import deque
from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from ..actions import Action
from ..game import State
from . import entries as log
from .fold import Change, Fold, told_update
from .messages import ChatLine, Numbered, ReactionShown, TableChanged, TableInfo, Update

TAIL = 32
Legal = Callable[[int | None], tuple[Action, ...]]

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
    table: TableInfo | None

    @classmethod
    def of(cls, fold: Fold, change: Change) -> "Moment":
        """The change that the fold has just taken in."""
        table = fold.info() if change.table else None
        return cls(change, dict(fold.numbers), fold.state, fold.deadline, fold.chat_open, table)

    def legal(self, viewer: int | None) -> tuple[Action, ...]:
        """What a seat could do then."""
        return () if viewer is None or self.state is None else self.state.legal(viewer)


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
        told = [part for moment in late for part in parts(moment, viewer, moment.legal)]
        return [encode(part) for part in told if part.number > after]


def parts(moment: Moment, viewer: int | None, legal: Legal) -> list[Numbered]:
    """What this viewer is told of a change; the last part has the viewer's number."""
    told: list[Numbered] = []
    number, change = moment.numbers[viewer], moment.change
    if told_update(change, viewer):
        told.append(update(moment, viewer, number - change.table, legal))
    if moment.table:
        told.append(TableChanged(number=number, table=moment.table))
    match change.entry:
        case log.Said(seat=seat, text=text, at=at):
            told.append(ChatLine(number=number, seat=seat, text=text, at=at))
        case log.Reacted(seat=seat, reaction=reaction, at=at):
            told.append(ReactionShown(number=number, seat=seat, reaction=reaction, at=at))
    return told


def frames(moment: Moment, viewers: Iterable[int | None], legal: Legal) -> dict[int | None, list[str]]:
    """The same as text frames for many viewers; those who are told the same share one."""
    made: dict[int | None, list[str]] = {}
    shared: dict[int, tuple[object, list[str]]] = {}
    change = moment.change
    actor = getattr(change.entry, "seat", None)
    for viewer in viewers:
        number = moment.numbers[viewer]
        events = change.seen_by(viewer)
        if number in shared and shared[number][0] == events and not change.opened and viewer != actor:
            made[viewer] = shared[number][1]
            continue
        made[viewer] = [encode(part) for part in parts(moment, viewer, legal)]
        if not change.opened and viewer != actor:
            shared[number] = (events, made[viewer])
    return made


def update(moment: Moment, viewer: int | None, number: int, legal: Legal) -> Update:
    """What happened in the game; the view comes with it when a decision was opened, or this viewer acted."""
    state, change = moment.state, moment.change
    assert state is not None
    acted = change.entry if isinstance(change.entry, log.Acted) else None
    whole = change.opened or (acted is not None and acted.seat == viewer)
    return Update(
        number=number,
        seat=acted.seat if acted else None,
        by=acted.by if acted else None,
        events=change.seen_by(viewer),  # type: ignore[arg-type]
        facts=change.facts_for(viewer),
        decision=state.decision,
        to_act=state.to_act,
        deadline=moment.deadline,
        chat_open=moment.chat_open,
        view=state.view(viewer) if whole else None,  # type: ignore[arg-type]
        legal=legal(viewer) if whole else None,  # type: ignore[arg-type]
    )


def missed(code: str, entries: Iterable[log.AnyEntry], viewer: int | None, after: int) -> list[str]:
    """Everything this viewer was told after a number, from the whole log."""
    fold = Fold(code)
    told: list[Numbered] = []
    for entry in entries:
        change = fold.apply(entry)
        if fold.numbers[viewer] > after:
            told += parts(Moment.of(fold, change), viewer, fold.legal)
    return [encode(part) for part in told if part.number > after]
