"""P-3: the draft of tables in lockstep. Simple players draft at random, as the bots of their names do."""

from typing import Any

import numpy as np

from ..kernels.constants import REVERSED
from .chance import Stream, below, shuffle
from .game import FastGame
from .jit import Record, inner
from .table import lay_out, new_log

OUTSIDE = -1
"""Instead of a policy: the seat is asked from outside."""
SEATS = 10
POOL = SEATS + 1
"""Where a card is known to be: the pool, or a hand (1 is seat 0's); 0 if no seat has seen where it went."""


@inner
def drafter(game: FastGame, turn: Record) -> Any:
    """Q-P2: whose turn it is: round and round, or back and forth."""
    lap, step = turn.drafted // game.players, turn.drafted % game.players
    if game.snake and lap % 2 == 1:
        step = game.players - 1 - step
    return (turn.first + step) % game.players


@inner
def offer_cards(game: FastGame, table: Record, turn: Record) -> None:
    """P-3: all cards lie face up, and nobody has any."""
    for card in game.deck:
        turn.where[card] = POOL
        table.hidden[card] = 1
    for seat in range(game.players):
        table.heads[seat], turn.held[seat] = 0, 0
        table.reversals[seat] = 1 if game.parts & REVERSED else 0
    turn.drafted = 0


@inner
def draft_card(table: Record, turn: Record, seat: int, card: int) -> None:
    """P-3: everybody sees the card go into the hand."""
    table.hands[seat, turn.held[seat]] = card
    turn.where[card] = seat + 1
    turn.held[seat] += 1
    turn.drafted += 1


@inner
def any_offered(game: FastGame, turn: Record, stream: Stream) -> Any:
    """A card that lies there, each as likely."""
    skipped = below(stream, len(game.deck) - turn.drafted)
    for card in game.deck:
        if turn.where[card] == POOL:
            if skipped == 0:
                return card
            skipped -= 1
    return game.deck[0]


@inner
def draft_on(game: FastGame, table: Record, turn: Record, stream: Stream) -> bool:
    """Draft until a seat must be asked, or rows are laid because all hands are full: whether that is so."""
    while turn.drafted < game.hand_size * game.players:
        seat = drafter(game, turn)
        if table.card_policies[seat] == OUTSIDE:
            return False
        draft_card(table, turn, seat, any_offered(game, turn, stream))
    end_draft(game, table, turn, stream)
    return True


@inner
def end_draft(game: FastGame, table: Record, turn: Record, stream: Stream) -> None:
    """Q-P4, Q-P3: leftover cards make the rows, in ascending order, or drawn if there are too many."""
    left, count = np.empty(len(game.deck), np.int16), 0
    for card in game.deck:
        if turn.where[card] == POOL:
            turn.where[card] = 0
            left[count] = card
            count += 1
    if count > game.rows:
        shuffle(left[:count], game.rows, stream)
    for row in range(game.rows):
        table.hidden[left[row]] = 0
    lay_out(table.rows, game, left, new_log(0))
    turn.first = (turn.first + 1) % game.players


@inner
def show_known(table: Record, turn: Record, places: Any, seat: int, out: Any) -> None:
    """Which cards lie to be drafted, which are known in other hands, and which nobody has seen."""
    for number in range(places.highest):
        where = turn.where[number + 1]
        out[places.unseen + number] = table.hidden[number + 1] if where == 0 else 0
        out[places.pool + number] = 1 if where == POOL else 0
        out[places.known + number] = (where - 1 - seat) % table.players if 0 < where < POOL else 0
