"""Bots think in threads of their own, against a deadline; one that fails or dawdles is answered for."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from random import Random

from ..actions import Action
from ..bots import Bot, private_generator
from ..bots import bot as find_bot
from ..events import Event
from ..game import State
from .logs import told

logger = logging.getLogger("nimmt.server")

Finder = Callable[[str], Bot]


class Thinkers:
    """Asks bots. At most as many think at once as there are processors, not counting those that were given up."""

    def __init__(self, seconds: float, find: Finder = find_bot) -> None:
        """Give every decision this many seconds."""
        self.seconds = seconds
        self.find = find
        self._room = asyncio.Semaphore(os.cpu_count() or 1)
        self.failures = 0

    async def choose(self, level: str, state: State, seat: int, history: tuple[Event, ...], seed: str) -> Action:
        """A legal action: the bot's, or the documented default where the bot has none in time."""
        view, legal = state.view(seat), state.legal(seat)
        rng = private_generator(seed, seat, history)
        async with self._room:
            try:
                bot = self.find(level)
                action = await asyncio.wait_for(_in_thread(lambda: bot.choose(view, legal, history, rng)), self.seconds)
                if action in legal:
                    return action
                problem = "illegal"
            except TimeoutError:
                problem = "slow"
            except Exception as error:  # a bot is somebody else's program: whatever it does, the table goes on
                problem = type(error).__name__
        self.failures += 1
        told(logger, logging.WARNING, "bot_failed", bot=level, problem=problem, game=state.game.key)
        return state.game.default(view)


async def _in_thread(think: Callable[[], Action]) -> Action:
    """Run in a thread that may be abandoned: it does not keep the process alive, nor a pool from others."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Action] = loop.create_future()

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
    answer: "asyncio.Future[Action]",
    result: Action | None,
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
