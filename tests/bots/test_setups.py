"""Bots say what they play: kernels refuse what they were not written for, and nobody is offered it."""

from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, NimmtError, fast
from nimmt.arena import Plan
from nimmt.bots import LEVELS, bot, bot_for, levels, names, names_for
from nimmt.bots.kinds import KINDS
from nimmt.fast.game import fast_game
from nimmt.games.base import Base
from nimmt.games.registry import GAMES
from nimmt.kernels import row_game
from nimmt.kernels.scope import ROW_GAMES, SEARCHED_GAMES
from nimmt.server.thinking import check_offered, offered
from nimmt.setup import OptionSpec, OptionValue, Setup
from tests.books import BOOKS
from tests.cli.terminal import complaint_of
from tests.fast.rounds import SETS
from tests.properties.strategies import some_numbers
from tests.variants import HouseOptions

VARIANTS = {"generous": "tests.variants:Generous", "climb+caper": "tests.variants:ClimbAndCaper"}
KERNEL_BOTS = ("heuristic", "flat(2)", "mcs(10)", "mc_rollout(2,2)", "search(10)")
WITHOUT_KERNELS = (
    "beginner",
    "easy",
    "medium",
    *(kind.written(name) for name, kind in KINDS.items() if not kind.kernels),
)


@pytest.fixture(autouse=True)
def variants(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, home in VARIANTS.items():
        monkeypatch.setitem(GAMES, key, home)


def taken_values(option: OptionSpec) -> tuple[OptionValue, ...]:
    if option.kind == "numbers":
        return (None, some_numbers(option, 1))
    if option.kind == "set":
        return tuple((choice,) for choice in option.choices)
    if option.name == "deck":
        return (24, option.maximum)  # fewer cards cannot be dealt
    return option.choices or {"switch": (False, True), "number": (option.minimum, option.maximum)}[option.kind]


def test_every_game_of_the_books_has_kernels() -> None:
    assert sorted(BOOKS) == sorted((*ROW_GAMES.games, *SEARCHED_GAMES.games)), "each is in one scope of fast/scope.py"


@pytest.mark.parametrize("key", BOOKS)
def test_kernels_know_their_games_with_every_option(key: str) -> None:
    """A new option is refused until somebody has looked whether the kernels must know of it."""
    scope = next(scope for scope in (ROW_GAMES, SEARCHED_GAMES) if key in scope.games)
    for option in nimmt.spec(key).options:
        for value in taken_values(option):
            missing = f"look whether the kernels must know of {option.name}, then name it in src/nimmt/fast/scope.py"
            assert scope.covers(Setup(key, 2, {option.name: value})), missing


@pytest.mark.parametrize("key", ["base", "pro"])
@pytest.mark.parametrize("cards", SETS.values(), ids=SETS)
def test_a_set_of_fan_cards_has_the_bots_of_the_base_game(key: str, cards: tuple[str, ...]) -> None:
    setup = nimmt.game(key, players=4, fan_cards=cards).setup
    assert levels(Setup("base", 4)) == levels(setup)
    assert names_for(Setup("base", 4)) == names_for(setup)
    for level in LEVELS:
        check_offered(level, setup)
    Plan(setup, LEVELS).check()


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("name", KERNEL_BOTS)
def test_a_bot_refuses_a_variant_that_its_kernels_do_not_know(key: str, name: str) -> None:
    state = nimmt.game(key, players=3).start(1)
    assert not bot(name).plays(state.game.setup)
    with pytest.raises(BadSetup, match="do not know the game " + key.replace("+", r"\+")):
        bot(name).choose(state.view(0), state.legal(0), (), Random(1))


def test_kernels_refuse_games_options_and_values_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetup, match="the game generous; they know: base"):
        fast.play_random(game="generous")
    monkeypatch.setattr(row_game, "_games", {})  # those of other tests
    monkeypatch.setitem(ROW_GAMES.values, "end_rule", ("gt",))
    with pytest.raises(BadSetup, match="the value 'gte' of the option end_rule"):
        fast.play_random(end_rule="gte")
    monkeypatch.setattr(Base, "options_type", HouseOptions)
    with pytest.raises(BadSetup, match="the option house_rule of base"):
        fast.play_matches()
    assert not bot("hard").plays(Setup("base", 4))


def test_a_game_that_is_known_already_lets_nothing_else_through() -> None:
    """1 is not True, and a list is as good as a tuple."""
    assert len(fast_game(Setup("base", 4, {"known_deck": True})).deck) == 44
    for value in (1, {}, object()):
        with pytest.raises(BadSetup, match="known_deck"):
            fast_game(Setup("base", 4, {"known_deck": value}))  # type: ignore[dict-item]
    cards: Any = ["climb"]
    assert fast_game(Setup("base", 4, {"fan_cards": cards})).parts == fast_game(Setup("climb", 4)).parts


@pytest.mark.rule("P-2")
def test_the_known_deck_of_kernels_has_the_cards_that_are_dealt() -> None:
    for hand_size, rows in ((10, 4), (7, 4), (10, 5)):
        setup = Setup("base", 3, {"known_deck": True, "hand_size": hand_size, "rows": rows})
        assert [*range(1, 3 * hand_size + rows + 1)] == [*fast_game(setup).deck]


@pytest.mark.parametrize("key", VARIANTS)
def test_only_what_works_is_offered(key: str) -> None:
    setup = nimmt.game(key, players=3).setup
    assert WITHOUT_KERNELS == names_for(setup)
    assert ("beginner", "easy", "medium") == tuple(level.key for level in levels(setup))
    assert ("beginner", "easy", "medium", *names()) == offered(key)
    for level in levels(setup):
        assert bot(level.key).plays(setup)
        assert bot_for(level.bot, setup)
    assert not bot("hard").plays(setup)


def test_what_does_not_work_is_refused_with_what_does() -> None:
    setup = nimmt.game("generous", players=3).setup
    sentence = "hard does not play generous here. These do: beginner, easy, medium"
    for refuse in (
        lambda: bot_for("hard", setup),
        lambda: check_offered("hard", setup),
        Plan(setup, ("hard", "easy")).check,
    ):
        with pytest.raises(BadSetup, match=sentence) as refused:
            refuse()
        assert "no_kernel" == refused.value.code
    assert sentence in complaint_of("play", "generous", "--level", "hard", status=2)
    Plan(setup, ("medium", "easy")).check()


def test_levels_play_a_variant_to_its_end() -> None:
    game = nimmt.game("generous", players=3, max_rounds=1)
    recorder = nimmt.Recorder(game, nimmt.SeededDealer.of(1))
    nimmt.bots.play_out(recorder, [bot(level) for level in LEVELS[:3]], 1)
    assert recorder.state.outcome


def test_a_bot_of_your_own_may_say_what_it_plays() -> None:
    setup = nimmt.game("caper", players=2).setup
    with pytest.raises(NimmtError, match=r"OnlyBase: .*does not play caper"):
        Plan(setup, ("greedy", "tests.arena.bad_bots:OnlyBase")).check()
    Plan(nimmt.game("base", players=2).setup, ("greedy", "tests.arena.bad_bots:OnlyBase")).check()
