"""The HTTP API. Whoever acts for a seat sends its token as `Authorization: Bearer …`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from litestar import Request, Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter
from msgspec import Meta, Struct
from msgspec.json import decode
from msgspec.structs import replace

from ..codec import AnyAction, AnyView
from ..errors import NimmtError
from ..records import Record
from . import entries as log
from .devices import POLICY, TRY_AGAIN, Device
from .gate import Gate
from .links import qr, reach
from .lists import examples, games, levels
from .lobby import Claim, Newcomer, NewTable, Ready, Ticket
from .messages import SeatPresence, TableInfo
from .refusals import Refused, away, full, refusals, spectators_off, too_many, wrong_token
from .replays import Reel, ReplayIndex, ReplayStep, Verification, finished, index_of, step_of, verification
from .secrecy import plain_code
from .summaries import Summary
from .tables import Table, goodbye
from .worker import Worker

Ask = Request[Any, Any, State]
Code = Annotated[str, PathParameter(description="A table's code; blanks, hyphens and capitals do not matter.")]
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


class MyTable(Struct, frozen=True, kw_only=True):
    """A table where this device has a seat; `touched` is when something last happened that everybody was told."""

    table: TableInfo
    seat: int | None
    to_act: bool
    touched: float


class Sight(Struct, frozen=True, kw_only=True):
    """What a seat or a spectator may know now, for programs without a socket."""

    number: int
    seat: int | None
    table: TableInfo
    presence: tuple[SeatPresence, ...]
    deadline: float | None
    view: AnyView | None
    legal: tuple[AnyAction, ...]


class Health(Struct, frozen=True, kw_only=True):
    """Whether this worker can do its work."""

    status: Literal["ok", "stopping"]
    worker: str
    store: Literal["ok"]


def _worker(request: Ask | WebSocket[Any, Any, State]) -> Worker:
    return request.app.state.worker  # type: ignore[no-any-return]


def _gate(request: Ask | WebSocket[Any, Any, State]) -> Gate:
    return request.app.state.gate  # type: ignore[no-any-return]


@asynccontextmanager
async def _table(request: Ask | WebSocket[Any, Any, State], code: str) -> AsyncIterator[Table]:
    """The table that a code opens; wrong codes, and wrong tokens for it, are counted."""
    async with _gate(request).guess(request):
        yield await _worker(request).tables.get(plain_code(code))


def _token(request: Ask) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise wrong_token()
    return token.strip()


# --- What there is --------------------------------------------------------------------------------


@get("/health", responses=refusals(503))
async def health(request: Ask) -> Response[Health]:
    """Whether this worker and its store answer."""
    worker = _worker(request)
    if worker.tables.away:
        raise away()
    await worker.store.open_tables()
    status: Literal["ok", "stopping"] = "stopping" if worker.stopping else "ok"
    return Response(Health(status=status, worker=worker.name, store="ok"), status_code=200 if status == "ok" else 503)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False, sync_to_thread=False)
def metrics(request: Ask) -> bytes:
    """Numbers for Prometheus; strangers are told that there is nothing here."""
    if not _gate(request).may_measure(request):
        raise NotFoundException
    return _worker(request).metrics.text()


# --- Tables ---------------------------------------------------------------------------------------


@post("/api/tables", responses=refusals(400, 403, 409, 422, 429, 503))
async def open_table(request: Ask, data: JSONBody[NewTable]) -> Ticket:
    """Open a table."""
    gate = _gate(request)
    if not gate.tables.of(gate.address(request)).take():
        raise too_many("new tables")
    return await _worker(request).lobby.open(data)


@get("/api/tables", responses=refusals(503))
async def list_tables(request: Ask) -> list[Summary]:
    """Public tables that are not over, the latest first."""
    bodies = await _worker(request).store.listed(LISTED)
    return [decode(body, type=Summary) for body in bodies]


@get("/api/tables/{code:str}", responses=refusals(404, 429, 503))
async def show_table(request: Ask, code: Code) -> TableInfo:
    """One table as everybody sees it; where there are no spectators, how a game ended is for those who sat there."""
    async with _table(request, code) as table:
        info = table.fold.info()
        return info if info.spectators else replace(info, outcome=None, fairness=None)


@delete("/api/tables/{code:str}", responses=refusals(401, 403, 404, 429, 503))
async def delete_table(request: Ask, code: Code) -> None:
    """Delete a table for good; the host may."""
    async with _table(request, code) as table:
        await _worker(request).lobby.delete(table, _token(request))


@post("/api/tables/{code:str}/seats", responses=refusals(400, 401, 404, 409, 422, 429, 503))
async def join(request: Ask, code: Code, data: JSONBody[Newcomer]) -> Ticket:
    """Sit down."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.join(table, data)


@delete("/api/tables/{code:str}/seats/{seat:int}", status_code=200, responses=refusals(401, 403, 404, 409, 429, 503))
async def free_seat(request: Ask, code: Code, seat: FromPath[int]) -> TableInfo:
    """Leave, or take somebody off the table, before the start."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.free(table, _token(request), seat)


@post("/api/tables/{code:str}/claims", responses=refusals(400, 403, 404, 409, 422, 429, 503))
async def claim(request: Ask, code: Code, data: JSONBody[Claim]) -> Ticket:
    """Bring a seat to another device with its re-claim code."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.claim(table, data)


@post("/api/tables/{code:str}/bots", status_code=200, responses=refusals(400, 401, 403, 404, 409, 422, 429, 503))
async def fill(request: Ask, code: Code, data: JSONBody[Fill]) -> TableInfo:
    """Seat bots; the host may."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.fill(table, _token(request), data.level, data.seat)


@post("/api/tables/{code:str}/start", status_code=200, responses=refusals(401, 403, 404, 409, 429, 503))
async def start(request: Ask, code: Code) -> TableInfo:
    """Start the game; the host may."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.start(table, _token(request))


@post("/api/tables/{code:str}/ready", status_code=200, responses=refusals(400, 401, 404, 409, 429, 503))
async def ready(request: Ask, code: Code, data: JSONBody[Ready]) -> TableInfo:
    """Want another game, or no longer; once all people at the table do, it is dealt."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.ready(table, _token(request), data)


@post("/api/tables/{code:str}/rematch", status_code=200, responses=refusals(401, 403, 404, 409, 429, 503))
async def rematch(request: Ask, code: Code) -> TableInfo:
    """Play again without waiting for people who are away; the host may."""
    async with _table(request, code) as table:
        return await _worker(request).lobby.rematch(table, _token(request))


@post("/api/mine", status_code=200, responses=refusals(400, 429, 503))
async def mine(request: Ask, data: JSONBody[Mine]) -> list[MyTable]:
    """This device's tables: those of the ones it names that still exist and where its token opens a seat."""
    worker = _worker(request)
    found: list[MyTable] = []
    for held in data.held:
        try:
            async with _table(request, held.table) as table:
                seat = worker.tables.seat_of(table, held.token)
        except Refused as error:
            if error.status in (429, 503):
                raise
            continue
        state = table.fold.state
        to_act = state is not None and seat in state.to_act
        found.append(MyTable(table=table.fold.info(), seat=seat, to_act=to_act, touched=table.fold.told_at))
    return found


@get("/api/tables/{code:str}/view", responses=refusals(401, 403, 404, 429, 503))
async def view(request: Ask, code: Code) -> Sight:
    """What a seat (by its token) or a spectator may know now."""
    async with _table(request, code) as table:
        seat = _seat(request, table)
    tables, fold = _worker(request).tables, table.fold
    return Sight(
        number=fold.numbers[seat],
        seat=seat,
        table=fold.info(),
        presence=tables.presence(table),
        deadline=tables.deadline(fold),
        view=fold.state.view(seat) if fold.state else None,  # type: ignore[arg-type]
        legal=fold.legal(seat),  # type: ignore[arg-type]
    )


def _seat(request: Ask, table: Table) -> int | None:
    """Whose eyes a request looks through: a seat's by its token, or a spectator's."""
    if "authorization" in request.headers:
        return _worker(request).tables.seat_of(table, _token(request))
    if not table.fold.plan.spectators:
        raise spectators_off()
    return None


# --- After the game -------------------------------------------------------------------------------


async def _readable(request: Ask, code: str) -> Table:
    """A table whose finished games this device may see."""
    async with _table(request, code) as table:
        if not table.fold.plan.spectators:
            _worker(request).tables.seat_of(table, _token(request))
        return table


async def _record(request: Ask, code: str, game: int | None) -> Record:
    return await _worked_out(request, await _readable(request, code), game)


async def _worked_out(request: Ask, table: Table, game: int | None) -> Record:
    """A record from the log: costly, so it is limited, and done beside the loop."""
    _gate(request).employ(request)
    bodies = await _worker(request).store.load(table.fold.code)
    return await asyncio.to_thread(lambda: finished(table.fold.code, map(log.read_entry, bodies), game))


async def _reel(request: Ask, code: str, game: int | None) -> tuple[Reel, int]:
    """A finished game, ready for replay, and its number."""
    table, reels = await _readable(request, code), _worker(request).reels
    fold = table.fold
    number = fold.game_number if game is None else game
    if (game is not None or fold.phase == "over") and (known := reels.find(fold.code, number)):
        return known, number
    record = await _worked_out(request, table, game)
    return await asyncio.to_thread(reels.keep, fold.code, number, record), number


@get("/api/tables/{code:str}/record", responses=refusals(401, 404, 409, 429, 503))
async def record(request: Ask, code: Code, game: FromQuery[int | None] = None) -> Record:
    """The record of a finished game, the last one unless another is named."""
    return await _record(request, code, game)


@get("/api/tables/{code:str}/verification", responses=refusals(401, 404, 409, 429, 503))
async def verify_table(request: Ask, code: Code, game: FromQuery[int | None] = None) -> Verification:
    """Whether the deal was the one that the server had committed to."""
    return await asyncio.to_thread(verification, await _record(request, code, game))


@get("/api/tables/{code:str}/replay", responses=refusals(401, 404, 409, 429, 503))
async def replay(
    request: Ask,
    code: Code,
    step: FromQuery[int] = 0,
    seat: FromQuery[int | None] = None,
    hands: FromQuery[bool] = False,
    game: FromQuery[int | None] = None,
) -> ReplayStep:
    """One step of a finished game as a seat or a spectator saw it, or with all hands open."""
    reel, _ = await _reel(request, code, game)
    return step_of(reel, step, seat, hands)


@get("/api/tables/{code:str}/replay/index", responses=refusals(401, 404, 409, 429, 503))
async def replay_index(request: Ask, code: Code, game: FromQuery[int | None] = None) -> ReplayIndex:
    """Which steps of a finished game open a new decision, with their rounds and turns."""
    return index_of(*await _reel(request, code, game))


@post("/api/verify", status_code=200, responses=refusals(400, 422, 429))
async def verify_record(request: Ask, data: JSONBody[Record]) -> Verification:
    """Check any record."""
    _gate(request).employ(request)
    return await asyncio.to_thread(verification, data)


# --- The socket -----------------------------------------------------------------------------------


@websocket("/api/tables/{code:str}/socket")
async def socket(socket: WebSocket[Any, Any, State], code: Code) -> None:
    """One device; docs/protocol.md describes what is said."""
    worker, gate = _worker(socket), _gate(socket)
    worker.sockets += 1
    try:
        gate.admit(socket)
        if worker.sockets > worker.settings.limits.worker_sockets:
            raise full("connections")
        with gate.sockets.one(gate.address(socket), "open sockets"):
            async with _table(socket, code) as table:
                pass
            await socket.accept()
            await Device(worker, socket, table, lambda: gate.guess(socket)).run()
    except NimmtError as error:
        await socket.accept()
        await socket.send_text(goodbye(error.code, error.sentence))
        await socket.close(code=TRY_AGAIN if getattr(error, "status", 0) == 503 else POLICY)
    finally:
        worker.sockets -= 1


ROUTES = [
    games, levels, examples, reach, qr, health, metrics, open_table, list_tables, show_table, delete_table, join,
    free_seat, claim, fill, start, ready, rematch, mine, view, record, verify_table, replay, replay_index,
    verify_record, socket,
]  # fmt: skip
