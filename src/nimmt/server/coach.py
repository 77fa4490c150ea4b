"""The coach: what each choice is expected to cost, for a person who plays against bots alone and asks.

It judges as a review does, from what the seat was shown and nothing else. Every decision it was asked about is in the
table's log before the answer is given, so that everybody sees on the result who was coached.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from ..actions import Action
from ..events import Event
from ..kernels.host import available
from ..review import Option
from ..review.asking import Asked
from ..review.judges import judge_of
from ..review.report import Measure
from ..views import View
from . import entries as log
from .desk import Desk
from .fold import Fold
from .refusals import Refused, no_danger
from .table import Table
from .tables import Tables

ERROR = 0.2
"""Heads: the standard error of every choice."""


class AskCoach(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which decision is asked about."""

    decision: Annotated[int, Meta(ge=0)]


class Advice(Struct, frozen=True, kw_only=True):
    """The choices of one decision with what each is expected to cost: heads until the end of the round, or points."""

    decision: int
    options: tuple[Option, ...]
    best: int  # the place of the best one in `options`
    measure: Measure = "heads"
    unclear: bool = False  # whether the worlds differ so much that nothing can be told


class Coach(Desk):
    """Judges one decision after another."""

    def __init__(self, tables: Tables) -> None:
        """Nobody has asked yet."""
        super().__init__("coach")
        self.tables = tables

    async def advise(self, table: Table, seat: int, decision: int, caller: str = "") -> Advice:
        """What the coach would consider; refused if the decision closes meanwhile."""
        view, key = check(table.fold, seat, decision), key_of(table, seat, decision)
        with self.admitted(key, caller, "questions for the coach"):
            await asyncio.shield(self.tables.commit(table, partial(_noted, seat, decision)))
            found: Advice | None = self.find(key)
            if found is None:
                legal, story = table.fold.sight.legal(seat), await self.tables.history(table, seat)
                found = await self.work(key, caller, _judged, decision, view, legal, story)
        check(table.fold, seat, decision)
        return found


def key_of(table: Table, seat: int, decision: int) -> tuple[str, int, int, int]:
    """What the desk knows a question by."""
    return (table.fold.identity, table.fold.game_number, decision, seat)


def check(fold: Fold, seat: int, decision: int) -> View:
    """What a seat sees of an open decision that it may ask the coach about; everything else is refused."""
    if not fold.plan.coach or fold.shared:
        raise Refused(403, "coach_off", "This table has no coach.")
    if sum(each.person for each in fold.seats) > 1:
        raise Refused(403, "coach_silent", "The coach is silent at a table for several people.")
    state = fold.state
    if state is not None and state.decision != decision:
        raise Refused(409, "stale", "This decision is closed.")
    if state is None or state.outcome is not None or len(fold.sight.legal(seat)) < 2:
        raise Refused(409, "no_question", "There is nothing to choose at this seat now.")
    if not available():
        raise Refused(422, "coach_needs_kernels", "The coach needs wasmtime, which this server does not have.")
    view, judge = fold.sight.view(seat), judge_of(fold.game.setup)
    if view is None or judge is None or not judge.advises(view.phase):
        raise Refused(422, "cannot_coach", "The coach cannot judge this question yet.")
    return view


def _noted(seat: int, decision: int, fold: Fold, at: float) -> list[log.Entry]:
    """That a seat has asked, once for each decision."""
    check(fold, seat, decision)
    return [] if fold.seats[seat].coached_for == decision else [log.Coached(at=at, seat=seat, decision=decision)]


def _judged(decision: int, view: View, legal: Sequence[Action], story: Sequence[Event]) -> Advice:
    judge = judge_of(view.setup)
    assert judge is not None
    found = judge.verdict(Asked(view, tuple(legal), 0, tuple(story), 0), ERROR)
    if found is None:
        raise no_danger()
    unclear = found.marks[found.best] == "unclear"
    return Advice(decision=decision, options=found.options, best=found.best, measure=judge.measure, unclear=unclear)
