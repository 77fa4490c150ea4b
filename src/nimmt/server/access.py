"""How a request comes to a table: by its code, or with a token that opens a seat there."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated, Any, TypeVar

from litestar import Request, WebSocket
from litestar.datastructures import State
from litestar.openapi.spec import SecurityRequirement
from litestar.params import PathParameter

from . import clocks
from .fold import Fold
from .gate import Gate
from .limits import Proof
from .refusals import Away, Refused, gone, no_token
from .secrecy import plain_code, token_for
from .table import Table
from .worker import Worker

Ask = Request[Any, Any, State]
T = TypeVar("T")
Caller = Ask | WebSocket[Any, Any, State]
Code = Annotated[str, PathParameter(description="A table's code; blanks, hyphens and capitals do not matter.")]
BY_SEAT: list[SecurityRequirement] = [{"seat": []}]
BY_ANYBODY: list[SecurityRequirement] = [{"seat": []}, {}]  # where spectators are allowed; else by a seat


def worker_of(request: Caller) -> Worker:
    """The worker that answers."""
    return request.app.state.worker  # type: ignore[no-any-return]


def gate_of(request: Caller) -> Gate:
    """What the request has passed, and its limits."""
    return request.app.state.gate  # type: ignore[no-any-return]


def may_watch(fold: Fold) -> bool:
    """Whether people without a seat may look; the deal of a day opens to everybody when the day ends."""
    return fold.plan.spectators or (bool(fold.day) and not clocks.is_closed(fold.day))


@asynccontextmanager
async def table_by(request: Caller, code: str, proof: Proof | None = None) -> AsyncIterator[Table]:
    """The table that a code opens; wrong codes, and wrong tokens for it, are counted."""
    async with gate_of(request).guess(request, proof):
        yield await worker_of(request).tables.get(plain_code(code))


def seated(request: Ask, code: str, identity: str | None = None) -> AbstractAsyncContextManager[Table]:
    """The same; a right token, or an id that a seat was given for, is let in however often this address guessed."""

    async def proof() -> bool:
        return await opens(request, code, _given(request)) or await opens(
            request, code, identity and token_for(identity)
        )

    return table_by(request, code, proof)


async def opens(request: Caller, code: str, token: str | None) -> bool:
    """Whether a token is right; if it is not, nobody is told why, so that nobody finds a table in this way."""
    if not token:
        return False
    tables = worker_of(request).tables
    try:
        tables.seat_of(await tables.get(plain_code(code)), token)
    except Away:
        raise
    except Refused:
        return False
    return True


def _given(request: Ask) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token else None


def token_of(request: Ask) -> str:
    """The token that a request must bring."""
    token = _given(request)
    if token is None:
        raise no_token()
    return token


async def while_there(request: Ask, work: Coroutine[Any, Any, T]) -> T:
    """What the work brings, unless its caller hangs up before: the framework would let it go on."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise gone()
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Ask) -> None:
    """Come back once the connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
