"""Results, game by game, as they are stored."""

from typing import Literal

from msgspec import Struct

FailureKind = Literal["raised", "illegal", "slow", "died"]


class Failure(Struct, frozen=True):
    """A bot that spoiled a game: which, and how."""

    bot: str
    kind: FailureKind
    sentence: str


class GamePlayed(Struct, frozen=True, omit_defaults=True):
    """A finished game, or the failure that ended it."""

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
