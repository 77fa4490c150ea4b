"""``nimmt serve``: tables for people, on this machine or on many."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..words import Words
from .problems import problem
from .program import Command

if TYPE_CHECKING:
    from ..server.settings import Settings


def _option(name: str, value: str | None = None) -> Any:
    return typer.Option(
        f"--{name}", metavar=value, help=f"serve_{name}", envvar=f"NIMMT_{name.upper().replace('-', '_')}"
    )


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(serve)


def serve(
    context: typer.Context,
    database: Annotated[str, _option("database", "text")] = "sqlite:nimmt.db",
    host: Annotated[str, _option("host", "text")] = "0.0.0.0",
    port: Annotated[int, _option("port", "number")] = 8766,
    workers: Annotated[int, _option("workers", "number")] = 1,
    origins: Annotated[str, _option("origins", "names")] = "",
    proxied: Annotated[bool, _option("proxied")] = False,
    keep_days: Annotated[float, _option("keep-days", "number")] = 30,
    keep_lobby_hours: Annotated[float, _option("keep-lobby-hours", "number")] = 24,
    pace: Annotated[float, _option("pace", "number")] = 1.0,
    bot_seconds: Annotated[float, _option("bot-seconds", "number")] = 5.0,
    limits: Annotated[str, _option("limits", "names")] = "",
    log_level: Annotated[str, _option("log-level", "text")] = "INFO",
) -> None:
    """Open tables for people."""
    words: Words = context.obj
    if find_spec("litestar") is None:
        raise problem(words, "no_server")
    from ..server.run import check, run
    from ..server.settings import Settings

    chosen = Settings(
        database=database,
        host=host,
        port=port,
        workers=workers,
        origins=tuple(filter(None, origins.split(","))),
        proxied=proxied,
        keep_days=keep_days,
        keep_lobby_hours=keep_lobby_hours,
        pace=pace,
        bot_seconds=bot_seconds,
        log_level=log_level.upper(),
        limits=_limits(words, limits),
    )
    _check(words, check, chosen)
    run(chosen)


def _check(words: Words, check: Any, chosen: "Settings") -> None:
    try:
        check(chosen)
    except ValueError:
        raise problem(words, "workers_need_postgres") from None


def _limits(words: Words, text: str) -> Any:
    """Read ``messages=30,sockets=10``."""
    import msgspec

    from ..server.settings import Limits

    pairs = dict(part.partition("=")[::2] for part in text.split(",") if part)
    try:
        if unknown := sorted(pairs.keys() - set(Limits.__struct_fields__)):
            raise problem(words, "bad_limit", name=unknown[0], names=", ".join(Limits.__struct_fields__))
        return msgspec.convert(pairs, Limits, strict=False)
    except msgspec.ValidationError:
        raise problem(words, "bad_limit", name=text, names=", ".join(Limits.__struct_fields__)) from None
