"""A table as the fold of its log: the same entries give the same table on every worker."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from .. import dealer as deals
from ..actions import Action
from ..dealer import Fairness, SeededDealer
from ..events import Event, seen_by
from ..game import Game, State
from ..games.registry import game_of
from . import entries as log
from . import older_rules
from .changes import Change, told_otherwise, told_update
from .messages import ChatLine, ReactionShown, SeatInfo, TableInfo, Talk
from .plans import Plan
from .refusals import id_reused
from .secrecy import likeness
from .sight import Sight

CHAT_SHOWN = 50
STORY_TOLD = 200  # events of the present game that somebody who comes is told
ANSWERS = 50  # how many ids of a seat are remembered

Answer = tuple[int, int]
"""The number in a seat's stream that a client was answered with, and the mark of what it had asked for."""


class Seat(Struct, kw_only=True):
    """A seat of a table."""

    level: str | None = None  # of its bot
    name: str = ""
    claim: str = ""
    nonce: str = ""
    fresh: bool = False  # whether the nonce was given after the present commitment
    host: bool = False
    ready: bool = False  # for another game, once one is over
    muted: bool = False  # by the host
    origin: str = ""
    program: bool = False  # whether a bot sat down here as people do
    devices: tuple[str, ...] = ()  # that hold it, as far as they gave an id
    stood_in: int = 0  # answers of this game that others gave for its owner, since the owner last did
    coached: int = 0  # decisions of this game that the coach was asked about
    coached_for: int | None = None  # the last of them

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.level is None and not self.name

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return bool(self.name)


class Known(Struct, frozen=True):
    """Somebody who has left and whom the host keeps out, or muted, as far as a person can be known again."""

    name: str  # what it looks like
    origin: str  # a hash of the address; empty where others at the table share it

    def back(self, name: str, origin: str) -> bool:
        """Whether whoever sits down with this name, from there, is that person."""
        return likeness(name) == self.name or bool(origin and origin == self.origin)


Stepped = tuple[State, tuple[Event, ...]]


class Rehearsal(NamedTuple):
    """An action that was tried on a state, and what it led to."""

    state: State
    seat: int
    action: Action
    stepped: Stepped


class Fold:
    """A table. `apply` is the only way to change it."""

    seq = 0
    state: State | None = None  # the game, if one was started
    past = False  # whether it was begun by rules that are gone; its state is known once it is over, if at all
    events: list[Event] | None  # of this game; None where a snapshot does not know them
    nonces: tuple[str, ...] = ()
    outcome_fairness: Fairness | None = None
    secret: bytes | None = None
    game_number = 0
    began = 0.0  # when the table was opened
    opened_at = 0.0
    outage = 0.0  # seconds since then that clocks do not count, as the last answer told it
    started_at = 0.0
    touched = 0.0
    told_at = 0.0  # when something last happened that everybody was told
    unattended = 0  # answers in a row that no person gave
    day = ""  # whose deal is played here, where it is the deal of a day
    first = ""  # the first table that plays these deals, where this is another one
    group: tuple[str, ...] = ()  # all tables that play these deals, once they have started; the first one first
    ended_at = 0.0
    unfinished: State | None = None  # of rules that are gone, as far as the log was read

    def __init__(self, code: str) -> None:
        """A table of which nothing is known yet."""
        self.code = code
        self.plan: Plan
        self.game: Game
        self.seats: list[Seat] = []
        self.tokens: dict[str, int | None] = {}  # hash → seat, None for a host without one
        self.host = ""
        self.numbers: dict[int | None, int] = {}
        self.histories: dict[int | None, float] = {}  # by viewer: when the part with that number happened
        self.answers: dict[int, dict[str, Answer]] = {}  # by seat and the client's id
        self.marks: dict[str, int] = {}  # of what was asked for, by the hash of the token that was given for it
        self.events = []
        self.told: list[Event] = []  # the latest of them that were not given in secret
        self.chat: list[Talk] = []
        self.kept_out: list[Known] = []
        self.hushed: list[Known] = []  # who left while muted
        self.twins: list[str] = []  # codes of other tables that play these deals
        self.authors: dict[int, log.Author] = {}
        self.sight = Sight(None)  # of the present state
        self.before = Sight(None)  # of the one before the last change of the game
        self.shown: TableInfo | None = None  # the table as everybody was last told it
        self._rehearsed: Rehearsal | None = None

    # --- What is known ---------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """Where the table is: lobby, playing or over; or closed, where a game of older rules cannot go on."""
        if self.state is None:
            return "closed" if self.past else "lobby"
        return "playing" if self.state.outcome is None else "over"

    @property
    def identity(self) -> str:
        """Names this table for ever; its code may be given again once it is deleted."""
        return f"{self.code} {self.began!r}"

    @property
    def shared(self) -> bool:
        """Whether others play the same deal, so that no seat adds chance of its own and it is played once."""
        return bool(self.day) or self.plan.duplicate

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, people and bots."""
        return tuple(seat.name or seat.level or "" for seat in self.seats)

    @property
    def commitment(self) -> str | None:
        """What binds the server to its secret."""
        return deals.commitment(self.secret) if self.secret and not self.past else None

    @property
    def deadline(self) -> float | None:
        """When the present decision must be answered, as the log tells it; later outages come on top."""
        if self.plan.clock is None or self.phase != "playing":
            return None
        return self.opened_at + self.plan.clock + self.outage

    @property
    def chat_open(self) -> bool:
        """CO-18: where section CO applies, nobody talks while cards are being chosen."""
        state = self.state
        if state is None or state.outcome is not None or "CO" not in self.game.rules.sections:
            return True
        return state.phase != "card"

    def shows(self, viewer: int | None) -> bool:
        """Whether somebody who has come in may see the game: a duplicate's is for seats, not even for an idle host."""
        return viewer is not None or not self.plan.duplicate or self.state is None

    def viewers(self) -> Iterable[int | None]:
        """Everybody who has a stream: every seat, and spectators together."""
        return self.numbers.keys()

    def answered(self, entry: log.Answered) -> bool:
        """Whether a client asked for this before, under the same id; refused if the id was for something else."""
        known = self.answers.get(entry.seat, {}).get(entry.id)
        if known and known[1] != log.fingerprint_of(entry):
            raise id_reused()
        return known is not None

    def given(self, token: str, mark: int) -> bool:
        """Whether this token was given before, for the same wish; refused if it was for another one."""
        if token in self.marks and self.marks[token] != mark:
            raise id_reused()
        return token in self.marks

    def history(self, seat: int) -> tuple[Event, ...]:
        """Every event of this game as a seat was told it."""
        assert self.events is not None
        return seen_by(self.events, seat)

    def story(self, viewer: int | None) -> tuple[Event, ...]:
        """The latest events of this game as this viewer was told them, without answers given in secret."""
        return seen_by(self.told, viewer)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        plan, state = self.plan, self.state
        return TableInfo(
            code=self.code,
            name=plan.name,
            state=self.phase,  # type: ignore[arg-type]
            setup=self.game.setup,
            seats=tuple(map(_seat_info, self.seats)),
            game=self.game_number,
            commitment=self.commitment,
            clock=plan.clock,
            on_timeout=plan.on_timeout,
            grace=plan.grace,
            stand_in=plan.stand_in,
            pace=plan.pace,
            spectators=plan.spectators,
            chat=plan.chat,
            reactions=plan.reactions,
            tracker=plan.tracker,
            public=plan.public,
            outcome=state.outcome if state else None,
            fairness=self.outcome_fairness,
            duplicate=plan.duplicate,
            coach=plan.coach,
            advises=self.advises,
            day=self.day,
        )

    def rehearse(self, seat: int, action: Action, decision: int) -> Stepped:
        """What an action leads to; raises IllegalAction. Checked before it is stored, it is not checked again after."""
        known = self._rehearsed
        if known is None or known.state is not self.state or known.seat != seat or known.action is not action:
            assert self.state is not None
            stepped = self.state.step(seat, action, decision)
            known = self._rehearsed = Rehearsal(self.state, seat, action, stepped)
        return known.stepped

    # --- What happens ----------------------------------------------------------------------------

    def apply(self, entry: log.AnyEntry) -> Change:
        """Take in the next entry of the log."""
        change = self._change(entry)
        self.seq += 1
        self.touched = entry.at
        if isinstance(entry, log.Acted):
            self._count_stand_ins(entry)
        self.unattended = self.unattended + 1 if isinstance(entry, log.Acted) and entry.by != "player" else 0
        if change.table:
            change.shown, self.shown = self.shown, self.info()
        if change.opened:
            self.opened_at, self.outage = entry.at, 0.0
            self.authors = {}
        if isinstance(entry, log.Acted) and not change.opened:
            self.authors[entry.seat] = entry.by
            self.outage = entry.outage
        others = told_otherwise(change)
        if others or told_update(change, None):
            self.told_at = entry.at
        for viewer in self.numbers:
            if parts := told_update(change, viewer) + others:
                self.numbers[viewer] += parts
                self.histories[viewer] = entry.at
        if isinstance(entry, log.Answered) and entry.id:
            own = self.answers.setdefault(entry.seat, {})
            own[entry.id] = self.numbers[entry.seat], log.fingerprint_of(entry)
            if len(own) > ANSWERS:
                del own[next(iter(own))]
        return change

    def _change(self, entry: log.AnyEntry) -> Change:
        if isinstance(entry, log.Forgotten):
            if not self.past:
                raise ValueError("This log has an entry that this program does not know.")
            self.unfinished = None
            return Change(entry)
        match entry:
            case log.TableOpened():
                self._open(entry)
            case log.DealPrepared():
                self.secret = bytes.fromhex(entry.secret)
                for seat in self.seats:
                    seat.fresh = False
            case log.TwinOpened():
                self.twins.append(entry.code)
                return Change(entry)
            case log.TwinChanged():
                return Change(entry)
            case log.TwinClosed():
                self.twins.remove(entry.code)
                return Change(entry)
            case log.SeatTaken():
                self._sit(entry)
            case log.DeviceAdded():
                self.tokens[entry.token] = entry.seat
                seat = self.seats[entry.seat]
                seat.devices += (entry.device,) if entry.device else ()
                news, seat.program = entry.program and not seat.program, entry.program or seat.program
                return Change(entry, table=news)
            case log.SeatFilled():
                self.seats[entry.seat] = Seat(level=entry.level)
            case log.SeatFreed():
                self._free(entry)
            case log.SeatMuted():
                self.seats[entry.seat].muted = entry.muted
            case log.NonceGiven():
                self.seats[entry.seat].nonce, self.seats[entry.seat].fresh = entry.nonce, True
                return Change(entry)
            case log.SeatReady():
                self.seats[entry.seat].ready = entry.ready
            case log.Coached():
                seat = self.seats[entry.seat]
                seat.coached, seat.coached_for = seat.coached + 1, entry.decision
            case log.GameStarted():
                return self._start(entry)
            case log.Acted():
                return self._act(entry)
            case log.Said():
                return self._hear(entry, ChatLine(number=0, seat=entry.seat, text=entry.text, at=entry.at))
            case log.Reacted():
                return self._hear(entry, ReactionShown(number=0, seat=entry.seat, reaction=entry.reaction, at=entry.at))
        return Change(entry, table=True)

    def _count_stand_ins(self, entry: log.Acted) -> None:
        seat = self.seats[entry.seat]
        if entry.by == "player":
            seat.stood_in = 0
        elif seat.person and entry.by in ("stand_in", "clock"):
            seat.stood_in += 1

    def _hear(self, entry: log.AnyEntry, talk: Talk) -> Change:
        self.chat = [*self.chat[1 - CHAT_SHOWN :], talk]
        return Change(entry)

    def _open(self, entry: log.TableOpened) -> None:
        self.plan, self.began = entry.plan, entry.at
        self.past = older_rules.is_gone(entry.setup.key, entry.rules)
        self.game = game_of(older_rules.with_former_defaults(entry.setup) if self.past else entry.setup)
        self.seats = [Seat(level=plan.level) for plan in entry.plan.seats]
        self.host, self.day, self.first, self.advises = entry.host, entry.day, entry.first, entry.advises
        self.tokens[entry.host] = None
        self.marks[entry.host] = entry.mark
        self.numbers = dict.fromkeys([*range(self.game.players), None], 0)
        self.histories = dict.fromkeys(self.numbers, 0.0)

    def _free(self, entry: log.SeatFreed) -> None:
        gone, self.seats[entry.seat] = self.seats[entry.seat], Seat(level=entry.level)
        self.tokens = {token: seat for token, seat in self.tokens.items() if seat != entry.seat}
        self.tokens.setdefault(self.host, None)
        self.answers.pop(entry.seat, None)
        shared = any(gone.origin == seat.origin for seat in self.seats if seat.person)
        known = Known(likeness(gone.name), "" if shared else gone.origin)
        if entry.kept_out:
            self.kept_out.append(known)
        if gone.muted:
            self.hushed.append(known)

    def _sit(self, entry: log.SeatTaken) -> None:
        again = [known for known in self.hushed if known.back(entry.name, entry.origin)]
        self.hushed = [known for known in self.hushed if known not in again]
        self.seats[entry.seat] = Seat(
            name=entry.name,
            claim=entry.claim,
            nonce=entry.nonce,
            fresh=True,
            host=entry.token == self.host,
            muted=bool(again),
            origin=entry.origin,
            program=entry.program,
            devices=(entry.device,) if entry.device else (),
        )
        self.tokens[entry.token] = entry.seat
        self.marks.setdefault(entry.token, entry.mark)

    def _start(self, entry: log.GameStarted) -> Change:
        self.game_number += 1
        self.started_at, self.group = entry.at, entry.tables
        for seat in self.seats:
            seat.ready, seat.stood_in, seat.coached, seat.coached_for = False, 0, 0, None
        self.outcome_fairness = None
        self.nonces = entry.nonces if isinstance(entry.dealer, SeededDealer) else ()
        if self.past:
            self.state, self.sight = None, Sight(None)
            self.unfinished = self.game.start(entry.dealer) if older_rules.is_told(self.game.setup) else None
            return Change(entry, table=True)
        self.state = self.game.start(entry.dealer)
        self.before, self.sight = Sight(None), Sight(self.state)
        self.events, self.told = list(self.state.last), []
        self._tell(self.state.last)
        return Change(entry, events=self.state.last, opened=True, table=True)

    def _act(self, entry: log.Acted) -> Change:
        if self.past:
            return self._repeat(entry)
        assert self.state is not None
        before = self.state
        self.state, events = self.rehearse(entry.seat, entry.action, entry.decision)
        self.before, self.sight, self._rehearsed = self.sight, Sight(self.state), None
        if self.events is not None:
            self.events += events
        self._tell(events)
        over = self.state.outcome is not None
        if over:
            self.ended_at = entry.at
            self._reveal()
        opened = self.state.decision != before.decision
        return Change(entry, events=events, opened=opened, table=over, before=before)

    def _repeat(self, entry: log.Acted) -> Change:
        """Follow a game of older rules until it is over."""
        stepped = self.unfinished and older_rules.repeated(self.unfinished, entry.seat, entry.action)
        self.unfinished = stepped[0] if stepped else None
        if self.unfinished is None or self.unfinished.outcome is None:
            return Change(entry)
        self.state, self.unfinished, self.ended_at = self.unfinished, None, entry.at
        self.sight = Sight(self.state)
        self._reveal()
        return Change(entry, table=True)

    def _tell(self, events: tuple[Event, ...]) -> None:
        self.told += [event for event in events if not event.secret]
        del self.told[:-STORY_TOLD]

    def _reveal(self) -> None:
        """The game is over: the secret is shown and never used again."""
        if self.secret and self.nonces:
            self.outcome_fairness = Fairness(deals.commitment(self.secret), self.secret.hex(), self.nonces)
        self.secret = None


def _seat_info(seat: Seat) -> SeatInfo:
    kind = "bot" if seat.level is not None else "free" if seat.free else "person"
    return SeatInfo(
        kind=kind, name=seat.name, level=seat.level, host=seat.host, ready=seat.ready, muted=seat.muted,  # type: ignore[arg-type]
        program=seat.program, coached=seat.coached,
    )  # fmt: skip
