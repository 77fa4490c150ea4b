"""What can go wrong, each with a code for programs, a sentence for people, and the rule behind it."""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why an action is not allowed."""

    code: str
    rule: str
    sentence: str


class NimmtError(Exception):
    """The base class of all errors that nimmt raises on purpose."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        """Keep the code and the rule beside the sentence."""
        super().__init__(sentence)
        self.code = code
        self.rule = rule

    @property
    def sentence(self) -> str:
        """What happened, for people."""
        return str(self.args[0])


LONGEST_QUOTE = 200


def quoted(value: object) -> str:
    """A value as an error message quotes it, even a number that is too long for Python to write out."""
    try:
        written = repr(value)
    except ValueError:
        return "so large a number"
    except RecursionError:
        return "something nested so deeply"
    return written if len(written) <= LONGEST_QUOTE else f"{written[:LONGEST_QUOTE]}…"


def printable(error: Exception) -> str:
    """What another library says, without halves of characters that cannot be written out."""
    return str(error).encode(errors="backslashreplace").decode()


class IllegalAction(NimmtError):
    """An action that the rules refuse; the state it was tried on is unharmed."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal that the state gave."""
        super().__init__(refusal.code, refusal.sentence, refusal.rule)
        self.refusal = refusal


class BadSetup(NimmtError):
    """A game that cannot be made: unknown key, impossible options or player count."""


class Malformed(NimmtError):
    """Text or JSON that cannot be read."""


def malformed(sentence: str, rule: str = "") -> Malformed:
    """The error for a text that is not a position, or is one that no game can reach."""
    return Malformed("bad_text", sentence, rule)


class BadRecord(NimmtError):
    """A record that does not replay: tampered with, cut short, or of another version."""
