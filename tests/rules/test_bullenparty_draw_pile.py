"""Bullenparty's draw pile, and what happens when it runs out (BP-17, BP-18, and their rulings)."""

import pytest

from nimmt.games.bullenparty import ZERO, Bid, ClaimRow, ExtendRow, PartyRow
from nimmt.games.bullenparty.events import (
    CardDrawn,
    DiscardsShuffled,
    LastRoundBegan,
    ZeroReturned,
)
from tests.party import (
    answer,
    bid,
    kinds,
    lay_as_by_default,
    party,
    shuffles,
    table_of,
    told,
    view_of,
    why_not,
)

HANDS = "20 30 40 50 60 / 21 31 41 51 61"
LAYING = {"rows": "- | -", "hands": "20 30 40 50 60 70 / 21 31 41 51 61 71"}


@pytest.mark.rule("BP-17", "BP-5")
def test_bp17_after_the_lay_down_new_rows_are_opened() -> None:
    state = lay_as_by_default(party(2, **LAYING, draw_pile="90 91 92 93 94 95", round=3))
    table = table_of(state)
    assert (4, "bid", (0, 1)) == (table.round, table.phase, state.to_act)
    assert (PartyRow((90, 91)), PartyRow((92, 93))) == table.rows
    assert (94, 95) == table.draw_pile
    assert [5, 5] == [len(hand) for hand in table.hands]
    assert not table.last_round


@pytest.mark.rule("BP-18", "Q-BP6", "Q-BP8")
def test_qbp6_the_pile_runs_out_while_rows_are_laid_out() -> None:
    state = party(2, **LAYING, draw_pile="90", discards="11 12 13 14", dealer=shuffles((3, 0, 2, 1)))
    state = lay_as_by_default(state)
    opened = ["LastRoundBegan", "DiscardsShuffled", "RowsOpened"]
    assert ["PilesShown", "RoundEnded", "RoundStarted", *opened] == kinds(state.last)
    assert DiscardsShuffled((11, 12, 13, 14)) == state.last[-2]
    table = table_of(state)
    assert (PartyRow((90, 14)), PartyRow((11, 13))) == table.rows
    assert ((12,), ()) == (table.draw_pile, table.discards)
    assert table.last_round
    assert view_of(state, None).last_round
    assert (12,) == view_of(state, None).rebuilt


@pytest.mark.rule("BP-18", "Q-BP6")
def test_qbp6_the_pile_runs_out_exactly_when_the_rows_are_laid_out() -> None:
    state = lay_as_by_default(party(2, **LAYING, draw_pile="90 91 92 93", discards="11 12"))
    table = table_of(state)
    assert ((), (11, 12), True) == (table.draw_pile, table.discards, table.last_round)
    assert LastRoundBegan(2) in state.last
    state = lay_as_by_default(answer(bid(state, *(hand[0] for hand in table.hands)), ClaimRow(0), ClaimRow(1)))
    assert state.outcome is not None


@pytest.mark.rule("BP-18", "Q-BP6", "Q-BP8")
def test_qbp6_the_pile_runs_out_with_an_extension_and_the_next_one_comes_from_the_discards() -> None:
    state = party(2, rows="1 2 | 3 4", hands=HANDS, draw_pile="90", discards="11 12", dealer=shuffles((2, 0, 1)))
    assert not table_of(state).last_round
    state = bid(state, ZERO, 31)
    assert ["RowClaimed", "BidCalled", "LastRoundBegan", "CardDrawn"] == kinds(told(state, 1, ClaimRow(0)))
    state = answer(state, ClaimRow(0))
    assert table_of(state).last_round
    state = answer(state, ExtendRow(1))
    assert not table_of(state).reshuffles
    state = bid(state, ZERO)
    assert 31 == table_of(state).drawn  # this round's discarded bid is shuffled too
    assert [DiscardsShuffled((11, 12, 31)), CardDrawn(0, 31)] == list(state.last[-2:])
    assert ((11, 12), ()) == (table_of(state).draw_pile, table_of(state).discards)


@pytest.mark.rule("BP-18", "Q-BP6")
def test_qbp6_the_pile_runs_out_with_the_very_last_extension() -> None:
    state = party(2, rows="- | 3 4 5 6", hands="20 30 40 50 60 70 / 21 31 41 51 61", draw_pile="90", discards="11")
    state = answer(bid(state, ZERO), ExtendRow(1))
    assert table_of(state).last_round
    state = answer(bid(state, 61), ClaimRow(1))
    assert (0, 1) == state.to_act
    assert 6 == table_of(state).to_lay(0)
    assert 9 == table_of(state).to_lay(1)
    assert lay_as_by_default(state).outcome is not None


@pytest.mark.rule("Q-BP8")
def test_qbp8_discards_are_shuffled_again_as_often_as_needed() -> None:
    state = party(
        3,
        rows="1 2 | 3 4 | 5 6",
        hands=f"{HANDS} / 22 32 42 52 62",
        draw_pile="90",
        discards="11",
        dealer=shuffles((1, 0), (0,)),
    )
    state = answer(bid(state, ZERO, 31, ZERO), ClaimRow(0), ExtendRow(1), ExtendRow(2))
    assert ((11,), 1) == (table_of(state).draw_pile, table_of(state).reshuffles)
    state = answer(bid(state, ZERO, 22), ClaimRow(1), ExtendRow(2))
    assert ((), (22,)) == (table_of(state).draw_pile, table_of(state).discards)
    state = bid(state, ZERO)
    assert (22, 2) == (table_of(state).drawn, table_of(state).reshuffles)
    assert DiscardsShuffled((22,)) in state.last


@pytest.mark.rule("Q-BP8")
def test_qbp8_laid_cards_never_return() -> None:
    rows, piles = "1 2 | 3 4", "70 71 / 72"
    state = party(2, rows=rows, hands=HANDS, piles=piles, draw_pile="90", discards="11", dealer=shuffles((0,)))
    state = answer(bid(state, ZERO, ZERO), ExtendRow(0))
    assert 11 == table_of(state).drawn
    assert (((70, 71),), ((72,),)) == table_of(state).piles


@pytest.mark.rule("Q-BP7", "Q-X16")
def test_qx16_with_pile_and_discards_empty_nobody_may_bid_zero() -> None:
    state = party(5, rows="1 2 | 3 4 | 5 6 | 7 8 | 9 10", hands=f"{HANDS} / 22 32 / 23 33 / 24 34")
    for seat in range(5):
        assert ("nothing_to_draw", "Q-X16") == why_not(state, seat, Bid(ZERO))
        assert 2 <= len(state.legal(seat)) <= 5


@pytest.mark.rule("Q-BP7", "Q-X16")
def test_qx16_when_the_cards_run_out_during_a_bid_later_zeros_draw_nothing() -> None:
    state = party(5, rows="1 2 | 3 4 | 5 6 | 7 8 | 9 10", hands=f"{HANDS} / 22 32 / 23 33 / 24 34", draw_pile="90")
    state = bid(state, *[ZERO] * 5)
    events = told(state, 0, ExtendRow(0))
    returned = [event for event in events if isinstance(event, ZeroReturned)]
    assert [(1, "nothing_to_draw"), (2, "nothing_to_draw")] == [(e.seat, e.reason.code) for e in returned][:2]
    assert [1, 2, 3, 4] == [event.seat for event in returned]
    state = answer(state, ExtendRow(0))
    assert ("bid", (0, 1, 2, 3, 4)) == (table_of(state).phase, state.to_act)
    assert ("nothing_to_draw", "Q-X16") == why_not(state, 4, Bid(ZERO))
