"""Prompts of every row game: a card to play, a row to take, a card to draft."""

import re

from rich.console import Group, RenderableType
from rich.text import Text

from ..actions import Action, DraftCard, PlayCard, TakeRow
from .prompts import Prompt, Question, fixed, one_number, row_reader, with_rows
from .sheets import chip
from .table import Entry, card_grid, choices, in_columns


def show_hand(question: Question) -> RenderableType:
    """Every card that may be played, with what it would do now; beside it the same card reversed."""
    title = question.scene.words.say("table.hand")
    printed, reversible = ([play for play in question.legal if play.reverse is turned] for turned in (False, True))
    entries = [_play_entry(question, play) for play in printed]
    if not reversible:
        return choices(title, entries, question.width)
    turned = {play.card: _play_entry(question, play) for play in reversible}
    return in_columns(title, [entries, [turned.get(play.card, (Text(""), "")) for play in printed]], question.width)


def _play_entry(question: Question, play: PlayCard) -> Entry:
    what = question.foretell(play)
    if not play.reverse:
        return chip(play.card, bold=True), what
    value = question.game.rules.value(play)  # type: ignore[attr-defined]
    return Text(f"{play.card:>3}r", style="magenta"), question.scene.words.say(
        "preview.reversed", value=value, what=what
    )


def read_play(question: Question, text: str) -> Action | None:
    """``44``, or ``24r`` for the reversed digits."""
    found = re.fullmatch(r"(\d{1,4})\s*(r?)", text, re.IGNORECASE)
    return PlayCard(int(found[1]), reverse=bool(found[2])) if found else None


def play_hint(question: Question) -> str:
    """What may be typed; reversing is explained where it is possible."""
    reversing = any(play.reverse for play in question.legal)
    return question.scene.words.say("ask.hint_card_reversed" if reversing else "ask.hint_card")


def show_rows(question: Question) -> RenderableType:
    """Which card fits nowhere, and what each row costs."""
    scene, view = question.scene, question.view
    allowed = [action.row for action in question.legal]
    costs = [
        scene.words.say("show.pair", label=f"[bold]{row + 1}[/]", value=scene.heads(view.facts.rows[row].heads))
        for row in allowed
    ]
    return Group(Text(scene.words.say("ask.row_why", card=view.queue[0].card)), " · ".join(costs))


def show_pool(question: Question) -> RenderableType:
    """The cards already drafted, then those that still lie face up."""
    words, view = question.scene.words, question.view
    pool = card_grid(words.say("table.pool"), view.pool, question.width)
    return Group(card_grid(words.say("table.drafted"), view.hand, question.width), pool) if view.hand else pool


def read_draft(question: Question, text: str) -> Action | None:
    """The number of a card."""
    number = one_number(text)
    return None if number is None else DraftCard(number)


ROW_PROMPTS = {
    "card": Prompt(show_hand, fixed("ask.card"), read_play, play_hint),
    "row": Prompt(show_rows, with_rows("ask.row"), row_reader(TakeRow), with_rows("ask.hint_row")),
    "draft": Prompt(show_pool, fixed("ask.draft"), read_draft, fixed("ask.hint_draft")),
}
