"""One worker: its store, its tables, and the pulse that keeps clocks, stand-ins and retention going."""

import asyncio
import logging
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..bots import bot as find_bot
from ..kernels.host import available
from . import clocks
from .coach import Coach
from .conductor import Conductor
from .daily import Daily
from .databases import store_for
from .duplicates import Duplicates
from .frames import Line
from .lobby import Lobby
from .logs import log_event
from .lookout import look
from .metrics import Metrics
from .moderation import Moderation
from .play import Play
from .refusals import Away, Refused
from .replays import ReplayCache
from .reviews import Reviews
from .settings import Settings
from .signatures import Signatures
from .store import EVERY_TABLE
from .tables import Chance, Tables, logger
from .thinking import Finder, Thinkers

if TYPE_CHECKING:
    from .neighbours import Neighbours

PRUNE_EVERY = 600.0
SWEEP = 500


class Worker:
    """Everything that one process runs."""

    def __init__(self, settings: Settings, chance: Chance | None = None, find: Finder = find_bot) -> None:
        """Put the parts together; nothing runs yet."""
        self.settings = settings
        self.name = secrets.token_hex(6)
        self.metrics = Metrics()
        self.store = store_for(settings.database, settings.store_seconds)
        self.tables = Tables(self.store, settings, self.name, self.metrics, chance or Chance())
        self.lobby = Lobby(self.tables)
        self.duplicates = Duplicates(self.tables, self.lobby)
        self.moderation = Moderation(self.tables)
        self.play = Play(self.tables)
        self.replays = ReplayCache()
        self.reviews = Reviews()
        self.signatures = Signatures(self.store, self.lobby.entropy)
        self.coach = Coach(self.tables)
        self.thinkers = Thinkers(settings.bot_seconds, find)
        self.daily = Daily(self.tables, self.lobby, find)
        self.conductor = Conductor(self.tables, self.lobby, self.play, self.thinkers, self.daily)
        self.neighbours = self._neighbours()
        self.sockets = 0
        self.beaten = 0.0
        self.stopping = False

    def _neighbours(self) -> "Neighbours | None":
        if not self.settings.neighbours or not self.store.shared:
            return None
        from .neighbours import Neighbours  # there are none on Windows

        patience = clocks.MISSED_BEATS * self.settings.heartbeat
        return Neighbours(Path(self.settings.neighbours), self.tables, self._has_room, patience)

    async def at_home_elsewhere(self, code: str, line: Line) -> bool:
        """Whether the people of this table are looked after by a neighbour, who has got the connection now."""
        if self.neighbours is None or self.stopping:
            return False
        self.neighbours.join(line)
        return await self.neighbours.hand_over(code, line)

    def _has_room(self) -> bool:
        return not self.tables.away and self.sockets < self.settings.limits.worker_sockets

    async def start(self) -> None:
        """Open the store, give back the time that no worker ran, and take up what was left lying."""
        await self.store.open(self.name, self._heard)
        at = self._anchored(await self.store.beats())
        await self._bury(await self._note_outage(at), at)
        await self._beat(at)
        await self._learn_outages()
        self._pulse = asyncio.ensure_future(self._run())
        log_event(logger, logging.INFO, "worker_started", worker=self.name)
        if not available():
            log_event(logger, logging.WARNING, "no_wasmtime")

    def _anchored(self, beats: dict[str, float]) -> float:
        """The time now. It is never earlier than the store knows, so that logs and deadlines go on from there."""
        last = max(beats.values(), default=0.0)
        if (behind := last - clocks.clock.arrived()) > 2 * self.settings.heartbeat:
            log_event(logger, logging.WARNING, "clock_behind", seconds=round(behind, 3))
        clocks.clock.hear(last)
        clocks.clock.go_on(clocks.clock.arrived())
        return clocks.now()

    async def stop(self) -> None:
        """Finish what was begun; whoever was connected has been told to come again (1012) and can resume."""
        self.stopping = True
        if self.neighbours:
            self.neighbours.leave()
        self._pulse.cancel()
        clocks.clock.go_on(clocks.now())  # what is still to be done has its time
        self.conductor.stop()
        self.reviews.stop()
        self.coach.stop()
        self.daily.stop()
        if not self.tables.away:
            await self.tables.drain()
            with suppress(Away):
                await self._store_dues()
                await self.store.beat(self.name, clocks.now())
        await self.store.close()
        log_event(logger, logging.INFO, "worker_stopped", worker=self.name)

    def _heard(self, code: str, what: str) -> None:
        """Another worker did something at a table that somebody here may be watching."""
        if self.stopping:
            return
        if code == EVERY_TABLE:
            self.tables.start(look(self.tables))
            return
        if what == "deleted":
            self.tables.forget(code)
        elif table := self.tables.followed(code):
            work = self.tables.catch_up(table) if what == "log" else self.tables.reload_presence(table)
            self.tables.start(work)

    # --- The pulse -------------------------------------------------------------------------------

    async def _run(self) -> None:
        pruned = learned = swept = looked = 0.0
        while True:
            try:
                if await self._go_on():
                    learned = clocks.now()  # other workers need a moment to say that they live
                at = clocks.now()
                await self._beat(at)
                if self.neighbours:
                    self.neighbours.beat()
                await self._store_dues()
                if at - swept >= self.settings.sweep:
                    swept = at
                    await self._sweep(at)
                if at - learned >= clocks.MISSED_BEATS * self.settings.heartbeat:
                    learned = at
                    await self._bury(await self.store.beats(), at)
                    known = self.tables.outages
                    await self._learn_outages()
                    if self.tables.outages != known:
                        self.tables.tell_time()
                if self.tables.unsure or (self.store.shared and at - looked >= self.settings.look):
                    looked, self.tables.unsure = at, False
                    await look(self.tables)
                if at - pruned >= PRUNE_EVERY:
                    pruned = at
                    await self.prune(at)
                self.tables.evict()
                self.metrics.cached.set(len(self.tables.alive))
                self.metrics.unread.set(self.tables.unread)
            except Away as error:
                self._lost(error)
            except Exception:  # whatever it was, it must not stop the clocks for ever
                logger.exception("pulse_failed")
            await asyncio.sleep(min(self.settings.heartbeat, self.settings.sweep))

    async def _go_on(self) -> bool:
        """Keep the clock going; whether it had stopped, and what is lost was noted before anybody's time goes on."""
        at = clocks.clock.arrived()
        patience = clocks.MISSED_BEATS * self.settings.heartbeat
        late = self.tables.away or at - self.beaten > patience
        if self.tables.away:
            await self._return(at)
        elif late:
            await self._note_outage(at)
            await self._learn_outages()
        clocks.clock.go_on(at, patience)
        if late:
            self.tables.tell_time()
        return late

    def _lost(self, error: Away) -> None:
        """The store is away: nobody can play, so everybody is told to come back."""
        if not self.tables.away:
            cause = error.__cause__
            log_event(
                logger, logging.ERROR, "store_away", reason=getattr(cause, "sqlite_errorname", type(cause).__name__)
            )
            self.tables.away = True
            self.metrics.away.set(1)
            self.tables.send_away(error)

    async def _return(self, at: float) -> None:
        """The store is back: give everybody the lost time, and find out what became of what was not answered."""
        await self._note_outage(at)
        await self.store.bury(self.name, at)  # everybody was sent away; what they did then could not be noted
        await self.store.beat(self.name, at)
        await self._learn_outages()
        await look(self.tables)
        clocks.clock.go_on(at)
        self.tables.away = False
        self.metrics.away.set(0)
        log_event(logger, logging.WARNING, "store_back")

    async def _note_outage(self, at: float) -> dict[str, float]:
        """Note the time in which no worker could say that it ran; the last time that each of them did."""
        beats = await self.store.beats()
        if self.name in beats:
            beats[self.name] = self.beaten  # anything later was written while nobody could tell, and came through after
        if outage := clocks.gap(beats, at, self.settings.heartbeat):
            await self.store.add_outage(outage)
            log_event(logger, logging.INFO, "outage", seconds=round(outage.end - outage.start, 3))
        return beats

    async def _beat(self, at: float) -> None:
        if at - self.beaten >= 0.9 * self.settings.heartbeat:  # timers are not exact
            await self.store.beat(self.name, at)
            self.beaten = at

    async def _bury(self, beats: dict[str, float], at: float) -> None:
        """Dead workers have no devices; a store that is not shared has no other workers."""
        limit = at - clocks.MISSED_BEATS * self.settings.heartbeat if self.store.shared else at
        clocks.clock.hear(max(beats.values(), default=0.0))
        for worker, beat in beats.items():
            if worker != self.name and beat <= limit:
                await self.store.bury(worker, at)
                await look(self.tables)

    async def _learn_outages(self) -> None:
        self.tables.outages = clocks.merged(await self.store.outages())

    async def _store_dues(self) -> None:
        dues, self.conductor.dues = self.conductor.dues, {}
        try:
            if dues:
                await self.store.set_due(list(dues.items()))
        except Away:
            self.conductor.dues = dues | self.conductor.dues
            raise

    async def _sweep(self, at: float) -> None:
        """Look after tables whose time has come and whose worker may be gone."""
        for code in await self.store.claim_due(at, at + self.settings.lease, SWEEP):
            self.tables.start(self._look_after(code))

    async def _look_after(self, code: str) -> None:
        try:
            table = await self.tables.get(code)
            await self.conductor.look_after(table)
        except Refused:
            return  # deleted meanwhile

    async def prune(self, at: float) -> None:
        """Delete what is older than promised."""
        lobbies = at - self.settings.keep_lobby_hours * 3600
        codes = await self.store.prune(at - self.settings.keep_seconds, lobbies)
        await self.store.forget_days(clocks.day_of(at - self.settings.keep_seconds))
        for code in codes:
            self.tables.forget(code)
        if codes:
            log_event(logger, logging.INFO, "tables_pruned", count=len(codes))
