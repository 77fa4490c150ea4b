"""A tiny game solved exactly: two players, three cards each, two rows. Search must find what counting finds."""

from itertools import permutations
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest

import nimmt
from nimmt import PlayCard, TableView
from nimmt.bots.pool import FlatBot, MonteCarloBot
from nimmt.kernels.ratings import rate_on_large_table
from nimmt.kernels.row_game import row_game
from tests.reference.model import play_round
from tests.reference.table import total_heads
from tests.tables import view_of

HIGHEST_CARD = 12
PLAYOUTS = 30_000
"""For each card."""

GAMES: dict[str, tuple[str, ...]] = {
    "base": (), "even_odd": ("eo",), "climb": ("cl",), "caper": ("ca",), "even_odd+climb+caper": ("eo", "cl", "ca"),
}  # fmt: skip
"""Fan cards on the table, as the reference calls them."""


def tiny(name: str, capacity: int, deal: int) -> TableView:
    """What the first of the two sees."""
    key, cards = ("base", tuple(name.split("+"))) if "+" in name else (name, ())
    options = {"fan_cards": cards} if cards else {}
    game = nimmt.game(key, players=2, hand_size=3, rows=2, capacity=capacity, deck=HIGHEST_CARD, **options)
    return view_of(game.start(deal), 0)


def solve(view: TableView, name: str, capacity: int, card: int) -> list[int]:
    """Heads of the first seat after this card, in every course that the round can take: all are equally likely.

    The opponent holds any of the unseen cards and plays them in any order; the other own cards come in any order too.
    """
    fans = GAMES[name]
    mode = "fans" if len(fans) > 1 else fans[0] if fans else "base"
    named = fans if mode == "fans" else ()
    options = {"hand_size": 3, "rows": 2, "capacity": capacity, "deck": HIGHEST_CARD}
    rows = [list(row.cards) for row in view.rows]
    unseen = [other for other in range(1, HIGHEST_CARD + 1) if other not in view.seen]
    found = []
    for theirs in permutations(unseen, 3):
        for rest in permutations(own for own in view.hand if own != card):
            turns = [
                [("A", mine, False), ("B", other, False)] for mine, other in zip((card, *rest), theirs, strict=True)
            ]
            played = play_round(mode, rows, turns, first_cheapest, named, options)
            found.append(sum(take["heads"] for take in played["takes"] if take["p"] == "A"))
    return found


def first_cheapest(player: str, card: int, rows: list[list[int]]) -> int:
    """The number of the row with the fewest heads, of equals the first."""
    return 1 + min(range(len(rows)), key=lambda row: total_heads(rows[row]))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("capacity", [2, 3, 5])
def test_search_finds_the_expected_heads_of_each_card(name: str, capacity: int) -> None:
    view = tiny(name, capacity, capacity)
    plays = [PlayCard(card) for card in view.hand]
    solved = [solve(view, name, capacity, card) for card in view.hand]
    assert {2 * 7 * 6 * 5} == {len(courses) for courses in solved}
    game = row_game(view.setup)
    for rated in (
        FlatBot(PLAYOUTS).rate(game, view, plays, Random(1)),
        MonteCarloBot(3 * PLAYOUTS).rate(game, view, plays, Random(2)),
        rate_on_large_table(game, view, plays, 3 * PLAYOUTS, Random(3)),
    ):
        for cost, courses in zip(rated, solved, strict=True):
            assert abs(cost - fmean(courses)) <= 4 * pstdev(courses) / sqrt(PLAYOUTS)


def test_search_plays_the_best_card() -> None:
    for deal in range(20):
        view = tiny("base", 2, deal)
        means = sorted((fmean(solve(view, "base", 2, card)), card) for card in view.hand)
        legal = [PlayCard(card) for card in view.hand]
        if means[1][0] - means[0][0] > 0.1:  # clearly the best one
            assert PlayCard(means[0][1]) == FlatBot(PLAYOUTS).choose(view, legal, (), Random(deal))
