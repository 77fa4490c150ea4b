"""Who is calling: the address that limits apply to, as far as proxies and networks let one tell."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

NETWORK_BITS = 64  # of an IPv6 address: one customer has a whole network of them


def caller(peer: str, forwarded: Iterable[str], proxies: int) -> str:
    """The address that the outermost of so many trusted proxies saw; `forwarded` is every X-Forwarded-For line.

    Each proxy adds the address that it was called from, so one counts from the right: what stands further left was
    written by strangers. What is no address counts as the proxy that passed it on.
    """
    return _bucket(_seen(peer, forwarded, proxies)) or _bucket(peer) or peer


def is_local(peer: str, forwarded: Iterable[str], proxies: int) -> bool:
    """Whether a caller is surely on this machine: a proxy that does not say whom it serves may serve anybody."""
    hops = (_address(peer), _address(_seen(peer, forwarded, proxies)))
    return all(hop is not None and hop.is_loopback for hop in hops)


def _seen(peer: str, forwarded: Iterable[str], proxies: int) -> str:
    """What the outermost trusted proxy says of its caller: nothing, if there is none of its lines."""
    if not proxies:
        return peer
    hops = [hop.strip() for line in forwarded for hop in line.split(",")]
    return hops[-min(proxies, len(hops))] if hops else ""


@lru_cache(4096)
def _bucket(text: str) -> str | None:
    address = _address(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), NETWORK_BITS), strict=False))
    return str(address) if address else None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, also with a port behind it or the name of a network card."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
