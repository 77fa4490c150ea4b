"""Prompts of Surprise and Versus the Ox: which special to use, how to vote on a proposal, and what follows.

A use is typed as numbers: its number in the menu, then the card or the row it is for. 0 passes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ..actions import Action
from ..cards import HEADS
from ..games.surprise.actions import CancelCards, ExchangeSpecial, TurnPositive
from ..games.surprise.events import HeadsCancelled
from ..games.versus_ox.actions import OrderCard, UnorderCard, UseOrder, Vote, WithdrawSort
from ..specials.actions import Pass, UseReplace
from .phrases import plays_in_words, use_in_words
from .prompts import Prompt, Question, fixed, numbers_in, one_number
from .scene import listed
from .sheets import chip
from .table import choices

MOST_LISTED = 6
"""Up to this many uses of a special are listed one by one; for more, the menu only says how to type them."""


# --- A menu of specials --------------------------------------------------------------------------


def kinds(question: Question) -> list[type[Any]]:
    """The kinds of use that are possible now, in menu order."""
    return list(dict.fromkeys(type(action) for action in question.legal if not isinstance(action, Pass)))


def typed_use(question: Question, action: Action) -> str:
    """What must be typed for an action of the menu."""
    if isinstance(action, Pass):
        return "0"
    number = kinds(question).index(type(action)) + 1
    values = (getattr(action, name) + (name == "row") for name in action.__struct_fields__)
    return " ".join(map(str, (number, *values)))


def read_use(question: Question, text: str) -> Action | None:
    """The number in the menu, then a card or a row or both."""
    numbers = numbers_in(text)
    if numbers == [0]:  # ``00`` too, which passes for the rest of the turn
        return Pass()
    offered = kinds(question)
    if not numbers or not 1 <= numbers[0] <= len(offered):
        return None
    kind = offered[numbers[0] - 1]
    names: tuple[str, ...] = kind.__struct_fields__
    if len(names) != len(numbers) - 1:
        return None
    action: Action = kind(*(value - (name == "row") for name, value in zip(names, numbers[1:], strict=True)))
    return action


def show_uses(question: Question) -> RenderableType:
    """Which card is next, and what every special would do."""
    words, view = question.scene.words, question.view
    title = words.say("menu.title")
    menu = choices(title, list(_entries(question)), question.width)
    if not view.queue:
        return menu
    return Group(Text(words.say("table.coming", plays=plays_in_words(question.scene, view.queue))), menu)


def _entries(question: Question) -> Iterator[tuple[Text, str]]:
    words = question.scene.words
    yield Text("0", style="bold"), _with_preview(words.say("uses.pass"), question.foretell(Pass()))
    if question.scene.is_team:
        yield Text("00", style="bold"), words.say("uses.pass_turn")
    for kind in kinds(question):
        uses = [action for action in question.legal if type(action) is kind]
        yield from _listed(question, uses) if len(uses) <= MOST_LISTED else _summed_up(question, uses)


def _listed(question: Question, uses: Sequence[Action]) -> Iterator[tuple[Text, str]]:
    for use in uses:
        said = use_in_words(question.scene.words, use)
        yield Text(typed_use(question, use), style="bold"), _with_preview(said, question.foretell(use))


def _summed_up(question: Question, uses: Sequence[Action]) -> Iterator[tuple[Text, str]]:
    words = question.scene.words
    number, *_ = typed_use(question, uses[0]).split()
    places = [words.say(f"help.value.{name}") for name in uses[0].__struct_fields__]
    special = words.say(f"specials.{uses[0].special}")  # type: ignore[attr-defined]
    example = typed_use(question, uses[0])
    yield Text(" ".join([number, *places]), style="bold"), words.say("menu.many", special=special, example=example)


def _with_preview(said: str, preview: str) -> str:
    return f"{said} → {preview}" if preview else said


# --- What follows --------------------------------------------------------------------------------


def show_exchange(question: Question) -> RenderableType:
    """The player's specials, one of which may be exchanged."""
    words = question.scene.words
    entries = [(Text(str(number), style="bold"), _exchange(question, use)) for number, use in enumerate(question.legal)]
    return choices(words.say("menu.exchange"), entries, question.width)


def _exchange(question: Question, action: Action) -> str:
    words = question.scene.words
    if isinstance(action, ExchangeSpecial):
        return words.say("uses.exchange_special", special=words.say(f"specials.{action.special}"))
    return words.say("uses.keep")


def read_listed(question: Question, text: str) -> Action | None:
    """The number of an answer in the list, from 0."""
    number = one_number(text)
    if number is None or number >= len(question.legal):
        return None
    action: Action = question.legal[number]
    return action


def show_overflow(question: Question) -> RenderableType:
    """What was taken, and whether a card of it is to turn positive."""
    took = question.scene.words.say("menu.overflow", cards=listed(question.view.taken))
    return choices(took, list(_entries(question)), question.width)


def show_positive(question: Question) -> RenderableType:
    """The cards of the row just taken."""
    entries = [(chip(action.card), _cancelling(question, action)) for action in question.legal]
    return choices(question.scene.words.say("menu.positive"), entries, question.width)


def _cancelling(question: Question, action: TurnPositive) -> str:
    told = question.game.preview(question.view, action)
    heads = next(event.heads for event in told if isinstance(event, HeadsCancelled))
    return question.scene.words.say("preview.cancels", heads=question.scene.heads(heads))


def read_positive(question: Question, text: str) -> Action | None:
    """The number of a card."""
    number = one_number(text)
    return None if number is None else TurnPositive(number)


def show_cancel(question: Question) -> RenderableType:
    """What the positive card may cancel, each card with its heads."""
    title = question.scene.words.say("menu.cancel", card=question.view.positive)
    lines = [(Text(str(number), style="bold"), _cards_and_heads(way)) for number, way in enumerate(question.legal, 1)]
    return choices(title, lines, question.width)


def _cards_and_heads(way: CancelCards) -> str:
    return f"{listed(way.cards)} ({' + '.join(str(HEADS[card]) for card in way.cards)})"


def read_cancel(question: Question, text: str) -> Action | None:
    """The number of a line, from 1; the first one needs none."""
    number = one_number(text) if text else 1
    if number is None or not 1 <= number <= len(question.legal):
        return None
    action: Action = question.legal[number - 1]
    return action


def show_proposal(question: Question) -> RenderableType:
    """What is proposed, by whom, and the possible answers."""
    scene, proposal = question.scene, question.view.proposal
    use = use_in_words(scene.words, proposal.use)
    told = scene.words.say("menu.proposal", who=scene.name(proposal.seat), use=use)
    answers = " · ".join(
        scene.words.say("show.pair", label=typed_vote(vote), value=scene.words.say(f"uses.{_answer(vote)}"))
        for vote in question.legal
    )
    return Group(Text(told, style="bold"), Text(answers))


def _answer(vote: Vote) -> str:
    return "agree" if vote.agree else "refuse"


def typed_vote(vote: Vote) -> str:
    """What must be typed for a vote."""
    return "1" if vote.agree else "0"


def read_vote(question: Question, text: str) -> Action | None:
    """1 is yes, 0 is no."""
    return {"1": Vote(True), "0": Vote(False)}.get(text)


def show_replacements(question: Question) -> RenderableType:
    """The cards that could be placed instead."""
    entries = [(chip(action.card), question.foretell(action)) for action in question.legal]
    return choices(question.scene.words.say("table.hand"), entries, question.width)


def read_replacement(question: Question, text: str) -> Action | None:
    """The number of a card."""
    number = one_number(text)
    return None if number is None else UseReplace(number)


def show_order(question: Question) -> RenderableType:
    """The cards in the order chosen so far, and those that have no place yet."""
    scene, view = question.scene, question.view
    by_card = {play.card: play for play in view.queue}
    left = [by_card[action.card] for action in question.legal if isinstance(action, OrderCard)]
    placed = [by_card[card] for card in view.named] or [play for play in view.queue if play not in left]
    lines = [scene.words.say("menu.ordered", plays=plays_in_words(scene, placed))] if placed else []
    if left:
        lines.append(scene.words.say("menu.waiting", plays=plays_in_words(scene, left)))
    if WithdrawSort() in question.legal:
        lines.append(scene.words.say("menu.order_done"))
    return Group(*map(Text, lines))


def read_order(question: Question, text: str) -> Action | None:
    """The number of a card, ``-`` to take one back, ``0`` to give up (``00``: and pass), ``1`` to propose the order."""
    number = one_number(text)
    if text == "00":
        return Pass()
    if number == 1 and not any(isinstance(action, OrderCard) for action in question.legal):
        return UseOrder(question.view.named)
    if number is None:
        return UnorderCard() if text == "-" else None
    return OrderCard(number) if number else WithdrawSort()


SPECIAL_PROMPTS = {
    "window": Prompt(show_uses, fixed("ask.use"), read_use, fixed("ask.hint_use")),
    "exchange": Prompt(show_exchange, fixed("ask.exchange"), read_listed, fixed("ask.hint_listed")),
    "overflow": Prompt(show_overflow, fixed("ask.use"), read_use, fixed("ask.hint_listed")),
    "positive": Prompt(show_positive, fixed("ask.positive"), read_positive, fixed("ask.hint_positive")),
    "cancel": Prompt(show_cancel, fixed("ask.cancel"), read_cancel, fixed("ask.hint_cancel")),
    "vote": Prompt(show_proposal, fixed("ask.vote"), read_vote, fixed("ask.hint_vote")),
    "replace": Prompt(show_replacements, fixed("ask.replace"), read_replacement, fixed("ask.hint_card")),
    "order": Prompt(show_order, fixed("ask.order"), read_order, fixed("ask.hint_order")),
}
