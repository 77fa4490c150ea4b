"""Full collections of garbage are rationed."""

import gc
import time

import pytest

from nimmt.server import pauses


def test_collections_are_rarer_the_longer_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, collected = [1000.0], list[float]()

    def collect() -> None:
        collected.append(clock[0])
        clock[0] += 0.5

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(gc, "collect", collect)
    collections = pauses.Collections()
    while clock[0] < 2000:
        clock[0] += 1
        collections.tick()
    first, second = collected
    assert first - 1000 == pytest.approx(pauses.RARELY, abs=1)
    assert second - first == pytest.approx(0.5 * pauses.SHARE, abs=2)


def test_a_server_does_not_stop_to_look_through_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    try:
        pauses.shorten()
        assert gc.get_threshold()[2] == pauses.NEVER
        assert gc.get_freeze_count() > 1000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
