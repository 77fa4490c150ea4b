"""Thousands of tables of a row game in lockstep, as arrays: observations, masks, rewards, and the next deal at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import DraftCard, TakeRow
from ..errors import quoted
from ..fast.drafting import OUTSIDE
from ..fast.game import fast_game
from ..fast.lockstep import (
    HEADS,
    RANK,
    RELATIVE,
    TURN,
    Shown,
    begin_tables,
    draw_actions,
    first_masked,
    step_tables,
)
from ..fast.matching import new_table
from ..fast.policies import CARD_POLICIES
from ..fast.rounds import checked, stream
from ..fast.showing import Places
from ..game import Game
from ..games.registry import game as make_game
from ..kernels.constants import CHEAPEST
from ..setup import OptionValue
from .errors import NOT_RESET, EnvError, NotNow, WrongAction
from .numbering import numbering_of
from .observer import Observer
from .observing import observer_of
from .rewards import RewardTally

REWARDS = {"heads": HEADS, "relative": RELATIVE, "rank": RANK}


class Arrays:
    """The same game at many tables; all seats are asked from outside, or one that plays against simple players.

    Arrays that `reset` and `step` return are written over by the next step: copy what you keep.
    """

    def __init__(
        self,
        game: str = "base",
        players: int = 4,
        tables: int = 1024,
        reward: str = "heads",
        opponents: str | None = None,
        seat: int = 0,
        **options: OptionValue,
    ) -> None:
        """Set up the tables; `reset` deals. Opponents are random, greedy or heuristic."""
        self.game: Game = make_game(game, players=players, **options)
        self.fast = fast_game(self.game.setup)
        RewardTally(self.game, reward)  # refuses a reward that there is not
        self.reward = REWARDS[reward]
        self.tables = checked(tables, "tables", 1)
        self.seats = self._seats(opponents, seat)
        self.actions = numbering_of(self.game).size
        observer = observer_of(self.game)
        self.layout = observer.layout
        self._places = places_of(observer)
        policy = OUTSIDE if opponents is None else CARD_POLICIES[opponents]
        table = new_table(self.fast, [policy] * players, [CHEAPEST] * players)
        table[0]["card_policies"][self.seats] = OUTSIDE
        self._tables = np.repeat(table, tables)
        self._turns = np.zeros(tables, TURN)
        self._deck = self.fast.deck.copy()
        asked = len(self.seats)
        self._shown = Shown(
            np.zeros((tables, asked, self.layout.size), np.int16), np.zeros((tables, asked, self.actions), np.uint8),
            np.zeros((tables, asked), np.float32), np.zeros(tables, np.bool_), np.zeros((tables, players), np.int64),
            np.zeros((tables, asked, self.layout.size), np.int16),
        )  # fmt: skip
        self._stream: NDArray[np.uint64] | None = None
        self._drawn = np.zeros((tables, asked), np.int64)
        self._draws = stream(0, 1)

    def _seats(self, opponents: str | None, seat: int) -> NDArray[np.int16]:
        players = self.game.players
        if opponents is not None and (not isinstance(opponents, str) or opponents not in CARD_POLICIES):
            known = ", ".join(CARD_POLICIES)
            raise EnvError("unknown_opponents", f"Opponents here are {known} or None, not {quoted(opponents)}.")
        if type(seat) is not int or not 0 <= seat < players:
            raise EnvError("no_such_seat", f"The learner sits at seat 0 to {players - 1}, not at {quoted(seat)}.")
        return np.arange(players, dtype=np.int16) if opponents is None else np.array([seat], np.int16)

    @property
    def masks(self) -> NDArray[np.uint8]:
        """What is legal now: tables × seats × actions."""
        self._dealt()
        return self._shown.masks

    @property
    def totals(self) -> NDArray[np.int64]:
        """Heads by seat of the last match that ended at each table."""
        return self._shown.totals

    @property
    def finals(self) -> NDArray[np.int16]:
        """What every asked seat saw at the end of the last match at each table: tables × seats × numbers."""
        return self._shown.finals

    def reset(self, seed: int = 0) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
        """Deal at all tables: observations and masks."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
            raise EnvError("bad_seed", f"A seed is a whole number from 0 on, not {quoted(seed)}.")
        self._stream, self._draws = stream(int(seed), 0), stream(int(seed), 1)
        self._deck[:] = self.fast.deck
        begin_tables(
            self.fast, self._tables, self._turns, self.seats, self._places, self._stream, self._deck, self._shown
        )
        return self._shown.observations, self._shown.masks

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """One action of every asked seat at every table: observations, masks, rewards, and where a match ended."""
        chance = self._dealt()
        numbers = self._checked(actions)
        step_tables(
            self.fast, self._tables, self._turns, self.seats, self._places, self.reward, numbers, chance,
            self._deck, self._shown,
        )  # fmt: skip
        return self._shown.observations, self._shown.masks, self._shown.rewards, self._shown.over

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every seat, drawn at random."""
        self._dealt()
        draw_actions(
            self.fast, self._tables, self._turns, self.seats, self._places, self._shown.masks, self._draws, self._drawn
        )
        return self._drawn

    def _dealt(self) -> NDArray[np.uint64]:
        """Where the next cards come from; before the first deal, what needs cards is refused."""
        if self._stream is None:
            raise NotNow(*NOT_RESET)
        return self._stream

    def explain(self, observation: NDArray[np.int16]) -> str:
        """An observation in words."""
        return self.layout.explain(observation)

    def action_name(self, number: int) -> str:
        """An action in words."""
        return numbering_of(self.game).name(number)

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        given, shape = np.asarray(actions), (self.tables, len(self.seats))
        if given.shape != shape or given.dtype.kind not in "iu":
            raise WrongAction(
                "bad_actions", f"Actions are whole numbers of shape {shape}, not {given.dtype} of {given.shape}."
            )
        numbers = np.ascontiguousarray(given, np.int64)
        wrong = int(first_masked(self._shown.masks, numbers))
        if wrong >= 0:
            self._refuse(*divmod(wrong, len(self.seats)), numbers)
        return numbers

    def _refuse(self, table: int, place: int, numbers: NDArray[np.int64]) -> None:
        number, where = int(numbers[table, place]), f"of seat {self.seats[place]} at table {table}"
        if not 0 <= number < self.actions:
            raise WrongAction("no_such_action", f"{number} {where} is no action: actions are 0 to {self.actions - 1}.")
        legal = ", ".join(map(str, np.flatnonzero(self._shown.masks[table, place])[:12]))
        raise WrongAction("masked", f"Action {number} ({self.action_name(number)}) {where} is masked; legal: {legal}.")


def places_of(observer: Observer) -> Places:
    """Where the kernels find the fields of an observation."""
    at, rules = observer.layout.at, observer.rules
    begin = {name: at[name].start if name in at else -1 for name in Places._fields[:15]}
    first = {block.kind: block.first for block in numbering_of(observer.game).blocks}
    marks = list(rules.marks)
    columns = {mark: marks.index(mark) if mark in marks else -1 for mark in ("up", "down", "odd", "even", "caper")}
    return Places(
        **begin, longest=rules.longest_row, mark_count=len(marks), **columns, highest=rules.deck[-1],
        takes=first[TakeRow], drafts=first.get(DraftCard, 0),
    )  # fmt: skip
