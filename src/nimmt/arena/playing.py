"""One deal at all its tables. A bot that raises, cheats or dawdles ends its own game and no other."""

import ctypes
import threading
import time
from functools import cache
from random import Random

from ..bots import Bot, Histories, private_generator
from ..dealer import SeededDealer
from ..games.registry import game_of
from ..records import Recorder
from .find import find_bot
from .plan import Lineup, Plan, rotations
from .results import DealPlayed, Failure, GamePlayed

PATIENCE = 0.05
"""Seconds between two looks at the clock."""


@cache
def get_ready(plan: Plan) -> None:
    """Let our own bots answer once, so that nobody's clock runs while a kernel is compiled or read from disk."""
    state = game_of(plan.setup).start(0)
    seat = state.to_act[0]
    for name in plan.bots:
        if ":" not in name:
            find_bot(name, plan.setup).choose(state.view(seat), state.legal(seat), (), Random(0))


def play_deal(plan: Plan, deal: int, without: frozenset[str] = frozenset()) -> DealPlayed:
    """Play a deal at every table and from every seat, leaving out tables with bots that are out."""
    get_ready(plan)
    lineups = [lineup for lineup in plan.lineups(deal) if not without & set(lineup)]
    seatings = [seating for lineup in lineups for seating in rotations(lineup)]
    return DealPlayed(deal, tuple(play_game(plan, deal, seating) for seating in seatings))


def play_game(plan: Plan, deal: int, seating: Lineup) -> GamePlayed:
    """Play one game, and watch the clock while it is played."""
    sitting = Sitting(plan, deal, seating)
    sitting.start()
    while sitting.is_alive():
        sitting.join(PATIENCE)
        if sitting.is_alive() and sitting.waited() > plan.seconds:
            return sitting.give_up(plan.seconds)
    return sitting.result


class Sitting(threading.Thread):
    """A game in a thread of its own, which can be left behind."""

    def __init__(self, plan: Plan, deal: int, seating: Lineup) -> None:
        """Deal; the seed of the deal is the same at every table, that of the bots is not."""
        super().__init__(daemon=True)
        self.seating = seating
        self.setup = plan.setup
        self.recorder = Recorder(game_of(plan.setup), SeededDealer.of(f"{plan.seed}/{deal}"))
        self.seed = f"{plan.seed}/{deal}/{'/'.join(seating)}"
        self.seconds = [0.0] * len(seating)
        self.answers = [0] * len(seating)
        self.asked: tuple[int, float] | None = None  # who thinks, and since when
        self.result = GamePlayed(seating)

    def run(self) -> None:
        """Play to the end, or to the first failure."""
        bots: dict[str, Bot] = {name: find_bot(name, self.setup) for name in set(self.seating)}
        histories = Histories(len(self.seating), self.recorder.state.last)
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
        began = time.perf_counter()
        self.asked = seat, time.monotonic()
        try:
            action = bot.choose(view, legal, history, private_generator(self.seed, seat, history))
        except Exception as error:
            return Failure(self.seating[seat], "raised", f"{type(error).__name__}: {error}")
        finally:
            self.asked = None
        self.seconds[seat] += time.perf_counter() - began
        self.answers[seat] += 1
        if action not in legal:
            return Failure(self.seating[seat], "illegal", f"{action!r} is not allowed in the phase {view.phase}.")
        histories.add(self.recorder.step(seat, action))
        return None

    def waited(self) -> float:
        """How long the present decision takes so far."""
        asked = self.asked
        return time.monotonic() - asked[1] if asked else 0.0

    def give_up(self, seconds: float) -> GamePlayed:
        """Leave the game behind; an endless loop in Python is broken, so that it does not slow down the next games."""
        asked = self.asked
        bot = self.seating[asked[0]] if asked else "?"
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(SystemExit))
        return GamePlayed(self.seating, failure=Failure(bot, "slow", f"No answer within {seconds:g} seconds."))
