"""What the person at the keyboard is asked: a prompt for each kind of decision."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from ..actions import Action, DraftCard, PlayCard, TakeRow
from ..errors import Refusal
from ..game import Game
from ..views import TableView
from .scene import Scene
from .sheets import chip
from .table import card_grid, choices
from .tell import foretell


class Question(NamedTuple):
    """One decision as it stands."""

    scene: Scene
    game: Game
    view: TableView
    legal: Sequence[Any]
    width: int


class Prompt(NamedTuple):
    """How one kind of decision is shown, worded and read."""

    show: Callable[[Question], RenderableType]
    words: Callable[[Question], str]
    read: Callable[[str], Action | None]
    hint: Callable[[Question], str]


# --- A card to play --------------------------------------------------------------------------


def show_hand(question: Question) -> RenderableType:
    """Every card that may be played, with what it would do now."""
    title = question.scene.words.say("table.hand")
    return choices(title, [_play_entry(question, play) for play in question.legal], question.width)


def _play_entry(question: Question, play: PlayCard) -> tuple[Text, str]:
    what = foretell(question.scene, question.game.preview(question.view, play))
    if not play.reverse:
        return chip(play.card, bold=True), what
    value = question.game.rules.value(play)  # type: ignore[attr-defined]
    return Text(f"{play.card:>3}r", style="magenta"), question.scene.words.say(
        "preview.reversed", value=value, what=what
    )


def read_play(text: str) -> Action | None:
    """``44``, or ``24r`` for the reversed digits."""
    found = re.fullmatch(r"(\d{1,4})\s*(r?)", text, re.IGNORECASE)
    return PlayCard(int(found[1]), reverse=bool(found[2])) if found else None


def play_hint(question: Question) -> str:
    """What may be typed; reversing is explained where it is possible."""
    reversing = any(play.reverse for play in question.legal)
    return question.scene.words.say("ask.hint_card_reversed" if reversing else "ask.hint_card")


# --- A row to take ---------------------------------------------------------------------------


def show_rows(question: Question) -> RenderableType:
    """Which card it is about, and what each row costs."""
    scene, view = question.scene, question.view
    costs = [f"[bold]{number}[/]: {scene.heads(row.heads)}" for number, row in enumerate(view.rows, 1)]
    return Group(Text(scene.words.say("ask.row_why", card=view.queue[0].card)), " · ".join(costs))


def row_words(question: Question) -> str:
    """The question."""
    return question.scene.words.say("ask.row", rows=len(question.view.rows))


def read_row(text: str) -> Action | None:
    """Rows are counted from 1."""
    return TakeRow(int(text) - 1) if re.fullmatch(r"\d{1,4}", text) else None


def row_hint(question: Question) -> str:
    """What may be typed."""
    return question.scene.words.say("ask.hint_row", rows=len(question.view.rows))


# --- A card to draft -------------------------------------------------------------------------


def show_pool(question: Question) -> RenderableType:
    """The cards that lie face up, after those already taken."""
    words, view = question.scene.words, question.view
    return card_grid(words.say("table.pool"), view.pool, question.width)


def read_draft(text: str) -> Action | None:
    """The number of a card."""
    return DraftCard(int(text)) if re.fullmatch(r"\d{1,4}", text) else None


def _fixed(key: str) -> Callable[[Question], str]:
    return lambda question: question.scene.words.say(key)


PROMPTS: dict[str, Prompt] = {
    "card": Prompt(show_hand, _fixed("ask.card"), read_play, play_hint),
    "row": Prompt(show_rows, row_words, read_row, row_hint),
    "draft": Prompt(show_pool, _fixed("ask.draft"), read_draft, _fixed("ask.hint_draft")),
}


def refused(scene: Scene, refusal: Refusal, action: Action) -> str:
    """Why not, in the player's language."""
    card = getattr(action, "card", None)
    row = getattr(action, "row", -1) + 1
    for key in (f"refusals.{refusal.code}/{refusal.rule}", f"refusals.{refusal.code}"):
        if key in scene.words:
            return scene.words.say(key, card=card, row=row)
    return refusal.sentence
