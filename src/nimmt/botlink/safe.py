"""A bot that may fail without spoiling the game for the others."""

from collections.abc import Callable, Sequence
from random import Random

from ..actions import Action
from ..bots import Bot
from ..codec import to_json
from ..events import Event
from ..games.registry import game_of, known_as
from ..setup import Setup
from ..views import View
from .circles import Circles
from .failures import BotFailed, quote

MOST_FAILURES = 3
"""After this many failures a bot is no longer asked."""


class SafeBot(Bot):
    """Answers as its bot does; where that fails, with the engine's documented answer for seats whose time ran out."""

    keeps_time = True

    def __init__(self, bot: Bot, tell: Callable[[BotFailed], None] = lambda failure: None) -> None:
        """Take charge of a bot; `tell` hears of each failure."""
        self.bot = bot
        self.tell = tell
        self.failures: list[BotFailed] = []
        self._circles = Circles()

    @property
    def is_out(self) -> bool:
        """Whether it has failed too often."""
        return len(self.failures) >= MOST_FAILURES

    def plays(self, setup: Setup) -> bool:
        """What its bot plays."""
        return self.bot.plays(setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """The bot's answer, if it is one."""
        if self.is_out:
            return game_of(view.setup).default(view)
        try:
            self._circles.count(view)
            return self._checked(self.bot.choose(view, legal, history, rng), legal)
        except BotFailed as failure:
            self._note(failure, view)
        except Exception as error:  # whatever somebody's bot does
            self._note(BotFailed("raised", reason=f"{type(error).__name__}: {error}"), view)
        return game_of(view.setup).default(view)

    def over(self, view: View, history: Sequence[Event]) -> None:
        """Tell the bot; what it does wrong now harms nobody."""
        try:
            self.bot.over(view, history)
        except Exception as error:
            self._note(BotFailed("raised", reason=f"{type(error).__name__}: {error}"), view)

    def _checked(self, action: Action, legal: Sequence[Action]) -> Action:
        if action not in legal:
            written = quote(to_json(action)) if isinstance(action, Action) else quote(repr(action).encode())
            raise BotFailed("illegal", action=written)
        return action

    def _note(self, failure: BotFailed, view: View) -> None:
        failure.at(number=view.decision, phase=view.phase, game=known_as(view.setup), seat=view.seat)
        self.failures.append(failure)
        self.tell(failure)
