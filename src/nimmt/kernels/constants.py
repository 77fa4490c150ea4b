"""What Python and the kernels must agree on: sizes, places and codes."""

from ..options import MOST_CAPACITY, MOST_CARDS, MOST_ROWS
from .layout import Kind

# --- Fan cards: one bit for each, so that any sum of them is a game -------------------------------------

PLAIN, EVEN_ODD, CLIMB, CAPER, REVERSED = 0, 1, 2, 4, 8

# --- Sizes ---------------------------------------------------------------------------------------------

NUMBERS, DECK, SEATS, CARDS = 105, 104, 10, MOST_CARDS
"""Places by card number, cards in the whole deck, and the most seats and cards in a hand."""
USUAL_CARDS, USUAL_ROWS = 10, 4
"""The hand and the rows that the nets have learned."""
CHOICES, USUAL_CHOICES = 2 * CARDS, 2 * USUAL_CARDS
"""Every card of the largest hand, also reversed."""

# --- A table of a row game as an array: cards row by row, then lengths, sizes and markers ----------------

ROWS, WIDTH = MOST_ROWS, MOST_CAPACITY
COUNTS = ROWS * WIDTH
ROW_COUNT, CAPACITY, STEPS, PARITY_ROW, PARITY, CAPER_ROW = range(COUNTS + ROWS, COUNTS + ROWS + 6)
CELLS = COUNTS + ROWS + 6

# --- What a seat knows of the hands ----------------------------------------------------------------------

HANDS: dict[str, Kind] = {
    "players": "h",
    "left": "h",  # cards in every hand
    "seat": "h",  # ours
    "own": ("h", CARDS),
    "known": ("h", (SEATS, CARDS)),  # by seat: cards that everybody has seen in its hand,
    "known_size": ("h", SEATS),  # and how many those are
    "unseen": ("h", DECK),
    "unseen_size": "h",
}
"""Cards are numbers here, in other records words of the lanes."""

# --- Many rounds side by side: a card and a row as words of 16 bits --------------------------------------

LANE_ROWS, LANE_CAPACITY = 4, 5
"""The largest tables that fit."""
NATURAL = 0x80
NO_ROW = 0x7FFF  # its end is above all cards, and it costs more than any row
ODD = 0x100  # of the marker of Even/Odd: what it shows, beside its row
NOWHERE = 0xFF  # where a marker is that does not lie on the table

# --- Simple players --------------------------------------------------------------------------------------

RANDOM, GREEDY, HEURISTIC = range(3)
FIRST_CHEAPEST, CHEAPEST, ANY_ROW = range(3)

# --- Nets and models of opponents --------------------------------------------------------------------------

KINDS = ("self", "flat", "rollout", "heuristic", "greedy", "random", "deep")
SELF = KINDS.index("self")
TYPES = len(KINDS)
TRAITS, HIDDEN, MODEL_HEIGHT = 1997, 32, 2600
HEIGHT, UNITS, TAIL = 2140, 128, 98
"""The sizes of the weights; what they mean is in `fast`, which checks them."""
