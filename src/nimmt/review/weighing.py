"""Choices weighed from a seat's view alone: the round is played to its end in many worlds, by one model of a player."""

from array import array
from collections.abc import Sequence
from functools import cache
from math import ceil, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from ..actions import Action, PlayCard, TakeRow
from ..codec import from_json, to_json
from ..events import Event
from ..kernels.calls import MODEL_ROUNDS, RATES_OF_TURN, WEIGH_CHOICES, dealing, new_stream
from ..kernels.constants import SEATS, USUAL_CHOICES
from ..kernels.host import run
from ..kernels.layout import Record
from ..kernels.row_game import RowGame, row_game
from ..kernels.row_tables import Cells, cells, choices_of, hidden_cards, known_hands, unseen_cards
from ..kernels.watcher import Watcher
from ..kernels.weights import group_of, shipped_minds
from ..setup import Setup
from ..views import TableView
from .figures import Figures, Half

FIRST_WORLDS, MOST_WORLDS = 256, 16384
ROUNDS = 5000
"""How many rounds par is measured over."""


class Outcomes(NamedTuple):
    """What came of the choices: heads until the end of the round, and of this turn."""

    totals: Figures
    now: list[int]  # the sum over the worlds
    costly: list[int]  # in how many worlds there were any in this turn
    first: list[int]  # what they were in the first world

    def joined(self, later: "Outcomes") -> "Outcomes":
        """With those of later worlds."""
        now, costly = (
            [one + more for one, more in zip(ours, theirs, strict=True)]
            for ours, theirs in ((self.now, later.now), (self.costly, later.costly))
        )
        return Outcomes(self.totals.joined(later.totals), now, costly, self.first)


class Weighed(NamedTuple):
    """Choices, what came of each, and how often the model chooses it."""

    choices: tuple[PlayCard | TakeRow, ...]
    outcomes: Outcomes
    liked: list[float]

    @property
    def totals(self) -> Figures:
        """Heads until the end of the round."""
        return self.outcomes.totals

    @property
    def means(self) -> list[float]:
        """The same by choice."""
        return self.totals.whole.means

    @property
    def expected(self) -> float:
        """What the model expects before it chooses."""
        return sum(mean * often for mean, often in zip(self.means, self.liked, strict=True))


def weigh(
    view: TableView, legal: Sequence[Action], error: float, story: Sequence[Event] = (), luck: bytes = b""
) -> Weighed:
    """Weigh until every choice's standard error is small enough; what the seat was shown alone decides the worlds.

    Other `luck` draws other worlds.
    """
    choices = tuple(action for action in legal if isinstance(action, PlayCard | TakeRow))
    worlds, rng = Worlds(view, story), Random(to_json(view) + luck)
    found = worlds.weigh(choices, FIRST_WORLDS, rng)
    while (missing := _missing(found.totals.whole, error)) > 0:
        found = found.joined(worlds.weigh(choices, missing, rng, found.totals.whole.worlds))
    return Weighed(choices, found, worlds.liked(choices))


def glance(view: TableView, legal: Sequence[Action], number: int) -> Weighed:
    """Weigh in a few worlds, and not for good."""
    choices = tuple(action for action in legal if isinstance(action, PlayCard | TakeRow))
    worlds = Worlds(view, ())
    return Weighed(choices, worlds.weigh(choices, number, Random(number)), worlds.liked(choices))


def _missing(totals: Half, error: float) -> int:
    """How many more worlds the error asks for, as far as it can be told from those there are."""
    wanted = max(totals.variance(choice) for choice in range(len(totals.sums))) / error**2
    return min(ceil(wanted), MOST_WORLDS, 4 * totals.worlds) - totals.worlds


class Worlds:
    """What a seat knows before a decision, as the kernels want it."""

    def __init__(self, view: TableView, story: Sequence[Event]) -> None:
        """Take the view, and the seat's story of this game where there is one."""
        self.view, self.game = view, row_game(view.setup)
        self.model = model_of(self.game)
        self.unseen = unseen_cards(self.game, view)
        self.table = cells(self.game, view.rows)
        self.hidden = hidden_cards(view, self.unseen)
        for card in view.hand:
            self.hidden[card] = 1
        self.turns = _evidence(self.game, view, story, self.model)

    def weigh(self, choices: Sequence[PlayCard | TakeRow], worlds: int, rng: Random, before: int = 0) -> Outcomes:
        """Play this many worlds, after so many that were played before."""
        return self.run(known_hands(self.view, self.unseen), choices, worlds, rng, before)

    def run(
        self, known: Record, choices: Sequence[PlayCard | TakeRow], worlds: int, rng: Random, before: int = 0
    ) -> Outcomes:
        """The same where this is known of the hands."""
        plays = [choice for choice in choices if isinstance(choice, PlayCard)]
        rows = [choice.row for choice in choices if isinstance(choice, TakeRow)]
        queue = [number for play in self.view.queue for number in (play.card, play.value)] if rows else []
        call = WEIGH_CHOICES.new(
            table=self.table,
            parts=self.game.parts,
            turned=self.game.turned,
            hidden=self.hidden,
            reversals=[bool(specials) for specials in self.view.specials],
            choices=rows or choices_of(self.view, plays),
            count=len(choices),
            queue=queue,
            queued=len(queue) // 2,
            rates=b"".join(turn.rates for turn in self.turns),
            played=[card for turn in self.turns for card in (*turn.plays, *[0] * (SEATS - len(turn.plays)))],
            turns=len(self.turns),
            players=self.game.players,
            before=before,
            worlds=worlds,
            stream=new_stream(rng),
        )
        call.attach("known", known.memory)
        call.refer(model=self.model)
        run("weigh_choices", call)
        return _outcomes(call, len(choices), worlds, before)

    def liked(self, choices: Sequence[PlayCard | TakeRow]) -> list[float]:
        """How often the model would choose each; it takes the cheapest row, of equals that with the highest end."""
        view = self.view
        rows = [choice.row for choice in choices if isinstance(choice, TakeRow)]
        if rows:
            cheapest = min(rows, key=lambda row: (view.facts.rows[row].heads, -view.rows[row].cards[-1]))
            return [float(row == cheapest) for row in rows]
        rates = array("f", _rates(self.game, self.table, self.hidden, len(view.hand), self.model))
        found = [0.0 if choice.reverse else rates[choice.card] for choice in choices if isinstance(choice, PlayCard)]
        return [rate / sum(found) for rate in found]


def _outcomes(call: Record, count: int, worlds: int, before: int) -> Outcomes:
    """What the kernel answers."""
    sums, products, halves = call["sums"], call["products"], []
    for half in range(2):
        first = half * USUAL_CHOICES
        rows = [products[(first + choice) * USUAL_CHOICES :][:count] for choice in range(count)]
        halves.append(Half((worlds + 1 - (before + half) % 2) // 2, sums[first : first + count], rows))
    now, costly, at_first = (list(call[name][:count]) for name in ("now", "costly", "first"))
    return Outcomes(Figures(*halves), now, costly, at_first)


def _rates(game: RowGame, table: Cells, hidden: Cells, left: int, model: bytes) -> bytes:
    """By card: how likely the model is to play it, compared with other cards."""
    call = RATES_OF_TURN.new(table=table, parts=game.parts, hidden=hidden, left=left)
    call.refer(model=model)
    run("rates_of_turn", call)
    return call.raw("rates")


class Turn(NamedTuple):
    """A past turn of the round: how likely each card was to be played, and what was, by seat."""

    rates: bytes
    plays: list[int]


class _Listener(Watcher):
    """Follows a seat's story, and keeps the turns of the present round."""

    turns: list[tuple[Cells, Cells, int, list[int]]]

    def _start_round(self, cards: tuple[int, ...]) -> None:
        self.turns = []
        super()._start_round(cards)

    def _watch(self, shown: dict[int, int]) -> None:
        plays = [shown[seat] for seat in range(self.game.players)]
        self.turns.append((cells(self.game, self.rows), self.hidden[:], len(self.hand), plays))
        self._mark(plays, 0)
        self.hand.remove(shown[self.seat])


def _evidence(game: RowGame, view: TableView, story: Sequence[Event], model: bytes) -> list[Turn]:
    """The turns of the round so far; none without a story."""
    assert view.seat is not None
    listener = _Listener(game, view.setup, view.seat, shipped_minds()[group_of(game)])
    listener.turns = []
    listener.listen(story)
    turns = listener.turns if listener.agrees(view) else []
    return [Turn(_rates(game, table, hidden, left, model), plays) for table, hidden, left, plays in turns]


def model_of(game: RowGame) -> bytes:
    """The scores by which the model likes its cards."""
    return shipped_minds()[group_of(game)].models_for(game).own


def par(setup: Setup) -> tuple[float, float]:
    """Heads that the model takes in a round before it is dealt, and the standard error."""
    heads, players = _rounds(to_json(setup)), setup.players
    means = [fmean(heads[place : place + players]) for place in range(0, len(heads), players)]
    return fmean(means), pstdev(means) / sqrt(len(means))


@cache
def _rounds(setup: bytes) -> Cells:
    game = row_game(from_json(Setup, setup))
    call = MODEL_ROUNDS.new(rounds=ROUNDS, stream=new_stream(Random(0)), **dealing(game))
    call.reserve("heads", 2 * ROUNDS * game.players)
    call.refer(model=model_of(game))
    run("model_rounds", call)
    return call.numbers("heads", "h", ROUNDS * game.players)
