"""Links for other devices: where they reach this server, and QR codes of addresses here."""

from io import BytesIO
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from litestar import Request, get
from litestar.params import QueryParameter
from msgspec import Struct

from .addresses import EVERYWHERE, network_address
from .refusals import Refused, refusals

LONGEST = 300
LOOPBACK = ("localhost", "127.0.0.1", "::1")

Ask = Request[Any, Any, Any]
Link = Annotated[str, QueryParameter(max_length=LONGEST, description="An address of this server.")]


class Reach(Struct, frozen=True):
    """Where other devices reach this server (None: at the address that this one asked), and what it offers to them."""

    address: str | None
    public: bool  # whether tables may be listed for everybody
    daily: bool  # whether there is a deal of the day


@get("/api/reach", sync_to_thread=False, responses=refusals())
def reach(request: Ask) -> Reach:
    """Where phones in the same network find this server, for a browser that calls it by a name of its own machine."""
    settings = request.app.state.worker.settings
    return Reach(_in_network(request), settings.public, settings.daily)


@get("/api/qr", media_type="image/svg+xml", sync_to_thread=True, responses=refusals(422))
def qr(request: Ask, text: Link) -> bytes:
    """A link to this server as a QR code (SVG)."""
    here = {f"//{request.headers.get('host', '')}"}
    if address := _in_network(request):
        here.add(address.removeprefix("http:"))
    scheme, _, rest = text.partition(":")
    if scheme not in ("http", "https") or f"//{_netloc(rest)}" not in here:
        raise Refused(422, "not_here", "Only links to this server become QR codes here.")
    drawing = BytesIO()
    segno.make_qr(text, error="m").save(drawing, kind="svg", xmldecl=False, omitsize=True, light="white")
    return drawing.getvalue()


def _netloc(rest: str) -> str:
    try:
        return urlsplit(rest).netloc
    except ValueError:  # [ without ]
        return ""


def _in_network(request: Ask) -> str | None:
    asked = urlsplit(f"//{request.headers.get('host', '')}")  # the gate has seen that it can be read
    if asked.hostname not in LOOPBACK or request.app.state.worker.settings.host not in EVERYWHERE:
        return None
    found = network_address()
    return f"http://{found}:{asked.port or 80}" if found else None
