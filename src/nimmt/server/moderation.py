"""What keeps a table pleasant: hosts mute people, take them off the table and keep them out; operators list words."""

import re
from collections.abc import Sequence
from functools import cache

from . import entries as log
from .fold import Fold
from .messages import TableInfo
from .refusals import Refused, before_start, host_only, once_only
from .secrecy import likeness
from .table import Table
from .tables import Tables


class Moderation:
    """What a host may do about people; who asks is checked here."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables

    async def free(self, table: Table, token: str, seat: int, keep_out: bool = False) -> TableInfo:
        """Leave, or take somebody off the table; once it has begun, only the host may, and a bot sits down instead."""

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            own = self._check(table, token, fold, seat)
            if own == seat or not fold.seats[seat].person:
                before_start(fold.phase)
            if fold.seats[seat].free:
                return []
            level = None if fold.phase == "lobby" else fold.plan.stand_in
            return [log.SeatFreed(at=at, seat=seat, level=level, kept_out=keep_out and own != seat)]

        await self.tables.commit(table, entries)
        return table.fold.info()

    async def mute(self, table: Table, token: str, seat: int, muted: bool) -> TableInfo:
        """Let nobody hear a person, or let them be heard again; the host may."""

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            if self._check(table, token, fold, seat) == seat or not self.tables.is_host(table, token):
                raise host_only()
            known = fold.seats[seat]
            return [log.SeatMuted(at=at, seat=seat, muted=muted)] if known.person and known.muted != muted else []

        await self.tables.commit(table, entries)
        return table.fold.info()

    def _check(self, table: Table, token: str, fold: Fold, seat: int) -> int | None:
        """Refuse seats that are not there, and guests who want something of others; the own seat."""
        own = self.tables.seat_of(table, token)
        if fold.day:
            raise once_only()
        if not 0 <= seat < len(fold.seats):
            raise Refused(404, "no_such_seat", f"There is no seat {seat} at this table.", "B-1")
        if own != seat and not self.tables.is_host(table, token):
            raise host_only()
        return own


def check_welcome(fold: Fold, name: str, origin: str) -> None:
    """Refuse somebody whom the host keeps out, known by the name or by where they come from."""
    if any(kept.back(name, origin) for kept in fold.kept_out):
        raise Refused(403, "kept_out", "The host keeps you out of this table.")


def check_words(words: Sequence[str], name: str) -> None:
    """Refuse a name with a word that the operator does not want to see."""
    if words and (_pattern(tuple(words)).search(name) or _pattern(tuple(words)).search(likeness(name))):
        raise Refused(422, "bad_word", "This server does not allow one of the words in this name.")


def masked(words: Sequence[str], text: str) -> str:
    """What somebody says, with stars for the words that the operator does not want to see."""
    return _pattern(tuple(words)).sub(lambda found: "*" * len(found[0]), text) if words else text


def listed_words(text: str) -> tuple[str, ...]:
    """The words of a file: one on each line, `#` before a remark."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return tuple(line for line in lines if line.strip("*"))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Whole words in any case; a star stands for any letters."""
    known = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{known})(?!\w)", re.IGNORECASE)
