"""What a seat can do during a game: answer, ask for a preview, speak, react, add chance to the next deal."""

import time

from ..actions import Action
from ..errors import IllegalAction
from ..events import Event
from . import entries as log
from .fold import Fold
from .refusals import Refused, log_full
from .secrecy import TEXT_LENGTH, clean
from .tables import Table, Tables


class Play:
    """Answers from outside; who they come from was checked already."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables

    async def act(self, table: Table, seat: int, identity: str, decision: int, action: Action) -> int:
        """Carry out an action, once, however often it is sent; the number of the part that shows it."""

        began, first = time.perf_counter(), False

        def make(fold: Fold, at: float) -> list[log.Entry]:
            nonlocal first
            wanted = log.Acted(at=at, seat=seat, decision=decision, action=action, id=identity)  # type: ignore[arg-type]
            if fold.answered(wanted):
                return []
            state = fold.state
            if state is None:
                raise Refused(409, "not_started", "The game has not started.")
            fold.rehearse(seat, action, decision)
            first = seat in state.to_act
            return [wanted]

        await self.tables.commit_here(table, make)
        if first:  # whoever counted the others could tell that a seat has changed its mind
            self.tables.metrics.acted(time.perf_counter() - began)
        return table.fold.answers[seat][identity][0]

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

    def preview(self, table: Table, seat: int, action: Action) -> tuple[Event, ...]:
        """What the action would do if nothing else happened first."""
        state = table.fold.state
        if state is None:
            raise Refused(409, "not_started", "The game has not started.")
        if refusal := state.refusal(seat, action):
            raise IllegalAction(refusal)
        return state.game.preview(state.view(seat), action)

    async def say(self, table: Table, seat: int, identity: str, text: str) -> int:
        """Speak, where the table allows it."""
        cleaned = clean(text, TEXT_LENGTH)

        def make(fold: Fold, at: float) -> list[log.Entry]:
            wanted = log.Said(at=at, seat=seat, text=cleaned, id=identity)
            if fold.answered(wanted):
                return []
            if not fold.plan.chat:
                raise Refused(403, "chat_off", "Chat is off at this table.")
            if not fold.chat_open:
                raise Refused(409, "chat_closed", "Nobody talks while cards are being chosen.", "CO-18")
            if not cleaned:
                raise Refused(422, "empty", "There is nothing to say in this message.")
            self._room(fold)
            return [wanted]

        await self.tables.commit(table, make)
        return table.fold.answers[seat][identity][0]

    async def react(self, table: Table, seat: int, identity: str, reaction: str) -> int:
        """React, where the table allows it; in the co-op, a reaction is talk."""

        def make(fold: Fold, at: float) -> list[log.Entry]:
            wanted = log.Reacted(at=at, seat=seat, reaction=reaction, id=identity)
            if fold.answered(wanted):
                return []
            if not fold.plan.reactions:
                raise Refused(403, "reactions_off", "Reactions are off at this table.")
            if not fold.chat_open:
                raise Refused(409, "chat_closed", "Nobody talks while cards are being chosen.", "CO-18")
            self._room(fold)
            return [wanted]

        await self.tables.commit(table, make)
        return table.fold.answers[seat][identity][0]

    async def give_nonce(self, table: Table, seat: int, identity: str, nonce: str) -> int:
        """Add chance to the next deal."""

        def make(fold: Fold, at: float) -> list[log.Entry]:
            wanted = log.NonceGiven(at=at, seat=seat, nonce=nonce, id=identity)
            if fold.answered(wanted):
                return []
            if fold.phase == "playing":
                raise Refused(409, "started", "The game at this table has started.")
            if fold.seats[seat].nonce == nonce and fold.seats[seat].fresh:
                return []
            self._room(fold)
            return [wanted]

        await self.tables.commit(table, make)
        return table.fold.numbers[seat]

    def _room(self, fold: Fold) -> None:
        if fold.seq >= self.tables.settings.limits.entries:
            raise log_full()
