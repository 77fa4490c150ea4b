"""A round of Surprise or of the co-op as the kernels see it."""

from typing import get_args

from ..cards import Special
from .layout import Layout

SPECIALS: tuple[str, ...] = get_args(Special)

PLACES, USUAL_ROWS = 8, 4
COUNT, SEVEN, STOP, ROWS, CELLS = 40, 45, 50, 55, 56
"""Places 0 to 39 of a table are the cards of up to five rows, eight places each; then by row how many lie there,
whether a 7-takes lies at it, and whether it is locked; the last place is the number of rows."""

SEATS, CARDS, STOCK, ASIDE = 8, 12, 40, 104

(PASS, PLAY, TAKE, MARK_SEVEN, MARK_STOP, UNMARK_STOP, INSERT, SLIDE) = range(8)
(REPLACE, SWAP, MOVE, ORDER, FIFTH, POSITIVE, EXCHANGE) = range(8, 15)
"""PLAY: a card of the hand. TAKE to INSERT: a row. SLIDE: a card and a row. REPLACE: the new card. SWAP: a waiting
card whose owner chooses another one. MOVE: a waiting card and its new place. ORDER: all of them."""
FIELDS = 4 + SEATS
"""Numbers of a choice: its kind, two numbers, the special that it uses up (-1: none), and an order of cards."""

HABITS = 21
"""How many numbers say how players choose their cards (`fast/special_players.py`)."""
PLAIN = (40, *[0] * 20)
"""The habits of players who take as little as they can and lay their cards close to others."""
ALONE = (
    40, 204, 95, -131, -315, 128, 75, 1008, 170, -992, 230, 291, -287, -218, 47, 74, -337, 204, -132, -68, -11,
)  # fmt: skip
"""The habits of a player who meets the Ox alone: found by the cross-entropy method, except for the whims, which let
playouts end in many ways. A team would need different ones for each number of members."""

SPECIAL_ROUND = Layout(
    seats="h",
    left="h",  # cards in every hand
    stops_end="h",  # SU-15: 1 if locks are lifted when a row is taken
    table=("h", CELLS),
    # by seat
    hands=("h", (SEATS, CARDS)),
    holders=("h", SEATS),  # whose specials it may use (-1: nobody's)
    held=("h", (SEATS, len(SPECIALS))),  # how many of each kind
    # what comes up for used ones
    stock=("h", STOCK),
    stock_size="h",
    # what only the master looks at
    habits=("h", HABITS),  # of the players
    unseen=("h", 105),  # by number: how many cards up to it nobody has seen on the table
    factor="h",  # CO-20: how often the team's heads count; 0: there is no team
    keep="h",  # hundredths of a head that a special is worth at the end of the round
    known=("h", SEATS),  # how many cards of the hand, the first ones, everybody has seen
    heads=("h", SEATS),  # so far
    queue=("h", SEATS),  # cards that wait for their place, the next one first
    queue_seats=("h", SEATS),
    queued="h",
    decided="h",  # 1: no special is used for the next one
    turning="h",  # SU-16: 1 if its owner has a positive card
    draws=("h", STOCK),  # SU-17: what an exchange may bring
    draws_size="h",
    aside=("h", ASIDE),  # number cards that nobody has
    aside_size="h",
)
"""The rest of a round with specials."""
