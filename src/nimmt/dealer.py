"""Where chance comes from: a dealer turns a label such as ``deal:1`` into a permutation.

The seeded dealer is frozen: the same seed and label give the same permutation for ever, in any
language. The recipe and its test vectors are in docs/dealing.md.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct, field

from .errors import BadRecord, Malformed, quoted

SEED_BYTES = 32
_WORD = 1 << 16


def seed_bytes(seed: int | str | bytes) -> bytes:
    """Turn a seed into 32 bytes: bytes are used as they are, numbers and texts are hashed."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise Malformed("bad_seed", f"A seed given as bytes has {SEED_BYTES} of them, not {len(seed)}.")
        return seed
    if not isinstance(seed, int | str):
        raise Malformed("bad_seed", f"A seed is a number, a text or {SEED_BYTES} bytes, not {quoted(seed)}.")
    kind = "int" if isinstance(seed, int) else "text"
    try:
        return _sha256(f"nimmt:seed:{kind}:{seed}".encode())
    except ValueError:  # Python writes no numbers of very many digits, and UTF-8 no halves of characters
        raise Malformed("bad_seed", f"A seed must be writable, unlike {quoted(seed)}.") from None


def permutation(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """Fisher–Yates from the last place down; 16-bit words of SHAKE-256(seed + label), rejecting the biased ones."""
    from hashlib import shake_256

    words = _words(shake_256(seed + label.encode()).digest, size)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        places = last + 1
        word = next(words)
        while word >= _WORD - _WORD % places:
            word = next(words)
        place = word % places
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def _words(digest: Callable[[int], bytes], count: int) -> Iterator[int]:
    """16-bit words without end, read in growing pieces: a longer digest begins like a shorter one."""
    read = 0
    while True:
        words = struct.unpack(f">{count}H", digest(2 * count))
        yield from words[read:]
        read, count = count, 2 * count


class Dealer(Protocol):
    """Anything that can put `size` things into an order, given a label that is used once in a game."""

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        """Which thing comes first, second, and so on."""
        ...


class SeededDealer(Struct, frozen=True, tag="seeded", forbid_unknown_fields=True):
    """Deals from one 32-byte seed, written as hexadecimal digits."""

    seed: str

    @classmethod
    def of(cls, seed: int | str | bytes) -> "SeededDealer":
        """Make a dealer from a number, a text, or 32 bytes."""
        return cls(seed_bytes(seed).hex())

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        """Shuffle by the frozen recipe."""
        return permutation(self.raw, label, size)

    @property
    def raw(self) -> bytes:
        """The seed itself."""
        try:
            return seed_bytes(bytes.fromhex(self.seed))
        except (ValueError, TypeError):
            raise Malformed("bad_seed", "A seed is written as 64 hexadecimal digits.") from None


def dealer_of(seed: "int | str | bytes | Dealer") -> Dealer:
    """Whatever a game can be started with: a seed for a `SeededDealer`, or a dealer."""
    dealer = SeededDealer.of(seed) if isinstance(seed, int | str | bytes) else seed
    if not hasattr(dealer, "permutation"):
        raise Malformed("bad_seed", f"A seed is a number, a text, 32 bytes or a dealer, not {quoted(seed)}.")
    return dealer


class ExplicitDealer(Struct, frozen=True, tag="explicit", forbid_unknown_fields=True):
    """Deals what it was told: for tests, paired worlds, and programs that bring their own chance."""

    permutations: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        """Look the order up; it must name every place once."""
        order = self.permutations.get(label) if isinstance(self.permutations, dict) else None
        if order is None:
            raise BadRecord("no_permutation", f"The dealer was given no order for {label!r}.", "B-3")
        if not _names_every_place(order, size):
            raise BadRecord(
                "bad_permutation", f"The order for {label!r} must hold each of 0 to {size - 1} once.", "B-3"
            )
        return order


def _names_every_place(order: object, size: int) -> bool:
    """Whether it is an order of so many places."""
    if not isinstance(order, tuple | list) or any(type(place) is not int for place in order):
        return False
    return sorted(order) == list(range(size))


class Fairness(Struct, frozen=True, forbid_unknown_fields=True):
    """A host's proof: it committed to its secret before it knew the nonces that the seats chose."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]

    def problem(self, seed: str) -> str | None:
        """What is wrong with the proof that this seed was dealt, or None."""
        try:
            secret = bytes.fromhex(self.secret)
        except ValueError:
            return "The revealed secret is not hexadecimal."
        if commitment(secret) != self.commitment:
            return "The revealed secret is not the one that was committed to."
        if deal_seed(secret, self.nonces).hex() != seed:
            return "The seed does not follow from the secret and the nonces."
        return None


def commitment(secret: bytes) -> str:
    """What a host publishes before the first card: it binds the secret without telling it."""
    return _sha256(b"nimmt:commitment:" + secret).hex()


def deal_seed(secret: bytes, nonces: tuple[str, ...]) -> bytes:
    """The seed of the deal from the host's secret and a nonce of every seat, in seat order."""
    parts = [secret, *(nonce.encode() for nonce in nonces)]
    return _sha256(b"nimmt:deal:" + b"".join(len(part).to_bytes(4, "big") + part for part in parts))


def _sha256(data: bytes) -> bytes:
    """The 32 bytes of the hash; hashlib is imported late because OpenSSL takes its time."""
    from hashlib import sha256

    return sha256(data).digest()
