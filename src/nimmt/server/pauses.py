"""Pauses that Python makes by itself, kept short: a thousand tables are millions of objects, and looking through
all of them for cycles takes long enough for people to notice."""

import gc
import time

YOUNG, MIDDLE, NEVER = 10_000, 20, 1_000_000
SHARE = 1000  # of a worker's time, one part in so many goes into full collections
RARELY = 60.0  # seconds, at least, between two of them


def shorten() -> None:
    """Set this process up. What is there at the start stays, so nobody need look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class Collections:
    """Full collections, rarer the longer they take."""

    def __init__(self) -> None:
        """Begin when the server does."""
        self.next = time.monotonic() + RARELY

    def tick(self) -> None:
        """Collect if it is time."""
        began = time.monotonic()
        if began < self.next:
            return
        gc.collect()
        ended = time.monotonic()
        self.next = ended + max(RARELY, SHARE * (ended - began))
