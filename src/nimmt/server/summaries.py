"""How a table is listed, for people who look for one to join."""

from collections.abc import Sequence
from copy import deepcopy

import msgspec
from msgspec import Struct

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
            case log.SeatFreed(seat=seat):
                seats[seat] = Seat()
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
        )
    )
