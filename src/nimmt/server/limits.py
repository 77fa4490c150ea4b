"""Token buckets by address or connection, bounded in number."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from .refusals import NoToken, Refused, too_many

WRONG = ("no_such_table", "wrong_token", "wrong_claim")  # what somebody is told who has guessed, and not rightly

Proof = Callable[[], Awaitable[bool]]
"""Looks whether a token came along that is right; whoever asks learns nothing else from it."""


class Bucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("burst", "filled", "level", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        """Start full."""
        self.rate, self.burst = rate, burst
        self.level = float(burst)
        self.filled = time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def give_back(self) -> None:
        """Put back what was taken for nothing."""
        self.level = min(self.burst, self.level + 1)

    def _fill(self) -> None:
        at = time.monotonic()
        self.level = min(self.burst, self.level + (at - self.filled) * self.rate)
        self.filled = at


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: int, size: int) -> None:
        """Remember at most `size` addresses."""
        self.rate, self.burst, self.size = rate, burst, size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """This address's bucket."""
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self.size:
            self._buckets.popitem(last=False)
        return bucket


class Guesses(Buckets):
    """Codes and tokens that somebody may or may not know: paid for before anybody looks, given back if they are right.

    Where all are taken, and some of those may be right, whoever comes next waits: many people behind one address who
    come back at the same time are not strangers. Where none is left, a right token still opens its table, or one
    guesser would lock out everybody at the same address; tokens are too long to be found by guessing.
    """

    def __init__(self, rate: float, burst: int, size: int) -> None:
        """Nobody has guessed yet."""
        super().__init__(rate, burst, size)
        self._under_way: Counter[str] = Counter()
        self._settled = asyncio.Event()

    @asynccontextmanager
    async def one(self, address: str, proof: Proof | None = None) -> AsyncIterator[None]:
        """Look at one code or token; a refusal that says it was wrong is counted."""
        if not await self._paid(address):
            if proof is None or not await proof():
                raise too_many("wrong codes")
            yield
            return
        wrong = False
        try:
            yield
        except Refused as error:
            wrong = error.code in WRONG and not isinstance(error, NoToken)
            raise
        finally:
            self._settle(address, wrong)

    async def _paid(self, address: str) -> bool:
        """Pay for a guess, as soon as it is known whether there is one left."""
        while not self.of(address).take():
            if address not in self._under_way:
                return False
            await self._settled.wait()
        self._under_way[address] += 1
        return True

    def _settle(self, address: str, wrong: bool) -> None:
        if not wrong:
            self.of(address).give_back()
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]
        self._settled.set()
        self._settled = asyncio.Event()


class Places:
    """How many of something an address has at the same time."""

    def __init__(self, most: int) -> None:
        """All are free."""
        self.most = most
        self.taken: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str, what: str) -> Iterator[None]:
        """Take a place for as long as the block runs, or refuse."""
        if self.taken[address] >= self.most:
            raise too_many(what)
        self.taken[address] += 1
        try:
            yield
        finally:
            self.taken[address] -= 1
            if not self.taken[address]:
                del self.taken[address]
