"""What a table of Surprise shows to whom, when time runs out, in text, and in previews (Q-SU26, Q-X18)."""

import pytest

import nimmt
from nimmt import PlayCard, TakeRow
from nimmt.events import RowTaken
from nimmt.games.surprise import Surprise, SurpriseView
from nimmt.games.surprise.actions import ExchangeSpecial, TurnPositive, UseNegativePositive
from nimmt.games.surprise.events import SpecialDiscarded, SpecialDrawn, SpecialsDealt
from nimmt.specials.actions import Pass, UseSeven, UseStop
from tests.surprise import Turn, table_of


@pytest.mark.rule("Q-SU26")
def test_specials_of_others_are_counted_not_shown() -> None:
    state = nimmt.game("surprise", players=3).start(4)
    view = state.view(1)
    assert isinstance(view, SurpriseView)
    assert ((), table_of(state).special_hands[1], ()) == view.specials
    assert (3, 3, 3) == view.specials_left
    assert 19 == view.stock_left
    dealt = [event for event in view.last if isinstance(event, SpecialsDealt)]
    assert [None, table_of(state).special_hands[1], None] == [event.specials for event in dealt]
    spectator = state.view(None)
    assert isinstance(spectator, SurpriseView)
    assert ((), (), ()) == spectator.specials


@pytest.mark.rule("Q-SU26", "SU-17")
def test_only_the_drawer_sees_the_drawn_special() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 stop", "99")
    turn.act(Pass())
    turn.exchange("stop")
    drawn = next(event for event in turn.events if isinstance(event, SpecialDrawn))
    assert drawn == drawn.seen_by(0)
    assert SpecialDrawn(0, None) == drawn.seen_by(1) == drawn.seen_by(None)
    assert drawn in turn.view(0).trail
    assert SpecialDrawn(0, None) in turn.view(1).trail
    assert SpecialDiscarded(0, "stop") in turn.view(1).trail


@pytest.mark.rule("SU-5")
def test_a_view_counts_the_specials_that_it_does_not_see() -> None:
    turn = Turn("10 seven | 20 stop | 30 | 40 | 60", "41 stop slide", "70 insert", more="stop insert insert")
    unseen = {"seven": 3, "stop": 1, "insert": 2, "replace": 4, "slide": 3, "fifth_row": 3, "negative_positive": 4}
    assert unseen == Surprise(2).unseen_specials(turn.view(0))


@pytest.mark.rule("Q-X18")
def test_when_time_runs_out() -> None:
    """The lowest card, a pass, the cheapest open row, the best positive card, and what is in hand is kept."""
    turn = Turn("11 13 | 40 stop | 62 64 66 | 88 89", "3 negative_positive stop", "99", piles="15 8 /")
    default = turn.game.default
    assert Pass() == default(turn.view(0))
    turn.act(UseNegativePositive())
    assert TakeRow(3) == default(turn.view(0)), "6, 6 and 7 heads: the 40 is locked, 88 and 89 end higher than 13"
    turn.take(0)
    assert TurnPositive(11) == default(turn.view(0))
    turn.turn_positive(13)
    assert Pass() == default(turn.view(0))
    turn.act(Pass())
    assert PlayCard(104) == default(turn.view(0))


# Text positions


def test_a_position_in_text_names_specials_in_hands_discards_and_the_box() -> None:
    text = "10 seven stop | 20 | 30 | 40 | 60 // 41 50 stop slide / 70 80 // 3 /  // insert slide 5 12"
    table = Surprise(2).read(text)
    assert (("stop", "slide"), ()) == table.special_hands
    assert ("insert", "slide") == table.discards
    assert (5, 12) == table.box
    assert 28 - 2 - 2 - 3 == len(table.stock)
    assert " ".join(text.split()) == " ".join(table.write().split())


@pytest.mark.parametrize("hand", ["41 stop stop stop stop stop", "41 first", "41 joker"])
@pytest.mark.rule("SU-1")
def test_a_position_in_text_has_no_more_than_four_of_a_kind(hand: str) -> None:
    with pytest.raises(nimmt.Malformed, match="There are 4 each of"):
        Surprise(2).read(f"10 | 20 | 30 | 40 // {hand} / 50")


# Previews


@pytest.mark.rule("SU-4")
def test_a_preview_shows_the_special_and_where_the_card_goes_then() -> None:
    turn = Turn("3 5 11 13 17 | 8 10 | 62 | 88", "22 stop seven", "99")
    events = turn.game.preview(turn.view(0), UseStop(0))
    assert ["SpecialUsed", "MarkMoved", "CardPlaced"] == [type(event).__name__ for event in events]
    assert ["Passed", "RowTaken"] == [type(event).__name__ for event in turn.game.preview(turn.view(0), Pass())]
    events = turn.game.preview(turn.view(0), UseSeven(0))
    assert ["SpecialUsed", "MarkMoved", "CardPlaced"] == [type(event).__name__ for event in events]


@pytest.mark.rule("SU-17")
def test_a_preview_of_an_exchange_does_not_say_what_will_be_drawn() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 stop", "99")
    turn.act(Pass())
    events = turn.game.preview(turn.view(0), ExchangeSpecial("stop"))
    assert (SpecialDiscarded(0, "stop"), SpecialDrawn(0, None)) == events


@pytest.mark.rule("B-9")
def test_a_preview_of_a_card_is_that_of_a_card_without_special() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "91 7 stop", "99 98")
    turn.skip()
    events = turn.game.preview(turn.view(0), PlayCard(7))
    assert ["RowTaken"] == [type(event).__name__ for event in events]
    assert isinstance(events[0], RowTaken)
