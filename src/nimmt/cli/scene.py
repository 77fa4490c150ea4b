"""Who sits at the table, and which of them is looking at the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import category

from ..cards import HEADS
from ..games.registry import rules_of
from ..words import Words

OPPONENT = -1
"""The Ox, which sits at no seat."""


@dataclass(frozen=True)
class Scene:
    """The words, the game and the names; `you` is the seat at the keyboard, None for a story told to nobody.

    `faces` are the heads printed on the cards in play, by card.
    """

    words: Words
    key: str
    names: Sequence[str]
    players: int
    you: int | None = None
    faces: Sequence[int] = HEADS

    @property
    def most_points_win(self) -> bool:
        """Whether high scores win; in other games a score is heads, which nobody wants."""
        return rules_of(self.key).counts == "points"

    @property
    def is_team(self) -> bool:
        """Whether all seats play together."""
        return rules_of(self.key).is_team

    def name(self, seat: int) -> str:
        """What a seat is called."""
        if seat == OPPONENT:
            return self.words.say("table.ox")
        given = printable(self.names[seat]).strip() if seat < len(self.names) else ""
        if given:
            return given
        return self.words.say("table.you") if seat == self.you else self.words.say("table.seat", seat=seat + 1)

    @property
    def longest_name(self) -> int:
        """How wide a column of names is; very long names are cut."""
        seats = range(OPPONENT if self.is_team else 0, self.players)
        return min(16, max(len(self.name(seat)) for seat in seats))

    def addressed(self, seat: int) -> bool:
        """Whether a sentence says “you” to this seat instead of naming it."""
        return seat == self.you and self.name(seat) == self.words.say("table.you")

    def say(self, key: str, seat: int, **values: object) -> str:
        """A sentence about what a seat does."""
        return self.words.say(key, self.addressed(seat), **values)

    def heads(self, number: int) -> str:
        """A number of heads, such as ``3 heads``."""
        return self.words.count("heads", number)


def nameless(names: Sequence[str]) -> int | None:
    """The only seat of a record that has no name: whoever played in the terminal, and that is you."""
    seats = [seat for seat, name in enumerate(names) if not name.strip()]
    return seats[0] if len(seats) == 1 and len(names) > 1 else None


def printable(text: str) -> str:
    """A text from a file, without characters that could control the terminal or reverse the line."""
    return "".join(sign for sign in text if category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))


def listed(cards: Iterable[int]) -> str:
    """Card numbers in a row."""
    return " ".join(map(str, cards))
