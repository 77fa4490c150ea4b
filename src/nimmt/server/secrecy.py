"""Tokens, codes, hashes, and the names and texts that people type."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Where a server's randomness comes from: `secrets.token_bytes`, or a fixed source in tests of paired worlds."""

CONSONANTS = "bdfgklmnprstvz"
VOWELS = "aeiou"
SYLLABLES = 9  # 55 bits; docs/server.md works out how long one would have to guess
CLAIM_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32 of them: five bits each, none easily misread
CLAIM_LENGTH = 8
NAME_LENGTH = 24
TEXT_LENGTH = 300
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and symbols that show nothing, such as Hangul fillers

system_entropy: Entropy = secrets.token_bytes


def new_identity(entropy: Entropy) -> str:
    """What a device is given its token for, where it has chosen no id itself: 192 random bits."""
    return entropy(24).hex()


def table_code(identity: str, attempt: int = 0) -> str:
    """Nine syllables that can be said aloud, such as `badoke mizula tinobe`; older tables have five.

    Codes, tokens and seat codes follow from the id of the request, so that whoever repeats it gets the same ones.
    """
    number = int.from_bytes(_derived("code", identity, str(attempt)), "big")
    code = ""
    for _ in range(SYLLABLES):
        number, place = divmod(number, len(CONSONANTS) * len(VOWELS))
        code += CONSONANTS[place // len(VOWELS)] + VOWELS[place % len(VOWELS)]
    return code


def plain_code(text: str) -> str:
    """A table's code as somebody may have typed it: blanks, hyphens and capitals do not matter."""
    return "".join(letter for letter in text.lower() if letter.isalpha())[: 2 * SYLLABLES + 1]


def _derived(purpose: str, *parts: str) -> bytes:
    return hashlib.sha256("\0".join(("nimmt:derived", purpose, *parts)).encode()).digest()


def token_for(identity: str) -> str:
    """A seat's token: 192 bits."""
    return _derived("token", identity)[:24].hex()


def daily_identity(day: str, device: str) -> str:
    """What a device's table for the deal of a day is opened under, so that it has one, however often it asks."""
    return _derived("daily", day, device).hex()


def bot_seed(secret: bytes | None) -> str:
    """What the chance of a table's bots follows from: not the deal, and nothing that anybody is shown."""
    return hashlib.sha256(b"nimmt:bots:" + (secret or b"")).hexdigest()


def claim_for(identity: str, code: str) -> str:
    """A short code that brings a seat to another device: 40 bits."""
    number = int.from_bytes(_derived("claim", identity, code)[:5], "big")
    return "".join(CLAIM_LETTERS[number >> 5 * place & 31] for place in range(CLAIM_LENGTH))


def token_hash(token: str) -> str:
    """What is stored of a token: it has so many bits that a plain hash does not give it away."""
    return hashlib.sha256(b"nimmt:token:" + token.encode("utf-8", "replace")).hexdigest()


def origin_hash(code: str, address: str) -> str:
    """Where somebody came from, told apart at one table alone; it opens nothing, and the database is guarded."""
    return hashlib.sha256(f"nimmt:origin:{code}:{address}".encode("utf-8", "replace")).hexdigest()[:16]


def device_hash(code: str, device: str) -> str:
    """A device's own id, told apart at the tables of one duplicate alone."""
    return hashlib.sha256(f"nimmt:device:{code}:{device}".encode()).hexdigest()[:32]


def claim_hash(code: str, claim: str) -> str:
    """What is stored of a seat code: short codes need a slow hash, salted with the table."""
    plain = "".join(letter for letter in claim.upper() if letter in CLAIM_LETTERS)
    return hashlib.scrypt(plain.encode(), salt=f"nimmt:claim:{code}".encode(), n=1024, r=8, p=1, dklen=32).hex()


def public_name(code: str) -> str:
    """A table as the server's log names it: a code opens the door, so it is not written down."""
    return hashlib.sha256(b"nimmt:log:" + code.encode("utf-8", "replace")).hexdigest()[:10]


def clean(text: str, length: int) -> str:
    """What people typed, without what could disturb others: controls, direction marks, towers of accents."""
    shown: list[str] = []
    accents = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        accents = accents + 1 if category in ("Mn", "Me") else 0
        if category in ("Zs", "Zl", "Zp") or letter in "\t\n\r":
            shown.append(" ")
        elif category[0] != "C" and accents <= 2:
            shown.append(letter)
        elif letter == "\u200d" and shown and unicodedata.category(shown[-1]) in ("So", "Sk", "Mn"):
            shown.append(letter)  # joins pictures into one, such as families
    return " ".join("".join(shown).split())[:length].strip()


def is_visible(text: str) -> bool:
    """Whether a text shows anything: marks alone, fillers and blanks do not."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in text)


def likeness(name: str) -> str:
    """What a name looks like: two that differ in case, width or what does not show are taken for the same."""
    shown = "".join(letter for letter in name if letter not in BLANK and not _selects(letter))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())


def _selects(letter: str) -> bool:
    """Whether it only chooses how the letter before it is drawn."""
    return letter == "\u034f" or "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
