"""The rules of the row games: the course of a game, what seats know of it, and its positions as text."""

from .text import Rules

__all__ = ["Rules"]
