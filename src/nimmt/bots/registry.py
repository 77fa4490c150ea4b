"""Bots by name."""

from difflib import get_close_matches

from ..errors import BadSetup
from .bot import Bot
from .greedy import GreedyBot
from .uniform import RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    """Every bot that `bot` knows."""
    return tuple(BOTS)


def bot(name: str) -> Bot:
    """Make a bot."""
    if name not in BOTS:
        near = get_close_matches(name, BOTS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BadSetup("unknown_bot", f"There is no bot {name!r}; there are: {', '.join(BOTS)}.{hint}")
    return BOTS[name]()
