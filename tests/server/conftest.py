"""What tests of the server share."""

import asyncio
import inspect
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import postgres

LIMIT = 120.0


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL for all tests of this process."""
    try:
        running = postgres()
        address = running.__enter__()
    except LookupError as missing:
        pytest.skip(str(missing))
    try:
        yield address
    finally:
        running.__exit__(None, None, None)


@pytest.fixture
def postgres_address(postgres_server: str) -> str:
    """An empty database."""
    import asyncpg  # type: ignore[import-untyped]

    name = f"nimmt_{secrets.token_hex(6)}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres_server)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return postgres_server.rpartition("/")[0] + f"/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'nimmt.db'}"
    return str(request.getfixturevalue("postgres_address"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that are coroutines, each in a loop of its own and with a limit."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}), LIMIT))
    return True
