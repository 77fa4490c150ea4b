"""What each decision of a game was worth, as its seat could have known."""

from .report import Decision, Option, Reason, Review, Round
from .reviewing import can_review, review

__all__ = ["Decision", "Option", "Reason", "Review", "Round", "can_review", "review"]
