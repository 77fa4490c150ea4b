"""``nimmt join``: a bot sits down at tables of a server, as people do."""

import signal
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..botlink import BotFailed
from ..errors import NimmtError
from ..words import Words
from .options import whole
from .problems import explain, problem
from .program import Command
from .simulation import INTERRUPTED

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..client import Joined

TERMINATED = 128 + signal.SIGTERM


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="join", cls=Command)(join_tables)


def join_tables(
    context: typer.Context,
    link: Annotated[list[str], typer.Argument(metavar="links", help="join_links")],
    bot: Annotated[str, typer.Option("--bot", metavar="text", help="one_bot")] = "greedy",
    games: Annotated[str | None, typer.Option("--games", metavar="number", help="join_games")] = None,
    claim: Annotated[str | None, typer.Option("--claim", metavar="text", help="join_claim")] = None,
) -> None:
    """Let a bot sit down at tables of a server."""
    import asyncio

    words: Words = context.obj
    count = None if games is None else whole(games)
    if games is not None and (count is None or count < 1):
        raise problem(words, "bad_count", option="--games")
    if claim and len(link) > 1:
        raise problem(words, "one_claim")
    try:
        status = asyncio.run(_until_stopped(_join_all(words, link, bot, count, claim)))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except asyncio.CancelledError:
        status = TERMINATED
    if status in (INTERRUPTED, TERMINATED):
        Console(highlight=False).print(words.say("join.stopped"))
    raise typer.Exit(status)


async def _until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """Leave the tables politely when the process gets SIGTERM, as on Ctrl-C."""
    import asyncio

    task = asyncio.ensure_future(work)
    with suppress(NotImplementedError):  # Windows has no such signal
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


async def _join_all(words: Words, links: Sequence[str], bot: str, games: int | None, claim: str | None) -> int:
    """Play at all tables at once; what goes wrong at one ends that one alone."""
    import asyncio

    from ..client import Gone, join

    console = Console(highlight=False)

    def tell(joined: "Joined") -> None:
        console.print(Text(_told(words, joined)), soft_wrap=True)

    async def one(link: str) -> bool:
        try:
            await join(link, bot, tell, games, claim)
        except Gone as gone:
            console.print(Text(words.say("join.gone", link=link, reason=gone.sentence)), soft_wrap=True)
            return gone.code in ("deleted", "removed")
        except NimmtError as error:
            if len(links) == 1:
                raise
            console.print(Text(words.say("join.gone", link=link, reason=explain(words, error)[0])), soft_wrap=True)
            return False
        return True

    return 0 if all(await asyncio.gather(*map(one, links))) else 1


def _told(words: Words, joined: "Joined") -> str:
    values = dict(joined.values)
    failure, outcome = values.pop("failure", None), values.pop("outcome", None)
    if isinstance(failure, BotFailed):
        values["reason"] = failure.told(words)
    if joined.what == "over":
        seat = int(str(values.pop("seat")))
        values["total"] = outcome.totals[seat] if outcome else "–"  # type: ignore[attr-defined]
        values["rank"] = outcome.ranks[seat] if outcome else "–"  # type: ignore[attr-defined]
    return words.say(f"join.{joined.what}", **values)
