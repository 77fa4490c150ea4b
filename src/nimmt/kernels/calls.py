"""What is passed to each kernel and what it answers: one record for each.

Lists whose length differs are followed by how many of their places count. A block is as long as its count says.
"""

from random import Random
from typing import Any

from .constants import (
    CARDS,
    CELLS,
    CHOICES,
    DECK,
    HANDS,
    LANE_ROWS,
    NUMBERS,
    SEATS,
    TYPES,
    USUAL_CARDS,
    USUAL_CHOICES,
    USUAL_ROWS,
)
from .layout import BLOCK, Kind, Layout
from .party_layout import SEATS as PARTY_SEATS
from .row_game import RowGame

NET, MODEL = "q", "q"
"""Where weights lie in the kernels' memory."""
STREAM = ("Q", 2)
"""The state of a random stream."""


def new_stream(rng: Random) -> tuple[int, int]:
    """A stream seeded by a bot's generator; the last bit is set, so that it does not start from zero."""
    return rng.getrandbits(64) | 1, rng.getrandbits(64)


GAME: dict[str, Kind] = {
    "parts": "q",  # the fan cards on the table
    "players": "q",
    "hand_size": "q",
    "row_count": "q",
    "capacity": "q",
    "deck": ("h", DECK),
    "deck_size": "q",
    "turned": ("h", NUMBERS),  # by card: its value with the digits reversed, 0 where that is not allowed (Q-RD1)
    "ascending": "q",  # Q-P4: the rows start in order
}
"""What a kernel must know to deal."""


def dealing(game: RowGame) -> dict[str, Any]:
    """The same of a game, by field."""
    return {
        "parts": game.parts,
        "players": game.players,
        "hand_size": game.hand_size,
        "row_count": game.rows,
        "capacity": game.capacity,
        "deck": game.deck,
        "deck_size": len(game.deck),
        "turned": game.turned,
        "ascending": game.ascending,
    }


# --- Simple bots -----------------------------------------------------------------------------------------

KNOWN_HANDS = Layout(**HANDS)
LANE_POSITION = Layout(
    parts="h", row_count="h", capacity="h", rows=("h", LANE_ROWS), steps="h", parity="h", caper_row="h", **HANDS
)
"""A position as the lanes want it: rows and cards are words."""
TABLE = Layout(
    parts="h",
    players="h",
    turned=("h", NUMBERS),
    hidden=("h", NUMBERS),  # by card: 1 if it has not lain on the table yet
    rows=("h", CELLS),
    # by seat
    card_policies=("h", SEATS),
    row_policies=("h", SEATS),
    hands=("h", (SEATS, CARDS)),
    reversals=("h", SEATS),  # 1: may still reverse a card
    plays=("h", SEATS),  # the cards of this turn,
    values=("h", SEATS),  # and what they count for
    heads=("h", SEATS),  # taken in this round
)
"""Where simple players sit."""

HEURISTIC_COSTS = Layout(
    table=("h", CELLS), parts="q", cards=("h", CHOICES), values=("h", CHOICES), count="q", hidden=("h", NUMBERS),
    others="q", costs=("d", CHOICES),
)  # fmt: skip
PLAYOUT_HEADS = Layout(
    position=BLOCK, plays=("h", CHOICES), places=("h", CHOICES), count="q", playouts="q", stream=STREAM,
    heads=("q", CHOICES), tries=("q", CHOICES),
)  # fmt: skip
ROLLOUT_HEADS = Layout(
    start=BLOCK, known=BLOCK, choices=("h", CHOICES), count="q", rollouts="q", stream=STREAM, heads=("q", CHOICES)
)

# --- The master in row games -----------------------------------------------------------------------------

BELIEFS: dict[str, Kind] = {
    "table": ("h", CELLS),
    "parts": "q",
    "hidden": ("h", NUMBERS),
    "hand": ("h", USUAL_CARDS),
    "left": "q",  # cards in the hand
    "seat": "q",
    "players": "q",
    "held": ("f", (SEATS, TYPES, NUMBERS)),
    "types": ("f", (SEATS, TYPES)),
    "sums": MODEL,
    "net": MODEL,
}
"""A position, what a seat believes of the others, and the models of how they play."""
WATCH_TURN = Layout(plays=("h", SEATS), **BELIEFS)
RATE_PLAYS = Layout(
    places=("h", CHOICES), values=("h", CHOICES), count="q", reversals="q", weights=NET, tail=NET, worlds="q",
    envy="d", stream=STREAM, costs=("d", CHOICES), **BELIEFS,
)  # fmt: skip
RATE_ROWS = Layout(
    table=("h", CELLS), parts="q", hidden=("h", NUMBERS), hand=("h", USUAL_CARDS), left="q", card="q",
    cards=("h", SEATS), values=("h", SEATS), others="q", players="q", reversals="q", weights=NET, tail=NET,
    costs=("d", USUAL_ROWS),
)  # fmt: skip
RATE_DRAFTS = Layout(
    pool=("h", DECK), count="q", hand=("h", USUAL_CARDS), left="q", weights=NET, tail=NET, deals="q", envy="d",
    stream=STREAM, costs=("d", DECK), **GAME,
)  # fmt: skip

# --- Reviews ---------------------------------------------------------------------------------------------

RATES_OF_TURN = Layout(
    table=("h", CELLS), parts="q", hidden=("h", NUMBERS), left="q", model=MODEL, rates=("f", NUMBERS)
)
WEIGH_CHOICES = Layout(
    table=("h", CELLS), parts="q", turned=("h", NUMBERS), hidden=("h", NUMBERS), known=BLOCK, reversals=("h", SEATS),
    choices=("h", CHOICES), count="q", queue=("h", (SEATS, 2)), queued="q", rates=("f", (USUAL_CARDS, NUMBERS)),
    played=("h", (USUAL_CARDS, SEATS)), turns="q", players="q", model=MODEL, before="q", worlds="q", stream=STREAM,
    sums=("q", (2, USUAL_CHOICES)), products=("q", (2, USUAL_CHOICES, USUAL_CHOICES)), now=("q", USUAL_CHOICES),
    costly=("q", USUAL_CHOICES), first=("q", USUAL_CHOICES),
)  # fmt: skip
"""`before` counts the worlds of earlier calls. Of the heads until the end of the round it answers, for worlds of even
and of odd numbers, the sum by choice and that of the products of two choices; of those of this turn the sum, how often
there were any, and what they were in the first world."""
MODEL_ROUNDS = Layout(model=MODEL, rounds="q", stream=STREAM, heads=BLOCK, **GAME)

# --- Surprise and the co-op ------------------------------------------------------------------------------

SPECIAL_PLAYOUTS = Layout(
    starts=BLOCK, start_count="q", seat="q", seats="q", places=("h", CARDS), count="q", thoughtful="q", playouts="q",
    stream=STREAM, heads=BLOCK,
)  # fmt: skip
SPECIAL_FUTURES = Layout(
    starts=BLOCK, start_count="q", seat="q", choices=BLOCK, count="q", playouts="q", stream=STREAM, worths=BLOCK
)
FINISH_TURNS = Layout(tables=BLOCK, count="q", seat="q", choices=BLOCK, stream=STREAM)

# --- Bullenparty -----------------------------------------------------------------------------------------

PARTY_PLAYOUTS = Layout(start=BLOCK, seats="q", playouts="q", stream=STREAM, points=("q", PARTY_SEATS))
PARTY_FUTURES = Layout(
    start=BLOCK, seat="q", seats="q", choices=BLOCK, count="q", playouts="q", stream=STREAM, points=BLOCK
)

CALLS = {
    name.lower(): layout
    for name, layout in globals().items()
    if isinstance(layout, Layout) and name not in ("KNOWN_HANDS", "LANE_POSITION", "TABLE")
}
