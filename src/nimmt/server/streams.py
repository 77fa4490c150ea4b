"""What each viewer is told. Streams are functions of the log, so that a resumed one repeats the live one."""

from collections.abc import Callable, Iterable

import msgspec

from ..events import seen_by
from . import entries as log
from .fold import Change, Fold, legal, told_update
from .messages import ChatLine, Numbered, ReactionShown, TableChanged, Update

Deadline = Callable[[Fold], float | None]

_encoder = msgspec.json.Encoder()


def encode(message: object) -> str:
    """A message as a text frame."""
    return _encoder.encode(message).decode()


def parts(fold: Fold, change: Change, viewer: int | None, deadline: Deadline) -> list[Numbered]:
    """What this viewer is told of a change that the fold has just taken in; the last part has the viewer's number."""
    told: list[Numbered] = []
    if told_update(change, viewer):
        told.append(update(fold, change, viewer, deadline))
    if change.table:
        told.append(TableChanged(number=0, table=fold.info()))
    match change.entry:
        case log.Said(seat=seat, text=text, at=at):
            told.append(ChatLine(number=0, seat=seat, text=text, at=at))
        case log.Reacted(seat=seat, reaction=reaction, at=at):
            told.append(ReactionShown(number=0, seat=seat, reaction=reaction, at=at))
    first = fold.numbers[viewer] - len(told) + 1
    return [msgspec.structs.replace(part, number=first + place) for place, part in enumerate(told)]


def update(fold: Fold, change: Change, viewer: int | None, deadline: Deadline) -> Update:
    """What happened in the game; the view comes with it when a decision was opened, or this viewer acted."""
    state = fold.state
    assert state is not None
    acted = change.entry if isinstance(change.entry, log.Acted) else None
    whole = change.opened or (acted is not None and acted.seat == viewer)
    return Update(
        number=0,
        seat=acted.seat if acted else None,
        by=acted.by if acted else None,
        events=seen_by(change.events, viewer),  # type: ignore[arg-type]
        decision=state.decision,
        to_act=state.to_act,
        deadline=deadline(fold),
        chat_open=fold.chat_open,
        view=state.view(viewer) if whole else None,  # type: ignore[arg-type]
        legal=legal(fold, viewer) if whole else None,  # type: ignore[arg-type]
    )


def missed(code: str, entries: Iterable[log.AnyEntry], viewer: int | None, after: int, deadline: Deadline) -> list[str]:
    """Everything this viewer was told after a number, in the very words in which it was told."""
    fold = Fold(code)
    told: list[Numbered] = []
    for entry in entries:
        change = fold.apply(entry)
        if fold.numbers[viewer] > after:
            told += parts(fold, change, viewer, deadline)
    return [encode(part) for part in told if part.number > after]
