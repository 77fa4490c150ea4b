"""Players that are programs."""

from .bot import Bot, private_generator
from .levels import LEVELS, Level, levels
from .playing import Histories, ask, play_out, say_goodbye
from .registry import bot, bot_for, known_names, names, names_for, pool_names

__all__ = [
    "LEVELS",
    "Bot",
    "Histories",
    "Level",
    "ask",
    "bot",
    "bot_for",
    "known_names",
    "levels",
    "names",
    "names_for",
    "play_out",
    "pool_names",
    "private_generator",
    "say_goodbye",
]
