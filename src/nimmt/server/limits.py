"""Token buckets by address or connection, bounded in number."""

import time
from collections import OrderedDict


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

    @property
    def empty(self) -> bool:
        """Whether nothing could be taken now."""
        self._fill()
        return self.level < 1

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
