"""Bullenparty: bid for rows of cards, lay them into piles, and let only the best pile count for you.

A game of its own beside the row games: it shares the contract, the dealer and nothing else.
"""

from .actions import ZERO, Bid, ClaimRow, Done, ExtendRow, LayCard, PartyAction, TakeCardBack
from .events import PartyEvent
from .facts import PartyFacts
from .game import Bullenparty
from .notation import set_up
from .table import PartyRow, PartyTable, ShownBid, Tally, tally
from .view import PartyView

__all__ = [
    "ZERO",
    "Bid",
    "Bullenparty",
    "ClaimRow",
    "Done",
    "ExtendRow",
    "LayCard",
    "PartyAction",
    "PartyEvent",
    "PartyFacts",
    "PartyRow",
    "PartyTable",
    "PartyView",
    "ShownBid",
    "TakeCardBack",
    "Tally",
    "set_up",
    "tally",
]
