"""A game reviewed from one seat: its decisions judged one by one, and luck and skill added up round by round."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from ..errors import BadRecord, BadSetup
from ..events import Outcome
from ..records import Record, verify
from ..setup import Setup
from .asking import Asked, decisions_in
from .judge import Judge
from .judges import can_weigh, judge_of
from .report import Decision, Review, Round

ERROR = 0.15
"""Heads: the standard error of every choice's mean."""

Watch = Callable[[int, int], None]


def can_review(setup: Setup) -> bool:
    """Whether games of this kind can be judged here."""
    return judge_of(setup) is not None


def review(
    record: Record,
    seat: int,
    error: float = ERROR,
    watch: Watch = lambda done, all_of_them: None,
    only: int | None = None,
) -> Review:
    """Judge every decision of a seat in a finished game, or in one round; `watch` hears how many of them are done.

    In a team, everybody's decisions are judged.
    """
    outcome, judge = checked(record, seat), checked_judge(record.setup)
    questions = [one for one in asked(record, seat) if only in (None, one.round)]
    found = []
    for done, question in enumerate(questions):
        watch(done, len(questions))
        found.append(judge.decide(question, error))
    watch(len(questions), len(questions))
    decisions, rounds = _rounds(judge, record.setup, [each for each in found if each], outcome, seat, only)
    par, par_error = judge.par(record.setup) or (None, None)
    return Review(
        seat=seat,
        name=record.names[seat] if record.names else "",
        model=judge.model,
        measure=judge.measure,
        par=par,
        par_error=par_error,
        rounds=rounds,
        decisions=decisions,
        given_away=sum(each.lost for each in rounds) / max(len(rounds), 1),
        given_away_error=sum(each.loss_error**2 for each in decisions if each.mark != "unclear") ** 0.5
        / max(len(rounds), 1),
        unjudged=judge.unjudged(record.setup),
    )


def checked(record: Record, seat: int) -> Outcome:
    """The outcome of a game that can be reviewed from this seat; any other is refused."""
    checked_judge(record.setup)
    if seat not in range(record.setup.players):
        raise BadSetup("bad_seat", f"There are {record.setup.players} seats, from 0 on; {seat} is none of them.")
    verify(record)
    if record.outcome is None:
        raise BadRecord("unfinished", "The game is not over: only a finished game can be reviewed.")
    return record.outcome


def checked_judge(setup: Setup) -> Judge:
    """The judge of a game; one that nothing here can judge is refused."""
    judge = judge_of(setup)
    if judge is None:
        raise BadSetup("cannot_review", f"Games of {setup.key} with these options cannot be reviewed yet.")
    return judge


def checked_positions(setup: Setup) -> None:
    """Refuse a game whose positions cannot be weighed without their stories."""
    if not can_weigh(setup):
        raise BadSetup("cannot_weigh", f"Positions of {setup.key} with these options cannot be weighed yet.")


def asked(record: Record, seat: int) -> Iterator[Asked]:
    """The decisions of a seat, or of its team, that had a choice and can be judged."""
    judge = checked_judge(record.setup)
    return decisions_in(record, judge.seats(record.setup, seat), judge.judges)


def _rounds(
    judge: Judge, setup: Setup, decisions: Sequence[Decision], outcome: Outcome, seat: int, only: int | None
) -> tuple[tuple[Decision, ...], tuple[Round, ...]]:
    """Every round that was reviewed, and the decisions as they look then."""
    judged: list[Decision] = []
    rounds = []
    for number in range(1, len(outcome.rounds) + 1) if only is None else (only,):
        group = [each for each in decisions if each.round == number]
        group = [replace(each, turn=each.turn or place) for place, each in enumerate(group, 1)]
        result, par = judge.result(outcome, number, seat), judge.par(setup)
        if par:
            group, one = _add_up(number, group, result, par[0])
        else:
            one = Round(number, result, sum(each.loss for each in group if each.mark != "unclear"))
        judged += group
        rounds.append(one)
    return tuple(judged), tuple(rounds)


def _add_up(number: int, decisions: list[Decision], result: float, par: float) -> tuple[list[Decision], Round]:
    """Give every decision the luck that followed it: heads taken until the next one, and what it then looked like."""
    worth = [decision.expected for decision in decisions] + [0.0]
    taken = [decision.taken for decision in decisions] + [result]
    told = [
        replace(decision, luck=decision.mean - (taken[place + 1] - taken[place]) - worth[place + 1])
        for place, decision in enumerate(decisions)
    ]
    luck = sum(each.luck for each in told)
    skill, lost = sum(each.expected - each.mean for each in told), sum(each.loss for each in told)
    return told, Round(number, result, lost, par=par, deal=par - worth[0], luck=luck, skill=skill)
