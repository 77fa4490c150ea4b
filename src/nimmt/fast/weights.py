"""The weights that strong play needs: which net is for which table, and the file that holds all of them."""

import io
import zipfile
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..errors import BadSetup
from .game import PLAIN, FastGame
from .nets import HEIGHT, TAIL, WIDTH, Tail, Weights
from .opponents import HEIGHT as MODEL_HEIGHT
from .opponents import HIDDEN, TRAITS, TYPES, Models

FORMAT = 5
"""Raised whenever columns, traits or the arrays of a group change their meaning."""

GROUPS = {"2": (2,), "3": (3,), "4-5": (4, 5), "6-7": (6, 7), "8-10": (8, 9, 10)}
"""By numbers of players: each group has a net and models of opponents of its own, for a risk at a table of two is a
certainty at a table of ten."""

SHIPPED, WHOLE_DECK = "master.npz", 104
BOOKS = WHOLE, KNOWN, FAN = range(3)
BOOK_NAMES = ("models", "known", "fan")
NET_SCALE = 64
"""What 1 is in the nets of opponents, which are kept as small integers."""


class Mind(Struct, frozen=True):
    """What a table of one group is played with."""

    weights: Weights
    tail: Tail
    models: Models
    known: Models  # where every card is in play (P-2): among few cards all count for something else
    fan: Models  # with fan cards

    def models_for(self, game: FastGame) -> Models:
        """What the opponents at this table are expected to play."""
        return (self.models, self.known, self.fan)[book_of(game)]


def book_of(game: FastGame) -> int:
    """Which models of opponents are for this table: with the whole deck, with a known one, or with fan cards."""
    return KNOWN if is_known(game) else FAN if game.parts != PLAIN else WHOLE


def is_known(game: FastGame) -> bool:
    """Whether cards were left out before the deal, so that all are in play."""
    return len(game.deck) < WHOLE_DECK


def group_of(players: int) -> str:
    """Which group a table belongs to."""
    return next(name for name, counts in GROUPS.items() if players in counts)


def write_minds(path: Path, minds: dict[str, Mind]) -> None:
    """Keep what was learned."""
    arrays: dict[str, NDArray[np.generic]] = {"format": np.array(FORMAT)}
    for name, mind in minds.items():
        arrays[f"{name}/weights"] = mind.weights
        arrays[f"{name}/tail"] = mind.tail
        for book, models in zip(BOOK_NAMES, (mind.models, mind.known, mind.fan), strict=True):
            arrays[f"{name}/{book}"] = models.sums.astype(np.float16)
            arrays[f"{name}/{book}/net"] = np.clip(np.rint(models.net * NET_SCALE), -127, 127).astype(np.int8)
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
    shapes: dict[str, tuple[int, ...]] = {"weights": (HEIGHT, WIDTH), "tail": (TAIL,)}
    for book in BOOK_NAMES:
        shapes |= {book: (TRAITS, TYPES), f"{book}/net": (MODEL_HEIGHT, HIDDEN)}
    for part, shape in shapes.items():
        found = arrays.get(f"{name}/{part}")
        if found is None or found.shape != shape:
            raise BadSetup("bad_weights", f"The weights in {where} are damaged: {part} of {name} is not {shape}.")

    def floats(part: str, scale: int = 1) -> NDArray[np.float32]:
        return np.ascontiguousarray(arrays[f"{name}/{part}"], np.float32) / np.float32(scale)

    weights = np.ascontiguousarray(arrays[f"{name}/weights"], np.int16)
    models = (Models(floats(book), floats(f"{book}/net", NET_SCALE)) for book in BOOK_NAMES)
    return Mind(weights, floats("tail"), *models)


@cache
def shipped_minds() -> dict[str, Mind]:
    """The weights that came with the program."""
    place = files("nimmt.bots") / SHIPPED
    try:
        content = place.read_bytes()
    except OSError:
        raise BadSetup("no_weights", f"The weights {SHIPPED} are missing; install nimmt again.") from None
    return read_minds(content, SHIPPED)
