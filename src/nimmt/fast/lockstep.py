"""Thousands of tables in lockstep: every table takes one step, and seats that are asked from outside are shown it."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import HEURISTIC, NUMBERS, REVERSED
from ..kernels.layout import Layout
from .chance import Stream, below, shuffle
from .drafting import OUTSIDE, SEATS, any_offered, draft_card, draft_on, drafter, offer_cards
from .ending import is_over
from .game import FastGame
from .jit import Record, copied, dtype_of, inner, kernel
from .matching import deal, take_out
from .policies import choose_card, choose_row, count_below
from .showing import CARD, DRAFT, OVER, ROW, Places, show
from .table import Cells, Log, land, line_up, new_log, target

HEADS, RELATIVE, RANK = range(3)

TURN_LAYOUT = Layout(
    phase="h",
    left="h",  # cards in every hand, before those of this turn are played
    at="h",  # how many cards of this turn are placed
    rounds="h",  # that are finished
    order=("h", SEATS),  # the seats by their cards
    totals=("h", SEATS),
    last=("h", SEATS),  # heads of the last finished round
    # of a draft
    first="h",  # the seat that begins
    drafted="h",  # how many cards
    held=("h", SEATS),  # how many of them each seat has
    where=("h", NUMBERS),  # by card
)
"""What a table needs besides the cards."""
TURN = dtype_of(TURN_LAYOUT)


class Shown(NamedTuple):
    """What each asked seat sees of a step, by table."""

    observations: NDArray[np.int16]
    masks: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]  # by table
    totals: NDArray[np.int64]  # by table and seat, of the last match that ended there
    finals: NDArray[np.int16]  # what was seen at its end


@inner
def deal_round(game: FastGame, table: Record, turn: Record, deck: Cells, stream: Stream) -> None:
    """B-3: shuffle and deal; P-3: or lay the cards out to draft from."""
    if not game.draft:
        shuffle(deck, game.rows + game.hand_size * game.players, stream)
    deal_cards(game, table, turn, deck, stream)


@inner
def deal_cards(game: FastGame, table: Record, turn: Record, deck: Cells, stream: Stream) -> None:
    """B-3: deal the shuffled deck; P-3: or lay the cards out to draft from."""
    table.hidden[:] = 0
    turn.phase, turn.left, turn.at = CARD, game.hand_size, 0
    if game.draft:
        offer_cards(game, table, turn)
        if not draft_on(game, table, turn, stream):
            turn.phase = DRAFT
        return
    deal(table, game, deck)


@inner
def begin_match(game: FastGame, table: Record, turn: Record, deck: Cells, stream: Stream) -> None:
    """Nobody has any heads; Q-P2: chance decides who drafts first."""
    turn.rounds = 0
    turn.totals[:] = 0
    if game.draft:
        turn.first = below(stream, game.players)
    deal_round(game, table, turn, deck, stream)


@copied
def choose_all(game: FastGame, table: Record, turn: Record, seats: Cells, actions: Any, stream: Stream) -> None:
    """B-4: every seat's card, by its policy or as its number says."""
    left = turn.left
    lower = np.empty(len(table.hidden) + 1, np.int16)
    for seat in range(game.players):
        if table.card_policies[seat] == OUTSIDE:
            continue
        if table.card_policies[seat] == HEURISTIC:
            count_below(table.hidden, table.hands[seat, :left], lower)
        take_out(table, seat, left, choose_card(table, seat, left, lower, stream))
    for number in range(len(seats)):
        seat, action = seats[number], actions[number]
        reverse = action > game.deck[-1]
        card = action - game.deck[-1] if reverse else action
        for place in range(left):
            if table.hands[seat, place] == card:
                take_out(table, seat, left, place + left if reverse else place)
                break


@inner
def answer_draft(
    game: FastGame, table: Record, turn: Record, seats: Cells, places: Places, actions: Any, stream: Stream
) -> None:
    """P-3: the asked seat drafts, then all others until one must be asked again or rows are laid."""
    seat = drafter(game, turn)
    for number in range(len(seats)):
        if seats[number] == seat:
            draft_card(table, turn, seat, actions[number] - places.drafts + 1)
    if draft_on(game, table, turn, stream):
        turn.phase = CARD


@copied
def reveal(game: FastGame, table: Record, turn: Record, natural: Cells) -> None:
    """B-5: all cards are seen, and line up."""
    for seat in range(game.players):
        table.hidden[table.plays[seat]] = 0
        turn.where[table.plays[seat]] = 0
        natural[seat] = 1 if table.values[seat] == table.plays[seat] else 0
    line_up(table.values, natural, turn.order, game.players)
    turn.at = 0


@copied
def place_on(game: FastGame, table: Record, turn: Record, row: int, fell: Any, stream: Stream, log: Log) -> bool:
    """B-7 to B-9: place what waits, until a seat must be asked; the first card may have its row chosen already."""
    while turn.at < game.players:
        seat = turn.order[turn.at]
        chosen = row >= 0
        if not chosen:
            row = target(table.rows, table.parts, table.values[seat])
        if row < 0:
            if table.card_policies[seat] == OUTSIDE:
                turn.phase = ROW
                return False
            row, chosen = choose_row(table.row_policies[seat], table.rows, stream), True
        heads = land(table.rows, table.parts, seat, table.plays[seat], row, chosen, log)
        table.heads[seat] += heads
        fell[seat] += heads
        turn.at += 1
        row = -1
    turn.phase = CARD
    turn.left -= 1
    return True


@inner
def end_round(game: FastGame, table: Record, turn: Record) -> bool:
    """B-12, B-13: count; whether the match is over."""
    totals = np.empty(game.players, np.int64)
    for seat in range(game.players):
        turn.last[seat] = table.heads[seat]
        turn.totals[seat] += table.heads[seat]
        totals[seat] = turn.totals[seat]
    turn.rounds += 1
    return is_over(game, totals, turn.rounds)


@inner
def end_match(game: FastGame, table: Record, turn: Record) -> None:
    """Nobody is asked; the heads of the last round are among the totals now."""
    turn.phase = OVER
    table.heads[:] = 0


@inner
def worth(game: FastGame, turn: Record, seat: int) -> float:
    """B-14: 1 for the first place to -1 for the last; whoever shares places shares what they are worth."""
    ahead = 0.0
    for other in range(game.players):
        lead = turn.totals[seat] - turn.totals[other]
        if lead == 0 and game.last_round_decides:
            lead = turn.last[seat] - turn.last[other]
        ahead += 1.0 if lead > 0 else 0.5 if lead == 0 and other != seat else 0.0
    return 1.0 - 2.0 * ahead / (game.players - 1)


@kernel
def begin_tables(
    game: FastGame, tables: Any, turns: Any, seats: Cells, places: Places, stream: Stream, deck: Cells, shown: Shown
) -> None:
    """Deal at every table."""
    for number in range(len(tables)):
        table, turn = tables[number], turns[number]
        begin_match(game, table, turn, deck, stream)
        show(game, table, turn, places, seats, shown.observations[number], shown.masks[number])


@copied
def step_on(
    game: FastGame, table: Record, turn: Record, seats: Cells, places: Places, actions: Any, fell: Any,
    stream: Stream, natural: Cells, log: Log,
) -> bool:  # fmt: skip
    """One step at a table, and what fell in it: whether it has ended the match."""
    fell[:] = 0.0
    row = -1
    if turn.phase == DRAFT:
        answer_draft(game, table, turn, seats, places, actions, stream)
        return False
    if turn.phase == CARD:
        choose_all(game, table, turn, seats, actions, stream)
        reveal(game, table, turn, natural)
    else:
        for asked in range(len(seats)):
            if seats[asked] == turn.order[turn.at]:
                row = actions[asked] - places.takes
    placed = place_on(game, table, turn, row, fell, stream, log)
    return placed and turn.left == 0 and end_round(game, table, turn)


@copied
def earn(game: FastGame, turn: Record, seats: Cells, reward: int, fell: Any, over: bool, rewards: Any) -> None:
    """What each asked seat earns by a step."""
    mean = fell.mean() if reward == RELATIVE else 0.0
    for asked in range(len(seats)):
        earned = mean - fell[seats[asked]]
        if reward == RANK:
            earned = worth(game, turn, seats[asked]) if over else 0.0
        rewards[asked] = earned


@kernel
def step_tables(
    game: FastGame, tables: Any, turns: Any, seats: Cells, places: Places, reward: int, actions: NDArray[np.int64],
    stream: Stream, deck: Cells, shown: Shown,
) -> None:  # fmt: skip
    """One step at every table; where a match is over, the next one is dealt at once."""
    log, natural = new_log(0), np.empty(SEATS, np.int16)
    fell = np.empty(game.players, np.float64)
    no_choice = np.empty(shown.masks.shape[1:], np.uint8)
    for number in range(len(tables)):
        table, turn = tables[number], turns[number]
        over = step_on(game, table, turn, seats, places, actions[number], fell, stream, natural, log)
        earn(game, turn, seats, reward, fell, over, shown.rewards[number])
        shown.over[number] = over
        if over:
            for seat in range(game.players):
                shown.totals[number, seat] = turn.totals[seat]
            end_match(game, table, turn)
            show(game, table, turn, places, seats, shown.finals[number], no_choice)
            begin_match(game, table, turn, deck, stream)
        elif turn.left == 0:
            deal_round(game, table, turn, deck, stream)
        show(game, table, turn, places, seats, shown.observations[number], shown.masks[number])


@kernel
def first_masked(masks: NDArray[np.uint8], actions: NDArray[np.int64]) -> Any:
    """The place of the first action that is none or is masked, -1 if there is none."""
    tables, seats, size = masks.shape
    for table in range(tables):
        for seat in range(seats):
            action = actions[table, seat]
            if action < 0 or action >= size or masks[table, seat, action] == 0:
                return table * seats + seat
    return -1


@kernel
def draw_actions(
    game: FastGame, tables: Any, turns: Any, seats: Cells, places: Places, masks: NDArray[np.uint8], stream: Stream,
    actions: NDArray[np.int64],
) -> None:  # fmt: skip
    """Any legal action of each seat, each as likely."""
    for number in range(len(tables)):
        table, turn = tables[number], turns[number]
        for asked in range(len(seats)):
            seat = seats[asked]
            if turn.phase == DRAFT:
                card = any_offered(game, turn, stream)
                actions[number, asked] = places.drafts - 1 + card if drafter(game, turn) == seat else 0
                continue
            if turn.phase == ROW:
                owner = turn.order[turn.at] == seat
                actions[number, asked] = places.takes + below(stream, game.rows) if owner else 0
                continue
            choice = below(stream, turn.left * (2 if game.parts & REVERSED else 1))
            action = table.hands[seat, choice % turn.left] + (places.highest if choice >= turn.left else 0)
            while masks[number, asked, action] == 0:  # a card that cannot be reversed
                choice = below(stream, 2 * turn.left)
                action = table.hands[seat, choice % turn.left] + (places.highest if choice >= turn.left else 0)
            actions[number, asked] = action
