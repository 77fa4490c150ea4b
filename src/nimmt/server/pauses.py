"""Pauses that Python makes by itself, kept rare: a thousand tables have half a million objects around their sockets,
and looking through all of them for cycles takes long enough for people to notice."""

import gc

YOUNG, MIDDLE, OLD = 5_000, 5, 40  # everything is looked through when a million objects have come, if ever


def shorten() -> None:
    """Set this process up. What is there at the start stays, so nobody need look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
