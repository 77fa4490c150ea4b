"""What each viewer is told. Streams are functions of the log, so that a resumed one repeats the live one."""

from collections.abc import Iterable

import msgspec

from . import entries as log
from .fold import Change, Fold, told_update
from .messages import ChatLine, Numbered, ReactionShown, TableChanged, Update

_encoder = msgspec.json.Encoder()


def encode(message: object) -> str:
    """A message as a text frame."""
    return _encoder.encode(message).decode()


def parts(fold: Fold, change: Change, viewer: int | None) -> list[Numbered]:
    """What this viewer is told of a change that the fold has just taken in; the last part has the viewer's number."""
    told: list[Numbered] = []
    number = fold.numbers[viewer]
    if told_update(change, viewer):
        told.append(update(fold, change, viewer, number - change.table))
    if change.table:
        told.append(TableChanged(number=number, table=fold.info()))
    match change.entry:
        case log.Said(seat=seat, text=text, at=at):
            told.append(ChatLine(number=number, seat=seat, text=text, at=at))
        case log.Reacted(seat=seat, reaction=reaction, at=at):
            told.append(ReactionShown(number=number, seat=seat, reaction=reaction, at=at))
    return told


def frames(fold: Fold, change: Change, viewers: Iterable[int | None]) -> dict[int | None, list[str]]:
    """The same as text frames for many viewers; those who are told the same share one."""
    made: dict[int | None, list[str]] = {}
    shared: dict[int, tuple[object, list[str]]] = {}
    actor = getattr(change.entry, "seat", None)
    for viewer in viewers:
        number = fold.numbers[viewer]
        events = change.seen_by(viewer)
        if number in shared and shared[number][0] == events and not change.opened and viewer != actor:
            made[viewer] = shared[number][1]
            continue
        made[viewer] = [encode(part) for part in parts(fold, change, viewer)]
        if not change.opened and viewer != actor:
            shared[number] = (events, made[viewer])
    return made


def update(fold: Fold, change: Change, viewer: int | None, number: int) -> Update:
    """What happened in the game; the view comes with it when a decision was opened, or this viewer acted."""
    state = fold.state
    assert state is not None
    acted = change.entry if isinstance(change.entry, log.Acted) else None
    whole = change.opened or (acted is not None and acted.seat == viewer)
    return Update(
        number=number,
        seat=acted.seat if acted else None,
        by=acted.by if acted else None,
        events=change.seen_by(viewer),  # type: ignore[arg-type]
        decision=state.decision,
        to_act=state.to_act,
        deadline=fold.deadline,
        chat_open=fold.chat_open,
        view=state.view(viewer) if whole else None,  # type: ignore[arg-type]
        legal=fold.legal(viewer) if whole else None,  # type: ignore[arg-type]
    )


def missed(code: str, entries: Iterable[log.AnyEntry], viewer: int | None, after: int) -> list[str]:
    """Everything this viewer was told after a number, in the very words in which it was told."""
    fold = Fold(code)
    told: list[Numbered] = []
    for entry in entries:
        change = fold.apply(entry)
        if fold.numbers[viewer] > after:
            told += parts(fold, change, viewer)
    return [encode(part) for part in told if part.number > after]
