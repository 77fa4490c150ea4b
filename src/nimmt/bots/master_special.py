"""How `master` plays Surprise and Versus the Ox: it carries every answer out and plays on, each time in a new world."""

from collections.abc import Sequence
from math import fsum, sqrt
from random import Random
from statistics import fmean, pstdev

from ..actions import Action
from ..events import CardPlaced, CardsRevealed, Event, RowTaken
from ..game import Game
from ..games.versus_ox import OxView
from ..games.versus_ox.actions import UseFirst, UseLast, UseOrder, UseSort, Vote
from ..kernels.special_ratings import as_choice, is_idle, rate_choices
from ..kernels.special_tables import cards_to_play, open_record
from ..specials.actions import Pass
from ..views import TableView
from .greedy import GreedyBot, refused_uses, turned_down
from .halving import best_choice
from .special_answers import FORESEEN, has_more_rounds, name_next, orders_to_name, some_tables, uses

CARDS, ALONE = 45_000, 100_000
"""How many the playouts of a decision may place in all: many players and many cards in hand leave time for few of them.
With one player there are more, for nobody else has to think as well."""

WORLDS = 16
"""How many the engine draws for a decision; the kernels deal the number cards again in each playout, while the
specials of others, and those that are still to come, stay as they are in one of these."""

HANDS = {"surprise": 48, "versus_ox": 96}
"""How many hands it deals for them at most: in Surprise it has to work out which specials each may hold, and with eight
players that would take as long as the playouts."""

ORDERS = 8
"""How many orders of Sort are examined closely."""

NOISE = 2.0
"""How many standard errors the unusual must gain, so that others in a team like it in the worlds they draw."""

PRICE = {"surprise": 0.25, "versus_ox": 0.004}
"""How much it must gain at least, in heads or in games won, for every card that is left: specials are scarce, and
early in a round a better use may come."""

SCARCE = 3
"""How often that counts for First, Last and Sort, where nothing comes up for them: they have no use in playouts, so
that these do not know what they may be good for later."""


def play_special(game: Game, view: TableView, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
    """The answer that is worth most; what was refused in this turn is not proposed again."""
    if view.phase == "window":
        if turned_down(history, CardPlaced | RowTaken | CardsRevealed):
            return Pass()
        refused = refused_uses(history)
        legal = [action for action in legal if action not in refused]
    if view.phase == "order":
        return next_in_order(game, view, legal)
    if view.phase not in FORESEEN:
        return GreedyBot().choose(view, legal, history, rng)
    return Thoughts(game, view, legal, rng).best()


class Thoughts:
    """One decision."""

    def __init__(self, game: Game, view: TableView, legal: Sequence[Action], rng: Random) -> None:
        """Look at the table, and note what can be done there."""
        assert view.seat is not None
        self.game, self.view, self.rng, self.seat = game, view, rng, view.seat
        tables = some_tables(game, view, self.worlds(), rng)
        more_rounds = has_more_rounds(view)
        self.starts = [open_record(table, more_rounds) for table in tables]
        table = tables[0]
        self.playouts = (ALONE if view.setup.players == 1 else CARDS) // cards_to_play(table)
        self.answers: list[Action] = []
        self.choices: list[list[int]] = []
        for action in legal:
            for use in uses(action, view, table, ORDERS):
                choice = as_choice(use, table)
                if view.phase == "window" and is_idle(table, choice):
                    continue
                self.answers.append(action)
                self.choices.append(choice)

    def worlds(self) -> int:
        """How many tables to draw."""
        return min(WORLDS, HANDS[self.game.key] // self.view.setup.players)

    def worths(self, those: Sequence[int], playouts: int) -> list[Sequence[float]]:
        """What these choices are worth, playout by playout."""
        choices = [self.choices[number] for number in those]
        return rate_choices(self.starts, self.seat, choices, playouts, self.rng)

    def best(self) -> Action:
        """The answer of the best choice, if it is clearly better than the usual one."""
        best = best_choice(
            len(self.answers), self.playouts, lambda those, count: [fsum(each) for each in self.worths(those, count)]
        )
        usual = self.usual()
        if usual is None or self.answers[best] == self.answers[usual]:
            return self.answers[best]
        without, with_it = self.worths([usual, best], self.playouts // 4)
        gained = [after - before for before, after in zip(without, with_it, strict=True)]
        clear = fmean(gained) > max(self.price(best), NOISE * pstdev(gained) / sqrt(len(gained)))
        return self.answers[best if clear else usual]

    def price(self, number: int) -> float:
        """What a choice must gain, to be worth a special."""
        is_scarce = isinstance(self.answers[number], UseFirst | UseLast | UseSort) and not self.starts[0]["stock_size"]
        return PRICE[self.game.key] * len(self.view.hand) * (SCARCE if is_scarce else 1)

    def usual(self) -> int | None:
        """What everybody does unless something else is clearly better: pass, and in a team agree with the others."""
        usual = {"window": Pass(), "vote": Vote(True)}.get(self.view.phase)
        return self.answers.index(usual) if usual else None


def next_in_order(game: Game, view: TableView, legal: Sequence[Action]) -> Action:
    """Name the best order card by card, and propose it; whatever the worlds, it is the same one at every card."""
    assert isinstance(view, OxView)

    def chosen() -> UseOrder:
        rng = Random(f"order {view.queue}")
        (table,) = some_tables(game, view, 1, rng)
        best = Thoughts(game, view, orders_to_name(view, table, ORDERS), rng).best()
        assert isinstance(best, UseOrder)
        return best

    return name_next(view, legal, chosen)
