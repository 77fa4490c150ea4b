"""Levels for people: there in every game, in every language, and each clearly better than the one before."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from msgspec import structs

import nimmt
from nimmt.arena import Plan
from nimmt.arena.playing import play_deal
from nimmt.arena.standings import pairs_won, standing
from nimmt.bots import LEVELS, bot, bot_for, known_names, levels, master
from nimmt.bots.careless import CarelessBot
from nimmt.bots.kinds import KINDS
from nimmt.bots.levels import CUTS, OTHERS, ROW_CUT
from nimmt.games.registry import game_of
from nimmt.setup import Setup
from nimmt.words import LANGUAGES, words

ROUND = {"max_rounds": 1}
TABLES = [
    *[(key, 4, ROUND) for key in ("pro", "even_odd", "climb", "caper", "reversed_digits")],
    ("surprise", 2, {"rounds": 1}),
    ("bullenparty", 2, {}),
    ("versus_ox", 1, {}),
]
DEALS = {"surprise": 40, "bullenparty": 10, "versus_ox": 150}
MANY = 60
FEWEST = 6
CLEAR, BEYOND_DOUBT = 2.5, 3.5
"""Standard errors that the better bot must be ahead by after all deals, or after a few, which then are enough."""


PATIENCE = 600.0
"""Seconds for an answer, on a machine that has much else to do."""


def margins(key: str, players: int, options: dict[str, int], bots: tuple[str, str]) -> Iterator[float]:
    """Deal by deal: how much better the second bot did than the first."""
    setup = nimmt.game(key, players=players, **options).setup
    rules = game_of(setup).rules
    plan = Plan(setup, bots, "same" if rules.is_team else "two", f"levels {key}", PATIENCE)
    for deal in range(DEALS.get(key, MANY)):
        played = standing([play_deal(plan, deal)], rules.counts == "points")
        total = {line.bot: line.margin for line in played.bots}
        yield total[bots[1]] - total[bots[0]] if rules.is_team else total[bots[1]]


def leads(gains: list[float], errors: float) -> bool:
    """Whether the mean is above zero by so many standard errors."""
    return fmean(gains) > errors * stdev(gains) / sqrt(len(gains))


CASES = [
    pytest.param(key, players, options, pair, id=f"{key}-{'-'.join(pair)}")
    for key, players, options in TABLES
    for pair in zip(LEVELS, LEVELS[2:], strict=False)
]
"""A level and the next but one: neighbours are as near to each other as below."""

LEAST, MOST = 0.6, 0.75
MOST_DEALS, FEWEST_PAIRS = {2: 40, 4: 16, 6: 10, 10: 6}, 20
"""By players, each deal from two seatings, which have half as many pairs of seats as players; docs/strength.md has
more of them."""


@pytest.mark.thorough
@pytest.mark.parametrize("pair", list(pairwise(LEVELS)), ids="-".join)
@pytest.mark.parametrize("players", MOST_DEALS)
def test_each_level_wins_most_games_but_not_all_against_the_one_before(players: int, pair: tuple[str, str]) -> None:
    """Of a seat of each level, the higher one ends a whole game with fewer heads in 60 to 75 of 100 cases.

    It plays on until that is as clear as it can be with so few deals.
    """
    plan = Plan(nimmt.game("base", players=players).setup, pair, "two", "shares", PATIENCE)
    won: list[float] = []
    for deal in range(MOST_DEALS[players]):
        won.append(pairs_won(play_deal(plan, deal), pair[1]))
        error = sqrt(LEAST * (1 - LEAST) / (len(won) * players))
        if len(won) * players >= FEWEST_PAIRS and 0.5 + error < fmean(won) < MOST + error:
            break
    assert LEAST - 2 * error < fmean(won) < MOST + 2 * error
    assert fmean(won) > 0.5


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "players", "options", "pair"), CASES)
def test_levels_are_clearly_apart(key: str, players: int, options: dict[str, int], pair: tuple[str, str]) -> None:
    gains: list[float] = []
    for gain in margins(key, players, options, pair):
        gains.append(gain)
        if len(gains) >= FEWEST and leads(gains, BEYOND_DOUBT):
            return
    assert leads(gains, CLEAR)


@pytest.mark.parametrize("key", nimmt.keys())
def test_every_game_has_its_levels(key: str) -> None:
    setup = nimmt.game(key, players=nimmt.spec(key).players[-1]).setup
    found = levels(setup)
    assert LEVELS == tuple(level.key for level in found)
    assert len({level.bot for level in found}) == len(found)
    for level in found:
        assert bot_for(level.bot, setup).plays(setup)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_line(language: str) -> None:
    names = {words(language).say(f"levels.{level}.name") for level in LEVELS}
    lines = {words(language).say(f"levels.{level}.sentence") for level in LEVELS}
    assert len(names) == len(lines) == len(LEVELS)


def test_a_level_answers_as_its_bot_does() -> None:
    state = nimmt.game("climb", players=3).start(2)
    for level in levels(state.game.setup):
        answers = [
            bot(name).choose(state.view(1), state.legal(1), (), Random(4)) for name in (level.key, level.bot)
        ]  # fmt: skip
        assert answers[0] == answers[1]


def test_the_master_is_a_level_in_row_games_of_the_usual_size() -> None:
    for options in ({}, {"known_deck": True, "draft": True}, {"fan_cards": ("climb", "caper")}):
        assert LEVELS == tuple(level.key for level in levels(nimmt.game("base", players=4, **options).setup))
    short = nimmt.game("base", players=4, hand_size=8).setup
    assert LEVELS[:-1] == tuple(level.key for level in levels(short))
    with pytest.raises(nimmt.BadSetup, match="The level master does not play base here"):
        bot_for("master", short)


def test_levels_change_with_the_number_of_players() -> None:
    cuts = {players: levels(nimmt.game("base", players=players).setup) for players in range(2, 11)}
    assert cuts[2] == cuts[3] != cuts[4] == cuts[5] != cuts[6] == cuts[7] != cuts[8] == cuts[10]


def test_without_its_weights_the_master_is_refused_and_whoever_waits_gets_the_next_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged() -> None:
        raise nimmt.BadSetup("bad_weights", "The weights in there are damaged.")

    master._problem.cache_clear()
    monkeypatch.setattr(master, "check_weights", damaged)
    monkeypatch.setitem(KINDS, "master", structs.replace(KINDS["master"], check=damaged))
    state = nimmt.game("base", players=4).start(2)
    try:
        with pytest.raises(nimmt.BadSetup, match="damaged"):
            bot_for("master", state.game.setup)
        assert LEVELS[:-1] == tuple(level.key for level in levels(state.game.setup))
        answers = {bot(level).choose(state.view(1), state.legal(1), (), Random(4)) for level in ("master", "hard")}
        assert 1 == len(answers)
    finally:
        master._problem.cache_clear()


@pytest.mark.parametrize("kind", ["careless", "tired"])
def test_from_level_to_level_bots_of_one_kind_get_better(kind: str) -> None:
    """Their number says how often they do not think."""
    for names in [*ROW_CUT.values(), *[names for cut in CUTS.values() for names in cut.values()], *OTHERS]:
        often = [int(name.strip(f"{kind}()")) for name in names if name.startswith(kind)]
        assert sorted({*often}, reverse=True) == often, names


def test_the_careless_do_not_spoil_votes() -> None:
    """What a careless team member does where others depend on it is what a sleeping one would do."""
    game = nimmt.game("versus_ox", players=2)
    for seed in range(40):
        state, rng = game.start(seed), Random(seed)
        while state.outcome is None and state._position.phase in ("card", "row"):
            state, _ = state.step(state.to_act[0], rng.choice(state.legal(state.to_act[0])))
        if state._position.phase == "window":
            seat = state.to_act[0]
            view = state.view(seat)
            assert CarelessBot(100).choose(view, state.legal(seat), (), rng) == game.default(view)
            return
    raise AssertionError("no special could be used")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(nimmt.BadSetup, match="chess"):
        levels(Setup("chess", 2))


def test_bots_that_do_not_play_a_game_are_refused_by_name() -> None:
    with pytest.raises(nimmt.BadSetup, match=r"flat\(10\) does not play bullenparty"):
        bot_for("flat(10)", Setup("bullenparty", 2))
    assert bot_for("hard", Setup("bullenparty", 2))


WITHOUT = """
import sys
sys.modules["wasmtime"] = None
import nimmt
from random import Random
from nimmt.bots import bot, bot_for, known_names, levels
from nimmt.setup import Setup
for key in nimmt.keys():
    state = nimmt.game(key, players=2).start(1)
    for level in levels(state.game.setup):
        bot(level.key).choose(state.view(0), state.legal(0), (), Random(1))
print([level.key for level in levels(Setup("base", 2))], [level.key for level in levels(Setup("surprise", 2))])
for make in (lambda: bot_for("hard", Setup("base", 2)), lambda: bot("flat(10)")):
    try:
        make()
    except nimmt.BadSetup as error:
        print(error.code, error)
print("mcs(n)" in known_names())
"""


def test_without_kernels_levels_fall_back_or_say_what_is_missing() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    there, hard, flat, pool = done.stdout.splitlines()
    assert "['beginner', 'easy', 'medium'] ['beginner', 'easy', 'medium']" == there
    assert hard.startswith("no_wasmtime")
    assert "wasmtime" in hard
    assert flat.startswith("no_wasmtime")
    assert "wasmtime" in flat
    assert "False" == pool


def test_bots_may_think_side_by_side() -> None:
    """In a new process, where nothing is loaded yet, from several threads at once."""
    source = """
import threading, nimmt
from random import Random
from nimmt.bots import bot
state = nimmt.game("base", players=3).start(1)
answers, errors = [], []
def think():
    try:
        answers.append(bot("hard").choose(state.view(0), state.legal(0), (), Random(1)))
    except BaseException as error:
        errors.append(error)
threads = [threading.Thread(target=think) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert not errors, errors
assert len(set(answers)) == 1 and len(answers) == 4
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_names_can_be_listed_and_made() -> None:
    written = [name.replace("(n)", "(5)").replace("(n, k)", "(5, 2)") for name in known_names()]
    assert all(bot(name) for name in written)
    assert {"hard", "greedy", "flat(n)", "mc_rollout(n, k)"} <= set(known_names())


def test_a_preset_has_the_levels_of_its_rules() -> None:
    assert levels(Setup("pro", 4)) == levels(Setup("base", 4, {"known_deck": True, "draft": True}))
