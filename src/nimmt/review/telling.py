"""A review in words: the sentence that says why a choice was good or bad, true to its figures."""

from ..words import Words
from .report import Decision


def why(words: Words, decision: Decision) -> str:
    """The reason for a decision's mark; nothing where there is nothing to say."""
    if decision.mark == "fine":
        return ""
    one, other = decision.options[decision.picked], decision.options[decision.reason.rival]
    return words.say(
        f"review.reasons.{'brilliant' if decision.mark == 'brilliant' else decision.reason.key}",
        card=name(decision, decision.picked),
        other=name(decision, decision.reason.rival),
        margin=words.figure(other.mean - one.mean, ".1f"),
        takes=round(100 * one.takes),
        other_takes=round(100 * other.takes),
        now=words.figure(one.now, ".1f"),
        later=words.figure(one.later, ".1f"),
        other_now=words.figure(other.now, ".1f"),
        other_later=words.figure(other.later, ".1f"),
        unseen=decision.reason.unseen,
    )


def name(decision: Decision, place: int) -> str:
    """A card, read backwards where it was, or the number of a row."""
    option = decision.options[place]
    return str(option.row) if option.row is not None else f"{'↺' if option.reverse else ''}{option.card}"
