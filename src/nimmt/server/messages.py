"""What goes over a socket. JSON Schema and TypeScript types in `schema/` are generated from this page."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..actions import snake_case
from ..codec import AnyAction, AnyEvent, AnyFacts, AnyView
from ..dealer import Fairness
from ..events import Outcome
from ..setup import Setup
from ..table import Phase
from .entries import Author
from .plans import Reaction
from .secrecy import TEXT_LENGTH

PROTOCOL = 2

Id = Annotated[str, Meta(min_length=1, max_length=64, description="The client's own name for this message.")]
Nonce = Annotated[str, Meta(max_length=128, description="A seat's own chance for the next deal.")]
ViewChanges = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/ViewChanges"})]
TableChanges = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/TableChanges"})]
"""The fields of a view, or of a table, that are new; `schemas` describes them."""


class Message(Struct, frozen=True, tag=snake_case, kw_only=True, gc=False):
    """One text frame."""


class FromClient(Message, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What a device may send."""


class Hello(FromClient, frozen=True, kw_only=True, gc=False):
    """The first message: who this is; and if it was here before, the last part of the stream that it has."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    history: Annotated[float, Meta(description="The `history` that came with that part.")] | None = None


class Act(FromClient, frozen=True, kw_only=True, gc=False):
    """Answer a decision. Sending it again with the same id is harmless."""

    id: Id
    decision: int
    action: AnyAction


class Ask(FromClient, frozen=True, kw_only=True, gc=False):
    """What would this action do if nothing else happened first?"""

    id: Id
    action: AnyAction


class Say(FromClient, frozen=True, kw_only=True, gc=False):
    """Speak to the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=2 * TEXT_LENGTH)]


class React(FromClient, frozen=True, kw_only=True, gc=False):
    """React without words."""

    id: Id
    reaction: Reaction


class GiveNonce(FromClient, frozen=True, kw_only=True, gc=False):
    """Add chance to the next deal, after its commitment is known and before it starts."""

    id: Id
    nonce: Nonce


class Ping(FromClient, frozen=True, kw_only=True, gc=False):
    """Is anybody there?"""

    id: Id


AnyFromClient = Hello | Act | Ask | Say | React | GiveNonce | Ping


class SeatInfo(Struct, frozen=True, kw_only=True):
    """One seat as everybody sees it."""

    kind: Literal["free", "person", "bot"]
    name: str = ""
    level: str | None = None
    host: bool = False
    ready: bool = False  # for another game, once one is over
    muted: bool = False  # by the host: nobody hears what this person says
    program: bool = False  # of a person's seat: a bot that sat down over this protocol plays here
    coached: int = 0  # decisions of the present game, or of the last one, about which this seat asked the coach


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as everybody sees it. `commitment` binds the next deal or the present one, `fairness` proves the last."""

    code: str
    name: str
    state: Literal["lobby", "playing", "over", "closed"]
    setup: Setup
    seats: tuple[SeatInfo, ...]
    game: int  # games started here so far
    commitment: str | None
    clock: int | None
    on_timeout: Literal["default", "bot"]
    grace: int | None
    stand_in: str
    pace: Literal["human", "none"]
    spectators: bool
    chat: bool
    reactions: bool
    tracker: bool
    public: bool
    outcome: Outcome | None
    fairness: Fairness | None
    duplicate: bool = False
    coach: bool = False
    advises: tuple[Phase, ...] = ()  # the kinds of decision that the coach can be asked about
    day: str = ""  # such as 2026-11-17: the deal of this day is played here, once


class SeatPresence(Struct, frozen=True, kw_only=True):
    """Whether somebody is at a seat, and whether a bot plays for an owner who is away too long."""

    here: bool
    stand_in: bool


class ToClient(Message, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a device is sent."""


class Numbered(ToClient, frozen=True, kw_only=True, gc=False):
    """A part of this viewer's stream; the numbers count up by one and are this viewer's own.

    With its number, `history` names all that was told so far: after a restored backup the same number may come again,
    with another one.
    """

    number: int
    history: float = 0.0


class TableChanged(Numbered, frozen=True, kw_only=True, gc=False):
    """Somebody came, left, started, or is ready for another game; or the game is over."""

    table: TableChanges


class Update(Numbered, frozen=True, kw_only=True, gc=False):
    """What happened in the game, and what is new in the view; a game begins with the whole view."""

    seat: int | None = None
    by: Author | None = None
    events: tuple[AnyEvent, ...]
    facts: tuple[AnyFacts | None, ...] = ()  # after each event, null where none changed; left out where none did
    deadline: float | None = None  # server time in seconds
    chat_open: bool = True
    view: ViewChanges = {}
    legal: tuple[AnyAction, ...] | None = None  # where they are new


class ChatLine(Numbered, frozen=True, kw_only=True, gc=False):
    """Somebody spoke."""

    seat: int
    text: str
    at: float


class ReactionShown(Numbered, frozen=True, kw_only=True, gc=False):
    """Somebody reacted."""

    seat: int
    reaction: str
    at: float


Talk = ChatLine | ReactionShown


class Welcome(ToClient, frozen=True, kw_only=True, gc=False):
    """The first answer. After a resumption it holds no view: what was missed follows, from `number` on."""

    protocol: int
    resumed: bool
    number: int
    history: float = 0.0
    now: float
    seat: int | None
    host: bool
    table: TableInfo
    presence: tuple[SeatPresence, ...]
    deadline: float | None = None
    chat_open: bool = True
    view: AnyView | None = None
    legal: tuple[AnyAction, ...] | None = None
    story: tuple[AnyEvent, ...] = ()  # of the present game, the latest events last
    chat: tuple[Talk, ...] = ()
    stood_in: int = 0  # answers of this game that a bot or the clock gave for this seat since its owner last did


class PresenceChanged(ToClient, frozen=True, kw_only=True, gc=False):
    """Who is here; not part of the numbered stream."""

    seats: tuple[SeatPresence, ...]


class ClockChanged(ToClient, frozen=True, kw_only=True, gc=False):
    """The server's time now and the deadline in force: time was given back, or the server's clock was put forward."""

    now: float
    deadline: float


class Acknowledged(ToClient, frozen=True, kw_only=True, gc=False):
    """It is stored and will not be lost; `number` is the part of the stream that shows it."""

    id: str
    number: int


class Rejected(ToClient, frozen=True, kw_only=True, gc=False):
    """It was not done, and why."""

    id: str
    code: str
    sentence: str
    rule: str = ""


class Previewed(ToClient, frozen=True, kw_only=True, gc=False):
    """What the action would do."""

    id: str
    events: tuple[AnyEvent, ...]
    facts: tuple[AnyFacts | None, ...] = ()  # as they would be after each event


class Pong(ToClient, frozen=True, kw_only=True, gc=False):
    """Somebody is there."""

    id: str
    now: float


class Goodbye(ToClient, frozen=True, kw_only=True, gc=False):
    """The last message before the server closes the socket."""

    code: str
    sentence: str


AnyToClient = (
    Welcome
    | TableChanged
    | Update
    | ChatLine
    | ReactionShown
    | PresenceChanged
    | ClockChanged
    | Acknowledged
    | Rejected
    | Previewed
    | Pong
    | Goodbye
)
