"""Who sits at the table, and who of them is looking at the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..words import Words


@dataclass(frozen=True)
class Scene:
    """The words and the names; `you` is the seat at the keyboard, None for a story told to nobody in particular."""

    words: Words
    names: Sequence[str]
    players: int
    you: int | None = None

    def name(self, seat: int) -> str:
        """What a seat is called."""
        given = self.names[seat] if seat < len(self.names) else ""
        if given:
            return given
        return self.words.say("table.you") if seat == self.you else self.words.say("table.seat", seat=seat + 1)

    @property
    def longest_name(self) -> int:
        """How wide a column of names is; very long ones are cut."""
        return min(16, max(len(self.name(seat)) for seat in range(self.players)))

    def addressed(self, seat: int) -> bool:
        """Whether the sentence speaks to this seat, and not about it by its name."""
        return seat == self.you and self.name(seat) == self.words.say("table.you")

    def heads(self, number: int) -> str:
        """So many heads."""
        return self.words.count("heads", number)


def listed(cards: Iterable[int]) -> str:
    """Card numbers in a row."""
    return " ".join(map(str, cards))
