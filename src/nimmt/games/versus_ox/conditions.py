"""When the team may use a special: what waits, and whose card it is."""

from ...actions import Play
from ...errors import Refusal
from ...specials.effect import Condition
from .table import OX, OxTable

OX_CARD = Refusal("ox_card", "CO-9", "This special cannot be used on the Ox's card.")


def something_waits(rule: str) -> Condition:
    """Q-CO1: after the last placement only 7-takes and Stops make sense."""
    return lambda table, seat: nothing_waits(table, rule)


def own_card_next(rule: str) -> Condition:
    """CO-9, Q-CO3, Q-CO11: for the card that is next, by the member who played it."""
    return lambda table, seat: not_next(table, seat, rule)


def nothing_waits(table: OxTable, rule: str) -> Refusal | None:
    """Why nothing can be done with waiting cards when there are none."""
    return None if table.queue else Refusal("nothing_waits", rule, "All cards of this turn are placed.")


def not_next(table: OxTable, seat: int, rule: str) -> Refusal | None:
    """Why a member whose card is not next must wait."""
    if not table.queue:
        return nothing_waits(table, rule)
    if table.queue[0].seat == OX:
        return OX_CARD
    if table.queue[0].seat != seat:
        return Refusal("not_next", rule, "Only whoever played the next card can propose this.")
    return None


def waiting(table: OxTable, card: int) -> Play | None:
    """Find a revealed card that is not placed yet."""
    return next((play for play in table.queue if play.card == card), None)
