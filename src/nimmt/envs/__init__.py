"""The family as environments for learning: PettingZoo, Gymnasium, arrays on the kernels, and OpenSpiel.

Nothing here is imported before it is asked for; `import nimmt.envs` registers the ids of Gymnasium where it is there.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..extras import NotInstalled, need
from . import ids
from .errors import EnvError, NotNow, WrongAction

if TYPE_CHECKING:
    from .arrays import Arrays
    from .knowing import action_name, explain, observe
    from .zoo import aec, parallel

__all__ = [
    "Arrays",
    "EnvError",
    "NotInstalled",
    "NotNow",
    "WrongAction",
    "action_name",
    "aec",
    "explain",
    "observe",
    "parallel",
]

_HOMES = {
    "Arrays": ("arrays", ("numpy", "numba")),
    "aec": ("zoo", ("gymnasium", "pettingzoo")),
    "parallel": ("zoo", ("gymnasium", "pettingzoo")),
    "action_name": ("knowing", ("numpy",)),
    "explain": ("knowing", ("numpy",)),
    "observe": ("knowing", ("numpy",)),
}


def __getattr__(name: str) -> Any:
    """Import what needs a package when it is first asked for, and say how to install it where it is missing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, needed = _HOMES[name]
    need("envs", f"nimmt.envs.{name}", *needed)
    return getattr(import_module(f".{module}", __name__), name)


if find_spec("gymnasium") is not None:
    ids.register()
