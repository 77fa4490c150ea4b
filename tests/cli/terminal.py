"""A terminal for tests: it runs the program, and it can play a game at the keyboard."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from typer.testing import CliRunner, Result

import nimmt
from nimmt import Action, PlayCard, Recorder, TakeRow
from nimmt.bots import Histories, ask, bot
from nimmt.cli import app
from nimmt.cli.ask_specials import typed_use
from nimmt.cli.prompts import Question
from nimmt.cli.scene import Scene
from nimmt.cli.sitting import read_seed
from nimmt.games.bullenparty import ClaimRow, Done, ExtendRow, LayCard, TakeCardBack
from nimmt.games.surprise.actions import CancelCards
from nimmt.games.versus_ox.actions import UnorderCard, UseOrder, Vote, WithdrawSort
from nimmt.specials.actions import Pass
from nimmt.words import words

ROW_GAMES = ("base", "pro", "even_odd", "climb", "caper", "reversed_digits")
SHORT: dict[str, dict[str, Any]] = {**{key: {"max_rounds": 1} for key in ROW_GAMES}, "surprise": {"rounds": 1}}
"""Options that make a game short, where it is not short anyway."""


INSTALLED = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
"""Where a shell finds the program by its name."""


def run(*arguments: object, typed: str = "", **environment: str) -> Result:
    """Run the program with a keyboard that types this and then says that it has ended."""
    wide = {"COLUMNS": "80", "LANG": "en_GB.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "PATH": INSTALLED, **environment}
    return CliRunner(env=wide).invoke(app, [str(argument) for argument in arguments], input=typed)


def output_of(*arguments: object, typed: str = "", **environment: str) -> str:
    """What a run shows; it must have gone well."""
    result = run(*arguments, typed=typed, **environment)
    assert 0 == result.exit_code, result.output
    return result.output


def complaint_of(*arguments: object, status: int, typed: str = "", **environment: str) -> str:
    """The one line that a run must end with on the error output, nothing being on the other."""
    result = run(*arguments, typed=typed, **environment)
    assert isinstance(result.exception, SystemExit), result.exception
    assert status == result.exit_code, result.output
    assert "" == result.stdout
    assert "Traceback" not in result.stderr
    [line] = result.stderr.splitlines()
    return line


def at_the_keyboard(recorder: Recorder, seat: int, whim: int, against: str) -> Iterator[str]:
    """Play a whole game by whim against bots, exactly as the program does; what must be typed for that."""
    rng = Random(whim)
    opponent = bot(against)
    histories = Histories(recorder.game.players, recorder.state.last)
    while recorder.state.outcome is None:
        acting = recorder.state.to_act[0]
        if acting != seat:
            ask(opponent, recorder, histories, acting, recorder.dealer.seed)  # type: ignore[union-attr]
            continue
        legal = recorder.state.legal(seat)
        action = rng.choice([action for action in legal if action != TakeCardBack() or rng.random() < 0.3] or legal)
        question = Question(NOBODY, recorder.game, recorder.state.view(seat), legal, 80)
        histories.add(recorder.step(seat, action))
        yield spelled(question, action)


NOBODY = Scene(words("en"), "base", (), 0)


def spelled(question: Question, action: Action) -> str:
    """An action as it is typed."""
    match action:
        case PlayCard(card, reverse):
            return f"{card}r" if reverse else f"{card}"
        case TakeRow(row) | ClaimRow(row) | ExtendRow(row):
            return f"{row + 1}"
        case LayCard(card, pile):
            return f"{card} {0 if pile is None else pile + 1}"
        case TakeCardBack():
            return "-"
        case Done():
            return "0"
        case Vote(agree):
            return "1" if agree else "0"
        case UnorderCard():
            return "-"
        case UseOrder():
            return "1"
        case WithdrawSort():
            return "0"
        case Pass() if question.view.phase == "order":
            return "00"
        case CancelCards():
            return str(question.legal.index(action) + 1)
    phase = question.view.phase
    if phase in ("draft", "bid", "positive", "replace", "order"):
        return str(action.card)  # type: ignore[attr-defined]
    return str(question.legal.index(action)) if phase == "exchange" else typed_use(question, action)


@cache
def a_game(
    key: str, players: int = 4, seat: int = 0, seed: int = 7, against: str = "greedy", **options: Any
) -> tuple[Recorder, list[str]]:
    """A finished game of which one seat was played at the keyboard, and what was typed there."""
    recorder = Recorder(nimmt.game(key, players=players, **options), read_seed(str(seed)))
    return recorder, list(at_the_keyboard(recorder, seat, whim=seed, against=against))


def record_of(path: Path) -> nimmt.Record:
    """The only record of a file."""
    [line] = path.read_bytes().splitlines()
    return nimmt.read_record(line)


def short(key: str) -> list[str]:
    """The same as SHORT, for the command line."""
    return [word for name, value in SHORT.get(key, {}).items() for word in (f"--{name.replace('_', '-')}", str(value))]
