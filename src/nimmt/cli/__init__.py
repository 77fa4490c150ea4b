"""The command line: ``nimmt``."""

from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Any

import typer

from ..words import Words
from .arena import add_to as add_arena_to
from .benchmark import add_to as add_benchmark_to
from .bot import add_to as add_bot_to
from .doctor import add_to as add_doctor_to
from .files import run_examples, run_replay, run_verify
from .info import list_games, show_rules
from .join import add_to as add_join_to
from .mcp import add_to as add_mcp_to
from .options import with_game_options
from .problems import find_game
from .program import Command, Program
from .puzzles import add_to as add_puzzles_to
from .review import add_to as add_review_to
from .serve import add_to as add_serve_to
from .serve import serve_at_home
from .simulation import run_simulation
from .sitting import bots_named, resume_game, start_game
from .train import add_to as add_train_to

app = typer.Typer(
    cls=Program,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["--help", "-h"],
        "token_normalize_func": lambda name: name.replace("_", "-"),
    },
)

# A parameter's help and metavar are keys of the catalogues; help.py puts the words in.
GameArgument = Annotated[str, typer.Argument(metavar="game", help="game")]
GamesOption = Annotated[str, typer.Option("--games", metavar="number", help="games")]
SeedOption = Annotated[str | None, typer.Option("--seed", metavar="text", help="seed")]
BotsAtTableOption = Annotated[str | None, typer.Option("--players", metavar="number", help="all_players")]
PlayersOption = Annotated[str | None, typer.Option("--players", metavar="number", help="players")]
BotOption = Annotated[list[str] | None, typer.Option("--bot", metavar="text", help="bot")]
RecordFile = Annotated[Path, typer.Argument(metavar="file", help="record_file")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="version", is_eager=True)] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="no_browser")] = False,
) -> None:
    """Show the version; without a command, open tables on this machine."""
    if version:
        typer.echo(f"nimmt {installed_version('nimmt')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve_at_home(_words(context), not no_browser)


@app.command(cls=Command)
def games(context: typer.Context) -> None:
    """List all games."""
    list_games(_words(context))


@app.command(cls=Command)
def rules(
    context: typer.Context,
    game: GameArgument,
    ids: Annotated[bool, typer.Option("--ids", help="ids")] = False,
) -> None:
    """Show the rules of a game and its options."""
    words = _words(context)
    show_rules(words, find_game(words, game), ids)


@app.command(cls=Command)
@with_game_options
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="game", help="game_or_file")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="resume")] = False,
    players: PlayersOption = None,
    bots: Annotated[str | None, typer.Option("--bots", metavar="names", help="bots")] = None,
    bot: BotOption = None,
    level: Annotated[str | None, typer.Option("--level", metavar="text", help="level")] = None,
    name: Annotated[str, typer.Option("--name", metavar="text", help="name")] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="number", help="seat")] = "1",
    seed: SeedOption = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="file", help="save")] = None,
    **options: Any,
) -> None:
    """Play against bots."""
    words = _words(context)
    named = bots_named(context, bots, bot)
    if resume:
        resume_game(words, game, named)
    else:
        start_game(words, find_game(words, game or "base"), players, options, named, level, name, seat, seed, save)


@app.command(cls=Command)
@with_game_options
def simulate(
    context: typer.Context,
    game: GameArgument,
    games: GamesOption = "100",
    players: BotsAtTableOption = None,
    bots: Annotated[str, typer.Option("--bots", metavar="names", help="all_bots")] = "greedy",
    bot: BotOption = None,
    seed: SeedOption = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="file", help="out")] = None,
    **options: Any,
) -> None:
    """Let bots play many games."""
    words, named = _words(context), bots_named(context, bots, bot)
    raise typer.Exit(run_simulation(words, find_game(words, game), games, players, options, named, seed, out))


@app.command(cls=Command)
def replay(
    context: typer.Context,
    file: RecordFile,
    events: Annotated[bool, typer.Option("--events", help="events")] = False,
    game: Annotated[str | None, typer.Option("--game", metavar="number", help="number")] = None,
) -> None:
    """Tell the story of recorded games."""
    run_replay(_words(context), file, events, game)


@app.command(cls=Command)
def verify(context: typer.Context, file: RecordFile) -> None:
    """Check recorded games."""
    raise typer.Exit(run_verify(_words(context), file))


@app.command(cls=Command)
def examples(
    context: typer.Context,
    file: Annotated[list[Path] | None, typer.Argument(metavar="files", help="example_files")] = None,
) -> None:
    """Run worked examples."""
    raise typer.Exit(run_examples(_words(context), file or []))


add_arena_to(app)
add_benchmark_to(app)
add_bot_to(app)
add_review_to(app)
add_puzzles_to(app)
add_train_to(app)
add_serve_to(app)
add_join_to(app)
add_mcp_to(app)
add_doctor_to(app)


def _words(context: typer.Context) -> Words:
    words: Words = context.obj
    return words


def main() -> None:
    """Run the program."""
    app()
