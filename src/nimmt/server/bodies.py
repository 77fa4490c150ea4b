"""Bodies and numbers of requests, read as strictly as what comes over a socket: Litestar would take "1" for 1."""

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

NOT_TAKEN = "That is not what this request takes"


NUMBER = re.compile(r"-?\d+(\.\d*)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
WHOLE = re.compile(r"-?\d+", re.ASCII)


def check_numbers(request: Request[Any, Any, Any]) -> None:
    """Refuse `1.0` for a number in a query, which the framework would take for 1."""
    for name, value in request.query_params.items() if request.url.path.startswith("/api/") else ():
        if NUMBER.fullmatch(value) and not WHOLE.fullmatch(value):
            raise ValidationException(f"{NOT_TAKEN}: {name} must be a whole number")


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body must be exactly what the route asks for."""

    async def json(self) -> Any:
        """The body as the route's own type."""
        wanted = self.route_handler.parsed_data_field
        assert wanted is not None
        try:
            return msgspec.json.decode(await self.body(), type=wanted.annotation)
        except msgspec.DecodeError as error:
            raise ValidationException(f"{NOT_TAKEN}: {error}") from None
