"""What the four fan cards have in common (F, Q-F)."""

import pytest

import nimmt
from nimmt import BadSetup, rows
from nimmt.events import MarkMoved
from nimmt.games.base import Base
from nimmt.games.fan_cards import caper, climb, even_odd, with_fan_cards
from nimmt.games.fan_cards.card import FanCard
from nimmt.rows import Rows
from tests.tables import Caper, Climb, EvenOdd, ReversedDigits, takes, turn

FAN_CARDS = {"EO": "even_odd", "CL": "climb", "CA": "caper", "RD": "reversed_digits"}


@pytest.mark.rule("F-1")
@pytest.mark.parametrize(
    ("kind", "mark"), [(EvenOdd, "99 odd"), (Climb, "1 up"), (Caper, "99 caper"), (ReversedDigits, "99")]
)
def test_f1_away_from_the_marker_the_base_rules_hold(kind: type[Base], mark: str) -> None:
    assert rows(f"12 14 15 | 37 | 43 44 45 | {mark}") == turn(kind, f"12 | 37 | 43 44 | {mark}", 14, 15, 45).rows
    table = turn(kind, f"12 14 15 21 26 | 37 | 43 44 | {mark}", 30, 38)
    assert [(30,), (37, 38), (43, 44)] == [row.cards for row in table.rows[:3]]
    assert [(0, (12, 14, 15, 21, 26), 6)] == takes(table)


@pytest.mark.rule("F-1")
@pytest.mark.parametrize("key", FAN_CARDS.values())
def test_f1_players_deck_hands_and_options_are_those_of_the_base_game(key: str) -> None:
    base, fan = nimmt.spec("base"), nimmt.spec(key)
    assert base.players == fan.players == tuple(range(2, 11))
    assert {option for option in base.options if option.name != "fan_cards"} <= set(fan.options)


@pytest.mark.rule("F-3")
@pytest.mark.parametrize(
    ("kind", "position", "card"), [(EvenOdd, "71 73 75 77 odd", 79), (Climb, "50 48 46 44 up", 42)]
)
def test_f3_even_odd_and_climb_take_no_place_in_the_row(kind: type[Base], position: str, card: int) -> None:
    assert [] == takes(turn(kind, f"90 | 91 | 92 | {position}", card))


@pytest.mark.rule("F-3")
def test_f3_caper_takes_a_place_in_the_row() -> None:
    assert [(0, (71, 73, 75, 77), 9)] == takes(turn(Caper, "90 | 91 | 92 | 71 73 75 77 caper", 79))


@pytest.mark.rule("F-2")
def test_f2_every_card_lifts_and_lays_its_own_marker_alone() -> None:
    """The book only recommends one card at a time; three on one table do not get into each other's way."""
    all_three = with_fan_cards(climb.Climb, even_odd.EvenOdd, caper.Caper)
    table = turn(all_three, "12 14 | 37 | 43 44 45 46 47 | 58 even up caper", 48, 30)
    assert rows("12 14 30 even | 37 | 48 up | 58 caper") == table.rows
    assert ["up", "even"] == [event.mark for event in table.told if isinstance(event, MarkMoved)]


@pytest.mark.rule("F-2")
def test_f2_a_tie_goes_to_the_row_that_climb_marks_not_to_another_marked_one() -> None:
    both = with_fan_cards(climb.Climb, even_odd.EvenOdd)
    assert rows("31 25 down | 19 odd | 60 | 90") == turn(both, "31 down | 19 odd | 60 | 90", 25).rows
    assert rows("19 odd | 31 25 up | 60 | 90") == turn(both, "19 odd | 31 up | 60 | 90", 25).rows


@pytest.mark.rule("Q-F1")
@pytest.mark.parametrize(("section", "key"), FAN_CARDS.items())
def test_qf1_one_fan_card_at_a_time(section: str, key: str) -> None:
    assert ("B", "P", "F", section) == nimmt.spec(key).sections
    for option in ("fan_card", "fan_mix"):
        with pytest.raises(BadSetup) as caught:
            nimmt.game(key, players=4, **{option: "climb"})
        assert "unknown_option" == caught.value.code


class Summit(FanCard):
    """A card that nobody has printed: the row with the highest end card counts double."""

    key = "summit"
    section = "SM"

    def cost(self, rows: Rows, row: int, cards: tuple[int, ...], cost: int) -> int:
        return 2 * cost if rows[row].end == max(other.end for other in rows) else cost


@pytest.mark.rule("F-1")
def test_f1_a_card_can_change_what_taken_cards_cost() -> None:
    kind = with_fan_cards(Summit)
    table = turn(kind, "12 14 15 21 26 | 37 | 43 44 | 50 51 52 53 54", 60, 30)
    assert [(1, (12, 14, 15, 21, 26), 6), (0, (50, 51, 52, 53, 54), 14)] == takes(table)
    assert (14, 6) == table.heads() == kind(players=2).score(table)
    assert "50 51 52 53 54 +7 / 12 14 15 21 26" in table.write()


@pytest.mark.rule("F-1")
def test_f1_what_every_taken_row_costs_more_is_added_up() -> None:
    table = turn(with_fan_cards(Summit), "12 14 15 21 26 | 37 | 43 44 | 50 51 52 53 54", 60, 30)
    assert 3 == table.give(0, (7,), 3)
    assert (14 + 3, 6) == table.heads()


@pytest.mark.rule("F-1", "Q-B5")
def test_f1_whoever_has_no_time_takes_the_row_that_costs_least() -> None:
    position = rows("10 | 20 | 30 | 31 32")
    assert 3 == Base(players=2).cheapest_row(position)
    assert 2 == with_fan_cards(Summit)(players=2).cheapest_row(position)
