"""Who plays with the pupil: itself, an older self, and the simple players, at tables drawn by lot."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..fast.chance import new_stream
from ..fast.game import fast_game
from ..fast.knowledge import KNOWLEDGE
from ..fast.lane_words import PRINTED
from ..fast.learning import RECORD
from ..fast.matching import new_table
from ..fast.opponents import DEEP, FLAT, GREEDY, HEURISTIC, RANDOM, ROLLOUT
from ..fast.playouts import LANE_POSITION
from ..fast.selfplay import OLDER, play_tables
from ..fast.weights import Mind
from ..kernels.constants import CHEAPEST, SELF, TYPES
from ..kernels.constants import HEURISTIC as THINKER
from ..kernels.scope import FAN_CARDS as PARTS
from ..kernels.weights import FAN, KNOWN, WHOLE, book_of
from ..setup import OptionValue, Setup
from .pupil import Watched

TURNS = 10
ROUNDS = 3
"""Rounds that the same players play together: opponents are known better in the later ones."""
WHIMS, TRACE, AGAIN = 0.06, 0.1, 48
"""How often a card is played at random, how much of what really happened counts in what is learned, and in how many
worlds a chosen play is looked at again: their mean is the rest. What really happens is nearly all chance, and a net
that learns from it needs five times as many positions."""
MIXED, RIVALS = 0.5, (SELF, OLDER, FLAT, DEEP, ROLLOUT, HEURISTIC, GREEDY, RANDOM)
SHARES = (0.2, 0.1, 0.22, 0.15, 0.1, 0.12, 0.08, 0.03)
"""The share of tables where others play, and who they are."""
ALIKE, SIMPLE = 0.5, (FLAT, HEURISTIC, GREEDY)
KINDS_ALIKE, SHARES_ALIKE = (FLAT, DEEP, ROLLOUT, HEURISTIC, GREEDY), (0.3, 0.25, 0.15, 0.18, 0.12)
"""How many of those tables have one pupil among rivals of the same kind, and which kind."""
MET = {FLAT: 1.0, HEURISTIC: 0.4, GREEDY: 0.4, SELF: 0.2, DEEP: 0.15, ROLLOUT: 0.05}
"""How many tables with rivals of each kind are watched at the end: who searches at length is watched less."""
PLAYOUTS, STRONG_PLAYOUTS, REAL_SEARCH = 30, 100, 0.2
"""How often the rivals who search really do so; elsewhere they draw from the model of what they play."""
COLUMNS_EACH = 170
PLAYED = {WHOLE: 0.66, KNOWN: 0.1, FAN: 0.24}
"""How many tables play by each book, where a group has all of them."""
SECOND_CARD = 0.25
"""How often another fan card joins those on the table, and any at all a known deck."""


class Harvest(NamedTuple):
    """What can be learned from tables."""

    columns: NDArray[np.int16]
    starts: NDArray[np.int64]
    targets: NDArray[np.float32]
    watched: Watched
    heads: NDArray[np.int64]  # by table and seat
    book: int  # of the models for such tables


def draw_options(books: Sequence[int], rng: np.random.Generator) -> dict[str, OptionValue]:
    """Which row game is played by a group that has these books."""
    shares = np.array([PLAYED[book] for book in books])
    book = books[rng.choice(len(books), p=shares / shares.sum())]
    if book == WHOLE:
        return {}
    first, chance = (rng.integers(len(PARTS)), SECOND_CARD) if book == FAN else (-1, SECOND_CARD / len(PARTS))
    fan_cards = tuple(part for number, part in enumerate(PARTS) if number == first or rng.random() < chance)
    return {"known_deck": book == KNOWN, "fan_cards": fan_cards}


def draw_kinds(tables: int, players: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """Half of the tables are the pupil's own; at the others everybody is drawn by lot but one, or they are alike."""
    kinds = np.full((tables, players), SELF, np.int16)
    mixed = rng.random(tables) < MIXED
    kinds[mixed, 1:] = rng.choice(RIVALS, (int(mixed.sum()), players - 1), p=SHARES)
    alike = mixed & (rng.random(tables) < ALIKE)
    kinds[alike, 1:] = rng.choice(KINDS_ALIKE, (int(alike.sum()), 1), p=SHARES_ALIKE)
    return rng.permuted(kinds, axis=1)


def play(
    kinds: NDArray[np.int16], mind: Mind, older: Mind, seed: str, *, worlds: int = 16, playouts: int = PLAYOUTS,
    whims: float = 0.0, again: int = 0, recorded: tuple[int, ...] = (), records: bool = False,
    rounds: int = ROUNDS, envy: float = 0.0, options: Mapping[str, OptionValue] | None = None,
) -> Harvest:  # fmt: skip
    """Play rounds at tables with these kinds of players; positions of the recorded kinds are written down."""
    players = kinds.shape[1]
    game = fast_game(Setup("base", players, dict(options or {})))
    positions = int(np.isin(kinds, recorded).sum()) * rounds * TURNS
    columns = np.zeros(positions * COLUMNS_EACH + 1000, np.int16)
    starts, targets = np.zeros(positions + 2, np.int64), np.zeros((positions + 2, 2), np.float32)
    room = kinds.size * rounds * TURNS if records else 0
    hands, record_kinds = np.full((room, *RECORD), -1, np.int16), np.zeros(room, np.int16)
    wanted = np.zeros(TYPES + 1, np.int16)
    wanted[list(recorded)] = 1
    heads, count, told = play_tables(
        game, kinds, rounds, playouts, worlds, again, whims, TRACE, wanted,
        np.stack([mind.weights, older.weights]), np.stack([mind.tail, older.tail]), mind.models_for(game), PRINTED,
        np.zeros(1, LANE_POSITION), new_table(game, [THINKER] * players, [CHEAPEST] * players),
        np.zeros(1, KNOWLEDGE), new_stream(Random(seed)), columns, starts, targets, hands, record_kinds, envy,
    )  # fmt: skip
    return Harvest(
        columns[: starts[count]],
        starts[: count + 1],
        targets[:count],
        Watched(hands[:told], record_kinds[:told]),
        heads,
        book_of(game),
    )


class Simple(NamedTuple):
    """Tables of simple players, to learn what they play, and what their positions lead to."""

    players: int
    options: Mapping[str, OptionValue]
    tables: int
    rollouts: int


def observe(simple: Simple, mind: Mind, seed: int) -> tuple[Harvest, Harvest]:
    """Watch simple players, and apart from them two who search at length: that takes much longer."""
    players, options = simple.players, simple.options
    rng = np.random.default_rng((seed, players))
    kinds = rng.choice(SIMPLE, (simple.tables, players)).astype(np.int16)
    found = play(
        kinds, mind, mind, f"{seed}:{players}:simple", playouts=STRONG_PLAYOUTS, whims=0.05, recorded=SIMPLE,
        records=True, rounds=1, options=options,
    )  # fmt: skip
    kinds = np.full((simple.rollouts, players), HEURISTIC, np.int16)
    kinds[:, :2] = ROLLOUT, DEEP
    thinkers = play(
        kinds,
        mind,
        mind,
        f"{seed}:{players}:rollout",
        playouts=STRONG_PLAYOUTS,
        records=True,
        rounds=1,
        options=options,
    )
    return found, thinkers


class Meeting(NamedTuple):
    """Tables at which a pupil sits with rivals of one kind, to learn what all of them play then."""

    players: int
    options: Mapping[str, OptionValue]
    kind: int
    tables: int


def meet(meeting: Meeting, mind: Mind, seed: str) -> Harvest:
    """Watch such tables."""
    kinds = np.full((meeting.tables, meeting.players), meeting.kind, np.int16)
    kinds[np.arange(meeting.tables), np.arange(meeting.tables) % meeting.players] = SELF
    return play(
        kinds, mind, mind, f"{seed}:{meeting}", worlds=32, playouts=STRONG_PLAYOUTS, whims=0.03, records=True, rounds=2,
        options=meeting.options,
    )  # fmt: skip


class Evening(NamedTuple):
    """Tables of one number of players and one game, which are played in one go, anywhere."""

    kinds: NDArray[np.int16]
    seed: str
    worlds: int
    playouts: int
    options: dict[str, OptionValue]

    @property
    def positions(self) -> int:
        """How many of the pupil's positions it will have."""
        return int((self.kinds == SELF).sum()) * ROUNDS * TURNS


def spend(evening: Evening, mind: Mind, older: Mind) -> Harvest:
    """Play an evening's tables."""
    return play(
        evening.kinds, mind, older, evening.seed, worlds=evening.worlds, again=AGAIN, whims=WHIMS, recorded=(SELF,),
        records=True, playouts=evening.playouts, options=evening.options,
    )  # fmt: skip


def margin(
    players: int, rival: int, mind: Mind, seed: str, tables: int, options: Mapping[str, OptionValue] | None = None
) -> float:
    """Heads a round of one pupil less those of its rivals: below 0 it is the better one."""
    kinds = np.full((tables, players), rival, np.int16)
    kinds[np.arange(tables), np.arange(tables) % players] = SELF
    heads = play(kinds, mind, mind, seed, worlds=32, playouts=STRONG_PLAYOUTS, options=options).heads
    own = kinds == SELF
    return float(heads[own].mean() - heads[~own].mean()) / ROUNDS
