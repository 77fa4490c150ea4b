"""Rewards by name: what falls now, how far that is from the mean, or the place at the end."""

from collections.abc import Iterable
from typing import Literal, get_args

from ..cards import HEADS
from ..errors import quoted
from ..events import Event, GameEnded, Outcome, RoundEnded, RowTaken
from ..game import Game
from ..games.surprise.events import HeadsCancelled
from .errors import EnvError

Reward = Literal["heads", "rank", "relative"]

COUNTED = frozenset((RowTaken, HeadsCancelled, RoundEnded, GameEnded))
"""The events that change what somebody earns; most others are far more frequent."""


class RewardTally:
    """Adds up rewards by seat until somebody collects them.

    - ``heads``: heads that fall now count below zero, points that are won count above zero;
    - ``relative``: the same less the mean over all seats; a team is compared with its opponent;
    - ``rank``: at the end alone, from 1 for the first place to -1 for the last; a team wins 1, draws 0 or loses -1.
    """

    def __init__(self, game: Game, reward: str) -> None:
        """Refuse a reward that there is not."""
        if reward not in get_args(Reward):
            known = ", ".join(get_args(Reward))
            raise EnvError("unknown_reward", f"There is no reward {quoted(reward)}; there are: {known}.")
        rules = game.rules
        self.reward = reward
        self.players = game.players
        sign = 1 if rules.counts == "points" else -1
        self.sign_now = 0 if reward == "rank" else sign  # of what falls now
        self.is_team = rules.is_team
        self.factor = rules.factor(game.players)
        self._round = [0] * game.players  # what was counted in this round
        self.waiting = [0.0] * game.players

    def add(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        for event in events:
            if type(event) in COUNTED:
                self._add(event)

    def _add(self, event: Event) -> None:
        match event:
            case RowTaken(seat=seat, heads=heads):
                self._count(seat, heads)
            case HeadsCancelled(seat=seat, card=card, heads=heads):
                self._count(seat, -heads - HEADS[card])
            case RoundEnded(heads=counted):
                self._settle(counted)
            case GameEnded(outcome=outcome):
                self._end(outcome)

    def collect(self, seat: int) -> float:
        """What a seat has earned since it was last told."""
        earned, self.waiting[seat] = self.waiting[seat], 0.0
        return earned

    def collect_all(self) -> list[float]:
        """What every seat has earned since it was last told."""
        earned, self.waiting = self.waiting, [0.0] * self.players
        return earned

    def _count(self, seat: int, heads: int) -> None:
        if seat < 0:  # an opponent without a seat
            self._earn([0] * self.players, heads)
        elif self.is_team:
            self._earn([self.factor * heads] * self.players)
        elif self.reward == "relative":
            self._earn([heads if each == seat else 0 for each in range(self.players)])
        else:  # nobody else's business
            self._round[seat] += heads
            self.waiting[seat] += self.sign_now * heads

    def _settle(self, counted: tuple[int, ...]) -> None:
        """At the end of a round its count is what matters."""
        self._earn([now - before for now, before in zip(counted, self._round, strict=True)])
        self._round = [0] * self.players

    def _earn(self, points: list[int], opponent: int = 0) -> None:
        mean = 0.0
        if self.reward == "relative":
            mean = opponent if self.is_team else sum(points) / self.players
        for seat, own in enumerate(points):
            self._round[seat] += own
            self.waiting[seat] += self.sign_now * (own - mean)

    def _end(self, outcome: Outcome) -> None:
        if self.reward == "rank":
            for seat, worth in enumerate(places(outcome)):
                self.waiting[seat] += worth


def places(outcome: Outcome) -> list[float]:
    """1 for the first place to -1 for the last, evenly between; whoever shares places shares what they are worth."""
    ranks = outcome.ranks
    if outcome.opponent is not None:
        return [0.0 if outcome.drawn and rank != 1 else 1.0 if rank == 1 else -1.0 for rank in ranks]
    if len(ranks) < 2:
        return [0.0]
    return [1 - 2 * (rank - 1 + (ranks.count(rank) - 1) / 2) / (len(ranks) - 1) for rank in ranks]
