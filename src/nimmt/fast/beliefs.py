"""Who holds what: what an opponent did not play tells as much about its hand as what it played.

For every opponent and every kind of player that it may be there is the chance that it holds a card. A softmax over a
hand is a race: each card has a clock that rings at a random time, the better the card the sooner, and the first one is
played. Given the time of the first ring, cards are independent of each other: a card that has not rung by then is less
likely to be there the sooner it would have rung. Times are a grid in steps of a factor; nothing is drawn at random.
"""

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import SELF, TYPES
from .features import NUMBERS
from .jit import inner
from .real import exp, power
from .table import Cells

Floats = NDArray[np.float32]

TIMES, FACTOR, FIRST_TIME = 20, 4, 0.03
TIME = (FIRST_TIME * np.float64(FACTOR) ** np.arange(TIMES)).astype(np.float32)
SURE = np.float32(0.9999)
"""From here on a card is known to be in a hand, as drafted ones are."""
SLOWEST = -20.7
"""The lowest score below the best one: smaller chances are not told apart."""
one, almost, tiny = np.float32(1.0), np.float32(1.0 + 1e-6), np.float32(1e-30)
MEMORY, LEAST = 0.985, np.float32(0.003)
"""How much an older round of evidence counts in the next turn, and the least that a surprise can say."""
PRIOR = np.full(TYPES, 1.0, np.float32)
PRIOR[SELF] = 2.0
PRIOR /= PRIOR.sum()


@inner
def clocks(scores: Floats, hidden: Cells, rates: Floats, silent: Floats) -> None:
    """By kind and card: how fast its clock is, and by time the chance that it has not rung.

    `silent` has these chances twice, time by time within a card and card by card within a time: each loop below finds
    what it needs side by side.
    """
    for kind in range(TYPES):
        highest = np.float32(-1e9)
        for card in range(1, NUMBERS):
            if hidden[card] != 0 and scores[kind, card] > highest:
                highest = scores[kind, card]
        for card in range(1, NUMBERS):
            if hidden[card] == 0:
                continue
            rate = exp(max(np.float64(scores[kind, card] - highest), SLOWEST))
            rates[kind, card] = rate
            still = exp(-rate * FIRST_TIME)
            for time in range(TIMES):
                silent[0, kind, card * TIMES + time] = still
                silent[1, kind, time * NUMBERS + card] = still
                still *= still  # twice: to the power of FACTOR
                still *= still


@inner
def first_beliefs(unseen: Cells, left: int, players: int, seat: int, held: Floats) -> None:
    """Before anybody has played: every unseen card is as likely in every hand."""
    total = 0
    for card in range(NUMBERS):
        total += unseen[card]
    for other in range(players):
        for kind in range(TYPES):
            for card in range(NUMBERS):
                held[other, kind, card] = left / max(total, 1) if unseen[card] != 0 and other != seat else 0.0


@inner
def chances(kind: int, held: Floats, rates: Floats, silent: Floats, race: Floats, played: Floats) -> None:
    """The chance of each card to be played now; `race` gets the chance that nothing rang, by time."""
    for time in range(TIMES):
        race[time] = 1.0
    for card in range(NUMBERS):
        here = held[card]
        if here > 0:
            gone = one - here
            for time in range(TIMES):
                race[time] *= gone + here * silent[0, kind, card * TIMES + time]
    for card in range(NUMBERS):
        played[card] = 0.0
    for time in range(TIMES):
        weight = TIME[time] * race[time]
        for card in range(NUMBERS):
            still = silent[1, kind, time * NUMBERS + card]
            played[card] += weight * still / (almost - held[card] + held[card] * still)
    total = tiny
    for card in range(NUMBERS):
        played[card] *= held[card] * rates[kind, card]
        total += played[card]
    for card in range(NUMBERS):
        played[card] /= total


@inner
def learn(card: int, kind: int, held: Floats, rates: Floats, silent: Floats, race: Floats, stays: Floats) -> None:
    """This card was played: how much does that speak for the others to be held? `race` comes from `chances`.

    What is held for sure stays so. All other chances are multiplied by what the play speaks for the card in this hand,
    compared with any other place for it: `share_out` makes chances of them again.
    """
    total = tiny
    for time in range(TIMES):
        still = silent[0, kind, card * TIMES + time]
        race[time] *= TIME[time] * still / (almost - held[card] + held[card] * still)
        total += race[time]
    for other in range(NUMBERS):
        stays[other] = 0.0
    for time in range(TIMES):
        weight = race[time] / total
        for other in range(NUMBERS):
            still = silent[1, kind, time * NUMBERS + other]
            stays[other] += weight * still / (almost - held[other] + held[other] * still)
    for other in range(NUMBERS):
        here, stay = held[other], stays[other]
        if here < SURE:
            held[other] = here * stay * (one - here) / max(one - here * stay, np.float32(1e-3))


@inner
def fill_hand(cards: Cells, left: int, held: Floats) -> None:
    """Scale the odds until the chances add up to the cards in the hand."""
    for _ in range(4):
        total = np.float32(1e-20)
        for card in cards:
            total += held[card]
        if abs(total - left) < 0.01 * left:
            break
        factor = np.float32(left) / total
        for card in cards:
            here = held[card] * factor
            held[card] = here / (one - held[card] + here)


@inner
def stock_of(cards: Cells, players: int, seat: int, held: Floats, types: Floats, stock: Floats) -> None:
    """The chance of each card to be in nobody's hand."""
    for card in cards:
        rest = one
        for other in range(players):
            if other != seat:
                for kind in range(TYPES):
                    rest -= types[other, kind] * held[other, kind, card]
        stock[card] = max(rest, np.float32(0.0))


@inner
def share_out(cards: Cells, left: int, players: int, seat: int, held: Floats, types: Floats, stock: Floats) -> None:
    """A card is in one hand, or in the stock: what speaks for one of these places speaks against all others."""
    mixed = np.zeros(players, np.float32)
    for card in cards:
        for other in range(players):
            if other != seat:
                mixed[other] = 0.0
                for kind in range(TYPES):
                    mixed[other] += types[other, kind] * held[other, kind, card]
        for other in range(players):
            if other == seat:
                continue
            elsewhere = stock[card]
            for another in range(players):
                if another != other:
                    elsewhere += mixed[another]
            for kind in range(TYPES):
                here = held[other, kind, card]
                held[other, kind, card] = here / max(elsewhere + here, tiny)
    for other in range(players):
        if other != seat:
            for kind in range(TYPES):
                fill_hand(cards, left, held[other, kind])


@inner
def weigh_types(types: Floats, played: Floats, card: int) -> None:
    """Which kind of player an opponent is, after it has played this card."""
    total = np.float32(0.0)
    for kind in range(TYPES):
        types[kind] = np.float32(power(np.float64(types[kind]), MEMORY)) * max(played[kind, card], LEAST)
        total += types[kind]
    for kind in range(TYPES):
        types[kind] /= total


@inner
def predict(
    cards: Cells, players: int, seat: int, held: Floats, types: Floats, rates: Floats, silent: Floats, races: Floats,
    by_kind: Floats, mixed: Floats,
) -> None:  # fmt: skip
    """By opponent and card: the chance that it is played now, by kind and over all kinds."""
    for other in range(players):
        if other == seat:
            continue
        for card in cards:
            mixed[other, card] = 0.0
        for kind in range(TYPES):
            chances(kind, held[other, kind], rates, silent, races[other, kind], by_kind[other, kind])
            for card in cards:
                mixed[other, card] += types[other, kind] * by_kind[other, kind, card]


@inner
def digest(
    plays: Cells, cards: Cells, left: int, players: int, seat: int, held: Floats, types: Floats, rates: Floats,
    silent: Floats, races: Floats, by_kind: Floats,
) -> None:  # fmt: skip
    """All cards of a turn are shown; `left` cards stay in every hand. `cards` were unseen before."""
    stays, stock = np.empty(NUMBERS, np.float32), np.empty(NUMBERS, np.float32)
    stock_of(cards, players, seat, held, types, stock)
    for other in range(players):
        if other == seat:
            continue
        weigh_types(types[other], by_kind[other], plays[other])
        for kind in range(TYPES):
            learn(plays[other], kind, held[other, kind], rates, silent, races[other, kind], stays)
            for shown in range(players):
                held[other, kind, plays[shown]] = 0.0
    share_out(remaining(cards, plays[:players]), left, players, seat, held, types, stock)


@inner
def remaining(cards: Cells, plays: Cells) -> Cells:
    """The cards that were not played."""
    rest = np.empty(len(cards), np.int16)
    size = 0
    for card in cards:
        shown = False
        for play in plays:
            shown = shown or play == card
        if not shown:
            rest[size] = card
            size += 1
    return rest[:size]
