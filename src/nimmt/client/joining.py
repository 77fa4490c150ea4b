"""A bot sits down at a table of a server and plays there, game after game."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from textwrap import shorten

from msgspec import Struct

from ..botlink import BotFailed, ProgramBot, SafeBot, find_bot
from ..bots import private_generator
from ..errors import NimmtError
from .address import Address
from .asking import Asker, Refused
from .seat import Seat, Ticket, sit_down
from .table import Folded

SECONDS = 60.0
MARGIN = 1.0
"""Seconds of a clock that are left for the way to the server."""

NAME_LENGTH, MOST_ALIKE = 20, 20
"""Letters of a name, and how many seats at one table may have it."""


class Joined(Struct, frozen=True):
    """What happened at a table, for whoever watches: a code, and what the words about it name."""

    what: str
    values: dict[str, object]


Tell = Callable[[Joined], None]


async def join(link: str, bot: str, tell: Tell, games: int | None = None, claim: str | None = None) -> Seat:
    """Play at one table until so many games are over or the table is gone; the seat, for its last state."""
    address = Address.of(link)
    table = await Asker(address.server).ask("GET", address.table)
    known = Folded()
    known.table = table

    def failed(failure: BotFailed) -> None:
        tell(Joined("failed", {"table": address.code, "failure": failure}))

    def connection(what: str) -> None:
        tell(Joined(what, {"table": address.code}))

    player = SafeBot(await asyncio.to_thread(find_bot, bot, known.setup, SECONDS), failed)
    ticket = await _seated(address, name_of(bot, player.bot), claim)
    tell(Joined("seated", {"table": ticket.address.code, "seat": ticket.seat + 1, "claim": ticket.claim or claim}))
    return await _connected(Seat(ticket, connection), lambda seat: _play(seat, player, tell, games))


def name_of(bot: str, made: object = None) -> str:
    """What the seat is called: as a program calls itself, else the bot's or program's name without its folder."""
    if isinstance(made, ProgramBot) and (own := shorten(made.own_name, NAME_LENGTH, placeholder="")):
        return own
    word = bot.removeprefix("cmd:").split()[0].rpartition("/")[2] if bot.startswith("cmd:") else bot
    return word.rpartition(":")[2][:NAME_LENGTH]


async def _seated(address: Address, name: str, claim: str | None) -> Ticket:
    """Sit down; where others at the table are called the same, with a number behind the name."""
    for number in range(1, MOST_ALIKE):
        try:
            return await sit_down(address, name if number == 1 else f"{name} {number}", claim)
        except Refused as refused:
            if refused.code != "name_taken":
                raise
    return await sit_down(address, f"{name} {MOST_ALIKE}", claim)


async def _connected(seat: Seat, work: Callable[[Seat], Awaitable[None]]) -> Seat:
    """Work at a seat while it stays connected; leave politely, whatever happens."""
    connection = asyncio.create_task(seat.run())
    try:
        await work(seat)
    finally:
        with suppress(NimmtError):
            await seat.leave()
        connection.cancel()
        with suppress(asyncio.CancelledError):
            await connection
    return seat


async def _play(seat: Seat, player: SafeBot, tell: Tell, games: int | None) -> None:
    code, played = seat.ticket.address.code, 0
    while True:
        await seat.wait(lambda known: known.must_act or known.is_over)
        if seat.known.must_act:
            await _answer(seat, player)
            continue
        view = seat.known.view
        if view is not None:
            player.over(view, seat.known.history)
        played += 1
        over = seat.known.table.get("game")
        tell(Joined("over", {"table": code, "outcome": view.outcome if view else None, "seat": seat.ticket.seat}))
        if games is not None and played >= games:
            return
        await seat.wait(lambda known: known.table.get("state") == "over")
        await seat.ready()
        await seat.wait(lambda known, over=over: known.table.get("game") != over and not known.is_over)  # type: ignore[misc]


async def _answer(seat: Seat, player: SafeBot) -> None:
    known = seat.known
    view = known.view
    assert view is not None
    history = tuple(known.history)
    if isinstance(player.bot, ProgramBot):
        left = SECONDS if known.deadline is None else known.deadline - known.clock_ahead - time.time() - MARGIN
        player.bot.seconds = min(SECONDS, max(left, MARGIN))
    rng = private_generator(seat.ticket.token, seat.ticket.seat, history)
    action = await asyncio.to_thread(player.choose, view, known.legal, history, rng)
    await seat.act(action, view.decision)  # whatever is rejected is late: the next question is already there
