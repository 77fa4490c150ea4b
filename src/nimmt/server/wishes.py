"""What people ask a lobby for, and what they get."""

from typing import Annotated

from msgspec import Meta, Struct, field

from ..setup import OptionValue
from .messages import Nonce, TableInfo
from .plans import Plan, SeatPlan

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Identity = Annotated[
    str,
    Meta(
        min_length=22,
        max_length=64,
        pattern="^[A-Za-z0-9_-]*$",
        description="At least 128 random bits, as secret as a token: the same id and content give the same seat.",
    ),
]


class Person(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who sits down."""

    name: Name
    nonce: Nonce = ""
    seat: Annotated[int, Meta(ge=0, le=20)] | None = None
    program: Annotated[bool, Meta(description="Whether a program plays here; everybody is told.")] = False
    device: Annotated[
        Identity | None, Meta(description="An id that the device keeps: at duplicate tables each device has one seat.")
    ] = None


class Newcomer(Person, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who sits down at a table that is there already."""

    id: Identity | None = None


class Claim(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat code."""

    claim: Annotated[str, Meta(min_length=1, max_length=40)]
    id: Identity | None = None
    program: Annotated[bool, Meta(description="Whether a program plays here from now on.")] = False
    device: Annotated[Identity | None, Meta(description="As above.")] = None


class NewTable(Plan, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to open; without a `host` person, whoever opens it does not sit down. `start` deals at once."""

    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=20)]
    game: Annotated[str, Meta(max_length=40)] = "base"
    options: dict[str, OptionValue] = field(default_factory=dict)
    name: Annotated[str, Meta(max_length=200)] = ""
    host: Person | None = None
    start: bool = False
    id: Identity | None = None


class SharedDeal(Struct, frozen=True):
    """A deal that others get as well: on the same day, or at the tables that belong to a first one."""

    secret: bytes
    day: str = ""
    first: str = ""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether somebody wants another game after this one; if the next one has begun, nothing changes."""

    game: Annotated[int, Meta(ge=1, description="The number of the game that is over.")]
    ready: bool = True


class Ticket(Struct, frozen=True, kw_only=True):
    """What somebody gets who sat down: nobody can look token and seat code up again."""

    token: str
    seat: int | None
    claim: str | None
    table: TableInfo
