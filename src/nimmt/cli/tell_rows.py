"""Tellers for what happens in every row game."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from ..actions import Play
from ..events import (
    CardPlaced,
    CardSealed,
    CardsOffered,
    CardsRevealed,
    FoundNoRow,
    GameEnded,
    HandDealt,
    MarkMoved,
    Reason,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
)
from .endings import ending
from .lines import aside, line, plays_in_words
from .scene import Scene, listed
from .sheets import score_sheet

Scores = Sequence[Sequence[int]]
Pieces = Iterator[RenderableType]


class CardsDrafted(NamedTuple):
    """Cards that were drafted one after another, told in one line."""

    plays: tuple[Play, ...]


def first_number(reason: Reason) -> int | None:
    """What a reason is about, if it is about a number."""
    return reason.numbers[0] if reason.numbers else None


def round_started(scene: Scene, event: RoundStarted, scores: Scores) -> Pieces:
    """A heading."""
    yield Rule(scene.words.say("events.round_started.title", round=event.round), style="cyan")


def cards_offered(scene: Scene, event: CardsOffered, scores: Scores) -> Pieces:
    """Who drafts first."""
    cards = scene.words.count("cards", len(event.cards))
    yield line(scene, event.first, scene.say("events.cards_offered.first", event.first, cards=cards))


def cards_drafted(scene: Scene, event: CardsDrafted, scores: Scores) -> Pieces:
    """Who took what."""
    yield Text(scene.words.say("events.card_drafted.taken", plays=plays_in_words(scene, event.plays)))


def hand_dealt(scene: Scene, event: HandDealt, scores: Scores) -> Pieces:
    """A hand, unless it is shown on the table anyway."""
    if scene.you is None and event.cards is not None:
        yield line(scene, event.seat, scene.words.say("events.hand_dealt.hand", cards=listed(event.cards)))


def rows_laid(scene: Scene, event: RowsLaid, scores: Scores) -> Pieces:
    """The first cards."""
    yield Text(scene.words.say("events.rows_laid.start", cards=", ".join(map(str, event.cards))))


def card_sealed(scene: Scene, event: CardSealed, scores: Scores) -> Pieces:
    """Nothing: everybody waits for the reveal."""
    yield from ()


def cards_revealed(scene: Scene, event: CardsRevealed, scores: Scores) -> Pieces:
    """All cards of the turn in the order in which they are placed."""
    plays = plays_in_words(scene, event.plays)
    yield Text(scene.words.say("events.cards_revealed.revealed", plays=plays), style="dim")


def card_placed(scene: Scene, event: CardPlaced, scores: Scores) -> Pieces:
    """Where a card went."""
    end, gap = event.reason.numbers or (None, None)
    text = scene.words.say(f"events.card_placed.{event.reason.code}", row=event.row + 1, end=end, gap=gap)
    yield line(scene, event.seat, text, event.card)


def found_no_row(scene: Scene, event: FoundNoRow, scores: Scores) -> Pieces:
    """Why a card fits nowhere."""
    text = scene.words.say(f"events.found_no_row.{event.reason.code}", end=first_number(event.reason))
    yield line(scene, event.seat, text, event.card)


def row_taken(scene: Scene, event: RowTaken, scores: Scores) -> Pieces:
    """Why somebody took which cards, and how many heads they cost."""
    code, left = event.reason.code, event.left
    what = "takes" if left == (event.card,) else "takes_but" if left else "takes_whole"
    taking = scene.say(
        f"events.row_taken.{what}",
        event.seat,
        row=event.row + 1,
        cards=listed(event.cards),
        heads=scene.heads(event.heads),
        end=left[0] if left else None,
    )
    why = scene.words.say(f"events.row_taken.{code}")
    text = scene.words.say("show.pair", label=why, value=taking)
    yield line(scene, event.seat, text, event.card, style="red")


def mark_moved(scene: Scene, event: MarkMoved, scores: Scores) -> Pieces:
    """Where a marker went."""
    mark = scene.words.say(f"marks.{event.mark}.name")
    code, end = event.reason.code, first_number(event.reason)
    yield aside(scene.words.say(f"events.mark_moved.{code}", mark=mark, row=event.row + 1, end=end))


def round_ended(scene: Scene, event: RoundEnded, scores: Scores) -> Pieces:
    """The score sheet, where there is one for everybody."""
    if not scene.is_team:
        yield score_sheet(scene, scores[: event.round])


def game_ended(scene: Scene, event: GameEnded, scores: Scores) -> Pieces:
    """Who won, and why."""
    yield ending(scene, event.outcome)


ROW_TELLERS: dict[type, Any] = {
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
