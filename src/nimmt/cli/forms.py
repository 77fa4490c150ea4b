"""What fills the places of a sentence about an event: the forms that `story.toml` names."""

from collections.abc import Callable, Sequence
from typing import Any

from ..events import Reason
from ..games.bullenparty.data import LETTERS
from .phrases import bids_in_words, piles_in_words, plays_in_words, special_names, use_in_words
from .scene import Scene, listed


def _number(scene: Scene, number: object) -> object:
    return number


def _nth(reason: Reason, place: int) -> int | None:
    return reason.numbers[place] if place < len(reason.numbers) else None


def _letter(scene: Scene, reason: Reason) -> str:
    return LETTERS[reason.numbers[0] - 1] if reason.code == "first_letter" else ""


def _piles(scene: Scene, piles: Sequence[Any]) -> str:
    return piles_in_words([getattr(pile, "cards", pile) for pile in piles])


def _seats(scene: Scene, numbers: Sequence[int]) -> str:
    return " · ".join(f"{scene.name(seat)} {number}" for seat, number in enumerate(numbers))


def _special(scene: Scene, special: str | None) -> str:
    return scene.words.say(f"specials.{special}") if special else scene.words.count("specials", 1)


def _specials(scene: Scene, specials: Sequence[str] | None, count: int | None = None) -> str:
    """Their names where those are known, otherwise how many there are."""
    unknown = not specials and count is not None
    return scene.words.count("specials", count or 0) if unknown else special_names(scene.words, specials or ())


def _balance(scene: Scene, *numbers: int) -> int:
    *gains, loss = numbers
    return sum(gains) - loss


FORMS: dict[str, Callable[..., object]] = {
    "number": _number,
    "place": lambda scene, place: place + 1,
    "first": lambda scene, reason: _nth(reason, 0),
    "second": lambda scene, reason: _nth(reason, 1),
    "letter": _letter,
    "list": lambda scene, numbers: ", ".join(map(str, numbers)),
    "cards": lambda scene, cards: listed(cards),
    "piles": _piles,
    "plays": plays_in_words,
    "bids": bids_in_words,
    "seats": _seats,
    "special": _special,
    "specials": _specials,
    "mark": lambda scene, mark: scene.words.say(f"marks.{mark}.name"),
    "use": lambda scene, use: use_in_words(scene.words, use),
    "balance": _balance,
}


def fill(scene: Scene, form: str, look: Callable[[str], Any]) -> object:
    """Fill a place: ``"place row"`` is the form and its field, ``"count cards hand"`` a noun and what is counted."""
    kind, *fields = form.split()
    if kind != "count":
        return FORMS[kind](scene, *map(look, fields))
    noun, *counted = fields
    return scene.words.count(noun, sum(map(_amount, map(look, counted))))


def _amount(value: Any) -> int:
    return value or 0 if value is None or isinstance(value, int) else len(value)
