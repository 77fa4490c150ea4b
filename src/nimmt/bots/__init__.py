"""Players that are programs."""

from .bot import Bot, private_generator
from .playing import Histories, ask, play_out
from .registry import bot, names, pool_names

__all__ = ["Bot", "Histories", "ask", "bot", "names", "play_out", "pool_names", "private_generator"]
