"""What tests of the server share."""

import asyncio
import inspect
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, cluster

LIMIT = 120.0


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own for all tests of this process; whoever stops it starts it again."""
    with ExitStack() as stack:
        try:
            running = stack.enter_context(cluster())
        except LookupError as missing:
            if os.environ.get("NIMMT_NO_SKIP"):  # as in CI: what cannot run has not passed
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        yield running


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> str:
    """One PostgreSQL for all tests of this process."""
    given = os.environ.get("NIMMT_TEST_POSTGRES")
    return given or str(request.getfixturevalue("postgres_cluster").address)


@pytest.fixture
def stoppable_address(postgres_cluster: Cluster) -> str:
    """An empty database on a PostgreSQL that the test may stop."""
    return new_database(postgres_cluster.address)


@pytest.fixture
def postgres_address(postgres_server: str) -> str:
    """An empty database."""
    return new_database(postgres_server)


def new_database(server: str) -> str:
    import asyncpg  # type: ignore[import-untyped]

    name = f"nimmt_{secrets.token_hex(6)}"

    async def create() -> None:
        connection = await asyncpg.connect(server)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return server.rpartition("/")[0] + f"/{name}"


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
