"""Reviews of finished games: worked out beside the loop, one after another, and kept for whoever asks next."""

import logging
from collections.abc import Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from ..actions import Action
from ..codec import AnyEvent, AnyFacts
from ..games.registry import game_of
from ..records import Record
from ..review import Review, Verdict, can_review, review
from ..review.moments import judge_moment
from ..review.positions import code_of
from ..review.reviewing import asked
from ..views import View
from .desk import Desk
from .refusals import Refused, no_danger
from .signatures import Signatures

logger = logging.getLogger("nimmt.server")

ERROR = 0.2
"""Heads: the standard error of every choice, so that a round takes seconds."""

Key = tuple[str, int, int, int]
"""A table's identity, and the numbers of game, seat and round."""


class Prospect(Struct, frozen=True, kw_only=True):
    """What a choice would have done if nothing else happened first, and the facts after each event."""

    events: tuple[AnyEvent, ...]
    facts: tuple[AnyFacts | None, ...]


class RoundReview(Struct, frozen=True, kw_only=True):
    """One round of a finished game, judged from one seat."""

    game: int
    rounds: int  # how many were played
    review: Review
    prospects: tuple[tuple[Prospect, ...], ...]  # by decision and option
    positions: tuple[str | None, ...]  # by decision: the code of what the seat saw


class Reviews(Desk):
    """The reviews of rounds, and verdicts on positions by their codes, that somebody looked at last."""

    def __init__(self, most: int = 64) -> None:
        """Keep at most this many."""
        super().__init__("review", most)

    async def work_out(self, key: Key, record: Record, caller: str = "") -> RoundReview:
        """Judge the round, or wait with whoever asked for the same before."""
        with self.admitted(key, caller, "reviews"):
            found: RoundReview = await self.work(key, caller, _reviewed, key, record)
        return found

    async def judge(self, key: Hashable, view: View, choice: int, caller: str = "") -> Verdict:
        """Judge a moment in the same way."""
        with self.admitted(key, caller, "reviews"):
            found: Verdict = await self.work(key, caller, _verdict, view, choice)
        return found


def check(record: Record, seat: int, number: int) -> None:
    """Refuse what cannot be reviewed before anybody waits for it."""
    rounds = len(record.outcome.rounds) if record.outcome else 0
    if not can_review(record.setup):
        raise Refused(422, "cannot_review", "Games of this kind cannot be reviewed yet.")
    if not 0 <= seat < record.setup.players:
        raise Refused(404, "no_such_seat", f"There is no seat {seat} at this table.", "B-1")
    if not 1 <= number <= rounds:
        raise Refused(404, "no_such_round", f"This game has the rounds 1 to {rounds}.")


def _reviewed(key: Key, record: Record) -> RoundReview:
    _, game, seat, number = key
    assert record.outcome
    views = {each.step: each.view for each in asked(record, seat) if each.round == number}
    found = review(record, seat, ERROR, only=number)
    seen = [(views[each.step], [option.choice for option in each.options]) for each in found.decisions]
    return RoundReview(
        game=game,
        rounds=len(record.outcome.rounds),
        review=found,
        prospects=tuple(prospects_of(view, choices) for view, choices in seen),
        positions=tuple(code_of(view) for view, _ in seen),
    )


def _verdict(view: View, choice: int) -> Verdict:
    found = judge_moment(view, choice, ERROR)
    if found is None:
        raise no_danger()
    return found


async def signed(found: RoundReview, signatures: Signatures) -> RoundReview:
    """The review with codes of positions that this server judges again."""
    return replace(found, positions=tuple([await signatures.sign(code) for code in found.positions]))


def prospects_of(view: View, choices: Iterable[Action]) -> tuple[Prospect, ...]:
    """What each choice would do if nothing else happened first."""
    game, found = game_of(view.setup), []
    for choice in choices:
        events = game.preview(view, choice)
        found.append(Prospect(events=events, facts=game.follow(view, events)))  # type: ignore[arg-type]
    return tuple(found)
