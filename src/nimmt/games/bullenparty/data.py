"""What is printed on the cards, as tables that can be replaced, and the options that choose among them.

The rulebook gives neither the heads of the value cards (1 to 7 each) nor how often the buffalo cards show
4, 5, 6 and 7 heads. All tables here are therefore substitutes, and say so wherever they are shown. Whoever
can read a printed deck adds a table with `substitute=False` and its name to the option.
"""

from typing import Annotated, Literal

from msgspec import Struct

from ...setup import Options, rule

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


class PartyOptions(Options, frozen=True, kw_only=True):
    """What is printed on the cards. Ties are always shared (Q-BP14), and the last round is no option (Q-X15)."""

    heads_table: Annotated[
        Literal["formula"],
        rule("Q-BP1", "Heads on the value cards: a substitute, for the printed numbers are not known to us."),
    ] = "formula"
    buffalo_table: Annotated[
        Literal["4-3-2-1", "3-3-2-2", "2-3-3-2"],
        rule("Q-BP2", "How many buffalo cards show 4, 5, 6 and 7 heads: each is a substitute for the printed ones."),
    ] = "4-3-2-1"
