"""What a prompt is made of."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType

from ..actions import Action
from ..game import Game
from .foretell import foretell
from .scene import Scene


class Question(NamedTuple):
    """A decision that a person must make now."""

    scene: Scene
    game: Game
    view: Any
    legal: Sequence[Any]
    width: int

    def foretell(self, action: Action) -> str:
        """What an action would lead to."""
        return foretell(self.scene, self.game.preview(self.view, action))


class Prompt(NamedTuple):
    """How one kind of decision is shown, worded and read."""

    show: Callable[[Question], RenderableType]
    words: Callable[[Question], str]
    read: Callable[[Question, str], Action | None]
    hint: Callable[[Question], str]


def fixed(key: str) -> Callable[[Question], str]:
    """The same words every time."""
    return lambda question: question.scene.words.say(key)


def with_rows(key: str) -> Callable[[Question], str]:
    """Words that mention the number of rows."""
    return lambda question: question.scene.words.say(key, rows=len(question.view.rows))


def row_reader(action: Callable[[int], Action]) -> Callable[[Question, str], Action | None]:
    """Read the number of a row; rows are counted from 1."""

    def read(question: Question, text: str) -> Action | None:
        number = one_number(text)
        return None if number is None else action(number - 1)

    return read


def numbers_in(text: str) -> list[int] | None:
    """Whole numbers separated by blanks, and nothing else."""
    return [int(word) for word in text.split()] if re.fullmatch(r"\d{1,4}(\s+\d{1,4})*", text) else None


def one_number(text: str) -> int | None:
    """A whole number and nothing else."""
    numbers = numbers_in(text)
    return numbers[0] if numbers and len(numbers) == 1 else None
