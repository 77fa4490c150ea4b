"""Surprise: set-up, the moment for specials, and exchanges (SU-1 to SU-5, SU-17)."""

from collections import Counter
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, ExplicitDealer
from nimmt.events import CardPlaced
from nimmt.games.surprise.actions import ExchangeSpecial, TurnPositive, UseFifthRow, UseNegativePositive
from nimmt.games.surprise.events import SpecialDiscarded, SpecialDrawn, SpecialsShuffled
from nimmt.specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from nimmt.specials.events import CardSlid, Passed, SpecialUsed
from tests.surprise import SPECIALS, Turn, all_but, table_of

KINDS = ("seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive")


# Set-up


@pytest.mark.rule("SU-1", "Q-E1")
def test_28_specials_four_of_each_kind() -> None:
    assert dict.fromkeys(KINDS, 4) == Counter(SPECIALS)


@pytest.mark.rule("SU-2", "SU-1")
@pytest.mark.parametrize("players", range(2, 9))
def test_twelve_cards_and_three_specials_for_everybody(players: int) -> None:
    state = nimmt.game("surprise", players=players).start(players)
    table = table_of(state)
    assert [12] * players == [len(hand) for hand in table.hands]
    assert [3] * players == [len(own) for own in table.special_hands]
    assert [1] * 4 == [len(row.cards) for row in table.rows]
    assert 100 - 12 * players == len(table.aside)
    assert 28 - 3 * players == len(table.stock)
    assert Counter(SPECIALS) == Counter([*table.stock, *(card for own in table.special_hands for card in own)])
    assert SpecialsShuffled(SPECIALS, 0) in state.last


@pytest.mark.rule("SU-2")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_can_play(players: int) -> None:
    with pytest.raises(BadSetup):
        nimmt.game("surprise", players=players)


@pytest.mark.rule("Q-X9", "SU-3")
@pytest.mark.parametrize("option", ["known_deck", "draft", "point_limit", "max_rounds", "tie_break"])
def test_neither_pro_nor_a_point_limit_is_offered(option: str) -> None:
    with pytest.raises(BadSetup):
        nimmt.game("surprise", players=4, **{option: 1})


# The moment for specials


@pytest.mark.rule("SU-4", "Q-SU29")
def test_only_the_owner_of_the_next_card_is_asked_lowest_card_first() -> None:
    turn = Turn("10 | 20 | 30 | 40", "51 stop", "41 stop", "45 stop")
    asked = []
    while "window" == turn.phase:
        asked.append(turn.asked)
        assert [() for seat in range(3) if seat != turn.asked] == [
            turn.state.legal(seat) for seat in range(3) if seat != turn.asked
        ]
        turn.act(Pass())
    assert [1, 2, 0] == asked
    assert [Passed(1), Passed(2), Passed(0)] == turn.told(Passed)


@pytest.mark.rule("SU-4")
def test_first_the_special_then_the_card() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 slide", "99")
    turn.use(UseSlide(20, 0))
    kinds = [type(event) for event in turn.events if isinstance(event, SpecialUsed | CardSlid | CardPlaced)]
    assert [SpecialUsed, CardSlid, CardPlaced, CardPlaced] == kinds


@pytest.mark.rule("Q-X8", "Q-SU26")
def test_whoever_holds_a_special_is_asked_playable_or_not() -> None:
    """A Negative = Positive that cannot be used now is asked about as well, or asking would betray it."""
    turn = Turn("10 | 20 | 30 | 40", "41 negative_positive", "99")
    assert ("window", 0) == (turn.phase, turn.asked)
    assert [Pass()] == turn.legal()


@pytest.mark.rule("Q-X8")
def test_whoever_holds_none_is_not_asked() -> None:
    assert "card" == Turn("10 | 20 | 30 | 40", "41", "99").phase


@pytest.mark.rule("Q-SU2")
def test_specials_may_be_used_without_need_except_negative_positive() -> None:
    hand = "41 50 seven stop insert replace slide fifth_row negative_positive"
    turn = Turn("10 | 20 | 30 | 43", hand, "99 98")
    legal = turn.legal()
    assert {Pass(), UseSeven(2), UseStop(0), UseInsert(3), UseReplace(50), UseSlide(10, 1), UseFifthRow()} <= set(legal)
    assert UseNegativePositive() not in legal


@pytest.mark.rule("Q-SU1")
@pytest.mark.parametrize("use", [UseStop(0), UseSlide(10, 1)])
def test_one_special_for_one_placement(use: Any) -> None:
    turn = Turn("10 11 | 20 | 30 | 40", "41 stop stop slide", "99")
    turn.act(use)
    assert 41 in turn.table.rows[3].cards
    assert "card" == turn.phase


@pytest.mark.rule("Q-SU1", "Q-X7")
def test_without_the_limit_stop_and_slide_leave_the_card_to_be_placed() -> None:
    turn = Turn("10 11 | 20 | 30 | 40", "41 stop stop slide", "99", specials_per_placement="unlimited")
    turn.act(UseStop(3))
    assert ("window", 0) == (turn.phase, turn.asked)
    turn.act(UseSlide(10, 1))
    turn.act(UseStop(2))
    assert "11 | 10 20 41 99 | 30 stop | 40 stop" == turn.rows


@pytest.mark.rule("Q-X7")
@pytest.mark.parametrize("use", [UseSeven(3), UseInsert(0), UseReplace(50), UseFifthRow()])
def test_without_the_limit_every_other_special_places_the_card(use: Any) -> None:
    turn = Turn(
        "10 49 | 20 | 30 | 40",
        "41 50 seven insert replace fifth_row stop",
        "99 98",
        specials_per_placement="unlimited",
    )
    turn.act(use)
    assert [0] == [event.seat for event in turn.events if isinstance(event, SpecialUsed)]
    assert "card" == turn.phase


@pytest.mark.rule("Q-X7", "Q-Y6")
def test_without_the_limit_a_negative_positive_not_used_for_a_slide_may_be_used_for_the_own_card() -> None:
    turn = Turn(
        "1 2 3 4 6 | 5 20 | 30 31 32 33 34 | 90",
        "41 slide negative_positive",
        "99",
        specials_per_placement="unlimited",
    )
    turn.act(UseSlide(5, 0))
    for phase in ("overflow", "exchange"):
        assert phase == turn.phase
        turn.act(Pass())
    turn.act(UseNegativePositive())
    assert [TurnPositive(card) for card in (30, 31, 32, 33, 34)] == turn.legal()


@pytest.mark.rule("Q-SU22")
def test_with_the_limit_an_overfull_slide_cannot_be_turned() -> None:
    turn = Turn("1 2 3 4 6 | 5 20 | 30 | 90", "41 slide negative_positive", "99")
    turn.use(UseSlide(5, 0))
    assert [(0, (1, 2, 3, 4, 5), 6)] == turn.takes
    assert ("negative_positive",) == turn.table.special_hands[0]


@pytest.mark.rule("Q-X7", "Q-SU23")
def test_without_the_limit_a_special_drawn_after_a_slide_may_be_used_at_once() -> None:
    order = ExplicitDealer({"reshuffle:1": (1, 0)})
    turn = Turn(
        "1 2 3 4 6 | 5 20 | 30 | 90",
        "41 slide insert",
        "99",
        more=all_but("slide", "insert", "fifth_row"),
        dealer=order,
        specials_per_placement="unlimited",
    )
    turn.act(UseSlide(5, 0))
    assert [Pass()] == turn.legal(), "Q-Y6: asked about Negative = Positive, which is not there"
    turn.act(Pass())
    turn.exchange("insert")
    assert (("fifth_row",), ()) == turn.table.special_hands
    turn.act(UseFifthRow())
    assert "6 | 20 | 30 | 90 99 | 41" == turn.rows


@pytest.mark.rule("Q-SU8")
def test_without_the_limit_an_empty_row_waits_for_the_own_card() -> None:
    turn = Turn("10 | 20 | 30 | 43", "41 50 slide slide replace", "99 98", specials_per_placement="unlimited")
    turn.act(UseSlide(10, 1))
    turn.act(UseReplace(50))
    assert "50 99 | 10 20 | 30 | 43" == turn.rows


# Exchange


@pytest.mark.rule("SU-17", "Q-SU23")
def test_after_a_take_one_special_may_be_exchanged() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 stop insert", "99")
    turn.act(Pass())
    assert ("exchange", 0) == (turn.phase, turn.asked)
    assert [Pass(), ExchangeSpecial("stop"), ExchangeSpecial("insert")] == turn.legal()
    top = turn.table.stock[0]
    turn.exchange("stop")
    assert "card" == turn.phase, "one card, and the drawn one is not for this placement"
    assert Counter(["insert", top]) == Counter(turn.table.special_hands[0])
    assert ("stop",) == turn.table.discards
    assert [SpecialDiscarded(0, "stop"), SpecialDrawn(0, top)] == turn.events[-3:-1]
    assert isinstance(turn.events[-1], CardPlaced), "then the 99 is placed"


@pytest.mark.rule("SU-17")
def test_the_exchange_is_optional() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 stop insert", "99")
    turn.act(Pass())
    turn.act(Pass())
    assert ("stop", "insert") == turn.table.special_hands[0]
    assert "card" == turn.phase


@pytest.mark.rule("SU-17", "Q-X8")
def test_whoever_takes_and_holds_no_special_has_nothing_to_exchange() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 negative_positive", "99")
    turn.act(UseNegativePositive())
    turn.turn_positive(6)
    assert "card" == turn.phase


@pytest.mark.rule("SU-17", "SU-16")
def test_after_negative_positive_comes_the_exchange() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 negative_positive stop", "99")
    turn.act(UseNegativePositive())
    turn.turn_positive(6)
    assert [Pass(), ExchangeSpecial("stop")] == turn.legal()


@pytest.mark.rule("SU-17", "Q-SU23")
def test_an_empty_pile_is_made_anew_of_the_discards_and_the_card_just_discarded() -> None:
    held = ("stop", "insert")
    discards = all_but(*held)
    order = ExplicitDealer({"reshuffle:1": (26, *range(26))})
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 stop insert", "99", more=discards, dealer=order)
    assert 0 == turn.view(0).stock_left
    turn.act(Pass())
    turn.exchange("stop")
    made = next(event for event in turn.events if isinstance(event, SpecialsShuffled))
    assert Counter([*discards.split(), "stop"]) == Counter(made.face_up)
    assert 0 == made.face_down
    assert ("insert", "negative_positive") == turn.table.special_hands[0]
    assert 26 == len(turn.table.stock)
    assert () == turn.table.discards
    assert 1 == turn.view(None).reshuffles


@pytest.mark.rule("SU-17", "Q-SU23")
def test_with_nothing_else_to_draw_the_discarded_card_comes_back() -> None:
    hands = [f"{card} {words}" for card, words in zip((7, 99, 98, 97), in_four(all_but()), strict=True)]
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", *hands, dealer=ExplicitDealer({"reshuffle:1": (0,)}))
    turn.act(Pass())
    before = turn.table.special_hands[0]
    turn.exchange(before[0])
    assert before == turn.table.special_hands[0]
    assert SpecialsShuffled((before[0],), 0) in turn.events


@pytest.mark.rule("SU-17")
def test_every_time_the_pile_runs_out_it_is_shuffled_anew() -> None:
    """Each reshuffle has its own label, so that chance is not used twice."""
    held = all_but("stop", "insert", "slide")
    order = ExplicitDealer({"reshuffle:1": (0,), "reshuffle:2": (1, 0)})
    turn = Turn("1 2 3 4 6 | 20 30 40 50 60 | 65 | 90", "7 stop", "25 insert slide", f"99 {held}", dealer=order)
    turn.act(Pass())
    turn.exchange("stop")
    turn.act(UseInsert(1))
    turn.exchange("slide")
    made = [event for event in turn.events if isinstance(event, SpecialsShuffled)]
    assert [SpecialsShuffled(("stop",), 0), SpecialsShuffled(("insert", "slide"), 0)] == made
    assert (("stop",), ("slide",)) == turn.table.special_hands[:2]
    assert 2 == turn.view(None).reshuffles


def in_four(text: str) -> list[str]:
    """The words in four parts."""
    words = text.split()
    return [" ".join(words[start::4]) for start in range(4)]


@pytest.mark.rule("Q-X6")
def test_the_5th_row_special_is_discarded_before_the_exchange_of_its_take() -> None:
    held = ("stop", "fifth_row")
    order = ExplicitDealer({"reshuffle:1": tuple(range(28))})
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90 | 80", "7 stop", "99", more=all_but(*held), dealer=order)
    turn.act(Pass())
    assert "fifth_row" == turn.table.discards[-1]
    turn.exchange("stop")
    made = next(event for event in turn.events if isinstance(event, SpecialsShuffled))
    assert 4 == made.face_up.count("fifth_row")
