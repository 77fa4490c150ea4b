"""Bots think in threads of their own, against a deadline; the default answers for one that fails or is too slow."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import TypeVar

from ..actions import Action
from ..bots import Bot, bot_for, names_for, private_generator
from ..bots import bot as find_bot
from ..errors import BadSetup
from ..events import Event
from ..game import State
from ..games.registry import game, spec
from ..setup import Setup
from .logs import log_event

logger = logging.getLogger("nimmt.server")

Finder = Callable[[str], Bot]
MOST_TABLES = 4  # have so many players
PATIENT_SECONDS = 60.0  # at tables where all who play the same deal must meet the same answers

T = TypeVar("T")


@cache
def offered(key: str) -> tuple[str, ...]:
    """The bots that people may seat in a game: levels first, and none with numbers.

    Whoever could write `flat(1000000)` could keep the processors busy for everybody. What most tables have decides.
    """
    return _offered(game(key, players=min(spec(key).players, key=lambda number: abs(number - MOST_TABLES))).setup)


def check_offered(name: str, setup: Setup) -> None:
    """Refuse a bot that nobody may seat at a table with this setup."""
    if not name.isidentifier():
        raise BadSetup("unknown_bot", f"Bots at this table are called: {', '.join(_offered(setup))}.")
    bot_for(name, setup)


def _offered(setup: Setup) -> tuple[str, ...]:
    return tuple(name for name in names_for(setup) if name.isidentifier())


class Thinkers:
    """Asks bots. At most as many think at once as there are processors, not counting those that were given up."""

    def __init__(self, seconds: float, find: Finder = find_bot) -> None:
        """Give every decision this many seconds."""
        self.seconds = seconds
        self.find = find
        self._room = asyncio.Semaphore(os.cpu_count() or 1)
        self.failures = 0

    async def choose(
        self, level: str, state: State, seat: int, history: tuple[Event, ...], seed: str, patient: bool = False
    ) -> Action:
        """A legal action: the bot's, or the documented default where the bot has none in time.

        A patient table waits for the very bot that sits there: all who play the same deal meet the same answers.
        """
        view, legal = state.view(seat), state.legal(seat)
        rng = private_generator(seed, seat, history)
        seconds = max(self.seconds, PATIENT_SECONDS) if patient else self.seconds
        try:
            async with self._room:
                bot = self.find(level)
                action = await asyncio.wait_for(_in_thread(partial(bot.choose, view, legal, history, rng)), seconds)
            if action in legal:
                return action
            problem = "illegal"
        except TimeoutError:
            problem = "slow"
        except Exception as error:  # a bot is somebody else's program: whatever it does, the table goes on
            problem = type(error).__name__
        self.failures += 1
        log_event(logger, logging.WARNING, "bot_failed", bot=level, problem=problem, game=state.game.key)
        return state.game.default(view)


async def _in_thread(think: Callable[[], T]) -> T:
    """Run in a thread that may be abandoned: it does not keep the process alive, nor a pool from others."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = think()
        except BaseException as error:
            _settle(loop, answer, None, error)
        else:
            _settle(loop, answer, result, None)

    threading.Thread(target=run, name="nimmt-bot", daemon=True).start()
    return await answer


def _settle(
    loop: asyncio.AbstractEventLoop,
    answer: "asyncio.Future[T]",
    result: T | None,
    error: BaseException | None,
) -> None:
    def settle() -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)  # type: ignore[arg-type]
        else:
            answer.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        return  # the server has stopped meanwhile


def pause(seed: str, seat: int, decision: int, factor: float) -> float:
    """How long a bot seems to think, in seconds: between 0.7 and 2.2, the same on every worker."""
    return factor * Random(f"nimmt:pace:{seed}:{seat}:{decision}").uniform(0.7, 2.2)
