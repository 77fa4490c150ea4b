"""Finished games over HTTP: records, what can be proved of them, replays and reviews."""

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec.structs import replace

from ..records import Record
from . import clocks
from . import entries as log
from .access import BY_ANYBODY, Ask, Code, gate_of, may_watch, seated, token_of, while_there, worker_of
from .refusals import day_not_over, refusals, rules_gone
from .replays import ReplayedGame, ReplayIndex, ReplayStep, Verification, finished, index_of, step_of, verification
from .reviews import RoundReview, check, signed
from .table import Table


async def _readable(request: Ask, code: str) -> Table:
    """A table whose finished games this device may see."""
    async with seated(request, code) as table:
        if not may_watch(table.fold):
            worker_of(request).tables.seat_of(table, token_of(request))
    await worker_of(request).duplicates.check_finished(table)
    if table.fold.past:
        raise rules_gone()
    return table


async def _record(request: Ask, code: str, game: int | None) -> Record:
    """A record to pass on: that of a day's deal nobody gets before the day ends."""
    table = await _readable(request, code)
    if clocks.is_closed(table.fold.day):
        raise day_not_over()
    return await _worked_out(request, table, game)


async def _worked_out(request: Ask, table: Table, game: int | None) -> Record:
    """A record from the log: costly, so it is limited, and done beside the loop."""
    gate_of(request).admit_costly(request)
    bodies = await worker_of(request).store.load(table.fold.code)
    return await asyncio.to_thread(lambda: finished(table.fold.code, map(log.read_entry, bodies), game))


async def _replayed(request: Ask, code: str, game: int | None) -> tuple[ReplayedGame, Table, int]:
    """A finished game, ready for replay; its table and its number."""
    table, replays = await _readable(request, code), worker_of(request).replays
    fold = table.fold
    number = fold.game_number if game is None else game
    if (game is not None or fold.phase == "over") and (known := replays.find(fold.identity, number)):
        return known, table, number
    record = await _worked_out(request, table, game)
    return await asyncio.to_thread(replays.keep, fold.identity, number, record), table, number


@get("/api/tables/{code:str}/record", responses=refusals(401, 404, 409), security=BY_ANYBODY)
async def record(request: Ask, code: Code, game: FromQuery[int | None] = None) -> Record:
    """The record of a finished game, the last one unless another is named."""
    return await _record(request, code, game)


@get("/api/tables/{code:str}/verification", responses=refusals(401, 404, 409), security=BY_ANYBODY)
async def verify_table(request: Ask, code: Code, game: FromQuery[int | None] = None) -> Verification:
    """Whether the deal was the one that the server had committed to."""
    return await asyncio.to_thread(verification, await _record(request, code, game))


@get("/api/tables/{code:str}/replay", responses=refusals(401, 404, 409), security=BY_ANYBODY)
async def replay(
    request: Ask,
    code: Code,
    step: FromQuery[int] = 0,
    seat: FromQuery[int | None] = None,
    hands: FromQuery[bool] = False,
    game: FromQuery[int | None] = None,
) -> ReplayStep:
    """One step of a finished game as a seat or a spectator saw it, or with all hands open."""
    played, table, _ = await _replayed(request, code, game)
    found = step_of(played, step, seat, hands)
    if clocks.is_closed(table.fold.day):
        return replace(found, position=None)  # a link to it would show the hand that others have still to play
    return replace(found, position=await worker_of(request).signatures.sign(found.position))


@get("/api/tables/{code:str}/replay/index", responses=refusals(401, 404, 409), security=BY_ANYBODY)
async def replay_index(request: Ask, code: Code, game: FromQuery[int | None] = None) -> ReplayIndex:
    """Which steps of a finished game open a new decision, with their rounds and turns."""
    played, _, number = await _replayed(request, code, game)
    return index_of(played, number)


@get("/api/tables/{code:str}/review", responses=refusals(401, 404, 409, 422), security=BY_ANYBODY)
async def review(
    request: Ask,
    code: Code,
    seat: FromQuery[int] = 0,
    number: Annotated[int, QueryParameter(name="round")] = 1,
    game: FromQuery[int | None] = None,
) -> RoundReview:
    """What each decision of a seat in one round of a finished game was worth."""
    played, table, found = await _replayed(request, code, game)
    check(played.record, seat, number)
    reviews, key = worker_of(request).reviews, (table.fold.identity, found, seat, number)
    known: RoundReview | None = reviews.find(key)
    if known is None:
        gate_of(request).admit_costly(request)
        known = await while_there(request, reviews.work_out(key, played.record, gate_of(request).address(request)))
    if clocks.is_closed(table.fold.day):
        return replace(known, positions=(None,) * len(known.positions))
    return await signed(known, worker_of(request).signatures)


@post("/api/verify", status_code=200, responses=refusals(403, 413, 422))
async def verify_record(request: Ask, data: JSONBody[Record]) -> Verification:
    """Check any record."""
    gate_of(request).admit_costly(request)
    return await asyncio.to_thread(verification, data)
