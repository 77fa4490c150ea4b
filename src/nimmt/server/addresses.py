"""Where this server can be reached."""

import socket
from collections.abc import Iterator

EVERYWHERE = ("0.0.0.0", "::")


def addresses(host: str, port: int) -> Iterator[str]:
    """Where this machine can be reached: by itself first, then from its network."""
    if host not in EVERYWHERE:
        yield f"http://{host}:{port}/"
        return
    yield f"http://127.0.0.1:{port}/"
    if found := network_address():
        yield f"http://{found}:{port}/"


def network_address() -> str | None:
    """This machine's address in its network; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith(("127.", "0.")) else found
