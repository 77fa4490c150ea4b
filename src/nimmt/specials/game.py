"""Row games with specials: a book of them, by key and by use."""

from typing import Any, ClassVar, TypeVar

from ..actions import Action
from ..cards import Special
from ..game import Question
from ..setup import Options
from ..table import Phase
from ..views import TableView
from .effect import Effect
from .rows import SpecialRows
from .table import SpecialTable

T = TypeVar("T", bound=SpecialTable)
W = TypeVar("W", bound=TableView)


class SpecialGame(SpecialRows[T, W]):
    """A game with a book of specials. Who may use one, and when, is up to the game."""

    book: ClassVar[tuple[Effect[Any], ...]]

    def __init__(self, players: int, options: Options | None = None) -> None:
        """Sort the book by key and by use."""
        self.by_key: dict[Special, Effect[T]] = {effect.key: effect for effect in self.book if effect.key}
        self.by_use: dict[type[Action], Effect[T]] = {use: effect for effect in self.book for use in effect.answers}
        # Where a take removes several specials, the last in the book goes first.
        self.use_parts(tuple(reversed(self.book)))
        super().__init__(players, options)

    def ask_about(self) -> dict[Phase, Question[T, Any, W]]:
        """Add the questions that specials ask."""
        questions = super().ask_about()
        for effect in self.book:
            questions |= effect.questions(self)
        return questions
