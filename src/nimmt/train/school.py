"""The course of training: groups of tables take turns, and each iteration plays, learns, and measures itself."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from itertools import product
from multiprocessing import active_children
from pathlib import Path
from typing import TypeVar

import numpy as np
from msgspec import Struct

from ..codec import from_json, to_json
from ..errors import BadSetup, NimmtError
from ..fast.opponents import FLAT, HEURISTIC, OUT
from ..fast.weights import Mind, write_minds
from ..kernels.constants import SELF
from ..kernels.scope import FAN_CARDS
from ..kernels.weights import FAN, GROUPS, KNOWN, SHIPPED, WHOLE
from ..setup import OptionValue
from ..workers import workers
from .league import (
    MET,
    PLAYOUTS,
    REAL_SEARCH,
    ROUNDS,
    TURNS,
    Evening,
    Harvest,
    Meeting,
    Simple,
    draw_kinds,
    draw_options,
    margin,
    meet,
    observe,
    spend,
)
from .pupil import Lessons, Pupil, Watched

MOST_LESSONS = 1_500_000
YARDSTICKS = (HEURISTIC, FLAT)
TIME_SHARES = {"4-5": 0.32, "8-10": 0.22, "4-5-fan": 0.14, "6-7": 0.14, "2": 0.09, "3": 0.09}
"""Who learns for how long, in this order; the first one hands its net on to the others."""
SEATED = {
    "2": (1.0,),
    "3": (1.0,),
    "4-5": (0.7, 0.3),
    "4-5-fan": (0.7, 0.3),
    "6-7": (0.65, 0.35),
    "8-10": (0.25, 0.2, 0.55),
}
"""How often each number of players of a group sits down."""
WATCHED: dict[int, tuple[Mapping[str, OptionValue], ...]] = {
    WHOLE: ({},),
    KNOWN: ({"known_deck": True},),
    FAN: tuple({"fan_cards": (part,)} for part in FAN_CARDS),
}
"""By book: at which tables players are watched, as many in all of them together."""
PARTS = 6
"""An iteration plays about so many games of different kinds, or numbers of players."""
FAST, SLOW, SLOWING, ENDING = 1e-3, 1e-4, 0.55, 0.8
"""The first and the last rate of learning, when it begins to fall, and from when on all lessons are repeated twice."""


Work = TypeVar("Work")
Result = TypeVar("Result")


class Scale(Struct, frozen=True):
    """How much an iteration does."""

    positions: int = 120_000  # with four players; fewer where more play, for they take longer
    samples: int = 840_000
    tables: int = 6000  # of simple players, at the start
    rollouts: int = 1500
    meetings: int = 6000  # tables with rivals of one kind, at the end
    test_tables: int = 20
    worlds: int = 16


TINY = Scale(positions=1500, samples=8000, tables=60, rollouts=4, meetings=10, test_tables=60, worlds=8)
"""A run of seconds, which shows that something is learned."""


class Progress(Struct, frozen=True):
    """What an iteration gave."""

    group: str
    iteration: int
    seconds: float  # of this group's training so far
    error: float  # of the value net: mean square, in heads
    margins: tuple[float, ...]  # heads a round against heuristic and flat(100): below 0 is better
    done: float = 0.0  # share of the time


class Class:
    """One group at school."""

    def __init__(self, group: str, seed: int, scale: Scale) -> None:
        """Begin with nothing."""
        self.group, self.seed, self.scale = group, seed, scale
        self.players, self.books = GROUPS[group]
        self.pupil = Pupil(seed + list(GROUPS).index(group))
        self.lessons = Lessons(MOST_LESSONS)
        self.older: Mind | None = None
        self.iteration, self.seconds = 0, 0.0
        self.pool: Executor | None = None

    def begin(self, elder: Pupil | None) -> None:
        """Watch simple players: what they play, and how their positions end, unless another group hands on its net."""
        mind, harvests = self.pupil.mind(), list[Harvest]()
        for simple, thinkers in self.everywhere(partial(observe, mind=mind, seed=self.seed), self.simple_tables()):
            self.lessons.add(simple.columns, simple.starts, simple.targets)
            harvests += simple, thinkers
        for book, watched in by_book(harvests):
            for kind in np.unique(watched.kinds):
                self.pupil.learn_scores(book, int(kind), select(watched, int(kind)).records, 6, 0.03)
            self.pupil.learn_corrections(book, watched, 6, 5 * FAST)
        self.pupil.sums[:, SELF] = self.pupil.sums[:, FLAT]
        self.pupil.nets[:, OUT + SELF] = self.pupil.nets[:, OUT + FLAT]
        if elder:
            self.forget()
            self.pupil.inherit(elder)
            return
        for _ in range(4):
            self.pupil.learn_values(self.lessons, self.scale.samples, FAST)

    def adopt(self, mind: Mind) -> None:
        """Begin with what is played with already: nobody need be watched."""
        self.pupil.adopt(mind)
        self.iteration = 1

    def simple_tables(self) -> list[Simple]:
        """Whom to watch: as many hands of each number of players and each book."""
        sizes, watched = (self.scale.tables, self.scale.rollouts), [WATCHED[book] for book in self.books]
        return [
            Simple(players, options, *(self.share_of(size, 1 / len(games), players) for size in sizes))
            for players, games in product(self.players, watched)
            for options in games
        ]

    def share_of(self, tables: int, share: float, players: int) -> int:
        """A share of these tables of four, as hands of so many players."""
        return max(int(tables * share * 4 / (players * len(self.players))), 1)

    def everywhere(self, do: Callable[[Work], Result], works: Iterable[Work]) -> Iterator[Result]:
        """Do all of this work, here or wherever there are workers; the results come in its order."""
        return iter(self.pool.map(do, works) if self.pool else map(do, works))

    def advance(self, done: float, elder: Pupil | None = None) -> Progress:
        """Play, learn, measure, after a share of the time is done."""
        began, rate = time.monotonic(), rate_at(done)
        if self.iteration == 0:
            self.begin(elder)
        if self.older is None or self.iteration % 5 == 0:
            self.older = self.pupil.mind()
        wanted = self.scale.positions * 4 // max(self.players)
        playing = partial(spend, mind=self.pupil.mind(), older=self.older)
        for harvest in self.everywhere(playing, self.evenings(wanted)):
            self.lessons.add(harvest.columns, harvest.starts, harvest.targets)
            own = select(harvest.watched, SELF)
            self.pupil.learn_scores(harvest.book, SELF, own.records, 1, 5 * rate)
            self.pupil.learn_own_corrections(harvest.book, own, rate)
        for _ in range(2 if done > ENDING else 1):
            samples = len(self.lessons) if done > ENDING else self.scale.samples * wanted // self.scale.positions
            error = self.pupil.learn_values(self.lessons, samples, rate)
        margins = self.measure()
        self.iteration += 1
        self.seconds += time.monotonic() - began
        return Progress(self.group, self.iteration, self.seconds, error, margins)

    def look_back(self) -> None:
        """Meet all kinds once more, as good as it is now, and learn what the sums miss of each."""
        part = self.scale.meetings / self.scale.tables
        meetings = [
            Meeting(simple.players, simple.options, kind, max(int(simple.tables * part * share), 1))
            for simple, (kind, share) in product(self.simple_tables(), MET.items())
        ]
        met = self.everywhere(partial(meet, mind=self.pupil.mind(), seed=f"{self.seed}:{self.iteration}"), meetings)
        for book, watched in by_book(list(met)):
            self.pupil.learn_corrections(book, watched, 6, 5 * FAST)

    def evenings(self, wanted: int) -> list[Evening]:
        """An iteration's tables: each evening has one number of players and one game."""
        rng, found = self.pupil.rng, list[Evening]()
        while sum(evening.positions for evening in found) < wanted:
            players = int(rng.choice(self.players, p=SEATED[self.group]))
            kinds = draw_kinds(max(wanted // (PARTS * ROUNDS * TURNS * players), 1), players, rng)
            seed = f"{self.seed}:{self.group}:{self.iteration}:{len(found)}"
            playouts = PLAYOUTS if rng.random() < REAL_SEARCH else 0
            found.append(Evening(kinds, seed, self.scale.worlds, playouts, draw_options(self.books, rng)))
        return found

    def forget(self) -> None:
        """Let go of what was learned from."""
        self.lessons = Lessons(MOST_LESSONS)

    def measure(self) -> tuple[float, ...]:
        """Margins against the yardsticks, at a table of this group."""
        mind, players = self.pupil.mind(), self.players[len(self.players) // 3]
        seed = f"{self.seed}:{self.group}:{self.iteration}:test"
        tables, options = self.scale.test_tables, WATCHED[self.books[0]][0]
        return tuple(margin(players, kind, mind, f"{seed}:{kind}", tables, options) for kind in YARDSTICKS)


class School:
    """All groups, and the folder in which their progress is kept."""

    def __init__(
        self,
        folder: Path,
        seed: int = 1,
        scale: Scale | None = None,
        groups: Sequence[str] = (),
        adopted: Mapping[str, Mind] | None = None,
    ) -> None:
        """Go on with what the folder has; an empty one is a beginning, from nothing or from these minds."""
        self.folder, self.history, self.adopted = folder, list[Progress](), dict(adopted or {})
        folder.mkdir(parents=True, exist_ok=True)
        self.classes = {group: Class(group, seed, scale or Scale()) for group in groups or GROUPS}
        for found in self.classes.values():
            self._resume(found)

    def train(
        self,
        minutes: float,
        watch: Callable[[Progress], None] = lambda progress: None,
        jobs: int | None = 1,
        cluster: str | None = None,
    ) -> None:
        """One group after the other, each for its share of the time, ever slower; every iteration is kept.

        Tables are played here, by so many processes (None: one for each core), or by a cluster; the pupils learn here.
        """
        with ExitStack() as stack:
            if jobs != 1 or cluster is not None:
                pool, _ = stack.enter_context(workers(jobs, cluster))
                for found in self.classes.values():
                    found.pool = pool
                    stack.callback(setattr, found, "pool", None)
            try:
                self._teach(minutes, watch)
            except KeyboardInterrupt:
                for worker in active_children():  # whoever goes on later plays this iteration again
                    worker.terminate()
                raise

    def _teach(self, minutes: float, watch: Callable[[Progress], None]) -> None:
        began, shares = time.monotonic(), sum(TIME_SHARES[group] for group in self.classes)
        for group in sorted(self.classes, key=list(TIME_SHARES).index):
            started, seconds = time.monotonic(), 60 * minutes * TIME_SHARES[group] / shares
            done, elder = 0.0, self._elder(group)
            while done < 1:
                progress = self.classes[group].advance(done, elder)
                done = (time.monotonic() - started) / seconds
                self._keep(group, progress)
                watch(progress_at(progress, (time.monotonic() - began) / (60 * minutes)))
            self.classes[group].look_back()
            self._save(group)
            self.classes[group].forget()

    def _elder(self, group: str) -> Pupil | None:
        """Whose net this group begins with."""
        first = self.classes.get(next(iter(TIME_SHARES)))
        return first.pupil if first and first.group != group and first.iteration else None

    def minds(self) -> dict[str, Mind]:
        """What every group plays with now, those included that only began with what they had."""
        return self.adopted | {name: found.pupil.mind() for name, found in self.classes.items()}

    def _keep(self, group: str, progress: Progress) -> None:
        self.history.append(progress)
        self._save(group)
        with (self.folder / "progress.jsonl").open("ab") as file:
            file.write(to_json(progress) + b"\n")

    def _save(self, group: str) -> None:
        found = self.classes[group]
        state = found.pupil.state() | {"iteration": found.iteration, "seconds": found.seconds}
        _replace(self.folder / f"{group}.npz", lambda path: np.savez(path, **state))
        _replace(self.folder / SHIPPED, lambda path: write_minds(path, self.minds()))

    def _resume(self, found: Class) -> None:
        path = self.folder / f"{found.group}.npz"
        if not path.exists():
            if found.group in self.adopted:
                found.adopt(self.adopted[found.group])
            return
        try:
            with np.load(path) as state:
                found.pupil.restore(state)
                found.iteration, found.seconds = int(state["iteration"]), float(state["seconds"])
            lines = (self.folder / "progress.jsonl").read_bytes().splitlines()
            told = [from_json(Progress, line) for line in lines]
        except (OSError, ValueError, KeyError, NimmtError) as error:
            raise BadSetup("bad_checkpoint", f"{path} is no checkpoint of this program: {error}") from None
        self.history += [progress for progress in told if progress.group == found.group]


def by_book(harvests: Sequence[Harvest]) -> Iterator[tuple[int, Watched]]:
    """What was watched at the tables of each book."""
    for book in sorted({harvest.book for harvest in harvests}):
        those = [harvest.watched for harvest in harvests if harvest.book == book]
        yield book, Watched(*(np.concatenate(parts) for parts in zip(*those, strict=True)))


def select(watched: Watched, kind: int) -> Watched:
    """What one kind played."""
    theirs = watched.kinds == kind
    return Watched(watched.records[theirs], watched.kinds[theirs])


def rate_at(done: float) -> float:
    """How fast to learn after a share of the time."""
    return FAST if done < SLOWING else max(SLOW, FAST * (1 - done) / (1 - SLOWING))


def progress_at(progress: Progress, done: float) -> Progress:
    """The same with the share of the time."""
    fields = {name: getattr(progress, name) for name in progress.__struct_fields__}
    return Progress(**fields | {"done": min(done, 1.0)})


def _replace(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file so that there is always a whole one."""
    draft = path.with_name(f".{path.name}.npz")
    write(draft)
    os.replace(draft, path)
