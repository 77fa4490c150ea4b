"""Games with programs at the table, for tests."""

import sys
from pathlib import Path
from typing import Any

import nimmt
from nimmt.botlink import find_bot
from nimmt.bots import Bot, bot, play_out
from nimmt.cli.sitting import read_seed
from nimmt.game import Game
from nimmt.records import Recorder

PROGRAMS = Path(__file__).with_name("programs.py")


def named(fault: str = "good", *arguments: object) -> str:
    """The name of a bot that plays well, or has this fault."""
    return f"cmd:{sys.executable} {PROGRAMS} {' '.join([fault, *map(str, arguments)])}"


def short_game(key: str = "base", players: int = 2, **options: Any) -> Game:
    """One round, where the game has rounds."""
    known = {option.name for option in nimmt.spec(key).options}
    short: dict[str, Any] = {name: 1 for name in ("max_rounds", "rounds") if name in known}
    return nimmt.game(key, players=players, **(short | options))


def played(game: Game, bots: list[Bot], seed: str = "7") -> Recorder:
    """A game to its end."""
    recorder = Recorder(game, read_seed(seed))
    play_out(recorder, bots, seed)
    return recorder


def against_random(name: str, game: Game, seconds: float = 60.0, seed: str = "7") -> Recorder:
    """One bot, and random ones on all other seats."""
    return played(game, [find_bot(name, game.setup, seconds), *[bot("random")] * (game.players - 1)], seed)
