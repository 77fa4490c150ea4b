"""Bullenparty's lay-down, its score and its end (BP-14 to BP-16, BP-19, BP-20, and their rulings)."""

import pytest

from nimmt import IllegalAction, State
from nimmt.events import GameEnded, RoundEnded
from nimmt.games.bullenparty import ZERO, Bid, ClaimRow, Done, ExtendRow, LayCard, TakeCardBack, Tally, tally
from nimmt.games.bullenparty.data import HEADS_TABLES
from nimmt.games.bullenparty.events import (
    BidCalled,
    BidsRevealed,
    CardLaid,
    CardTakenBack,
    LayDownDone,
    LayDownOpened,
    PilesCounted,
    PilesShown,
)
from tests.party import act, answer, bid, kinds, lay, lay_as_by_default, party, table_of, told, view_of, why_not

HEADS = HEADS_TABLES["formula"].heads
DRAW_PILE = "50 51 52 53 54"


def laying(**table: str) -> State:
    """Two seats lay down two cards each; seat 0 has the piles 13 and 40 80, seat 1 none."""
    given = {"rows": "- | -", "hands": "5 20 22 24 45 60 81 / 6 21 31 41 51 61 71", "piles": "13, 40 80 / "}
    return party(2, **{**given, "draw_pile": "90 91 92 93 94", **table})


# --- The books' examples -------------------------------------------------------------------------


@pytest.mark.rule("BP-14", "BP-15", "BP-7")
def test_bp_e1_olivier_lays_two_cards_on_his_pile() -> None:
    state = party(2, rows="22 24 60 | 1 3", hands="20 37 45 70 81 / 88 89 90 91 92", piles="13 / ", draw_pile=DRAW_PILE)
    state = answer(bid(state, 37, 88), ClaimRow(0), ClaimRow(1))
    state = lay(lay(state, 0, (20, 0), (22, 0)), 1, (1, None))
    assert ((13, 20, 22),) == table_of(state).piles[0]
    assert (24, 45, 60, 70, 81) == table_of(state).hands[0]


@pytest.mark.rule("BP-14", "BP-15", "BP-7")
def test_bp_e2_olivier_opens_a_second_pile() -> None:
    hands = "24 60 45 70 81 / 88 89 90 91 92"
    state = party(2, rows="2 4 18 | 1 3", hands=hands, piles="13 20 22 / ", draw_pile=DRAW_PILE)
    state = answer(bid(state, 24, 88), ClaimRow(0), ClaimRow(1))
    state = lay(lay(state, 0, (4, None), (18, 1)), 1, (1, None))
    assert ((13, 20, 22), (4, 18)) == table_of(state).piles[0]
    assert (2, 45, 60, 70, 81) == table_of(state).hands[0]


@pytest.mark.rule("BP-7", "BP-13", "BP-14", "BP-15", "BP-16", "Q-BP10")
def test_bp_e3_adam_christophe_and_bernard_take_five_cards_each() -> None:
    state = party(
        3,
        rows="17 18 35 49 77 +4 | 24 33 3 75 94 +4 | 11 19 55 63 93 +5",
        hands="13 51 72 44 90 / 85 12 41 68 97 / 36 87 50 66 99",
        piles="7 23 / 14 31 / 8, 80 86",
        draw_pile="1 2 4 5 6 9 10",
    )
    adam, bernard, christophe = 0, 1, 2
    assert ("rows_full", "BP-13") == why_not(state, adam, Bid(ZERO))
    state = bid(state, 13, 85, 36)
    assert (adam,) == state.to_act
    state = act(state, adam, ClaimRow(1))
    assert (christophe,) == state.to_act
    state = act(state, christophe, ClaimRow(2))
    state = act(state, bernard, ClaimRow(0))
    state = lay(state, adam, (24, 0), (33, 0), (51, None), (72, 1))
    state = lay(state, christophe, (11, 0), (19, 0), (87, 1), (93, 1))
    state = lay(state, bernard, (17, None), (18, 1), (35, 1), (49, 0))
    table = table_of(state)
    assert ((7, 23, 24, 33), (51, 72)) == table.piles[adam]
    assert ((14, 31, 49), (17, 18, 35)) == table.piles[bernard]
    assert ((8, 11, 19), (80, 86, 87, 93)) == table.piles[christophe]
    assert ((3, 44, 75, 90, 94), (12, 41, 68, 77, 97), (50, 55, 63, 66, 99)) == table.hands
    assert ((4,), (4,), (5,)) == table.buffalo


# --- Laying down ---------------------------------------------------------------------------------


@pytest.mark.rule("BP-14", "Q-BP12")
@pytest.mark.parametrize("extensions", [1, 2, 3])
def test_bp14_whoever_took_k_cards_lays_one_fewer(extensions: int) -> None:
    state = party(2, rows="1 2 | 3 4", hands="20 30 40 50 60 / 21 31 41 51 61", draw_pile="90 91 92 93 94")
    state = answer(bid(state, 20, ZERO), ClaimRow(0), ExtendRow(1))
    for _ in range(extensions - 1):
        state = answer(bid(state, ZERO), ExtendRow(1))
    state = answer(bid(state, 21), ClaimRow(1))
    opened = next(event for event in state.last if isinstance(event, LayDownOpened))
    assert (2 - 1, 2 + extensions - 1) == opened.counts


@pytest.mark.rule("BP-14", "Q-BP12")
def test_qbp12_exactly_five_cards_stay() -> None:
    state = laying()
    assert ("too_few_laid", "BP-14") == why_not(state, 0, Done())
    state = act(state, 0, LayCard(20, 0))
    assert ("too_few_laid", "BP-14") == why_not(state, 0, Done())
    state = act(state, 0, LayCard(22, 0))
    assert ("enough_laid", "Q-BP12") == why_not(state, 0, LayCard(24, 0))
    assert (TakeCardBack(), Done()) == state.legal(0)
    assert ("not_in_hand", "BP-14") == why_not(state, 0, LayCard(22, None))


@pytest.mark.rule("BP-14")
def test_bp14_cards_from_row_and_hand_are_interchangeable() -> None:
    state = party(2, rows="22 24 | 1 3", hands="20 37 45 70 81 / 88 89 90 91 92", draw_pile="50 51")
    state = answer(bid(state, 37, 88), ClaimRow(0), ClaimRow(1))
    assert {LayCard(card, None) for card in (20, 22, 24, 45, 70, 81)} == set(state.legal(0))


@pytest.mark.rule("BP-15", "Q-BP11")
def test_bp15_a_card_is_laid_on_a_lower_top_only() -> None:
    state = laying()
    assert ("not_higher", "BP-15") == why_not(state, 0, LayCard(5, 0))
    assert ("not_higher", "BP-15") == why_not(state, 0, LayCard(45, 1))  # between 40 and 80, but not on top
    assert {LayCard(81, 0), LayCard(81, 1), LayCard(81, None)} <= set(state.legal(0))
    assert {LayCard(5, None)} == {step for step in state.legal(0) if isinstance(step, LayCard) and step.card == 5}


@pytest.mark.rule("BP-15")
def test_bp15_there_must_be_such_a_pile() -> None:
    state = laying()
    assert ("no_such_pile", "BP-15") == why_not(state, 0, LayCard(20, 2))
    assert ("no_such_pile", "BP-15") == why_not(state, 0, LayCard(20, -1))
    assert ("not_in_hand", "BP-14") == why_not(state, 0, LayCard(21, 0))
    assert ("wrong_action", "BP-14") == why_not(state, 0, ClaimRow(0))


@pytest.mark.rule("BP-15", "Q-BP10", "Q-BP11")
def test_qbp10_a_new_pile_is_always_allowed_and_can_be_built_upon_at_once() -> None:
    state = lay(laying(), 0, (20, None), (22, 2))
    assert ((13,), (40, 80)) == table_of(state).piles[0]
    state = lay(state, 1, (6, None), (21, None))
    assert (((13,), (40, 80), (20, 22)), ((6,), (21,))) == table_of(state).piles


@pytest.mark.rule("BP-15", "Q-BP10")
@pytest.mark.parametrize(
    ("step", "pile", "code", "numbers"),
    [
        (LayCard(20, 0), 0, "higher_than_top", (13, 7)),
        (LayCard(81, 1), 1, "higher_than_top", (80, 1)),
        (LayCard(5, None), 2, "new_pile_needed", (13,)),
        (LayCard(20, None), 2, "new_pile_chosen", (13,)),
    ],
)
def test_bp15_the_reason_says_why_the_card_lies_there(
    step: LayCard, pile: int, code: str, numbers: tuple[int, ...]
) -> None:
    laid = told(laying(), 0, step)[0]
    assert isinstance(laid, CardLaid)
    assert (0, step.card, pile, code, numbers) == (
        laid.seat,
        laid.card,
        laid.pile,
        laid.reason.code,
        laid.reason.numbers,
    )


@pytest.mark.rule("Q-X1")
def test_qx1_the_last_card_laid_may_be_taken_back_until_done() -> None:
    state = laying()
    assert ("nothing_laid", "Q-X1") == why_not(state, 0, TakeCardBack())
    after = act(state, 0, LayCard(5, None), LayCard(20, 2))
    assert (CardTakenBack(0, 20, 2),) == told(after, 0, TakeCardBack())
    after = act(after, 0, TakeCardBack())
    assert act(state, 0, LayCard(5, None)) == after
    assert (CardTakenBack(0, 5, 2),) == told(after, 0, TakeCardBack())
    assert state == act(after, 0, TakeCardBack())


@pytest.mark.rule("Q-X1")
def test_qx1_done_is_final() -> None:
    state = lay(laying(), 0, (20, 0), (22, 0))
    assert (1,) == state.to_act
    assert () == state.legal(0)
    assert ("already_done", "Q-X1") == why_not(state, 0, TakeCardBack())
    with pytest.raises(IllegalAction):
        state.step(0, LayCard(24, 0))


@pytest.mark.rule("Q-BP9", "Q-X1")
def test_qbp9_everybody_lays_at_once_and_shows_at_once() -> None:
    state = laying()
    assert (0, 1) == state.to_act
    number = state.decision
    state = lay(act(state, 1, LayCard(6, None)), 0, (20, 0), (22, 0))
    assert number == state.decision
    assert (((13,), (40, 80)), ()) == view_of(state, 1).piles == view_of(state, None).piles
    state = act(state, 1, LayCard(21, 0))
    events = told(state, 1, Done())
    assert (LayDownDone(1), PilesShown(((20, 22), (6, 21)), (((13, 20, 22), (40, 80)), ((6, 21),)))) == events[:2]
    state = act(state, 1, Done())
    assert number + 1 == state.decision
    assert (((13, 20, 22), (40, 80)), ((6, 21),)) == view_of(state, None).piles


# --- The end -------------------------------------------------------------------------------------


@pytest.mark.rule("BP-19", "Q-BP13")
def test_bp19_in_the_last_round_everything_is_laid_in_one_go() -> None:
    state = laying(draw_pile="", discards="90 91")
    assert 7 == table_of(state).to_lay(0)
    state = act(state, 0, LayCard(5, None), *(LayCard(card, 0) for card in (20, 22, 24, 45, 60)))
    assert ("too_few_laid", "BP-19") == why_not(state, 0, Done())
    state = act(state, 0, LayCard(81, 0), Done())
    state = lay(state, 1, (6, None), *((card, 0) for card in (21, 31, 41, 51, 61, 71)))
    assert ((), ()) == table_of(state).hands
    assert (((13, 20, 22, 24, 45, 60, 81), (40, 80), (5,)), ((6, 21, 31, 41, 51, 61, 71),)) == table_of(state).piles
    assert "over" == table_of(state).phase
    assert state.outcome is not None
    assert ["PilesShown", "RoundEnded", "PilesCounted", "GameEnded"] == kinds(state.last)


@pytest.mark.rule("BP-20", "BP-16")
def test_bp20_the_best_pile_and_the_buffalo_cards_less_all_other_piles() -> None:
    fourteen, six, three = (55, 66, 75), (77, 91), (90,)
    assert [14, 6, 3] == [sum(HEADS[card] for card in pile) for pile in (fourteen, six, three)]
    assert Tally(14, 9, 9) == tally((six, fourteen, three), (4, 5), HEADS)
    assert 14 == Tally(14, 9, 9).score


@pytest.mark.rule("BP-20", "Q-BP15")
def test_qbp15_of_two_equal_piles_one_counts_for_and_one_against() -> None:
    eight, also_eight = (11, 20), (22, 30)
    assert [8, 8] == [sum(HEADS[card] for card in pile) for pile in (eight, also_eight)]
    assert 0 == tally((eight, also_eight), (), HEADS).score
    assert Tally(8, 0, 16) == tally((eight, also_eight, (33, 40)), (), HEADS)


@pytest.mark.rule("BP-20", "Q-BP19")
def test_qbp19_a_score_may_be_negative() -> None:
    assert -3 == tally(((11,), (22,), (30,)), (), HEADS).score
    assert 1 == tally(((11,), (22,), (30,)), (4,), HEADS).score
    assert 0 == tally((), (), HEADS).score


def end(piles: str, won: str = "") -> State:
    """The end of a game in which seat 0 lays the 1 on a new pile and seat 1 the 2."""
    return lay(lay(party(2, rows="- | -", hands="1 / 2", piles=piles, won=won), 0, (1, None)), 1, (2, None))


@pytest.mark.rule("BP-20", "Q-BP19", "Q-BP13")
def test_bp20_the_highest_score_wins() -> None:
    state = end("11, 22, 33 / 20", won="4 / ")
    assert state.outcome is not None
    assert (5 + 4 - 5 - 5 - 1, 3 - 1) == state.outcome.totals
    assert (2, 1) == state.outcome.ranks
    assert (1,) == state.outcome.winners
    assert PilesCounted((Tally(5, 4, 11), Tally(3, 0, 1))) in state.last
    assert GameEnded(state.outcome) == state.last[-1]


@pytest.mark.rule("Q-BP14")
def test_qbp14_equal_scores_share_the_victory_whatever_the_piles() -> None:
    state = end("20 25 / 30 75", won="")
    assert state.outcome is not None
    assert (4, 4) == state.outcome.totals
    assert (1, 1) == state.outcome.ranks
    assert (0, 1) == state.outcome.winners
    more_buffalo = end("20 / 91 92 93", won="4 / 4")
    assert more_buffalo.outcome is not None
    assert (1, 1) == more_buffalo.outcome.ranks


@pytest.mark.rule("BP-20")
def test_bp20_where_everybody_stands_is_told_after_every_round() -> None:
    state = party(2, rows="- | -", hands="11 20 30 40 50 60 / 21 31 41 51 61 71", draw_pile="90 91 92 93 94 95 96 97")
    state = lay(lay(state, 0, (11, None)), 1, (21, None))
    assert RoundEnded(1, (5, 1), (5, 1)) in state.last
    state = lay_as_by_default(answer(bid(state, 20, 31), ClaimRow(0), ClaimRow(1)))
    first, second = table_of(state).scores
    assert (5, 1) == first
    assert (5 + second[0], 1 + second[1]) == view_of(state, None).facts.totals


@pytest.mark.rule("BP-16")
def test_bp16_buffalo_cards_lie_apart_from_the_piles() -> None:
    rows, hands = "1 2 3 4 5 +7 | 6 7", "20 30 40 50 60 / 21 31 41 51 61"
    state = answer(bid(party(2, rows=rows, hands=hands, draw_pile="90"), 20, 21), ClaimRow(0), ClaimRow(1))
    assert ((7,), ()) == view_of(state, 1).buffalo
    assert (1, 2, 3, 4, 5, 30, 40, 50, 60) == table_of(state).hands[0]


# --- Out of time, and what would happen ----------------------------------------------------------


@pytest.mark.rule("Q-X18")
def test_qx18_out_of_time_the_lowest_value_is_bid_even_where_zero_is_legal() -> None:
    state = party(2, rows="1 2 | 3 4", hands="20 30 40 50 60 / 21 31 41 51 61", draw_pile="90")
    assert Bid(21) == state.game.default(state.view(1))


@pytest.mark.rule("Q-X18", "Q-B5")
def test_qx18_out_of_time_the_row_with_the_fewest_heads_is_taken_and_extended() -> None:
    rows, hands = "55 1 | 90 3 7 8 9 | 2 4 | 91 6", "20 / 21 / 22 / 23"
    state = party(4, rows=rows, hands=hands, draw_pile="12 13", buffalo_pile="")
    state = bid(state, 20, ZERO, ZERO, ZERO)
    assert ClaimRow(3) == state.game.default(state.view(0))  # 2 heads as in row 2 4, and a higher last card
    state = answer(state, ClaimRow(3))
    assert ExtendRow(2) == state.game.default(state.view(1))


@pytest.mark.rule("Q-X18", "Q-B5")
@pytest.mark.parametrize(("rows", "claimed"), [("55 1 | 80 3 7 8 9", 1), ("55 1 | 80 3 7 8 9 +4", 0)])
def test_qx18_a_full_row_is_taken_but_not_extended_and_its_buffalo_card_counts(rows: str, claimed: int) -> None:
    state = party(2, rows=rows, hands="20 / 21", draw_pile="12 13")  # 8 heads against 7, or 11
    taking, extending = bid(state, ZERO, 21), bid(state, ZERO, ZERO)
    assert ClaimRow(claimed) == state.game.default(taking.view(1))
    assert ExtendRow(0) == state.game.default(extending.view(0))


@pytest.mark.rule("Q-X18")
def test_qx18_out_of_time_the_lowest_cards_go_on_the_highest_lower_tops() -> None:
    state = laying(hands="14 41 82 83 84 85 86 87 88 / 6 21 31 42", piles="13, 40 / ")
    expected = [LayCard(14, 0), LayCard(41, 1), LayCard(82, 1), LayCard(83, 1), Done()]
    for step in expected:
        assert step == state.game.default(state.view(0))
        state = act(state, 0, step)
    state = laying()
    assert LayCard(5, None) == state.game.default(state.view(0))
    assert LayCard(6, None) == state.game.default(state.view(1))


@pytest.mark.rule("BP-7", "BP-8")
def test_a_preview_of_a_bid_shows_it_as_the_only_one_and_draws_nothing() -> None:
    state = party(2, rows="1 2 | 3 4", hands="20 30 40 50 60 / 21 31 41 51 61", letters="DB", draw_pile="90")
    for card, code, number in ((30, "lowest_bid", 30), (ZERO, "first_letter", 4)):
        revealed, called = state.game.preview(state.view(0), Bid(card))
        assert isinstance(revealed, BidsRevealed)
        assert isinstance(called, BidCalled)
        assert [card] == [shown.card for shown in revealed.bids]
        assert (0, code, (number,)) == (called.seat, called.reason.code, called.reason.numbers)


@pytest.mark.rule("BP-7", "BP-8", "BP-10", "BP-15")
def test_a_preview_of_an_open_action_is_what_happens_first() -> None:
    state = party(2, rows="1 2 9 8 | 3 4", hands="20 30 40 50 60 / 21 31 41 51 61", draw_pile="90 91 92")
    state = bid(state, 20, ZERO)
    claim = ClaimRow(1)
    assert told(state, 0, claim)[:1] == state.game.preview(state.view(0), claim)
    state = answer(state, claim)
    extend = ExtendRow(0)
    assert told(state, 1, extend)[:2] == state.game.preview(state.view(1), extend)
    state = answer(bid(answer(state, extend), 21), ClaimRow(0))
    for step in (LayCard(3, None), TakeCardBack(), LayCard(30, None), Done()):
        assert told(state, 0, step) == state.game.preview(state.view(0), step)
        state = act(state, 0, step)


@pytest.mark.rule("BP-13", "BP-15", "Q-X1")
def test_a_preview_of_what_is_refused_is_refused() -> None:
    state = laying()
    done = lay(state, 0, (20, 0), (22, 0))
    full = party(2, rows="1 2 3 4 5 | 6 7 8 9 10", hands="20 / 21", draw_pile="90")
    tried = [(state, 0, Done()), (state, None, Done()), (done, 0, TakeCardBack()), (full, 0, Bid(ZERO))]
    codes = []
    for table, seat, action in tried:
        with pytest.raises(IllegalAction) as error:
            table.game.preview(table.view(seat), action)
        codes.append(error.value.code)
    assert ["too_few_laid", "no_such_seat", "already_done", "rows_full"] == codes
