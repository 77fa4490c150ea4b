"""What follows from a table by the rules of the row games, now and after each event."""

from collections.abc import Iterable
from functools import cache, cached_property
from operator import is_
from typing import Any, cast

from msgspec import Struct

from ..actions import PlayCard
from ..events import (
    CardPlaced,
    CardsOffered,
    Event,
    GameEnded,
    Mark,
    MarkMoved,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
)
from ..facts import RowFacts, TableFacts
from ..rows import Row, Rows
from ..table import Cards, totals_after
from .course import Course, T, W

ANSWERS = frozenset(("to_act", "choices", "told"))
"""What an answer changes that stays hidden until all are given: no fact follows from it."""


class Facts(Course[T, W]):
    """Everything that pictures show comes from here, and only from what everybody can see."""

    _derived: tuple[tuple[T, dict[str, Any]], ...] = ()  # of the last two tables: one is often compared with the next

    def common(self, table: T) -> dict[str, Any]:
        """The cards on the table, and what follows from them."""
        return {**table.public(), **self.view_type.shown(table), **self.derived(table)}

    def own(self, table: T, seat: int | None) -> dict[str, Any]:
        """What the game's view lists."""
        hand = () if seat is None else table.hands[seat]
        return {**self.view_type.shown_to(table, seat), "barred": self.barred(table.rows, hand)}

    def derived(self, table: T) -> dict[str, Any]:
        """What a view shows besides the cards, the same for everybody who looks at this table: worked out once."""
        for same in (is_, _differ_in_answers):
            for known, shown in self._derived:
                if same(known, table):
                    return shown
        shown = {
            "facts": self.facts(table),
            "totals_after": totals_after(table.scores),
            "highest_card": self.highest_card,
            "longest_row": self.longest_row,
            "reverses": self.reverses,
        }
        self._derived = (table, shown), *self._derived[:1]
        return shown

    def facts(self, table: T) -> TableFacts:
        """The facts about a table."""
        counted = table.outcome is not None or len(table.scores) == table.round
        covered = not self.setup.options.get("show_scores", True)
        running = None if counted or covered else self.score(table)
        before = table.totals()
        return TableFacts(
            rows=tuple([self.row_facts(table.rows, number) for number in range(len(table.rows))]),
            piles=table.heads(),
            running=running,
            totals=tuple(map(sum, zip(before, running, strict=True))) if running else before,
            opponent=self.opponent(table),
            last_round=self.last_round(table, running),
        )

    def last_round(self, table: T, running: tuple[int, ...] | None) -> bool:
        """Whether everybody can see that no other round follows; a game of one round need not say so."""
        return False

    def barred(self, rows: Rows, hand: Cards) -> tuple[Cards, ...]:
        """By row: the cards of a hand that cannot enter it, however they are played, where something lies beside it."""
        if not any(row.marks for row in rows):
            return ()
        turns = (False, True) if self.reverses else (False,)
        values = {card: {self.value(PlayCard(card, turn)) for turn in turns} for card in hand}
        return tuple([
            tuple([card for card in hand if all(self.gap(row, value) is None for value in values[card])])
            if row.marks else ()
            for row in rows
        ])  # fmt: skip

    def row_facts(self, rows: Rows, number: int) -> RowFacts:
        """The facts about a row."""
        row = rows[number]
        capacity = self.capacity(row)
        return RowFacts(capacity, self.cost(rows, number, row.cards), len(row.cards) >= capacity)

    def opponent(self, table: T) -> int | None:
        """What an opponent without a seat has, where everybody may see it: there is none."""
        return None

    @cached_property
    def highest_card(self) -> int:
        """The highest card in play."""
        return self.deck[-1]

    @cached_property
    def longest_row(self) -> int:
        """How many cards a row can hold at most, whatever card it ends with and whatever lies beside it."""
        marks: tuple[tuple[Mark, ...], ...] = ((), *((mark,) for mark in self.marks))
        return max(self.capacity(Row((card,), beside)) for card in self.deck for beside in marks)

    # --- After each event --------------------------------------------------------------------------

    def follow(self, view: W, events: Iterable[Event]) -> tuple[TableFacts | None, ...]:
        """The facts after each of these events, the first of which comes after the view; None where none changed."""
        table, last = cast(T, view.table()), view.facts
        found: list[TableFacts | None] = []
        for event in events:
            before = table.copy()
            self.unfold(table, event)
            now = last if table == before else self.facts(table)
            found.append(None if now == last else now)
            last = now
        return tuple(found)

    def unfold(self, table: T, event: Event) -> None:
        """Move what the event says was moved."""
        match event:
            case RoundStarted(round=number):
                table.round = number
                table.piles, table.surplus = ((),) * self.pile_count, (0,) * self.pile_count
            case CardsOffered():
                table.rows = ()
            case RowsLaid(cards=cards):
                table.rows = tuple([Row((card,)) for card in cards])
            case CardPlaced(card=card, row=row):
                self.join(table, card, row)
            case RowTaken(seat=seat, row=row, cards=cards, heads=cost, left=left):
                table.give(self.pile_of(seat), cards, cost)
                table.set_row(row, left)
            case MarkMoved(mark=mark, source=source, row=row):
                if source is not None:
                    self.remove(table, mark, source)
                table.lay_mark(mark, row)
            case RoundEnded(heads=counted):
                table.scores += (counted,)
            case GameEnded(outcome=outcome):
                table.outcome = outcome

    def join(self, table: T, card: int, row: int, place: int | None = None) -> None:
        """Put a card into a row, at its end unless a place is named; it may start a new row."""
        if row == len(table.rows):
            table.rows += (Row(()),)
        cards = list(table.rows[row].cards)
        cards.insert(len(cards) if place is None else place, card)
        table.set_row(row, tuple(cards))

    def remove(self, table: T, mark: Mark, row: int) -> None:
        """Take away a marker, whichever of its faces is up."""
        for face in self.faces(mark):
            table.lift_mark(face, row)


def _differ_in_answers(one: Struct, other: Struct) -> bool:
    """Whether at most the answers to the present decision have changed: everything else is the very same."""
    return all(getattr(one, name) is getattr(other, name) for name in _lasting(type(one)))


@cache
def _lasting(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in ANSWERS)
