"""Rounds of Surprise: the second deal, what is kept, and who wins (SU-3, SU-18, SU-19)."""

from collections import Counter

import pytest

import nimmt
from nimmt import ExplicitDealer, PlayCard
from nimmt.events import GameEnded, HandDealt, RoundEnded
from nimmt.games.surprise.events import SpecialsDealt, SpecialsShuffled
from nimmt.specials.actions import Pass
from tests.surprise import SPECIALS, Turn, all_but, check_sums, table_of


@pytest.mark.rule("SU-3", "Q-SU27", "SU-18")
def test_two_rounds_of_twelve_turns() -> None:
    state = nimmt.game("surprise", players=8).start(5)
    turns, dealt, ended = [], 0, 0
    while state.outcome is None:
        seat = state.to_act[0]
        turns.append((table_of(state).round, table_of(state).turn))
        state, events = state.step(seat, state.game.default(state.view(seat)))
        dealt += sum(isinstance(event, HandDealt) for event in events)
        ended += sum(isinstance(event, RoundEnded) for event in events)
    assert [(number, turn) for number in (1, 2) for turn in range(1, 13)] == sorted(set(turns))
    assert (8, 2) == (dealt, ended)


@pytest.mark.rule("SU-3")
def test_there_is_no_point_limit() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41", "70", scores=((100, 67),), rounds=3, last=True)
    assert (3, None) == (turn.table.round, turn.state.outcome)


@pytest.mark.rule("SU-3")
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_number_of_rounds_is_an_option(rounds: int) -> None:
    state = nimmt.game("surprise", players=2, rounds=rounds).start(1)
    while state.outcome is None:
        seat = state.to_act[0]
        state, _ = state.step(seat, state.game.default(state.view(seat)))
    assert rounds == len(state.outcome.rounds)


@pytest.mark.rule("Q-Y7", "Q-SU24")
@pytest.mark.parametrize(("kept", "dealt", "left"), [(0, 3, 4), (1, 2, 4), (2, 1, 4), (3, 0, 4)])
def test_qy7_with_eight_players_there_may_be_fewer_specials_for_the_second_round(
    kept: int, dealt: int, left: int
) -> None:
    words = all_but().split()
    hands = [f"{50 + seat} {' '.join(words[seat * kept : (seat + 1) * kept])}" for seat in range(8)]
    turn = Turn("10 | 20 | 30 | 40", *hands, last=True, second_deal="all")
    turn.skip()
    assert 2 == turn.table.round
    assert [kept + dealt] * 8 == [len(own) for own in turn.table.special_hands]
    assert [dealt] * 8 == [event.count for event in turn.events if isinstance(event, SpecialsDealt)]
    assert left == len(turn.table.stock)
    assert [12] * 8 == [len(hand) for hand in turn.table.hands]


@pytest.mark.rule("Q-Y7", "Q-SU24", "Q-SU25")
def test_qy7_by_option_everything_that_nobody_holds_is_shuffled_and_kept_specials_stay() -> None:
    turn = Turn(
        "10 seven stop | 20 | 30 | 40 | 60", "41 slide", "70 insert", more="stop 5", last=True, second_deal="all"
    )
    turn.skip()
    made = next(event for event in turn.events if isinstance(event, SpecialsShuffled))
    assert ("seven", "stop", "stop", "fifth_row") == made.face_up
    assert 22 == made.face_down
    assert 4 == len(turn.table.rows)
    assert () == turn.table.rows[0].marks
    assert "slide" in turn.table.special_hands[0]
    assert "insert" in turn.table.special_hands[1]
    assert [4, 4] == [len(own) for own in turn.table.special_hands]
    assert (20, (), ()) == (len(turn.table.stock), turn.table.discards, turn.table.box)
    everything = [*turn.table.stock, *(card for own in turn.table.special_hands for card in own)]
    assert Counter(SPECIALS) == Counter(everything)


@pytest.mark.rule("Q-Z1", "SU-18", "Q-SU25")
def test_qz1_what_is_left_of_the_draw_pile_is_dealt_in_its_order() -> None:
    turn = Turn("10 seven stop | 20 | 30 | 40 | 60", "41 slide", "70 insert", more="stop 5", last=True)
    before = turn.table.stock
    turn.skip()
    assert [] == turn.told(SpecialsShuffled)
    assert [3, 3] == [event.count for event in turn.events if isinstance(event, SpecialsDealt)]
    assert before[6:] == turn.table.stock, "the pile is not shuffled"
    assert Counter(["slide", *before[:3]]) == Counter(turn.table.special_hands[0])
    assert Counter(["insert", *before[3:6]]) == Counter(turn.table.special_hands[1])
    assert Counter({"stop": 2, "seven": 1, "fifth_row": 1}) == Counter(turn.table.discards)
    assert 4 == len(turn.table.rows)
    check_sums(turn.table)


@pytest.mark.rule("Q-Z1", "Q-SU24", "SU-18")
@pytest.mark.parametrize(("stock", "dealt"), [(28, 3), (24, 3), (23, 2), (16, 2), (15, 1), (8, 1)])
def test_qz1_everybody_gets_the_same_number_from_the_pile(stock: int, dealt: int) -> None:
    turn = eight_players(stock)
    assert [] == turn.told(SpecialsShuffled)
    assert [dealt] * 8 == [len(own) for own in turn.table.special_hands]
    assert (stock - 8 * dealt, 28 - stock) == (len(turn.table.stock), len(turn.table.discards))


@pytest.mark.rule("Q-Z1")
@pytest.mark.parametrize("stock", [7, 1, 0])
def test_qz1_the_discards_are_shuffled_in_where_there_is_not_one_for_each_and_one_is_dealt(stock: int) -> None:
    turn = eight_players(stock)
    [shuffled] = turn.told(SpecialsShuffled)
    assert (28 - stock, stock) == (len(shuffled.face_up), shuffled.face_down)  # type: ignore[attr-defined]
    assert [1] * 8 == [len(own) for own in turn.table.special_hands]
    assert (20, 0) == (len(turn.table.stock), len(turn.table.discards))
    check_sums(turn.table)


@pytest.mark.rule("Q-Z1")
@pytest.mark.parametrize(("used", "left"), [("", 4), ("seven", 5), ("seven stop insert", 7)])
def test_qz1_eight_players_who_used_hardly_any_get_none(used: str, left: int) -> None:
    """The pile and the discards together are not enough for everybody."""
    held = all_but(*used.split()).split()[: 28 - left]
    hands = [f"{50 + seat} {' '.join(held[seat * 3 : (seat + 1) * 3])}" for seat in range(8)]
    turn = Turn("10 | 20 | 30 | 40", *hands, more=used, last=True)
    before = turn.table.stock
    turn.skip()
    assert 2 == turn.table.round
    assert [0] * 8 == [event.count for event in turn.events if isinstance(event, SpecialsDealt)]
    assert left == len(turn.table.stock)
    assert used or before == turn.table.stock, "there is nothing to shuffle in"


def eight_players(stock: int) -> Turn:
    """The second deal for players without specials, with so many in the draw pile and the others discarded."""
    gone = " ".join(all_but().split()[stock:])
    turn = Turn("10 | 20 | 30 | 40", *[str(50 + seat) for seat in range(8)], more=gone, last=True)
    turn.skip()
    assert 2 == turn.table.round
    return turn


@pytest.mark.rule("Q-Z1")
def test_qz1_it_holds_for_every_later_round() -> None:
    state = nimmt.game("surprise", players=2, rounds=6).start(3)
    counts = []
    while state.outcome is None:
        seat = state.to_act[0]
        state, events = state.step(seat, state.game.default(state.view(seat)))
        counts += [event.count for event in events if isinstance(event, SpecialsDealt) and event.seat == 0]
    assert [3, 3, 3, 2, 0] == counts, "28 less 6 at the start; nobody uses or exchanges any"


@pytest.mark.rule("SU-4", "SU-18")
def test_a_card_may_be_the_last_of_a_round_and_the_next_one_played_by_the_same_seat() -> None:
    """Who passed with it then is asked again now."""
    order = ExplicitDealer({"specials:2": tuple(range(27)), "deal:2": tuple(range(103, -1, -1))})
    turn = Turn("1 | 3 | 5 | 7", "10", "85 stop", last=True, dealer=order)
    assert ("window", 1) == (turn.phase, turn.asked)
    turn.act(Pass())
    assert 2 == turn.table.round
    turn.act(PlayCard(95), 0)
    turn.act(PlayCard(85), 1)
    assert ("window", 1) == (turn.phase, turn.asked)


@pytest.mark.rule("SU-18", "Q-Y11")
def test_the_first_round_is_written_down_and_all_number_cards_come_back() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41", "70", piles="55 1 / 44", more="5", last=True)
    assert [RoundEnded(1, (8, 5), (8, 5))] == turn.told(RoundEnded)
    table = turn.table
    cards = [
        *table.aside,
        *(card for hand in table.hands for card in hand),
        *(card for r in table.rows for card in r.cards),
    ]
    assert sorted(cards) == list(range(1, 105))
    assert (8, 5) == turn.view(None).facts.totals


@pytest.mark.rule("SU-19")
def test_the_lowest_sum_of_both_rounds_wins_and_leftover_specials_are_worth_nothing() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 stop slide", "70", "80", piles="55 / 44 / 1", scores=((3, 4, 7),), last=True)
    turn.skip()
    assert turn.state.outcome is not None
    assert ((10, 9, 8), (3, 2, 1)) == (turn.state.outcome.totals, turn.state.outcome.ranks)
    assert [GameEnded(turn.state.outcome)] == turn.told(GameEnded)


@pytest.mark.rule("SU-19")
def test_a_tie_is_a_shared_victory() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41", "70", "80", piles="44 / 1 / 55", scores=((2, 6, 7),), last=True)
    assert turn.state.outcome is not None
    assert (0, 1) == turn.state.outcome.winners
    assert (1, 1, 3) == turn.state.outcome.ranks
