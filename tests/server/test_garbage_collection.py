"""Collections of garbage are short, and those of everything are rare."""

import gc

from nimmt.server import garbage


def test_a_server_seldom_stops_to_look_through_everything() -> None:
    before = gc.get_threshold()
    try:
        garbage.collect_rarely()
        young, middle, old = gc.get_threshold()
        assert young * middle <= 100_000, "a collection of what is young is short"
        assert young * middle * old >= 1_000_000, "one of everything is rare"
        assert gc.get_freeze_count() > 1000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
