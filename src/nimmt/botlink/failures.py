"""What a bot can do wrong, with a code, and the values that the sentence about it names."""

from typing import Literal

from ..errors import NimmtError
from ..words import Words, words

Fault = Literal[
    "cannot_make",
    "no_choose",
    "not_played",
    "bad_command",
    "no_command",
    "cannot_start",
    "no_hello",
    "bad_hello",
    "wrong_protocol",
    "unknown_game",
    "silent",
    "ended",
    "closed",
    "half_line",
    "long_line",
    "too_many_lines",
    "unasked",
    "bad_answer",
    "wrong_number",
    "wrong_seat",
    "illegal",
    "raised",
    "circles",
    "endless",
    "stays",
]

COUNTED = ("decisions", "seconds")
"""Values that are counts."""

QUOTED = 120
"""How many characters of what a program wrote an error message quotes."""


class BotFailed(NimmtError):
    """A bot that spoiled its own game: how, and at which question."""

    def __init__(self, fault: Fault, **values: object) -> None:
        """Keep what the sentence names: its words are in the catalogues."""
        self.fault: Fault = fault
        self.values = values
        self.bot = ""
        self.where: dict[str, object] = {}
        self.last_words = ""
        self.error_output = ""
        super().__init__(f"bot_{fault}", self.told(words("en")))

    def of(self, bot: str) -> "BotFailed":
        """The same with the bot's name."""
        self.bot = bot
        self.args = (self.told(words("en")),)
        return self

    def at(self, **where: object) -> "BotFailed":
        """The same with the place: the question's number, phase, game and seat."""
        self.where = self.where or where
        self.args = (self.told(words("en")),)
        return self

    def told(self, speech: Words) -> str:
        """What happened, in a language."""
        counted = {noun: speech.count(noun, float(str(self.values[noun]))) for noun in COUNTED if noun in self.values}
        sentence = speech.say(f"botlink.{self.fault}", **{**self.values, **counted})
        if self.where:
            sentence = speech.say("botlink.at", sentence=sentence, **self.where)
        if self.last_words:
            sentence = speech.say("botlink.last_words", sentence=sentence, text=self.last_words)
        return speech.say("botlink.named", bot=self.bot, sentence=sentence) if self.bot else sentence


def quote(data: bytes) -> str:
    """What a program wrote, cut short and without anything that a terminal would obey."""
    text = data[: 4 * QUOTED].decode("utf-8", "backslashreplace")
    return harmless(text[:QUOTED]) + ("…" if len(text) > QUOTED else "")


def quote_lines(data: bytes) -> str:
    """All lines of what a program wrote, without anything that a terminal would obey."""
    lines = data.decode("utf-8", "backslashreplace").expandtabs(4).splitlines()
    return "\n".join(harmless(line).rstrip() for line in lines).strip("\n")


def harmless(text: str) -> str:
    """Text with everything that is not printable spelled out."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)
