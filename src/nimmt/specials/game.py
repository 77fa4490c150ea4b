"""Row games with specials: a book of them, by key and by use."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from ..actions import Action
from ..cards import Special
from ..errors import Malformed
from ..game import Question
from ..rows import Rows
from ..setup import Options
from ..table import Phase
from ..views import TableView
from .effect import Effect
from .rows import SpecialRows
from .table import Specials, SpecialTable

T = TypeVar("T", bound=SpecialTable)
W = TypeVar("W", bound=TableView)


class SpecialGame(SpecialRows[T, W]):
    """A game with a book of specials. Who may use one, and when, is up to the game."""

    book: ClassVar[tuple[Effect[Any], ...]]
    copies: ClassVar[int]  # of each special in the box
    box_rule: ClassVar[str]  # the book's rule on what is in the box

    def __init__(self, players: int, options: Options | None = None) -> None:
        """Sort the book by key and by use."""
        self.by_key: dict[Special, Effect[T]] = {effect.key: effect for effect in self.book if effect.key}
        self.by_use: dict[type[Action], Effect[T]] = {use: effect for effect in self.book for use in effect.answers}
        # Where a take removes several specials, the last in the book goes first.
        self.use_parts(tuple(reversed(self.book)))
        super().__init__(players, options)

    @property
    def specials(self) -> Specials:
        """Every special in the box."""
        return self.copies * tuple(self.by_key)

    def lying(self, rows: Rows) -> Specials:
        """The specials on the table."""
        return tuple(key for key, effect in self.by_key.items() for _ in range(effect.lying(rows)))

    def specials_without(self, gone: Iterable[str], rows: Rows) -> list[Special]:
        """Every special but these and those on the table."""
        rest = list(self.specials)
        for special in (*gone, *self.lying(rows)):
            if special not in rest:
                there = f"There are {self.copies} each of {', '.join(self.by_key)}"
                raise Malformed("bad_text", f"{there}; {special!r} is too much.", self.box_rule)
            rest.remove(special)
        return rest

    def ask_about(self) -> dict[Phase, Question[T, Any, W]]:
        """Add the questions that specials ask."""
        questions = super().ask_about()
        for effect in self.book:
            questions |= effect.questions(self)
        return questions
