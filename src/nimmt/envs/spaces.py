"""The spaces of a game's environments, and the checks that all of them share."""

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces

from ..errors import BadSetup, quoted
from ..game import Game
from ..games.registry import game as make_game
from ..setup import OptionValue
from .errors import EnvError
from .numbering import Mask, marked
from .observing import observer_of
from .seating import Sitting

RENDER_MODES = ("ansi", "rgb_array")


@cache
def vector_space(game: Game) -> spaces.Box:
    """Where observations lie."""
    low, high = observer_of(game).layout.bounds()
    return spaces.Box(low, high, dtype=np.int16)


def mask_of(sitting: Sitting, seat: int) -> Mask:
    """Which actions a seat may choose: 0 (wait) alone if it owes nothing."""
    return marked(sitting.answers(seat), sitting.numbering.size)


def game_for(key: str, players: int, options: dict[str, OptionValue]) -> Game:
    """Make the game; what cannot be played is refused with a sentence that says why."""
    if not isinstance(key, str):
        raise BadSetup("unknown_game", f"A game is named by its key, not by {quoted(key)}.")
    return make_game(key, players=players, **options)


def check_seed(seed: object) -> None:
    """A seed is a whole number from 0 on, as Gymnasium and PettingZoo want it, or None."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0):
        raise EnvError("bad_seed", f"A seed is a whole number from 0 on, or None; not {quoted(seed)}.")


def check_render_mode(mode: str | None) -> str | None:
    """Refuse a way of drawing that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise EnvError("bad_render_mode", f"render_mode is {', '.join(RENDER_MODES)} or None, not {quoted(mode)}.")
    return mode


def draw(state: Any, seat: int | None, mode: str | None) -> Any:
    """The table as a seat sees it, as text or as pixels; None where nothing is to be drawn."""
    if mode is None:
        return None
    from ..render import svg, text

    view = state.view(seat)
    if mode == "ansi":
        return text(view)
    from .pixels import pixels

    return pixels(svg(view))
