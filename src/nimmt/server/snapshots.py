"""Tables as they were some entries ago, so that a start need not fold whole logs. The log remains the truth.

A snapshot is as secret as the log, and only read by the very program that wrote it: any other folds the log instead.
"""

import hashlib
import io
import logging
import pickle
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack, structs

from ..codec import AnyEvent
from ..game import State, position_of
from ..games.registry import game_of
from ..setup import FixedOptions
from . import entries as log
from .fold import Answer, Fold, Seat
from .messages import Talk
from .plans import Plan
from .sight import Sight
from .store import Snapshot
from .streams import TAIL, Moment, Tail

logger = logging.getLogger("nimmt.server")

EVERY = 8  # entries between two snapshots


class Bulk(Struct, array_like=True):
    """The large fields of a fold: pickle would take ten times as long to write them."""

    told: list[AnyEvent]
    answers: dict[int, dict[str, Answer]]
    chat: list[Talk]
    seats: list[Seat]
    plan: Plan


BULK = Bulk.__struct_fields__
APART = ("code", "game", "state", "events", *BULK, "sight", "before", "shown", "_rehearsed")
"""Fields of a fold that are written in another form, or rebuilt."""

_bulk = msgpack.Decoder(Bulk)


class RecentSnapshots:
    """The snapshots of a table in memory. The one before the latest is stored, so that after a start, what follows it
    is enough to tell every device what it missed lately."""

    def __init__(self, seq: int) -> None:
        """Begin after the snapshot that is stored, or with the log."""
        self.seq = seq
        self.latest: Snapshot | None = None
        self.unsaved: Snapshot | None = None

    def note(self, fold: Fold) -> None:
        """Make a snapshot when it is time."""
        if fold.seq - self.seq >= EVERY and not fold.past:
            self.unsaved = self.latest or self.unsaved
            self.latest, self.seq = Snapshot(fold.seq, write(fold)), fold.seq

    def saved(self, snapshot: Snapshot | None) -> None:
        """The store has it."""
        if snapshot is self.unsaved:
            self.unsaved = None


def folded(fold: Fold, entries: Iterable[log.AnyEntry], count: int) -> tuple[Fold, Tail, RecentSnapshots]:
    """Take in so many entries: the table, its last moments and its snapshots."""
    tail, recent = Tail(fold), RecentSnapshots(fold.seq)
    for left, entry in zip(range(count - 1, -1, -1), entries, strict=True):
        change = fold.apply(entry)
        if left == TAIL:
            tail = Tail(fold)
        elif left < TAIL:
            tail.add(Moment.of(fold, change))
        if left < 2 * EVERY and count > 3 * EVERY:  # else the stored one will do for a while
            recent.note(fold)
    return fold, tail, recent


def write(fold: Fold) -> bytes:
    """A snapshot of a table. The events of its game are left out: only bots want them, and the log has them."""
    state = fold.state
    bulk = msgpack.encode(Bulk(*[getattr(fold, name) for name in BULK]))
    kept = {name: value for name, value in vars(fold).items() if name not in APART}
    position = None if state is None else (position_of(state), state.last)
    return version() + pickle.dumps((bulk, fold.game.setup, kept, position), protocol=5)


def read(code: str, body: bytes) -> Fold | None:
    """The table of a snapshot; None if another version of this program wrote it, or it is no snapshot at all."""
    own = version()
    if not body.startswith(own):
        return None
    try:
        bulk, setup, kept, position = _Reader(io.BytesIO(body[len(own) :])).load()
        kept |= structs.asdict(_bulk.decode(bulk))
    except Exception:  # whatever it is, the log has the truth
        logger.exception("snapshot_unreadable")
        return None
    fold = Fold(code)
    fold.game, fold.events = game_of(setup), None
    for name, value in kept.items():
        setattr(fold, name, value)
    if position is not None:
        fold.state = State(fold.game, *position)
        fold.sight = Sight(fold.state)
    fold.shown = fold.info()
    return fold


@cache
def version() -> bytes:
    """A hash of every source file that can change what a table is."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in sources())).digest()


def sources() -> list[Path]:
    """Those files: the engine and the server."""
    here = Path(__file__).parent
    engine = [here.parent.glob(f"{place}*.py") for place in ("", "games/**/", "rules/", "specials/")]
    return sorted({*here.glob("*.py"), *chain.from_iterable(engine)})


class _Reader(pickle.Unpickler):
    """Makes the values of this program and nothing else, whatever somebody may have put into the database."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(("nimmt.", "msgspec.")) else None
        if (module, name) == ("msgspec._utils", "rebuild"):
            return found
        if isinstance(found, type) and issubclass(found, (Struct, FixedOptions)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a snapshot.")
