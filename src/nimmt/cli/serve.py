"""``nimmt serve`` and ``nimmt`` alone: tables for people, on this machine or on many."""

import errno
import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..extras import page_command
from ..kernels.host import available
from ..words import Words
from .commands import program
from .problems import Problem, problem
from .program import Command
from .saves import data_folder

if TYPE_CHECKING:
    from ..server.ownership import Owner
    from ..server.settings import Settings

PORTS = 20  # how many `nimmt` alone tries, one after another


def server_option(name: str, value: str | None = None) -> Any:
    """An option of the server, which an environment variable can set too."""
    return typer.Option(
        f"--{name}", metavar=value, help=f"serve_{name}", envvar=f"NIMMT_{name.upper().replace('-', '_')}"
    )


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(serve)


def serve(
    context: typer.Context,
    database: Annotated[str, server_option("database", "text")] = "sqlite:nimmt.db",
    host: Annotated[str, server_option("host", "text")] = "0.0.0.0",
    port: Annotated[int, server_option("port", "number")] = 8766,
    workers: Annotated[int, server_option("workers", "number")] = 1,
    neighbours: Annotated[str, server_option("neighbours", "folder")] = "",
    origins: Annotated[str, server_option("origins", "names")] = "",
    hosts: Annotated[str, server_option("hosts", "names")] = "",
    metrics: Annotated[str, server_option("metrics", "text")] = "local",
    proxied: Annotated[bool, server_option("proxied")] = False,
    proxies: Annotated[int, server_option("proxies", "number")] = 0,
    no_public: Annotated[bool, server_option("no-public")] = False,
    no_daily: Annotated[bool, server_option("no-daily")] = False,
    words_file: Annotated[Path | None, server_option("words-file", "file")] = None,
    keep_days: Annotated[float, server_option("keep-days", "number")] = 30,
    keep_lobby_hours: Annotated[float, server_option("keep-lobby-hours", "number")] = 24,
    pace: Annotated[float, server_option("pace", "number")] = 1.0,
    bot_seconds: Annotated[float, server_option("bot-seconds", "number")] = 5.0,
    limits: Annotated[str, server_option("limits", "names")] = "",
    log_level: Annotated[str, server_option("log-level", "text")] = "INFO",
) -> None:
    """Open tables for people."""
    words: Words = context.obj
    from ..server.settings import Settings

    chosen = Settings(
        database=database,
        host=host,
        port=port,
        workers=workers,
        neighbours=neighbours,
        origins=listed(origins),
        hosts=listed(hosts),
        metrics=_readers(words, metrics),
        proxied=proxied,
        proxies=proxies,
        public=not no_public,
        daily=not no_daily,
        words=_unwanted(words, words_file),
        keep_days=keep_days,
        keep_lobby_hours=keep_lobby_hours,
        pace=pace,
        bot_seconds=bot_seconds,
        log_level=log_level.upper(),  # type: ignore[arg-type]
        limits=_limits(words, limits),
    )
    check_values(words, chosen)
    _run(words, chosen)


def serve_at_home(words: Words, browser: bool) -> None:
    """What `nimmt` alone does: tables in the data folder, the first free port, and the page in the browser."""
    from ..server.settings import Settings

    folder = data_folder().parent
    folder.mkdir(parents=True, exist_ok=True)
    database = os.environ.get("NIMMT_DATABASE") or f"sqlite:{folder / 'nimmt.db'}"
    port = os.environ.get("NIMMT_PORT") or "8766"
    if not port.isdecimal() or int(port) > 65_535:
        raise problem(words, "bad_value", option="NIMMT_PORT")
    host = os.environ.get("NIMMT_HOST") or "0.0.0.0"
    hosts = listed(os.environ.get("NIMMT_HOSTS", ""))
    chosen = Settings(database=database, host=host, port=int(port), hosts=hosts, log_level="WARNING")
    _run(words, chosen, tries=PORTS, browser=browser, at_home=True)


def _run(words: Words, chosen: "Settings", tries: int = 1, browser: bool = False, at_home: bool = False) -> None:
    from ..server.checks import Unfit
    from ..server.databases import NotOpened
    from ..server.ownership import Owned
    from ..server.pages import built
    from ..server.run import run

    def show(addresses: Sequence[str]) -> None:
        tell_addresses(words, addresses, built())
        if browser and built() and can_open():
            threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()

    try:
        run(chosen, show, tries)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise problem(words, "port_taken", status=1, port=chosen.port) from None
    except Unfit as unfit:
        raise problem(words, unfit.problem, value=unfit.value) from None
    except NotOpened as missing:
        raise problem(words, "no_store", status=1, store=missing.database, reason=missing.reason) from None
    except Owned as owned:
        if owned.owner is None:
            raise problem(words, "owner_unknown", status=1, file=owned.path) from None
        if not at_home:
            raise owned_problem(words, owned.path, owned.owner) from None
        _join(words, owned.owner.addresses, browser)


def _join(words: Words, addresses: Sequence[str], browser: bool) -> None:
    """Show the page of the `nimmt` that is already running; two would not know of each other's games."""
    tell_addresses(words, addresses, page=True, heading="serve.already_running")
    if browser and can_open():
        webbrowser.open(addresses[0])


def owned_problem(words: Words, path: Path, owner: "Owner") -> Problem:
    """Say who has the file."""
    return problem(words, "owned", status=1, file=path, process=owner.process, address=owner.addresses[0])


def tell_addresses(words: Words, addresses: Sequence[str], page: bool, heading: str = "serve.running") -> None:
    """Print the addresses, and in a terminal a QR code for phones in the same network."""
    from ..server.run import qr

    print(words.say(heading))
    for address in addresses:
        print(f"  {address}")
    if not page:
        print(words.say("serve.no_page", play=f"{program()} play", command=page_command()))
    if not available():
        print(words.say("levels.without_kernels"))
    if page and sys.stdout.isatty():
        if len(addresses) > 1:
            print(words.say("serve.phones"))
        qr(addresses[-1], sys.stdout)
    sys.stdout.flush()


def can_open() -> bool:
    """Whether anybody here would see a browser window."""
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.stdout.isatty() and bool(windows)


def check_values(words: Words, chosen: "Settings") -> None:
    """Refuse settings that no server can run with, before anything is opened."""
    from msgspec import ValidationError, convert, to_builtins

    for name, value in to_builtins(chosen).items():
        try:
            if value != value:  # not a number
                raise ValidationError
            convert({name: value}, type(chosen))
        except ValidationError:
            raise problem(words, "bad_value", option=f"--{name.replace('_', '-')}") from None


def listed(text: str) -> tuple[str, ...]:
    """Read `one,two`."""
    return tuple(filter(None, map(str.strip, text.split(","))))


def _unwanted(words: Words, file: Path | None) -> tuple[str, ...]:
    """The words of a file that names and chat are to be without."""
    from ..server.moderation import listed_words

    try:
        return listed_words(file.read_text("utf-8")) if file else ()
    except (OSError, UnicodeError):
        raise problem(words, "bad_value", option="--words-file") from None


def _readers(words: Words, text: str) -> Any:
    """Who may read the metrics."""
    if text not in ("local", "all", "none"):
        raise problem(words, "bad_value", option="--metrics")
    return text


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
