"""What happened, in sentences: a teller for each type of event, made from its reason code and numbers."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ..actions import Play
from ..codec import to_json
from ..events import CardDrafted, CardPlaced, Event, FoundNoRow, RowTaken
from ..specials.events import CardInserted
from .scene import Scene
from .tell_party import PARTY_TELLERS
from .tell_rows import ROW_TELLERS, CardsDrafted, Pieces, Scores
from .tell_specials import SPECIAL_TELLERS

Teller = Callable[[Scene, Any, Scores], Iterator[RenderableType]]

TELLERS: dict[type, Teller] = {**ROW_TELLERS, **SPECIAL_TELLERS, **PARTY_TELLERS}


def tell(scene: Scene, events: Sequence[Event], scores: Scores) -> Pieces:
    """The story of these events; `scores` are the points of all finished rounds."""
    for event in _joined(events):
        yield from TELLERS.get(type(event), as_it_is)(scene, event, scores)


def _joined(events: Sequence[Event]) -> Iterator[Event | CardsDrafted]:
    for kind, same in groupby(events, key=type):
        if kind is CardDrafted:
            yield CardsDrafted(tuple(Play.of(event.seat, event.card) for event in same))  # type: ignore[attr-defined]
        else:
            yield from same


def as_it_is(scene: Scene, event: Event, scores: Scores) -> Pieces:
    """An event that has no teller yet."""
    yield Text(to_json(event).decode(), style="dim")


# --- What an action would do ---------------------------------------------------------------------


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
