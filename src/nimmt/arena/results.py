"""What came of it, game by game, as it is written down."""

from typing import Literal

from msgspec import Struct


class Failure(Struct, frozen=True):
    """A bot that spoiled a game: which, and how."""

    bot: str
    kind: Literal["raised", "illegal", "slow", "died"]
    sentence: str


class GamePlayed(Struct, frozen=True, omit_defaults=True):
    """A game that came to its end, or the failure that ended it."""

    bots: tuple[str, ...]  # by seat
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    opponent: int | None = None
    rounds: int = 0
    seconds: tuple[float, ...] = ()  # of thought, by seat
    answers: tuple[int, ...] = ()  # by seat
    failure: Failure | None = None


class DealPlayed(Struct, frozen=True):
    """Every game that was played with one deal."""

    deal: int
    games: tuple[GamePlayed, ...]
