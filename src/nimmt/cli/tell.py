"""What happened, in sentences: `story.toml` chooses the words, and this module puts them on the screen."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ..events import Event
from ..words.story import Case, Telling, holds, story
from .endings import ending
from .forms import fill
from .lines import line
from .scene import Scene
from .sheets import score_sheet

Scores = Sequence[Sequence[int]]
Pieces = Iterator[RenderableType]

STYLES = {"bad": "red", "good": "green"}


def tell(scene: Scene, events: Sequence[Event], scores: Scores) -> Pieces:
    """The story of these events; `scores` are the points of all finished rounds."""
    for event in events:
        telling = story()[event.__struct_config__.tag]  # type: ignore[index]
        if telling.then:
            yield from _shown(scene, event, telling, scores)
        elif _is_told(scene, event, telling):
            yield from _told(scene, event, telling)


def _is_told(scene: Scene, event: Event, telling: Telling) -> bool:
    if telling.silent or (telling.watching and scene.you is not None):
        return False
    return not telling.if_ or holds(telling.if_, event)


def _shown(scene: Scene, event: Any, telling: Telling, scores: Scores) -> Pieces:
    """What a terminal draws instead of a sentence; a team has no scores to compare."""
    if telling.then == "ending":
        yield ending(scene, event.outcome)
    elif not scene.is_team:
        yield score_sheet(scene, scores[: event.round])


def _told(scene: Scene, event: Event, telling: Telling) -> Pieces:
    if telling.each:
        for seat in range(len(getattr(event, telling.each))):
            yield line(scene, seat, _sentence(scene, event, telling, seat, part=seat))
        return
    if not telling.by:
        yield _aside(_sentence(scene, event, telling, None), telling.tone)
        return
    seat = getattr(event, telling.by)
    card = getattr(event, telling.card) if telling.card else None
    yield line(scene, seat, _sentence(scene, event, telling, seat), card, STYLES.get(telling.tone, ""))


def _sentence(scene: Scene, event: Any, telling: Telling, seat: int | None, part: int | None = None) -> str:
    """The words, with the reason in front and more behind them where the table says so."""
    own = None if part is None else getattr(event, telling.each)[part]

    def find(field: str) -> Any:
        """A field of the event, or the part of it that belongs to one seat."""
        if part is None:
            return getattr(event, field)
        return getattr(own, field) if hasattr(own, field) else getattr(event, field)[part]

    values = {name: fill(scene, form, find) for name, form in telling.with_.items()}
    you = seat is not None and scene.addressed(seat)

    def say(entry: str) -> str:
        return scene.words.say(f"events.{event.__struct_config__.tag}.{entry}", you, **values)

    text = say(_entry(event, telling.cases))
    if telling.why:
        text = scene.words.say("show.pair", label=say(event.reason.code), value=text)
    if telling.also and holds(telling.also[1], event):
        text += say(telling.also[0])
    return text


def _entry(event: Any, cases: list[Case]) -> str:
    """The first entry whose condition holds."""
    entry = next(entry for entry, *conditions in cases if all(holds(condition, event) for condition in conditions))
    return str(event.reason.code) if entry == "reason" else entry


def _aside(text: str, tone: str) -> RenderableType:
    """Something that no seat did: a marker moves, a card is turned up."""
    if tone == "title":
        return Rule(text, style="cyan")
    return Text(text, style="dim") if tone == "quiet" else Padding(Text(text, style="magenta"), (0, 0, 0, 5))
