"""Bots in other processes and other languages, and one way to name bots of every kind."""

from .circles import Circles
from .conversation import Conversation
from .failures import BotFailed
from .find import find_bot, split_names, starts_code
from .program_bot import ProgramBot, command_of
from .safe import SafeBot
from .supply import stop_programs

__all__ = [
    "BotFailed",
    "Circles",
    "Conversation",
    "ProgramBot",
    "SafeBot",
    "command_of",
    "find_bot",
    "split_names",
    "starts_code",
    "stop_programs",
]
