"""The base game: the rules as they are, for 2 to 10 players."""

from ..rules import Rules


class Base(Rules):
    """B-1 to B-16."""

    key = "base"
