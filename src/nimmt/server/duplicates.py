"""Duplicate tables: several tables play the same deals, and players who held the same hands are compared.

People's seats are for people alone, each person and device has one of them at all the tables together, and all tables
start together: so nobody is shown a hand of a running deal except the one of their own seat. Everything that shows
other cards stays closed until all tables have finished.
"""

from msgspec import Struct

from . import entries as log
from .fold import Fold
from .groups import check_alone
from .lobby import Admit, Lobby
from .messages import SeatInfo
from .refusals import Refused, before_start, full, rules_gone
from .secrecy import NAME_LENGTH, clean, device_hash, new_identity, token_for, token_hash
from .store import Conflict
from .table import Table
from .tables import RETRIES, Tables
from .wishes import Identity, NewTable, Person, SharedDeal, Ticket

MOST = 16
"""Tables with the same deals."""


class Twin(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who opens another table with the same deals, and sits down there."""

    host: Person
    id: Identity | None = None


class TwinTable(Struct, frozen=True, kw_only=True):
    """One of the tables with the same deals, as everybody sees it."""

    code: str
    first: bool  # whether its host starts them all
    own: bool  # whether it is the table that was asked about
    state: str
    seats: tuple[SeatInfo, ...]


class Elsewhere(Struct, frozen=True, kw_only=True):
    """One of the tables: who sat where, and the heads or points that each seat has of the compared rounds."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    own: bool  # whether it is the table of the person who asks


class Comparison(Struct, frozen=True, kw_only=True):
    """All tables with the same deals, once they have finished."""

    waiting: int  # tables that have not; as long as there are any, nothing else is told
    rounds: int  # that all of them played, and which are compared
    tables: tuple[Elsewhere, ...]


class Duplicates:
    """Finds the tables that belong together."""

    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        """Work on these tables."""
        self.tables, self.lobby, self.groups = tables, lobby, lobby.groups

    async def open(self, table: Table, wish: Twin, address: str, admit: Admit) -> Ticket:
        """Open another table with the same deals, before they are dealt."""
        _check_shared(table)
        wish = Twin(host=wish.host, id=wish.id or new_identity(self.lobby.entropy))
        for _ in range(RETRIES):
            async with self.groups.held(table) as tables:
                try:
                    return await self._open(tables, wish, address, admit)
                except Conflict:  # another worker was faster
                    continue
        raise Refused(503, "busy", "Too much is happening at these tables; try again.")

    async def _open(self, tables: list[Table], wish: Twin, address: str, admit: Admit) -> Ticket:
        first = tables[0].fold
        assert wish.id
        token = token_hash(token_for(wish.id))
        terms = {name: getattr(first.plan, name) for name in first.plan.__struct_fields__}
        copied = NewTable(
            **terms, game=first.game.setup.key, options=dict(first.game.setup.options), host=wish.host, id=wish.id
        )
        if known := next((table for table in tables if table.fold.host == token), None):  # the same wish once more
            return self.lobby.ticket(known, copied)
        if first.past:
            raise rules_gone()
        before_start(first.phase)
        if len(tables) >= MOST:
            raise full("tables with these deals")
        device = device_hash(first.code, wish.host.device) if wish.host.device else ""
        check_alone([table.fold for table in tables], "", clean(wish.host.name, NAME_LENGTH), token, device)
        assert first.secret
        deal = SharedDeal(secret=first.secret, first=first.code)

        def beside(code: str) -> list[log.Entry]:
            return [log.TwinOpened(at=first.touched, code=code)]

        return await self.lobby.open(copied, address, deal, (tables[0], beside), admit)

    async def close_twin(self, table: Table, token: str, code: str) -> None:
        """Close another table before the start, so that the others need not wait for its people."""
        _check_shared(table)
        self.lobby.check_host(table, token)
        twin = next((each for each in await self.groups.of(table) if each.fold.code == code), None)
        if twin is None or twin is table or table.fold.first:
            raise Refused(
                404, "no_such_twin", "The host of the first table can close only another table with these deals."
            )
        before_start(table.fold.phase)
        await self.lobby.take_out(twin)
        await self.lobby.remove(twin)

    async def tables_with(self, table: Table) -> list[TwinTable]:
        """All tables with these deals, and who sits there."""
        _check_shared(table)
        infos = [(each.fold, each.fold.info()) for each in await self.groups.of(table)]
        return [
            TwinTable(
                code=info.code, first=not fold.first, own=fold is table.fold, state=info.state, seats=info.seats,
            )
            for fold, info in infos
        ]  # fmt: skip

    async def check_finished(self, table: Table) -> None:
        """Refuse to show cards that somebody has still to play."""
        if table.fold.plan.duplicate and any(_plays(each.fold) for each in await self.groups.of(table)):
            raise Refused(409, "others_play", "These deals stay closed until every table has finished them.")

    async def compare(self, table: Table) -> Comparison:
        """What each seat has at every table, of the rounds that all of them played."""
        own = table.fold
        _check_shared(table)
        if own.phase != "over":
            raise Refused(409, "not_over", "The game is not over.")
        group = [each.fold for each in await self.groups.of(table)]
        waiting = sum(map(_plays, group))
        if waiting:
            return Comparison(waiting=waiting, rounds=0, tables=())
        group = [fold for fold in group if fold.phase == "over"]
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


def _check_shared(table: Table) -> None:
    if not table.fold.plan.duplicate:
        raise Refused(409, "not_duplicate", "This table does not share its deals with others.")


def _plays(fold: Fold) -> bool:
    """Whether somebody may still play these deals there."""
    return fold.phase not in ("over", "closed")
