"""The page: built files, held in memory; every address that is no file and no API belongs to the page."""

from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from ..games.registry import keys
from .encodings import SUFFIXES, preferred

STATIC = Path(__file__).parent / "static"
UNBUILT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>nimmt</title>'
    "<h1>nimmt</h1><p>This server runs, but it has no page. Where it was started it says how to get one. "
    "Programs find the API at <code>/api/schema/openapi.json</code>."
)
NO_ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>'

ICON, FAVICON = "icon.svg", "favicon.ico"  # browsers ask for the second on addresses that name no icon, such as /api
ASSETS = "assets/"  # their names change with their content
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

_types = MimeTypes(filenames=())  # the system's own list differs from machine to machine
for _suffix, _type in {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".m4a": "audio/mp4",
    ".txt": "text/plain",
}.items():
    _types.add_type(_type, _suffix)


class Body(Struct, frozen=True):
    """What is sent in one encoding, and its tag."""

    content: bytes
    tag: str


class File(Struct, frozen=True):
    """A file as it is sent, in every encoding that it was made in; None is the plain one."""

    bodies: dict[str | None, Body]
    content_type: str
    cache: str

    def headers(self, encoding: str | None) -> dict[str, str]:
        """What describes the body in this encoding."""
        headers = {"cache-control": self.cache, "etag": self.bodies[encoding].tag}
        if len(self.bodies) > 1:
            headers["vary"] = "accept-encoding"
        return headers if encoding is None else {**headers, "content-encoding": encoding}


def built(folder: Path = STATIC) -> bool:
    """Whether there is a page."""
    return (folder / "index.html").is_file()


def page(folder: Path = STATIC) -> HTTPRouteHandler:
    """The route of the page. Only what was found in the folder at the start is ever sent."""
    held = _held(folder) if built(folder) else {}
    index = held.get("index.html") or file("index.html", UNBUILT.encode())
    held.setdefault(FAVICON, held.get(ICON) or file(ICON, NO_ICON.encode()))

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def show(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.lstrip("/")
        if f"{name}/".startswith((ASSETS, "api/")) and name not in held:
            raise NotFoundException
        return answer(held.get(name, index), request, 200 if name in held or is_place(name) else 404)

    return show


def _held(folder: Path) -> dict[str, File]:
    """Every file of the page by its name; what the build compressed belongs to the file that it was made from."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    plain = {name: body for name, body in found.items() if Path(name).suffix not in SUFFIXES}
    made = {name: {code: found[name + end] for end, code in SUFFIXES.items() if name + end in found} for name in plain}
    return {name: file(name, body, **made[name]) for name, body in plain.items()}


def file(name: str, body: bytes, **encoded: bytes) -> File:
    """What is sent under this name: its body, plain and in other encodings."""
    cache = FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN
    content_type = _types.guess_type(name)[0] or "application/octet-stream"
    tag = sha256(body).hexdigest()[:32]
    bodies: dict[str | None, Body] = {None: Body(body, f'"{tag}"')}
    bodies |= {code: Body(content, f'"{tag}-{code}"') for code, content in encoded.items()}
    return File(bodies, content_type, cache)


def is_place(path: str) -> bool:
    """Whether there may be anything at this address; whether a table exists is told to the page alone."""
    kind, *names = path.rstrip("/").split("/")
    if not names:
        return kind in ("", "new", "learn", "past", "scores", "daily", "train")
    return len(names) == 1 and (kind in ("t", "tv", "replay", "moment") or (kind == "learn" and names[0] in keys()))


def answer(file: File, request: Request[Any, Any, Any], status: int = 200) -> Response[bytes]:
    """The file in the encoding that suits whoever asks; nothing but its tag if they have it."""
    encoding = preferred(request.headers.get("accept-encoding", ""), [code for code in file.bodies if code])
    body, headers = file.bodies[encoding], file.headers(encoding)
    if status == 200 and body.tag in _tags(request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, media_type=file.content_type, headers=headers)
    return Response(body.content, status_code=status, media_type=file.content_type, headers=headers)


def _tags(header: str) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in header.split(",")]
