"""``nimmt doctor``: whether a server could run here, and what to fix if not."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..words import Words
from .program import Command
from .serve import check_values, listed, server_option

if TYPE_CHECKING:
    from ..server.doctor import Finding

FINE, WRONG, UNKNOWN = "✓", "✗", "?"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(doctor)


def doctor(
    context: typer.Context,
    database: Annotated[str, server_option("database", "text")] = "sqlite:nimmt.db",
    host: Annotated[str, server_option("host", "text")] = "0.0.0.0",
    port: Annotated[int, server_option("port", "number")] = 8766,
    workers: Annotated[int, server_option("workers", "number")] = 1,
    neighbours: Annotated[str, server_option("neighbours", "folder")] = "",
    origins: Annotated[str, server_option("origins", "names")] = "",
    hosts: Annotated[str, server_option("hosts", "names")] = "",
    url: Annotated[str | None, typer.Option("--url", metavar="text", help="doctor_url")] = None,
) -> None:
    """Check a set-up."""
    words: Words = context.obj
    from ..server.doctor import examine
    from ..server.settings import Settings

    chosen = Settings(
        database=database,
        host=host,
        port=port,
        workers=workers,
        neighbours=neighbours,
        origins=listed(origins),
        hosts=listed(hosts),
    )
    check_values(words, chosen)
    wrong = 0
    for finding in examine(chosen, url):
        print(finding_line(words, finding))
        wrong += finding.fault is not None and not finding.remark
    print(words.say("doctor.ill" if wrong else "doctor.well", count=wrong))
    raise typer.Exit(1 if wrong else 0)


def finding_line(words: Words, finding: "Finding") -> str:
    """One line: what was checked, and what to fix."""
    name = words.say(f"doctor.check.{finding.check}")
    if finding.fault is None:
        return f"{FINE} {name}"
    family = "problems" if finding.check == "settings" else "doctor.fault"
    sentence = words.say(f"{family}.{finding.fault}", **finding.values)
    return f"{UNKNOWN if finding.remark else WRONG} " + words.say("doctor.wrong", check=name, sentence=sentence)
