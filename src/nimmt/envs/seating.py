"""An episode at a table of the engine: who is asked now, by which numbers they answer, and what falls."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ..actions import Action
from ..bots import Histories
from ..events import Event
from ..game import Game, State, position_of, step_together
from .errors import GAME_OVER, NotNow, WrongAction
from .layout import Vector
from .numbering import WAIT, Mask, Numbering, check_number, marked, numbering_of
from .observer import Sheet
from .observing import observer_of
from .rewards import RewardTally

Told = tuple[list[tuple[Vector, Mask, bool]], str]
"""What every seat sees, which actions it may choose, whether it owes one, and to which kind of decision."""


class Together(Protocol):
    """A table where every seat answers in every step."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def sitting(self) -> "Sitting":
        """The game at a table of the engine."""

    def answer_all(self, numbers: Sequence[object]) -> list[float]:
        """Let every seat answer, and return what each has earned."""

    def told(self) -> Told:
        """What every seat sees, may answer and owes, and to which decision."""


class Sitting:
    """A game from its deal to its end. What a seat has answered stands."""

    def __init__(self, game: Game, seed: Any, reward: str = "heads", remember: bool = False) -> None:
        """Deal; bots need to remember what every seat was told."""
        self.game = game
        self.numbering: Numbering = numbering_of(game)
        self.state: State = game.start(seed)
        self.histories = Histories(game.players, self.state.last) if remember else None
        self.rewards = RewardTally(game, reward)
        self.observer = observer_of(game)
        self._sheet = Sheet(self.observer)
        self._answers: list[Sequence[int]] | None = None
        self.asked = asked_in(self.state)

    @property
    def sitting(self) -> "Sitting":
        """Itself; a table on the kernels has one as well."""
        return self

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    def looks(self) -> list[Vector]:
        """What every seat sees."""
        return [seen.copy() for seen in self._seen()]

    def look(self, seat: int) -> Vector:
        """What a seat sees."""
        return self._seen()[seat].copy()

    def _seen(self) -> list[Vector]:
        """What every seat sees, until something changes."""
        self.observer.renew(self._sheet, position_of(self.state), self.asked)
        return self._sheet.by_seat

    def told(self) -> Told:
        """What every seat sees, may answer and owes, and to which decision."""
        size, answers = self.numbering.size, self.all_answers
        told = [
            (look, marked(numbers, size), bool(numbers)) for look, numbers in zip(self.looks(), answers, strict=True)
        ]
        return told, self.state.phase

    def answers(self, seat: int) -> Sequence[int]:
        """The numbers that a seat may answer with; none where it is not asked."""
        return self.all_answers[seat]

    @property
    def all_answers(self) -> list[Sequence[int]]:
        """The numbers that each seat may answer with."""
        if self._answers is None:
            position, numbers = position_of(self.state), self.numbering.answers
            self._answers = [()] * self.game.players
            for seat in self.asked:
                self._answers[seat] = numbers(position, seat)
        return self._answers

    def action(self, seat: int, number: int) -> Action:
        """What a seat that may answer with this number says by it."""
        return self.numbering.action(position_of(self.state), seat, number)

    def checked(self, seat: int, number: object) -> int:
        """Refuse a number that this seat may not answer with; to wait is right for whoever is not asked."""
        if self.over:
            raise NotNow(*GAME_OVER)
        answers, where = self.answers(seat), f" of seat {seat}"
        whole = check_number(number, self.numbering.size, where)
        if whole in (answers or (WAIT,)):
            return whole
        what = f"Action {whole} ({self.numbering.name(whole)}){where} is masked"
        if not answers:
            raise WrongAction("masked", f"{what}: this seat owes nothing now, so 0 (wait) is its only action.")
        few = ", ".join(map(str, answers[:12])) + (", …" if len(answers) > 12 else "")
        raise WrongAction("masked", f"{what} in decision {self.state.decision} ({self.state.phase}); legal: {few}.")

    def answer(self, numbers: Mapping[int, object]) -> None:
        """Let these seats answer together; a number that one of them may not answer with is refused first."""
        position, action, chosen = position_of(self.state), self.numbering.action, []
        for seat, number in numbers.items():
            answers = self.all_answers[seat]
            whole = number if type(number) is int and number in answers else self.checked(seat, number)
            if answers:
                chosen.append((seat, action(position, seat, whole)))
        self._go_on(*step_together(self.state, chosen))

    def answer_all(self, numbers: Sequence[object]) -> list[float]:
        """Let every seat answer, and return what each has earned."""
        self.answer(dict(enumerate(numbers)))
        return self.rewards.collect_all()

    def carry_out(self, seat: int, action: Action) -> tuple[Event, ...]:
        """One answer, and what happened then."""
        state, events = self.state.step(seat, action)
        self._go_on(state, events)
        return events

    def _go_on(self, state: State, events: Sequence[Event]) -> None:
        """Count what fell, and let every seat hear of it."""
        self.state, self.asked, self._answers = state, asked_in(state), None
        self.rewards.add(events)
        if self.histories is not None:
            self.histories.add(events)


def asked_in(state: State) -> tuple[int, ...]:
    """The seats that are asked now: all at once in secret, else one after another in the order of their seats."""
    seats = state.to_act
    return seats if state.secret else seats[:1]
