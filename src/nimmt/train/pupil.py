"""A net and its models of opponents while they learn, with all that the next step needs."""

from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..fast.features import COLUMNS
from ..fast.learning import (
    LATER,
    SECOND_BIAS,
    THIRD,
    THIRD_BIAS,
    in_integers,
    learn_corrections,
    learn_scores,
    learn_values,
    new_corrections,
    new_net,
)
from ..fast.nets import SCALE, SECOND, SECOND_SCALE, WIDTH
from ..fast.opponents import HEIGHT, HIDDEN, INPUTS, OUT, TRAITS, Models
from ..fast.weights import Mind
from ..kernels.constants import SELF, TYPES
from ..kernels.weights import BOOKS

Floats = NDArray[np.float32]
Part = tuple[NDArray[np.int16], NDArray[np.int64], Floats]

BATCH, RECORDS_BATCH = 1024, 256
NET_BATCH = 512
ARRAYS = (
    "first", "later", "first_memory", "later_memory", "sums", "sums_memory", "nets", "nets_memory", "steps",
    "sum_steps", "net_steps",
)  # fmt: skip
"""What a checkpoint keeps of a pupil."""


class Watched(NamedTuple):
    """What was played from which hands, and by whom."""

    records: NDArray[np.int16]
    kinds: NDArray[np.int16]


class Lessons:
    """Positions and what came of them; the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        """Say how many are kept."""
        self.most = most
        self.parts: deque[Part] = deque()

    def add(self, columns: NDArray[np.int16], starts: NDArray[np.int64], targets: Floats) -> None:
        """Keep these, and forget."""
        self.parts.append((columns.copy(), starts.copy(), targets.copy()))
        while len(self.parts) > 1 and len(self) > self.most:
            self.parts.popleft()

    def __len__(self) -> int:
        """How many positions there are."""
        return sum(len(targets) for _, _, targets in self.parts)

    def all(self) -> Part:
        """All of them in one piece."""
        columns = np.concatenate([columns for columns, _, _ in self.parts])
        before = np.cumsum([0, *(len(columns) for columns, _, _ in self.parts)])
        starts = [starts[:-1] + offset for (_, starts, _), offset in zip(self.parts, before, strict=False)]
        return columns, np.append(np.concatenate(starts), before[-1]), np.concatenate([part[2] for part in self.parts])


class Pupil:
    """One group's net and models."""

    def __init__(self, seed: int) -> None:
        """Know nothing."""
        self.rng = np.random.default_rng(seed)
        self.first, self.later = new_net(self.rng)
        self.first_memory = np.zeros((2, (COLUMNS + 1) * WIDTH), np.float32)
        self.later_memory = np.zeros((2, LATER), np.float32)
        self.sums = np.zeros((len(BOOKS), TYPES, TRAITS), np.float32)
        self.sums_memory = np.zeros((len(BOOKS), TYPES, 2, TRAITS), np.float32)
        self.nets = np.stack([new_corrections(self.rng) for _ in BOOKS])
        self.nets_memory = np.zeros((len(BOOKS), 2, HEIGHT * HIDDEN), np.float32)
        self.steps, self.sum_steps = np.zeros(1, np.int64), np.zeros((len(BOOKS), TYPES), np.int64)
        self.net_steps = np.zeros(len(BOOKS), np.int64)

    def mind(self) -> Mind:
        """What it plays with now."""
        weights, tail = in_integers(self.first, self.later)
        return Mind(weights, tail, {book: self.models(book) for book in BOOKS})

    def models(self, book: int) -> Models:
        """What it expects opponents to play at tables of a book."""
        return Models(np.ascontiguousarray(self.sums[book].T), self.nets[book].copy())

    def inherit(self, elder: "Pupil") -> None:
        """Begin with the net of another group; the memory of its steps is its own."""
        self.first[...], self.later[...] = elder.first, elder.later

    def adopt(self, mind: Mind) -> None:
        """Begin with what is played with already."""
        product = np.float32(SCALE * SECOND_SCALE)  # all as in `in_integers`, the other way round
        self.first[...] = mind.weights[: COLUMNS + 1] / np.float32(SCALE)
        self.later[:SECOND_BIAS] = (mind.weights[SECOND:].T / np.float32(SECOND_SCALE)).reshape(-1)
        self.later[SECOND_BIAS:] = mind.tail
        self.later[SECOND_BIAS:THIRD] /= product
        self.later[THIRD:THIRD_BIAS] *= product
        for book, models in mind.models.items():
            self.sums[book], self.nets[book] = models.sums.T, models.net

    def learn_values(self, lessons: Lessons, samples: int, rate: float) -> float:
        """Go through some of the positions; the mean squared error in heads."""
        columns, starts, targets = lessons.all()
        order = self.rng.permutation(len(targets))[:samples]
        error, self.steps[0] = learn_values(
            columns, starts, targets, order, self.first, self.later, self.first_memory, self.later_memory, rate,
            int(self.steps[0]), BATCH,
        )  # fmt: skip
        return float(error)

    def learn_scores(
        self, book: int, kind: int, records: NDArray[np.int16], epochs: int, rate: float
    ) -> tuple[float, float]:
        """Learn what a kind of opponent plays, by sums alone; surprise in nats and share of cards foretold."""
        surprise, share, place = 0.0, 0.0, (book, kind)
        for epoch in range(epochs if len(records) else 0):
            order = self.rng.permutation(len(records))
            surprise, share, self.sum_steps[place] = learn_scores(
                records, order, self.sums[place], self.sums_memory[place], rate / (1 + epoch),
                int(self.sum_steps[place]), RECORDS_BATCH,
            )  # fmt: skip
        return surprise, share

    def learn_corrections(self, book: int, watched: Watched, epochs: int, rate: float) -> tuple[float, float]:
        """Learn what the sums miss, of all kinds together and ever slower; the same figures."""
        if self.net_steps[book] == 0:  # what never happens says nothing
            self.nets[book][np.setdiff1d(np.arange(INPUTS), watched.records[:, 1:])] = 0.0
        return self._correct(book, watched, range(HEIGHT), epochs, rate)

    def learn_own_corrections(self, book: int, watched: Watched, rate: float) -> tuple[float, float]:
        """Learn what the net adds to its own scores, and leave the units as they are: all other kinds need them."""
        return self._correct(book, watched, range(OUT + SELF, OUT + SELF + 1), 1, rate)

    def _correct(self, book: int, watched: Watched, rows: range, epochs: int, rate: float) -> tuple[float, float]:
        surprise, share = 0.0, 0.0
        models = Models(np.ascontiguousarray(self.sums[book].T), self.nets[book])
        for epoch in range(epochs if len(watched.kinds) else 0):
            order = self.rng.permutation(len(watched.kinds))
            surprise, share, self.net_steps[book] = learn_corrections(
                watched.records, watched.kinds, order, models, rows.start, rows.stop, self.nets_memory[book],
                rate * (1 - epoch / epochs) ** 2, int(self.net_steps[book]), NET_BATCH,
            )  # fmt: skip
        return surprise, share

    def state(self) -> dict[str, Any]:
        """Everything that a checkpoint keeps."""
        return {name: getattr(self, name) for name in ARRAYS}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where a checkpoint was made."""
        for name in ARRAYS:
            getattr(self, name)[...] = state[name]
