"""Makes the puzzles that come with the program: python -m nimmt.review.collecting FOLDER.

Every part of the plan has a file in the folder; the same command goes on with what is there. The last step writes
all of them, well mixed, into one file of the package.
"""

import gzip
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from msgspec import Struct

from ..codec import from_json, to_json
from ..games.registry import game
from ..setup import OptionValue
from .puzzles import SHIPPED, Puzzle, Theme, search

PLAIN: tuple[Theme, ...] = ("low_cards", "full_rows", "last_cards", "counting")


class Part(Struct, frozen=True):
    """So many puzzles of one theme from one game."""

    count: int
    theme: Theme
    key: str
    players: int
    options: dict[str, OptionValue] = {}

    @property
    def name(self) -> str:
        """What its file is called."""
        fan_cards = self.options.get("fan_cards", ())
        assert isinstance(fan_cards, tuple)
        return "-".join(map(str, [self.key, *fan_cards, self.players, self.theme]))


def plan() -> Iterator[Part]:
    """Most at four players, and some at every other table and with fan cards."""
    for count, tables in ((24, (4,)), (3, (2, 3, 5, 6)), (2, (7, 8, 9, 10))):
        yield from (Part(count, theme, "base", players) for players in tables for theme in PLAIN)
    yield from (Part(10, "fan_cards", key, 4) for key in ("even_odd", "climb", "caper", "reversed_digits"))
    for pair in (("even_odd", "caper"), ("climb", "reversed_digits")):
        yield Part(4, "fan_cards", "base", 4, {"fan_cards": pair})


def fill(part: Part, path: Path) -> list[bytes]:
    """Look for the puzzles that are still missing, and keep each as soon as it is found."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    known = {from_json(Puzzle, line).code for line in lines}
    setup = game(part.key, players=part.players, max_rounds=1, **part.options).setup
    missing = (each for each in search(setup, f"{part.name} {len(lines)}", part.theme) if each.code not in known)
    with path.open("ab") as file:
        for puzzle in islice(missing, max(part.count - len(lines), 0)):
            lines.append(to_json(puzzle))
            file.write(lines[-1] + b"\n")
            file.flush()
    return lines


def main(folder: Path) -> None:
    """Carry out the plan."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: list[bytes] = []
    for part in plan():
        lines += fill(part, folder / f"{part.name}.jsonl")
        print(part.name, len(lines), flush=True)  # noqa: T201
    Random(0).shuffle(lines)
    body = gzip.compress(b"\n".join(lines) + b"\n", 9, mtime=0)
    Path(__file__).with_name(SHIPPED).write_bytes(body)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
