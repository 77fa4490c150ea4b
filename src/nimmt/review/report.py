"""What a review says, as data."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..actions import Action, PlayCard, TakeRow
from ..codec import AnyAction
from ..table import Phase

Mark = Literal["brilliant", "fine", "doubtful", "mistake", "blunder", "unclear"]
"""How good a choice was; `unclear`: the worlds differ too much, or tell too little."""
Measure = Literal["heads", "balance", "lead"]
"""What is expected: heads, the team's heads less those of the Ox, or how many points others are ahead on average."""

MODEL = "master's policy"
"""Who plays in the worlds, in every seat: the bot `master` as it sees itself, without its search."""
PLAYOUTS = "simple players"
"""The same where the bots of a game play it out: players of simple rules, who often choose at random."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One choice: what it is expected to cost until the end of the round, with the standard error."""

    mean: float
    error: float
    card: int | None = None
    now: float | None = None  # heads of these in this turn, where that is known
    takes: float | None = None  # chance that the card takes a row, where that is known
    row: int | None = None  # the row that the card takes, where that is the choice
    reverse: bool = False
    action: AnyAction | None = None  # what is done, where it is neither playing a card nor taking a row

    @property
    def at_once(self) -> float:
        """Heads of this turn."""
        return self.now or 0.0

    @property
    def later(self) -> float:
        """Heads that are expected after this turn."""
        return max(self.mean - self.at_once, 0.0)

    @property
    def percent(self) -> int:
        """In how many of a hundred worlds the card takes a row."""
        return round(100 * (self.takes or 0))

    @property
    def choice(self) -> Action:
        """What is done."""
        if self.action is not None:
            return self.action
        if self.row is not None:
            return TakeRow(self.row - 1)
        assert self.card is not None
        return PlayCard(self.card, self.reverse)


class Why(Struct, frozen=True, omit_defaults=True):
    """Why a choice was good or bad: the key of a sentence; its figures are those of two options."""

    key: Literal["low", "sixth", "room", "later", "row", "low_card", "takes_now", "fits", "other"]
    rival: int  # the place of what the choice is compared with: the best one, or the best of the others
    unseen: int = 0  # cards between the row's end and the card


class Decision(Struct, frozen=True, omit_defaults=True):
    """One decision, judged from what the seat knew. Choices are places in `options`."""

    round: int  # from 1, as people count
    turn: int  # or, where a round has none, the number of the decision in it
    kind: Phase
    options: tuple[Option, ...]
    picked: int
    best: int
    expected: float  # until the end of the round, before the choice: what the model's own choices cost, or the best one
    chosen: int | AnyAction  # the card or, where a row was chosen, the row from 1; otherwise what was done
    loss: float  # against the best choice; noise can make it negative
    loss_error: float
    luck: float  # what the others and the cards then gave (above 0) or took
    mark: Mark
    reason: Why
    step: int = 0  # how many actions of the game were taken before
    taken: int = 0  # heads that the seat had taken in this round before
    seat: int = 0

    @property
    def mean(self) -> float:
        """Heads until the end of the round with what was chosen."""
        return self.options[self.picked].mean


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What every choice of one position is worth; losses, marks and reasons are those of each option."""

    options: tuple[Option, ...]
    best: int
    clear: bool  # whether the best one is better than every other by a head, and by more than three standard errors
    losses: tuple[float, ...]
    marks: tuple[Mark, ...]
    reasons: tuple[Why, ...]
    measure: Measure = "heads"

    @classmethod
    def of(cls, judged: Sequence[Decision], clear: bool, measure: Measure = "heads") -> "Verdict":
        """One decision, judged once for each of its options."""
        return cls(
            options=judged[0].options,
            best=judged[0].best,
            clear=clear,
            losses=tuple(each.loss for each in judged),
            marks=tuple(each.mark for each in judged),
            reasons=tuple(each.reason for each in judged),
            measure=measure,
        )


class Round(Struct, frozen=True):
    """Result - par = - deal - luck - skill: what came from the cards, from the others, and from our own choices.

    The four are None where luck and skill cannot be told apart.
    """

    number: int
    result: float  # heads, or what else is measured
    lost: float  # against the best choices
    par: float | None = None  # the model's expectation before the deal
    deal: float | None = None  # luck of the deal
    luck: float | None = None  # luck of what the others played
    skill: float | None = None  # what the own choices gained on the model's: 0 in the mean for whoever plays as it does


class Review(Struct, frozen=True):
    """A game from one seat."""

    seat: int
    name: str
    model: str
    measure: Measure
    par: float | None
    par_error: float | None
    rounds: tuple[Round, ...]
    decisions: tuple[Decision, ...]
    given_away: float  # per round, against the best choices
    given_away_error: float
    unjudged: tuple[Phase, ...] = ()  # kinds of decisions that are left out
