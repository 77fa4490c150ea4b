"""A record replays to the same game: setup, dealer, and who did what.

From the first release on, records are for ever: whatever the rules become, a record replays by those it names.
"""

from collections.abc import Iterator

from msgspec import Struct

from .actions import Action
from .codec import AnyAction, from_json, to_json
from .dealer import Dealer, ExplicitDealer, Fairness, SeededDealer, dealer_of
from .errors import BadRecord, BadSetup, IllegalAction, Malformed, NimmtError, quoted
from .events import Event, Outcome
from .game import Game, State
from .games.registry import game_of
from .setup import RULES, Setup

FORMAT = 1
"""The version of the format. Readers refuse all others."""


class Move(Struct, frozen=True, array_like=True, gc=False):
    """One action and the seat it came from."""

    seat: int
    action: AnyAction


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game, finished or not. Moves are canonical: no superseded choices, secret answers in seat order."""

    format: int
    rules: int
    setup: Setup
    dealer: SeededDealer | ExplicitDealer
    moves: tuple[Move, ...]
    outcome: Outcome | None = None
    names: tuple[str, ...] = ()
    fairness: Fairness | None = None


class Dealt:
    """Deals with another dealer, and remembers what it dealt, because a record must replay without it."""

    def __init__(self, dealer: Dealer) -> None:
        """Nothing is dealt yet."""
        self.dealer = dealer
        self.orders: dict[str, tuple[int, ...]] = {}

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        """The order for a label, always the same one."""
        if label not in self.orders:
            self.orders[label] = tuple(self.dealer.permutation(label, size))
        return self.orders[label]


class Recorder:
    """Plays a game and keeps its record."""

    def __init__(
        self,
        game: Game,
        seed: int | str | bytes | Dealer,
        names: tuple[str, ...] = (),
        fairness: Fairness | None = None,
    ) -> None:
        """Start the game with whatever `game.start` takes; of a dealer of your own the record keeps what it dealt."""
        self.game = game
        dealer = dealer_of(seed)
        self.dealer = dealer if isinstance(dealer, SeededDealer | ExplicitDealer) else Dealt(dealer)
        self.names = names
        self.fairness = fairness
        self.state = game.start(self.dealer)
        self._closed: list[Move] = []
        self._open: dict[int, tuple[Action, ...]] = {}  # answers to a secret decision that is still open, by seat

    def step(self, seat: int, action: Action, decision: int | None = None) -> tuple[Event, ...]:
        """Carry out an action and write it down."""
        before = self.state
        self.state, events = before.step(seat, action, decision)
        self._open[seat] = action.amend(self._open.get(seat, ())) if before.secret else (action,)
        if not before.secret or self.state.decision != before.decision:
            self._closed += self._canonical()
            self._open = {}
        return events

    def _canonical(self) -> list[Move]:
        return [Move(seat, action) for seat in sorted(self._open) for action in self._open[seat]]  # type: ignore[arg-type]

    def record(self, fairness: Fairness | None = None) -> Record:
        """The record of the game so far; a proof of a fair deal may come to light only now."""
        return Record(
            format=FORMAT,
            rules=RULES,
            setup=self.game.setup,
            dealer=ExplicitDealer(dict(self.dealer.orders)) if isinstance(self.dealer, Dealt) else self.dealer,
            moves=(*self._closed, *self._canonical()),
            outcome=self.state.outcome,
            names=self.names,
            fairness=fairness or self.fairness,
        )


class Replayed(Struct, frozen=True):
    """One step of a replay: who did what, what happened, and the state after it. The first has no move."""

    move: Move | None
    events: tuple[Event, ...]
    state: State


def replay(record: Record) -> Iterator[Replayed]:
    """Play a record again, step by step. Raises BadRecord where it does not fit the rules."""
    recorder = _deal(record)
    yield Replayed(None, recorder.state.last, recorder.state)
    for number, move in enumerate(record.moves, 1):
        events = _repeat(recorder, number, move)
        yield Replayed(move, events, recorder.state)


def resume(record: Record) -> Recorder:
    """Take up a record where it stops, so that the game can go on."""
    recorder = _deal(record)
    for number, move in enumerate(record.moves, 1):
        _repeat(recorder, number, move)
    return recorder


def _deal(record: Record) -> Recorder:
    """Start a record's game again."""
    if not isinstance(record, Record):
        raise BadRecord("malformed", f"This is not a record: {quoted(record)}. `read_record` makes one from text.")
    if record.format != FORMAT:
        raise BadRecord("wrong_format", f"This program reads records of format {FORMAT}, not {quoted(record.format)}.")
    try:
        return Recorder(game_of(record.setup, record.rules), record.dealer, record.names, record.fairness)
    except BadSetup as error:
        if error.code == "wrong_rules":
            raise BadRecord(error.code, error.sentence) from None
        raise BadRecord("bad_setup", f"The record names a game that cannot be made. {error}", error.rule) from None
    except Malformed as error:
        raise BadRecord("bad_dealer", f"The record's dealer cannot deal. {error}", error.rule) from None


def _repeat(recorder: Recorder, number: int, move: Move) -> tuple[Event, ...]:
    """Make a record's next move."""
    try:
        return recorder.step(move.seat, move.action)
    except IllegalAction as error:
        raise BadRecord("illegal_move", f"Move {number} does not fit the rules. {error}", error.rule) from None


def verify(record: Record) -> State:
    """Replay a record to its end and check all that it says, its proof of a fair deal included; the final state."""
    recorder = resume(record)
    state = recorder.state
    if record.names and len(record.names) != state.game.players:
        raise BadRecord("wrong_names", "The record must name every seat or none.", "B-1")
    if recorder.record().moves != record.moves:
        raise BadRecord("wrong_order", "The record's moves are not written as a recorder writes them.", "Q-X1")
    if state.outcome != record.outcome:
        raise BadRecord("wrong_outcome", "The record's outcome is not the one that its moves lead to.", "B-14")
    if record.fairness is not None:
        _check_fairness(record, record.fairness)
    return state


def _check_fairness(record: Record, fairness: Fairness) -> None:
    seed = record.dealer.seed if isinstance(record.dealer, SeededDealer) else ""
    problem = fairness.problem(seed)
    if problem:
        raise BadRecord("unfair_deal", problem)


def write_record(record: Record) -> str:
    """One line of JSON, as in a file of many records."""
    return to_json(record).decode()


def read_record(line: bytes | str) -> Record:
    """Read one line of such a file."""
    try:
        return from_json(Record, line)
    except NimmtError as error:
        raise BadRecord("malformed", f"This is not a record. {error}") from None
