"""`greedy`: the action that costs least at once, as the engine's own preview tells it."""

from collections.abc import Sequence
from random import Random

from ..actions import Action, PlayCard
from ..events import CardPlaced, Event, FoundNoRow, RowTaken
from ..game import Game
from ..games.registry import game_of
from ..views import TableView, View

Cost = tuple[int, int, int]


class GreedyBot:
    """Takes as few heads as it can now, and does not think of the next turn."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Compare what the actions would cost if nothing else happened first."""
        assert isinstance(view, TableView)
        if view.phase == "draft":
            return rng.choice(legal)  # measured: a hand from all over beats high, low, middle and neighbouring cards
        game = game_of(view.setup)
        return min(legal, key=lambda action: cost(game, view, action))


def cost(game: Game, view: TableView, action: Action) -> Cost:
    """Heads taken, then the gap that others can still fill, then whether a special card is spent."""
    taken = gap = 0
    for event in game.preview(view, action):
        match event:
            case RowTaken(seat=view.seat):
                taken += event.heads
            case CardPlaced():
                gap = event.reason.numbers[1]
            case FoundNoRow():
                taken += min(row.heads for row in view.rows)
    return taken, gap, isinstance(action, PlayCard) and action.reverse
