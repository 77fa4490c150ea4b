"""The application: Litestar, the routes, one worker."""

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.cors import CORSConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components
from litestar.types import ASGIApp

from ..bots import bot as find_bot
from ..errors import NimmtError
from ..kernels.errors import KernelFailed
from . import logs
from .api import ROUTES
from .bodies import NOT_TAKEN, StrictRequest, check_numbers
from .description import SEAT, Description
from .garbage import collect_rarely
from .gate import Gate, with_headers
from .logs import log_event
from .pages import STATIC, page
from .refusals import Refusal, Refused
from .settings import Settings
from .tables import Chance
from .thinking import Finder
from .worker import Worker

ENVIRONMENT = "NIMMT_SERVER_SETTINGS"
HTTP_CODES = {400: "bad_request", 404: "not_found", 405: "wrong_method", 413: "too_long"}
OTHER_HTTP_CODE = "http_error"

logger = logging.getLogger("nimmt.server")


def application(
    settings: Settings, chance: Chance | None = None, find: Finder = find_bot, static: Path = STATIC
) -> Litestar:
    """Make the application of one worker."""
    gate = Gate(settings)
    worker = Worker(settings, chance, find)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await worker.start()
        try:
            yield
        finally:
            await worker.stop()

    async def admit(request: Request[Any, Any, Any]) -> None:
        gate.admit(request)
        check_numbers(request)

    app = Litestar(
        [*ROUTES, page(static)],
        lifespan=[lifespan],
        before_request=admit,
        request_class=StrictRequest,
        exception_handlers={
            NimmtError: _refuse,
            KernelFailed: _kernel_failed,
            HTTPException: _refuse_http,
            RecursionError: _refuse_garbage,
            UnicodeError: _refuse_garbage,
            Exception: _fail,
        },
        cors_config=_cors(settings),
        request_max_body_size=settings.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="nimmt",
            version="1",
            path="/api/schema",
            render_plugins=[Description()],
            use_handler_docstrings=True,
            components=Components(security_schemes={"seat": SEAT}),
        ),
        logging_config=None,
    )
    app.state.worker, app.state.gate = worker, gate
    return app


def from_environment() -> ASGIApp:
    """Make the application of one of several workers, as the process that started them has set it up."""
    settings = msgspec.json.decode(os.environ[ENVIRONMENT], type=Settings)
    logs.set_up(settings.log_level)
    collect_rarely()
    return with_headers(application(settings))


def _refuse(request: Request[Any, Any, Any], error: NimmtError) -> Response[Refusal]:
    request.app.state.worker.metrics.refused.labels(error.code).inc()
    status = error.status if isinstance(error, Refused) else 422
    headers = {"retry-after": "5"} if status in (429, 503) else {}
    return Response(Refusal(error.code, error.sentence, error.rule), status_code=status, headers=headers)


def _kernel_failed(request: Request[Any, Any, Any], error: KernelFailed) -> Response[Refusal]:
    """A review or the coach came to no answer; the next one gets another instance of the kernels."""
    log_event(logger, logging.WARNING, error.code, reason=error.sentence)
    return _refuse(request, Refused(503, "kernel_failed", error.sentence))


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    code = HTTP_CODES.get(error.status_code, OTHER_HTTP_CODE)
    request.app.state.worker.metrics.refused.labels(code).inc()
    return Response(Refusal(code, _sentence(error)), status_code=error.status_code, headers=error.headers)


def _refuse_garbage(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """What no decoder reads: nested too deeply, or no text at all."""
    return _refuse_http(request, HTTPException(detail="That cannot be read", status_code=400))


def _cors(settings: Settings) -> CORSConfig | None:
    """What browsers must be told so that the pages of named servers can use this one."""
    if not settings.origins:
        return None
    return CORSConfig(
        allow_origins=list(settings.origins),
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["authorization", "content-type"],
        expose_headers=["retry-after"],
    )


def _sentence(error: HTTPException) -> str:
    """What is wrong; the framework's own words would repeat the address, which holds the table's code."""
    if error.status_code == 413:
        return "That is longer than this server reads at once."
    extra = getattr(error, "extra", None)
    if not isinstance(extra, list):
        return error.detail
    places = "; ".join(f"{each.get('key', 'body')}: {each['message']}" for each in extra)
    return f"{NOT_TAKEN}: {places}"


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    logger.error("request_failed", exc_info=error)
    return Response(Refusal("failed", "Something went wrong on this server."), status_code=500)
