"""What the person at the keyboard is asked: a prompt for each kind of decision."""

from ..actions import Action
from ..errors import Refusal
from .ask_party import PARTY_PROMPTS
from .ask_rows import ROW_PROMPTS
from .ask_specials import SPECIAL_PROMPTS
from .prompts import Prompt
from .scene import Scene

PROMPTS: dict[str, Prompt] = {**ROW_PROMPTS, **SPECIAL_PROMPTS, **PARTY_PROMPTS}
"""By phase."""


def refused(scene: Scene, refusal: Refusal, action: Action) -> str:
    """Why an action was refused, in the player's language."""
    numbers = {"card": getattr(action, "card", None), "row": getattr(action, "row", -1) + 1}
    for key in (f"refusals.{refusal.code}/{refusal.rule}", f"refusals.{refusal.code}"):
        if key in scene.words:
            return scene.words.say(key, **numbers)
    return refusal.sentence
