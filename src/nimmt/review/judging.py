"""What a weighed decision says to a person: the loss beyond noise, a mark, and the reason."""

from collections.abc import Sequence
from typing import Literal

from ..actions import PlayCard, TakeRow
from ..events import CardPlaced, RowTaken
from ..games.registry import game_of
from ..kernels.ratings import rate_by_heuristic
from ..kernels.row_game import row_game
from ..kernels.row_tables import hidden_cards, unseen_cards
from ..views import TableView
from . import marks
from .marks import loss_of, mark_of
from .report import Decision, Option, Verdict, Why
from .weighing import Weighed

Way = Literal["low", "sixth", "room"]


def judge(view: TableView, weighed: Weighed, picked: int, number: int) -> Decision:
    """One decision: what the choice lost against the best one, and what the best one is."""
    loss, error = loss_of(weighed.totals, picked)
    best, chosen, row = weighed.totals.whole.best, weighed.choices[picked], view.phase == "row"
    options = tuple(_option(view, weighed, place) for place in range(len(weighed.choices)))
    return Decision(
        round=number,
        turn=row_game(view.setup).hand_size - len(view.hand) + (0 if row else 1),
        seat=view.seat or 0,
        kind="row" if row else "card",
        options=options,
        picked=picked,
        best=best,
        expected=weighed.expected,
        chosen=chosen.row + 1 if isinstance(chosen, TakeRow) else chosen.card,
        loss=loss,
        loss_error=error,
        luck=0.0,  # known when the next decision is
        mark=mark_of(weighed.totals, picked, loss, error, lambda: obvious(view, weighed)),
        reason=why(view, options, picked, best),
    )


def verdict(view: TableView, weighed: Weighed) -> Verdict:
    """All choices of a position, each judged as if it had been made."""
    judged = [judge(view, weighed, place, 1) for place in range(len(weighed.choices))]
    return Verdict.of(judged, stands_out(weighed, judged[0].best))


def _option(view: TableView, weighed: Weighed, place: int) -> Option:
    choice, outcomes, totals = weighed.choices[place], weighed.outcomes, weighed.totals.whole
    return Option(
        card=view.queue[0].card if isinstance(choice, TakeRow) else choice.card,
        mean=totals.means[place],
        error=totals.error(place),
        now=outcomes.now[place] / totals.worlds,
        takes=outcomes.costly[place] / totals.worlds,
        row=choice.row + 1 if isinstance(choice, TakeRow) else None,
        reverse=isinstance(choice, PlayCard) and choice.reverse,
    )


def stands_out(weighed: Weighed, picked: int) -> bool:
    """Whether a choice is better than every other one, by enough heads and beyond noise."""
    return marks.stands_out(weighed.totals, picked)


def obvious(view: TableView, weighed: Weighed) -> int:
    """What a simple player would choose."""
    plays = [choice for choice in weighed.choices if isinstance(choice, PlayCard)]
    if not plays:
        first = weighed.outcomes.first
        return first.index(min(first))
    costs = rate_by_heuristic(row_game(view.setup), view, plays)
    return costs.index(min(costs))


# --- Reasons ---------------------------------------------------------------------------------------


def why(view: TableView, options: Sequence[Option], picked: int, best: int) -> Why:
    """What made the difference to the best choice, or to the best of the others.

    What a card does at once is named only where that costs more than what it leaves for later.
    """
    others = [place for place in range(len(options)) if place != picked]
    rival = best if best != picked else min(others, key=lambda place: options[place].mean)
    one, other = options[picked], options[rival]
    if not isinstance(one.choice, PlayCard):
        return Why("row", rival)
    at_once, way = one.at_once - other.at_once, way_of(view, one.choice)
    if at_once <= 0 or at_once < one.later - other.later:
        return Why("later", rival)
    if way != "low" and one.percent <= other.percent:
        return Why("later", rival)
    return Why(way, rival, _unseen_before(view, one.choice) if way == "sixth" else 0)


def way_of(view: TableView, play: PlayCard) -> Way:
    """What a card does if nothing comes first."""
    went = _went(view, play)
    return "low" if went is None else "sixth" if isinstance(went, RowTaken) else "room"


def _went(view: TableView, play: PlayCard) -> CardPlaced | RowTaken | None:
    events = game_of(view.setup).preview(view, play)
    return next((event for event in events if isinstance(event, CardPlaced | RowTaken)), None)


def _unseen_before(view: TableView, play: PlayCard) -> int:
    """How many unseen cards lie between the end of the card's row and the card."""
    went, game = _went(view, play), row_game(view.setup)
    assert went is not None
    end, value = view.rows[went.row].cards[-1], game.turned[play.card] if play.reverse else play.card
    low, high = sorted((end, value))
    return sum(hidden_cards(view, unseen_cards(game, view))[low + 1 : high])
