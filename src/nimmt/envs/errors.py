"""What can go wrong in an environment, each with a sentence that names what and where."""

from ..errors import NimmtError


class EnvError(NimmtError, ValueError):
    """A call that an environment refuses; the environment is left as it was."""


class WrongAction(EnvError):
    """A number that is no action, or one that is masked now."""


class NotNow(EnvError):
    """A step before the first reset, or after the end."""


NOT_RESET = "not_reset", "Nothing is dealt yet: reset the environment first."
GAME_OVER = "game_over", "The game is over: reset the environment before the next step."
