"""The HTTP API. Whoever acts for a seat sends its token as `Authorization: Bearer …`."""

from functools import partial
from typing import Annotated, Any, Literal, cast

from litestar import Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, WebSocketDisconnect
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct
from msgspec.json import decode
from msgspec.structs import replace

from ..codec import AnyAction, AnyView
from ..errors import NimmtError
from .access import (
    BY_ANYBODY,
    BY_SEAT,
    Ask,
    Code,
    gate_of,
    may_watch,
    opens,
    seated,
    table_by,
    token_of,
    while_there,
    worker_of,
)
from .coach import Advice, AskCoach, key_of
from .coach import check as check_question
from .daily_api import open_daily, standing, today
from .devices import POLICY, TRY_AGAIN, Device, hello_from
from .duplicates import Comparison, Twin, TwinTable
from .finished_api import record, replay, replay_index, review, verify_record, verify_table
from .frames import line_of
from .links import qr, reach
from .lists import examples, games, levels
from .messages import Hello, SeatPresence, TableInfo
from .older_rules import is_gone
from .positions import position, puzzles, verdict
from .refusals import Refusal, Refused, away, full, refusals, spectators_off, wrong_token
from .secrecy import plain_code
from .summaries import Summary
from .table import Table
from .tables import goodbye
from .wishes import Claim, Newcomer, NewTable, Ready, Ticket
from .worker import Worker

LISTED = 100


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """Which bots to seat: on one seat, or on every free one."""

    level: Annotated[str, Meta(min_length=1, max_length=40)] = "greedy"
    seat: Annotated[int, Meta(ge=0, le=20)] | None = None


class Held(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and a token that a device has kept."""

    table: Annotated[str, Meta(max_length=40)]
    token: Annotated[str, Meta(max_length=200)]


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    """What a device has kept."""

    held: Annotated[tuple[Held, ...], Meta(max_length=100)]


class Mute(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether nobody hears a person."""

    muted: bool = True


class MyTable(Struct, frozen=True, kw_only=True):
    """A table where this device has a seat; `touched` is when something last happened that everybody was told."""

    table: TableInfo
    seat: int | None
    to_act: bool
    touched: float


class PresentView(Struct, frozen=True, kw_only=True):
    """What a seat or a spectator may know now, for programs without a socket."""

    number: int
    seat: int | None
    table: TableInfo
    presence: tuple[SeatPresence, ...]
    deadline: float | None
    view: AnyView | None
    legal: tuple[AnyAction, ...]


class Health(Struct, frozen=True, kw_only=True):
    """Whether this worker can do its work; and whether it takes whoever asks for somebody on its own machine."""

    status: Literal["ok", "stopping"]
    worker: str
    store: Literal["ok"]
    visitor: Literal["here", "elsewhere"]


# --- What there is --------------------------------------------------------------------------------


@get("/health", responses=refusals() | {503: ResponseSpec(cast(Any, Refusal | Health), generate_examples=False)})
async def health(request: Ask) -> Response[Health]:
    """Whether this worker and its store answer."""
    worker = worker_of(request)
    if worker.tables.away:
        raise away()
    await worker.store.open_tables()
    status: Literal["ok", "stopping"] = "stopping" if worker.stopping else "ok"
    visitor: Literal["here", "elsewhere"] = "here" if gate_of(request).is_local(request) else "elsewhere"
    known = Health(status=status, worker=worker.name, store="ok", visitor=visitor)
    return Response(known, status_code=200 if status == "ok" else 503)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False, sync_to_thread=False)
def metrics(request: Ask) -> bytes:
    """Numbers for Prometheus; strangers are told that there is nothing here."""
    if not gate_of(request).may_measure(request):
        raise NotFoundException
    return worker_of(request).metrics.text()


# --- Tables ---------------------------------------------------------------------------------------


@post("/api/tables", responses=refusals(403, 409, 413, 422))
async def open_table(request: Ask, data: JSONBody[NewTable]) -> Ticket:
    """Open a table."""
    gate = gate_of(request)
    return await worker_of(request).lobby.open(data, gate.address(request), admit=gate.new_table(request))


@get("/api/tables", responses=refusals())
async def list_tables(request: Ask) -> list[Summary]:
    """Public tables that are not over, the latest first; none where the operator wants none."""
    worker = worker_of(request)
    bodies = await worker.store.listed(LISTED) if worker.settings.public else []
    found = [decode(body, type=Summary) for body in bodies]
    return [each for each in found if not is_gone(each.game, each.rules)]


@get("/api/tables/{code:str}", responses=refusals(404))
async def show_table(request: Ask, code: Code) -> TableInfo:
    """One table as everybody sees it; where there are no spectators, how a game ended is for those who sat there."""
    async with seated(request, code) as table:
        info = table.fold.info()
        return info if may_watch(table.fold) else replace(info, outcome=None, fairness=None)


@delete("/api/tables/{code:str}", responses=refusals(401, 403, 404), security=BY_SEAT)
async def delete_table(request: Ask, code: Code) -> None:
    """Delete a table for good; the host may."""
    async with seated(request, code) as table:
        await worker_of(request).lobby.delete(table, token_of(request))


@post("/api/tables/{code:str}/seats", responses=refusals(401, 403, 404, 409, 413, 422))
async def join(request: Ask, code: Code, data: JSONBody[Newcomer]) -> Ticket:
    """Sit down."""
    async with seated(request, code, data.id) as table:
        return await worker_of(request).lobby.join(table, data, gate_of(request).address(request))


@delete(
    "/api/tables/{code:str}/seats/{seat:int}", status_code=200, responses=refusals(401, 403, 404, 409), security=BY_SEAT
)
async def free_seat(request: Ask, code: Code, seat: FromPath[int], keep_out: FromQuery[bool] = False) -> TableInfo:
    """Leave before the start; the host may take anybody off the table at any time, and keep them out."""
    async with seated(request, code) as table:
        return await worker_of(request).moderation.free(table, token_of(request), seat, keep_out)


@post(
    "/api/tables/{code:str}/seats/{seat:int}/mute",
    status_code=200,
    responses=refusals(401, 403, 404, 413),
    security=BY_SEAT,
)
async def mute(request: Ask, code: Code, seat: FromPath[int], data: JSONBody[Mute]) -> TableInfo:
    """Let nobody hear a person, or let them be heard again; the host may."""
    async with seated(request, code) as table:
        return await worker_of(request).moderation.mute(table, token_of(request), seat, data.muted)


@post("/api/tables/{code:str}/claims", responses=refusals(403, 404, 409, 413, 422))
async def claim(request: Ask, code: Code, data: JSONBody[Claim]) -> Ticket:
    """Bring a seat to another device with its seat code."""

    async def repeated() -> bool:
        return await worker_of(request).lobby.is_repeated(plain_code(code), data)

    async with table_by(request, code, repeated) as table:
        return await worker_of(request).lobby.claim(table, data)


@post(
    "/api/tables/{code:str}/bots", status_code=200, responses=refusals(401, 403, 404, 409, 413, 422), security=BY_SEAT
)
async def fill(request: Ask, code: Code, data: JSONBody[Fill]) -> TableInfo:
    """Seat bots; the host may."""
    async with seated(request, code) as table:
        return await worker_of(request).lobby.fill(table, token_of(request), data.level, data.seat)


@post("/api/tables/{code:str}/start", status_code=200, responses=refusals(401, 403, 404, 409), security=BY_SEAT)
async def start(request: Ask, code: Code) -> TableInfo:
    """Start the game; the host may."""
    async with seated(request, code) as table:
        return await worker_of(request).lobby.start(table, token_of(request))


@post("/api/tables/{code:str}/ready", status_code=200, responses=refusals(401, 403, 404, 409, 413), security=BY_SEAT)
async def ready(request: Ask, code: Code, data: JSONBody[Ready]) -> TableInfo:
    """Want another game, or no longer; once all people at the table do, it is dealt."""
    async with seated(request, code) as table:
        return await worker_of(request).lobby.ready(table, token_of(request), data)


@post("/api/tables/{code:str}/rematch", status_code=200, responses=refusals(401, 403, 404, 409), security=BY_SEAT)
async def rematch(request: Ask, code: Code) -> TableInfo:
    """Play again without waiting for people who are away; the host may."""
    async with seated(request, code) as table:
        return await worker_of(request).lobby.rematch(table, token_of(request))


@post("/api/mine", status_code=200, responses=refusals(403, 413))
async def mine(request: Ask, data: JSONBody[Mine]) -> list[MyTable]:
    """This device's tables: those of the ones it names that still exist and where its token opens a seat."""

    async def proof() -> bool:
        for held in data.held:
            if await opens(request, held.table, held.token):
                return True
        return False

    found: list[MyTable] = []
    try:
        async with gate_of(request).guess(request, proof):
            for held in data.held:
                found += await _my_table(worker_of(request), held)
            if len(found) < len(data.held):  # one guess in all: devices keep tables that are gone
                raise wrong_token()
    except Refused as error:
        if error.code != "wrong_token":
            raise
    return found


async def _my_table(worker: Worker, held: Held) -> list[MyTable]:
    """The table, if it is there and the token opens it."""
    try:
        table = await worker.tables.get(plain_code(held.table))
        seat = worker.tables.seat_of(table, held.token)
    except Refused as error:
        if error.status == 503:
            raise
        return []
    state = table.fold.state
    to_act = state is not None and seat in state.to_act
    return [MyTable(table=table.fold.info(), seat=seat, to_act=to_act, touched=table.fold.told_at)]


@get("/api/tables/{code:str}/view", responses=refusals(401, 403, 404), security=BY_ANYBODY)
async def view(request: Ask, code: Code) -> PresentView:
    """What a seat (by its token) or a spectator may know now."""
    async with seated(request, code) as table:
        seat = _seat(request, table)
    tables, fold = worker_of(request).tables, table.fold
    return PresentView(
        number=fold.numbers[seat],
        seat=seat,
        table=fold.info(),
        presence=tables.presence(table),
        deadline=tables.deadline(fold),
        view=fold.sight.view(seat),  # type: ignore[arg-type]
        legal=fold.sight.legal(seat),  # type: ignore[arg-type]
    )


def _seat(request: Ask, table: Table) -> int | None:
    """Whose eyes a request looks through: a seat's by its token, or a spectator's."""
    if "authorization" in request.headers:
        seat = worker_of(request).tables.seat_of(table, token_of(request))
        if not table.fold.shows(seat):
            raise spectators_off()
        return seat
    if not may_watch(table.fold):
        raise spectators_off()
    return None


@post(
    "/api/tables/{code:str}/coach", status_code=200, responses=refusals(401, 403, 404, 409, 413, 422), security=BY_SEAT
)
async def coach(request: Ask, code: Code, data: JSONBody[AskCoach]) -> Advice:
    """What each choice of the present decision is expected to cost, where the table has a coach."""
    async with seated(request, code) as table:
        seat = worker_of(request).tables.seat_of(table, token_of(request))
    if seat is None:
        raise Refused(404, "no_such_seat", "This token opens no seat.")
    coach = worker_of(request).coach
    check_question(table.fold, seat, data.decision)
    if coach.find(key_of(table, seat, data.decision)) is None:
        gate_of(request).admit_costly(request)
    return await while_there(request, coach.advise(table, seat, data.decision, gate_of(request).address(request)))


@post("/api/tables/{code:str}/twins", responses=refusals(403, 404, 409, 413, 422))
async def open_twin(request: Ask, code: Code, data: JSONBody[Twin]) -> Ticket:
    """Open another table with the same deals."""
    gate, worker = gate_of(request), worker_of(request)
    async with seated(request, code) as table:
        return await worker.duplicates.open(table, data, gate.address(request), gate.new_table(request))


@get("/api/tables/{code:str}/twins", responses=refusals(404, 409))
async def twins(request: Ask, code: Code) -> list[TwinTable]:
    """All tables with the same deals, the first one first, and who sits there."""
    async with seated(request, code) as table:
        return await worker_of(request).duplicates.tables_with(table)


@delete("/api/tables/{code:str}/twins/{twin:str}", responses=refusals(401, 403, 404, 409), security=BY_SEAT)
async def close_twin(request: Ask, code: Code, twin: FromPath[str]) -> None:
    """Close another table with the same deals before the start; the host of the first one may."""
    async with seated(request, code) as table:
        await worker_of(request).duplicates.close_twin(table, token_of(request), plain_code(twin))


@get("/api/tables/{code:str}/comparison", responses=refusals(401, 404, 409), security=BY_SEAT)
async def comparison(request: Ask, code: Code) -> Comparison:
    """What each seat has at every table with the same deals, once all have finished; for those who sat at one."""
    async with seated(request, code) as table:
        worker_of(request).tables.seat_of(table, token_of(request))
    return await worker_of(request).duplicates.compare(table)


# --- The socket -----------------------------------------------------------------------------------


@websocket("/api/tables/{code:str}/socket")
async def socket(socket: WebSocket[Any, Any, State], code: Code) -> None:
    """One device; docs/protocol.md describes what is said."""
    worker, gate = worker_of(socket), gate_of(socket)
    if await worker.at_home_elsewhere(plain_code(code), line_of(socket.scope)):
        return
    hello: Hello | None = None

    async def proof() -> bool:
        """The token comes with hello, which is heard before anybody looks for the table."""
        nonlocal hello
        await socket.accept()
        hello = await hello_from(socket, worker.settings.limits.hello_seconds)
        return await opens(socket, code, hello.token)

    worker.sockets += 1
    try:
        gate.admit(socket)
        if worker.sockets > worker.settings.limits.worker_sockets:
            raise full("connections")
        with gate.sockets.one(gate.address(socket), "open sockets"):
            async with table_by(socket, code, proof) as table:
                pass
            await socket.accept()
            await Device(worker, socket, table, partial(gate.guess, socket), hello).run()
    except WebSocketDisconnect:
        return  # before it said hello
    except NimmtError as error:
        await socket.accept()
        await socket.send_text(goodbye(error.code, error.sentence).decode())
        await socket.close(code=TRY_AGAIN if getattr(error, "status", 0) == 503 else POLICY)
    finally:
        worker.sockets -= 1


ROUTES = [
    games, levels, examples, reach, qr, health, metrics, open_table, list_tables, show_table, delete_table, join,
    free_seat, mute, claim, fill, start, ready, rematch, mine, view, record, verify_table, replay, replay_index,
    review, coach, open_twin, twins, close_twin, comparison, puzzles, position, verdict, verify_record,
    today, open_daily, standing, socket,
]  # fmt: skip
