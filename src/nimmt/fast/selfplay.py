"""Tables at which a net in training plays with simple players and with itself, and what it can learn from them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import (
    CAPACITY,
    CAPER,
    CAPER_ROW,
    CELLS,
    CLIMB,
    COUNTS,
    EVEN_ODD,
    ODD,
    PARITY,
    PARITY_ROW,
    REVERSED,
    ROW_COUNT,
    SELF,
    STEPS,
    TYPES,
)
from .beliefs import PRIOR, TIMES, clocks, digest, first_beliefs, predict
from .chance import Stream, below, shuffle
from .features import CARDS, GONE, HAND, NUMBERS, ROOM, SEATS, count_below, situation
from .foresight import foresee, place_card, uniform
from .game import FastGame
from .jit import inner, kernel
from .lanes import NOWHERE
from .learning import FIRST_CARD
from .nets import Tail, Weights
from .opponents import DEEP, FLAT, GREEDY, PER_CARD, RANDOM, ROLLOUT, SHARED, Models, scores_of_cards, traits_of_cards
from .playouts import playout_heads
from .policies import REVERSAL_PRICE, greedy_cost, heuristic_cost
from .policies import count_below as hidden_below
from .rollouts import rollout_heads
from .table import Cells, end_of, lay_out, line_up, new_log, row_heads, sort_cards

OLDER = TYPES
"""The place of a player with an older net, after the kinds of opponents."""
DEEPER = 10
"""How many times as many playouts DEEP has."""
HEADS_OF_WORD = 0x70

Floats = NDArray[np.float32]


@inner
def choose_simply(
    kind: int, table: Cells, parts: int, hand: Cells, places: Cells, values: Cells, hidden: Cells, players: int,
    seat: int, playouts: int, words: Cells, position: Any, thinkers: Any, knowledge: Any, stream: Stream,
) -> Any:  # fmt: skip
    """One of the plays, by one of the simple players; a play is a place in the hand and what the card counts for."""
    left, plays = len(hand), len(places)
    if kind == RANDOM or plays == 1:
        return below(stream, plays)
    if kind in (FLAT, DEEP):
        total = playouts * plays * (1 if kind == FLAT else DEEPER)
        return flat_choice(table, parts, hand, places, values, hidden, players, seat, total, words, position, stream)
    costs, sums = np.zeros(plays), np.zeros(NUMBERS + 1, np.int16)
    hidden_below(hidden, hand, sums)
    for number in range(plays):
        card, value = hand[places[number]], values[number]
        if kind == GREEDY:
            costs[number] = greedy_cost(table, parts, card, value) + (1e-5 if card != value else 0.0)
        else:
            costs[number] = heuristic_cost(table, parts, card, value, sums, players - 1)
            costs[number] += REVERSAL_PRICE if card != value else 0.0
    if kind == ROLLOUT:
        return rollout_choice(costs[:left], table, hand, hidden, players, seat, thinkers, knowledge, stream)
    return np.argmin(costs)


@inner
def draw_by_scores(scores: Floats, hand: Cells, stream: Stream) -> Any:
    """A place in the hand, as a kind of player with these scores would choose it: nobody needs to search."""
    highest, total = np.float32(-1e9), 0.0
    for card in hand:
        highest = max(highest, scores[card])
    for card in hand:
        total += np.exp(scores[card] - highest)
    wanted = uniform(stream) * total
    for place in range(len(hand) - 1):
        wanted -= np.exp(scores[hand[place]] - highest)
        if wanted < 0:
            return place
    return len(hand) - 1


@inner
def flat_choice(
    table: Cells, parts: int, hand: Cells, places: Cells, values: Cells, hidden: Cells, players: int, seat: int,
    playouts: int, words: Cells, position: Any, stream: Stream,
) -> Any:  # fmt: skip
    """The best play by random playouts."""
    start, left = position[0], len(hand)
    start.parts, start.row_count, start.capacity = parts, table[ROW_COUNT], table[CAPACITY]
    start.steps = table[STEPS] if parts & CLIMB else NOWHERE
    start.parity = table[PARITY_ROW] | ODD * table[PARITY] if parts & EVEN_ODD else NOWHERE
    start.caper_row = table[CAPER_ROW] if parts & CAPER else NOWHERE
    for row in range(4):
        start.rows[row] = end_of(table, row) << 8 | table[COUNTS + row] << 5 | row_heads(table, row)
    start.players, start.left, start.seat = players, left, seat
    for card in hand:
        hidden[card] = 0
    size = 0
    for card in range(NUMBERS):
        if hidden[card] != 0:
            start.unseen[size] = words[card]
            size += 1
    start.unseen_size = size
    for place in range(left):
        hidden[hand[place]] = 1
        start.own[place] = words[hand[place]]
    chosen = words[hand[places]]
    for number in range(len(places)):
        if values[number] != hand[places[number]]:
            chosen[number] = values[number] << 8 | (chosen[number] & HEADS_OF_WORD)
    heads, tries = playout_heads(position, chosen, places, playouts, stream)
    return np.argmin(heads / tries)


@inner
def rollout_choice(
    costs: NDArray[np.float64], table: Cells, hand: Cells, hidden: Cells, players: int, seat: int, thinkers: Any,
    knowledge: Any, stream: Stream,
) -> Any:  # fmt: skip
    """The best of four cards by playouts of the heuristic."""
    left, known, start = len(hand), knowledge[0], thinkers[0]
    best = np.argsort(costs)[:4].astype(np.int16)
    start.rows[:] = table
    start.hidden[:] = hidden
    known.players, known.left, known.seat = players, left, seat
    size = 0
    for card in range(NUMBERS):
        if hidden[card] != 0 and not (hand == card).any():
            known.unseen[size] = card
            size += 1
    known.unseen_size = size
    known.own[:left] = hand
    return best[np.argmin(rollout_heads(thinkers, knowledge, best, 24, stream))]


@inner
def columns_of(
    table: Cells, parts: int, hand: Cells, unseen: Cells, players: int, reversals: int, out: Cells, start: int
) -> Any:
    """Write down all columns of a position; how many there are then."""
    sums, size = np.empty(NUMBERS + 1, np.int16), start
    for card in range(1, NUMBERS):
        if unseen[card] == 0:
            out[size] = GONE + card
            for own in hand:
                if own == card:
                    out[size] = HAND + card
            size += 1
    count_below(unseen, sums)
    return size + situation(table, parts, hand, -1, sums, players, reversals, out[size : size + ROOM])


@inner
def list_plays(hand: Cells, turned: Cells, may_reverse: int, places: Cells, values: Cells) -> Any:
    """B-4, RD-2: all plays, as places in the hand and what the cards count for; how many there are."""
    size = len(hand)
    for place in range(size):
        places[place], values[place] = place, hand[place]
    if may_reverse > 0:
        for place in range(len(hand)):
            if turned[hand[place]] > 0:
                places[size], values[size] = place, turned[hand[place]]
                size += 1
    return size


@kernel
def play_tables(
    game: FastGame, kinds: Cells, rounds: int, playouts: int, worlds: int, again: int, whims: float, trace: float,
    recorded: Cells, firsts: Weights, tails: Tail, models: Models, words: Cells, position: Any, thinkers: Any,
    knowledge: Any, stream: Stream, columns: Cells, starts: NDArray[np.int64], targets: Floats, records: Cells,
    record_kinds: Cells, envy: float,
) -> tuple[NDArray[np.int64], int, int]:  # fmt: skip
    """Play rounds at every table; who sits there is in `kinds` by table and seat.

    Positions of recorded kinds go into `columns`, `starts` and `targets`: heads still to come. Chance decides most of
    what really comes, so who plays with a net looks at its chosen play in `again` new worlds, and the mean of these is
    the target; what really came counts for a share of `trace`, and not at all after a card played on a whim. Of the
    others' positions only what really came is known. Without `playouts`, seats that search are played by their model.

    `records` gets the traits of hands and which card was played, `record_kinds` by whom. `firsts` and `tails` hold two
    nets, the present and an older one. Gives heads by table and seat, positions and records.
    """
    tables, players = kinds.shape
    heads = np.zeros((tables, players), np.int64)
    table, log = np.zeros(CELLS, np.int16), new_log(0)
    hidden, unseen, cards = np.zeros(NUMBERS, np.int16), np.zeros(NUMBERS, np.int16), np.zeros(NUMBERS, np.int16)
    hands, plays = np.zeros((players, CARDS), np.int16), np.zeros(SEATS, np.int16)
    counted, natural = np.zeros(SEATS, np.int16), np.zeros(SEATS, np.int16)
    places, choices = np.zeros(2 * CARDS, np.int16), np.zeros(2 * CARDS, np.int16)
    may_reverse, used = np.zeros(players, np.int16), np.zeros(players, np.int16)
    traits, shared = np.zeros((NUMBERS, PER_CARD), np.int16), np.zeros(SHARED, np.int16)
    scores, rates = np.zeros((TYPES, NUMBERS), np.float32), np.zeros((TYPES, NUMBERS), np.float32)
    silent = np.zeros((2, TYPES, NUMBERS * TIMES), np.float32)
    held = np.zeros((players, players, TYPES, NUMBERS), np.float32)
    types = np.zeros((players, players, TYPES), np.float32)
    races = np.zeros((players, players, TYPES, TIMES), np.float32)
    by_kind = np.zeros((players, players, TYPES, NUMBERS), np.float32)
    mixed = np.zeros((players, NUMBERS), np.float32)
    costs = np.zeros((2 * CARDS, 2))
    expected = np.zeros((players, CARDS, 2))
    real = np.zeros((players, CARDS))
    taken = np.zeros((players, CARDS, 2))
    lines = np.zeros((players, CARDS), np.int64)
    lost, order = np.zeros(players, np.int64), np.zeros(players, np.int16)
    count, told = 0, 0
    deck, parts = game.deck.copy(), game.parts
    for number in range(tables):
        types[:] = PRIOR
        for _ in range(rounds):
            shuffle(deck, 4 + CARDS * players, stream)
            hidden[:] = 0
            for card in deck:
                hidden[card] = 1
            for row in range(4):
                hidden[deck[row]] = 0
            lay_out(table, game, deck[:4], log)
            may_reverse[:] = 1 if parts & REVERSED else 0
            for seat in range(players):
                for place in range(CARDS):
                    hands[seat, place] = deck[4 + seat * CARDS + place]
                sort_cards(hands[seat])
                unseen[:] = hidden
                for card in hands[seat]:
                    unseen[card] = 0
                first_beliefs(unseen, CARDS, players, seat, held[seat])
            for turn in range(CARDS):
                left = CARDS - turn
                traits_of_cards(table, parts, hidden, left, traits, shared)
                scores_of_cards(traits, shared, hidden, models, scores)
                clocks(scores, hidden, rates, silent)
                for seat in range(players):
                    kind, hand = kinds[number, seat], hands[seat, :left]
                    thinks = kind in (SELF, OLDER)
                    unseen[:] = hidden
                    for card in hand:
                        unseen[card] = 0
                    lines[seat, turn] = -1
                    reversals = SEATS * may_reverse[seat] + may_reverse.sum() - may_reverse[seat]
                    options = list_plays(hand, game.turned, may_reverse[seat], places, choices)
                    if recorded[kind] > 0 and count + 1 < len(starts) and starts[count] + 400 < len(columns):
                        starts[count + 1] = columns_of(
                            table, parts, hand, unseen, players, reversals, columns, starts[count]
                        )
                        lines[seat, turn] = count
                        count += 1
                    if thinks:
                        size = 0
                        for card in range(NUMBERS):
                            if unseen[card] != 0:
                                cards[size] = card
                                size += 1
                        predict(
                            cards[:size], players, seat, held[seat], types[seat], rates, silent, races[seat],
                            by_kind[seat], mixed,
                        )  # fmt: skip
                        choice, net = 0, 0 if kind == SELF else 1
                        if left > 1:
                            foresee(
                                table, parts, hand, places[:options], choices[:options], unseen, cards[:size], mixed,
                                players, seat, reversals, firsts[net], tails[net], worlds, stream, log, costs,
                            )  # fmt: skip
                            choice = int(np.argmin(costs[:options, 0] - envy * costs[:options, 1]))
                        if again > 0 and lines[seat, turn] >= 0:
                            foresee(
                                table, parts, hand, places[choice : choice + 1], choices[choice : choice + 1], unseen,
                                cards[:size], mixed, players, seat, reversals, firsts[net], tails[net], again, stream,
                                log, costs,
                            )  # fmt: skip
                            expected[seat, turn] = costs[0]
                    elif kind in (FLAT, ROLLOUT, DEEP) and playouts == 0:
                        choice = draw_by_scores(scores[kind], hand, stream)
                    else:
                        choice = choose_simply(
                            kind, table, parts, hand, places[:options], choices[:options], hidden, players, seat,
                            playouts, words, position, thinkers, knowledge, stream,
                        )  # fmt: skip
                    if left > 1 and told < len(records) and kind < TYPES:
                        record_kinds[told] = kind
                        records[told, 0, 0] = places[choice]
                        records[told, 0, 1] = left
                        records[told, 1, :SHARED] = shared
                        for place in range(left):
                            records[told, place + FIRST_CARD, :PER_CARD] = traits[hand[place]]
                        told += 1
                    real[seat, turn] = trace if thinks and again > 0 else 1.0
                    if whims > 0 and uniform(stream) < whims:
                        choice = below(stream, options)
                        real[seat, turn] = 0.0 if thinks and again > 0 else 1.0
                    plays[seat], counted[seat] = hand[places[choice]], choices[choice]
                    natural[seat] = 1 if plays[seat] == counted[seat] else 0
                    used[seat] = 1 - natural[seat]
                    for place in range(places[choice], left - 1):
                        hand[place] = hand[place + 1]
                for seat in range(players):
                    kind = kinds[number, seat]
                    if left > 1 and kind in (SELF, OLDER):
                        size = 0
                        for card in range(NUMBERS):
                            own_card = plays[seat] == card
                            for place in range(left - 1):
                                own_card = own_card or hands[seat, place] == card
                            if hidden[card] != 0 and not own_card:
                                cards[size] = card
                                size += 1
                        digest(
                            plays, cards[:size], left - 1, players, seat, held[seat], types[seat], rates, silent,
                            races[seat], by_kind[seat],
                        )  # fmt: skip
                line_up(counted, natural, order, players)
                for seat in range(players):
                    may_reverse[seat] -= used[seat]
                total = 0
                for place in range(players):
                    mover = order[place]
                    lost[mover] = place_card(table, parts, mover, plays[mover], counted[mover], log)
                    hidden[plays[mover]] = 0
                    heads[number, mover] += lost[mover]
                    total += lost[mover]
                for seat in range(players):
                    taken[seat, turn, 0] = lost[seat]
                    taken[seat, turn, 1] = (total - lost[seat]) / (players - 1)
            for seat in range(players):
                for output in range(2):
                    future = 0.0
                    for back in range(CARDS):
                        turn = CARDS - 1 - back
                        future += taken[seat, turn, output]
                        if lines[seat, turn] >= 0:
                            share = real[seat, turn]
                            future = share * future + (1.0 - share) * expected[seat, turn, output]
                            targets[lines[seat, turn], output] = future
    return heads, count, told
