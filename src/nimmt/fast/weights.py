"""The weights that strong play needs: which net is for which table, and the file that holds all of them."""

import io
import zipfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..errors import BadSetup
from .game import PLAIN, FastGame
from .nets import HEIGHT, TAIL, WIDTH, Tail, Weights
from .opponents import HEIGHT as MODEL_HEIGHT
from .opponents import HIDDEN, TRAITS, TYPES, Models

FORMAT = 6
"""Raised whenever columns, traits or the arrays of a group change their meaning."""

SHIPPED, WHOLE_DECK = "master.npz", 104
BOOKS = WHOLE, KNOWN, FAN = range(3)
BOOK_NAMES = ("whole", "known", "fan")
"""Tables with the whole deck, with a known one (P-2: among few cards, all in play, each counts for something else), and
with fan cards."""


class Group(NamedTuple):
    """Tables that are played with the same net."""

    players: tuple[int, ...]
    books: tuple[int, ...] = tuple(BOOKS)


GROUPS = {
    "2": Group((2,)),
    "3": Group((3,)),
    "4-5": Group((4, 5), (WHOLE, KNOWN)),
    "4-5-fan": Group((4, 5), (FAN,)),
    "6-7": Group((6, 7)),
    "8-10": Group((8, 9, 10)),
}
"""By numbers of players, because a risk at a table of two is a certainty at a table of ten; for the sizes that people
play most, fan cards have a net of their own."""

CACHE_LINE = 64
NET_SCALE = 64
"""What 1 is in the nets of opponents, which are kept as small integers."""


class Mind(Struct, frozen=True):
    """What a table of one group is played with."""

    weights: Weights
    tail: Tail
    models: dict[int, Models]  # by book

    def models_for(self, game: FastGame) -> Models:
        """What the opponents at this table are expected to play."""
        return self.models[book_of(game)]


def book_of(game: FastGame) -> int:
    """Which models of opponents are for this table: with the whole deck, with a known one, or with fan cards."""
    return KNOWN if is_known(game) else FAN if game.parts != PLAIN else WHOLE


def is_known(game: FastGame) -> bool:
    """Whether cards were left out before the deal, so that all are in play."""
    return len(game.deck) < WHOLE_DECK


def group_of(game: FastGame) -> str:
    """Which group a table belongs to."""
    book = book_of(game)
    return next(name for name, group in GROUPS.items() if game.players in group.players and book in group.books)


def write_minds(path: Path, minds: dict[str, Mind]) -> None:
    """Keep what was learned."""
    arrays: dict[str, NDArray[np.generic]] = {"format": np.array(FORMAT)}
    for name, mind in minds.items():
        arrays[f"{name}/weights"] = _in_planes(mind.weights)
        arrays[f"{name}/tail"] = mind.tail
        for book in GROUPS[name].books:
            models, kept = mind.models[book], f"{name}/{BOOK_NAMES[book]}"
            arrays[kept] = models.sums.astype(np.float16)
            arrays[f"{kept}/net"] = np.clip(np.rint(models.net * NET_SCALE), -127, 127).astype(np.int8)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def read_minds(content: bytes, where: str) -> dict[str, Mind]:
    """Read weights, and say in a sentence what is wrong with them."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        version = int(arrays["format"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise BadSetup("bad_weights", f"The weights in {where} are damaged: {error}") from None
    if version != FORMAT:
        raise BadSetup("bad_weights", f"The weights in {where} are of version {version}; this program needs {FORMAT}.")
    return {name: _mind(name, arrays, where) for name in GROUPS}


def _mind(name: str, arrays: dict[str, NDArray[np.generic]], where: str) -> Mind:
    books = {book: BOOK_NAMES[book] for book in GROUPS[name].books}
    shapes: dict[str, tuple[int, ...]] = {"weights": (2, HEIGHT, WIDTH), "tail": (TAIL,)}
    for book in books.values():
        shapes |= {book: (TRAITS, TYPES), f"{book}/net": (MODEL_HEIGHT, HIDDEN)}
    for part, shape in shapes.items():
        found = arrays.get(f"{name}/{part}")
        if found is None or found.shape != shape:
            raise BadSetup("bad_weights", f"The weights in {where} are damaged: {part} of {name} is not {shape}.")

    def floats(part: str, scale: int = 1) -> NDArray[np.float32]:
        return np.ascontiguousarray(arrays[f"{name}/{part}"], np.float32) / np.float32(scale)

    models = {book: Models(floats(kept), floats(f"{kept}/net", NET_SCALE)) for book, kept in books.items()}
    return Mind(_from_planes(arrays[f"{name}/weights"]), floats("tail"), models)


def _in_planes(weights: Weights) -> NDArray[np.uint8]:
    """All low bytes, then all high ones, of which most are alike: so the file is a tenth smaller."""
    planes = weights.astype("<i2").view(np.uint8).reshape(*weights.shape, 2)
    return np.ascontiguousarray(planes.transpose(2, 0, 1))


def _from_planes(planes: NDArray[np.generic]) -> Weights:
    """The weights again."""
    words = np.ascontiguousarray(planes.astype(np.uint8).transpose(1, 2, 0)).view("<i2")
    weights = aligned(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
    weights[:] = words[..., 0]
    return weights


def aligned(size: int) -> NDArray[np.int16]:
    """Room for this many numbers, aligned to a line of the processor's cache, which makes reading it faster."""
    room = np.empty(size + CACHE_LINE // 2, np.int16)
    first = -room.ctypes.data % CACHE_LINE // 2
    return room[first : first + size]


@cache
def shipped_minds() -> dict[str, Mind]:
    """The weights that came with the program."""
    place = files("nimmt.bots") / SHIPPED
    try:
        content = place.read_bytes()
    except OSError:
        raise BadSetup("no_weights", f"The weights {SHIPPED} are missing; install nimmt again.") from None
    return read_minds(content, SHIPPED)
