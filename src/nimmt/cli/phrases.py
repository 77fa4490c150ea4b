"""Cards, bids, specials and the like in words."""

from collections.abc import Iterable, Sequence

from ..actions import Action, Play
from ..games.bullenparty import ZERO, ShownBid
from ..words import Words
from .scene import Scene, listed


def plays_in_words(scene: Scene, plays: Sequence[Play]) -> str:
    """Cards with their owners, and with their value where it differs from the number."""
    return " · ".join(f"{_card(scene, play)} {scene.name(play.seat)}" for play in plays)


def _card(scene: Scene, play: Play) -> str:
    if not play.reversed:
        return str(play.card)
    return scene.words.say("events.cards_revealed.reversed", card=play.card, value=play.value)


def bids_in_words(scene: Scene, bids: Sequence[ShownBid]) -> str:
    """Bids with their owners."""
    return " · ".join(f"{_bid(scene, bid)} {scene.name(bid.seat)}" for bid in bids)


def _bid(scene: Scene, bid: ShownBid) -> str:
    """A number, or the zero card with its letter."""
    return str(bid.card) if bid.card != ZERO else scene.words.say("party.zero", letter=bid.letter)


def piles_in_words(piles: Sequence[Sequence[int]]) -> str:
    """Piles from bottom to top."""
    return " | ".join(map(listed, piles))


def special_names(words: Words, specials: Iterable[str]) -> str:
    """Specials by their names; equal ones are counted."""
    held = list(specials)
    names = [(words.say(f"specials.{special}"), held.count(special)) for special in dict.fromkeys(held)]
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in names)


def use_in_words(words: Words, use: Action) -> str:
    """The use of a special, as somebody proposes it."""
    tag = use.__struct_config__.tag
    row = getattr(use, "row", -1) + 1
    order = " · ".join(map(str, getattr(use, "order", ())))
    return words.say(f"uses.{tag}", card=getattr(use, "card", None), row=row, order=order)
