"""Versus the Ox: one round, everybody together against a blind opponent."""

from .rules import VersusOx

__all__ = ["VersusOx"]
