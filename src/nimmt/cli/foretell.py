"""What an action would do, in a few words."""

from collections.abc import Sequence

from ..events import CardPlaced, Event, FoundNoRow, RowTaken
from ..specials.events import CardInserted
from .scene import Scene


def foretell(scene: Scene, events: Sequence[Event]) -> str:
    """What would come of an action if nothing else came first, in a few words."""
    taken = [event for event in events if isinstance(event, RowTaken)]
    if taken:
        return _whose(scene, taken[0].seat, _taking(scene, taken))
    for event in events:
        if isinstance(event, CardPlaced | CardInserted | FoundNoRow):
            return _whose(scene, event.seat, _landing(scene, event))
    return ""


def _taking(scene: Scene, taken: Sequence[RowTaken]) -> str:
    rows = ", ".join(str(event.row + 1) for event in taken)
    cost = scene.heads(sum(event.heads for event in taken))
    key = "preview.takes" if len(taken) == 1 else "preview.takes_several"
    return scene.words.say(key, row=rows, rows=rows, heads=cost)


def _landing(scene: Scene, event: CardPlaced | CardInserted | FoundNoRow) -> str:
    if isinstance(event, FoundNoRow) and event.seat != scene.you:
        return scene.words.say("preview.no_row")
    if isinstance(event, FoundNoRow):
        key = "preview.chooses" if event.reason.code == "lower_than_all" else "preview.fits_nowhere"
        return scene.words.say(key)
    if isinstance(event, CardInserted) or not event.reason.numbers:
        return scene.words.say("preview.there", row=event.row + 1)
    return scene.words.say("preview.placed", row=event.row + 1, gap=event.reason.numbers[1])


def _whose(scene: Scene, seat: int, what: str) -> str:
    """Name the owner of the card where it is not you."""
    return what if seat == scene.you else scene.words.say("show.pair", label=scene.name(seat), value=what)
