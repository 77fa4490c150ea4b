"""Worked examples as data, and their runner: the rules on single positions."""

from .format import Example
from .runner import Result, builtin, read, read_file, run, run_file

__all__ = ["Example", "Result", "builtin", "read", "read_file", "run", "run_file"]
