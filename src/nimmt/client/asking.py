"""What a client asks once, over HTTP; the standard library is enough for that."""

import asyncio
import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from ..errors import NimmtError

SECONDS = 20.0
TRIES = 3
MOST = 4 * 1024 * 1024
"""Bytes of an answer that are read: a server is not trusted either."""

Json = dict[str, Any]


class Refused(NimmtError):
    """A server that says no, with its code and sentence; or one that does not answer (`no_answer`)."""


class Asker:
    """Asks one server."""

    def __init__(self, server: str) -> None:
        """Such as ``https://example.org``."""
        self.server = server

    async def ask(self, method: str, path: str, body: Json | None = None, token: str | None = None) -> Json:
        """Ask, again where no answer comes: ids make that harmless."""
        for attempt in range(TRIES):
            try:
                return await asyncio.to_thread(self._ask, method, path, body, token)
            except Refused as refused:
                if refused.code != "no_answer" or attempt == TRIES - 1:
                    raise
            await asyncio.sleep(0.5 * 2**attempt)
        raise AssertionError

    def _ask(self, method: str, path: str, body: Json | None, token: str | None) -> Json:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.server + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                text = answer.read(MOST)
        except HTTPError as error:
            with error:
                raise _refusal(error.read(MOST), error.code) from None
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Refused("no_answer", f"{self.server} does not answer: {reason}") from None
        return _json(text) if text else {}


def _json(text: bytes) -> Json:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Refused("no_table_server", "What answers there is no table server.")
    return found


def _refusal(text: bytes, status: int) -> Refused:
    try:
        said = _json(text)
        return Refused(str(said["code"]), str(said["sentence"]), str(said.get("rule", "")))
    except (Refused, KeyError):
        return Refused("no_table_server", f"What answers there is no table server: it says {status}.")
