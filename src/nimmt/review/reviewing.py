"""A game reviewed from one seat: its decisions judged one by one, and luck and skill added up round by round."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from ..actions import Action
from ..cards import HEADS
from ..errors import BadRecord, BadSetup
from ..events import Event, Outcome, seen_by
from ..fast import available
from ..game import State
from ..games.registry import game, game_of
from ..records import Record, replay, verify
from ..setup import Setup
from ..views import TableView
from .report import MODEL, Decision, Review, Round

ERROR = 0.15
"""Heads: the standard error of every choice's mean."""

Watch = Callable[[int, int], None]


def can_review(setup: Setup) -> bool:
    """Whether games of this kind can be judged here."""
    from ..bots.master import MasterBot

    return available() and MasterBot().plays(setup)


def warm_up() -> None:
    """Compile what reviews need, or load it from disk, so that nobody waits for it after a game."""
    setup = game("base", players=2).setup
    if can_review(setup):
        from .weighing import par, weigh

        state = game_of(setup).start(0)
        view = state.view(0)
        assert isinstance(view, TableView)
        weigh(view, state.legal(0), 100.0)
        par(setup)


def review(
    record: Record,
    seat: int,
    error: float = ERROR,
    watch: Watch = lambda done, all_of_them: None,
    only: int | None = None,
) -> Review:
    """Judge every decision of a seat in a finished game, or in one round; `watch` hears how many of them are done."""
    outcome = checked(record, seat)
    from .weighing import par

    expected, par_error = par(record.setup)
    questions = [one for one in asked(record, seat) if only in (None, one.round)]
    decisions, taken = [], []
    for done, question in enumerate(questions):
        watch(done, len(questions))
        decisions.append(_judged(question, error))
        taken.append(decisions[-1].taken)
    watch(len(questions), len(questions))
    rounds = []
    judged: list[Decision] = []
    for number, group in groupby(zip(decisions, taken, strict=True), key=lambda each: each[0].round):
        told, one = _add_up(number, list(group), outcome.rounds[number - 1][seat], expected)
        judged += told
        rounds.append(one)
    losses = [decision.loss for decision in judged]
    return Review(
        seat=seat,
        name=record.names[seat] if record.names else "",
        model=MODEL,
        par=expected,
        par_error=par_error,
        rounds=tuple(rounds),
        decisions=tuple(judged),
        given_away=sum(losses) / len(rounds) if rounds else 0.0,
        given_away_error=sum(decision.loss_error**2 for decision in judged) ** 0.5 / max(len(rounds), 1),
        unjudged=("draft",) if record.setup.options.get("draft") else (),
    )


def checked(record: Record, seat: int) -> Outcome:
    """The outcome of a game that can be reviewed from this seat; any other is refused."""
    if not can_review(record.setup):
        raise cannot_review(record.setup)
    if seat not in range(record.setup.players):
        raise BadSetup("bad_seat", f"There are {record.setup.players} seats, from 0 on; {seat} is none of them.")
    verify(record)
    if record.outcome is None:
        raise BadRecord("unfinished", "The game is not over: only a finished game can be reviewed.")
    return record.outcome


def cannot_review(setup: Setup) -> BadSetup:
    """The error for a game that nothing here plays well enough to judge it."""
    return BadSetup("cannot_review", f"Games of {setup.key} with these options cannot be reviewed yet.")


class Asked(NamedTuple):
    """A decision that had a choice, as its seat saw it."""

    view: TableView
    legal: tuple[Action, ...]
    picked: int
    story: tuple[Event, ...]  # what the seat was told in this game until then
    step: int  # how many actions were taken before

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return len(self.view.scores) + 1


def asked(record: Record, seat: int) -> Iterator[Asked]:
    """The seat's decisions that had a choice."""
    state: State | None = None
    story: list[Event] = []
    for number, step in enumerate(replay(record)):
        if state is not None and step.move is not None and step.move.seat == seat:
            legal, view = state.legal(seat), state.view(seat)
            assert isinstance(view, TableView)
            if len(legal) > 1 and view.phase in ("card", "row"):
                yield Asked(view, legal, legal.index(step.move.action), tuple(story), number - 1)
        story += seen_by(step.events, seat)
        state = step.state


def _judged(one: Asked, error: float) -> Decision:
    from .judging import judge
    from .weighing import weigh

    weighed = weigh(one.view, one.legal, error, one.story)
    taken = sum(HEADS[card] for card in one.view.piles[one.view.seat or 0])
    return replace(judge(one.view, weighed, one.picked, one.round), step=one.step, taken=taken)


def _add_up(number: int, group: list[tuple[Decision, int]], result: int, par: float) -> tuple[list[Decision], Round]:
    """Give every decision the luck that followed it: heads taken until the next one, and what it then looked like."""
    decisions = [decision for decision, _ in group]
    worth = [decision.expected for decision in decisions] + [0.0]
    taken = [heads for _, heads in group] + [result]
    told = [
        replace(decision, luck=decision.mean - (taken[place + 1] - taken[place]) - worth[place + 1])
        for place, decision in enumerate(decisions)
    ]
    luck = sum(each.luck for each in told)
    skill, lost = sum(each.expected - each.mean for each in told), sum(each.loss for each in told)
    return told, Round(number, result=result, par=par, deal=par - worth[0], luck=luck, skill=skill, lost=lost)
