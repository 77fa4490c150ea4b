"""The arena at work: deals are handed out, results come back in order, until enough is known."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Literal

from msgspec import Struct

from ..games.registry import game_of
from ..workers import workers
from .plan import Plan
from .playing import get_ready, play_deal
from .results import DealPlayed, Failure, GamePlayed
from .results_file import ResultsFile
from .standings import Standing, standing

FEWEST_DEALS = 16
"""Standard errors are checked after every so many deals: over fewer they cannot be trusted."""

Ended = Literal["deals", "settled", "unsettled", "failure", "interrupted"]


class Report(Struct, frozen=True):
    """What is known so far."""

    plan: Plan
    deals: int
    standing: Standing
    failures: tuple[Failure, ...]
    played: tuple[DealPlayed, ...]
    ended: Ended = "deals"

    @property
    def out(self) -> frozenset[str]:
        """Bots that failed; their tables do not count."""
        return frozenset(failure.bot for failure in self.failures)


class Arena:
    """Plays a plan."""

    def __init__(
        self,
        plan: Plan,
        deals: int,
        path: Path | None = None,
        until_error: float | None = None,
        stop_on_failure: bool = False,
        jit: bool = False,
    ) -> None:
        """Continue from what the file already holds; `jit` compiles the bots' kernels for the machines that play."""
        plan.check()
        self.plan = plan
        self.deals = deals
        self.until_error = until_error
        self.stop_on_failure = stop_on_failure
        self.jit = jit
        self.many_is_good = game_of(plan.setup).rules.counts == "points"
        self.results = ResultsFile(path, plan)
        self.failures: dict[str, Failure] = {}
        for deal in self.results.played:
            self._note_failures(deal)

    def run(
        self, jobs: int | None = None, cluster: str | None = None, watch: Callable[[], None] = lambda: None
    ) -> Report:
        """Play; `watch` is called after every deal. When interrupted, report what there is."""
        ended: Ended = "interrupted"
        try:
            ended = self._play(jobs, cluster, watch)
        except KeyboardInterrupt:
            pass
        finally:
            self.results.close()
        return self.report(ended)

    def report(self, ended: Ended = "deals") -> Report:
        """Count what was played."""
        played = self.results.played[: self.deals]
        out = frozenset(self.failures)
        counted = standing(played, self.many_is_good, out)
        return Report(self.plan, len(played), counted, tuple(self.failures.values()), tuple(played), ended)

    def _play(self, jobs: int | None, cluster: str | None, watch: Callable[[], None]) -> Ended:
        if ended := self._enough():
            return ended
        get_ready(self.plan, self.jit)  # here first, so that the workers find the kernels on disk
        with workers(jobs, cluster) as (pool, count):
            waiting: deque[Future[DealPlayed]] = deque()
            following = self.done
            try:
                while True:
                    while following < self.deals and len(waiting) < 2 * count:
                        out = frozenset(self.failures)
                        waiting.append(pool.submit(play_deal, self.plan, following, out, self.jit))
                        following += 1
                    self._keep(self._result(waiting.popleft()))
                    watch()
                    if ended := self._enough():
                        return ended
            finally:
                for future in waiting:
                    future.cancel()

    def _result(self, future: Future[DealPlayed]) -> DealPlayed:
        """What a worker returned, or that it died; there is no telling which bot killed it."""
        try:
            return future.result()
        except BrokenExecutor:
            seatings = [seating for seating in self.plan.lineups(self.done) if not self.failures.keys() & set(seating)]
            died = Failure(seatings[0][0], "died", f"A worker died at a table with {', '.join(seatings[0])}.")
            return DealPlayed(self.done, (GamePlayed(seatings[0], failure=died),))

    def _keep(self, deal: DealPlayed) -> None:
        self.results.add(deal)
        self._note_failures(deal)

    @property
    def done(self) -> int:
        """How many deals were played."""
        return len(self.results.played)

    def _note_failures(self, deal: DealPlayed) -> None:
        for game in deal.games:
            if game.failure:
                self.failures.setdefault(game.failure.bot, game.failure)

    def _enough(self) -> Ended | None:
        """Whether there is nothing more to do."""
        died = any(failure.kind == "died" for failure in self.failures.values())
        if self.failures and (died or self.stop_on_failure or not self._anybody_left()):
            return "failure"
        if self._is_settled():
            return "settled"
        if self.done < self.deals:
            return None
        return "deals" if self.until_error is None else "unsettled"

    def _anybody_left(self) -> bool:
        left = [name for name in self.plan.bots if name not in self.failures]
        return len(left) >= (1 if self.plan.tables == "same" else 2)

    def _is_settled(self) -> bool:
        """Whether every error is small enough."""
        at_the_end = self.done >= max(self.deals, FEWEST_DEALS)
        if self.until_error is None or self.done == 0 or (self.done % FEWEST_DEALS and not at_the_end):
            return False
        lines = self.report().standing.bots if self.plan.tables == "mixed" else self.report().standing.tables
        return bool(lines) and all(line.error <= self.until_error for line in lines)
