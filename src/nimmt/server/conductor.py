"""What a table needs from the server: forced answers, bots, clocks, stand-ins, and the next deal.

Any worker may look after any table at any time: whatever it does is an append that another worker may be
faster with. A table's `due` in the store says when somebody must look; the worker that appended last has a
timer for it, and the sweep of every worker finds the tables whose worker has died.
"""

import asyncio
import logging
from collections.abc import Callable, Sized
from functools import partial
from random import Random

from ..game import State
from . import clocks
from . import entries as log
from .daily import Daily, regardless_of_order
from .fold import Fold
from .lobby import Lobby
from .logs import log_event
from .play import Play
from .refusals import Away
from .secrecy import bot_seed, public_name
from .table import Table
from .tables import Tables, logger
from .thinking import Thinkers, pause

FORCED_SAMPLES = 16
MOST_AT_ONCE = 100  # things that are done at one table before others have their turn
NEAR_SECONDS = 60.0  # what is due later has no timer: the sweep finds it
RETRY_SECONDS = 1.0  # until the next attempt when the store was away


class Conductor:
    """Looks after tables."""

    def __init__(self, tables: Tables, lobby: Lobby, play: Play, thinkers: Thinkers, daily: Daily) -> None:
        """Listen for every change."""
        self.tables, self.lobby, self.play, self.thinkers, self.daily = tables, lobby, play, thinkers, daily
        self.dues: dict[str, float | None] = {}  # to be stored with the next beat
        self.stopped = False
        self._thoughts: set[asyncio.Task[None]] = set()
        tables.look_after, tables.leave_alone, tables.begin = self.soon, self.leave_alone, self._forget_due

    def stop(self) -> None:
        """Begin nothing more; bots that think are given up, another worker or start will ask them again."""
        self.stopped = True
        for thought in self._thoughts:
            thought.cancel()

    def soon(self, table: Table) -> None:
        """Look after a table as soon as what is going on now is done; mostly there is nothing to do."""
        if table.deleted:
            return
        table.elsewhere = False
        due = self._next(table)
        if self._pending(table, due):
            self._forget_due(table)
            self._at(table, clocks.now())
        else:
            self._note(table, due)

    def leave_alone(self, table: Table) -> None:
        """Another worker has appended, and so looks after the table; if it dies, the sweep finds it."""
        table.elsewhere = True
        self._forget_due(table)
        self._at(table, None)
        self._tell_stand_ins(table)

    def _pending(self, table: Table, due: float | None) -> bool:
        """Whether something is due at once."""
        fold, state = table.fold, table.fold.state
        if state is None:
            return False
        if state.outcome is not None:
            return fold.secret is None and not fold.past
        if self._rests(table):
            return False
        return (due is not None and due <= clocks.now()) or any(seat in state.to_act for seat in self._forced(table))

    def _rests(self, table: Table) -> bool:
        """Whether bots have played among themselves for so long that they wait until somebody comes."""
        if table.fold.unattended < self.tables.settings.limits.unattended or table.listeners:
            return False
        return not any(map(table.presence.here, range(len(table.fold.seats))))

    def _forced(self, table: Table) -> tuple[int, ...]:
        """The seats whose answer everybody knows, found out once for each decision."""
        state = table.fold.state
        assert state is not None
        key = (table.fold.game_number, state.decision)
        if table.forced[0] != key:
            table.forced = (key, publicly_forced(state, table.fold.sight.legal))
        return table.forced[1]

    def _note(self, table: Table, due: float | None) -> None:
        """Remember when to look again."""
        self.dues[table.fold.code] = due
        self._at(table, due)

    def _forget_due(self, table: Table) -> None:
        """What was noted no longer holds: stored now, it would hide a table that waits from the next start's sweep."""
        self.dues.pop(table.fold.code, None)

    def _at(self, table: Table, when: float | None) -> None:
        if table.timer:
            table.timer.cancel()
        table.timer = None
        if when is None or self.stopped:
            return
        delay = when - clocks.now()
        if delay <= NEAR_SECONDS:
            table.timer = asyncio.get_running_loop().call_later(max(0.0, delay), self._go, table)

    def _go(self, table: Table) -> None:
        table.timer = None
        if self.tables.away:
            self._at(table, clocks.now() + RETRY_SECONDS)
        else:
            self.tables.start(self.look_after(table))

    async def look_after(self, table: Table) -> None:
        """Do whatever is due, and note when to look again, unless another worker was faster."""
        table.elsewhere = False
        try:
            for _ in range(MOST_AT_ONCE):
                if self.stopped or table.deleted or not await self._one(table) or table.elsewhere:
                    break
            else:
                self._at(table, clocks.now())
        except Away:
            return self._at(table, clocks.now() + RETRY_SECONDS)
        if table.timer is None and not table.elsewhere and not table.deleted:
            self._note(table, self._next(table))

    async def _one(self, table: Table) -> bool:
        """Append one thing that is due at once; whether there was one."""
        fold = table.fold
        state = fold.state
        if state is None:
            return False
        if state.outcome is not None:
            return not fold.past and await self._prepare(table)
        if self._rests(table):
            return False
        self._tell_stand_ins(table)
        at = clocks.now()
        deadline = self.tables.deadline(fold)
        if await self._answer_forced(table, state):
            return True
        for seat in state.to_act:
            if deadline is not None and deadline <= at:
                if fold.plan.on_timeout == "default":
                    action = state.game.default(state.view(seat))
                    return await self.play.act_for(table, seat, state.decision, action, "clock")
                self._think(table, seat, fold.plan.stand_in, "clock")
            elif (when := self._bot_time(table, seat)) is not None and when <= at:
                level = fold.seats[seat].level
                self._think(table, seat, level or fold.plan.stand_in, "bot" if level else "stand_in")
        return False

    async def _answer_forced(self, table: Table, state: State) -> bool:
        """Answer for all seats whose answer everybody knows."""
        key = (table.fold.game_number, state.decision)
        seats = self._forced(table)
        if not any(seat in state.to_act for seat in seats):
            return False

        done = await self.tables.commit(table, partial(_forced_answers, key, seats))
        self.tables.metrics.actions.labels("forced").inc(len(done))
        return True

    async def _prepare(self, table: Table) -> bool:
        if table.fold.secret is not None:
            return False
        await self.daily.note(table.fold)  # before the table counts as settled, or a crash would lose it
        if await self.tables.commit(table, self._next_deal):
            self.tables.metrics.games.inc()
            log_event(
                logger, logging.INFO, "game_finished", table=public_name(table.fold.code), game=table.fold.game.key
            )
        return True

    def _next_deal(self, fold: Fold, at: float) -> list[log.Entry]:
        return [self.lobby.prepared(at)] if fold.phase == "over" and fold.secret is None else []

    def _tell_stand_ins(self, table: Table) -> None:
        if table.fold.plan.grace is None:
            return
        stand_ins = tuple(each.stand_in for each in self.tables.presence(table))
        if stand_ins != table.stand_ins:
            table.stand_ins = stand_ins
            self.tables.tell_presence(table)

    def _bot_time(self, table: Table, seat: int) -> float | None:
        """When a bot answers for this seat, if one does."""
        fold = table.fold
        level = fold.seats[seat].level
        away = None if level is not None else self.tables.away_until(table, seat)
        if level is None and away is None:
            return None
        assert fold.state is not None
        factor = self.tables.settings.pace if fold.plan.pace == "human" else 0.0
        begins = fold.opened_at + (pause(fold.code, seat, fold.state.decision, factor) if factor else 0.0)
        return begins if away is None else max(begins, away)

    def _next(self, table: Table) -> float | None:
        """When something is due next."""
        fold = table.fold
        state = fold.state
        if state is None or state.outcome is not None or self._rests(table):
            return None
        thinking = {seat for _, decision, seat in table.thinking if decision == state.decision}
        times = [self._bot_time(table, seat) for seat in state.to_act if seat not in thinking]
        deadline = self.tables.deadline(fold)
        if not thinking:
            times.append(deadline)
        elif deadline is None or deadline > clocks.now():
            times += [deadline, clocks.now() + self.tables.settings.lease]
        return min((when for when in times if when is not None), default=None)

    def _think(self, table: Table, seat: int, level: str, by: log.Author) -> None:
        state = table.fold.state
        assert state is not None
        key = (table.fold.game_number, state.decision, seat)
        if key not in table.thinking and not self.stopped:
            table.thinking.add(key)
            thought = self.tables.start(self._thought(table, key, state, level, by))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)

    async def _thought(self, table: Table, key: tuple[int, int, int], state: State, level: str, by: log.Author) -> None:
        """Let a bot think, and append what it says if that is still wanted."""
        fold, seat = table.fold, key[2]
        failures = self.thinkers.failures
        try:
            seed, patient = bot_seed(fold.secret), fold.shared
            history = fold.history(seat) if fold.events is not None else await self.tables.history(table, seat)
            if patient:
                history = regardless_of_order(history)
            action = await self.thinkers.choose(level, state, seat, history, seed, patient)
            self.tables.metrics.bot_failures.inc(self.thinkers.failures - failures)
            await self.play.act_for(table, seat, state.decision, action, by)
        except Away:
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            table.thinking.discard(key)
            if not table.elsewhere:
                self.soon(table)


def _forced_answers(key: tuple[int, int], seats: tuple[int, ...], fold: Fold, at: float) -> list[log.Entry]:
    """What these seats must answer, unless the decision is closed."""
    state = fold.state
    if state is None or (fold.game_number, state.decision) != key:
        return []
    return [
        log.Acted(at=at, seat=seat, decision=state.decision, action=state.legal(seat)[0], by="forced")  # type: ignore[arg-type]
        for seat in seats
        if seat in state.to_act
    ]


def publicly_forced(state: State, legal: Callable[[int], Sized] | None = None) -> tuple[int, ...]:
    """The seats of which everybody knows that they have one answer, as with a last card.

    An answer that is forced by secrets must be asked for all the same, or the server's haste would tell them.
    So the question is put to the rules, which know of last cards, or else to worlds drawn from what a spectator sees.
    """
    legal = legal or state.legal
    seats = [seat for seat in state.to_act if len(legal(seat)) == 1]
    if not seats:  # mostly
        return ()
    view = state.view(None)
    known = {seat: state.game.rules.sole_answer(view, seat) for seat in seats}
    unsure = [seat for seat in seats if known[seat] is None]
    rng = Random(f"nimmt:forced:{state.decision}") if unsure else None
    for _ in range(FORCED_SAMPLES):
        if rng is None or not unsure:
            break
        world = state.game.sample(view, rng)
        unsure = [seat for seat in unsure if len(world.legal(seat)) == 1]
    return tuple([seat for seat in seats if known[seat] or seat in unsure])
