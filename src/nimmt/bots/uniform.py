"""`random`: any legal action, each as likely as the others."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..events import Event
from ..views import View
from .bot import Bot


class RandomBot(Bot):
    """Plays blindly; everybody should beat it."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Pick at random."""
        return rng.choice(legal)
