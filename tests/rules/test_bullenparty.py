"""Bullenparty from the deal to the last bid (BP-1 to BP-13, and their rulings)."""

from collections import Counter
from typing import get_args, get_type_hints

import pytest

import nimmt
from nimmt import BadSetup, ExplicitDealer
from nimmt.games.bullenparty import ZERO, Bid, ClaimRow, ExtendRow, PartyRow, ShownBid
from nimmt.games.bullenparty.data import BUFFALO_TABLES, HEADS_TABLES, LETTERS, VALUES, HeadsTable, PartyOptions
from nimmt.games.bullenparty.events import (
    BidCalled,
    BidsRevealed,
    BuffaloJoined,
    CardDrawn,
    RowClaimed,
    ZeroReturned,
)
from tests.party import (
    act,
    answer,
    bid,
    kinds,
    party,
    table_of,
    told,
    view_of,
    why_not,
)

FULL_PAIR = "1 2 3 4 5 +4 | 6 7 8 9 10 +4"
HANDS = "20 30 40 50 60 / 21 31 41 51 61"


# --- The cards -----------------------------------------------------------------------------------


@pytest.mark.rule("BP-1")
@pytest.mark.parametrize("heads", HEADS_TABLES.values(), ids=HEADS_TABLES.keys())
@pytest.mark.parametrize("buffalo", BUFFALO_TABLES.values(), ids=BUFFALO_TABLES.keys())
def test_bp1_the_115_cards(heads: HeadsTable, buffalo: HeadsTable) -> None:
    assert 115 == len(VALUES) + len(LETTERS) + len(buffalo.heads)
    assert tuple(range(1, 101)) == VALUES
    assert 101 == len(heads.heads)
    assert set(range(1, 8)) >= set(heads.heads[1:]) >= {1, 7}
    assert {4, 5, 6, 7} == set(buffalo.heads)


@pytest.mark.rule("Q-BP1")
def test_qbp1_the_substitute_is_the_formula_of_the_base_game() -> None:
    formula = HEADS_TABLES["formula"]
    assert formula.substitute
    assert 167 == sum(formula.heads)
    assert {1: 72, 2: 9, 3: 10, 5: 8, 7: 1} == Counter(formula.heads[1:])
    assert [7, 5, 5, 3, 3, 2, 2, 1] == [formula.heads[card] for card in (55, 11, 99, 10, 100, 5, 95, 53)]


@pytest.mark.rule("Q-BP2", "BP-4")
@pytest.mark.parametrize("name", BUFFALO_TABLES)
def test_qbp2_ten_buffalo_cards_sorted_with_the_lowest_on_top(name: str) -> None:
    state = nimmt.game("bullenparty", players=2, buffalo_table=name).start(1)
    pile = table_of(state).buffalo_pile
    assert 10 == len(pile)
    assert sorted(pile) == list(pile)
    assert name == "-".join(str(pile.count(heads)) for heads in (4, 5, 6, 7))


@pytest.mark.rule("Q-BP2")
def test_qbp2_by_default_the_strictly_falling_distribution() -> None:
    assert (4, 4, 4, 4, 5, 5, 5, 6, 6, 7) == table_of(nimmt.game("bullenparty", players=2).start(1)).buffalo_pile


@pytest.mark.rule("Q-BP1", "Q-BP2")
def test_substitutes_are_labelled_wherever_they_are_shown() -> None:
    described = {option.name: option.description for option in nimmt.spec("bullenparty").options}
    assert all("substitute" in described[name] for name in ("heads_table", "buffalo_table"))
    view = view_of(nimmt.game("bullenparty", players=2, buffalo_table="2-3-3-2").start(1), None)
    assert ("formula", True) == (view.heads_table.name, view.heads_table.substitute)
    assert ("2-3-3-2", True) == (view.buffalo_table.name, view.buffalo_table.substitute)


@pytest.mark.rule("Q-BP1", "Q-BP2")
def test_every_table_can_be_chosen_and_no_other() -> None:
    hints = get_type_hints(PartyOptions)
    assert set(HEADS_TABLES) == set(get_args(hints["heads_table"]))
    assert set(BUFFALO_TABLES) == set(get_args(hints["buffalo_table"]))
    with pytest.raises(BadSetup) as error:
        nimmt.game("bullenparty", players=2, heads_table="printed")
    assert "bad_option" == error.value.code


@pytest.mark.rule("Q-X15", "Q-BP14")
@pytest.mark.parametrize("option", ["last_round", "tie_break"])
def test_qx15_neither_the_last_round_nor_ties_are_an_option(option: str) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game("bullenparty", players=2, **{option: "next"})
    assert "unknown_option" == error.value.code


@pytest.mark.rule("BP-1")
@pytest.mark.parametrize("players", [1, 6])
def test_bp1_for_two_to_five_players(players: int) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game("bullenparty", players=players)
    assert "bad_players" == error.value.code


# --- Setting up ----------------------------------------------------------------------------------


@pytest.mark.rule("BP-2", "BP-3", "BP-5")
@pytest.mark.parametrize(("players", "pile"), [(2, 40), (3, 60), (4, 80), (5, 75)])
def test_bp3_what_is_dealt_and_what_is_left(players: int, pile: int) -> None:
    table = table_of(nimmt.game("bullenparty", players=players).start(8))
    assert [5] * players == [len(hand) for hand in table.hands]
    assert players == len(set(table.zeros))
    assert set(LETTERS) >= set(table.zeros)
    assert {2: 50, 3: 25, 4: 0, 5: 0}[players] == len(table.box)
    assert pile == len(table.draw_pile) + 2 * players
    assert [2] * players == [len(row.cards) for row in table.rows if row]


@pytest.mark.rule("BP-2", "BP-3", "BP-5", "Q-BP3")
def test_bp2_the_shuffled_cards_are_boxed_then_dealt_then_laid_out() -> None:
    dealer = ExplicitDealer({"deal:1": tuple(range(99, -1, -1)), "zeros:1": (3, 1, 0, 2, 4)})
    table = table_of(nimmt.game("bullenparty", players=3).start(dealer))
    assert tuple(range(100, 75, -1)) == table.box
    assert ((71, 72, 73, 74, 75), (66, 67, 68, 69, 70), (61, 62, 63, 64, 65)) == table.hands
    assert ("D", "B", "A") == table.zeros
    assert (PartyRow((60, 59)), PartyRow((58, 57)), PartyRow((56, 55))) == table.rows
    assert tuple(range(54, 0, -1)) == table.draw_pile


@pytest.mark.rule("Q-BP3")
def test_qbp3_the_boxed_cards_are_random_and_seen_by_nobody() -> None:
    game = nimmt.game("bullenparty", players=2)
    boxes = {table_of(game.start(seed)).box for seed in range(5)}
    assert 5 == len(boxes)
    state = game.start(1)
    for seat in (0, 1, None):
        assert not view_of(state, seat).seen & set(table_of(state).box)


# --- Bids ----------------------------------------------------------------------------------------


@pytest.mark.rule("BP-6", "Q-X1")
def test_bp6_bids_are_revealed_together_when_the_last_one_is_given() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91")
    assert (0, 1) == state.to_act
    assert (Bid(ZERO), Bid(20), Bid(30), Bid(40), Bid(50), Bid(60)) == state.legal(0)
    state = act(state, 0, Bid(40))
    assert ((1,), 1) == (state.to_act, state.decision)
    assert (True, False) == view_of(state, 1).sealed
    state = act(state, 0, Bid(30))
    events = told(state, 1, Bid(21))
    assert BidsRevealed((ShownBid(1, 21), ShownBid(0, 30))) == events[1]


@pytest.mark.rule("BP-6")
def test_bp6_only_a_card_of_the_hand() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91")
    assert ("not_in_hand", "BP-6") == why_not(state, 0, Bid(21))
    assert ("not_in_hand", "BP-6") == why_not(state, 0, Bid(-20))
    assert ("wrong_action", "BP-6") == why_not(state, 0, ClaimRow(0))


@pytest.mark.rule("BP-7", "BP-16")
def test_bp7_value_bids_take_rows_the_lowest_first() -> None:
    rows = "24 33 | 17 18 35 49 77 +4 | 11 19"
    state = party(3, rows=rows, hands="13 51 72 44 90 / 85 12 41 68 97 / 36 87 50 66 99", draw_pile="1 2 3")
    state = bid(state, 13, 85, 36)
    assert ("claim", (0,)) == (table_of(state).phase, state.to_act)
    state = answer(state, ClaimRow(1))
    table = table_of(state)
    assert (17, 18, 35, 44, 49, 51, 72, 77, 90) == table.hands[0]
    assert ((4,), (), ()) == table.buffalo
    assert (13,) == table.discards
    assert (2,) == state.to_act
    state = answer(state, ClaimRow(0))
    assert (1,) == state.to_act
    assert (ClaimRow(2),) == state.legal(1)
    state = answer(state, ClaimRow(2))
    assert (13, 36, 85) == table_of(state).discards
    assert (None, None, None) == table_of(state).rows


@pytest.mark.rule("BP-7")
def test_bp7_the_events_say_who_is_next_and_why() -> None:
    state = party(2, rows="1 2 | 3 4 80 81 82 +5", hands=HANDS, draw_pile="90 91")
    events = told(act(state, 0, Bid(30)), 1, Bid(21))
    assert ["BidSealed", "BidsRevealed", "BidCalled"] == kinds(events)
    lowest = events[-1]
    assert isinstance(lowest, BidCalled)
    assert (1, 21, "lowest_bid", (21,)) == (lowest.seat, lowest.card, lowest.reason.code, lowest.reason.numbers)
    claimed, called = told(bid(state, 30, 21), 1, ClaimRow(1))[:2]
    assert RowClaimed(1, 21, 1, (3, 4, 80, 81, 82), 5) == claimed
    assert isinstance(called, BidCalled)
    assert (0, 30, "next_bid", (30,)) == (called.seat, called.card, called.reason.code, called.reason.numbers)


@pytest.mark.rule("BP-7", "BP-5")
def test_bp7_only_a_row_that_is_left() -> None:
    state = answer(bid(party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90"), 20, 21), ClaimRow(1))
    assert ("row_taken", "BP-7") == why_not(state, 1, ClaimRow(1))
    assert ("no_such_row", "BP-5") == why_not(state, 1, ClaimRow(2))
    assert ("no_such_row", "BP-5") == why_not(state, 1, ClaimRow(-1))
    assert ("not_your_turn", "BP-7") == why_not(state, 0, ClaimRow(0))


@pytest.mark.rule("BP-8", "Q-BP4")
def test_bp8_zeros_draw_after_all_values_in_the_order_of_their_letters() -> None:
    state = party(3, rows="1 2 | 3 4 | 5 6", hands=f"{HANDS} / 22 32 42 52 62", letters="DBA", draw_pile="90 91 92")
    state = bid(state, ZERO, 61, ZERO)
    assert ("claim", (1,)) == (table_of(state).phase, state.to_act)
    events = told(state, 1, ClaimRow(0))
    assert ["RowClaimed", "BidCalled", "CardDrawn"] == kinds(events)
    assert CardDrawn(2, 90) == events[-1]
    state = answer(state, ClaimRow(0))
    assert ("extend", (2,), 90) == (table_of(state).phase, state.to_act, view_of(state, None).drawn)
    assert (ExtendRow(1), ExtendRow(2)) == state.legal(2)
    state = answer(state, ExtendRow(2))
    assert ((0,), 91) == (state.to_act, view_of(state, None).drawn)
    state = answer(state, ExtendRow(1))
    assert (None, PartyRow((3, 4, 91)), PartyRow((5, 6, 90))) == table_of(state).rows
    assert view_of(state, None).drawn is None


@pytest.mark.rule("BP-8")
def test_bp8_a_zero_is_never_lost() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91 92")
    state = answer(bid(state, ZERO, 21), ClaimRow(0), ExtendRow(1))
    assert ("bid", (0,)) == (table_of(state).phase, state.to_act)
    assert Bid(ZERO) in state.legal(0)
    assert 5 == len(table_of(state).hands[0])
    called = told(act(party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90"), 0, Bid(ZERO)), 1, Bid(ZERO))[2]
    assert isinstance(called, BidCalled)
    assert (0, "first_letter", (1,)) == (called.seat, called.reason.code, called.reason.numbers)


@pytest.mark.rule("BP-9")
def test_bp9_a_full_row_cannot_be_extended() -> None:
    state = party(2, rows="1 2 3 4 5 +4 | 6 7", hands=HANDS, draw_pile="90 91")
    state = bid(state, ZERO, ZERO)
    assert (ExtendRow(1),) == state.legal(0)
    assert ("row_full", "BP-9") == why_not(state, 0, ExtendRow(0))
    assert ("no_such_row", "BP-5") == why_not(state, 0, ExtendRow(7))


@pytest.mark.rule("BP-9", "BP-8")
def test_bp9_a_row_that_is_taken_cannot_be_extended() -> None:
    state = answer(bid(party(2, rows="1 2 | 6 7", hands=HANDS, draw_pile="90 91"), ZERO, 21), ClaimRow(0))
    assert ("row_taken", "BP-7") == why_not(state, 0, ExtendRow(0))


@pytest.mark.rule("BP-9", "Q-BP5b")
def test_qbp5b_when_the_first_zero_fills_the_last_gap_the_second_draws_nothing() -> None:
    state = party(2, rows="1 2 3 4 5 +4 | 6 7 8 9", hands=HANDS, draw_pile="90 91")
    state = bid(state, ZERO, ZERO)
    events = told(state, 0, ExtendRow(1))
    assert ["RowExtended", "BuffaloJoined", "BidCalled", "ZeroReturned"] == kinds(events)
    returned = events[-1]
    assert isinstance(returned, ZeroReturned)
    assert (1, "rows_full") == (returned.seat, returned.reason.code)
    state = answer(state, ExtendRow(1))
    assert (91,) == table_of(state).draw_pile
    assert ("bid", (0, 1)) == (table_of(state).phase, state.to_act)


@pytest.mark.rule("BP-10")
def test_bp10_the_fifth_card_brings_the_top_buffalo_card() -> None:
    state = party(2, rows="1 2 3 4 | 6 7 8", hands=HANDS, draw_pile="90 91 92", buffalo_pile="5 6")
    state = bid(state, ZERO, ZERO)
    joined = told(state, 0, ExtendRow(0))[1]
    assert isinstance(joined, BuffaloJoined)
    assert (0, 5, "fifth_card", (90, 1)) == (joined.row, joined.heads, joined.reason.code, joined.reason.numbers)
    state = answer(state, ExtendRow(0), ExtendRow(1))
    assert (PartyRow((1, 2, 3, 4, 90), 5), PartyRow((6, 7, 8, 91))) == table_of(state).rows
    assert (6,) == table_of(state).buffalo_pile


@pytest.mark.rule("BP-10", "Q-BP5", "BP-13")
def test_qbp5_without_buffalo_cards_a_full_row_is_full_all_the_same() -> None:
    state = party(2, rows="1 2 3 4 5 | 6 7 8 9", hands=HANDS, draw_pile="90 91 92", buffalo_pile="")
    state = answer(bid(state, ZERO, ZERO), ExtendRow(1))
    assert (PartyRow((1, 2, 3, 4, 5)), PartyRow((6, 7, 8, 9, 90))) == table_of(state).rows
    assert ("rows_full", "BP-13") == why_not(state, 0, Bid(ZERO))


@pytest.mark.rule("BP-11", "Q-BP17", "BP-7")
def test_bp11_those_who_bid_zero_bid_again_and_the_others_are_out() -> None:
    state = party(3, rows="1 2 | 3 4 | 5 6", hands=f"{HANDS} / 22 32 42 52 62", draw_pile="90 91 92")
    state = answer(bid(state, ZERO, 21, ZERO), ClaimRow(0), ExtendRow(1), ExtendRow(2))
    assert ("bid", (0, 2)) == (table_of(state).phase, state.to_act)
    assert () == state.legal(1)
    assert ("out_of_round", "BP-7") == why_not(state, 1, Bid(31))
    assert 2 == sum(row is not None for row in table_of(state).rows)


@pytest.mark.rule("BP-11")
def test_bp11_without_a_zero_there_is_no_other_bid() -> None:
    state = answer(bid(party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90"), 20, 21), ClaimRow(0), ClaimRow(1))
    assert "lay" == table_of(state).phase


@pytest.mark.rule("BP-12", "BP-13", "Q-BP17")
def test_bp12_the_last_player_may_bid_zero_until_the_row_is_full() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91 92 93")
    state = answer(bid(state, 20, ZERO), ClaimRow(0), ExtendRow(1))
    for card in (91, 92):
        state = bid(state, ZERO)
        assert card == view_of(state, 1).drawn
        state = answer(state, ExtendRow(1))
    assert (None, PartyRow((3, 4, 90, 91, 92), 4)) == table_of(state).rows
    assert ("rows_full", "BP-13") == why_not(state, 1, Bid(ZERO))


@pytest.mark.rule("BP-12")
def test_bp12_the_last_player_may_take_the_row_at_any_length() -> None:
    state = answer(bid(party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91"), 20, ZERO), ClaimRow(0), ExtendRow(1))
    state = answer(bid(state, 61), ClaimRow(1))
    assert (3, 4, 21, 31, 41, 51, 90) == table_of(state).hands[1]


@pytest.mark.rule("BP-13")
def test_bp13_where_all_rows_are_full_a_value_must_be_bid() -> None:
    state = party(2, rows=FULL_PAIR, hands=HANDS, draw_pile="90 91 92")
    assert ("rows_full", "BP-13") == why_not(state, 0, Bid(ZERO))
    assert (Bid(20), Bid(30), Bid(40), Bid(50), Bid(60)) == state.legal(0)


@pytest.mark.rule("Q-BP16")
def test_qbp16_bids_are_never_equal() -> None:
    orders = [ShownBid(0, card).order for card in VALUES] + [ShownBid(0, ZERO, letter).order for letter in LETTERS]
    assert 105 == len(set(orders))
    assert sorted(orders) == orders
