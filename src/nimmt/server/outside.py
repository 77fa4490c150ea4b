"""A server as visitors find it: through whatever proxies, names and certificates lie between."""

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

PATIENCE = 10.0
NOWHERE = "/api/tables/nowhere/socket"
PRETENCE = {"X-Forwarded-For": "127.0.0.1"}  # as a stranger might write: only what proxies add may count

REMARKS = frozenset(["asked_from_here"])
"""Not a fault: from here it is impossible to tell whether there is one."""

Fault = tuple[str, dict[str, str]]
"""A key among the words, and what its sentence is about."""


def faults_outside(url: str, knock_only: bool = False) -> list[Fault]:
    """What is wrong with the server at this address; whether it is one of ours comes first."""
    base = url.rstrip("/")
    try:
        status, body = _get(f"{base}/health", PRETENCE)
    except (OSError, ValueError) as error:
        return [("unreachable", {"reason": _reason(error)})]
    if body.get("code") == "wrong_host":
        return [("wrong_host", {"name": urlsplit(base).hostname or ""})]
    if status != 200 or body.get("status") != "ok":
        return [("not_ours", {"status": str(status)})]
    if knock_only:
        return []
    strangers: list[Fault] = []
    if body.get("visitor") == "here":
        strangers = [("asked_from_here" if _is_here(urlsplit(base).hostname or "") else "strangers_are_local", {})]
    return [*strangers, *_socket_faults(base)]


def _is_here(host: str) -> bool:
    """Whether this name leads to this machine itself, which then is a visitor that the server rightly calls its own."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(map(_is_own, found))


def _is_own(found: tuple[Any, ...]) -> bool:
    """Whether this machine has an address: nobody can listen at that of another one."""
    family, kind, protocol, _, address = found
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.bind(address)
    except OSError:
        return False
    return True


def _socket_faults(base: str) -> Iterator[Fault]:
    """Ask for a table that is not there as the page would: the answer says just that the table is missing."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect
    from websockets.typing import Origin

    parts = urlsplit(base)
    try:
        address = f"{base.replace('http', 'ws', 1)}{NOWHERE}"
        with connect(address, origin=Origin(f"{parts.scheme}://{parts.netloc}"), open_timeout=PATIENCE) as line:
            told = json.loads(line.recv(PATIENCE)).get("code")
    except (OSError, ValueError, WebSocketException) as error:
        yield "no_sockets", {"reason": _reason(error)}
        return
    if told == "cross_origin":
        yield "host_not_passed", {}


def _get(url: str, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an answer, whatever it is; nothing where it is no JSON."""
    try:
        with urlopen(Request(url, headers=headers), timeout=PATIENCE) as answer:
            return answer.status, _object(answer.read(10**6))
    except HTTPError as refused:
        with refused:
            return refused.code, _object(refused.read(10**6))


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _reason(error: Exception) -> str:
    inner = error.reason if isinstance(error, URLError) else error
    return getattr(inner, "strerror", None) or str(inner) or type(inner).__name__
