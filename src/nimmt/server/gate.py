"""What every request passes: where it comes from, how often, from which page; and the headers of every answer."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from .callers import caller, is_local
from .hosts import is_known
from .limits import Buckets, Guesses, Places, Proof
from .refusals import Refused, too_many
from .settings import Settings

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a table's link is a key
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")

Connection = ASGIConnection[Any, Any, Any, Any]


class Gate:
    """Limits per address, and the check of the page that a request comes from."""

    def __init__(self, settings: Settings) -> None:
        """Nobody has asked for anything yet."""
        self.settings = settings
        limits = settings.limits
        self.requests = Buckets(limits.requests, limits.requests_burst, limits.addresses)
        self.tables = Buckets(limits.tables, limits.tables_burst, limits.addresses)
        self.guesses = Guesses(limits.guesses, limits.guesses_burst, limits.addresses)
        self.work = Buckets(limits.work, limits.work_burst, limits.addresses)
        self.sockets = Places(limits.sockets)

    def address(self, connection: Connection) -> str:
        """Whom limits apply to."""
        return caller(*self._hops(connection))

    def _hops(self, connection: Connection) -> tuple[str, list[str], int]:
        peer = connection.client.host if connection.client else ""
        return peer, connection.headers.getall("x-forwarded-for", []), self.settings.trusted_proxies

    def check_origin(self, connection: Connection) -> None:
        """Pages of other servers may not use this one in their visitors' name."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return
        if _netloc(origin) != connection.headers.get("host", ""):
            raise Refused(403, "cross_origin", "Pages of other servers may not use this one.")

    def check_host(self, connection: Connection) -> None:
        """A name of somebody else's that leads here would make that page's visitors this server's guests."""
        if not is_known(connection.headers.get("host", ""), self.settings):
            raise Refused(421, "wrong_host", "This server does not go by this name; --hosts lets it.")

    def is_local(self, connection: Connection) -> bool:
        """Whether this caller counts as the server's own machine."""
        return is_local(*self._hops(connection))

    def may_measure(self, connection: Connection) -> bool:
        """Whether this caller may read the metrics."""
        allowed = self.settings.metrics
        return allowed == "all" or (allowed == "local" and self.is_local(connection))

    def admit(self, connection: Connection) -> None:
        """Let a request in, or say why not."""
        self.check_host(connection)
        if connection.scope.get("method") not in SAFE:  # a socket has no method
            self.check_origin(connection)
        if not self.requests.of(self.address(connection)).take():
            raise too_many("requests")

    def new_table(self, connection: Connection) -> Callable[[], None]:
        """Counts a table that is about to be opened, once however often it is called, or refuses it."""

        def count() -> None:
            if not self.tables.of(self.address(connection)).take():
                raise too_many("new tables")

        return cache(count)

    def admit_costly(self, connection: Connection) -> None:
        """Let in a request that takes much work, or say why not."""
        if not self.work.of(self.address(connection)).take():
            raise too_many("costly requests")

    def guess(self, connection: Connection, proof: Proof | None = None) -> AbstractAsyncContextManager[None]:
        """Look at a code or a token, unless this address guessed wrong too often and cannot prove that it knows one."""
        return self.guesses.one(self.address(connection), proof)


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # [ without ]
        return ""


def with_headers(app: ASGIApp) -> ASGIApp:
    """The usual headers on every HTTP answer, those of the framework itself included.

    HEAD is answered as GET is; uvicorn, which knows what was asked, leaves the body out.
    """
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # type: ignore[comparison-overlap]
            return await app(scope, receive, send)
        asked = cast("HTTPScope", scope)

        async def with_extra(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                message["headers"] = [*headers, *extra, *_caching(headers)]
            await send(message)

        await app({**asked, "method": "GET"} if asked["method"] == "HEAD" else asked, receive, with_extra)

    return wrapped


def _caching(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Answers hold secrets of their own time: nobody keeps them, unless the answer says so."""
    return [] if any(name == b"cache-control" for name, _ in headers) else [(b"cache-control", b"no-store")]
