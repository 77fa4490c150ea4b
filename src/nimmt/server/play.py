"""What a seat can do during a game: answer, ask for a preview, speak, react, add chance to the next deal."""

import time
from collections.abc import Callable

from msgspec.structs import replace

from ..actions import Action
from ..errors import IllegalAction
from ..game import State
from . import entries as log
from .fold import Fold
from .messages import Previewed
from .refusals import Refused, log_full
from .secrecy import TEXT_LENGTH, clean
from .tables import Table, Tables


class Play:
    """Answers from outside; who they come from was checked already."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables

    async def act(self, table: Table, seat: int, identity: str, decision: int, action: Action) -> int:
        """Answer a decision; the number of the part that shows it."""
        began, first = time.perf_counter(), False

        def check(fold: Fold) -> None:
            nonlocal first
            state = _started(fold)
            fold.rehearse(seat, action, decision)
            first = seat in state.to_act

        wanted = log.Acted(at=0.0, seat=seat, decision=decision, action=action, id=identity)  # type: ignore[arg-type]
        number = await self._once(table, wanted, check)
        if first:  # whoever counted the others could tell that a seat has changed its mind
            self.tables.metrics.acted(time.perf_counter() - began)
        return number

    async def act_for(self, table: Table, seat: int, decision: int, action: Action, by: log.Author) -> bool:
        """Answer for a seat, unless it has answered or its owner is back; whether that was done."""

        def make(fold: Fold, at: float) -> list[log.Entry]:
            state = fold.state
            if state is None or state.decision != decision or seat not in state.to_act:
                return []
            if by == "stand_in" and not self.tables.stands_in(table, seat):
                return []
            fold.rehearse(seat, action, decision)
            done.append(True)
            return [log.Acted(at=at, seat=seat, decision=decision, action=action, by=by)]  # type: ignore[arg-type]

        done: list[bool] = []
        await self.tables.commit(table, make)
        if done:
            self.tables.metrics.actions.labels(by).inc()
        return bool(done)

    def preview(self, table: Table, seat: int, identity: str, action: Action) -> Previewed:
        """What the action would do if nothing else happened first."""
        state = _started(table.fold)
        if refusal := state.refusal(seat, action):
            raise IllegalAction(refusal)
        view = state.view(seat)
        events = state.game.preview(view, action)
        return Previewed(id=identity, events=events, facts=state.game.follow(view, events))  # type: ignore[arg-type]

    async def say(self, table: Table, seat: int, identity: str, text: str) -> int:
        """Speak, where the table allows it."""
        cleaned = clean(text, TEXT_LENGTH)

        def check(fold: Fold) -> None:
            if not fold.plan.chat:
                raise Refused(403, "chat_off", "Chat is off at this table.")
            self._check_talk(fold)
            if not cleaned:
                raise Refused(422, "empty", "There is nothing to say in this message.")

        return await self._once(table, log.Said(at=0.0, seat=seat, text=cleaned, id=identity), check)

    async def react(self, table: Table, seat: int, identity: str, reaction: str) -> int:
        """React, where the table allows it; in the co-op, a reaction is talk."""

        def check(fold: Fold) -> None:
            if not fold.plan.reactions:
                raise Refused(403, "reactions_off", "Reactions are off at this table.")
            self._check_talk(fold)

        return await self._once(table, log.Reacted(at=0.0, seat=seat, reaction=reaction, id=identity), check)

    async def give_nonce(self, table: Table, seat: int, identity: str, nonce: str) -> int:
        """Add chance to the next deal."""

        def check(fold: Fold) -> None:
            if fold.phase == "playing":
                raise Refused(409, "started", "The game at this table has started.")
            self._check_room(fold)

        return await self._once(table, log.NonceGiven(at=0.0, seat=seat, nonce=nonce, id=identity), check)

    async def _once(self, table: Table, wanted: log.Answered, check: Callable[[Fold], None]) -> int:
        """Append what a client asks for under its own id, once, however often it asks; the number it is answered with.

        Nobody interrupts it: a device whose socket closes meanwhile waits for it.
        """

        def make(fold: Fold, at: float) -> list[log.Entry]:
            if fold.answered(wanted):
                return []
            check(fold)
            return [replace(wanted, at=at)]

        await self.tables.commit_here(table, make)
        return table.fold.answers[wanted.seat][wanted.id][0]

    def _check_talk(self, fold: Fold) -> None:
        if not fold.chat_open:
            raise Refused(409, "chat_closed", "Nobody talks while cards are being chosen.", "CO-18")
        self._check_room(fold)

    def _check_room(self, fold: Fold) -> None:
        if fold.seq >= self.tables.settings.limits.entries:
            raise log_full()


def _started(fold: Fold) -> State:
    if fold.state is None:
        raise Refused(409, "not_started", "The game has not started.")
    return fold.state
