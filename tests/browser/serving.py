"""A real server with the built page, in a process of its own."""

import time
from pathlib import Path

import httpx

from tests.server.faults import Process

PATIENCE = 60.0


class Server(Process):
    """Starts, stops and comes back on the same port with the same tables."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:{folder / 'nimmt.db'}", folder)
        self.url = f"http://{self.address}"

    def up(self) -> None:
        """Start, and wait until it answers."""
        self.start()
        ends = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, f"the server ended by itself, see {self.folder}"
            assert time.monotonic() < ends, "the server does not answer"
            time.sleep(0.05)

    def down(self) -> None:
        """Stop politely, as Ctrl-C does."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", verify=False).status_code == 200
        except httpx.HTTPError:
            return False
