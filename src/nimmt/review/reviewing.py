"""A game reviewed from one seat: its decisions judged one by one, and luck and skill added up round by round."""

from collections.abc import Callable, Iterator
from itertools import groupby

from msgspec.structs import replace

from ..actions import Action
from ..cards import HEADS
from ..errors import BadRecord, BadSetup
from ..fast import available
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


def review(record: Record, seat: int, error: float = ERROR, watch: Watch = lambda done, all_of_them: None) -> Review:
    """Judge every decision of a seat in a finished game; `watch` hears how many of them are done."""
    if not can_review(record.setup):
        raise BadSetup("cannot_review", f"Games of {record.setup.key} with these options cannot be reviewed yet.")
    if seat not in range(record.setup.players):
        raise BadSetup("bad_seat", f"There are {record.setup.players} seats, from 0 on; {seat} is none of them.")
    verify(record)
    outcome = record.outcome
    if outcome is None:
        raise BadRecord("unfinished", "The game is not over: only a finished game can be reviewed.")
    from .weighing import par

    expected, par_error = par(record.setup)
    asked = list(_asked(record, seat))
    decisions, taken = [], []
    for done, (view, position, legal) in enumerate(asked):
        watch(done, len(asked))
        decisions.append(_judged(view, legal, position, error))
        taken.append(sum(HEADS[card] for card in view.piles[seat]))
    watch(len(asked), len(asked))
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


def _asked(record: Record, seat: int) -> Iterator[tuple[TableView, int, tuple[Action, ...]]]:
    """The seat's decisions that had a choice: its view, the place of what it chose, and all it could choose."""
    state = None
    for step in replay(record):
        if state is not None and step.move is not None and step.move.seat == seat:
            legal = state.legal(seat)
            view = state.view(seat)
            assert isinstance(view, TableView)
            if len(legal) > 1 and view.phase in ("card", "row"):
                yield view, legal.index(step.move.action), legal
        state = step.state


def _judged(view: TableView, legal: tuple[Action, ...], picked: int, error: float) -> Decision:
    from .judging import judge
    from .weighing import weigh

    return judge(view, weigh(view, legal, error), picked, len(view.scores) + 1)


def _add_up(number: int, group: list[tuple[Decision, int]], result: int, par: float) -> tuple[list[Decision], Round]:
    """Give every decision the luck that followed it: heads taken until the next one, and what it then looked like."""
    decisions = [decision for decision, _ in group]
    worth = [decision.expected for decision in decisions] + [0.0]
    taken = [heads for _, heads in group] + [result]
    told = [
        replace(
            decision,
            luck=decision.expected + decision.loss - (taken[place + 1] - taken[place]) - worth[place + 1],
        )
        for place, decision in enumerate(decisions)
    ]
    luck, skill = sum(each.luck for each in told), -sum(each.loss for each in told)
    return told, Round(number=number, result=result, par=par, deal=par - worth[0], luck=luck, skill=skill)
