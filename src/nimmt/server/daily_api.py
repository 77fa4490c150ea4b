"""The deal of the day over HTTP."""

from litestar import get, post
from litestar.params import JSONBody

from .access import BY_SEAT, Ask, Code, gate_of, seated, token_of, worker_of
from .daily import DailyPlayer, Standing, Today
from .refusals import refusals
from .wishes import Ticket


@get("/api/daily", responses=refusals(403))
async def today(request: Ask) -> Today:
    """The present day's deal: when its day ends, and how many have finished it."""
    return await worker_of(request).daily.today()


@post("/api/daily", status_code=200, responses=refusals(403, 413, 422))
async def open_daily(request: Ask, data: JSONBody[DailyPlayer]) -> Ticket:
    """Play the deal of the day, or go on with it: a device has one table for each day."""
    gate = gate_of(request)
    return await worker_of(request).daily.open(data, gate.address(request), gate.new_table(request))


@get("/api/tables/{code:str}/standing", responses=refusals(401, 404, 409), security=BY_SEAT)
async def standing(request: Ask, code: Code) -> Standing:
    """How somebody who has finished the deal of a day did among all others; for this seat alone."""
    async with seated(request, code) as table:
        worker_of(request).tables.seat_of(table, token_of(request))
    return await worker_of(request).daily.standing(table.fold)
