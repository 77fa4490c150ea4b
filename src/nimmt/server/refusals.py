"""Answers that are no: each has a code for programs, a sentence for people, and an HTTP status."""

from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from ..errors import NimmtError


class Refusal(Struct, frozen=True):
    """Why not: a code for programs, a sentence for people, and the rule behind it, if there is one."""

    code: str
    sentence: str
    rule: str = ""


ANYWHERE = (400, 421, 429, 500, 503)
"""What any request may be answered with: unreadable, for another server, too many, a fault of ours, no room now."""


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The description of a route: these statuses, and those of every route."""
    every = sorted({*statuses, *ANYWHERE})
    return {status: ResponseSpec(Refusal, description="Refused", generate_examples=False) for status in every}


class Refused(NimmtError):
    """The server will not do that."""

    def __init__(self, status: int, code: str, sentence: str, rule: str = "") -> None:
        """Keep the status beside the rest."""
        super().__init__(code, sentence, rule)
        self.status = status


NO_TABLE = "no_such_table"
"""The code of that refusal, where a caller can do without the table."""


def no_table() -> Refused:
    """The code opens no table."""
    return Refused(404, "no_such_table", "There is no table with this code.")


def wrong_token() -> Refused:
    """One answer for a token that is unknown, of another table, or of a seat that was given up."""
    return Refused(401, "wrong_token", "This token does not belong to a seat at this table.")


class NoToken(Refused):
    """A request without a token: that is no guess."""


def no_token() -> Refused:
    """Only a seat may do that."""
    return NoToken(401, "wrong_token", "This is for a seat at this table: send its token.")


def spectators_off() -> Refused:
    """Only seats may look."""
    return Refused(403, "spectators_off", "This table is not open to spectators.")


def host_only() -> Refused:
    """Guests may not do that."""
    return Refused(403, "host_only", "Only the host of the table may do that.")


def rules_gone() -> Refused:
    """Nobody plays on, and what shows the cards needs the rules."""
    sentence = "The rules of this game have changed since it began here; only the names and scores are left."
    return Refused(409, "rules_gone", sentence)


def before_start(phase: str) -> None:
    """Refuse what is possible in a lobby alone."""
    if phase == "closed":
        raise rules_gone()
    if phase != "lobby":
        raise Refused(409, "started", "The game at this table has started.")


def once_only() -> Refused:
    """Each person may play a shared deal once."""
    return Refused(403, "once_only", "This deal is played once, and stays as it is until everybody has finished it.")


def no_twin() -> Refused:
    """A duplicate of one table."""
    return Refused(409, "no_twin", "Nobody else plays these deals yet: another table must be opened first.")


def twin_closed() -> Refused:
    """A table that was closed before the start."""
    return Refused(409, "twin_closed", "This table was closed: it is no longer one of those with the same deals.")


def day_not_over() -> Refused:
    """What would give a deal away to people who have not played it."""
    return Refused(409, "day_not_over", "The cards of the day's deal stay closed until the day ends (UTC).")


def id_reused() -> Refused:
    """The same id with other content is not a repetition."""
    return Refused(409, "id_reused", "This id was used for something else already; choose a new one.")


def too_many(what: str) -> Refused:
    """This address has asked for so many of these that it must wait."""
    return Refused(429, "too_many", f"Too many {what} from this address; wait a little.")


def full(what: str = "tables") -> Refused:
    """Nobody else fits in."""
    return Refused(503, "full", f"This server has as many {what} as it can look after; try again later.")


def gone() -> Refused:
    """The caller has hung up, so nobody reads this."""
    return Refused(503, "busy", "The connection was closed before the answer.")


def no_danger() -> Refused:
    """Whatever is done comes to the same."""
    return Refused(422, "no_danger", "There is no danger here: nothing need be done.")


def log_full() -> Refused:
    """Enough has happened at this table."""
    return Refused(409, "log_full", "This table's log is full; open another table.")


class Away(Refused):
    """The store does not answer, or not in time, or cannot write; whether it wrote is not known."""


def away() -> Away:
    """Come back when the store does."""
    return Away(503, "store_away", "This server cannot reach its store just now; nothing is lost, try again.")
