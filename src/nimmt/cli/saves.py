"""Saved games: how they are written after every move, and where."""

import os
import shlex
import sys
import tempfile
import time
from pathlib import Path

from msgspec import Struct

from ..botlink import starts_code
from ..bots import bot_for
from ..codec import from_json, to_json
from ..dealer import SeededDealer
from ..errors import BadRecord, BadSetup, Malformed
from ..games.registry import known_as
from ..records import Record, read_record, write_record
from ..setup import Setup
from .problems import reading


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """An unfinished game: its record, the seat at the keyboard, and the bots by seat."""

    record: Record
    seat: int
    bots: tuple[str, ...]

    def is_sound(self) -> bool:
        """Whether there is a bot on every seat but one, and cards that can be dealt again."""
        seats = range(self.record.setup.players)
        if self.seat not in seats or len(self.bots) != len(seats):
            return False
        others = [name for seat, name in enumerate(self.bots) if seat != self.seat]
        known = all(plays(name, self.record.setup) for name in others)
        return known and isinstance(self.record.dealer, SeededDealer)


def plays(bot: str, setup: Setup) -> bool:
    """Whether there is such a bot here, for this game; a program is not run to find out."""
    if starts_code(bot):
        return True
    try:
        bot_for(bot, setup)
    except BadSetup:
        return False
    return True


def data_folder() -> Path:
    """Where this system keeps the data of programs."""
    try:
        home = Path.home()
    except RuntimeError:  # this user has no home
        home = Path(tempfile.gettempdir())
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = home / ".local" / "share"
    return Path(os.environ.get("XDG_DATA_HOME") or base) / "nimmt" / "games"


def new_file(key: str) -> Path:
    """The path of a new file for a game that starts now."""
    name = f"{key}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = data_folder()
    paths = (folder / f"{name}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in paths if not path.exists())


def newest(key: str | None = None) -> Path | None:
    """The file of the newest unfinished game (of this key)."""
    found = sorted(data_folder().glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in found:
        try:
            saved = read_saved(path)
        except (BadRecord, OSError):
            continue
        if saved and key in (None, known_as(saved.record.setup)):
            return path
    return None


def typed(path: Path) -> str:
    """A path as it can be typed after a command, with ``~`` for the home folder."""
    if os.name == "nt":
        return f'"{path}"'
    home = os.path.expanduser("~")
    inside = path.is_absolute() and path.is_relative_to(home) and home != "/"
    return f"~/{shlex.quote(str(path.relative_to(home)))}" if inside else shlex.quote(str(path))


def write(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_text(f"{text}\n", "utf-8")
    unfinished.replace(path)


def save(path: Path, saved: Saved) -> None:
    """Save a game; once it is over, the file holds its record alone."""
    write(path, write_record(saved.record) if saved.record.outcome else to_json(saved).decode())


def read_saved(path: Path) -> Saved | None:
    """Read a saved game; None if the file holds records of finished games."""
    with reading(path):
        data = path.read_bytes()
    try:
        saved = from_json(Saved, data)
    except Malformed:
        read_record(data.splitlines()[0] if data else data)
        return None
    if not saved.is_sound():
        raise BadRecord("malformed", f"{path} does not say who sits where.")
    return saved


def record_in(line: bytes) -> Record:
    """The record in a line of a file, of a finished game or of a saved one."""
    try:
        return read_record(line)
    except BadRecord:
        try:
            return from_json(Saved, line).record
        except Malformed:
            pass
        raise
