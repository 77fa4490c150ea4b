"""Signed codes of positions: a verdict is for moments of finished games, not for whatever somebody types in a game.

The key is thirty-two random bytes that all workers share by the store. A signed code is CODE~SIGNATURE.
"""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from .refusals import Refused
from .secrecy import Entropy
from .store import Store

MARK = "~"
BYTES = 9
NAME = "signatures"
"""Kept among the secrets of days; it comes after all of them, so it is never forgotten with them."""


class Signatures:
    """Signs codes of positions, and knows its signature again."""

    def __init__(self, store: Store, entropy: Entropy) -> None:
        """The key is read when it is first needed."""
        self._store, self._entropy, self._key = store, entropy, b""

    async def sign(self, code: str | None) -> str | None:
        """The code with its signature; what has no code has none either."""
        return code and f"{code}{MARK}{await self._signature(code)}"

    async def checked(self, signed: str) -> str:
        """The code of a position that this server has signed; all others are refused."""
        code, _, signature = signed.partition(MARK)
        if not hmac.compare_digest(signature.encode(), (await self._signature(code)).encode()):
            raise Refused(
                403, "unsigned_position", "Only puzzles, and moments of games that are over on this server, are judged."
            )
        return code

    async def _signature(self, code: str) -> str:
        if not self._key:
            self._key = await self._store.secret_of_day(NAME, self._entropy(32))
        return urlsafe_b64encode(hmac.digest(self._key, code.encode(), sha256)[:BYTES]).decode()
