"""Positions to think about: what one seat sees, by a code that holds nothing else, and what each choice is worth."""

from functools import cache
from typing import Annotated, cast

from litestar import Response, get
from litestar.params import FromQuery, PathParameter
from msgspec import Struct

from ..codec import AnyAction, AnyView
from ..review import Verdict, can_weigh
from ..review.moments import choices_in, is_judged, possible, view_in
from ..review.puzzles import Theme, shipped
from ..views import View
from .access import Ask, gate_of, while_there, worker_of
from .lists import documented, listed
from .pages import File, answer
from .refusals import Refused, refusals
from .reviews import Prospect, prospects_of
from .signatures import MARK

Code = Annotated[str, PathParameter(description="The code of a position, as a replay, a review or a puzzle names it.")]


class PuzzleEntry(Struct, frozen=True, kw_only=True):
    """A puzzle in the list of all: its position, and what it is about."""

    code: str
    theme: Theme


class Position(Struct, frozen=True, kw_only=True):
    """What one seat sees before it decides, and what each answer would do if nothing else happened first."""

    view: AnyView
    choices: tuple[AnyAction, ...]
    prospects: tuple[Prospect, ...]
    judged: bool  # whether such decisions are judged


@cache
def _puzzles() -> File:
    return listed([PuzzleEntry(code=puzzle.code, theme=puzzle.theme) for puzzle in shipped().values()])


@get("/api/puzzles", sync_to_thread=False, responses=documented(list[PuzzleEntry]) | refusals())
def puzzles(request: Ask) -> Response[bytes]:
    """The puzzles that come with the program."""
    return answer(_puzzles(), request)


@get("/api/positions/{code:str}", sync_to_thread=True, responses=refusals(422))
def position(code: Code) -> Position:
    """What the seat of a moment sees. The code is all that is known here of the game that it comes from."""
    view = _view(code)
    with possible():
        choices = choices_in(view)
        prospects = prospects_of(view, choices)
    return Position(view=view, choices=choices, prospects=prospects, judged=code in shipped() or is_judged(view))  # type: ignore[arg-type]


@get("/api/positions/{code:str}/verdict", responses=refusals(403, 404, 422))
async def verdict(request: Ask, code: Code, choice: FromQuery[int] = 0) -> Verdict:
    """What each choice is worth: known for puzzles, worked out for moments of finished games, which is limited.

    Where there are many, only those that look best are judged, and the one in this place.
    """
    if puzzle := shipped().get(code):
        _check(choice, len(puzzle.verdict.options))
        return puzzle.verdict
    view, reviews = _view(code), worker_of(request).reviews
    if not is_judged(view):
        raise Refused(422, "cannot_review", "Games of this kind cannot be reviewed yet.")
    _check(choice, len(choices_in(view)))
    key = (await worker_of(request).signatures.checked(code), 0 if can_weigh(view.setup) else choice)
    if known := reviews.find(key):
        return cast("Verdict", known)
    gate_of(request).admit_costly(request)
    return await while_there(request, reviews.judge(key, view, choice, gate_of(request).address(request)))


def _check(choice: int, choices: int) -> None:
    if not 0 <= choice < choices:
        raise Refused(
            404, "no_such_choice", f"There is no choice {choice} at this moment: they are 0 to {choices - 1}."
        )


def _view(code: str) -> View:
    return view_in(code.partition(MARK)[0])
