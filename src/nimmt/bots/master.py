"""`master`: looks one turn ahead in many worlds, with a value net, and with beliefs about hands and players."""

from collections.abc import Sequence
from functools import cache
from random import Random

from ..actions import Action, DraftCard, PlayCard, TakeRow
from ..errors import BadSetup
from ..events import Event
from ..games.bullenparty import PartyView
from ..games.registry import game_of
from ..kernels.master import Master
from ..kernels.row_game import row_game
from ..kernels.scope import ROW_GAMES, SEARCHED_GAMES
from ..kernels.weights import shipped_minds
from ..setup import Setup
from ..views import TableView, View
from .bot import Bot
from .master_party import play_party
from .master_special import play_special


class MasterBot(Bot):
    """The strongest player of every game."""

    def plays(self, setup: Setup) -> bool:
        """What the kernels know, row games at a table of the usual size, if there are weights."""
        known = SEARCHED_GAMES.covers(setup) or (ROW_GAMES.covers(setup) and _is_usual(setup))
        return known and not _problem()

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer any question: with the nets in row games, elsewhere with playouts."""
        if len(legal) == 1:
            return legal[0]
        if isinstance(view, PartyView):
            return play_party(game_of(view.setup), view, legal, history, rng)
        assert isinstance(view, TableView)
        if view.setup.key in SEARCHED_GAMES.games:
            return play_special(game_of(view.setup), view, legal, history, rng)
        master = self.master()
        if view.phase == "draft":
            drafts = [action for action in legal if isinstance(action, DraftCard)]
            return _best(drafts, master.rate_drafts(view, [action.card for action in drafts], rng))
        if view.phase == "row":
            rows = [action for action in legal if isinstance(action, TakeRow)]
            return _best(rows, master.rate_rows(view, [action.row for action in rows], history))
        plays = [action for action in legal if isinstance(action, PlayCard)]
        return _best(plays, master.rate_plays(view, plays, history, rng))

    def master(self) -> Master:
        """Who rates what can be done in row games."""
        return _master()


def _best(actions: Sequence[Action], costs: Sequence[float]) -> Action:
    return actions[costs.index(min(costs))]


def _is_usual(setup: Setup) -> bool:
    """Whether hands and rows have the sizes that the nets have learned."""
    game = row_game(setup)
    return (game.hand_size, game.rows, game.capacity) == (10, 4, 5)


def check_weights() -> None:
    """Refuse where the weights that came with the program cannot be used."""
    shipped_minds()


@cache
def _problem() -> str:
    """What is wrong with them; looked at once."""
    try:
        check_weights()
    except BadSetup as error:
        return str(error)
    return ""


@cache
def _master() -> Master:
    return Master(shipped_minds())
