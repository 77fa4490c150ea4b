"""What is printed on the cards, as tables that can be replaced, and the options that choose among them.

The rulebook gives neither the heads of the value cards (1 to 7 each) nor how often the buffalo cards show
4, 5, 6 and 7 heads. All tables here are therefore substitutes, and say so wherever they are shown. Whoever
owns the printed cards can play with what they show (Q-Y9).
"""

from collections.abc import Mapping
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from ...setup import Options, OptionValue, rule

VALUES = tuple(range(1, 101))
"""BP-1: the value cards."""

LETTERS = "ABCDE"
"""BP-1: the zero cards."""


class HeadsTable(Struct, frozen=True):
    """Heads on cards, and whether the numbers only stand in for printed ones that we do not know."""

    name: str
    substitute: bool
    heads: tuple[int, ...]


# fmt: off
HEADS_TABLES = {
    # Q-BP1: the formula of the base game (B-2), written out. The place is the card; there is no card 0.
    "formula": HeadsTable("formula", True, (
        0,
        1, 1, 1, 1, 2, 1, 1, 1, 1, 3,  # 1 to 10
        5, 1, 1, 1, 2, 1, 1, 1, 1, 3,
        1, 5, 1, 1, 2, 1, 1, 1, 1, 3,
        1, 1, 5, 1, 2, 1, 1, 1, 1, 3,
        1, 1, 1, 5, 2, 1, 1, 1, 1, 3,
        1, 1, 1, 1, 7, 1, 1, 1, 1, 3,
        1, 1, 1, 1, 2, 5, 1, 1, 1, 3,
        1, 1, 1, 1, 2, 1, 5, 1, 1, 3,
        1, 1, 1, 1, 2, 1, 1, 5, 1, 3,
        1, 1, 1, 1, 2, 1, 1, 1, 5, 3,  # 91 to 100
    )),
}

BUFFALO_TABLES = {
    # Q-BP2: how many cards show 4, 5, 6 and 7 heads; BP-4: the pile from top to bottom.
    "4-3-2-1": HeadsTable("4-3-2-1", True, (4, 4, 4, 4, 5, 5, 5, 6, 6, 7)),
    "3-3-2-2": HeadsTable("3-3-2-2", True, (4, 4, 4, 5, 5, 5, 6, 6, 7, 7)),
    "2-3-3-2": HeadsTable("2-3-3-2", True, (4, 4, 5, 5, 5, 6, 6, 6, 7, 7)),
}
# fmt: on


OWN = "own"
"""The name of a table that somebody has read off their own cards."""

CardHeads = Annotated[tuple[Annotated[int, Meta(ge=1, le=7)], ...], Meta(min_length=100, max_length=100)]
BuffaloHeads = Annotated[tuple[Annotated[int, Meta(ge=4, le=7)], ...], Meta(min_length=10, max_length=10)]


class PartyOptions(Options, frozen=True, kw_only=True):
    """What is printed on the cards. Ties are always shared (Q-BP14), and the last round is no option (Q-X15)."""

    heads_table: Annotated[
        Literal["formula"],
        rule("Q-BP1", "Heads on the value cards: a substitute, known to differ from the printed numbers."),
    ] = "formula"
    buffalo_table: Annotated[
        Literal["4-3-2-1", "3-3-2-2", "2-3-3-2"],
        rule("Q-BP2", "How many buffalo cards show 4, 5, 6 and 7 heads: each is a substitute for the printed ones."),
    ] = "4-3-2-1"
    card_heads: Annotated[
        CardHeads | None,
        rule("Q-Y9", "The heads on your own value cards, from card 1 to card 100; they count instead of heads_table."),
    ] = None
    buffalo_heads: Annotated[
        BuffaloHeads | None,
        rule("Q-Y9", "The heads on your own buffalo cards, in any order; they count instead of buffalo_table."),
    ] = None

    def __post_init__(self) -> None:
        """BP-4, Q-Y9: buffalo cards are sorted, whatever order they were entered in."""
        if self.buffalo_heads is not None:
            force_setattr(self, "buffalo_heads", tuple(sorted(self.buffalo_heads)))


def card_table(options: Mapping[str, OptionValue]) -> HeadsTable:
    """Q-BP1, Q-Y9: the heads of each value card by the options of a setup."""
    if own := options.get("card_heads"):
        return HeadsTable(OWN, False, (0, *cast(tuple[int, ...], own)))
    return HEADS_TABLES[str(options["heads_table"])]


def buffalo_table(options: Mapping[str, OptionValue]) -> HeadsTable:
    """Q-BP2, Q-Y9: the buffalo pile from top to bottom by the options of a setup."""
    if own := options.get("buffalo_heads"):
        return HeadsTable(OWN, False, cast(tuple[int, ...], own))
    return BUFFALO_TABLES[str(options["buffalo_table"])]
