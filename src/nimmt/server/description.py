"""The OpenAPI document: the routes as Litestar describes them, the bodies as msgspec reads and writes them."""

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import SecurityScheme

from ..games.registry import GameSpec
from ..records import Record
from ..review import Verdict
from .api import Fill, Health, Mine, MyTable, PresentView
from .messages import TableInfo
from .positions import Position, PuzzleEntry
from .refusals import Refusal
from .replays import ReplayIndex, ReplayStep, Verification
from .reviews import RoundReview
from .summaries import Summary
from .wishes import Claim, Newcomer, NewTable, Person, Ticket

BODIES = (
    Claim, Fill, GameSpec, Health, Mine, MyTable, Newcomer, NewTable, Person, Position, PuzzleEntry, Record, Refusal,
    ReplayIndex, ReplayStep, RoundReview, PresentView, Summary, TableInfo, Ticket, Verdict, Verification,
)  # fmt: skip

SEAT = SecurityScheme(type="http", scheme="bearer", description="The token of a seat, or of a host without one.")


class Description(JsonRenderPlugin):
    """Litestar does not know that some structs are written as arrays, nor how unions are told apart."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document, with the bodies put right."""
        _, components = msgspec.json.schema_components(BODIES, ref_template="#/components/schemas/{name}")
        shown = openapi_schema["components"]
        shown = {**shown, "schemas": {**shown.get("schemas", {}), **components}}
        return msgspec.json.encode({**openapi_schema, "components": shown})
