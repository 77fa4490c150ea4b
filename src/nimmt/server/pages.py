"""The page: built files, held in memory; every address that is no file and no API is a place inside the page."""

from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

STATIC = Path(__file__).parent / "static"
UNBUILT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>nimmt</title>'
    "<h1>nimmt</h1><p>This server runs, but its page was not built. In a checkout with Node.js, "
    "<code>python3 dev.py web</code> builds it; then start the server again. "
    "Programs find the API at <code>/api/schema/openapi.json</code>."
)

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


class File(Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    content_type: str
    cache: str
    tag: str


def built(folder: Path = STATIC) -> bool:
    """Whether there is a page."""
    return (folder / "index.html").is_file()


def page(folder: Path = STATIC) -> HTTPRouteHandler:
    """The route of the page. Only what was found in the folder at the start is ever sent."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    held = {name: _file(name, path.read_bytes()) for name, path in files.items()} if built(folder) else {}
    index = held.get("index.html") or _file("index.html", UNBUILT.encode())

    @route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
    async def show(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.lstrip("/")
        if f"{name}/".startswith((ASSETS, "api/")) and name not in held:
            raise NotFoundException
        return _answer(held.get(name, index), request)

    return show


def _file(name: str, body: bytes) -> File:
    cache = FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN
    content_type = _types.guess_type(name)[0] or "application/octet-stream"
    return File(body, content_type, cache, f'"{sha256(body).hexdigest()[:32]}"')


def _answer(file: File, request: Request[Any, Any, Any]) -> Response[bytes]:
    known = request.headers.get("if-none-match") == file.tag
    body = b"" if known or request.method == "HEAD" else file.body
    headers = {"cache-control": file.cache, "etag": file.tag}
    if not known:
        headers["content-length"] = str(len(file.body))
    return Response(body, status_code=304 if known else 200, media_type=file.content_type, headers=headers)
