"""One deal at all its tables. A bot that raises, cheats or takes too long ends its own game and no other."""

import ctypes
import threading
import time
from functools import cache
from random import Random

from ..botlink import BotFailed, Circles, find_bot, starts_code
from ..bots import Bot, Histories, private_generator, say_goodbye
from ..dealer import SeededDealer
from ..games.registry import game_of
from ..records import Recorder
from .plan import Lineup, Plan, rotations
from .results import DealPlayed, Failure, FailureKind, GamePlayed

POLL_SECONDS = 0.05
"""How often the clock is checked while a bot thinks."""

FAILURES: dict[str, FailureKind] = {"silent": "slow", "illegal": "illegal"}
"""How a program's failure is counted; all others are like exceptions."""


@cache
def get_ready(plan: Plan, jit: bool = False) -> None:
    """Let our own bots answer once, so that no clock runs while a kernel is compiled or loaded from disk."""
    if jit:
        from ..fast.jit_host import use_jit

        use_jit()
    state = game_of(plan.setup).start(0)
    seat = state.to_act[0]
    for name in plan.bots:
        if not starts_code(name):
            find_bot(name, plan.setup).choose(state.view(seat), state.legal(seat), (), Random(0))


def play_deal(plan: Plan, deal: int, without: frozenset[str] = frozenset(), jit: bool = False) -> DealPlayed:
    """Play a deal at every table and from every seat, except at tables with bots that have failed."""
    get_ready(plan, jit)
    lineups = [lineup for lineup in plan.lineups(deal) if not without & set(lineup)]
    games: list[GamePlayed] = []
    failed: set[str] = set()
    for seating in (seating for lineup in lineups for seating in rotations(lineup)):
        if failed & set(seating):  # wait for a bot that hangs only once
            continue
        games.append(play_game(plan, deal, seating))
        if failure := games[-1].failure:
            failed.add(failure.bot)
    return DealPlayed(deal, tuple(games))


def play_game(plan: Plan, deal: int, seating: Lineup) -> GamePlayed:
    """Play one game, and watch the clock while it is played."""
    thread = GameThread(plan, deal, seating)
    thread.start()
    while thread.is_alive():
        thread.join(POLL_SECONDS)
        if thread.is_alive() and thread.waited() > plan.seconds:
            return thread.give_up(plan.seconds)
    return thread.result


class GameThread(threading.Thread):
    """A game in a thread of its own, which can be abandoned."""

    def __init__(self, plan: Plan, deal: int, seating: Lineup) -> None:
        """Deal. The seed of the deal is the same at every table, the bots' seeds are not."""
        super().__init__(daemon=True)
        self.seating = seating
        self.plan = plan
        self.recorder = Recorder(game_of(plan.setup), SeededDealer.of(f"{plan.seed}/{deal}"))
        self.seed = f"{plan.seed}/{deal}/{'/'.join(seating)}"
        self.seconds = [0.0] * len(seating)
        self.answers = [0] * len(seating)
        self.circles = Circles()
        self.asked: tuple[int, float] | None = None  # who thinks, and since when
        self.result = GamePlayed(seating)

    def run(self) -> None:
        """Play to the end, or to the first failure."""
        found = {name: find_bot(name, self.plan.setup, self.plan.seconds) for name in set(self.seating)}
        histories = Histories(len(self.seating), self.recorder.state.last)
        try:
            self.play(found, histories)
        finally:
            say_goodbye(self.recorder, {seat: found[name] for seat, name in enumerate(self.seating)}, histories)

    def play(self, bots: dict[str, Bot], histories: Histories) -> None:
        """Ask one seat after the other."""
        while self.recorder.state.outcome is None:
            seat = self.recorder.state.to_act[0]
            failure = self.ask(bots[self.seating[seat]], histories, seat)
            if failure:
                self.result = GamePlayed(self.seating, failure=failure)
                return
        outcome = self.recorder.state.outcome
        self.result = GamePlayed(
            self.seating, outcome.totals, outcome.ranks, outcome.opponent, len(outcome.rounds), tuple(self.seconds),
            tuple(self.answers),
        )  # fmt: skip

    def ask(self, bot: Bot, histories: Histories, seat: int) -> Failure | None:
        """Let a seat answer."""
        state, history = self.recorder.state, histories.of(seat)
        view, legal = state.view(seat), state.legal(seat)
        clock = time.perf_counter if bot.keeps_time else time.thread_time  # a program's processor is not ours to read
        began = clock()
        self.asked = None if bot.keeps_time else (seat, time.monotonic())
        try:
            self.circles.count(view)
            action = bot.choose(view, legal, history, private_generator(self.seed, seat, history))
        except BotFailed as failed:
            return Failure(self.seating[seat], FAILURES.get(failed.fault, "raised"), failed.sentence)
        except Exception as error:
            return Failure(self.seating[seat], "raised", f"{type(error).__name__}: {error}")
        finally:
            self.asked = None
        self.seconds[seat] += clock() - began
        self.answers[seat] += 1
        if action not in legal:
            return Failure(self.seating[seat], "illegal", f"{action!r} is not allowed in the phase {view.phase}.")
        histories.add(self.recorder.step(seat, action))
        return None

    def waited(self) -> float:
        """How long the present decision has taken so far."""
        asked = self.asked
        return time.monotonic() - asked[1] if asked else 0.0

    def give_up(self, seconds: float) -> GamePlayed:
        """Abandon the game; an endless loop in Python is interrupted, so that it does not slow down the next games."""
        asked = self.asked
        bot = self.seating[asked[0]] if asked else "?"
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(SystemExit))
        late = f"No answer within {seconds:g} second{'s' * (seconds != 1)}."
        return GamePlayed(self.seating, failure=Failure(bot, "slow", late))
