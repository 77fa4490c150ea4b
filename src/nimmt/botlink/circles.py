"""Bots that go round in circles: they lay a card, take it back, lay it again, and never finish their decision."""

from ..games.registry import known_as
from ..views import View
from .failures import BotFailed

MOST_ANSWERS = 500
"""How many answers one decision may take. The longest takes a few dozen; whoever answers by lot needs more."""


class Circles:
    """Counts the answers that each seat gives to one decision."""

    def __init__(self) -> None:
        """Nobody has answered yet."""
        self._answers: dict[int | None, tuple[int, int]] = {}

    def count(self, view: View) -> None:
        """One answer more; raises BotFailed when that is one too many."""
        decision, answers = self._answers.get(view.seat, (view.decision, 0))
        answers = answers + 1 if decision == view.decision else 1
        self._answers[view.seat] = view.decision, answers
        if answers > MOST_ANSWERS:
            failure = BotFailed("circles", number=MOST_ANSWERS)
            raise failure.at(number=view.decision, phase=view.phase, game=known_as(view.setup), seat=view.seat)
