"""Links to tables, as the page shows them: ``https://example.org/t/bekekabefu``."""

from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from ..errors import NimmtError


class BadLink(NimmtError):
    """A link that leads to no table."""

    def __init__(self, link: str) -> None:
        """Quote it."""
        super().__init__(
            "bad_link", f"That is no link to a table: {link[:200]!r}. One looks like this: https://…/t/CODE"
        )


class Address(NamedTuple):
    """A server, and a table there if a code is named."""

    server: str  # such as https://example.org, without a slash at its end
    code: str = ""

    @classmethod
    def of(cls, link: str, needs_code: bool = True) -> "Address":
        """Read a link, or the address of a server alone."""
        try:
            parts = urlsplit(link.strip() if "//" in link else f"http://{link.strip()}")
            sound = bool(parts.hostname) and parts.port != 0
        except ValueError:
            raise BadLink(link) from None
        path = [unquote(part) for part in parts.path.split("/") if part]
        if parts.scheme not in ("http", "https") or not sound or parts.username or (path and path[0] != "t"):
            raise BadLink(link)
        code = path[1] if len(path) == 2 else ""
        if (needs_code and not code) or (path and not code):
            raise BadLink(link)
        return cls(f"{parts.scheme}://{parts.netloc}", code)

    @property
    def table(self) -> str:
        """Where the table is asked about over HTTP."""
        return f"/api/tables/{quote(self.code, safe='')}"

    @property
    def socket(self) -> str:
        """Where it is played."""
        return f"ws{self.server.removeprefix('http')}{self.table}/socket"
