"""An episode at a table of the engine: who is asked now, by which numbers they answer, and what falls."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..actions import Action
from ..bots import Histories
from ..events import Event
from ..game import Game, State, position_of, step_together
from .errors import NotNow, WrongAction
from .layout import Vector
from .numbering import WAIT, Numbering, check_number, numbering_of
from .observer import Sheet
from .observing import observer_of
from .rewards import RewardTally


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
        self._answers: list[dict[int, Action]] | None = None
        self._sheet = Sheet(self.observer)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked now: all at once in secret, else one after another in the order of their seats."""
        seats = self.state.to_act
        return seats if self.state.secret else seats[:1]

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

    def answers(self, seat: int) -> dict[int, Action]:
        """What a seat may answer, by number; nothing where it is not asked."""
        return self.all_answers[seat]

    @property
    def all_answers(self) -> list[dict[int, Action]]:
        """What each seat may answer."""
        if self._answers is not None:
            return self._answers
        answers: list[dict[int, Action]] = [{} for _ in range(self.game.players)]
        if asked := self.asked:
            position, numbered = position_of(self.state), self.numbering.answers
            legal = self.game.rules.questions[position.phase].legal  # nobody else is asked: no need to check who
            for seat in asked:
                answers[seat] = numbered(position, seat, legal(position, seat))
        self._answers = answers
        return answers

    def checked(self, seat: int, number: object) -> int:
        """Refuse a number that this seat may not answer with; to wait is right for whoever is not asked."""
        answers = self.answers(seat)
        if number is WAIT and not answers and not self.over:
            return WAIT
        if self.over:
            raise NotNow("game_over", "The game is over: reset the environment before the next step.")
        where = f" of seat {seat}"
        whole = check_number(number, self.numbering.size, where)
        if whole in answers or (whole == WAIT and not answers):
            return whole
        what = f"Action {whole} ({self.numbering.name(whole)}){where} is masked"
        if not answers:
            raise WrongAction("masked", f"{what}: this seat owes nothing now, so 0 (wait) is its only action.")
        few = ", ".join(map(str, list(answers)[:12])) + (", …" if len(answers) > 12 else "")
        raise WrongAction("masked", f"{what} in decision {self.state.decision} ({self.state.phase}); legal: {few}.")

    def answer(self, numbers: Mapping[int, object]) -> None:
        """Let these seats answer together; a number that one of them may not answer with is refused first."""
        answers, chosen = self.all_answers, []
        for seat, number in numbers.items():
            own = answers[seat]
            if type(number) is int and number in own:
                chosen.append((seat, own[number]))
            elif (whole := self.checked(seat, number)) != WAIT:
                chosen.append((seat, own[whole]))
        self._answers = None
        self.state, events = step_together(self.state, chosen)
        self.tell(events)

    def carry_out(self, seat: int, action: Action) -> tuple[Event, ...]:
        """One answer, and what happened then."""
        self._answers = None
        self.state, events = self.state.step(seat, action)
        self.tell(events)
        return events

    def tell(self, events: Sequence[Event]) -> None:
        """Count what fell, and let every seat hear of it."""
        self.rewards.add(events)
        if self.histories is not None:
            self.histories.add(events)
