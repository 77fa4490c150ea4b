"""What a table's log is made of. A table is the fold of its log; nothing else about it is true."""

from typing import Any, Literal
from zlib import crc32

import msgspec
from msgspec import Struct

from ..actions import snake_case
from ..codec import AnyAction
from ..dealer import ExplicitDealer, SeededDealer
from ..setup import RULES, Setup
from ..table import Phase
from .plans import Plan

FORMAT = 100 * RULES + 1
"""What a database holds; a program that knows only lower numbers refuses it. Raise the last figure when such a program
could not read what is written now, as with a new kind of entry; a new version of the rules raises the first."""

Author = Literal["player", "bot", "stand_in", "clock", "forced"]
"""Who answered for a seat: its owner, its bot, a bot in the owner's absence, the clock, or the server where
everybody knows that there is one answer."""


class Entry(Struct, frozen=True, tag=snake_case, omit_defaults=True, kw_only=True, gc=False):
    """One thing that happened at a table. Later versions must still read it: add fields, never change one."""

    at: float


class TableOpened(Entry, frozen=True, kw_only=True, gc=False):
    """Somebody opened a table; `host` is the hash of the token that may start and delete."""

    rules: int
    setup: Setup
    plan: Plan
    host: str
    mark: int = 0  # of what was asked for
    first: str = ""  # the first table that plays these deals, where this is another one
    day: str = ""  # whose deal is played here, where it is the deal of a day
    advises: tuple[Phase, ...] = ()  # the kinds of decision that the coach can be asked about, where there is one


class DealPrepared(Entry, frozen=True, kw_only=True, gc=False):
    """The server chose its secret for the next game; the commitment follows from it."""

    secret: str


class TwinOpened(Entry, frozen=True, kw_only=True, gc=False):
    """Another table plays the deals of this one."""

    code: str


class TwinChanged(Entry, frozen=True, kw_only=True, gc=False):
    """Somebody sat down there, or took up a further device: earlier checks of all the tables no longer hold."""

    code: str


class TwinClosed(Entry, frozen=True, kw_only=True, gc=False):
    """That table was closed before the start."""

    code: str


class SeatTaken(Entry, frozen=True, kw_only=True, gc=False):
    """A person sat down; of the token and the seat code only hashes are kept."""

    seat: int
    name: str
    token: str
    claim: str
    nonce: str = ""
    mark: int = 0  # of what was asked for
    origin: str = ""  # a hash of the address that this came from, good for this table alone
    program: bool = False  # whether a program plays, not a person
    device: str = ""  # a hash of the device's own id, good for the tables of one duplicate alone


class DeviceAdded(Entry, frozen=True, kw_only=True, gc=False):
    """The owner of a seat holds it with a further device."""

    seat: int
    token: str
    program: bool = False  # whether a program plays from now on
    device: str = ""  # as above


class SeatFilled(Entry, frozen=True, kw_only=True, gc=False):
    """A bot sat down."""

    seat: int
    level: str


class SeatFreed(Entry, frozen=True, kw_only=True, gc=False):
    """A person or a bot left, or was taken off the table; after the start a bot sits down instead."""

    seat: int
    level: str | None = None  # of that bot
    kept_out: bool = False  # for as long as there is this table


class SeatMuted(Entry, frozen=True, kw_only=True, gc=False):
    """The host lets nobody hear a person, or lets them be heard again."""

    seat: int
    muted: bool = True


class NonceGiven(Entry, frozen=True, kw_only=True, gc=False):
    """A seat added its own chance to the next deal."""

    seat: int
    nonce: str
    id: str = ""


class SeatReady(Entry, frozen=True, kw_only=True, gc=False):
    """A person wants another game, or has changed their mind."""

    seat: int
    ready: bool = True


class GameStarted(Entry, frozen=True, kw_only=True, gc=False):
    """The cards were dealt; nonces in seat order, unless the deal was given."""

    dealer: SeededDealer | ExplicitDealer
    nonces: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()  # all that play these deals, where this is a duplicate; the first one first


class Acted(Entry, frozen=True, kw_only=True, gc=False):
    """A seat answered a decision; `id` is the client's own name for the action."""

    seat: int
    decision: int
    action: AnyAction
    by: Author = "player"
    id: str = ""
    outage: float = 0.0  # seconds of the time for this decision when no server ran, as far as was known then


class Coached(Entry, frozen=True, kw_only=True, gc=False):
    """A seat asked the coach about a decision."""

    seat: int
    decision: int


class Said(Entry, frozen=True, kw_only=True, gc=False):
    """Somebody at the table spoke."""

    seat: int
    text: str
    id: str = ""


class Reacted(Entry, frozen=True, kw_only=True, gc=False):
    """Somebody at the table reacted."""

    seat: int
    reaction: str
    id: str = ""


class Forgotten(Struct, frozen=True, gc=False):
    """An entry in words that this program no longer knows; only tables of rules that are gone have any."""

    at: float


AnyEntry = (
    TableOpened
    | DealPrepared
    | TwinOpened
    | TwinChanged
    | TwinClosed
    | SeatTaken
    | DeviceAdded
    | SeatFilled
    | SeatFreed
    | SeatMuted
    | NonceGiven
    | SeatReady
    | GameStarted
    | Acted
    | Coached
    | Said
    | Reacted
)

Answered = Acted | Said | Reacted | NonceGiven
"""What a client may name with an id of its own, so that it is answered once."""

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_forgotten: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Forgotten)


def write_entry(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return msgspec.json.encode(entry)


def read_entry(body: bytes) -> AnyEntry:
    """An entry from the store."""
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError:
        return _forgotten.decode(body)  # type: ignore[no-any-return]


def fingerprint(content: object) -> int:
    """Identifies what was asked for under an id: whoever repeats it is answered again, other content is refused."""
    return crc32(msgspec.json.encode(content))


def fingerprint_of(entry: Answered) -> int:
    """The fingerprint of an entry that a client named."""
    match entry:
        case Acted():
            return fingerprint(("act", entry.decision, entry.action))
        case Said():
            return fingerprint(("say", entry.text))
        case Reacted():
            return fingerprint(("react", entry.reaction))
        case NonceGiven():
            return fingerprint(("give_nonce", entry.nonce))
