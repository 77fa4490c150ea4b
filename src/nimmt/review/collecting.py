"""Makes the puzzles that come with the program: python -m nimmt.review.collecting FOLDER.

Every part of the plan has its file in the folder; the same command goes on with what is there. The last step writes
all of them, well mixed, into one file of the package.
"""

import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct

from ..codec import from_json, to_json
from ..games.registry import game
from ..setup import OptionValue
from .puzzles import SHIPPED, THEMES, Puzzle, mine


class Part(Struct, frozen=True):
    """So many puzzles from one game, and at most so many of one theme."""

    count: int
    most: int
    key: str
    players: int
    options: dict[str, OptionValue] = {}

    @property
    def name(self) -> str:
        """What its file is called."""
        fan_cards = self.options.get("fan_cards", ())
        assert isinstance(fan_cards, tuple)
        return "-".join(map(str, [self.key, *fan_cards, self.players]))


def plan() -> Iterator[Part]:
    """Most at four players, and some at every other table and with fan cards."""
    for size, tables in ((12, (2, 3, 5, 6)), (8, (7, 8, 9, 10))):
        yield from (Part(size, size // 3, "base", players) for players in tables)
    yield from (Part(10, 10, key, 4) for key in ("even_odd", "climb", "caper", "reversed_digits"))
    for pair in (("even_odd", "caper"), ("climb", "reversed_digits")):
        yield Part(5, 5, "base", 4, {"fan_cards": pair})
    yield Part(100, 30, "base", 4)


def fill(part: Part, path: Path) -> list[bytes]:
    """Look for the puzzles that are still missing, and keep each as soon as it is found."""
    found = [from_json(Puzzle, line) for line in (path.read_bytes().splitlines() if path.exists() else ())]
    setup = game(part.key, players=part.players, max_rounds=1, **part.options).setup
    start, taken = len(found), Counter(puzzle.theme for puzzle in found)
    with path.open("ab", buffering=0) as file:
        for deal in count():
            if len(found) >= part.count:
                return [to_json(puzzle) for puzzle in found]
            for puzzle in mine(
                setup, f"{part.name} {start} {deal}", [each for each in THEMES if taken[each] < part.most]
            ):
                if taken[puzzle.theme] < part.most and puzzle.code not in {each.code for each in found}:
                    taken[puzzle.theme] += 1
                    found.append(puzzle)
                    file.write(to_json(puzzle) + b"\n")
    raise AssertionError


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
