"""Kinds of bots by name, some with numbers: ``greedy``, ``flat(100)``, ``mc_rollout(24, 4)``."""

import re
from collections.abc import Callable

from msgspec import Struct

from ..errors import BadSetup
from ..kernels.host import available, not_available
from ..setup import Setup
from .bot import Bot
from .careless import CarelessBot
from .greedy import GreedyBot
from .master import MasterBot, check_weights
from .pool import FlatBot, HeuristicBot, MonteCarloBot, RolloutBot
from .search import SearchBot
from .tired import TiredBot
from .uniform import RandomBot


class Kind(Struct, frozen=True):
    """Bots of one kind: what each of their numbers is called, how large it may be, and what they need.

    `check` refuses, in a sentence, where something besides the kernels is missing.
    """

    make: Callable[..., Bot]
    numbers: dict[str, int] = {}
    kernels: bool = True
    check: Callable[[], None] | None = None

    def written(self, name: str) -> str:
        """How such a bot is written: ``flat(n)``."""
        return f"{name}({', '.join('nkm'[: len(self.numbers)])})" if self.numbers else name

    def plays(self, setup: Setup) -> bool:
        """Whether bots of this kind can play this here, whatever their numbers are."""
        return (available() or not self.kernels) and self.make(*(1 for _ in self.numbers)).plays(setup)


MOST_PLAYOUTS = 1_000_000

KINDS = {
    "random": Kind(RandomBot, kernels=False),
    "greedy": Kind(GreedyBot, kernels=False),
    "careless": Kind(CarelessBot, {"careless decisions of 100": 100}, kernels=False),
    "heuristic": Kind(HeuristicBot),
    "mcs": Kind(MonteCarloBot, {"playouts": MOST_PLAYOUTS}),
    "flat": Kind(FlatBot, {"playouts": MOST_PLAYOUTS}),
    "mc_rollout": Kind(RolloutBot, {"playouts": MOST_PLAYOUTS, "plays": 20}),
    "master": Kind(MasterBot, check=check_weights),
    "tired": Kind(TiredBot, {"decisions of 100 without much thought": 100}, check=check_weights),
    "search": Kind(SearchBot, {"playouts": MOST_PLAYOUTS}),
}


def make(name: str) -> Bot:
    """Make a bot of one of these kinds."""
    kind, numbers = _read(name)
    if kind.kernels and not available():
        raise not_available(f"bot {name}")
    if kind.check:
        kind.check()
    return kind.make(*numbers)


def plays(name: str, setup: Setup) -> bool:
    """Whether such a bot can play this here."""
    return _read(name)[0].plays(setup)


def _read(name: str) -> tuple[Kind, list[int]]:
    """The kind that a name begins with, and the numbers in its brackets."""
    word = name.partition("(")[0]
    kind = KINDS.get(word)
    if kind is None:
        raise BadSetup("unknown_bot", f"There is no bot {name!r}.")
    written = re.fullmatch(r"\w+(?:\(([\d, ]{1,40})\))?", name)
    parts = [part.strip() for part in (written[1] or "").split(",") if part] if written else []
    if not written or len(parts) != len(kind.numbers) or not all(part.isdecimal() for part in parts):
        raise BadSetup("unknown_bot", f"There is no bot {name!r}; write it as {kind.written(word)}.")
    for part, (what, most) in zip(parts, kind.numbers.items(), strict=True):
        if not 1 <= int(part) <= most:
            raise BadSetup("bad_number", f"The bot {name} needs 1 to {most} {what}.")
    return kind, [int(part) for part in parts]
