"""Garbage collection, made rare: a thousand tables have half a million objects around their sockets, and looking
through all of them for cycles takes long enough for people to notice."""

import gc

YOUNG, MIDDLE, OLD = 5_000, 5, 40  # a full collection after a million new objects, if ever


def collect_rarely() -> None:
    """Set this process up; what exists at the start stays, so it is never looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
