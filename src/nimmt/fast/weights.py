"""The weights that strong play needs, as arrays: training reads, changes and writes them."""

from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..kernels import weights as kept
from ..kernels.constants import TYPES
from ..kernels.weights import BOOK_NAMES, FORMAT, GROUPS, NET_SCALE, Minds, book_of
from .game import FastGame
from .nets import HEIGHT, TAIL, WIDTH, Tail, Weights
from .opponents import HEIGHT as MODEL_HEIGHT
from .opponents import HIDDEN, TRAITS, Models

CACHE_LINE = 64


class Mind(Struct, frozen=True):
    """What a table of one group is played with."""

    weights: Weights
    tail: Tail
    models: dict[int, Models]  # by book

    def models_for(self, game: FastGame) -> Models:
        """What the opponents at this table are expected to play."""
        return self.models[book_of(game)]


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
    minds = Minds(content, where)
    return {name: _as_arrays(minds[name]) for name in GROUPS}


def _as_arrays(mind: kept.Mind) -> Mind:
    models = {
        book: Models(_floats(each.sums, TRAITS, TYPES), _floats(each.net, MODEL_HEIGHT, HIDDEN))
        for book, each in mind.models.items()
    }
    weights = aligned(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
    weights[:] = np.frombuffer(mind.weights, "<i2").reshape(HEIGHT, WIDTH)
    return Mind(weights, _floats(mind.tail, TAIL), models)


def _floats(numbers: bytes, *shape: int) -> NDArray[np.float32]:
    return np.frombuffer(numbers, "<f4").astype(np.float32).reshape(shape)


def _in_planes(weights: Weights) -> NDArray[np.uint8]:
    """All low bytes, then all high ones, of which most are alike: so the file is a tenth smaller."""
    planes = weights.astype("<i2").view(np.uint8).reshape(*weights.shape, 2)
    return np.ascontiguousarray(planes.transpose(2, 0, 1))


def aligned(size: int) -> NDArray[np.int16]:
    """Room for this many numbers, aligned to a line of the processor's cache, which makes reading it faster."""
    room = np.empty(size + CACHE_LINE // 2, np.int16)
    first = -room.ctypes.data % CACHE_LINE // 2
    return room[first : first + size]


@cache
def shipped_minds() -> dict[str, Mind]:
    """The weights that came with the program."""
    minds = kept.shipped_minds()
    return {name: _as_arrays(minds[name]) for name in GROUPS}
