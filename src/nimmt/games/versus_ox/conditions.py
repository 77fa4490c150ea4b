"""When the team may use a special: what waits, and whose card it is."""

from ...actions import Play
from ...errors import Refusal
from ...specials.effect import Condition
from .table import OX, OxTable

OX_CARD = Refusal("ox_card", "CO-9", "This special cannot be used on the Buffalo's card.")


def something_waits(rule: str) -> Condition:
    """Q-CO1: after the last placement only 7-takes and Stops make sense."""
    return lambda table, seat: nothing_waits(table, rule)


def team_card_next(rule: str) -> Condition:
    """CO-9, Q-CO11: for the card that is next, if it is one of the team."""
    return lambda table, seat: nothing_waits(table, rule) or (OX_CARD if table.queue[0].seat == OX else None)


def nothing_waits(table: OxTable, rule: str) -> Refusal | None:
    """Why nothing can be done with waiting cards when there are none."""
    return None if table.queue else Refusal("nothing_waits", rule, "All cards of this turn are placed.")


def waiting(table: OxTable, card: int) -> Play | None:
    """Find a revealed card that is not placed yet."""
    return next((play for play in table.queue if play.card == card), None)


def not_the_teams(table: OxTable, card: int, rule: str) -> Refusal | None:
    """CO-9: only a card of the team that waits."""
    play = waiting(table, card)
    if play is None:
        return Refusal("not_waiting", rule, f"The {card} does not wait to be placed.")
    return OX_CARD if play.seat == OX else None


def owner_of(table: OxTable, card: int) -> int:
    """Who played a card that waits."""
    return next(play.seat for play in table.queue if play.card == card)
