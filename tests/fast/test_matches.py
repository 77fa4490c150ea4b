"""Whole matches on the kernels: the engine accepts every decision in them and comes to the same end."""

from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt import BadSetup, ExplicitDealer, PlayCard, TakeRow, fast
from nimmt.fast.game import FastGame, fast_game
from nimmt.fast.matches import ranks, run
from nimmt.fast.matching import DEALT
from tests.fast.rounds import KINDS, kind, make
from tests.tables import table_of

POLICIES = ("random", "greedy", "heuristic", "random", "greedy")


def told_match(game: FastGame, seed: int) -> tuple[Any, list[int]]:
    """A match by various policies, and its story."""
    story = np.zeros(30_000, np.int16)
    rows = ["cheapest", "random", "first_cheapest", "random", "cheapest"][: game.players]
    result = run(game, POLICIES[: game.players], rows, 1, seed, story)
    return result, story[1 : story[0] + 1].tolist()


def dealer_of(game: FastGame, dealt: list[int]) -> ExplicitDealer:
    """Deal what the kernel dealt: hands first, then rows, then whatever is left."""
    orders, size, deck = {}, game.rows + game.hand_size * game.players, game.deck.tolist()
    for first in range(0, len(dealt), size):
        rows, hands = dealt[first : first + game.rows], dealt[first + game.rows : first + size]
        rest = [card for card in deck if card not in rows and card not in hands]
        orders[f"deal:{first // size + 1}"] = tuple(deck.index(card) for card in [*hands, *rows, *rest])
    return ExplicitDealer(orders)


def retell(game: nimmt.Game, numbers: FastGame, story: list[int]) -> nimmt.Outcome | None:
    """Let the engine play the story."""
    state = game.start(dealer_of(numbers, [number - DEALT for number in story if number > DEALT]))
    for number in story:
        if number < DEALT:
            card = table_of(state).phase == "card"
            state, _ = state.step(state.to_act[0], PlayCard(abs(number), number < 0) if card else TakeRow(number))
    return state.outcome


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"point_limit": 30, "end_rule": "gte", "known_deck": True},
        {"point_limit": 20, "tie_break": "extra_round"},
        {"point_limit": None, "max_rounds": 3, "tie_break": "last_round"},
        {"max_rounds": 3, "hand_size": 7, "rows": 6, "capacity": 8, "deck": 60},
        {"max_rounds": 3, "hand_size": 13, "rows": 2, "capacity": 3},
    ],
    ids=["plain", "reach", "extra", "last", "large", "small"],
)
def test_matches_are_those_of_the_engine(name: str, options: dict[str, Any]) -> None:
    for seed in range(2 if "+" in name else 6):
        game = make(name, 2 + seed % 4, **options)
        numbers = fast_game(game.setup)
        (totals, last, rounds), story = told_match(numbers, seed)
        outcome = retell(game, numbers, story)
        assert outcome is not None
        assert len(outcome.rounds) == rounds[0]
        assert (outcome.totals, outcome.rounds[-1]) == (tuple(totals[0].tolist()), tuple(last[0].tolist()))
        assert outcome.ranks == tuple(ranks(totals, last, numbers.last_round_decides)[0].tolist())


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("heuristic", "greedy")])
def test_thinking_helps(name: str, better: str, worse: str) -> None:
    key, cards = kind(name)
    matches = 24_000 if len(cards.get("fan_cards", ())) > 1 else 8000  # with several marks the difference is small
    result = fast.play_matches((better, worse) * 2, matches=matches, seed=name, game=key, max_rounds=1, **cards)
    margins = result.totals[:, ::2].mean(axis=1) - result.totals[:, 1::2].mean(axis=1)
    assert margins.mean() < -4 * margins.std() / np.sqrt(len(margins))


def test_threads_change_nothing_but_the_time() -> None:
    one, three = (
        fast.play_matches(("greedy", "random"), matches=2500, seed=4, max_rounds=1, threads=threads)
        for threads in (1, 3)
    )
    assert (one.totals == three.totals).all()
    assert (2500, 2) == one.totals.shape == one.ranks.shape
    assert (one.totals[:1000] != one.totals[1024:2024]).any()
    few = fast.play_matches(("greedy", "random"), matches=7, seed=4, max_rounds=1)
    assert (few.totals == one.totals[:7]).all()
    assert (0, 2) == fast.play_matches(("greedy", "random"), matches=0).totals.shape
    with pytest.raises(BadSetup, match="threads"):
        fast.play_matches(("greedy", "random"), threads=0)


def test_unknown_policies_are_named() -> None:
    with pytest.raises(BadSetup, match="'clever'"):
        fast.play_matches(("clever", "random"))
    with pytest.raises(BadSetup, match="3 take rows"):
        fast.play_matches(("random", "random"), rows=["random"] * 3)
