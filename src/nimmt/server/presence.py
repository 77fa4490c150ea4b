"""Who is at a table, put together from what every worker has noted."""

from collections.abc import Iterable

from .store import Presence


class PresenceBook:
    """Presence by seat and worker."""

    def __init__(self, noted: Iterable[Presence]) -> None:
        """Begin with what is stored."""
        self._noted = {(each.seat, each.worker): each for each in noted}

    def note(self, presence: Presence) -> None:
        """Write down the latest of one worker."""
        self._noted[presence.seat, presence.worker] = presence

    def forget(self, seat: int) -> None:
        """The seat has another owner now."""
        self._noted = {key: each for key, each in self._noted.items() if each.seat != seat}

    @property
    def mark(self) -> tuple[int, float]:
        """What a store's `Head` says of the same devices: how many are here, and when the latest of them came."""
        here = [each.at for each in self._noted.values() if each.here]
        return len(here), max(here, default=0.0)

    def seats_of(self, worker: str) -> set[int]:
        """The seats that have a device on this worker."""
        return {each.seat for each in self._noted.values() if each.here and each.worker == worker}

    def here(self, seat: int) -> bool:
        """Whether a device of this seat is connected anywhere."""
        return any(each.here for each in self._noted.values() if each.seat == seat)

    def since(self, seat: int) -> float:
        """When the last device of this seat went; 0 if none ever came."""
        return max((each.at for each in self._noted.values() if each.seat == seat), default=0.0)
