"""The eight specials in the hands of the team: what can be proposed, why not, and what comes of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import (
    Play,
    RemoveStop,
    TakeBack,
    TeamUse,
    UseFirst,
    UseInsert,
    UseLast,
    UseSeven,
    UseSlide,
    UseSort,
    UseSpecial,
    UseStop,
)
from ...cards import Special
from ...errors import Refusal
from ...events import OrderChanged, SpecialUsed
from .table import OX, OxTable

if TYPE_CHECKING:
    from .rules import VersusOx


def offers(table: OxTable) -> Iterator[TeamUse]:
    """Everything that the specials on the table could be used for, and some that will be refused."""
    for special in dict.fromkeys(table.face_up):
        yield from uses_of(special, table)
    yield from (RemoveStop(number) for number, row in enumerate(table.rows) if row.has("stop"))


def uses_of(special: Special, table: OxTable) -> Iterator[TeamUse]:
    """Every way to use one special."""
    rows = range(len(table.rows))
    match special:
        case "seven":
            yield from map(UseSeven, rows)
        case "stop":
            yield from map(UseStop, rows)
        case "replace":
            yield TakeBack()
        case "insert":
            yield from map(UseInsert, rows)
        case "slide":
            yield from (UseSlide(card, row) for source in table.rows for card in source.cards for row in rows)
        case "first":
            yield from (UseFirst(play.card) for play in table.queue)
        case "last":
            yield from (UseLast(play.card) for play in table.queue)
        case "sort":
            yield UseSort()


def refusal(rules: "VersusOx", table: OxTable, seat: int, use: TeamUse) -> Refusal | None:
    """Why a member cannot propose this, or None."""
    if isinstance(use, UseSpecial) and use.special not in table.face_up:
        return Refusal("not_face_up", "CO-7", "Only the specials that lie face up can be used.")
    match use:
        case UseSeven(row):
            return rules.seven_refusal(table, row)
        case UseStop(row):
            return rules.stop_refusal(table, row)
        case RemoveStop(row):
            return no_stop(table, row)
        case UseSlide(card, row):
            return nothing_waits(table, "Q-CO6b") or rules.slide_refusal(table, card, row)
        case UseInsert(row):
            return not_next(table, seat, "Q-CO11") or rules.insert_refusal(table, table.queue[0].card, row)
        case TakeBack():
            return cannot_take_back(table, seat, anytime=rules.options.replace_anytime)
        case UseFirst(card) | UseLast(card):
            return too_late(rules, table) or cannot_be_moved(table, card)
        case UseSort():
            return too_late(rules, table)


def carry_out(rules: "VersusOx", table: OxTable, seat: int, use: TeamUse) -> None:
    """Do what the team has agreed on; Replace and Sort ask the proposer how to go on."""
    if isinstance(use, UseSpecial):
        spend(table, seat, use.special)
    match use:
        case UseSeven(row):
            rules.lay(table, "seven", row)
        case UseStop(row):
            rules.lay(table, "stop", row)
        case RemoveStop(row):
            rules.lift(table, "stop", row, "team_decided")
        case UseSlide(card, row):
            rules.slide(table, seat, card, row)
        case UseInsert(row):
            play, table.queue = table.queue[0], table.queue[1:]
            rules.insert(table, play, row)
        case TakeBack():
            table.ask("replace", (seat,))
        case UseFirst(card):
            move(table, card, 0)
        case UseLast(card):
            move(table, card, len(table.queue))
        case UseSort():
            table.ask("order", (seat,))


def spend(table: OxTable, seat: int, special: Special) -> None:
    """The special leaves its place; one that does not stay at a row goes to the box."""
    place = table.face_up.index(special)
    table.face_up = table.face_up[:place] + table.face_up[place + 1 :]
    if special not in ("seven", "stop"):
        table.discards += (special,)
    table.tell(SpecialUsed(seat, special))


def move(table: OxTable, card: int, place: int) -> None:
    """CO-15, CO-16, CO-17, Q-CO5: put a card in another place among those that wait; the others keep their order."""
    plays = [play for play in table.queue if play.card != card]
    plays.insert(place, waiting(table, card))
    table.queue = tuple(plays)
    table.tell(OrderChanged(table.queue))


def waiting(table: OxTable, card: int) -> Play:
    """Find a revealed card that is not placed yet."""
    return next(play for play in table.queue if play.card == card)


def card_of(table: OxTable, seat: int) -> int | None:
    """The card of a seat that is not placed yet."""
    return next((play.card for play in table.queue if play.seat == seat), None)


# --- Why not -------------------------------------------------------------------------------------


def nothing_waits(table: OxTable, rule: str) -> Refusal | None:
    """Q-CO1: after the last placement only 7-takes and Stops make sense."""
    return None if table.queue else Refusal("nothing_waits", rule, "All cards of this turn are placed.")


def not_next(table: OxTable, seat: int, rule: str) -> Refusal | None:
    """CO-9, Q-CO3, Q-CO11: for the card that is next, by the member who played it."""
    if not table.queue:
        return nothing_waits(table, rule)
    if table.queue[0].seat == OX:
        return Refusal("ox_card", "CO-9", "This special cannot be used on the Ox's card.")
    if table.queue[0].seat != seat:
        return Refusal("not_next", rule, "Only whoever played the next card can propose this.")
    return None


def cannot_take_back(table: OxTable, seat: int, *, anytime: bool) -> Refusal | None:
    """CO-12, Q-CO3: a card that is next (or still waits, by option), and another one in hand."""
    if anytime and card_of(table, seat) is None:
        return Refusal("not_waiting", "Q-CO3", "This seat's card is placed already.")
    if not anytime and (refused := not_next(table, seat, "Q-CO3")):
        return refused
    if not table.hands[seat]:
        return Refusal("empty_hand", "Q-CO3", "There is no other card in this hand.")
    return None


def too_late(rules: "VersusOx", table: OxTable) -> Refusal | None:
    """Q-CO4: there must be cards to order, and by option all of this turn's."""
    everything = len(table.queue) == rules.players + 1
    if table.queue and (everything or rules.options.order_cards_late):
        return None
    if not table.queue:
        return nothing_waits(table, "Q-CO4")
    return Refusal("too_late", "Q-CO4", "The order can be changed only before the first card is placed.")


def cannot_be_moved(table: OxTable, card: int) -> Refusal | None:
    """CO-9, CO-15, CO-16: a card of the team that waits."""
    if all(play.card != card for play in table.queue):
        return Refusal("not_waiting", "Q-CO4", f"The {card} does not wait to be placed.")
    if waiting(table, card).seat == OX:
        return Refusal("ox_card", "CO-9", "This special cannot be used on the Ox's card.")
    return None


def no_stop(table: OxTable, row: int) -> Refusal | None:
    """Q-CO9: only where one lies."""
    if 0 <= row < len(table.rows) and table.rows[row].has("stop"):
        return None
    return Refusal("no_stop", "Q-CO9", f"No Stop lies at row {row + 1}.")
