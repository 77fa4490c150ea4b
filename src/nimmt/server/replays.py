"""Finished games, step by step: the client computes no rules, so every view comes from here."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any

from msgspec import Struct

from ..codec import AnyAction, AnyEvent, AnyFacts, AnyView
from ..errors import BadRecord
from ..events import Event, seen_by
from ..records import Record, Recorder, Replayed, replay, verify
from ..review.moments import moment_of
from . import entries as log
from .fold import Fold
from .refusals import Refused


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One step of a finished game, as one seat or a spectator saw it, or with all hands open."""

    step: int
    steps: int
    events: tuple[AnyEvent, ...]
    facts: tuple[AnyFacts | None, ...]  # after each event, null where none changed
    view: AnyView
    seat: int | None = None  # whose action it was; only with all hands open
    action: AnyAction | None = None
    hands: tuple[AnyView, ...] = ()  # every seat's view; only with all hands open
    position: str | None = None  # the code of what the seat sees, where it has to decide


class Moment(Struct, frozen=True, kw_only=True):
    """A step after which something new was asked, or the game was over."""

    step: int
    round: int
    turn: int | None  # None where rounds have no turns
    seat: int | None = None  # whose: it has answered a part of the question in secret, and nobody else sees it


class ReplayIndex(Struct, frozen=True, kw_only=True):
    """Where the moments of a finished game are, so that one can jump to them."""

    game: int
    steps: int
    moments: tuple[Moment, ...]


class Verification(Struct, frozen=True, kw_only=True):
    """Whether a record replays, and whether its deal follows from what was committed to."""

    valid: bool
    fair: bool | None  # None: the record holds no proof
    problem: str | None
    code: str | None = None  # the kind of problem, such as `wrong_rules`
    commitment: str | None = None
    secret: str | None = None
    nonces: tuple[str, ...] = ()
    seed: str | None = None


def finished(code: str, entries: Iterable[log.AnyEntry], number: int | None) -> Record:
    """The record of a finished game, the last one or the one with this number; others are nobody's business."""
    fold = Fold(code)
    recorder: Recorder | None = None
    found: Record | None = None
    for entry in entries:
        fold.apply(entry)
        if isinstance(entry, log.GameStarted):
            recorder = Recorder(fold.game, entry.dealer, fold.names)
        elif isinstance(entry, log.Acted) and recorder:
            recorder.step(entry.seat, entry.action)
            if fold.phase == "over" and number in (None, fold.game_number):
                found = recorder.record(fold.outcome_fairness)
    if number is None and fold.phase == "playing":
        raise Refused(409, "not_over", "Records and replays open when the game is over.")
    if found is None:
        raise Refused(404, "no_such_game", "There is no such finished game at this table.")
    return found


class ReplayedGame(Struct, frozen=True):
    """A finished game that was replayed once, for everybody who steps through it."""

    record: Record
    steps: tuple[Replayed, ...]


class ReplayCache:
    """The finished games that somebody looked at last. Without them every step would replay its game."""

    def __init__(self, most: int = 8) -> None:
        """Keep at most this many games, by their table's identity and their number."""
        self.most = most
        self.kept: OrderedDict[tuple[str, int], ReplayedGame] = OrderedDict()

    def find(self, table: str, game: int) -> ReplayedGame | None:
        """The game with this number of that table, if it was looked at lately."""
        played = self.kept.get((table, game))
        if played:
            self.kept.move_to_end((table, game))
        return played

    def keep(self, table: str, game: int, record: Record) -> ReplayedGame:
        """Replay it, and forget whichever was not looked at for the longest time."""
        played = self.kept[table, game] = ReplayedGame(record, tuple(replay(record)))
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return played


def step_of(played: ReplayedGame, step: int, viewer: int | None, open_hands: bool) -> ReplayStep:
    """One step of a replay; step 0 is the deal."""
    record, steps = played.record, len(played.record.moves)
    if not 0 <= step <= steps:
        raise Refused(404, "no_such_step", f"This game has the steps 0 to {steps}.")
    if viewer is not None and not 0 <= viewer < record.setup.players:
        raise Refused(404, "no_such_seat", f"There is no seat {viewer} at this table.", "B-1")
    reached = played.steps[step]
    move = reached.move if open_hands else None
    seats = range(record.setup.players) if open_hands else ()
    events = reached.events if open_hands else seen_by(reached.events, viewer)
    view = reached.state.view(viewer)
    return ReplayStep(
        step=step,
        steps=steps,
        events=events,  # type: ignore[arg-type]
        facts=facts_after(played, step, viewer, events),
        view=view,  # type: ignore[arg-type]
        seat=move.seat if move else None,
        action=move.action if move else None,
        hands=tuple(reached.state.view(seat) for seat in seats),  # type: ignore[misc]
        position=moment_of(view),
    )


def facts_after(
    played: ReplayedGame, step: int, viewer: int | None, events: Sequence[Event]
) -> tuple[AnyFacts | None, ...]:
    """The facts after each event of a step; before the deal there are none that they could follow from."""
    if step == 0:
        return ()
    before = played.steps[step - 1].state
    seen = [event.seen_by(viewer) is not None for event in events]
    followed = iter(before.game.follow(before.view(viewer), compress(events, seen)))
    return tuple(next(followed) if shown else None for shown in seen)


def index_of(played: ReplayedGame, game: int) -> ReplayIndex:
    """Where the moments of a replay are; they are public, like decisions."""
    moments: list[Moment] = []
    seen = -1
    for step, reached in enumerate(played.steps):
        if reached.state.decision != seen:
            view = reached.state.view(None)
            moments.append(Moment(step=step, round=view.round, turn=getattr(view, "turn", None)))
            seen = reached.state.decision
        elif (seat := _laying(reached)) is not None:
            moments.append(Moment(step=step, round=moments[-1].round, turn=moments[-1].turn, seat=seat))
    return ReplayIndex(game=game, steps=len(played.record.moves), moments=tuple(moments))


def _laying(reached: Replayed) -> int | None:
    """The seat that has just laid a card and has more to lay: where the next one goes is a decision of its own."""
    seat = reached.move.seat if reached.move else None
    if seat is None or seat not in reached.state.to_act:
        return None
    view: Any = reached.state.view(seat)
    return seat if getattr(view, "to_lay", 0) else None


def verification(record: Record) -> Verification:
    """Check a record and the proof of its deal."""
    fairness = record.fairness
    shown = {
        "commitment": fairness.commitment if fairness else None,
        "secret": fairness.secret if fairness else None,
        "nonces": fairness.nonces if fairness else (),
        "seed": getattr(record.dealer, "seed", None),
    }
    try:
        verify(record)
    except BadRecord as error:
        fair = False if fairness else None
        return Verification(valid=False, fair=fair, problem=error.sentence, code=error.code, **shown)  # type: ignore[arg-type]
    return Verification(valid=True, fair=True if fairness else None, problem=None, **shown)  # type: ignore[arg-type]
