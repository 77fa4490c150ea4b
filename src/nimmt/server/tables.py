"""The tables of one worker: loaded from their logs, changed by appending to them, told to whoever is connected."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from ..dealer import ExplicitDealer
from ..errors import NimmtError
from ..events import Event
from . import clocks, snapshots
from . import entries as log
from .background import Background
from .changes import Change
from .fold import Fold
from .logs import log_event
from .messages import ClockChanged, Goodbye, PresenceChanged, SeatPresence
from .metrics import Metrics
from .presence import PresenceBook
from .refusals import NO_TABLE, Away, Refused, away, full, no_table, rules_gone, wrong_token
from .secrecy import Entropy, public_name, system_entropy, token_hash
from .settings import Settings
from .snapshots import RecentSnapshots
from .store import Append, Conflict, Full, Gone, Outage, Presence, Snapshot, Store
from .streams import Moment, OtherHistory, Tail, Telling, encode, missed
from .summaries import new_state, summary
from .table import Table

logger = logging.getLogger("nimmt.server")

RETRIES = 50
IDLE = 30.0
Wish = Callable[[Fold, float], Sequence[log.Entry]]
"""What to append to the present table at this time, or nothing where that was done already. Raises what refuses it."""
Wanted = tuple[Table, Sequence[log.Entry]]
Beside = tuple[Table, Callable[[str], Sequence[log.Entry]]]
"""A table, and what to append there when another one is opened under a code."""


class Chance(Struct, frozen=True):
    """Where randomness comes from, and explicit deals where a test brings them."""

    entropy: Entropy = system_entropy
    deal: ExplicitDealer | None = None


class Tables(Background):
    """All tables that this worker has in memory."""

    def __init__(self, store: Store, settings: Settings, worker: str, metrics: Metrics, chance: Chance) -> None:
        """Begin with none."""
        super().__init__()
        self.store, self.settings, self.worker, self.metrics, self.chance = store, settings, worker, metrics, chance
        self.cache: OrderedDict[str, Table] = OrderedDict()  # those asked for last, whether or not anybody needs them
        self.alive: WeakValueDictionary[str, Table] = WeakValueDictionary()  # those and all that somebody holds
        self.outages: list[Outage] = []
        self.away = False  # the store does not answer: whoever comes is sent away
        self.unsure = False  # something was written that may or may not be in the store
        self.look_after: Callable[[Table], None] = lambda table: None  # after every change; the conductor sets these
        self.leave_alone: Callable[[Table], None] = lambda table: None  # after every change of another worker
        self.begin: Callable[[Table], None] = lambda table: None  # before anything is stored
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._opening = 0  # tables that will be in memory once they are stored
        self._noted: list[tuple[str, Presence]] = []  # who came or went, to be stored
        self._storing: asyncio.Task[None] | None = None

    # --- In and out of memory --------------------------------------------------------------------

    async def get(self, code: str) -> Table:
        """The table with this code, up to date; refused if there is none, or no room for it."""
        if self.away:
            raise away()
        table = self.alive.get(code)
        if table is None:
            table = await self._loaded(code)
        elif self.store.shared:
            await self.catch_up(table)
        table.used = clocks.now()
        return self._keep(table)

    async def _loaded(self, code: str) -> Table:
        """Load a table once, however many ask for it meanwhile."""
        loading = self._loading.get(code)
        if loading is None:
            self._check_room()
            loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code))
        return await asyncio.shield(loading)  # whoever goes away meanwhile does not take it from the others

    async def _load(self, code: str) -> Table:
        try:
            snapshot, bodies, presence = await self.store.recall(code)
            fold = snapshots.read(code, snapshot) if snapshot else Fold(code)
            if fold is None:
                fold, bodies = Fold(code), await self.store.load(code)
        except Gone:
            raise no_table() from None
        fold, tail, recent = await self._folded(fold, bodies)
        if recent.unsaved:  # the log was long: the next start shall not fold it again
            self.start(self._keep_snapshot(code, recent, recent.unsaved))
        return self._keep(Table(fold, tail, recent, PresenceBook(presence)))

    async def _keep_snapshot(self, code: str, recent: RecentSnapshots, snapshot: Snapshot) -> None:
        await self.store.keep_snapshot(code, snapshot)
        recent.saved(snapshot)

    async def _folded(self, fold: Fold, bodies: Sequence[bytes]) -> tuple[Fold, Tail, RecentSnapshots]:
        """Take in a log."""
        self.metrics.folded.inc(len(bodies))
        return await self.fold_aside(len(bodies), snapshots.folded, fold, map(log.read_entry, bodies), len(bodies))

    def _check_room(self) -> None:
        """Refuse one more table in memory when all that are there are needed."""
        if self._in_memory() >= self.settings.limits.worker_tables:
            self.evict(0)
        if self._in_memory() >= self.settings.limits.worker_tables:
            raise full()

    def _in_memory(self) -> int:
        return len(self.alive) + len(self._loading) + self._opening

    def _keep(self, table: Table) -> Table:
        """Keep a table for a while, and let go of those that were not asked for the longest."""
        code = table.fold.code
        self.cache[code] = self.alive[code] = table
        self.cache.move_to_end(code)
        while len(self.cache) > self.settings.cache:
            self.cache.popitem(last=False)
        return table

    def evict(self, idle: float = IDLE) -> None:
        """Let go of tables that nobody asked for; their truth is in the store, and whoever holds one keeps it alive."""
        before = clocks.now() - idle
        while self.cache and next(iter(self.cache.values())).used <= before:
            self.cache.popitem(last=False)

    def followed(self, code: str) -> Table | None:
        """A table that another worker has changed, if somebody here needs it; else that worker has it from now on."""
        table = self.alive.get(code)
        if table is not None and not table.listeners:
            self.leave_alone(table)
            self.cache.pop(code, None)
            del table
            table = self.alive.get(code)  # there is none, unless somebody is holding on to it
        return table

    def forget(self, code: str) -> None:
        """The table was deleted: say goodbye to everybody there."""
        self.cache.pop(code, None)
        table = self.alive.pop(code, None)
        if table is None:
            return
        table.deleted = True
        if table.timer:
            table.timer.cancel()
        for listener in list(table.listeners):
            listener.close("deleted", "This table was deleted.")

    def send_away(self, why: Away) -> None:
        """Ask everybody to come back later."""
        for table in list(self.alive.values()):
            for listener in list(table.listeners):
                listener.close(why.code, why.sentence)

    # --- Changing --------------------------------------------------------------------------------

    async def open(
        self, codes: Iterable[str], entries: Callable[[str], Sequence[log.Entry]], beside: Beside | None = None
    ) -> Table:
        """Store a new table under a free code; or find it there, if its host asked twice at the same time.

        What is to be appended beside it, to a table whose lock the caller holds, is stored with it or not at all.
        Raises Conflict if another worker has changed that table meanwhile.
        """
        self._check_room()
        self._opening += 1
        try:
            return await self._open(codes, entries, beside)
        finally:
            self._opening -= 1

    async def _open(
        self, codes: Iterable[str], entries: Callable[[str], Sequence[log.Entry]], beside: Beside | None
    ) -> Table:
        most = self.settings.limits.open_tables
        for code in codes:
            if beside and not self.store.together(code, beside[0].fold.code):
                continue
            made = entries(code)
            fold, tail, recent = snapshots.folded(Fold(code), made, len(made))  # type: ignore[arg-type]
            others = [(beside[0], beside[1](code))] if beside else []
            more = self._appends(others)
            try:
                await self.store.create(self._append(fold, 1, made, fresh=True), fold.plan.public, most, more)
            except Full:
                raise full("open tables") from None
            except Conflict:
                if (found := await self._there(code)) is None:
                    raise
                if found.fold.host == fold.host:
                    return found
                continue
            except Gone:
                raise no_table() from None
            except (Away, asyncio.CancelledError):
                self.unsure = True
                raise
            self.metrics.tables.inc()
            log_event(logger, logging.INFO, "table_opened", table=public_name(code), game=fold.game.key)
            self._told_all(others, more)
            return self._keep(Table(fold, tail, recent, PresenceBook(())))
        raise Refused(503, "busy", "No free table code was found; try again.")

    async def _there(self, code: str) -> Table | None:
        """The table with this code, if there is one."""
        try:
            return await self.get(code)
        except Refused as error:
            if error.code != NO_TABLE:
                raise
            return None

    async def commit_all(self, wanted: Sequence[Wanted]) -> bool:
        """Append to several tables, whose locks the caller holds, or to none; False if another worker was faster."""
        more = self._appends(wanted)
        try:
            await self.store.append_all(more)
        except Conflict:
            self.metrics.conflicts.inc()
            return False
        except Gone:
            raise no_table() from None
        except (Away, asyncio.CancelledError):
            self.unsure = True
            raise
        self._told_all(wanted, more)
        return True

    def _appends(self, wanted: Sequence[Wanted]) -> list[Append]:
        if any(table.fold.past for table, _ in wanted):
            raise rules_gone()
        for table, _ in wanted:
            self.begin(table)
        return [
            self._append(table.fold, table.fold.seq + 1, entries, table.recent.unsaved) for table, entries in wanted
        ]

    def _told_all(self, wanted: Sequence[Wanted], stored: Sequence[Append]) -> None:
        for (table, entries), more in zip(wanted, stored, strict=True):
            table.recent.saved(more.snapshot)
            for entry in entries:
                self._tell(table, entry)
            self.look_after(table)

    async def commit(self, table: Table, wish: Wish) -> list[Change]:
        """Check what is wanted on the present table, append it, and once it is stored tell everybody; what changed."""
        if table.fold.past:
            raise rules_gone()
        async with table.lock:
            for _ in range(RETRIES):
                entries = await self._checked(table, wish)
                if not entries:
                    return []
                if await self._stored(table, entries):
                    changes = [self._tell(table, entry) for entry in entries]
                    self.look_after(table)
                    return changes
        raise Refused(503, "busy", "Too much is happening at this table; try again.")

    async def _checked(self, table: Table, wish: Wish) -> Sequence[log.Entry]:
        """The entries that a wish comes to."""
        try:
            entries = wish(table.fold, max(table.fold.touched, clocks.now()))
        except NimmtError:
            if not (self.store.shared or self.unsure):
                raise
            await self._catch_up(table)  # the refusal may be due to what another worker has not told yet
            entries = wish(table.fold, max(table.fold.touched, clocks.now()))
        return self._timed(table.fold, entries)

    def _timed(self, fold: Fold, entries: Sequence[log.Entry]) -> Sequence[log.Entry]:
        """Write down what outages gave back, so that the deadline can be told again in the same words."""
        if fold.plan.clock is None or not (gone := clocks.lost(fold.opened_at, fold.plan.clock, self.outages)):
            return entries
        return [replace(entry, outage=gone) if isinstance(entry, log.Acted) else entry for entry in entries]

    async def _stored(self, table: Table, entries: Sequence[log.Entry]) -> bool:
        """Append and commit; False if another worker was faster, whose entries are then taken in."""
        more = self._append(table.fold, table.fold.seq + 1, entries, table.recent.unsaved)
        self.begin(table)
        try:
            await self.store.append(more)
        except Conflict:
            self.metrics.conflicts.inc()
            await self._catch_up(table)
            return False
        except Gone:
            self.forget(table.fold.code)
            raise no_table() from None
        except (Away, asyncio.CancelledError):
            self.unsure = True
            raise
        table.recent.saved(more.snapshot)
        return True

    def _append(
        self, fold: Fold, seq: int, entries: Sequence[log.Entry], snapshot: Snapshot | None = None, fresh: bool = False
    ) -> Append:
        at = entries[-1].at
        moved = fresh or any(not isinstance(entry, log.Answered) for entry in entries)
        return Append(
            code=fold.code,
            seq=seq,
            bodies=tuple(map(log.write_entry, entries)),
            at=at,
            after=fold.touched,
            due=at + self.settings.lease,
            state="lobby" if fresh else new_state(fold, entries),
            summary=summary(fold, entries) if moved else None,
            snapshot=snapshot,
        )

    async def catch_up(self, table: Table) -> None:
        """Take in what other workers appended."""
        async with table.lock:
            await self._catch_up(table)

    async def catch_up_locked(self, table: Table) -> None:
        """The same, where the caller holds the lock; what was written without an answer may be there too."""
        if self.store.shared or self.unsure:
            await self._catch_up(table)

    async def _catch_up(self, table: Table) -> None:
        try:
            bodies = await self.store.load(table.fold.code, table.fold.seq)
        except Gone:
            self.forget(table.fold.code)
            raise no_table() from None
        for body in bodies:
            self._tell(table, log.read_entry(body))
        if bodies:
            (self.leave_alone if self.store.shared else self.look_after)(table)

    def _tell(self, table: Table, entry: log.Entry) -> Change:
        """Fold an entry in and tell everybody at once, so that nothing can come in between."""
        fold = table.fold
        change = fold.apply(entry)  # type: ignore[arg-type]
        moment = Moment.of(fold, change)
        table.tail.add(moment)
        table.recent.note(fold)
        told = Telling(moment, (fold.before, fold.sight)).frames({listener.viewer for listener in table.listeners})
        for listener in list(table.listeners):
            if not fold.shows(listener.viewer):
                listener.close("spectators_off", "Only people with a seat see this game.")
                continue
            for frame in told[listener.viewer]:
                listener.send(frame)
            if isinstance(entry, log.SeatFreed) and listener.viewer == entry.seat:
                listener.close("removed", "You left this table, or its host took you off it.")
        if isinstance(entry, log.SeatFreed):
            table.presence.forget(entry.seat)
        return change

    # --- Listening -------------------------------------------------------------------------------

    async def missed(self, table: Table, viewer: int | None, after: int, history: float | None) -> list[bytes] | None:
        """What a viewer was told after a number, from memory or else from the log.

        None if that is too much, or if the viewer was told another history, as before a backup was restored.
        """
        fold, tail = table.fold, table.tail
        if fold.past or not 0 <= fold.numbers[viewer] - after <= self.settings.limits.backlog // 2:
            return None
        told: list[bytes] = []
        if tail.reaches(viewer, after):
            if history not in (None, tail.history(viewer, after)):
                return None
        else:
            bodies = await self.store.load(fold.code)
            self.metrics.folded.inc(len(bodies))
            entries = map(log.read_entry, bodies)
            try:
                told = await self.fold_aside(len(bodies), missed, fold.code, entries, viewer, after, history)
            except OtherHistory:
                return None
        return [*told, *tail.missed(viewer, after + len(told))] if tail.reaches(viewer, after + len(told)) else None

    async def history(self, table: Table, seat: int) -> tuple[Event, ...]:
        """Every event of the present game as a seat was told it; after a start, the log is asked once."""
        fold = table.fold
        async with table.lock:
            if fold.events is None:
                bodies = await self.store.load(fold.code)
                whole, _, _ = await self._folded(Fold(fold.code), bodies[: fold.seq])
                fold.events = whole.events
        return fold.history(seat)

    def seat_of(self, table: Table, token: str) -> int | None:
        """The seat that a token opens, None for a host without one."""
        hashed = token_hash(token)
        if hashed not in table.fold.tokens:
            raise wrong_token()
        return table.fold.tokens[hashed]

    def is_host(self, table: Table, token: str | None) -> bool:
        """Whether a token is the host's."""
        if token is None:
            return False
        hashed = token_hash(token)
        seat = table.fold.tokens.get(hashed)
        return hashed == table.fold.host or (seat is not None and table.fold.seats[seat].host)

    # --- Presence and clocks -----------------------------------------------------------------------

    def note_presence(self, table: Table, seat: int, here: bool) -> None:
        """A seat's first device on this worker has come, or its last has gone."""
        presence = Presence(seat, self.worker, here, clocks.now())
        table.presence.note(presence)
        self._noted.append((table.fold.code, presence))
        if self._storing is None or self._storing.done():
            self._storing = self.start(self._store_presence())
        self.tell_presence(table)
        self.look_after(table)

    async def _store_presence(self) -> None:
        """Store what was noted, and then what was noted meanwhile: when everybody comes at once, much at a time."""
        while self._noted:
            noted, self._noted = self._noted, []
            try:
                await self.store.set_presence(noted)
            except Away:
                self.unsure = True
                raise

    async def reload_presence(self, table: Table) -> None:
        """Another worker's devices came or went; whose devices are connected here, the store may not know."""
        noted, before = await self.store.presence(table.fold.code), self.presence(table)
        table.presence = PresenceBook(noted)
        connected = {listener.viewer for listener in table.listeners if listener.viewer is not None}
        for seat in connected ^ table.presence.seats_of(self.worker):
            self.note_presence(table, seat, seat in connected)
        if self.presence(table) != before:
            self.tell_presence(table)
        self.look_after(table)

    def presence(self, table: Table) -> tuple[SeatPresence, ...]:
        """Who is here: bots always are, and nobody is at a free seat."""
        return tuple(
            SeatPresence(
                here=table.presence.here(number) if seat.person else not seat.free,
                stand_in=seat.person and self.stands_in(table, number),
            )
            for number, seat in enumerate(table.fold.seats)
        )

    def tell_presence(self, table: Table) -> None:
        """Tell everybody who is here."""
        frame = encode(PresenceChanged(seats=self.presence(table)))
        for listener in list(table.listeners):
            listener.send(frame)

    @property
    def unread(self) -> int:
        """How many devices do not read."""
        return sum(listener.unread for table in list(self.alive.values()) for listener in table.listeners)

    def tell_time(self) -> None:
        """Send players on a clock the time and their new deadline."""
        for table in list(self.alive.values()):
            if table.listeners and (due := self.deadline(table.fold)) is not None:
                frame = encode(ClockChanged(now=clocks.now(), deadline=due))
                for listener in list(table.listeners):
                    listener.send(frame)

    def away_until(self, table: Table, seat: int) -> float | None:
        """When a bot takes over from an absent owner; None while the owner is here, or the table waits for ever."""
        fold = table.fold
        if fold.plan.grace is None or table.presence.here(seat):
            return None
        since = max(table.presence.since(seat), fold.started_at)
        return clocks.deadline(since, fold.plan.grace, self.outages)

    def stands_in(self, table: Table, seat: int) -> bool:
        """Whether a bot plays for an absent owner now."""
        until = self.away_until(table, seat)
        return table.fold.phase == "playing" and until is not None and until <= clocks.now()

    def deadline(self, fold: Fold) -> float | None:
        """When the present decision must be answered; `Fold.deadline` is what was told of it."""
        if fold.plan.clock is None or fold.phase != "playing":
            return None
        return clocks.deadline(fold.opened_at, fold.plan.clock, self.outages)


def goodbye(code: str, sentence: str) -> bytes:
    """The last frame."""
    return encode(Goodbye(code=code, sentence=sentence))
