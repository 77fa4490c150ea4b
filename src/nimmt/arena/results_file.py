"""The file of results, which loses nothing: the plan, then one line for every deal."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from ..codec import from_json, to_json
from ..errors import BadSetup, NimmtError
from .plan import Plan
from .results import DealPlayed

FORMAT = 1


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: int
    plan: Plan


class ResultsFile:
    """Results on disk, or only in memory where there is no path."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        """Open the file and read what it has; a line that was cut off by an interruption is dropped."""
        self.played: list[DealPlayed] = []
        self.file: BinaryIO | None = None
        if path is None:
            return
        complete = self._read(path, plan) if path.exists() else 0
        self.file = path.open("r+b" if path.exists() else "x+b")
        self.file.truncate(complete)
        self.file.seek(complete)
        if complete == 0:
            self._write(to_json(Header(FORMAT, plan)))

    def add(self, deal: DealPlayed) -> None:
        """Keep a deal."""
        self.played.append(deal)
        self._write(to_json(deal))

    def close(self) -> None:
        """Close the file."""
        if self.file:
            self.file.close()

    def _write(self, line: bytes) -> None:
        if self.file:
            self.file.write(line + b"\n")
            self.file.flush()
            os.fsync(self.file.fileno())

    def _read(self, path: Path, plan: Plan) -> int:
        """Read the deals of exactly this plan; returns how many bytes are complete lines."""
        lines = list(_complete_lines(path))
        if not lines:
            return 0
        try:
            header = from_json(Header, lines[0])
            self.played = [from_json(DealPlayed, line) for line in lines[1:]]
        except NimmtError:
            raise BadSetup("bad_results", f"{path} holds no results of an arena.") from None
        if header != Header(FORMAT, plan):
            raise BadSetup("other_results", f"{path} holds the results of another plan; choose another file.")
        return sum(len(line) + 1 for line in lines)


def _complete_lines(path: Path) -> Iterator[bytes]:
    *lines, _ = path.read_bytes().split(b"\n")
    yield from lines
