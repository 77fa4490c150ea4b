"""What each decision of a game was worth, as its seat could have known."""

from .judges import can_weigh
from .report import Decision, Option, Review, Round, Verdict, Why
from .reviewing import can_review, review

__all__ = ["Decision", "Option", "Review", "Round", "Verdict", "Why", "can_review", "can_weigh", "review"]
