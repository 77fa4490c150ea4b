"""The starter bots: greedy must beat chance, and both must be functions of what their seat may know."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

import nimmt
from nimmt.bots import Bot, Histories, ask, bot, names, play_out, private_generator

ONE_ROUND = {"max_rounds": 1}
SHORT: dict[str, dict[str, int]] = {"surprise": {"rounds": 1}, "versus_ox": {}, "bullenparty": {}}
"""Options that make a short game, where they differ from one round of a row game."""


def greedy_less_random(key: str, seed: int, players: int, odd_seats: bool) -> float:
    """Play a short game with greedy on every second seat; mean total of greedy less mean total of random."""
    greedy_seats = [seat for seat in range(players) if seat % 2 == odd_seats]
    bots = [bot("greedy" if seat in greedy_seats else "random") for seat in range(players)]
    totals = outcome(key, players, seed, bots).totals
    greedy = mean(totals[seat] for seat in greedy_seats)
    return greedy - mean(totals[seat] for seat in range(players) if seat not in greedy_seats)


def outcome(key: str, players: int, seed: int, bots: list[Bot]) -> nimmt.Outcome:
    """Play a short game to its end."""
    game = nimmt.game(key, players=players, **SHORT.get(key, ONE_ROUND))
    recorder = nimmt.Recorder(game, nimmt.SeededDealer.of(seed))
    play_out(recorder, bots, seed)
    assert recorder.state.outcome is not None
    return recorder.state.outcome


@pytest.mark.parametrize(
    ("key", "players", "deals"),
    [(key, 4, 80) for key in ("base", "pro", "even_odd", "climb", "caper", "reversed_digits")]
    + [("base", 2, 60), ("base", 10, 60), ("surprise", 2, 20), ("surprise", 4, 10)],
)
def test_greedy_takes_clearly_fewer_heads_than_random(key: str, players: int, deals: int) -> None:
    margins = [mean(greedy_less_random(key, seed, players, odd) for odd in (False, True)) for seed in range(deals)]
    assert mean(margins) < -4 * stdev(margins) / sqrt(deals)  # every deal was played from both sides


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_scores_clearly_more_than_random_in_bullenparty(players: int) -> None:
    margins = [mean(greedy_less_random("bullenparty", s, players, odd) for odd in (False, True)) for s in range(12)]
    assert mean(margins) > 4 * stdev(margins) / sqrt(12)


@pytest.mark.parametrize(("players", "deals"), [(1, 100), (2, 30), (3, 20)])
def test_a_greedy_team_beats_the_ox_more_often_than_a_random_one(players: int, deals: int) -> None:
    wins = {
        name: sum(outcome("versus_ox", players, seed, [bot(name)] * players).ranks[0] == 1 for seed in range(deals))
        for name in ("greedy", "random")
    }
    spread = sqrt(wins["greedy"] * (deals - wins["greedy"]) / deals + wins["random"] * (deals - wins["random"]) / deals)
    assert wins["greedy"] - wins["random"] > 3 * spread


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("key", nimmt.keys())
def test_same_seed_same_game(name: str, key: str) -> None:
    records = []
    for _ in range(2):
        game = nimmt.game(key, players=2, **SHORT.get(key, ONE_ROUND))
        recorder = nimmt.Recorder(game, nimmt.SeededDealer.of(5))
        play_out(recorder, [bot(name)] * 2, "again")
        records.append(nimmt.write_record(recorder.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize("name", names())
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(name: str) -> None:
    game = nimmt.game("base", players=4)
    state = game.start(3)
    other = game.sample(state.view(0), Random(1))
    assert state._position != other._position
    answers = [
        bot(name).choose(world.view(0), world.legal(0), world.view(0).last, private_generator(9, 0, ()))
        for world in (state, other)
    ]
    assert answers[0] == answers[1]


def test_every_seat_has_another_chance_and_another_one_after_each_event() -> None:
    told = nimmt.game("base", players=2).start(1).last
    drawn = [private_generator(9, seat, told[:count]).random() for seat in range(3) for count in range(len(told) + 1)]
    assert len({*drawn}) == len(drawn)
    assert drawn[0] == private_generator(9, 0, ()).random()


def test_histories_hold_what_each_seat_was_told() -> None:
    class Watcher(Bot):
        """Notes what it was told, then plays its first card."""

        def __init__(self) -> None:
            self.seen: list[tuple[nimmt.Event, ...]] = []

        def choose(self, view, legal, history, rng):  # type: ignore[no-untyped-def]
            self.seen.append(tuple(history))
            return legal[0]

    recorder = nimmt.Recorder(nimmt.game("base", players=2), nimmt.SeededDealer.of(1))
    histories = Histories(2, recorder.state.last)
    watchers = [Watcher(), Watcher()]
    opening = recorder.state.last
    first: Bot = watchers[0]
    ask(first, recorder, histories, 0, 1)
    ask(watchers[1], recorder, histories, 1, 1)
    assert watchers[0].seen[0] == nimmt.seen_by(opening, 0)
    sealed = watchers[1].seen[0][len(opening) :]
    assert [(event.seat, event.card) for event in sealed] == [(0, None)]  # type: ignore[attr-defined]


def test_an_unknown_bot_is_named_with_a_near_one() -> None:
    with pytest.raises(nimmt.BadSetup, match="Did you mean 'greedy'"):
        bot("gredy")
