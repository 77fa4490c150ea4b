"""Sitting down at a table: a new game as it was asked for, or one that was saved."""

import secrets
import shlex
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import nimmt

from ..botlink import find_bot, split_names, starts_code
from ..bots import LEVELS, levels, names_for
from ..dealer import SeededDealer
from ..errors import BadRecord, BadSetup
from ..game import Game
from ..records import Recorder, resume
from ..words import Words
from .commands import program
from .options import read_options, whole
from .play import Session, check_playable
from .problems import find_game, problem
from .saves import new_file, newest, read_saved, typed

BOT_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas")
USUAL_PLAYERS = 4


def start_game(
    words: Words,
    key: str,
    players: str | None,
    options: dict[str, Any],
    bots: Sequence[str],
    level: str | None,
    name: str,
    seat: str,
    seed: str | None,
    save: Path | None,
) -> None:
    """Deal a new game and play it."""
    game = make_game(words, key, players, options)
    place = read_seat(words, seat, game.players)
    seeded = seed or str(secrets.randbelow(10**9))
    seats = [""] * game.players
    others = [other for other in range(game.players) if other != place]
    for other, kind in zip(
        others, read_bots(words, choose_bots(words, bots, level, game), game, len(others)), strict=True
    ):
        seats[other] = kind
    recorder = Recorder(game, read_seed(seeded), _called(name, place, game.players))
    check_playable(words, recorder)
    if save and save.exists():
        raise problem(words, "exists", file=save, command=f"{program()} play --resume {typed(save)}")
    session = Session(words, recorder, place, seats, save or new_file(key))
    session.open(seed=seeded)
    session.run()


def resume_game(words: Words, what: str | None, bots: Sequence[str]) -> None:
    """Resume a saved game: the named file, the newest of one game, or the newest of all.

    A file may come from anywhere: programs that it names are run only if they are named here as well.
    """
    key = find_game(words, what) if what in nimmt.keys() else None
    path = Path(what) if what and not key else newest(key)
    if path is None:
        raise problem(words, "nothing_saved", 1, command=f"{program()} play")
    try:
        saved = read_saved(path)
    except BadRecord as error:
        if error.code == "malformed":
            raise problem(words, "not_a_saved_game", 1, file=path) from None
        raise
    if saved is None:
        raise problem(words, "finished", 1, file=path, command=f"{program()} replay {typed(path)}")
    programs = [name for name in dict.fromkeys(saved.bots) if starts_code(name)]
    if not set(programs) <= set(bots):
        again = " ".join(f"--bot {shlex.quote(name)}" for name in programs)
        command = f"{program()} play --resume {typed(path)} {again}"
        raise problem(words, "name_again", file=path, names=", ".join(programs), command=command)
    session = Session(words, resume(saved.record), saved.seat, saved.bots, path)
    session.open(seed=None)
    session.run()


def make_game(words: Words, key: str, players: str | None, options: dict[str, Any]) -> Game:
    """Make the game; the number of players, where it is not given, is four or the nearest possible."""
    offered = nimmt.spec(key).players
    number = min(offered, key=lambda count: abs(count - USUAL_PLAYERS)) if players is None else whole(players)
    if number not in offered:
        name = words.say(f"games.{key}.name")
        raise problem(words, "bad_players", game=name, low=offered[0], high=offered[-1], players=players)
    return nimmt.game(key, players=number, **read_options(words, key, options))


def read_seed(seed: str) -> SeededDealer:
    """A seed as it was typed: a whole number, or any text."""
    number = whole(seed)
    return SeededDealer.of(seed if number is None else number)


def read_seat(words: Words, seat: str, players: int) -> int:
    """The seat as people count it, from 1."""
    number = whole(seat)
    if number is None or not 1 <= number <= players:
        raise problem(words, "bad_seat", seat=seat, players=players)
    return number - 1


def read_bots(words: Words, bots: Sequence[str], game: Game, seats: int) -> list[str]:
    """The bots' names, repeated until every seat has one."""
    for name in bots:
        try:
            find_bot(name, game.setup)
        except BadSetup as error:
            if error.code != "unknown_bot":
                raise
            raise problem(words, "unknown_bot", name=name, names=", ".join(names_for(game.setup))) from None
    return list(islice(cycle(bots), seats))


def bots_named(context: Any, bots: str | None, one_by_one: Sequence[str] | None) -> list[str]:
    """The names of ``--bots``, then those of ``--bot``; the default of the first makes way for the second."""
    is_default = context.get_parameter_source("bots").name == "DEFAULT"
    return split_names("" if one_by_one and is_default else bots or "", one_by_one or ())


def choose_bots(words: Words, bots: Sequence[str], level: str | None, game: Game) -> Sequence[str]:
    """The bots as they were asked for, by name or by level."""
    if level is None:
        return bots or ["greedy"]
    if bots:
        raise problem(words, "bots_and_level")
    if level.lower() not in LEVELS:
        choices = ", ".join(offered.key for offered in levels(game.setup))
        raise problem(words, "bad_choice", option="--level", choices=choices, value=level)
    return [level.lower()]


def _called(name: str, place: int, players: int) -> tuple[str, ...]:
    """What the seats are called: the person as they wish, the bots by first names."""
    others = iter(other for other in BOT_NAMES if other.lower() != name.strip().lower())
    return tuple(name.strip() if seat == place else next(others) for seat in range(players))
