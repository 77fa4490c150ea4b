"""The base game, rule by rule (B) and ruling by ruling (Q-B)."""

from random import Random

import pytest

import nimmt
from nimmt import ExplicitDealer, IllegalAction, PlayCard, TakeRow, rows
from nimmt.cards import DECK, HEADS, heads
from nimmt.events import (
    CardPlaced,
    CardSealed,
    CardsRevealed,
    FoundNoRow,
    HandDealt,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
)
from nimmt.game import state_of
from nimmt.games.base import Base
from nimmt.table import Table
from tests.tables import all_cards, end_of_round, play_out, play_round, seal, table_of, takes, turn, view_of, walk

BASE = Base(4)
SEATS = range(2, 11)


# Cards and deal


@pytest.mark.rule("B-1")
def test_b1_number_cards_run_from_1_to_104() -> None:
    assert tuple(range(1, 105)) == DECK == BASE.deck


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("players", SEATS)
def test_b1_two_to_ten_play(players: int) -> None:
    assert tuple(range(players)) == nimmt.game("base", players=players).start(1).to_act


@pytest.mark.rule("B-2")
@pytest.mark.parametrize(
    ("cards", "each"),
    [
        ((55,), 7),
        ((11, 22, 33, 44, 66, 77, 88, 99), 5),
        ((10, 20, 30, 40, 50, 60, 70, 80, 90, 100), 3),
        ((5, 15, 25, 35, 45, 65, 75, 85, 95), 2),
        ((1, 9, 54, 56, 101, 102, 103, 104), 1),
    ],
)
def test_b2_heads_on_a_card(cards: tuple[int, ...], each: int) -> None:
    assert [each] * len(cards) == [HEADS[card] for card in cards]


@pytest.mark.rule("B-2")
def test_b2_the_deck_has_171_heads() -> None:
    assert 171 == heads(DECK)
    assert [0, 76, 9, 10, 0, 8, 0, 1] == [sum(HEADS[card] == count for card in DECK) for count in range(8)]


@pytest.mark.rule("B-3")
@pytest.mark.parametrize("players", SEATS)
def test_b3_ten_cards_each_four_rows_and_the_rest_aside(players: int) -> None:
    table = table_of(nimmt.game("base", players=players).start("a deal"))
    assert [10] * players == [len(hand) for hand in table.hands]
    assert [1, 1, 1, 1] == [len(row.cards) for row in table.rows]
    assert 100 - 10 * players == len(table.aside)
    assert list(DECK) == all_cards(table)


@pytest.mark.rule("B-3")
def test_b3_the_deck_is_shuffled() -> None:
    game = nimmt.game("base", players=4)
    deals = {table_of(game.start(seed)).hands for seed in range(20)}
    assert 20 == len(deals)
    assert table_of(game.start(7)) == table_of(game.start(7))


@pytest.mark.rule("B-3")
def test_b3_hands_are_private() -> None:
    state = nimmt.game("base", players=3).start(5)
    hands = table_of(state).hands
    assert hands[1] == view_of(state, 1).hand
    told = nimmt.seen_by(state.last, 1)
    assert [None, hands[1], None] == [event.cards for event in told if isinstance(event, HandDealt)]
    hidden = set(hands[0]) | set(hands[2]) | set(table_of(state).aside)
    assert not hidden & view_of(state, 1).seen
    assert not hidden & view_of(state, None).seen


# A turn


@pytest.mark.rule("B-4")
def test_b4_nothing_is_shown_until_the_last_has_chosen() -> None:
    state = nimmt.game("base", players=3).start(5)
    hands = table_of(state).hands
    for seat in (2, 0):
        before = view_of(state, 1)
        state, events = state.step(seat, PlayCard(hands[seat][0]))
        assert (CardSealed(seat, None, None, False),) == nimmt.seen_by(events, 1)
        assert before.rows == view_of(state, 1).rows
    assert (1,) == state.to_act
    assert (True, False, True) == view_of(state, 1).sealed
    state, events = state.step(1, PlayCard(hands[1][0]))
    revealed = next(event for event in events if isinstance(event, CardsRevealed))
    assert {(seat, hands[seat][0]) for seat in range(3)} == {(play.seat, play.card) for play in revealed.plays}
    assert [9, 9, 9] == [len(hand) for hand in table_of(state).hands]


@pytest.mark.rule("B-4")
def test_b4_one_card_from_the_own_hand() -> None:
    state = nimmt.game("base", players=2).start(5)
    mine, other = table_of(state).hands
    assert tuple(PlayCard(card) for card in mine) == state.legal(0)
    refusal = state.refusal(0, PlayCard(other[0]))
    assert refusal is not None
    assert ("not_in_hand", "B-4") == (refusal.code, refusal.rule)


@pytest.mark.rule("B-5")
def test_b5_lowest_first_whoever_played_it() -> None:
    table = turn(Base, "12 | 37 | 43 | 58", 61, 15, 44, 14)
    placed = [event.card for event in table.told if isinstance(event, CardPlaced)]
    assert [14, 15, 44, 61] == placed


@pytest.mark.rule("B-5")
def test_b5_a_take_is_over_before_the_next_card_is_placed() -> None:
    table = turn(Base, "12 14 15 21 26 | 40 | 50 | 60", 30, 36)
    assert rows("30 36 | 40 | 50 | 60") == table.rows


@pytest.mark.rule("B-6")
def test_b6_only_behind_a_lower_end_card() -> None:
    assert BASE.gap(rows("37")[0], 44) == 7
    assert BASE.gap(rows("37")[0], 36) is None
    assert BASE.gap(rows("12 37")[0], 30) is None


@pytest.mark.rule("B-7")
def test_b7_smallest_difference() -> None:
    assert 0 == BASE.target(rows("12 | 37 | 43 | 58"), 14)
    assert 1 == BASE.target(rows("12 | 37 | 43 | 58"), 42)
    assert 2 == BASE.target(rows("12 | 37 | 43 | 58"), 44)
    assert 3 == BASE.target(rows("12 | 37 | 43 | 58"), 104)


@pytest.mark.rule("B-7")
def test_b7_the_end_card_counts_not_the_first() -> None:
    assert 1 == BASE.target(rows("20 50 | 41 | 60 | 70"), 45)


@pytest.mark.rule("B-7")
def test_b7_the_row_is_the_highest_end_below_the_card() -> None:
    rng = Random(7)
    for _ in range(200):
        value, *ends = rng.sample(DECK, 5)
        below = [end for end in ends if end < value]
        expected = ends.index(max(below)) if below else None
        assert expected == BASE.target(rows(" | ".join(map(str, ends))), value)


@pytest.mark.rule("B-7", "B-5")
def test_b7_book_example_four_cards_find_their_rows() -> None:
    table = turn(Base, "12 | 37 | 43 | 58", 14, 15, 44, 61)
    assert rows("12 14 15 | 37 | 43 44 | 58 61") == table.rows
    assert [] == takes(table)


@pytest.mark.rule("B-8")
def test_b8_book_example_the_sixth_card_takes_five() -> None:
    table = turn(Base, "12 14 15 | 37 | 43 44 | 58 61", 21, 26, 30, 36)
    assert rows("30 36 | 37 | 43 44 | 58 61") == table.rows
    assert [(2, (12, 14, 15, 21, 26), 6)] == takes(table)


@pytest.mark.rule("B-8")
def test_b8_the_fifth_card_takes_nothing() -> None:
    table = turn(Base, "12 14 15 21 | 37 | 43 44 | 58 61", 26)
    assert rows("12 14 15 21 26 | 37 | 43 44 | 58 61") == table.rows
    assert [] == takes(table)


@pytest.mark.rule("B-8")
def test_b8_a_full_row_is_taken_even_if_another_would_do() -> None:
    table = turn(Base, "3 9 20 23 29 | 10 | 50 | 60", 30)
    assert rows("30 | 10 | 50 | 60") == table.rows


@pytest.mark.rule("B-9")
def test_b9_book_example_a_card_too_low_for_every_row() -> None:
    table = turn(Base, "30 36 | 37 | 43 44 | 58 61", 3, 9, 68, 83, take=[1])
    assert rows("30 36 | 3 9 | 43 44 | 58 61 68 83") == table.rows
    assert [(0, (37,), 1)] == takes(table)


@pytest.mark.rule("B-9")
def test_b9_the_choice_is_made_with_all_cards_in_view() -> None:
    game = nimmt.game("base", players=2)
    state, _ = seal(game.read("30 | 40 | 50 | 60 // 9 70 / 3 80"), 9, 3)
    assert (1,) == state.to_act
    assert tuple(map(TakeRow, range(4))) == state.legal(1)
    assert [(1, 3), (0, 9)] == [(play.seat, play.card) for play in view_of(state, 0).queue]
    state, events = state.step(1, TakeRow(2))
    assert [3, 9] == [event.card for event in events if isinstance(event, RowTaken | CardPlaced)]
    assert rows("30 | 40 | 3 9 | 60") == view_of(state, 0).rows


@pytest.mark.rule("B-9")
def test_b9_says_why_the_card_found_no_row() -> None:
    table = turn(Base, "30 36 | 37 | 43 44 | 58 61", 3, take=[1])
    found = next(event for event in table.told if isinstance(event, FoundNoRow))
    assert ("lower_than_all", (36,)) == (found.reason.code, found.reason.numbers)


@pytest.mark.rule("B-9")
def test_b9_only_rows_that_are_there() -> None:
    game = nimmt.game("base", players=2)
    state, _ = seal(game.read("30 | 40 | 50 | 60 // 9 70 / 3 80"), 9, 3)
    for row in (-1, 4):
        with pytest.raises(IllegalAction) as caught:
            state.step(1, TakeRow(row))
        assert ("no_such_row", "B-9") == (caught.value.code, caught.value.rule)


@pytest.mark.rule("B-10")
def test_b10_taken_cards_go_to_the_pile_never_to_the_hand() -> None:
    game = nimmt.game("base", players=2)
    start = Base(2).read("30 31 | 40 | 50 | 60 // 9 70 / 3 80 // 1 2 / 4")
    state, _ = seal(state_of(game, start), 9, 3)
    state, _ = state.step(1, TakeRow(0))
    assert ((1, 2), (4, 30, 31)) == table_of(state).piles
    assert ((70,), (80,)) == table_of(state).hands


# Rounds and the end


@pytest.mark.rule("B-11")
def test_b11_a_round_lasts_ten_turns() -> None:
    state = nimmt.game("base", players=3, max_rounds=1).start(11)
    turns = [after._position.turn for *_, after in walk(state, Random(1)) if isinstance(after._position, Table)]
    assert set(range(1, 11)) == set(turns)


@pytest.mark.rule("B-11")
def test_b11_cards_left_in_the_rows_count_for_nobody() -> None:
    state = play_out(nimmt.game("base", players=4, max_rounds=1).start(11), Random(1))
    table = table_of(state)
    assert ((),) * 4 == table.hands
    assert state.outcome is not None
    assert table.heads() == state.outcome.totals
    left = sum(row.heads for row in table.rows)
    assert 171 - left - heads(table.aside) == sum(state.outcome.totals)


@pytest.mark.rule("B-12")
def test_b12_heads_are_added_up_and_piles_start_empty() -> None:
    state = end_of_round(nimmt.game("base", players=3), (5, 0, 12), before=((1, 2, 3),))
    assert ((1, 2, 3), (5, 0, 12)) == table_of(state).scores
    assert (6, 2, 15) == table_of(state).totals()
    assert 3 == state._position.round
    assert ((), (), ()) == table_of(state).piles
    assert [RoundEnded(2, (5, 0, 12), (6, 2, 15)), RoundStarted(3)] == [
        event for event in state.last if isinstance(event, RoundEnded | RoundStarted)
    ]


@pytest.mark.rule("B-12", "Q-B6")
def test_b12_all_104_cards_are_dealt_again() -> None:
    state = play_round(nimmt.game("base", players=4).start(3), Random(3))
    table = table_of(state)
    assert 2 == table.round
    assert ((),) * 4 == table.piles
    assert list(DECK) == all_cards(table)


@pytest.mark.rule("B-13")
def test_b13_exactly_66_goes_on_and_67_ends() -> None:
    game = nimmt.game("base", players=2)
    assert end_of_round(game, (6, 0), before=((60, 20),)).outcome is None
    outcome = end_of_round(game, (7, 0), before=((60, 20),)).outcome
    assert outcome is not None
    assert (67, 20) == outcome.totals


@pytest.mark.rule("B-14")
def test_b14_fewest_heads_win() -> None:
    outcome = end_of_round(nimmt.game("base", players=4), (7, 0, 3, 1), before=((60, 20, 5, 30),)).outcome
    assert outcome is not None
    assert (4, 2, 1, 3) == outcome.ranks
    assert (2,) == outcome.winners


@pytest.mark.rule("B-13", "B-14", "B-12")
@pytest.mark.parametrize("players", [2, 5, 10])
def test_b13_a_match_ends_with_the_first_round_that_passes_66(players: int) -> None:
    state = play_out(nimmt.game("base", players=players).start("match"), Random(players))
    outcome = state.outcome
    assert outcome is not None
    assert len(outcome.rounds) > 1
    for number in range(1, len(outcome.rounds) + 1):
        totals = [sum(scores) for scores in zip(*outcome.rounds[:number], strict=True)]
        assert (number == len(outcome.rounds)) == (max(totals) > 66)
    assert tuple(sum(scores) for scores in zip(*outcome.rounds, strict=True)) == outcome.totals
    assert [seat for seat in range(players) if outcome.totals[seat] == min(outcome.totals)] == [*outcome.winners]


@pytest.mark.rule("B-15")
def test_b15_another_limit_or_a_number_of_rounds() -> None:
    assert end_of_round(nimmt.game("base", players=2, point_limit=10), (11, 0)).outcome is not None
    assert end_of_round(nimmt.game("base", players=2, point_limit=100), (11, 0), before=((80, 0),)).outcome is None
    assert end_of_round(nimmt.game("base", players=2, max_rounds=2), (1, 0), before=((2, 3),)).outcome is not None
    assert end_of_round(nimmt.game("base", players=2, max_rounds=3), (1, 0), before=((2, 3),)).outcome is None


# Rulings


@pytest.mark.rule("Q-B4")
def test_qb4_a_round_is_played_to_its_end_even_past_66() -> None:
    game = nimmt.game("base", players=2)
    start = Base(2).read("10 | 20 | 30 | 40 // 41 51 / 42 52 // 55 66 77 88 99 /", scores=((40, 0),))
    state, _ = seal(state_of(game, start), 41, 42)
    assert view_of(state, 0).facts.totals[0] > 66
    assert state.outcome is None
    state, _ = seal(state, 51, 52)
    assert state.outcome is not None


@pytest.mark.rule("Q-B5")
def test_qb5_the_default_row_has_the_fewest_heads_then_the_highest_end() -> None:
    assert 1 == BASE.cheapest_row(rows("55 | 30 | 11 | 1 2 3 4"))
    assert 2 == BASE.cheapest_row(rows("12 | 37 | 43 | 55"))
    assert 3 == BASE.cheapest_row(rows("7 8 9 | 10 | 15 16 | 17 18 19"))
    game = nimmt.game("base", players=2)
    state, _ = seal(game.read("30 | 41 | 55 | 62 // 9 70 / 3 80"), 9, 3)
    assert TakeRow(3) == game.default(state.view(1))


@pytest.mark.rule("Q-B7")
def test_qb7_rows_lie_in_the_order_in_which_their_cards_were_drawn() -> None:
    order = (*range(20), 60, 30, 90, 50, *(place for place in range(20, 104) if place not in (60, 30, 90, 50)))
    state = nimmt.game("base", players=2).start(ExplicitDealer({"deal:1": order}))
    assert rows("61 | 31 | 91 | 51") == table_of(state).rows
    assert RowsLaid((61, 31, 91, 51)) in state.last


@pytest.mark.rule("Q-B8")
def test_qb8_hiding_the_scores_is_a_matter_of_display() -> None:
    shown, hidden = (nimmt.game("base", players=2, show_scores=show).start(1) for show in (True, False))
    assert view_of(shown, 0).setup.options["show_scores"] is True
    assert view_of(hidden, 0).setup.options["show_scores"] is False
    assert view_of(shown, 0).facts.totals == view_of(hidden, 0).facts.totals == (0, 0)
    state = end_of_round(nimmt.game("base", players=2, show_scores=False), (5, 1), before=((1, 2),))
    assert (6, 3) == view_of(state, None).facts.totals


@pytest.mark.rule("Q-B9")
def test_qb9_any_row_may_be_taken_a_full_one_too() -> None:
    table = turn(Base, "30 31 32 33 34 | 40 | 50 | 60", 3, take=[0])
    assert rows("3 | 40 | 50 | 60") == table.rows
    assert [(0, (30, 31, 32, 33, 34), 11)] == takes(table)


@pytest.mark.rule("Q-E3", "B-8")
@pytest.mark.parametrize(
    ("position", "cards"),
    [
        ("70 75 | 88 | 20 33 | 23 29 35 41", (42, 45)),
        ("70 75 | 88 | 20 33 40 | 23 29 35 41", (42, 45)),
        ("70 75 | 88 | 20 33 41 | 23 29 35 39 42", (45,)),
    ],
)
def test_qe3_the_45_is_sixth_behind_the_42(position: str, cards: tuple[int, ...]) -> None:
    table = turn(Base, position, *cards)
    assert rows("45") == table.rows[3:]
    assert [(len(cards) - 1, 6)] == [(seat, cost) for seat, _, cost in takes(table)]


@pytest.mark.rule("Q-E3", "B-9")
@pytest.mark.parametrize("low", [29, 30])
def test_qe3_a_low_card_sweeps_away_the_row_that_the_62_wanted(low: int) -> None:
    table = turn(Base, "61 | 77 80 | 66 71 90 | 32 36 40 43 48", low, 62, take=[0])
    assert rows(f"{low} | 77 80 | 66 71 90 | 62") == table.rows
    assert [(0, (61,), 1), (1, (32, 36, 40, 43, 48), 7)] == takes(table)
