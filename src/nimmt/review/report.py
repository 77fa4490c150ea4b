"""What a review says, as data."""

from typing import Literal

from msgspec import Struct

Mark = Literal["brilliant", "fine", "doubtful", "mistake", "blunder"]

MODEL = "master's policy"
"""Who plays in the worlds, in every seat: the bot `master` as it sees itself, without its search."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One choice: heads that it is expected to cost until the end of the round, with the standard error."""

    card: int
    mean: float
    error: float
    now: float  # heads of these in this turn
    takes: float  # chance that the card takes a row
    row: int | None = None  # the row that the card takes, where that is the choice
    reverse: bool = False

    @property
    def later(self) -> float:
        """Heads that are expected after this turn."""
        return max(self.mean - self.now, 0.0)


class Why(Struct, frozen=True, omit_defaults=True):
    """Why a choice was good or bad: the key of a sentence; its figures are those of two options."""

    key: Literal["low", "sixth", "room", "later", "row"]
    rival: int  # the place of what the choice is compared with: the best one, or the best of the others
    unseen: int = 0  # cards between the row's end and the card


class Decision(Struct, frozen=True, omit_defaults=True):
    """One decision, judged from what the seat knew. Choices are places in `options`."""

    round: int  # from 1, as people count
    turn: int
    kind: Literal["card", "row"]
    options: tuple[Option, ...]
    picked: int
    best: int
    expected: float  # heads until the end of the round, before the choice: what the model's own choices cost
    chosen: int  # the card or, where a row was chosen, the row from 1
    loss: float  # against the best choice; noise can make it negative
    loss_error: float
    luck: float  # what the others and the cards then gave (above 0) or took
    mark: Mark
    reason: Why
    step: int = 0  # how many actions of the game were taken before
    taken: int = 0  # heads that the seat had taken in this round before

    @property
    def mean(self) -> float:
        """Heads until the end of the round with what was chosen."""
        return self.options[self.picked].mean


class Verdict(Struct, frozen=True):
    """What every choice of one position is worth; losses, marks and reasons are those of each option."""

    options: tuple[Option, ...]
    best: int
    clear: bool  # whether the best one is better than every other by a head, and by more than three standard errors
    losses: tuple[float, ...]
    marks: tuple[Mark, ...]
    reasons: tuple[Why, ...]


class Round(Struct, frozen=True):
    """Result - par = - deal - luck - skill: what came from the cards, from the others, and from our own choices."""

    number: int
    result: int  # heads
    par: float  # the model's expectation before the deal
    deal: float  # luck of the deal
    luck: float  # luck of what the others played
    skill: float  # what the own choices gained on those of the model: 0 in the mean for whoever plays as it does
    lost: float  # against the best choices


class Review(Struct, frozen=True):
    """A game from one seat."""

    seat: int
    name: str
    model: str
    par: float
    par_error: float
    rounds: tuple[Round, ...]
    decisions: tuple[Decision, ...]
    given_away: float  # heads per round, against the best choices
    given_away_error: float
    unjudged: tuple[str, ...] = ()  # kinds of decisions that are left out
