"""What the store knows of a table beside its log: where it is, and how it is listed for people who want to join."""

from collections.abc import Sequence
from copy import deepcopy

import msgspec
from msgspec import Struct

from ..setup import RULES
from . import entries as log
from .fold import Fold, Seat


class Summary(Struct, frozen=True, kw_only=True):
    """A public table in the list."""

    code: str
    name: str
    game: str
    seats: int
    free: int
    people: tuple[str, ...]
    playing: bool
    spectators: bool
    rules: int = 2  # the version of the rules; summaries of older versions do not name it


def new_state(fold: Fold, entries: Sequence[log.Entry]) -> str | None:
    """Where the table is after these entries, if that changes; the next deal is prepared when a game is over."""
    if any(isinstance(entry, log.GameStarted) for entry in entries):
        return "playing"
    if fold.phase == "over" and any(isinstance(entry, log.DealPrepared) for entry in entries):
        return "over"
    return None


def summary(fold: Fold, entries: Sequence[log.Entry]) -> bytes:
    """The summary as it will be once these entries are taken in."""
    seats = deepcopy(fold.seats)
    playing = fold.phase == "playing"
    for entry in entries:
        match entry:
            case log.SeatTaken(seat=seat, name=name):
                seats[seat] = Seat(name=name)
            case log.SeatFilled(seat=seat, level=level):
                seats[seat] = Seat(level=level)
            case log.SeatFreed(seat=seat, level=level):
                seats[seat] = Seat(level=level)
            case log.GameStarted():
                playing = True
    return msgspec.json.encode(
        Summary(
            code=fold.code,
            name=fold.plan.name,
            game=fold.game.key,
            seats=len(seats),
            free=sum(seat.free for seat in seats),
            people=tuple(seat.name for seat in seats if seat.person),
            playing=playing,
            spectators=fold.plan.spectators,
            rules=RULES,
        )
    )
