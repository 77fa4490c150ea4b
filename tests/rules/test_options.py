"""What players may agree on: ends of the game, ties, and setups that are refused (B-15, Q-B1 to Q-B3, Q-X14)."""

from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, Outcome
from nimmt.events import RoundStarted
from nimmt.setup import Setup
from tests.tables import Scores, end_of_round, play_out, play_round

ROW_GAMES = ("base", "even_odd", "climb", "caper", "reversed_digits", "pro")


def outcome(heads: tuple[int, ...], before: Scores = (), **options: Any) -> Outcome | None:
    """How a game stands after a round that cost so many heads, earlier rounds given."""
    return end_of_round(nimmt.game("base", players=len(heads), **options), heads, before).outcome


def ended(heads: tuple[int, ...], before: Scores = (), **options: Any) -> Outcome:
    """The outcome of a game that must be over."""
    found = outcome(heads, before, **options)
    assert found is not None
    return found


# The end of the game


@pytest.mark.rule("Q-B1", "B-13")
@pytest.mark.parametrize(
    ("end_rule", "total", "over"), [("gt", 65, 0), ("gt", 66, 0), ("gt", 67, 1), ("gte", 65, 0), ("gte", 66, 1)]
)
def test_qb1_more_than_the_limit_or_at_least(end_rule: str, total: int, over: bool) -> None:
    assert over == (outcome((total - 60, 0), ((60, 0),), end_rule=end_rule) is not None)


@pytest.mark.rule("Q-B1", "B-15")
@pytest.mark.parametrize(("end_rule", "total", "over"), [("gt", 20, 0), ("gt", 21, 1), ("gte", 19, 0), ("gte", 20, 1)])
def test_qb1_with_another_limit(end_rule: str, total: int, over: bool) -> None:
    assert over == (outcome((0, total), end_rule=end_rule, point_limit=20) is not None)


@pytest.mark.rule("Q-B3", "B-15")
def test_qb3_rounds_alone_whatever_the_heads() -> None:
    assert outcome((40, 0), ((60, 0),), point_limit=None, max_rounds=3) is None
    assert (3, 3) == (len(ended((1, 0), ((60, 0), (60, 0)), point_limit=None, max_rounds=3).rounds), 3)


@pytest.mark.rule("Q-B3")
def test_qb3_whichever_limit_is_reached_first() -> None:
    assert outcome((6, 0), ((60, 0),), max_rounds=3) is None
    assert 2 == len(ended((7, 0), ((60, 0),), max_rounds=3).rounds)
    assert 3 == len(ended((1, 0), ((2, 3), (4, 5)), max_rounds=3).rounds)


@pytest.mark.rule("Q-B3")
def test_qb3_something_must_end_the_game() -> None:
    with pytest.raises(BadSetup, match="never ends") as caught:
        nimmt.game("base", players=2, point_limit=None)
    assert ("endless", "Q-B3") == (caught.value.code, caught.value.rule)


@pytest.mark.rule("B-15", "Q-B3")
@pytest.mark.parametrize("key", ROW_GAMES)
def test_b15_a_match_of_so_many_rounds_in_every_row_game(key: str) -> None:
    state = play_out(nimmt.game(key, players=3, point_limit=None, max_rounds=4).start(key), Random(4))
    assert state.outcome is not None
    assert 4 == len(state.outcome.rounds)


@pytest.mark.rule("B-13", "B-12")
@pytest.mark.parametrize("key", ROW_GAMES)
def test_b13_a_match_to_a_high_limit_takes_many_rounds(key: str) -> None:
    state = nimmt.game(key, players=2, point_limit=150).start(key)
    rounds = []
    while state.outcome is None:
        rounds.append(state._position.round)
        state = play_round(state, Random(len(rounds)))
    assert list(range(1, len(rounds) + 1)) == rounds
    assert len(rounds) > 3
    assert max(state.outcome.totals) > 150
    assert max(sum(heads) for heads in zip(*state.outcome.rounds[:-1], strict=True)) <= 150


# Ties


@pytest.mark.rule("Q-B2", "B-14")
def test_qb2_a_tie_is_a_shared_victory() -> None:
    result = ended((7, 3, 2), ((60, 20, 21),))
    assert (67, 23, 23) == result.totals
    assert (3, 1, 1) == result.ranks
    assert (1, 2) == result.winners


@pytest.mark.rule("Q-B2", "B-14")
@pytest.mark.parametrize(
    ("heads", "ranks"),
    [((0, 0, 70), (1, 1, 3)), ((70, 5, 5), (3, 1, 1)), ((5, 70, 70), (1, 2, 2)), ((7, 7, 7), (1, 1, 1))],
)
def test_qb2_equal_totals_share_a_place_and_the_next_one_is_left_out(
    heads: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    assert ranks == ended((0, 0, 0), (heads,), max_rounds=2, point_limit=None).ranks


@pytest.mark.rule("Q-X14", "Q-B2")
def test_qx14_last_round_breaks_a_tie() -> None:
    result = ended((7, 3, 2), ((60, 20, 21),), tie_break="last_round")
    assert (3, 2, 1) == result.ranks
    assert (2,) == result.winners


@pytest.mark.rule("Q-X14")
def test_qx14_last_round_counts_among_the_tied_only() -> None:
    assert (1, 2, 3) == ended((6, 0, 7), ((10, 20, 60),), tie_break="last_round").ranks


@pytest.mark.rule("Q-X14")
def test_qx14_last_round_equal_too_is_shared() -> None:
    assert (3, 1, 1) == ended((7, 3, 3), ((60, 20, 20),), tie_break="last_round").ranks


@pytest.mark.rule("Q-X14")
def test_qx14_an_extra_round_is_played_while_the_lead_is_shared() -> None:
    state = end_of_round(nimmt.game("base", players=3, tie_break="extra_round"), (7, 3, 2), ((60, 20, 21),))
    assert state.outcome is None
    assert RoundStarted(3) in state.last
    assert (0, 1, 2) == state.to_act


@pytest.mark.rule("Q-X14")
def test_qx14_no_extra_round_for_a_tie_behind_the_leader() -> None:
    assert (2, 2, 1) == ended((7, 7, 2), ((60, 60, 21),), tie_break="extra_round").ranks


@pytest.mark.rule("Q-X14", "Q-B3")
def test_qx14_extra_rounds_go_past_the_agreed_number() -> None:
    game = nimmt.game("base", players=2, tie_break="extra_round", point_limit=None, max_rounds=1)
    state = end_of_round(game, (5, 5))
    assert (None, 2) == (state.outcome, state._position.round)
    assert end_of_round(game, (5, 5), ((3, 3), (4, 4))).outcome is None
    result = end_of_round(game, (5, 4), ((3, 3), (4, 4))).outcome
    assert result is not None
    assert (2, 1) == result.ranks


@pytest.mark.rule("Q-X14")
@pytest.mark.parametrize("key", ["base", "even_odd", "climb", "caper", "reversed_digits"])
def test_qx14_in_every_game_the_lead_is_unique_at_the_end(key: str) -> None:
    for seed in range(3):
        game = nimmt.game(key, players=10, tie_break="extra_round", max_rounds=1)
        result = play_out(game.start(seed), Random(seed)).outcome
        assert result is not None
        assert 1 == len(result.winners)


# Setups that are refused


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("players", [-1, 0, 1, 11, 100])
@pytest.mark.parametrize("key", ROW_GAMES)
def test_b1_too_few_or_too_many_players(key: str, players: int) -> None:
    with pytest.raises(BadSetup, match="for 2 to 10 players") as caught:
        nimmt.game(key, players=players)
    assert ("bad_players", "B-1") == (caught.value.code, caught.value.rule)


def test_no_such_game() -> None:
    with pytest.raises(BadSetup, match="no game 'chess'; there are: base, ") as caught:
        nimmt.game("chess", players=2)
    assert "unknown_game" == caught.value.code


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("players", ["4", 2.0, 2.5, None, True])
def test_b1_the_number_of_players_is_a_whole_number(players: Any) -> None:
    with pytest.raises(BadSetup) as caught:
        nimmt.game("base", players=players)
    assert "bad_players" == caught.value.code


@pytest.mark.parametrize("option", ["points", "pointLimit", "single_digit"])
def test_no_such_option(option: str) -> None:
    with pytest.raises(BadSetup, match=rf"no option '{option}' here; this game has: point_limit, ") as caught:
        nimmt.game("base", players=2, **{option: 1})
    assert "unknown_option" == caught.value.code


@pytest.mark.parametrize("option", ["key", "players", "self"])
def test_no_such_option_in_a_setup_from_outside(option: str) -> None:
    with pytest.raises(BadSetup, match=rf"no option '{option}'"):
        nimmt.game_of(Setup("base", 2, {option: 2}))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("point_limit", "66"),
        ("point_limit", 0),
        ("point_limit", -5),
        ("point_limit", 1001),
        ("point_limit", 66.5),
        ("point_limit", True),
        ("max_rounds", 0),
        ("max_rounds", "two"),
        ("end_rule", ">"),
        ("tie_break", "coin"),
        ("tie_break", None),
        ("known_deck", 1),
        ("draft", "yes"),
        ("draft_order", "random"),
    ],
)
def test_no_such_value(option: str, value: Any) -> None:
    with pytest.raises(BadSetup, match=rf"no such value: .*\$\.{option}") as caught:
        nimmt.game("base", players=2, **{option: value})
    assert "bad_option" == caught.value.code


@pytest.mark.rule("Q-RD1")
def test_only_reversed_digits_has_the_single_digit_option() -> None:
    with pytest.raises(BadSetup, match="no such value"):
        nimmt.game("reversed_digits", players=2, single_digit="zero")
    with pytest.raises(BadSetup, match="no option 'single_digit'"):
        nimmt.game("base", players=2, single_digit="leading_zero")
