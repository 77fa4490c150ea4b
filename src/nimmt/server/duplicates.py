"""Duplicate tables: several tables play the same deals, and whoever held the same hands elsewhere is compared.

The first table's log names the others. Everything that shows cards stays closed until all of them have finished.
"""

from functools import partial

from msgspec import Struct

from . import entries as log
from .fold import Fold
from .lobby import Lobby
from .refusals import Away, Refused, full
from .secrecy import likeness
from .table import Table
from .tables import Tables
from .wishes import Identity, NewTable, Person, SharedDeal, Ticket

MOST = 16
"""Tables with the same deals."""


class Twin(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who opens another table with the same deals, and sits down there."""

    host: Person
    id: Identity | None = None


class Elsewhere(Struct, frozen=True, kw_only=True):
    """One of the tables: who sat where, and the heads or points that each seat has of the compared rounds."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    own: bool  # whether it is the table of whoever asks


class Comparison(Struct, frozen=True, kw_only=True):
    """All tables with the same deals, once they have finished."""

    waiting: int  # tables that have not; as long as there are any, nothing else is told
    rounds: int  # that all of them played, and which are compared
    tables: tuple[Elsewhere, ...]


class Duplicates:
    """Finds the tables that belong together."""

    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        """Work on these tables."""
        self.tables, self.lobby = tables, lobby

    async def open(self, table: Table, wish: Twin, address: str) -> Ticket:
        """Open another table with the same deals, as long as the first one has not finished them."""
        first = await self._first(table)
        fold = first.fold
        if not fold.plan.duplicate:
            raise Refused(409, "not_duplicate", "This table does not share its deals with others.")
        if fold.phase == "over" or fold.secret is None:
            raise Refused(409, "deals_known", "The first table has finished these deals already.")
        if len(fold.twins) + 1 >= MOST:
            raise full("tables with these deals")
        if not (wish.id and await self.lobby.found(wish.id)):  # or it is the same wish once more
            self._check_name(wish.host.name, await self._group(first))
        plan, setup = fold.plan, fold.game.setup
        terms = {name: getattr(plan, name) for name in plan.__struct_fields__}
        copied = NewTable(**terms, game=setup.key, options=dict(setup.options), host=wish.host, id=wish.id)
        ticket = await self.lobby.open(copied, address, SharedDeal(secret=fold.secret, first=fold.code))
        await self.tables.commit(first, partial(_named, ticket.table.code))
        return ticket

    async def check_newcomer(self, table: Table, name: str) -> None:
        """Nobody plays a deal twice, as far as people can be told apart: by their names."""
        if table.fold.plan.duplicate:
            self._check_name(name, [fold for fold in await self._group(table) if fold.code != table.fold.code])

    def _check_name(self, name: str, group: list[Fold]) -> None:
        if likeness(name) in [likeness(seat.name) for fold in group for seat in fold.seats if seat.person]:
            raise Refused(409, "plays_elsewhere", "Somebody with this name plays these deals at another table.")

    async def check_finished(self, table: Table) -> None:
        """Refuse to show cards that somebody has still to play."""
        if table.fold.plan.duplicate and any(fold.phase != "over" for fold in await self._group(table)):
            raise Refused(409, "others_play", "These deals stay closed until every table has finished them.")

    async def compare(self, table: Table) -> Comparison:
        """What each seat has at every table, of the rounds that all of them played."""
        own = table.fold
        if not own.plan.duplicate:
            raise Refused(409, "not_duplicate", "This table does not share its deals with others.")
        if own.phase != "over":
            raise Refused(409, "not_over", "The game is not over.")
        group = await self._group(table)
        waiting = sum(fold.phase != "over" for fold in group)
        if waiting:
            return Comparison(waiting=waiting, rounds=0, tables=())
        played = [fold.state.outcome for fold in group if fold.state and fold.state.outcome]
        rounds = min(len(outcome.rounds) for outcome in played)
        found = [
            Elsewhere(
                names=fold.names,
                totals=tuple(map(sum, zip(*outcome.rounds[:rounds], strict=True))) if rounds else outcome.totals,
                own=fold.code == own.code,
            )
            for fold, outcome in zip(group, played, strict=True)
        ]
        return Comparison(waiting=0, rounds=rounds, tables=tuple(found))

    async def _first(self, table: Table) -> Table:
        return await self.tables.get(table.fold.first) if table.fold.first else table

    async def _group(self, table: Table) -> list[Fold]:
        """All tables with these deals that there still are, this one among them."""
        try:
            first = await self._first(table)
        except Away:
            raise
        except Refused:  # it was deleted, and nobody knows of the others any longer
            return [table.fold]
        found = [first.fold]
        for code in first.fold.twins:
            try:
                found.append((await self.tables.get(code)).fold)
            except Away:
                raise
            except Refused:
                continue
        return found


def _named(code: str, fold: Fold, at: float) -> list[log.Entry]:
    """Tell the first table of another one, once."""
    return [] if code in fold.twins else [log.TwinOpened(at=at, code=code)]
