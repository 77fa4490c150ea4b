"""Tellers for the special cards of Surprise and Versus the Ox."""

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from ..actions import Action
from ..games.surprise.events import HeadsCancelled, SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled
from ..games.versus_ox.events import (
    OrderChanged,
    OxDealt,
    OxRevealed,
    ProposalRefused,
    Proposed,
    SpecialsLaid,
    SpecialTurnedUp,
    Voted,
)
from ..specials.events import CardInserted, CardReplaced, CardSlid, MarkRemoved, Passed, RowVanished, SpecialUsed
from ..words import Words
from .lines import aside, line, plays_in_words
from .scene import Scene, listed
from .tell_rows import Pieces, Scores


def special_names(words: Words, specials: Iterable[str]) -> str:
    """Specials by their names; equal ones are counted."""
    held = list(specials)
    names = [(words.say(f"specials.{special}"), held.count(special)) for special in dict.fromkeys(held)]
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in names)


def use_in_words(words: Words, use: Action) -> str:
    """What somebody wants to do."""
    tag = use.__struct_config__.tag
    row = getattr(use, "row", -1) + 1
    return words.say(f"uses.{tag}", card=getattr(use, "card", None), row=row)


def special_used(scene: Scene, event: SpecialUsed, scores: Scores) -> Pieces:
    """Who uses what; what comes of it is told next."""
    special = scene.words.say(f"specials.{event.special}")
    yield line(scene, event.seat, scene.say("events.special_used.used", event.seat, special=special))


def card_inserted(scene: Scene, event: CardInserted, scores: Scores) -> Pieces:
    """Where a card was put into a row."""
    text = scene.words.say("events.card_inserted.inserted", row=event.row + 1, place=event.place + 1)
    yield line(scene, event.seat, text, event.card)


def card_slid(scene: Scene, event: CardSlid, scores: Scores) -> Pieces:
    """Which card went where."""
    key = "events.card_slid.slid"
    yield aside(scene.words.say(key, card=event.card, source=event.source + 1, row=event.row + 1))


def card_replaced(scene: Scene, event: CardReplaced, scores: Scores) -> Pieces:
    """Which card goes back, and which one comes."""
    text = scene.say("events.card_replaced.replaced", event.seat, old=event.old, new=event.new)
    yield line(scene, event.seat, text, event.new)


def mark_removed(scene: Scene, event: MarkRemoved, scores: Scores) -> Pieces:
    """What lies at a row no more."""
    mark = scene.words.say(f"marks.{event.mark}.name")
    yield aside(scene.words.say(f"events.mark_removed.{event.reason.code}", mark=mark, row=event.row + 1))


def row_vanished(scene: Scene, event: RowVanished, scores: Scores) -> Pieces:
    """The fifth row is gone."""
    yield aside(scene.words.say("events.row_vanished.gone", row=event.row + 1))


def specials_shuffled(scene: Scene, event: SpecialsShuffled, scores: Scores) -> Pieces:
    """How many specials the draw pile is made of."""
    count = len(event.face_up) + event.face_down
    yield aside(scene.words.say("events.specials_shuffled.shuffled", count=scene.words.count("specials", count)))


def specials_dealt(scene: Scene, event: SpecialsDealt, scores: Scores) -> Pieces:
    """The specials as far as they are known."""
    known = event.specials is not None and event.count
    got = special_names(scene.words, event.specials or ()) if known else scene.words.count("specials", event.count)
    yield line(scene, event.seat, scene.say("events.specials_dealt.dealt", event.seat, specials=got))


def special_discarded(scene: Scene, event: SpecialDiscarded, scores: Scores) -> Pieces:
    """What is given up for something else."""
    special = scene.words.say(f"specials.{event.special}")
    yield line(scene, event.seat, scene.say("events.special_discarded.discarded", event.seat, special=special))


def special_drawn(scene: Scene, event: SpecialDrawn, scores: Scores) -> Pieces:
    """What came instead, if it is known."""
    words = scene.words
    special = words.say(f"specials.{event.special}") if event.special else words.count("specials", 1)
    yield line(scene, event.seat, scene.say("events.special_drawn.drawn", event.seat, special=special))


def heads_cancelled(scene: Scene, event: HeadsCancelled, scores: Scores) -> Pieces:
    """Which cards count no more."""
    key = "cards" if event.cancelled else "points"
    cards, heads = listed(event.cancelled), scene.heads(event.heads)
    text = scene.words.say(f"events.heads_cancelled.{key}", card=event.card, cards=cards, heads=heads)
    yield line(scene, event.seat, text, event.card, style="green")


def ox_dealt(scene: Scene, event: OxDealt, scores: Scores) -> Pieces:
    """What the opponent has."""
    yield aside(scene.words.say("events.ox_dealt.dealt", cards=scene.words.count("cards", event.count)))


def ox_revealed(scene: Scene, event: OxRevealed, scores: Scores) -> Pieces:
    """The Ox's card, and the order of all."""
    plays = plays_in_words(scene, event.plays)
    yield Text(scene.words.say("events.ox_revealed.revealed", card=event.card, plays=plays), style="dim")


def specials_laid(scene: Scene, event: SpecialsLaid, scores: Scores) -> Pieces:
    """What the team may use."""
    key = "laid" if event.face_up else "none"
    specials = special_names(scene.words, event.face_up)
    yield aside(scene.words.say(f"events.specials_laid.{key}", specials=specials, left=event.left))


def special_turned_up(scene: Scene, event: SpecialTurnedUp, scores: Scores) -> Pieces:
    """What the team may use from now on."""
    special = scene.words.say(f"specials.{event.special}")
    yield aside(scene.words.say("events.special_turned_up.turned", special=special, left=event.left))


def passed(scene: Scene, event: Passed, scores: Scores) -> Pieces:
    """Nothing: it happens all the time, and nothing comes of it."""
    yield from ()


def proposed(scene: Scene, event: Proposed, scores: Scores) -> Pieces:
    """What somebody wants the team to do."""
    use = use_in_words(scene.words, event.use)
    yield line(scene, event.seat, scene.say("events.proposed.proposed", event.seat, use=use))


def voted(scene: Scene, event: Voted, scores: Scores) -> Pieces:
    """What somebody thinks of it."""
    yield line(scene, event.seat, scene.say(f"events.voted.{'agreed' if event.agree else 'refused'}", event.seat))


def proposal_refused(scene: Scene, event: ProposalRefused, scores: Scores) -> Pieces:
    """What the team does not do."""
    yield aside(scene.words.say("events.proposal_refused.refused", use=use_in_words(scene.words, event.use)))


def order_changed(scene: Scene, event: OrderChanged, scores: Scores) -> Pieces:
    """Who comes next now."""
    yield aside(scene.words.say("events.order_changed.order", plays=plays_in_words(scene, event.plays)))


SPECIAL_TELLERS: dict[type, Any] = {
    SpecialUsed: special_used,
    CardInserted: card_inserted,
    CardSlid: card_slid,
    CardReplaced: card_replaced,
    MarkRemoved: mark_removed,
    RowVanished: row_vanished,
    SpecialsShuffled: specials_shuffled,
    SpecialsDealt: specials_dealt,
    SpecialDiscarded: special_discarded,
    SpecialDrawn: special_drawn,
    HeadsCancelled: heads_cancelled,
    OxDealt: ox_dealt,
    OxRevealed: ox_revealed,
    SpecialsLaid: specials_laid,
    SpecialTurnedUp: special_turned_up,
    Passed: passed,
    Proposed: proposed,
    Voted: voted,
    ProposalRefused: proposal_refused,
    OrderChanged: order_changed,
}
