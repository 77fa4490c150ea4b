"""What there is: games, bots, worked examples. The same for everybody, so it may be compressed and asked for by tag."""

from functools import cache
from gzip import compress
from typing import Any

from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from msgspec.json import encode

from ..examples.lessons import Lesson, lessons
from ..games.registry import GameSpec, keys, rules_of, spec
from .pages import File, answer, file
from .refusals import refusals
from .thinking import offered

Ask = Request[Any, Any, Any]


def listed(content: object) -> File:
    """A list as it is sent. Nothing secret and nothing that a visitor wrote is in it, or its length would tell."""
    body = encode(content)
    return file("list.json", body, gzip=compress(body, mtime=0))


@cache
def _games() -> File:
    return listed([spec(key) for key in keys()])


@cache
def _examples(key: str) -> File:
    return listed(lessons(key))


def documented(kind: Any) -> dict[int, ResponseSpec]:
    """The description of a route that answers with a list."""
    return {200: ResponseSpec(kind, generate_examples=False, description="Request fulfilled, document follows")}


@get("/api/games", sync_to_thread=False, responses=documented(list[GameSpec]) | refusals())
def games(request: Ask) -> Response[bytes]:
    """Every game with its options."""
    return answer(_games(), request)


@get("/api/bots", sync_to_thread=False, responses=refusals(422))
def levels(game: FromQuery[str] = "base") -> list[str]:
    """Every bot that plays this game here: the levels for people first, the weakest before the others."""
    return list(offered(game))


@get(
    "/api/examples/{game:str}",
    sync_to_thread=False,
    responses=documented(tuple[Lesson, ...]) | refusals(422),
)
def examples(request: Ask, game: FromPath[str]) -> Response[bytes]:
    """The worked examples of a game: the table before, and everything that happens then."""
    rules_of(game)  # raises if there is no such game
    return answer(_examples(game), request)
