"""A table of Bullenparty as the kernels see it."""

from .layout import Layout

SEATS, CARDS, PILES, ROW, DECK, BUFFALOES = 5, 24, 104, 5, 101, 10
"""The most that there can be of each."""

NO_BID = -1
BID, CLAIM, EXTEND, LAY = range(4)
"""What a choice is about: a card, a row, a row, or a card and a pile."""
FIELDS = 3

HABITS = WHIM, WAIT, KEEP, BELOW, BESIDE, STEP, LAST_STEP, SKIP, TIDY = tuple(range(9))
"""How the players of playouts decide, in hundredths of a head unless something else is said.

WHIM: how many bids of 100 are made at random.
WAIT: a row worth as much ends the waiting with the zero card, as a full one does.
KEEP: by how much a bid seems higher for every head on a card that would still fit on the best pile.
BELOW, BESIDE: what a head costs on a card of a row that fits nowhere, and on one that is laid beside the best pile.
STEP, LAST_STEP: the price of a top that grows by one, while the draw pile is full, and when it is empty.
SKIP: what a head costs on a card of the hand that does not fit any more.
TIDY: 1 if the cards of the last round are laid in ascending order.
"""
PLAIN = (15, 30000, 0, 100, 100, 20, 20, 0, 0)
"""Of those who build one pile in small steps and spend nothing on anything else."""
DUEL = (15, 850, 2700, 42, 300, 39, 48, 675, 1)
CROWD = (15, 0, 2250, 0, 300, 56, 36, 300, 1)
"""The habits that came out ahead of others when the kernel's players played among themselves, by two and by four."""

PARTY = Layout(
    seats="h",
    full="h",  # how many cards a full draw pile has, or more
    heads=("h", DECK),  # by card
    # by seat
    habits=("h", (SEATS, len(HABITS))),
    letters=("h", SEATS),
    known=("h", SEATS),  # how many cards of the hand, the first ones, everybody has seen
    hands=("h", (SEATS, CARDS)),
    sizes=("h", SEATS),  # of the hands
    piles=("h", SEATS),  # how many there are
    tops=("h", (SEATS, PILES)),
    sums=("h", (SEATS, PILES)),  # heads in the piles
    won=("h", SEATS),  # heads on buffalo cards
    waiting=("h", SEATS),  # 1: for a row
    bids=("h", SEATS),
    queued="h",  # how many revealed bids there are
    laying="h",  # 1: cards are laid now
    # by row
    rows=("h", (SEATS, ROW)),
    lengths=("h", SEATS),
    buffaloes=("h", SEATS),  # heads on the buffalo card there
    # piles to draw from, the last card on top
    draw_pile=("h", DECK),
    draw_size="h",
    discards=("h", DECK),
    discard_size="h",
    rebuilt="h",  # 1: the draw pile was made of discards (BP-18)
    drawn="h",  # the card that is to join a row; 0: none
    buffalo_pile=("h", BUFFALOES),
    buffalo_size="h",
    box=("h", DECK),
    box_size="h",
)
"""A table of Bullenparty."""
