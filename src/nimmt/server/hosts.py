"""By which names this server may be called.

A page of somebody else's can be given a name that leads to an address in its visitor's own network, and browsers then
take it for a page of the server there. So a server answers only to names that cannot be somebody else's.
"""

import re
import socket
from functools import cache, lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from .settings import Settings

HOME = (".local", ".localhost", ".lan", ".home.arpa", ".internal")  # names that nobody can register
EVERY = "*"
BRACKETED = re.compile(r"\[[^\[\]]*\](:\d*)?")  # an address and nothing around it: [::1].evil.example is a name


def is_known(header: str, settings: Settings) -> bool:
    """Whether a request with this Host header is meant for this server."""
    if not header:  # no browser sends none
        return True
    name = _name(header)
    if name is None or _is_address(name) or name == "localhost":
        return name is not None
    if settings.hosts:
        return any(_matches(name, host.lower()) for host in settings.hosts)
    if settings.trusted_proxies:  # what comes through a proxy was meant for it
        return True
    return "." not in name or name.endswith(HOME) or name in (_own_name(), settings.host.lower())


def _matches(name: str, host: str) -> bool:
    return host in (EVERY, name) or (host.startswith("*.") and name.endswith(host[1:]))


@lru_cache(4096)
def _name(header: str) -> str | None:
    if "[" in header and not BRACKETED.fullmatch(header):
        return None
    try:
        found = urlsplit(f"//{header}")
        return found.hostname if found.netloc == header and "@" not in header and found.port != 0 else None
    except ValueError:
        return None


@lru_cache(4096)
def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


@cache
def _own_name() -> str:
    return socket.gethostname().lower()
