"""What a weighed decision says to a person: the loss beyond noise, a mark, and the reason."""

from collections.abc import Sequence
from math import hypot

import numpy as np

from ..actions import PlayCard, TakeRow
from ..events import CardPlaced, RowTaken
from ..fast.game import fast_game
from ..fast.search import hidden_cards, rate_by_heuristic, unseen_cards
from ..games.registry import game_of
from ..views import TableView
from .report import Decision, Mark, Option, Verdict, Why
from .weighing import Figures, Weighed

LOSSES: tuple[tuple[float, Mark], ...] = ((1.5, "blunder"), (0.8, "mistake"), (0.3, "doubtful"))
"""From how many heads on a choice has its mark, if the loss is beyond noise."""
NOISE = 2.0
"""Standard errors below which a difference says nothing."""
CLEARLY, SURELY = 1.0, 3.0
"""A choice stands out if it is better than all others by so many heads, and by more than so many standard errors."""
WENT = (CardPlaced, RowTaken)


def judge(view: TableView, weighed: Weighed, picked: int, number: int) -> Decision:
    """One decision: what the choice lost against the best one, and what the best one is."""
    means = weighed.means
    loss, error = _loss(weighed.totals, picked)
    best, chosen, row = int(means.argmin()), weighed.choices[picked], view.phase == "row"
    options = tuple(_option(view, weighed, place) for place in range(len(weighed.choices)))
    return Decision(
        round=number,
        turn=fast_game(view.setup).hand_size - len(view.hand) + (0 if row else 1),
        kind="row" if row else "card",
        options=options,
        picked=picked,
        best=best,
        expected=weighed.expected,
        chosen=chosen.row + 1 if isinstance(chosen, TakeRow) else chosen.card,
        loss=loss,
        loss_error=error,
        luck=0.0,  # known when the next decision is
        mark=_mark(view, weighed, picked, best, loss, error),
        reason=_why(view, weighed, picked, best, options),
    )


def verdict(view: TableView, weighed: Weighed) -> Verdict:
    """All choices of a position, each judged as if it had been made."""
    judged = [judge(view, weighed, place, 1) for place in range(len(weighed.choices))]
    best = judged[0].best
    return Verdict(
        options=judged[0].options,
        best=best,
        clear=stands_out(weighed, best),
        losses=tuple(each.loss for each in judged),
        marks=tuple(each.mark for each in judged),
        reasons=tuple(each.reason for each in judged),
    )


def _loss(totals: Figures, picked: int) -> tuple[float, float]:
    """What a choice lost: the best one is found in one half of the worlds and measured in the other, both ways.

    So luck in the sampling does not look like a better choice.
    """
    halves = totals[0::2], totals[1::2]
    bests = [int(half.mean(axis=0).argmin()) for half in halves]
    lost = [half[:, picked] - half[:, best] for half, best in zip(halves, reversed(bests), strict=True)]
    return float(np.mean([each.mean() for each in lost])), hypot(*(_error(each) for each in lost)) / 2


def _error(values: Figures) -> float:
    return float(values.std() / np.sqrt(len(values)))


def _option(view: TableView, weighed: Weighed, place: int) -> Option:
    choice, totals = weighed.choices[place], weighed.totals[:, place]
    return Option(
        card=view.queue[0].card if isinstance(choice, TakeRow) else choice.card,
        mean=float(totals.mean()),
        error=_error(totals),
        now=float(weighed.now[:, place].mean()),
        takes=float((weighed.now[:, place] > 0).mean()),
        row=choice.row + 1 if isinstance(choice, TakeRow) else None,
        reverse=isinstance(choice, PlayCard) and choice.reverse,
    )


def _mark(view: TableView, weighed: Weighed, picked: int, best: int, loss: float, error: float) -> Mark:
    if loss > NOISE * error:
        return next((mark for least, mark in LOSSES if loss >= least), "fine")
    return "brilliant" if picked == best and _is_brilliant(view, weighed, picked) else "fine"


def _is_brilliant(view: TableView, weighed: Weighed, picked: int) -> bool:
    """Clearly better than every other choice, and not what a simple player would have done."""
    return stands_out(weighed, picked) and obvious(view, weighed) != picked


def stands_out(weighed: Weighed, picked: int) -> bool:
    """Whether a choice is better than every other one, by enough heads and beyond noise."""
    for other in range(len(weighed.choices)):
        more = weighed.totals[:, other] - weighed.totals[:, picked]
        if other != picked and (more.mean() < CLEARLY or more.mean() <= SURELY * _error(more)):
            return False
    return True


def obvious(view: TableView, weighed: Weighed) -> int:
    """What a simple player would choose."""
    plays = [choice for choice in weighed.choices if isinstance(choice, PlayCard)]
    if not plays:
        return int(weighed.now[0].argmin())
    costs = rate_by_heuristic(fast_game(view.setup), view, plays)
    return costs.index(min(costs))


# --- Reasons ---------------------------------------------------------------------------------------


def _why(view: TableView, weighed: Weighed, picked: int, best: int, options: Sequence[Option]) -> Why:
    """What made the difference to the best choice, or to the best of the others."""
    others = [place for place in range(len(options)) if place != picked]
    rival = best if best != picked else min(others, key=lambda place: options[place].mean)
    choice, one, other = weighed.choices[picked], options[picked], options[rival]
    if not isinstance(choice, PlayCard):
        return Why("row", rival)
    went = next((event for event in game_of(view.setup).preview(view, choice) if isinstance(event, WENT)), None)
    if went is None:
        return Why("low", rival)
    if isinstance(went, RowTaken):
        return Why("sixth", rival, _unseen_between(view, choice, view.rows[went.row].cards[-1]))
    return Why("later" if one.later - other.later > one.now - other.now else "room", rival)


def _unseen_between(view: TableView, play: PlayCard, end: int) -> int:
    """How many unseen cards lie between the end of a row and the card."""
    game = fast_game(view.setup)
    low, high = sorted((end, int(game.turned[play.card]) if play.reverse else play.card))
    return int(hidden_cards(view, unseen_cards(game, view))[low + 1 : high].sum())
