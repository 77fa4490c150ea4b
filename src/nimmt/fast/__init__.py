"""The row games at the speed of C: kernels that are compiled on first use and cached.

Nothing here is imported by the engine, and numba only when a kernel is needed.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..extras import need
from .notice import on_compile

if TYPE_CHECKING:
    from .matches import Matches, play_matches
    from .replays import FastReplay, FastRound, replay
    from .rounds import play_random, sample_rounds

__all__ = [
    "FastReplay",
    "FastRound",
    "Matches",
    "available",
    "on_compile",
    "play_matches",
    "play_random",
    "replay",
    "sample_rounds",
]

_HOMES = {
    "FastReplay": "replays",
    "FastRound": "replays",
    "Matches": "matches",
    "play_matches": "matches",
    "play_random": "rounds",
    "replay": "replays",
    "sample_rounds": "rounds",
}


def available() -> bool:
    """Whether numba and numpy are installed (the extra `fast`)."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def __getattr__(name: str) -> Any:
    """Import what needs numba when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need("fast", f"nimmt.fast.{name}", "numba", "numpy")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
