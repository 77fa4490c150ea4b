"""Bots by name, some with numbers behind it: ``greedy``, ``flat(100)``, ``mc_rollout(24, 4)``, or a level: ``hard``."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from msgspec import Struct

from ..errors import BadSetup
from ..fast import available
from .bot import Bot
from .careless import CarelessBot
from .greedy import GreedyBot
from .levels import LEVELS, LevelBot, bot_of
from .pool import FlatBot, HeuristicBot, MonteCarloBot, RolloutBot
from .search import SearchBot
from .uniform import RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""Those that play every game, need nothing installed, and have no numbers."""


class Kind(Struct, frozen=True):
    """Bots that are made with numbers: what each number is called, and how large it may be."""

    make: Callable[..., Bot]
    numbers: dict[str, int] = {}
    kernels: bool = True

    def written(self, name: str) -> str:
        """How it is called: ``flat(n)``."""
        return f"{name}({', '.join('nkm'[: len(self.numbers)])})" if self.numbers else name


MOST_PLAYOUTS = 1_000_000

KINDS = {
    "careless": Kind(CarelessBot, {"careless decisions of 100": 100}, kernels=False),
    "heuristic": Kind(HeuristicBot),
    "mcs": Kind(MonteCarloBot, {"playouts": MOST_PLAYOUTS}),
    "flat": Kind(FlatBot, {"playouts": MOST_PLAYOUTS}),
    "mc_rollout": Kind(RolloutBot, {"playouts": MOST_PLAYOUTS, "plays": 20}),
    "search": Kind(SearchBot, {"playouts": MOST_PLAYOUTS}),
}
"""The pool that strong play is measured against, and the careless."""


def names() -> tuple[str, ...]:
    """Every bot that plays all games."""
    return tuple(BOTS)


def pool_names() -> tuple[str, ...]:
    """How bots with numbers are called, and those on the fast kernels where numba is installed."""
    return tuple(kind.written(name) for name, kind in KINDS.items() if available() or not kind.kernels)


def known_names() -> tuple[str, ...]:
    """Everything that `bot` takes here, the levels for people included."""
    return (*LEVELS, *names(), *pool_names())


def bot(name: str) -> Bot:
    """Make a bot."""
    if name in LEVELS:
        return LevelBot(name, bot)
    if name in BOTS:
        return BOTS[name]()
    written = re.fullmatch(r"(\w{1,20})(?:\(([\d, ]{1,40})\))?", name)
    kind = KINDS.get(written[1]) if written else None
    if not written or not kind:
        raise _unknown(name)
    if kind.kernels and not available():
        install = "pip install 'nimmt[fast]'"
        raise BadSetup("not_installed", f"The bot {name} needs the compiled kernels; install them with: {install}")
    return kind.make(*_numbers(name, kind, written[2]))


def bot_for(name: str, game: str) -> Bot:
    """Make a bot that is to play this game (the key of its rules); refuse one that does not play it."""
    if name in LEVELS:
        bot_of(name, game)
    made = bot(name)
    if game not in getattr(made, "games", (game,)):
        raise BadSetup("no_kernel", f"The bot {name} does not play {game} here.")
    return made


def _numbers(name: str, kind: Kind, text: str | None) -> list[int]:
    """Read the numbers in the brackets."""
    parts = [part.strip() for part in text.split(",")] if text else []
    if len(parts) != len(kind.numbers) or not all(part.isdecimal() for part in parts):
        wanted = kind.written(name.partition("(")[0])
        raise BadSetup("unknown_bot", f"There is no bot {name!r}; write it as {wanted}.")
    for part, (what, most) in zip(parts, kind.numbers.items(), strict=True):
        if not 1 <= int(part) <= most:
            raise BadSetup("bad_number", f"The bot {name} needs 1 to {most} {what}.")
    return [int(part) for part in parts]


def _unknown(name: str) -> BadSetup:
    known = known_names()
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return BadSetup("unknown_bot", f"There is no bot {name!r}; there are: {', '.join(known)}.{hint}")
