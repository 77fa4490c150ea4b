"""Negative = Positive of Surprise, with the book's examples and the rulings on it (SU-16)."""

from typing import Any

import pytest

import nimmt
from nimmt import Action, Malformed, PlayCard, Recorder, State, TakeRow
from nimmt.cards import HEADS, heads
from nimmt.dealer import ExplicitDealer
from nimmt.games.surprise import Surprise
from nimmt.games.surprise.actions import CancelCards, TurnPositive, UseNegativePositive
from nimmt.games.surprise.events import CardTurned, HeadsCancelled
from nimmt.rows import write_rows
from nimmt.specials.actions import Pass
from tests.surprise import SPECIALS, Turn, table_of


@pytest.mark.rule("SU-16", "SU-5")
def test_su_e7_the_11_cancels_the_rest_of_its_row() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "20 negative_positive", "99")
    turn.act(UseNegativePositive())
    assert "positive" == turn.phase
    assert [(0, (3, 5, 11, 13, 17), 10)] == turn.takes
    assert [TurnPositive(card) for card in (3, 5, 11, 13, 17)] == turn.legal()
    turn.turn_positive(11)
    assert "20 | 40 | 62 | 88 99" == turn.rows
    assert () == turn.table.piles[0]
    assert {3, 5, 11, 13, 17} == set(turn.table.box)
    assert [HeadsCancelled(0, 11, (3, 5, 13, 17), 5)] == turn.told(HeadsCancelled)
    assert ("negative_positive",) == turn.table.discards


@pytest.mark.rule("SU-16", "Q-Z2", "Q-SU18", "Q-SU20")
def test_su_e8_the_11_cancels_the_13_and_four_heads_of_the_earlier_pile() -> None:
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    turn.act(UseNegativePositive())
    assert "row" == turn.phase, "a low card: the row is chosen first"
    turn.take(0)
    turn.turn_positive(11)
    assert ("cancel", 0, 11, (11, 13)) == (turn.phase, turn.asked, turn.table.positive, turn.table.taken)
    assert [CancelCards((13, 15, 25)), CancelCards((8, 9, 13, 15))] == turn.legal()
    assert [] == turn.told(HeadsCancelled), "nothing is cancelled yet"
    turn.cancel(8, 9, 13, 15)
    assert "3 | 40 | 62 | 88 99" == turn.rows
    assert [HeadsCancelled(0, 11, (8, 9, 13, 15), 5)] == turn.told(HeadsCancelled)
    assert (25,) == turn.table.piles[0]
    assert {8, 9, 11, 13, 15} == set(turn.table.box)
    assert (0, ()) == (turn.table.positive, turn.table.taken)


@pytest.mark.rule("SU-16", "Q-Z2")
def test_su_e8_is_replayed_from_recorded_actions() -> None:
    """A whole deal that leads there: Julia takes 8, 9, 15 and 25 with her 11, and then 11 and 13 with her 3."""
    hands = (9, 41, 11, 3, 1, 2, 4, 5, 6, 7, 10, 12), (15, 25, 13, *range(90, 99))
    known = [*hands[0], *hands[1], 8, 40, 62, 88]
    deck = [*known, *(card for card in range(1, 105) if card not in known)]
    specials = sorted(range(len(SPECIALS)), key=lambda place: SPECIALS[place] != "negative_positive")
    dealer = ExplicitDealer({"deal:1": tuple(card - 1 for card in deck), "specials:1": tuple(specials)})
    recorder = Recorder(nimmt.game("surprise", players=2, rounds=1), dealer)
    for cards in ((9, 15), (41, 25), (11, 13), (3, 90)):
        for seat, card in enumerate(cards):
            recorder.step(seat, PlayCard(card))
        while "card" != recorder.state.phase:
            (seat,) = recorder.state.to_act
            recorder.step(seat, julia(recorder.state) if cards == (3, 90) and seat == 0 else rest(recorder.state))
    record = nimmt.read_record(nimmt.write_record(recorder.record()))
    *_, last = nimmt.replay(record)
    moves = [move.action for move in record.moves if isinstance(move.action, TurnPositive | CancelCards)]
    assert [TurnPositive(11), CancelCards((8, 9, 13, 15))] == moves
    assert ((25,), ()) == table_of(last.state).piles
    assert "3" == write_rows(table_of(last.state).rows[:1])


@pytest.mark.rule("Q-SU18", "Q-X2", "Q-Z2")
@pytest.mark.parametrize(
    ("pile", "chosen", "cancelled"),
    [
        ("25 35", 30, (25,)),  # 3 heads: two twos are too many, one is the best
        ("55", 33, ()),  # 5 heads: a seven is too much
        ("1 2 3 60", 33, (1, 2, 60)),  # 5 heads: three and two ones, not three ones and nothing
        ("45 35 25 1", 33, (1, 25, 35)),  # of equal heads the lowest numbers
        ("66 1 2 3 4", 33, (66,)),  # four ones are too few
        ("", 30, ()),
    ],
)
def test_whole_cards_up_to_the_heads_of_the_chosen_one(pile: str, chosen: int, cancelled: tuple[int, ...]) -> None:
    """Where there is one way only, nobody is asked."""
    turn = Turn(f"{chosen} | 40 | 62 | 88", "7 negative_positive", "99", piles=f"{pile} /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(chosen)
    assert cancelled == next(e.cancelled for e in turn.events if isinstance(e, HeadsCancelled))
    assert {chosen, *cancelled} == set(turn.table.box)


@pytest.mark.rule("Q-Z2")
@pytest.mark.parametrize(
    ("pile", "chosen", "ways"),
    [
        ("66 1 2 3 4 5", 33, [(66,), (1, 2, 3, 5)]),  # the fewest cards first
        ("10 25 35 1 2", 33, [(10, 25), (1, 2, 10), (1, 25, 35)]),  # then the lowest numbers
        ("10 20 30 2 66 1", 55, [(1, 2, 66), (1, 10, 20)]),  # of equal heads the lowest
        ("1 2 3 4 6 7 8 5 15 25 10 20 66", 55, None),  # everything there is to choose from
    ],
)
def test_the_ways_to_cancel_differ_by_the_heads_on_the_cards(
    pile: str, chosen: int, ways: list[tuple[int, ...]] | None
) -> None:
    turn = Turn(f"{chosen} | 40 | 62 | 88", "9 negative_positive", "99", piles=f"{pile} /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(chosen)
    offered = [action.cards for action in turn.legal(CancelCards) if isinstance(action, CancelCards)]
    assert 10 == len(offered) if ways is None else ways == offered
    assert {HEADS[chosen]} == {heads(cards) for cards in offered}
    assert CancelCards(offered[0]) == turn.game.default(turn.view(0))


@pytest.mark.rule("Q-Z2")
def test_of_equal_heads_what_was_just_taken_goes_first() -> None:
    turn = Turn("11 13 17 | 40 | 62 | 88", "3 negative_positive", "99", piles="8 15 9 /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(13)
    assert [HeadsCancelled(0, 13, (17,), 1)] == turn.told(HeadsCancelled), "not the 8, and nobody is asked"


@pytest.mark.rule("Q-Z2")
@pytest.mark.parametrize(
    "cards",
    [(), (13, 15), (8, 9, 15, 25), (8, 9, 11, 13, 15), (15, 13, 25), (13, 15, 25, 25), (1, 2, 3), (True, 13, 25), "15"],
)
def test_anything_else_is_refused(cards: Any) -> None:
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    refused = turn.refusal(CancelCards(cards))
    assert refused is not None
    assert refused[1] == "Q-Z2"
    assert ("not_your_turn", "B-5") == turn.why_not(1, CancelCards((13, 15, 25)))


@pytest.mark.rule("Q-Z2")
def test_a_positive_card_is_previewed_with_what_it_cancels_by_default() -> None:
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    turn.act(UseNegativePositive())
    turn.take(0)
    told = turn.game.preview(turn.view(0), TurnPositive(11))
    assert (CardTurned(0, 11), HeadsCancelled(0, 11, (13, 15, 25), 5)) == told
    turn.turn_positive(11)
    told = turn.game.preview(turn.view(0), CancelCards((8, 9, 13, 15)))
    assert (HeadsCancelled(0, 11, (8, 9, 13, 15), 5),) == told


@pytest.mark.rule("Q-Z2")
def test_while_it_is_asked_there_is_no_text() -> None:
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    with pytest.raises(Malformed, match="no text form"):
        _ = turn.state.text


@pytest.mark.rule("Q-SU19")
def test_earlier_rounds_are_not_touched() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "20 negative_positive", "99")
    turn.table.scores, turn.table.round = ((30, 20),), 2
    turn.act(UseNegativePositive())
    turn.turn_positive(11)
    assert (30, 20) == turn.view(None).facts.totals


@pytest.mark.rule("Q-SU21")
def test_with_five_rows_the_own_card_may_be_cancelled_but_not_chosen() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88 | 30", "25 negative_positive", "99")
    turn.act(UseNegativePositive())
    assert [TurnPositive(card) for card in (3, 5, 11, 13, 17)] == turn.legal()
    turn.turn_positive(11)
    assert [CancelCards((3, 5, 25)), CancelCards((3, 5, 13, 17))] == turn.legal()
    turn.cancel(3, 5, 25)
    assert [HeadsCancelled(0, 11, (3, 5, 25), 5)] == turn.told(HeadsCancelled)
    assert {13, 17} == set(turn.table.piles[0])


@pytest.mark.rule("Q-SU18", "Q-SU20", "Q-X3")
@pytest.mark.parametrize(
    ("rows", "card", "pile", "chosen", "heads"),
    [
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "", 11, 0),  # 0 + 10 - 2 × 5
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "", 5, 6),
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "44", 11, 5),
        ("11 | 40 | 62 | 88", 7, "1 2", 11, 0),  # 2 + 5 - 10: never below zero
        ("3 5 11 13 17 | 40 | 62 | 88 | 30", 25, "", 11, 2),  # with five rows the 25 counts too
    ],
)
def test_in_points_mode_the_heads_of_the_card_are_subtracted_twice(
    rows: str, card: int, pile: str, chosen: int, heads: int
) -> None:
    turn = Turn(rows, f"{card} negative_positive", "99", piles=f"{pile} /", np_mode="points")
    turn.act(UseNegativePositive())
    if "row" == turn.phase:
        turn.take(0)
    turn.turn_positive(chosen)
    assert heads == turn.view(None).facts.totals[0]
    assert (chosen,) == turn.table.box


@pytest.mark.rule("SU-16")
def test_in_points_mode_later_takes_are_added_to_what_is_left() -> None:
    turn = Turn("11 | 40 | 62 | 88", "7 negative_positive", "99", piles="1 2 /", np_mode="points")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    turn.table.give(0, (44,), 5)
    assert (5, 0) == turn.view(None).facts.running
    assert (5, 0) == Surprise(2).score(turn.table)


@pytest.mark.rule("Q-SU18", "Q-SU20")
def test_in_points_mode_points_are_cancelled_once() -> None:
    turn = Turn("11 | 40 | 62 | 88", "7 negative_positive", "99", piles="44 /", np_mode="points")
    turn.table.credits = (2, 0)
    assert 3 == turn.view(None).facts.totals[0]
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    assert [HeadsCancelled(0, 11, (), 3)] == turn.told(HeadsCancelled), "3 + 5 - 10: only three are left to cancel"
    assert (0, 0) == turn.view(None).facts.running


def julia(state: State) -> Action:
    """What Julia does in the book once her 3 is next."""
    answers: dict[str, Action] = {
        "window": UseNegativePositive(),
        "row": TakeRow(0),
        "positive": TurnPositive(11),
        "cancel": CancelCards((8, 9, 13, 15)),
    }
    return answers.get(state.phase, Pass())


def rest(state: State) -> Action:
    """Everybody else, and Julia before: the first row, and no specials."""
    return TakeRow(0) if "row" == state.phase else Pass()
