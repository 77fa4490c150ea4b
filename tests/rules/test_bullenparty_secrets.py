"""Bullenparty's secrets: what each seat sees, what it is told, and what samples make of it (Q-BP18, Q-X1)."""

from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import Action, Recorder, SeededDealer, State, seen_by, to_json
from nimmt.games.bullenparty import ZERO, Bid, ClaimRow, Done, ExtendRow, LayCard, PartyTable, TakeCardBack
from nimmt.games.bullenparty.events import (
    BidSealed,
    LayDownDone,
    ZeroDealt,
)
from tests.party import act, answer, bid, lay, party, shuffles, table_of, told, view_of

HANDS = "20 30 40 50 60 / 21 31 41 51 61"
LAYING: dict[str, Any] = {
    "rows": "- | -",
    "hands": "5 20 22 24 45 60 81 / 6 21 31 41 51 61 71",
    "draw_pile": "90 91 92 93",
}


# --- What is shown -------------------------------------------------------------------------------


@pytest.mark.rule("Q-BP18")
def test_qbp18_hands_are_secret() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90")
    assert (20, 30, 40, 50, 60) == view_of(state, 0).hand
    assert () == view_of(state, None).hand
    for seat, others in ((0, {21, 31, 41, 51, 61, 90}), (1, {20, 30, 40, 50, 60, 90})):
        assert not view_of(state, seat).seen & others
        assert (5, 5) == view_of(state, seat).cards_left


@pytest.mark.rule("Q-BP18", "BP-2")
def test_qbp18_a_letter_is_secret_until_it_is_first_used() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, letters="EC", draw_pile="90 91 92")
    assert ("E", None) == (view_of(state, 0).letter, view_of(state, None).letter)
    assert (None, None) == view_of(state, 0).letters == view_of(state, 1).letters
    state = answer(bid(state, ZERO, 21), ClaimRow(0), ExtendRow(1))
    assert ("E", None) == view_of(state, 1).letters
    assert (ZeroDealt(0, None), ZeroDealt(1, "C")) == seen_by((ZeroDealt(0, "E"), ZeroDealt(1, "C")), 1)


@pytest.mark.rule("Q-BP18", "BP-7")
def test_qbp18_cards_taken_from_a_row_are_known_until_they_are_bid_or_laid() -> None:
    state = party(2, rows="1 22 70 | 3 4", hands=HANDS, draw_pile="90 91 92 93 94 95 96 97")
    state = answer(bid(state, 20, 21), ClaimRow(0), ClaimRow(1))
    assert ((1, 22, 70), (3, 4)) == view_of(state, None).known
    state = lay(lay(state, 0, (1, None), (30, 0)), 1, (31, None))
    assert ((22, 70), (3, 4)) == view_of(state, None).known
    state = bid(state, 70, 3)
    assert ((22,), (4,)) == view_of(state, None).known


@pytest.mark.rule("Q-BP18", "Q-BP9")
def test_qbp18_rows_piles_buffalo_and_discards_are_public() -> None:
    rows = "1 2 3 4 5 +4 | 6 7"
    state = party(2, rows=rows, hands=HANDS, piles="70 71 / 72, 73", won="5 / ", draw_pile="90", discards="80 81")
    view = view_of(state, None)
    assert table_of(state).rows == view.rows
    assert (((70, 71),), ((72,), (73,))) == view.piles
    assert ((5,), ()) == view.buffalo
    assert (80, 81) == view.discards
    assert 1 == view.draw_left
    assert () == view.rebuilt


@pytest.mark.rule("BP-6", "Q-X1")
def test_bp6_others_learn_that_a_bid_is_sealed_and_nothing_else() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90")
    first = told(state, 0, Bid(40))
    again = told(act(state, 0, Bid(40)), 0, Bid(ZERO))
    assert (BidSealed(0, 40, False),) == seen_by(first, 0)
    assert (BidSealed(0, None, False),) == seen_by(first, 1) == seen_by(first, None)
    assert (BidSealed(0, ZERO, True),) == seen_by(again, 0)
    assert () == seen_by(again, 1) == seen_by(again, None)
    assert Bid(40) == view_of(act(state, 0, Bid(40)), 0).choice
    assert view_of(act(state, 0, Bid(40)), 1) == view_of(act(state, 0, Bid(40), Bid(ZERO)), 1)


@pytest.mark.rule("Q-BP9", "Q-X1")
def test_qbp9_nobody_sees_a_lay_down_before_all_are_done() -> None:
    state = party(2, **LAYING)
    steps = (LayCard(5, None), LayCard(20, 0), TakeCardBack(), LayCard(22, None))
    before = [to_json(state.view(seat)) for seat in (1, None)]
    for step in steps:
        assert () == seen_by(told(state, 0, step), 1) == seen_by(told(state, 0, step), None)
        assert 1 == len(seen_by(told(state, 0, step), 0))
        state = act(state, 0, step)
        assert before == [to_json(state.view(seat)) for seat in (1, None)]
    assert (LayCard(5, None), LayCard(22, None)) == view_of(state, 0).laid
    assert (20, 24, 45, 60, 81) == view_of(state, 0).hand
    assert ((5,), (22,)) == view_of(state, 0).own_piles
    assert (LayDownDone(0),) == seen_by(told(state, 0, Done()), 1)
    done = act(state, 0, Done())
    assert (1,) == view_of(done, None).to_act
    assert (7, 7) == view_of(done, 1).cards_left
    assert () == view_of(done, 1).laid


@pytest.mark.rule("Q-X1")
def test_qx1_nothing_tells_afterwards_who_was_done_last() -> None:
    state = party(2, **LAYING)
    plans = {0: ((5, None), (20, 0)), 1: ((6, None), (21, 0))}
    one = lay(lay(state, 0, *plans[0]), 1, *plans[1])
    other = lay(lay(state, 1, *plans[1]), 0, *plans[0])
    assert one == other


# --- Records -------------------------------------------------------------------------------------


@pytest.mark.rule("Q-X1")
def test_qx1_a_record_knows_neither_taken_back_cards_nor_changed_bids_nor_the_order() -> None:
    game = nimmt.game("bullenparty", players=2)
    plain, fussy = (Recorder(game, SeededDealer.of(4)) for _ in range(2))
    first, second = view_of(plain.state, 0).hand, view_of(plain.state, 1).hand
    for seat, card in ((0, first[0]), (1, second[0])):
        plain.step(seat, Bid(card))
    for seat, card in ((1, second[4]), (1, ZERO), (1, second[0]), (0, first[0])):
        fussy.step(seat, Bid(card))
    for recorder in (plain, fussy):
        for row in (0, 1):
            recorder.step(recorder.state.to_act[0], ClaimRow(row))
    plans = {seat: [LayCard(view_of(plain.state, seat).hand[2]), Done()] for seat in (0, 1)}
    for seat in (0, 1):
        for action in plans[seat]:
            plain.step(seat, action)
    for seat in (1, 0):
        detour: list[Action] = [LayCard(view_of(fussy.state, seat).hand[5]), TakeCardBack()]
        for action in [*detour, *detour, *plans[seat]]:
            fussy.step(seat, action)
    assert plain.state == fussy.state
    assert plain.record() == fussy.record()
    assert plain.state == nimmt.verify(nimmt.read_record(nimmt.write_record(fussy.record())))


@pytest.mark.rule("Q-X1")
def test_qx1_a_record_in_the_middle_of_a_lay_down_can_be_taken_up() -> None:
    game = nimmt.game("bullenparty", players=2)
    recorder = Recorder(game, SeededDealer.of(4))
    for seat in (0, 1):
        recorder.step(seat, Bid(view_of(recorder.state, seat).hand[0]))
    for row in (0, 1):
        recorder.step(recorder.state.to_act[0], ClaimRow(row))
    hand = view_of(recorder.state, 1).hand
    for action in (LayCard(hand[3]), TakeCardBack(), LayCard(hand[0])):
        recorder.step(1, action)
    resumed = nimmt.resume(recorder.record())
    assert recorder.state == resumed.state
    assert (LayCard(hand[0]),) == view_of(resumed.state, 1).laid


# --- Samples -------------------------------------------------------------------------------------


def samples(state: State, seat: int | None, count: int = 40) -> list[PartyTable]:
    return [table_of(state.game.sample(state.view(seat), Random(number))) for number in range(count)]


@pytest.mark.rule("Q-BP18")
def test_a_sample_deals_unseen_cards_to_hands_pile_and_box() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90 91")
    tables = samples(state, 0)
    unseen = set(range(5, 101)) - {20, 30, 40, 50, 60}
    for place in ("hands", "draw_pile", "box"):
        found = {card for table in tables for card in (table.hands[1] if place == "hands" else getattr(table, place))}
        assert found <= unseen
        assert len(found) > 30
    assert {(20, 30, 40, 50, 60)} == {table.hands[0] for table in tables}
    assert {2} == {len(table.draw_pile) for table in tables}


@pytest.mark.rule("Q-BP18")
def test_a_sample_keeps_known_cards_in_their_hands_and_shown_letters_with_their_seats() -> None:
    state = party(3, rows="1 2 | 3 4 | 5 6", hands=f"{HANDS} / 22 32 42 52 62", letters="ECA", draw_pile="90 91 92 93")
    state = answer(bid(state, ZERO, 21, 22), ClaimRow(0), ClaimRow(2), ExtendRow(1))
    tables = samples(state, 2)
    assert all({1, 2} <= set(table.hands[1]) for table in tables)
    assert {"E"} == {table.zeros[0] for table in tables}
    assert {"B", "C", "D"} == {table.zeros[1] for table in tables}
    assert {"A"} == {table.zeros[2] for table in tables}


@pytest.mark.rule("Q-BP8", "Q-BP18")
def test_a_sample_of_a_rebuilt_pile_holds_the_discards_in_any_order() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90", discards="11 12 13", dealer=shuffles((1, 0, 2)))
    state = answer(bid(state, ZERO, ZERO), ExtendRow(0))
    assert (12, (11, 13)) == (view_of(state, 0).drawn, view_of(state, 0).rebuilt)
    assert {(11, 13), (13, 11)} == {table.draw_pile for table in samples(state, 0)}


@pytest.mark.rule("Q-X1", "Q-BP9")
def test_a_sample_lets_others_have_laid_some_cards_and_those_who_are_done_all() -> None:
    hands = f"{LAYING['hands']} / 7 8 9 10 11 12 14"
    state = lay(party(3, rows="- | - | -", hands=hands, draw_pile="90 91 92 93 94 95 96"), 1, (6, None), (21, 0))
    tables = samples(state, 0)
    assert {()} == {table.lays[0] for table in tables}
    assert {2} == {len(table.lays[1]) for table in tables}
    assert {0, 1, 2} == {len(table.lays[2]) for table in tables}
    assert len({table.lays[1] for table in tables}) > 10


@pytest.mark.rule("BP-6", "BP-13")
def test_a_sample_seals_bids_that_could_have_been_sealed() -> None:
    rows = "1 2 | 3 4"
    state = act(party(2, rows=rows, hands=HANDS, draw_pile="90"), 1, Bid(61))
    tables = samples(state, 0)
    assert all(table.choices[1] in [Bid(card) for card in (ZERO, *table.hands[1])] for table in tables)
    assert Bid(ZERO) in [table.choices[1] for table in tables]
    full = act(party(2, rows="1 2 3 4 5 | 6 7 8 9 10", hands=HANDS, draw_pile="90"), 1, Bid(61))
    assert Bid(ZERO) not in [table.choices[1] for table in samples(full, 0)]
