"""A table of a row game on the kernels, dealt as the engine deals it: the same episode, several times as fast."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..dealer import SeededDealer
from ..fast.drafting import OUTSIDE
from ..fast.game import fast_game
from ..fast.lockstep import TURN
from ..fast.matching import new_table
from ..fast.one_table import NEXT_ROUND, REFUSED, deal_table, step_table
from ..fast.rounds import stream
from ..fast.showing import EVERYBODY, NOBODY
from ..game import Game
from ..kernels.constants import CHEAPEST
from .arrays import REWARDS, places_of
from .numbering import numbering_of
from .observing import observer_of
from .seating import Sitting, Told

PHASES = ("card", "row", "draft", "over")  # by their numbers in the kernels
WHOLE = frozenset((int, np.int64, np.int32))


class KernelTable:
    """One episode after another. The engine plays an episode again only when somebody wants to see its table."""

    def __init__(self, game: Game, reward: str) -> None:
        """Set up the table; `deal` begins an episode."""
        self.game, self.reward = game, reward
        fast, players, observer = fast_game(game.setup), game.players, observer_of(game)
        self._deck = fast.deck.copy()
        self._turns = np.zeros(1, TURN)
        self._seen = np.zeros((players, observer.layout.size), np.int16)
        self._masks = np.zeros((players, numbering_of(game).size), np.int8)
        self._rewards, self._numbers = np.zeros(players), np.zeros(players, np.int64)
        tables = new_table(fast, [OUTSIDE] * players, [CHEAPEST] * players)
        self._table = fast, tables, self._turns, np.arange(players, dtype=np.int16), places_of(observer)
        self._chance = stream(0, 0)  # which nobody needs where everything is asked and dealt from outside
        self._owing = {EVERYBODY: [True] * players, NOBODY: [False] * players}
        self._owing |= {seat: [seat == other for other in range(players)] for seat in range(players)}

    def deal(self, seed: str) -> None:
        """Begin an episode."""
        self._seed, self._dealer, self._round = seed, SeededDealer.of(seed), 0
        self._sitting: Sitting | None = None
        self._to_replay: list[Sequence[int]] = []
        self._turns[:] = 0
        if self._table[0].draft:
            self._turns["first"] = self._dealer.permutation("first", self.game.players)[0]
        self._deal_round()

    def _deal_round(self) -> None:
        self._round += 1
        if not self._table[0].draft:
            rules: Any = self.game.rules
            cards, dealt = rules.shuffled(self._dealer, self._round), rules.hand_size * self.game.players
            self._deck[:] = cards[dealt : dealt + rules.row_count] + cards[:dealt] + cards[dealt + rules.row_count :]
        self._phase, self._asked = deal_table(*self._table, self._deck, self._chance, self._seen, self._masks)

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self._asked == NOBODY

    @property
    def sitting(self) -> Sitting:
        """The same episode at a table of the engine."""
        if self._sitting is None:
            self._sitting = Sitting(self.game, self._seed, self.reward)
        for numbers in self._to_replay:
            self._sitting.answer_all(numbers)
        self._to_replay.clear()
        return self._sitting

    def answer_all(self, numbers: Sequence[Any]) -> list[float]:
        """Let every seat answer, and return what each has earned; a wrong number is refused as the engine does it."""
        if not WHOLE.issuperset(map(type, numbers)) or not self._step(numbers):
            numbers = [self.sitting.checked(seat, number) for seat, number in enumerate(numbers)]
            self._step(numbers)
        self._to_replay.append(numbers)
        if self._phase == NEXT_ROUND:
            self._deal_round()
        earned: list[float] = self._rewards.tolist()
        return earned

    def _step(self, numbers: Sequence[int]) -> bool:
        """Take a step, unless a number is masked."""
        try:
            self._numbers[:] = numbers
        except OverflowError:
            return False
        phase, asked = step_table(
            *self._table, REWARDS[self.reward], self._numbers, self._chance, self._seen, self._masks, self._rewards
        )
        if phase == REFUSED:
            return False
        self._phase, self._asked = phase, asked
        return True

    def told(self) -> Told:
        """What every seat sees, may answer and owes, and to which decision."""
        seen, masks = self._seen.copy(), self._masks.copy()
        told = [(seen[seat], masks[seat], owes) for seat, owes in enumerate(self._owing[self._asked])]
        return told, PHASES[self._phase]
