"""A real PostgreSQL for tests: from the environment, or a throw-away one on a free port."""

import glob
import os
import shutil
import signal
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


class Cluster:
    """A throw-away PostgreSQL. Its files are not synced: these tests kill programs, not the machine."""

    def __init__(self, folder: Path) -> None:
        initdb, server = program("initdb"), program("postgres")
        if not initdb or not server:
            raise LookupError("no PostgreSQL: set NIMMT_TEST_POSTGRES or install it")
        self.user = {"user": "postgres"} if os.geteuid() == 0 else {}  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(folder, "postgres")
        self.folder, self.server, self.port = folder, server, free_port()
        self.address = f"postgresql://nimmt@127.0.0.1:{self.port}/postgres"
        made = [initdb, "-D", folder / "data", "-U", "nimmt", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **self.user)  # type: ignore[call-overload]

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = ["fsync=off", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        self.process = subprocess.Popen(  # type: ignore[call-overload]
            [self.server, "-D", self.folder / "data", "-p", str(self.port), *[f"-c{option}" for option in options]],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self.user,
        )
        _wait(self.port, self.process)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop at once, as if it had crashed, or with another signal."""
        self.process.send_signal(how)
        self.process.wait(20)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that runs, and that tests may stop and start."""
    folder = Path(tempfile.mkdtemp(prefix="nimmt-postgres-"))
    try:
        made = Cluster(folder)
        made.start()
        try:
            yield made
        finally:
            made.stop(signal.SIGINT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    if address := os.environ.get("NIMMT_TEST_POSTGRES"):
        yield address
    else:
        with cluster() as running:
            yield running.address


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
