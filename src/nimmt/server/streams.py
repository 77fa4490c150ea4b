"""What each viewer is told. Streams are functions of the log, so that a resumed one repeats the live one."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ..codec import AnyFacts
from ..game import State
from . import entries as log
from .changes import Change, told_update
from .fold import Fold
from .messages import ChatLine, Numbered, ReactionShown, TableChanged, Update
from .sight import Sight, news, table_news

TAIL = 32
Sights = tuple[Sight, Sight]
"""What could be seen before a change, and after it."""
Facts = tuple[AnyFacts | None, ...]

encode = msgspec.json.Encoder().encode
"""A message as the bytes of a text frame."""


class OtherHistory(Exception):
    """What this viewer was told is not in the log, as after a backup was restored."""


class Moment(Struct, frozen=True, gc=False):
    """A change with all that is needed to tell it to anybody, now or later; its values are those of the table."""

    change: Change
    numbers: dict[int | None, int]  # of every viewer's last part
    histories: dict[int | None, float]
    state: State | None
    deadline: float | None
    chat_open: bool
    table: dict[str, Any] | None  # what is new in it

    @classmethod
    def of(cls, fold: Fold, change: Change) -> "Moment":
        """The change that the fold has just taken in."""
        table = table_news(change.shown, fold.shown) if change.table else None
        return cls(change, dict(fold.numbers), dict(fold.histories), fold.state, fold.deadline, fold.chat_open, table)

    def sights(self) -> "Sights":
        """What could be seen before and after, worked out once more."""
        return Sight(self.change.before), Sight(self.state)


class Tail:
    """The last moments of a table, so that what a device has missed lately can be told again from memory."""

    def __init__(self, fold: Fold) -> None:
        """Begin where the table is."""
        self.floor = dict(fold.numbers), dict(fold.histories)  # anything earlier is read from the log
        self.moments: deque[Moment] = deque()

    def add(self, moment: Moment) -> None:
        """Keep one more, and let go of the oldest."""
        self.moments.append(moment)
        if len(self.moments) > TAIL:
            oldest = self.moments.popleft()
            self.floor = oldest.numbers, oldest.histories

    def reaches(self, viewer: int | None, after: int) -> bool:
        """Whether everything that this viewer was told after a number is here."""
        return after >= self.floor[0].get(viewer, 0)

    def history(self, viewer: int | None, number: int) -> float:
        """The history of a part that this reaches."""
        numbers, histories = self.floor
        if number <= numbers.get(viewer, 0):
            return histories.get(viewer, 0.0)
        return next(moment.histories[viewer] for moment in self.moments if moment.numbers[viewer] >= number)

    def missed(self, viewer: int | None, after: int) -> list[bytes]:
        """All of that, in the very words in which it was told."""
        late = [moment for moment in self.moments if moment.numbers[viewer] > after]
        told = [part for moment in late for part in Telling(moment, moment.sights()).parts(viewer)]
        return [encode(part) for part in told if part.number > after]


class Telling:
    """A change as viewers are told it: what is the same for all of them is worked out and written down once."""

    def __init__(self, moment: Moment, sights: Sights) -> None:
        """What was seen before the change, and what is seen now."""
        self.moment, self.change = moment, moment.change
        self.before, self.now = sights
        self._common: dict[str, Raw] | None = None
        self._events: Raw | None = None
        self._facts: Raw | None = None

    def frames(self, viewers: Iterable[int | None]) -> dict[int | None, list[bytes]]:
        """What these viewers are told, as text frames; those who are told the same share them."""
        made: dict[int | None, list[bytes]] = {}
        shared: dict[int, list[bytes]] = {}  # by their number
        for viewer in viewers:
            number = self.moment.numbers[viewer]
            alike = not self._own(viewer)
            found = shared.get(number) if alike else None
            if found is None:
                found = [encode(part) for part in self.parts(viewer)]
                if alike:
                    shared[number] = found
            made[viewer] = found
        return made

    def parts(self, viewer: int | None) -> list[Numbered]:
        """What this viewer is told; the last part has the viewer's number."""
        told: list[Numbered] = []
        number, change, at = self.moment.numbers[viewer], self.change, self.change.entry.at
        if told_update(change, viewer):
            told.append(self._update(viewer, number - change.table))
        if self.moment.table is not None:
            told.append(TableChanged(number=number, history=at, table=self.moment.table))
        match change.entry:
            case log.Said(seat=seat, text=text):
                told.append(ChatLine(number=number, history=at, seat=seat, text=text, at=at))
            case log.Reacted(seat=seat, reaction=reaction):
                told.append(ReactionShown(number=number, history=at, seat=seat, reaction=reaction, at=at))
        return told

    def _own(self, viewer: int | None) -> bool:
        """Whether this viewer is told something else than a spectator: a new decision, an own action, a secret."""
        change = self.change
        if change.opened or getattr(change.entry, "seat", None) == viewer:
            return True
        return change.seen_by(viewer) != change.seen_by(None)

    def _update(self, viewer: int | None, number: int) -> Update:
        """What happened in the game, and what is new in the view."""
        change, moment = self.change, self.moment
        acted = change.entry if isinstance(change.entry, log.Acted) else None
        eyes = viewer if self._own(viewer) else None  # what is new for everybody is new for a spectator
        facts, legal = change.facts_for(viewer), self.now.legal(eyes)
        return Update(
            number=number,
            history=change.entry.at,
            seat=acted.seat if acted else None,
            by=acted.by if acted else None,
            events=self._seen(viewer),
            facts=self._told(facts),
            deadline=moment.deadline,
            chat_open=moment.chat_open,
            view=self._view(eyes, facts),
            legal=legal if legal != self.before.legal(eyes) else None,  # type: ignore[arg-type]
        )

    def _seen(self, viewer: int | None) -> Any:
        """The events, in everybody's words where this viewer has no others."""
        seen, common = self.change.seen_by(viewer), self.change.seen_by(None)
        if seen != common:
            return seen
        if self._events is None:
            self._events = Raw(encode(common))
        return self._events

    def _told(self, facts: Facts) -> Any:
        """The facts after each event."""
        if not facts or facts is not self.change.facts:
            return facts
        if self._facts is None:
            self._facts = Raw(encode(facts))
        return self._facts

    def _view(self, viewer: int | None, facts: Facts) -> Any:
        """The fields that are new, or the whole view of a new game; facts unless they were just told."""
        before, now = self.before, self.now
        if before.state is None:
            return now.view(viewer)
        if self._common is None:
            self._common = {name: Raw(encode(value)) for name, value in news(before.common, now.common).items()}
        new: dict[str, Any] = self._common | news(before.own(viewer), now.own(viewer))
        told = next((each for each in reversed(facts) if each is not None), None)
        if told is not None:
            new.pop("facts", None)
            if told != now.common["facts"]:
                new["facts"] = now.common["facts"]
        return new


def missed(
    code: str, entries: Iterable[log.AnyEntry], viewer: int | None, after: int, history: float | None = None
) -> list[bytes]:
    """Everything this viewer was told after a number, from the whole log. Raises OtherHistory."""
    fold = Fold(code)
    told: list[Numbered] = []
    for entry in entries:
        before, change = fold.numbers.get(viewer, 0), fold.apply(entry)
        if history is not None and before < after <= fold.numbers[viewer] and fold.histories[viewer] != history:
            raise OtherHistory
        if fold.numbers[viewer] > after:
            told += Telling(Moment.of(fold, change), (fold.before, fold.sight)).parts(viewer)
    return [encode(part) for part in told if part.number > after]
