"""What an action would do, in a few words that `story.toml` chooses."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from ..events import Event
from ..words.story import story
from .forms import fill
from .scene import Scene


def foretell(scene: Scene, events: Sequence[Event]) -> str:
    """What an action would lead to if nothing else happened first."""
    found: list[Any] = [event for event in events if story()[_type(event)].foretold]
    bad = [event for event in found if story()[_type(event)].tone == "bad"]
    told = bad or found[:1]
    what = scene.words.row(_foretold(scene, event) for event in told)
    return what if not told or told[0].seat == scene.you else _whose(scene, told[0].seat, what)


def _foretold(scene: Scene, event: Any) -> str:
    telling = story()[_type(event)]
    entry = event.reason.code if telling.foretold == "reason" else telling.foretold
    values = {name: fill(scene, form, partial(getattr, event)) for name, form in telling.with_.items()}
    return scene.words.say(f"preview.{_type(event)}.{entry}", event.seat == scene.you, **values)


def _type(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _whose(scene: Scene, seat: int, what: str) -> str:
    """Name the owner of a card that is not yours."""
    return scene.words.say("show.pair", label=scene.name(seat), value=what)
