"""Positions to think about: what one seat sees, by a code that holds nothing else, and what each choice is worth."""

from functools import cache
from typing import Annotated, cast

from litestar import Response, get
from litestar.params import PathParameter
from msgspec import Struct

from ..actions import PlayCard, TakeRow
from ..review import Verdict, can_weigh
from ..review.positions import view_of
from ..review.puzzles import Theme, choices_in, shipped
from ..views import TableView
from .access import Ask, gate_of, worker_of
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
    """What one seat sees before it chooses a card or a row, and what each would do if nothing else happened first."""

    view: TableView
    choices: tuple[PlayCard | TakeRow, ...]
    prospects: tuple[Prospect, ...]


@cache
def _puzzles() -> File:
    return listed([PuzzleEntry(code=puzzle.code, theme=puzzle.theme) for puzzle in shipped().values()])


@get("/api/puzzles", sync_to_thread=False, responses=documented(list[PuzzleEntry]) | refusals())
def puzzles(request: Ask) -> Response[bytes]:
    """The puzzles that come with the program."""
    return answer(_puzzles(), request)


@get("/api/positions/{code:str}", sync_to_thread=False, responses=refusals(422))
def position(code: Code) -> Position:
    """What the seat of a position sees. The code is all that is known here of the game that it comes from."""
    view = _view(code)
    choices = tuple(each for each in choices_in(view) if isinstance(each, PlayCard | TakeRow))
    return Position(view=view, choices=choices, prospects=prospects_of(view, choices))


@get("/api/positions/{code:str}/verdict", responses=refusals(403, 422))
async def verdict(request: Ask, code: Code) -> Verdict:
    """What each choice is worth: known for puzzles, worked out for moments of finished games, which is limited."""
    if puzzle := shipped().get(code):
        return puzzle.verdict
    view, reviews = _view(code), worker_of(request).reviews
    plain = await worker_of(request).signatures.checked(code)
    if known := reviews.find(plain):
        return cast("Verdict", known)
    gate_of(request).admit_costly(request)
    return await reviews.judge(plain, view)


def _view(code: str) -> TableView:
    view = view_of(code.partition(MARK)[0])
    if code not in shipped() and not can_weigh(view.setup):
        raise Refused(422, "cannot_review", "Games of this kind cannot be reviewed yet.")
    return view
