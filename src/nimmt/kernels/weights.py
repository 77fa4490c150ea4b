"""The weights that strong play needs: which net is for which table, and the file that holds all of them.

The file is one of numpy's archives. It is read without numpy, so that playing does not need that.
"""

import io
import zipfile
import zlib
from array import array
from ast import literal_eval
from collections.abc import Sized
from functools import cache
from importlib.resources import files
from struct import unpack
from typing import IO, NamedTuple, Protocol

from ..errors import BadSetup
from .constants import HEIGHT, HIDDEN, MODEL_HEIGHT, PLAIN, SELF, TAIL, TRAITS, TYPES, UNITS
from .row_game import RowGame

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

NET_SCALE = 64
"""What 1 is in the nets of opponents, which are kept as small integers."""


class Models(NamedTuple):
    """How all kinds of opponents play at tables of one book, as numbers of 32 bits in memory."""

    sums: bytes
    net: bytes
    own: bytes
    """Of the sums, those of the kind that plays as we do."""


class Mind(NamedTuple):
    """What a table of one group is played with."""

    weights: bytes
    tail: bytes
    models: dict[int, Models]  # by book

    def models_for(self, game: RowGame) -> Models:
        """What the opponents at this table are expected to play."""
        return self.models[book_of(game)]


class Table(Protocol):
    """What decides about the weights: a `RowGame`, or one for numpy."""

    @property
    def parts(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def deck(self) -> Sized: ...


def book_of(game: Table) -> int:
    """Which models of opponents are for this table: with the whole deck, with a known one, or with fan cards."""
    return KNOWN if is_known(game) else FAN if game.parts != PLAIN else WHOLE


def is_known(game: Table) -> bool:
    """Whether cards were left out before the deal, so that all are in play."""
    return len(game.deck) < WHOLE_DECK


def group_of(game: Table) -> str:
    """Which group a table belongs to."""
    book = book_of(game)
    return next(name for name, group in GROUPS.items() if game.players in group.players and book in group.books)


class Minds:
    """All that is in a file of weights; the parts of a group are read when it is first played."""

    def __init__(self, content: bytes, where: str) -> None:
        """Read what is there, and say in a sentence what is wrong with it."""
        self.where, self.read = where, dict[str, Mind]()
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(content))
            version = int.from_bytes(self._part("format")[1], "little")
            shapes = {name.removesuffix(".npy"): self._shape(name) for name in self.archive.namelist()}
        except (OSError, ValueError, KeyError, EOFError, SyntaxError, zipfile.BadZipFile, zlib.error) as error:
            raise damaged(where, str(error)) from None
        if version != FORMAT:
            sentence = f"The weights in {where} are of version {version}; this program needs {FORMAT}."
            raise BadSetup("bad_weights", sentence)
        for name in GROUPS:
            for part, shape in expected(name).items():
                if shapes.get(f"{name}/{part}") != shape:
                    raise damaged(where, f"{part} of {name} is not {shape}.")

    def __getitem__(self, name: str) -> Mind:
        """The weights of a group."""
        if name not in self.read:
            try:
                self.read[name] = self._mind(name)
            except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
                raise damaged(self.where, str(error)) from None
        return self.read[name]

    def _mind(self, name: str) -> Mind:
        low, high = _halves(self._part(f"{name}/weights")[1])
        weights = bytearray(2 * len(low))
        weights[0::2], weights[1::2] = low, high
        models = {}
        for book in GROUPS[name].books:
            kept = f"{name}/{BOOK_NAMES[book]}"
            sums = array("f", unpack(f"<{TRAITS * TYPES}e", self._part(kept)[1]))
            net = array("f", [weight / NET_SCALE for weight in array("b", self._part(f"{kept}/net")[1])])
            models[book] = Models(sums.tobytes(), net.tobytes(), sums[SELF::TYPES].tobytes())
        return Mind(bytes(weights), self._part(f"{name}/tail")[1], models)

    def _part(self, name: str) -> tuple[tuple[int, ...], bytes]:
        """Shape and content of an array."""
        with self.archive.open(f"{name}.npy") as part:
            return _header(part.read(10), part), part.read()

    def _shape(self, name: str) -> tuple[int, ...]:
        with self.archive.open(name) as part:
            return _header(part.read(10), part)


def _header(first: bytes, part: IO[bytes]) -> tuple[int, ...]:
    """The shape that is told at the beginning of an array."""
    if first[:6] != b"\x93NUMPY":
        raise ValueError("an array has no header")
    told = literal_eval(part.read(int.from_bytes(first[8:10], "little")).decode("latin-1"))
    return tuple(int(size) for size in told["shape"])


def _halves(planes: bytes) -> tuple[bytes, bytes]:
    """All low bytes come first, then all high ones, of which most are alike: so the file is a tenth smaller."""
    middle = len(planes) // 2
    return planes[:middle], planes[middle:]


def expected(name: str) -> dict[str, tuple[int, ...]]:
    """The shapes of a group's arrays."""
    shapes: dict[str, tuple[int, ...]] = {"weights": (2, HEIGHT, UNITS), "tail": (TAIL,)}
    for book in GROUPS[name].books:
        shapes |= {BOOK_NAMES[book]: (TRAITS, TYPES), f"{BOOK_NAMES[book]}/net": (MODEL_HEIGHT, HIDDEN)}
    return shapes


def damaged(where: str, how: str) -> BadSetup:
    """The error for weights that cannot be read."""
    return BadSetup("bad_weights", f"The weights in {where} are damaged: {how}")


@cache
def shipped_minds() -> Minds:
    """The weights that came with the program."""
    place = files("nimmt.bots") / SHIPPED
    try:
        content = place.read_bytes()
    except OSError:
        raise BadSetup("no_weights", f"The weights {SHIPPED} are missing; install nimmt again.") from None
    return Minds(content, SHIPPED)
