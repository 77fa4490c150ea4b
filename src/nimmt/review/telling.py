"""A review in words: what was chosen, and the sentence that says why that was good or bad, true to its figures."""

from collections.abc import Iterable

from ..actions import Action
from ..games.bullenparty import ZERO, Bid, LayCard
from ..words import Words
from .report import MODEL, Decision, Measure, Review

NOUNS: dict[Measure, str] = {"heads": "heads", "balance": "heads", "lead": "points"}


def why(words: Words, decision: Decision, measure: Measure = "heads") -> str:
    """The reason for a decision's mark; nothing where there is nothing to say."""
    if decision.mark in ("fine", "unclear"):
        return ""
    one, other = decision.options[decision.picked], decision.options[decision.reason.rival]
    key = decision.reason.key
    if decision.mark == "brilliant":
        key = "brilliant" if one.takes is not None and one.row is None else "best"  # type: ignore[assignment]
    return words.say(
        f"review.reasons.{key}",
        card=str(one.row) if key == "row" else name(words, decision, decision.picked),
        other=str(other.row) if key == "row" else name(words, decision, decision.reason.rival),
        loss=words.amount(NOUNS[measure], decision.loss),
        lead=words.amount(NOUNS[measure], other.mean - one.mean),
        takes=one.percent,
        other_takes=other.percent,
        now=words.amount(NOUNS[measure], one.at_once),
        later=words.figure(one.later, ".1f"),
        other_now=words.figure(other.at_once, ".1f"),
        other_later=words.figure(other.later, ".1f"),
        unseen=decision.reason.unseen,
    )


def given(words: Words, found: Review) -> str:
    """What was given away against the best choices."""
    return words.amount(NOUNS[found.measure], found.given_away, found.given_away_error, ".2f")


def name(words: Words, decision: Decision, place: int) -> str:
    """A card, read backwards where it was; a row by its number; or what else was done."""
    option = decision.options[place]
    if option.action is not None:
        return in_words(words, option.action)
    if option.row is None:
        return f"{'↺' if option.reverse else ''}{option.card}"
    return words.say("review.took_row", row=option.row)


def in_words(words: Words, action: Action) -> str:
    """What is done besides playing a card or taking a row."""
    tag = action.__struct_config__.tag
    form = "zero" if action == Bid(ZERO) else "new" if isinstance(action, LayCard) and action.pile is None else tag
    own = f"review.choices.{form}"
    return words.say(
        own if own in words else f"uses.{tag}",
        card=getattr(action, "card", None),
        row=getattr(action, "row", -1) + 1,
        pile=(getattr(action, "pile", None) or 0) + 1,
        order=" · ".join(map(str, getattr(action, "order", ()))),
        cards=", ".join(map(str, getattr(action, "cards", ()))),
    )


def model(words: Words, found: Review) -> str:
    """Who plays in the worlds."""
    return words.say("review.model" if found.model == MODEL else "review.playouts")


def unjudged(words: Words, found: Review) -> Iterable[str]:
    """What is left out, and why."""
    if found.unjudged:
        kinds = ", ".join(words.say(f"review.kinds.{kind}") for kind in found.unjudged)
        yield words.say("review.unjudged", kinds=kinds)
    if found.measure != "heads" or found.par is None:
        yield words.say("review.unsplit")
