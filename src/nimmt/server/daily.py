"""The deal of the day: everybody on this server gets the same cards and meets the same bots, once a day.

The day's secret is thirty-two random bytes, chosen when the first person asks and stored; deal and bots follow from it.
A device's table follows from the day and the device's id, so that whoever asks again comes back to the same one.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from ..bots import Bot, private_generator
from ..bots.levels import levels
from ..bots.playing import Histories
from ..dealer import ExplicitDealer, SeededDealer
from ..events import Event, Outcome
from ..game import Game, State
from ..games.registry import game
from ..setup import OptionValue
from . import clocks
from .fold import Fold
from .lobby import Admit, Lobby
from .plans import SeatPlan
from .refusals import Refused
from .secrecy import bot_seed, daily_identity
from .tables import Tables
from .thinking import Finder
from .wishes import Identity, Name, NewTable, Person, SharedDeal, Ticket

logger = logging.getLogger("nimmt.server")

KEY, PLAYERS = "base", 4
OPTIONS: dict[str, OptionValue] = {"max_rounds": 1}
OPPONENTS = ("hard", "medium")  # the first of these levels that there is here
SEAT = 0  # the person's
DAYS_KEPT = 2


class DailyPlayer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who plays the deal of the day; a device has one id, which it keeps and tells nobody else."""

    device: Identity
    name: Name


class Today(Struct, frozen=True, kw_only=True):
    """The present deal of the day."""

    day: str
    ends: float  # server time in seconds
    players: int  # who have finished it


class Reached(Struct, frozen=True, kw_only=True):
    """What a bot of this level took with the same cards against the same opponents."""

    level: str
    heads: int


class Standing(Struct, frozen=True, kw_only=True):
    """How somebody did in a day's deal, among all who finished it on that day."""

    day: str
    ends: float  # server time in seconds
    heads: int
    counted: bool  # whether it was finished before the day ended
    place: int  # one more than people who took fewer heads
    players: int
    results: tuple[tuple[int, int], ...]  # heads, and how many people took so many; the fewest heads first
    bots: tuple[Reached, ...]


class Daily:
    """Opens each device's table, counts its result once, and compares."""

    def __init__(self, tables: Tables, lobby: Lobby, find: Finder) -> None:
        """Nothing is worked out yet."""
        self.tables, self.lobby, self.find = tables, lobby, find
        self._compared: OrderedDict[str, asyncio.Future[tuple[Reached, ...]]] = OrderedDict()
        self._working = ThreadPoolExecutor(1, thread_name_prefix="nimmt-daily")

    async def today(self) -> Today:
        """The present day, and how many people have finished its deal."""
        self._check_on()
        day = clocks.today()
        players = sum((await self.tables.store.results(day)).values())
        return Today(day=day, ends=clocks.end_of(day), players=players)

    async def open(self, wish: DailyPlayer, address: str, admit: Admit) -> Ticket:
        """Deal today's cards to a device; or find the table where it has them already."""
        self._check_on()
        day = clocks.today()
        secret = await self._secret(day)
        self._compare(day, secret)
        bots = [SeatPlan(_opponents(_game()))] * (PLAYERS - 1)
        table = NewTable(
            seats=(SeatPlan(), *bots), game=KEY, options=OPTIONS, host=Person(name=wish.name, seat=SEAT), start=True,
            grace=None, spectators=False, chat=False, reactions=False, id=daily_identity(day, wish.device),
        )  # fmt: skip
        return await self.lobby.open(table, address, SharedDeal(secret, day), admit=admit)

    async def note(self, fold: Fold) -> None:
        """Store what somebody has reached; once, however often it is noted."""
        if _is_counted(fold):
            await self.tables.store.add_result(fold.day, fold.code, _heads(fold))

    async def standing(self, fold: Fold) -> Standing:
        """Where somebody stands who has finished a day's deal."""
        if not fold.day:
            raise Refused(409, "not_daily", "This table does not play the deal of a day.")
        if fold.phase != "over":
            raise Refused(409, "not_over", "The game is not over.")
        await self.note(fold)
        results = await self.tables.store.results(fold.day)
        heads = _heads(fold)
        return Standing(
            day=fold.day,
            ends=clocks.end_of(fold.day),
            heads=heads,
            counted=_is_counted(fold),
            place=1 + sum(people for taken, people in results.items() if taken < heads),
            players=sum(results.values()),
            results=tuple(sorted(results.items())),
            bots=await self._reached(fold.day),
        )

    def stop(self) -> None:
        """Begin nothing more."""
        self._working.shutdown(wait=False, cancel_futures=True)

    def _check_on(self) -> None:
        if not self.tables.settings.daily:
            raise Refused(403, "daily_off", "This server has no deal of the day.")

    async def _secret(self, day: str) -> bytes:
        return await self.tables.store.secret_of_day(day, self.lobby.entropy(32))

    async def _reached(self, day: str) -> tuple[Reached, ...]:
        """What the levels have reached; nothing where that could not be worked out."""
        try:
            return await asyncio.shield(self._compare(day, await self._secret(day)))
        except Refused:
            raise
        except Exception:  # a bot is somebody else's program: people are compared all the same
            logger.exception("comparison_failed")
            return ()

    def _compare(self, day: str, secret: bytes) -> "asyncio.Future[tuple[Reached, ...]]":
        """Let every level play the deal beside the loop, once; mostly while the first person plays it."""
        if day not in self._compared:
            loop = asyncio.get_running_loop()
            dealer = self.lobby.shared_dealer(secret)
            self._compared[day] = loop.run_in_executor(self._working, _levels_play, dealer, bot_seed(secret), self.find)
            while len(self._compared) > DAYS_KEPT:
                self._compared.popitem(last=False)
        return self._compared[day]


def _game() -> Game:
    return game(KEY, players=PLAYERS, **OPTIONS)


def _opponents(made: Game) -> str:
    offered = [level.key for level in levels(made.setup)]
    return next(level for level in OPPONENTS if level in offered)


def _heads(fold: Fold) -> int:
    assert fold.state is not None
    assert fold.state.outcome is not None
    return fold.state.outcome.totals[SEAT]


def _is_counted(fold: Fold) -> bool:
    """Whether this is a day's deal that was finished in time: later, others may have shown the cards."""
    return bool(fold.day) and fold.phase == "over" and clocks.day_of(fold.ended_at) == fold.day


def regardless_of_order(history: Sequence[Event]) -> tuple[Event, ...]:
    """What a bot is told where all shall meet the same one: without who sealed a card before whom.

    Its chance follows from how much it was told, and somebody who thinks for longer would meet another bot.
    """
    return tuple([event for event in history if not event.secret])


def _levels_play(dealer: SeededDealer | ExplicitDealer, seed: str, find: Finder) -> tuple[Reached, ...]:
    made = _game()
    opponents = [find(_opponents(made))] * (PLAYERS - 1)
    found = []
    for level in levels(made.setup):
        outcome = _played_out(made.start(dealer), [find(level.key), *opponents], seed)
        found.append(Reached(level=level.key, heads=outcome.totals[SEAT]))
    return tuple(found)


def _played_out(state: State, bots: Sequence[Bot], seed: str) -> Outcome:
    """The end of a game, each bot being asked as it is at a person's table."""
    histories = Histories(PLAYERS, state.last)
    while state.outcome is None:
        seat = state.to_act[0]
        history = regardless_of_order(histories.of(seat))
        rng = private_generator(seed, seat, history)
        state, events = state.step(seat, bots[seat].choose(state.view(seat), state.legal(seat), history, rng))
        histories.add(events)
    return state.outcome
