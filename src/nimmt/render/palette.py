"""The colours of the table: green felt, cream cards, and a tint for every number of heads."""

from msgspec import Struct


class Tint(Struct, frozen=True):
    """The colours of a card: its band and heads, and its number."""

    band: str
    ink: str


TINTS = {
    1: Tint("#7d8178", "#43483f"),
    2: Tint("#2f6cb3", "#1f4a80"),
    3: Tint("#b66f00", "#754a06"),
    4: Tint("#c2531a", "#7f350d"),
    5: Tint("#cc3a2b", "#8c2018"),
    6: Tint("#a8327e", "#741d55"),
    7: Tint("#7b3aa3", "#54237a"),
}
"""By heads: grey, blue, amber, red, violet; orange and pink only where cards have four or six heads."""

CREAM = "#fffdf5"
CREAM_SHADE = "#f2e6cb"
FELT_LIGHT = "#2a6450"
FELT = "#215142"
FELT_DARK = "#16382e"
SHADE = "#06140f"  # laid over the felt at some opacity to make panels

WORDS = "#f6f2e3"
QUIET = "#c3d8cb"
GREEN = "#93d9a6"
AMBER = "#ffc861"
RED = "#ffa494"
STOP = "#a8291d"
DARK = "#10241d"  # words on light colours

SEATS = (
    "#ffd08a",
    "#9bd8ff",
    "#f8aac9",
    "#c8b9ff",
    "#a9e5a0",
    "#ffb39b",
    "#8ce2d5",
    "#f1e17a",
    "#bccad9",
    "#e3b1f5",
)
"""One colour for each of ten seats."""


OX = "#f4f4ee"


def seat_colour(seat: int) -> str:
    """The colour of a seat; the Ox has none."""
    return OX if seat < 0 else SEATS[seat % len(SEATS)]
