"""Bots by name, and those on the fast kernels by name and number of playouts: ``flat(100)``."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from ..errors import BadSetup
from ..fast import available
from .bot import Bot
from .greedy import GreedyBot
from .pool import FlatBot, HeuristicBot, MonteCarloBot
from .uniform import RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""Those that play every game and need nothing installed."""

POOL: dict[str, Callable[..., Bot]] = {"heuristic": HeuristicBot, "mcs": MonteCarloBot, "flat": FlatBot}
"""Those that need the fast kernels and play the games that have one."""

MOST_PLAYOUTS = 1_000_000


def names() -> tuple[str, ...]:
    """Every bot that plays all games."""
    return tuple(BOTS)


def pool_names() -> tuple[str, ...]:
    """How bots on the fast kernels are called; none where numba is not installed."""
    return ("heuristic", "mcs(n)", "flat(n)") if available() else ()


def bot(name: str) -> Bot:
    """Make a bot."""
    if name in BOTS:
        return BOTS[name]()
    written = re.fullmatch(r"(heuristic)|(mcs|flat)\((\d{1,7})\)", name)
    if written is None or not available():
        raise _unknown(name)
    if written[1]:
        return POOL[written[1]]()
    playouts = int(written[3])
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadSetup("bad_number", f"The bot {name} needs 1 to {MOST_PLAYOUTS} playouts.")
    return POOL[written[2]](playouts)


def _unknown(name: str) -> BadSetup:
    known = (*BOTS, *pool_names())
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return BadSetup("unknown_bot", f"There is no bot {name!r}; there are: {', '.join(known)}.{hint}")
