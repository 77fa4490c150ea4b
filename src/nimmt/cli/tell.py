"""What happened, in sentences: a teller for each type of event, made from its reason code and numbers."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..actions import Play
from ..codec import to_json
from ..events import (
    CardDrafted,
    CardPlaced,
    CardSealed,
    CardsOffered,
    CardsRevealed,
    Event,
    FoundNoRow,
    GameEnded,
    HandDealt,
    MarkMoved,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
)
from .scene import Scene, listed
from .sheets import chip, ranking, score_sheet

Scores = Sequence[Sequence[int]]


Teller = Callable[[Scene, Any, Scores], Iterator[RenderableType]]


def tell(scene: Scene, events: Sequence[Event], scores: Scores) -> Iterator[RenderableType]:
    """The story of these events; `scores` are the heads of all finished rounds."""
    for event in _joined(events):
        yield from TELLERS.get(type(event), as_it_is)(scene, event, scores)


class CardsDrafted(NamedTuple):
    """Cards that were drafted one after another, told in one line."""

    plays: tuple[Play, ...]


def _joined(events: Sequence[Event]) -> Iterator[Event | CardsDrafted]:
    for kind, same in groupby(events, key=type):
        if kind is CardDrafted:
            yield CardsDrafted(tuple(Play.of(event.seat, event.card) for event in same))  # type: ignore[attr-defined]
        else:
            yield from same


def line(scene: Scene, seat: int, text: str, card: int | None = None, style: str = "") -> Table:
    """One line of the story: the card, whose it is, and what came of it."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=4)
    grid.add_column(style="bold", width=scene.longest_name, no_wrap=True)
    grid.add_column()
    grid.add_row(chip(card) if card else "", Text(scene.name(seat)), Text(text, style=style))
    return grid


def plays_in_words(scene: Scene, plays: Sequence[Play]) -> str:
    """Cards with their owners, and what they count for where that is something else."""
    return " · ".join(f"{_card(scene, play)} {scene.name(play.seat)}" for play in plays)


def _card(scene: Scene, play: Play) -> str:
    if not play.reversed:
        return str(play.card)
    return scene.words.say("events.cards_revealed.reversed", card=play.card, value=play.value)


# --- A teller for each type of event ---------------------------------------------------------


def round_started(scene: Scene, event: RoundStarted, scores: Scores) -> Iterator[RenderableType]:
    """A heading."""
    yield Rule(scene.words.say("events.round_started.title", round=event.round), style="cyan")


def cards_offered(scene: Scene, event: CardsOffered, scores: Scores) -> Iterator[RenderableType]:
    """Who drafts first."""
    cards = scene.words.count("cards", len(event.cards))
    you = scene.addressed(event.first)
    yield line(scene, event.first, scene.words.say("events.cards_offered.first", you=you, cards=cards))


def cards_drafted(scene: Scene, event: CardsDrafted, scores: Scores) -> Iterator[RenderableType]:
    """Who took what."""
    yield Text(scene.words.say("events.card_drafted.taken", plays=plays_in_words(scene, event.plays)))


def hand_dealt(scene: Scene, event: HandDealt, scores: Scores) -> Iterator[RenderableType]:
    """A hand, unless it is shown on the table anyway."""
    if scene.you is None and event.cards is not None:
        yield line(scene, event.seat, scene.words.say("events.hand_dealt.hand", cards=listed(event.cards)))


def rows_laid(scene: Scene, event: RowsLaid, scores: Scores) -> Iterator[RenderableType]:
    """The first cards."""
    yield Text(scene.words.say("events.rows_laid.start", cards=", ".join(map(str, event.cards))))


def card_sealed(scene: Scene, event: CardSealed, scores: Scores) -> Iterator[RenderableType]:
    """Nothing: everybody waits for the reveal."""
    yield from ()


def cards_revealed(scene: Scene, event: CardsRevealed, scores: Scores) -> Iterator[RenderableType]:
    """All cards of the turn in the order in which they are placed."""
    yield Text(scene.words.say("events.cards_revealed.revealed", plays=plays_in_words(scene, event.plays)), style="dim")


def card_placed(scene: Scene, event: CardPlaced, scores: Scores) -> Iterator[RenderableType]:
    """Where a card went."""
    end, gap = event.reason.numbers
    text = scene.words.say(f"events.card_placed.{event.reason.code}", row=event.row + 1, end=end, gap=gap)
    yield line(scene, event.seat, text, event.card)


def found_no_row(scene: Scene, event: FoundNoRow, scores: Scores) -> Iterator[RenderableType]:
    """Why a card fits nowhere."""
    end = event.reason.numbers[0] if event.reason.numbers else None
    text = scene.words.say(f"events.found_no_row.{event.reason.code}", end=end)
    yield line(scene, event.seat, text, event.card)


def row_taken(scene: Scene, event: RowTaken, scores: Scores) -> Iterator[RenderableType]:
    """Who took which cards, and how many heads they cost."""
    text = scene.words.say(
        f"events.row_taken.{event.reason.code}",
        you=scene.addressed(event.seat),
        row=event.row + 1,
        cards=listed(event.cards),
        heads=scene.heads(event.heads),
        end=event.reason.numbers[0] if event.reason.numbers else None,
    )
    yield line(scene, event.seat, text, event.card, style="red")


def mark_moved(scene: Scene, event: MarkMoved, scores: Scores) -> Iterator[RenderableType]:
    """Where a marker went."""
    end = event.reason.numbers[0] if event.reason.numbers else None
    mark = scene.words.say(f"marks.{event.mark}.name")
    text = scene.words.say(f"events.mark_moved.{event.reason.code}", mark=mark, row=event.row + 1, end=end)
    yield Padding(Text(text, style="magenta"), (0, 0, 0, 5))


def round_ended(scene: Scene, event: RoundEnded, scores: Scores) -> Iterator[RenderableType]:
    """The score sheet."""
    yield score_sheet(scene, scores[: event.round])


def game_ended(scene: Scene, event: GameEnded, scores: Scores) -> Iterator[RenderableType]:
    """Who won, and why."""
    yield ranking(scene, event.outcome)


def as_it_is(scene: Scene, event: Event, scores: Scores) -> Iterator[RenderableType]:
    """An event that has no teller yet."""
    yield Text(to_json(event).decode(), style="dim")


TELLERS: dict[type, Teller] = {
    RoundStarted: round_started,
    CardsOffered: cards_offered,
    CardsDrafted: cards_drafted,
    HandDealt: hand_dealt,
    RowsLaid: rows_laid,
    CardSealed: card_sealed,
    CardsRevealed: cards_revealed,
    CardPlaced: card_placed,
    FoundNoRow: found_no_row,
    RowTaken: row_taken,
    MarkMoved: mark_moved,
    RoundEnded: round_ended,
    GameEnded: game_ended,
}


# --- What a card would do ----------------------------------------------------------------------


def foretell(scene: Scene, events: Sequence[Event]) -> str:
    """What an action would do if nothing else came first, in a few words."""
    words = scene.words
    taken = [event for event in events if isinstance(event, RowTaken)]
    if taken:
        rows = ", ".join(str(event.row + 1) for event in taken)
        cost = scene.heads(sum(event.heads for event in taken))
        return words.say(
            "preview.takes" if len(taken) == 1 else "preview.takes_several", row=rows, rows=rows, heads=cost
        )
    for event in events:
        if isinstance(event, CardPlaced):
            return words.say("preview.placed", row=event.row + 1, gap=event.reason.numbers[1])
        if isinstance(event, FoundNoRow):
            return words.say("preview.chooses" if event.reason.code == "lower_than_all" else "preview.fits_nowhere")
    return ""
