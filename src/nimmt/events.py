"""What happened, as frozen facts in the past tense; each knows what of it a seat may see."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from .actions import Play, snake_case

Mark = Literal["odd", "even", "up", "down", "caper", "seven", "stop"]
"""What can lie at a row: the Even/Odd face, the Climb arrow, Caper, or one of the specials 7-takes and Stop."""

ReasonCode = Literal[
    "smallest_difference",
    "marked_row_wins_tie",
    "sixth_card",
    "full_row",
    "lower_than_all",
    "fits_no_row",
    "chosen",
    "caper_landed",
    "lowest_start_card",
    "starts_here",
    "lowest_end",
    "next_row",
    "lowest_bid",
    "next_bid",
    "first_letter",
    "rows_full",
    "nothing_to_draw",
    "fifth_card",
    "higher_than_top",
    "first_pile",
    "new_pile_needed",
    "new_pile_chosen",
    "seventh_card",
    "empty_row",
    "new_row",
    "inserted_one_too_many",
    "slid_one_too_many",
    "special_used",
    "row_taken",
    "fewest_heads",
    "team_decided",
]


class Reason(Struct, frozen=True, gc=False, array_like=True):
    """Why it happened: a code and the numbers that belong to it, never a sentence."""

    code: ReasonCode
    numbers: tuple[int, ...] = ()


class Outcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended: points by round and seat, totals, and places (1 is best, ties share a place).

    Whether few points are good or many depends on the game: only `ranks` says who won. A team has the
    same total at every seat; all its seats are first if it beat its `opponent`, and second if it did not.
    """

    rounds: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    opponent: int | None = None  # the total of an opponent who has no seat

    @property
    def drawn(self) -> bool:
        """Whether a team and its opponent have the same total (Q-CO12)."""
        return self.opponent is not None and self.opponent == self.totals[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """Every seat in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Event(Struct, frozen=True, gc=False, tag=snake_case, forbid_unknown_fields=True):
    """One thing that happened."""

    secret: ClassVar[bool] = False
    """Whether it answers a secret decision, so that nobody may learn when it came, or before whose (Q-X1)."""

    def seen_by(self, seat: int | None) -> "Event | None":
        """What this seat (None: a spectator) is told: everything, unless an event says otherwise."""
        return self


class RoundStarted(Event, frozen=True):
    """A new round began (B-12)."""

    round: int


class CardsOffered(Event, frozen=True):
    """The cards to draft from were laid out face up, and this seat takes the first one (P-3)."""

    cards: tuple[int, ...]
    first: int


class CardDrafted(Event, frozen=True):
    """A seat took a card from those that lie face up (P-3)."""

    seat: int
    card: int


class HandDealt(Event, frozen=True):
    """A seat was dealt its hand; others see only how many cards (B-3)."""

    seat: int
    count: int
    cards: tuple[int, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        """Only the owner sees the cards."""
        return self if seat == self.seat else replace(self, cards=None)


class RowsLaid(Event, frozen=True):
    """The first cards of the rows were laid out (B-3)."""

    cards: tuple[int, ...]


class CardSealed(Event, frozen=True):
    """A seat chose its card; others learn that it chose, not what, nor that it changed its mind (B-4, Q-X1)."""

    secret: ClassVar[bool] = True

    seat: int
    card: int | None
    reverse: bool | None
    again: bool

    def seen_by(self, seat: int | None) -> Event | None:
        """Only the owner sees the card and a second choice."""
        if seat == self.seat:
            return self
        return None if self.again else CardSealed(self.seat, None, None, False)


class CardsRevealed(Event, frozen=True):
    """All cards were turned up; they are placed in this order (B-5)."""

    plays: tuple[Play, ...]


class CardPlaced(Event, frozen=True):
    """A card was put at the end of a row (B-7)."""

    seat: int
    card: int
    row: int
    reason: Reason


class FoundNoRow(Event, frozen=True):
    """A card fits no row: its owner must take one (B-9)."""

    seat: int
    card: int
    reason: Reason


class RowTaken(Event, frozen=True):
    """A seat took these cards of a row because of the card that it played, inserted or slid (B-8, B-9, SU-10, SU-12).

    `left` is what the row holds now; a row of which nothing is left vanishes.
    """

    seat: int
    row: int
    cards: tuple[int, ...]
    heads: int
    card: int
    left: tuple[int, ...]
    reason: Reason


class MarkMoved(Event, frozen=True):
    """A marker came to a row, from another one or, when the round is set up or a special is used, from elsewhere."""

    mark: Mark
    source: int | None
    row: int
    reason: Reason


class RoundEnded(Event, frozen=True):
    """The round is over: heads of this round and totals by seat (B-12)."""

    round: int
    heads: tuple[int, ...]
    totals: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The game is over (B-13)."""

    outcome: Outcome


RowEvent = (
    RoundStarted
    | CardsOffered
    | CardDrafted
    | HandDealt
    | RowsLaid
    | CardSealed
    | CardsRevealed
    | CardPlaced
    | FoundNoRow
    | RowTaken
    | MarkMoved
    | RoundEnded
    | GameEnded
)
"""What can happen in every row game."""


def seen_by(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """These events as this seat (None: a spectator) is told of them."""
    told = [event.seen_by(seat) for event in events]
    return tuple([event for event in told if event is not None])
