"""Prompts of Bullenparty: a bid, a row to take or to extend, and the next card to lay down."""

from rich.console import Group, RenderableType
from rich.text import Text

from ..actions import Action
from ..games.bullenparty import ZERO, Bid, ClaimRow, Done, ExtendRow, LayCard, TakeCardBack
from .prompts import Prompt, Question, fixed, numbers_in, one_number, row_reader, with_rows
from .table import card_grid


def show_hand(question: Question) -> RenderableType:
    """The hand, and whether the zero card can be bid."""
    words, view = question.scene.words, question.view
    cards = card_grid(words.say("party.hand"), view.hand, question.width, question.scene.faces)
    if not any(action == Bid(ZERO) for action in question.legal):
        return cards
    return Group(cards, Text(words.say("party.own_zero", letter=view.letter)))


def read_bid(question: Question, text: str) -> Action | None:
    """The number of a card; 0 is the zero card."""
    number = one_number(text)
    return None if number is None else Bid(number)


def show_claim(question: Question) -> RenderableType:
    """What there is to take."""
    return Text(question.scene.words.say("party.choose"))


def show_drawn(question: Question) -> RenderableType:
    """The card that needs a row."""
    return Text(question.scene.words.say("party.drawn", card=question.view.drawn))


# --- Laying down ---------------------------------------------------------------------------------


def show_laying(question: Question) -> RenderableType:
    """The hand, the player's piles by number, and how many cards must still be laid."""
    words, view = question.scene.words, question.view
    piles = [
        words.say("show.pair", label=f"[bold]{number}[/]", value=" ".join(map(str, pile)))
        for number, pile in enumerate(view.own_piles, 1)
    ]
    hand = [card_grid(words.say("party.hand"), view.hand, question.width, question.scene.faces)] if view.hand else []
    parts: list[RenderableType] = [*hand]
    parts += [words.say("party.own_piles"), *piles] if piles else []
    return Group(*parts, Text(words.say("party.to_lay", cards=words.count("cards", view.to_lay))))


def read_step(question: Question, text: str) -> Action | None:
    """``42`` where it fits best, ``42 2`` on pile 2, ``42 0`` as a new pile; ``-`` takes back, ``0`` is done."""
    if text == "-":
        return TakeCardBack()
    match numbers_in(text):
        case [0]:
            return Done()
        case [card]:
            return LayCard(card, _best_pile(question, card))
        case [card, 0]:
            return LayCard(card)
        case [card, pile]:
            return LayCard(card, pile - 1)
    return None


def _best_pile(question: Question, card: int) -> int | None:
    """The pile with the highest top below the card; None is a new one."""
    tops = {pile[-1]: number for number, pile in enumerate(question.view.own_piles) if pile[-1] < card}
    return tops[max(tops)] if tops else None


PARTY_PROMPTS = {
    "bid": Prompt(show_hand, fixed("ask.bid"), read_bid, fixed("ask.hint_bid")),
    "claim": Prompt(show_claim, with_rows("ask.party_row"), row_reader(ClaimRow), with_rows("ask.hint_row")),
    "extend": Prompt(show_drawn, with_rows("ask.party_row"), row_reader(ExtendRow), with_rows("ask.hint_row")),
    "lay": Prompt(show_laying, fixed("ask.lay"), read_step, fixed("ask.hint_lay")),
}
