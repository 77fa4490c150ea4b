"""Bodies of requests, read as strictly as what comes over a socket: Litestar would take "1" for a number."""

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

NOT_TAKEN = "That is not what this request takes"


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
