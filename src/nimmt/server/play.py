"""What a seat can do during a game: answer, ask for a preview, speak, react, add chance to the next deal."""

import time
from functools import partial

from msgspec.structs import replace

from ..actions import Action
from ..errors import IllegalAction
from ..game import State
from . import entries as log
from .changes import told_update
from .fold import Fold
from .messages import Previewed
from .moderation import masked
from .refusals import Refused, log_full
from .secrecy import TEXT_LENGTH, clean
from .table import Table
from .tables import Tables


class Play:
    """Answers from outside; who they come from was checked already."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables

    async def act(self, table: Table, seat: int, identity: str, decision: int, action: Action) -> int:
        """Answer a decision; the number of the part that shows it."""
        began = time.perf_counter()
        wanted = log.Acted(at=0.0, seat=seat, decision=decision, action=action, id=identity)  # type: ignore[arg-type]
        changes = await self.tables.commit(table, partial(self._once, wanted))
        if any(told_update(change, None) for change in changes):
            # whoever counted other answers, too, could tell that a seat has changed its mind
            self.tables.metrics.acted(time.perf_counter() - began)
        return self._number(table, wanted)

    async def act_for(self, table: Table, seat: int, decision: int, action: Action, by: log.Author) -> bool:
        """Answer for a seat, unless it has answered or its owner is back; whether that was done."""
        wanted = log.Acted(at=0.0, seat=seat, decision=decision, action=action, by=by)  # type: ignore[arg-type]
        done = await self.tables.commit(table, partial(self._still_wanted, table, wanted))
        if done:
            self.tables.metrics.actions.labels(by).inc()
        return bool(done)

    def _still_wanted(self, table: Table, wanted: log.Acted, fold: Fold, at: float) -> list[log.Entry]:
        state = fold.state
        if state is None or state.decision != wanted.decision or wanted.seat not in state.to_act:
            return []
        if wanted.by == "stand_in" and not self.tables.stands_in(table, wanted.seat):
            return []
        fold.rehearse(wanted.seat, wanted.action, wanted.decision)
        return [replace(wanted, at=at)]

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
        return await self._ask(table, log.Said(at=0.0, seat=seat, text=self._shown(text), id=identity))

    async def react(self, table: Table, seat: int, identity: str, reaction: str) -> int:
        """React, where the table allows it; in the co-op, a reaction is talk."""
        return await self._ask(table, log.Reacted(at=0.0, seat=seat, reaction=reaction, id=identity))

    async def give_nonce(self, table: Table, seat: int, identity: str, nonce: str) -> int:
        """Add chance to the next deal."""
        return await self._ask(table, log.NonceGiven(at=0.0, seat=seat, nonce=nonce, id=identity))

    async def _ask(self, table: Table, wanted: log.Answered) -> int:
        await self.tables.commit(table, partial(self._once, wanted))
        return self._number(table, wanted)

    def _number(self, table: Table, wanted: log.Answered) -> int:
        """What a client is answered with, the first time and whenever it asks again."""
        return table.fold.answers[wanted.seat][wanted.id][0]

    def _once(self, wanted: log.Answered, fold: Fold, at: float) -> list[log.Entry]:
        """What a client asks for under its own id is appended once, however often it asks."""
        if fold.answered(wanted):
            return []
        match wanted:
            case log.Acted():
                state = _started(fold)
                fold.rehearse(wanted.seat, wanted.action, wanted.decision)
                if wanted.seat not in state.to_act or wanted.action.may_recur:  # the game goes on without it
                    self._check_room(fold)
            case log.Said():
                self._check_saying(fold, wanted)
            case log.Reacted():
                if not fold.plan.reactions:
                    raise Refused(403, "reactions_off", "Reactions are off at this table.")
                self._check_talk(fold, wanted.seat)
            case log.NonceGiven():
                if fold.phase == "playing":
                    raise Refused(409, "started", "The game at this table has started.")
                self._check_room(fold)
        return [replace(wanted, at=at)]

    def _check_saying(self, fold: Fold, wanted: log.Said) -> None:
        if not fold.plan.chat:
            raise Refused(403, "chat_off", "Chat is off at this table.")
        self._check_talk(fold, wanted.seat)
        if not wanted.text:
            raise Refused(422, "empty", "There is nothing to say in this message.")

    def _shown(self, text: str) -> str:
        return masked(self.tables.settings.words, clean(text, TEXT_LENGTH))

    def _check_talk(self, fold: Fold, seat: int) -> None:
        if fold.seats[seat].muted:
            raise Refused(403, "muted", "The host has muted you at this table.")
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
