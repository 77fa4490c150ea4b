"""Many games between bots, counted."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from math import sqrt
from pathlib import Path
from typing import Any, BinaryIO

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ..botlink import SafeBot, find_bot
from ..bots import Bot, play_out
from ..events import Outcome
from ..game import Game
from ..games.registry import rules_of
from ..records import Record, Recorder, write_record
from ..words import Words
from .options import whole
from .party import heads_notes
from .problems import problem
from .sitting import make_game, read_bots, read_seed

INTERRUPTED = 130


def run_simulation(
    words: Words,
    key: str,
    games: str,
    players: str | None,
    options: dict[str, Any],
    bots: Sequence[str],
    seed: str | None,
    out: Path | None,
) -> int:
    """Play the games, write their records, and show the summary; returns the exit status."""
    number = whole(games)
    if number is None or number < 1:
        raise problem(words, "bad_count", option="--games")
    game = make_game(words, key, players, options)
    seats = read_bots(words, bots, game, game.players)
    sitting = [SafeBot(find_bot(name, game.setup)) for name in seats]
    seeded = seed or str(secrets.randbelow(10**9))
    console = Console(highlight=False)
    outcomes: list[Outcome] = []
    status = 0
    try:
        with _opened(words, out) as file, Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(words.say("simulate.progress"), total=number)
            for record in played(game, seats, sitting, seeded, number):
                _append(file, record)
                assert record.outcome is not None
                outcomes.append(record.outcome)
                progress.advance(task)
    except OSError:
        if out is None:
            raise
        raise problem(words, "cannot_write", 1, file=out) from None
    except KeyboardInterrupt:
        status = INTERRUPTED
        console.print(words.say("simulate.interrupted", games=words.count("games", len(outcomes))))
    if outcomes:
        console.print(summary(words, key, seats, outcomes, seeded))
        for note in heads_notes(words, game.start(read_seed(seeded)).view(None)):
            console.print(note)
    if out:
        console.print(Text(words.say("simulate.written", records=words.count("records", len(outcomes)), file=out)))
    failed = {name: player.failures for name, player in zip(seats, sitting, strict=True) if player.failures}
    for name, failures in failed.items():
        console.print(Text(words.say("simulate.failed", bot=name, reason=failures[0].told(words))))
    return status or (1 if failed else 0)


def played(game: Game, seats: Sequence[str], players: Sequence[Bot], seed: str, number: int) -> Iterator[Record]:
    """Records of games, each with its own seed derived from this one."""
    names = tuple(f"{name} {seat}" for seat, name in enumerate(seats, 1))
    for count in range(1, number + 1):
        own_seed = f"{seed}/{count}"
        recorder = Recorder(game, read_seed(own_seed), names)
        play_out(recorder, players, own_seed)
        yield recorder.record()


def _opened(words: Words, out: Path | None) -> AbstractContextManager[BinaryIO | None]:
    try:
        return out.open("wb", buffering=0) if out else nullcontext()
    except OSError:
        raise problem(words, "cannot_write", 1, file=out) from None


def _append(file: BinaryIO | None, record: Record) -> None:
    """Add a whole line or nothing: a partial line is cut off when the program is interrupted or the disk is full."""
    if file is None:
        return
    complete = file.tell()
    try:
        line = f"{write_record(record)}\n".encode()
        while line:
            line = line[file.write(line) :]
    except BaseException:
        with suppress(OSError):  # a device cannot be cut
            file.truncate(complete)
        raise


# --- The summary -------------------------------------------------------------------------------


def summary(words: Words, key: str, seats: Sequence[str], outcomes: Sequence[Outcome], seed: str) -> Table:
    """Mean heads (or points) per round with the standard error, and wins, by bot and by seat, or for a whole team."""
    is_team = outcomes[0].opponent is not None
    caption = _team_caption(words, outcomes) if is_team else words.say("simulate.shared")
    table = Table(title=_title(words, seats, outcomes, seed), caption=caption, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("bot", "seat", f"mean_{rules_of(key).counts}", "error", "wins"):
        table.add_column(words.say(f"simulate.{column}"), justify="left" if column == "bot" else "right")
    for name, place, points, wins in _team_lines(words, seats, outcomes) if is_team else _seat_lines(seats, outcomes):
        mean, error = mean_and_error(points)
        table.add_row(name, place, words.figure(mean), f"± {words.figure(error)}".replace("± –", "–"), str(wins))
    return table


def _title(words: Words, seats: Sequence[str], outcomes: Sequence[Outcome], seed: str) -> str:
    rounds = sum(len(outcome.rounds) for outcome in outcomes)
    numbers = {"games": len(outcomes), "rounds": rounds, "players": len(seats)}
    return words.say("simulate.title", seed=seed, **{noun: words.count(noun, n) for noun, n in numbers.items()})


Line = tuple[str, str, Sequence[float], int]
"""Who, on which seats, the points of every round, and the wins."""


def _seat_lines(seats: Sequence[str], outcomes: Sequence[Outcome]) -> Iterator[Line]:
    rounds = [heads for outcome in outcomes for heads in outcome.rounds]
    for name, group in _groups(seats):
        wins = sum(seat in outcome.winners for outcome in outcomes for seat in group)
        points = [sum(heads[seat] for seat in group) / len(group) for heads in rounds]
        yield name, _places(group), points, wins


def _team_lines(words: Words, seats: Sequence[str], outcomes: Sequence[Outcome]) -> Iterator[Line]:
    """The team, whose seats all have the same heads and win together, and the Ox; a game is one round."""
    name = f"{words.say('table.team')} ({', '.join(dict.fromkeys(seats))})"
    won, drawn = _won_and_drawn(outcomes)
    yield name, _places(range(len(seats))), [outcome.totals[0] for outcome in outcomes], won
    yield words.say("table.ox"), "", [outcome.opponent or 0 for outcome in outcomes], len(outcomes) - won - drawn


def _team_caption(words: Words, outcomes: Sequence[Outcome]) -> str:
    won, drawn = _won_and_drawn(outcomes)
    return words.say("simulate.team", wins=won, games=words.count("games", len(outcomes)), drawn=drawn)


def _won_and_drawn(outcomes: Sequence[Outcome]) -> tuple[int, int]:
    """The team's wins, and draws that an option does not count as wins."""
    won = sum(bool(outcome.winners) for outcome in outcomes)
    return won, sum(outcome.drawn and not outcome.winners for outcome in outcomes)


def _places(seats: Iterable[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _groups(seats: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """Every kind of bot with all its seats, then every seat by itself."""
    kinds = list(dict.fromkeys(seats))
    for kind in kinds:
        yield kind, [seat for seat, name in enumerate(seats) if name == kind]
    if len(kinds) < len(seats):
        for seat, name in enumerate(seats):
            yield f"  {name}", [seat]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is unknown for a single value."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("nan")
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))
