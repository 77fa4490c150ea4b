"""Bullenparty as text and as a drawing."""

from .table import table as svg
from .text import table as text

__all__ = ["svg", "text"]
