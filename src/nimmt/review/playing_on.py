"""Choices tried in worlds that a seat cannot tell apart, with the same luck for all of them in each world."""

from abc import abstractmethod
from collections.abc import Sequence
from math import ceil
from random import Random
from typing import ClassVar

from ..actions import Action, PlayCard, TakeRow
from ..bots.greedy import GreedyBot
from ..codec import to_json
from ..game import State
from ..games.registry import game_of
from ..setup import Setup
from ..table import Phase
from ..views import View
from .asking import Asked
from .figures import Figures, Half
from .judge import Judge
from .marks import loss_of, mark_of, stands_out
from .report import PLAYOUTS, Decision, Mark, Option, Verdict, Why

FIRST_WORLDS, MOST_WORLDS = 32, 160


class PlayoutJudge(Judge):
    """Carries every choice out in sampled worlds, and lets simple players play on from there."""

    model = PLAYOUTS
    kinds: ClassVar[frozenset[Phase]]  # of decisions that are weighed
    unproven: ClassVar[frozenset[Phase]] = frozenset()  # those whose losses were not shown to mean anything in play
    trust: ClassVar[float]
    """What a loss in the worlds is worth at least when bots play on that are not the playouts' (docs/review.md)."""

    @abstractmethod
    def listed(self, one: Asked) -> Sequence[Action]:
        """The choices that are weighed, the one that was made among them; only one where nothing is at stake."""

    @abstractmethod
    def costs(self, state: State, view: View, choices: Sequence[Action], luck: int) -> list[float]:
        """In one world: what each choice leads to, as it is measured; low is good."""

    @abstractmethod
    def taken(self, view: View) -> int:
        """How much of that is certain already."""

    @abstractmethod
    def why(self, view: View, action: Action, rival: int) -> Why:
        """What made the difference."""

    def most_worlds(self, view: View) -> int:
        """How many worlds a decision gets at most."""
        return MOST_WORLDS

    def judges(self, phase: Phase) -> bool:
        """Some kinds of decision."""
        return phase in self.kinds

    def advises(self, phase: Phase) -> bool:
        """Only where losses were shown to mean something."""
        return phase in self.kinds - self.unproven

    def unjudged(self, setup: Setup) -> tuple[Phase, ...]:
        """What else the game asks for."""
        return tuple(phase for phase in game_of(setup).rules.questions if phase not in self.kinds)

    def par(self, setup: Setup) -> None:
        """The simple players do not choose as anybody would who is judged here."""
        return None

    def decide(self, one: Asked, error: float) -> Decision | None:
        """Weigh the choices that are worth a thought."""
        choices = self.listed(one)
        if len(choices) < 2:
            return None
        return self._judged(one, choices, self._totals(one, choices, error), choices.index(one.legal[one.picked]))

    def verdict(self, one: Asked, error: float) -> Verdict | None:
        """The same for each of them."""
        choices = self.listed(one)
        if len(choices) < 2:
            return None
        totals = self._totals(one, choices, error)
        judged = [self._judged(one, choices, totals, at) for at in range(len(choices))]
        return Verdict.of(judged, stands_out(totals.times(self.trust), judged[0].best), self.measure)

    def _totals(self, one: Asked, choices: Sequence[Action], error: float) -> Figures:
        return self.weigh(one.view, choices, error / self.trust)

    def _judged(self, one: Asked, choices: Sequence[Action], totals: Figures, picked: int) -> Decision:
        view, trust, whole = one.view, self.trust, totals.whole
        means = whole.means
        loss, loss_error = (trust * each for each in loss_of(totals, picked))
        options = tuple(_option(choice, means[at], whole.error(at)) for at, choice in enumerate(choices))
        best = whole.best
        rival = best if best != picked else sorted(range(len(means)), key=means.__getitem__)[1]
        return Decision(
            round=one.round,
            turn=getattr(view, "turn", 0),
            kind=view.phase,
            options=options,
            picked=picked,
            best=best,
            expected=means[picked] - loss / trust,
            chosen=options[picked].card or options[picked].row or choices[picked],  # type: ignore[arg-type]
            loss=loss,
            loss_error=loss_error,
            luck=0.0,
            mark=self._mark(one, choices, totals.times(trust), picked, (loss, loss_error)),
            reason=self.why(view, choices[picked], rival),
            step=one.step,
            taken=self.taken(view),
            seat=one.seat,
        )

    def _mark(
        self, one: Asked, choices: Sequence[Action], totals: Figures, picked: int, loss: tuple[float, float]
    ) -> Mark:
        if one.view.phase in self.unproven:
            return "unclear"
        return mark_of(totals, picked, *loss, lambda: _obvious(one, choices))

    def weigh(self, view: View, choices: Sequence[Action], error: float, luck: bytes = b"") -> Figures:
        """What each choice leads to beyond what is certain, in as many worlds as the differences to the best one need.

        What the seat was shown alone decides the worlds; other `luck` draws others.
        """
        game, rng, taken = game_of(view.setup), Random(to_json(view) + luck), self.taken(view)
        rows: list[list[float]] = []
        wanted = FIRST_WORLDS
        while len(rows) < wanted:
            for _ in range(wanted - len(rows)):
                costs = self.costs(game.sample(view, rng), view, choices, rng.getrandbits(64))
                rows.append([cost - taken for cost in costs])
            found = Figures.of(rows)
            wanted = min(_worlds(found.whole, error), self.most_worlds(view))
        return found


def _worlds(totals: Half, error: float) -> int:
    """How many worlds the error asks for, as far as it can be told from those there are."""
    best = totals.best
    wanted = max(totals.variance_between(choice, best) for choice in range(len(totals.sums))) / error**2
    return min(ceil(wanted), 4 * totals.worlds)


def _obvious(one: Asked, choices: Sequence[Action]) -> int:
    """What a simple player would choose; -1: none of these."""
    chosen = GreedyBot().choose(one.view, one.legal, one.story, Random(0))
    return choices.index(chosen) if chosen in choices else -1


def _option(choice: Action, mean: float, error: float) -> Option:
    if isinstance(choice, PlayCard):
        return Option(card=choice.card, mean=mean, error=error)
    if isinstance(choice, TakeRow):
        return Option(row=choice.row + 1, mean=mean, error=error)
    return Option(action=choice, mean=mean, error=error)  # type: ignore[arg-type]
