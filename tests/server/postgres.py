"""A real PostgreSQL for tests: from the environment, or a throw-away one on a free port."""

import glob
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is."""
    installed = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return installed[-1] if installed else shutil.which(name)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL. Its files are not synced: these tests kill workers, not the machine."""
    if address := os.environ.get("NIMMT_TEST_POSTGRES"):
        yield address
        return
    initdb, server = program("initdb"), program("postgres")
    if not initdb or not server:
        raise LookupError("no PostgreSQL: set NIMMT_TEST_POSTGRES or install it")
    user = {"user": "postgres"} if os.geteuid() == 0 else {}  # PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="nimmt-postgres-"))
    try:
        if user:
            shutil.chown(folder, "postgres")
        data, port = folder / "data", free_port()
        made = [initdb, "-D", data, "-U", "nimmt", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **user)  # type: ignore[call-overload]
        options = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        process = subprocess.Popen(  # type: ignore[call-overload]
            [server, "-D", data, "-p", str(port), *options],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **user,
        )
        try:
            _wait(port, process)
            yield f"postgresql://nimmt@127.0.0.1:{port}/postgres"
        finally:
            process.terminate()
            process.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    import asyncio

    import asyncpg  # type: ignore[import-untyped]

    async def ready() -> None:
        for _ in range(400):
            assert process.poll() is None, "PostgreSQL did not start"
            try:
                connection = await asyncpg.connect(f"postgresql://nimmt@127.0.0.1:{port}/postgres", timeout=5)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
                continue
            await connection.close()
            return
        raise TimeoutError("PostgreSQL does not answer")

    asyncio.run(ready())
