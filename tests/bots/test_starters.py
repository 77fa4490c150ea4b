"""The starter bots: greedy must beat chance, and both must be functions of what their seat may know."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

import nimmt
from nimmt.bots import Bot, Histories, ask, bot, names, play_out, private_generator

ROW_GAMES = ("base", "pro", "even_odd", "climb", "caper", "reversed_digits")


def heads_of_greedy_less_random(key: str, seed: int, players: int, odd_seats: bool) -> float:
    """Play one round with greedy on every second seat; mean heads of greedy less mean heads of random."""
    greedy_seats = [seat for seat in range(players) if seat % 2 == odd_seats]
    bots = [bot("greedy" if seat in greedy_seats else "random") for seat in range(players)]
    recorder = nimmt.Recorder(nimmt.game(key, players=players, max_rounds=1), nimmt.SeededDealer.of(seed))
    play_out(recorder, bots, seed)
    assert recorder.state.outcome is not None
    totals = recorder.state.outcome.totals
    greedy = mean(totals[seat] for seat in greedy_seats)
    return greedy - mean(totals[seat] for seat in range(players) if seat not in greedy_seats)


@pytest.mark.parametrize("key", ROW_GAMES)
def test_greedy_beats_random_clearly(key: str) -> None:
    deals = [
        mean(heads_of_greedy_less_random(key, seed, 4, odd) for odd in (False, True))  # every deal from both sides
        for seed in range(80)
    ]
    assert mean(deals) < -4 * stdev(deals) / sqrt(len(deals))


@pytest.mark.parametrize("players", [2, 10])
def test_greedy_beats_random_at_small_and_large_tables(players: int) -> None:
    deals = [
        mean(heads_of_greedy_less_random("base", seed, players, odd) for odd in (False, True)) for seed in range(60)
    ]
    assert mean(deals) < -4 * stdev(deals) / sqrt(len(deals))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("key", ROW_GAMES)
def test_same_seed_same_game(name: str, key: str) -> None:
    records = []
    for _ in range(2):
        recorder = nimmt.Recorder(nimmt.game(key, players=3, max_rounds=1), nimmt.SeededDealer.of(5))
        play_out(recorder, [bot(name)] * 3, "again")
        records.append(nimmt.write_record(recorder.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize("name", names())
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(name: str) -> None:
    game = nimmt.game("base", players=4)
    state = game.start(3)
    other = game.sample(state.view(0), Random(1))
    assert state.position != other.position
    answers = [
        bot(name).choose(world.view(0), world.legal(0), world.view(0).last, private_generator(9, 0, ()))
        for world in (state, other)
    ]
    assert answers[0] == answers[1]


def test_histories_hold_what_each_seat_was_told() -> None:
    class Watcher:
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
