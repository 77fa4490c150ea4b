"""A special as one object: what it can be used for, why not, and what it does."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from ..actions import Action
from ..cards import Special
from ..errors import Refusal
from ..game import Question
from ..parts import Part
from ..rows import Rows
from ..table import Phase
from .rows import SpecialRows
from .table import SpecialTable

T = TypeVar("T", bound=SpecialTable)
Condition = Callable[[Any, int], Refusal | None]
"""(table, seat): why a special cannot be used at all now, or None."""


class Effect(Part[T], Generic[T]):
    """One special. Where the books differ, they give it different parameters."""

    key: ClassVar[Special | None] = None  # None: no card is needed
    answers: ClassVar[tuple[type[Action], ...]]  # the actions that use it
    stays: ClassVar[bool] = False  # whether it stays on the table once it is used
    is_personal: ClassVar[bool] = False  # whether a team needs the owner's own word before it is used on a card
    leaves_card: ClassVar[bool] = False  # whether the next card is still to be placed as if nothing had been used

    def __init__(self, rule: str = "", when: Condition | None = None) -> None:
        """Set the rule that refusals cite, and the condition for using it, as the book has them."""
        self.rule = rule
        self.when = when

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Everything that it could be used for, and perhaps some uses that will be refused."""
        return [answer() for answer in self.answers]

    def why_not(self, rules: SpecialRows[T, Any], table: T, seat: int, use: Any) -> Refusal | None:
        """Why it cannot be used in this way now, or None; its condition comes first."""
        return (self.when(table, seat) if self.when else None) or self.refusal(rules, table, seat, use)

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: Any) -> Refusal | None:
        """Why it cannot be used in this way, or None."""
        return None

    def prepare(self, table: T, seat: int, use: Any) -> bool:
        """Ask for what must be named before a team can decide on it, and return whether there is something."""
        return False

    def owner(self, table: T, seat: int, use: Any) -> int | None:
        """Whose waiting card it is used on, if it is used on one."""
        return None

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: Any) -> None:
        """Do what the use says."""

    def questions(self, rules: SpecialRows[T, Any]) -> dict[Phase, Question[T, Any, Any]]:
        """Decisions that follow from using it."""
        return {}

    def lying(self, rows: Rows) -> int:
        """How many of these lie on the table."""
        return sum(mark == self.key for row in rows for mark in row.marks)
