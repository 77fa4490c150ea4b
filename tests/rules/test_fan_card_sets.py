"""Several fan cards on one table (Q-Y8), by the order of §3.4."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, PlayCard, Recorder, SeededDealer, read_record, rows, verify, write_record
from nimmt.games.fan_cards.sets import NAMED, set_of
from tests.tables import mark_moves, play_out, table_of, takes, turn

SETS = [cards for count in (2, 3, 4) for cards in combinations(NAMED, count)]
ALL = tuple(NAMED)


@pytest.mark.rule("Q-Y8", "F-2")
@pytest.mark.parametrize("cards", SETS, ids="+".join)
def test_qy8_every_set_is_played_to_its_end_and_replays(cards: tuple[str, ...]) -> None:
    """With dealt and with drafted cards, by two to ten players."""
    for players, options in ((2, {"known_deck": True}), (3, {"draft": True}), (10, {})):
        made = nimmt.game("base", players=players, fan_cards=cards, max_rounds=1, **options)
        recorder, rng = Recorder(made, SeededDealer.of(players)), Random(players)
        while recorder.state.outcome is None:
            seat = recorder.state.to_act[0]
            recorder.step(seat, rng.choice(recorder.state.legal(seat)))
        record = read_record(write_record(recorder.record()))
        assert ("base", cards) == (record.setup.key, record.setup.options["fan_cards"])
        assert recorder.state.outcome == verify(record).outcome


@pytest.mark.rule("Q-Y8")
def test_qy8_order_and_repeats_do_not_matter() -> None:
    usual = nimmt.game("base", players=4, fan_cards=("even_odd", "caper"))
    for same in (("caper", "even_odd"), ["caper", "even_odd", "caper"], {"even_odd", "caper"}):
        assert usual == nimmt.game("base", players=4, fan_cards=same)  # type: ignore[arg-type]
    assert ("B", "P", "F", "EO", "CA") == usual.rules.sections


@pytest.mark.rule("Q-Y8")
@pytest.mark.parametrize("card", ALL)
def test_qy8_a_set_of_one_is_that_game(card: str) -> None:
    """With its key and its records."""
    single = nimmt.game(card, players=3, known_deck=True)
    assert single.setup == nimmt.game("base", players=3, known_deck=True, fan_cards=(card, card)).setup
    assert nimmt.game(card, players=3, known_deck=True, draft=True) == nimmt.game("pro", players=3, fan_cards=(card,))


@pytest.mark.rule("Q-Y8")
def test_qy8_no_fan_card_is_the_base_game() -> None:
    bare = nimmt.game("base", players=3, fan_cards=())
    assert nimmt.game("base", players=3) == bare
    assert () == bare.setup.options["fan_cards"]


@pytest.mark.rule("Q-Y8", "P-2", "P-3")
def test_qy8_pro_may_have_a_set_as_well() -> None:
    made = nimmt.game("pro", players=2, fan_cards=("climb", "caper"))
    assert (True, True, 24) == (made.setup.options["draft"], made.setup.options["known_deck"], len(made.rules.deck))  # type: ignore[attr-defined]
    assert play_out(made.start(3), Random(3)).outcome


@pytest.mark.rule("Q-Y8", "Q-RD1")
def test_qy8_a_set_has_the_options_of_its_cards() -> None:
    made = nimmt.game("base", players=2, fan_cards=("climb", "reversed_digits"), single_digit="leading_zero")
    position = "20 | 30 | 40 | 90 up // 7 8 reversed_digits / 9 10 reversed_digits"
    assert PlayCard(7, reverse=True) in made.read(position).legal(0)
    plain = nimmt.game("base", players=2, fan_cards=("climb", "reversed_digits"))
    assert PlayCard(7, reverse=True) not in plain.read(position).legal(0)


BAD: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "unknown": (
        "base",
        {"fan_cards": ("even_odd", "zebra")},
        "unknown_fan_card",
        "no fan card 'zebra'; there are: even_",
    ),
    "a text": ("base", {"fan_cards": "even_odd,caper"}, "bad_option", "a list of their keys, not 'even_odd,caper'"),
    "none": ("base", {"fan_cards": None}, "bad_option", "a list of their keys, not None"),
    "a number": ("base", {"fan_cards": (7, "caper")}, "unknown_fan_card", "no fan card 7"),
    "of a fan card": ("climb", {"fan_cards": ("caper",)}, "unknown_option", "no option 'fan_cards' here"),
    "of Surprise": ("surprise", {"fan_cards": ("caper",)}, "unknown_option", "no option 'fan_cards' here"),
    "another's option": (
        "base",
        {"fan_cards": ("climb", "caper"), "single_digit": "no_effect"},
        "unknown_option",
        "no option 'single_digit' here",
    ),
}


@pytest.mark.rule("Q-Y8")
@pytest.mark.parametrize(("key", "options", "code", "sentence"), BAD.values(), ids=BAD)
def test_qy8_what_is_no_set_is_refused_with_a_sentence(
    key: str, options: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(BadSetup, match=sentence) as caught:
        nimmt.game(key, players=3, **options)
    assert code == caught.value.code


# The order of §3.4


@pytest.mark.rule("Q-Y8", "EO-4", "CL-7")
def test_qy8_after_a_take_climb_moves_before_even_odd_and_caper_last() -> None:
    table = turn(set_of(("even_odd", "climb", "caper")), "2 5 9 13 odd caper | 64 78 | 97 104 up | 50 53", 43)
    assert rows("43 | 64 78 up | 97 104 | 50 53 odd caper") == table.rows
    assert [(2, 1), (0, 3), (0, 3)] == mark_moves(table)


@pytest.mark.rule("Q-Y8", "CA-7", "CL-7", "EO-4")
def test_qy8_what_caper_takes_on_landing_moves_the_other_markers_again() -> None:
    table = turn(set_of(("even_odd", "climb", "caper")), "40 caper | 22 24 25 26 38 even | 60 | 95 up", 44)
    assert [(0, (22, 24, 25, 26), 9)] == takes(table)
    assert rows("40 44 even caper | 38 | 60 up | 95") == table.rows
    assert [(0, 1), (3, 2), (1, 0), (1, 0)] == mark_moves(table)


@pytest.mark.rule("Q-Y8", "CA-7", "CL-9")
def test_qy8_after_a_landing_the_end_card_stays_even_where_it_is_not_the_highest() -> None:
    table = turn(set_of(("climb", "caper")), "40 caper | 88 70 54 41 26 up | 60 | 95", 44)
    assert [(0, (88, 70, 54, 41), 10)] == takes(table)
    assert (26,) == table.rows[1].cards


@pytest.mark.rule("Q-Y8", "EO-2", "CL-2")
def test_qy8_a_row_with_both_markers_goes_down_and_takes_one_parity_only() -> None:
    both = set_of(("even_odd", "climb"))
    assert (50, 44) == turn(both, "60 | 70 | 80 | 50 even up", 44).rows[3].cards
    assert (45,) == turn(both, "60 | 70 | 80 | 50 even up", 45, take=[0]).rows[0].cards


@pytest.mark.rule("Q-Y8", "RD-6", "EO-2", "EO-6")
def test_qy8_the_value_that_is_played_has_the_parity_that_counts_and_the_face_stays() -> None:
    both = set_of(("even_odd", "reversed_digits"))
    position = "66 | 70 | 90 | 33 51 odd"
    assert (25,) == turn(both, position, PlayCard(25, reverse=True), take=[0]).rows[0].cards
    assert rows("66 | 70 | 90 | 33 51 16 odd") == turn(both, position, PlayCard(16, reverse=True)).rows


@pytest.mark.rule("Q-Y8", "EO-6")
def test_qy8_a_text_may_show_another_parity_only_where_a_reversed_card_may_have_come() -> None:
    reversing = nimmt.game("base", players=2, fan_cards=("even_odd", "reversed_digits"))
    assert "33 51 16 odd" in reversing.read("66 | 70 | 90 | 33 51 16 odd // 1 / 2").text
    with pytest.raises(nimmt.Malformed, match="parity"):
        reversing.read("66 | 70 | 90 | 16 odd // 1 / 2")
    with pytest.raises(nimmt.Malformed, match="parity"):
        nimmt.game("base", players=2, fan_cards=("even_odd", "climb")).read("66 | 70 up | 90 | 33 51 52 odd // 1 / 2")


@pytest.mark.rule("Q-Y8", "Q-RD11")
def test_qy8_a_descending_row_needs_a_lower_value() -> None:
    both = set_of(("climb", "reversed_digits"))
    table = turn(both, "12 | 60 | 70 | 31 up", PlayCard(13, reverse=True))
    assert rows("12 13 | 60 | 70 | 31 up") == table.rows
    table = turn(both, "12 | 60 | 70 | 31 up", PlayCard(92, reverse=True))
    assert rows("12 | 60 | 70 | 31 92 up") == table.rows


@pytest.mark.rule("Q-Y8", "EO-1", "CA-1", "CL-1", "RD-1")
def test_qy8_all_four_start_where_each_of_them_does() -> None:
    table = table_of(nimmt.game("base", players=2, fan_cards=ALL).start(5))
    lowest = min(table.rows, key=lambda row: row.end)
    assert lowest.has("odd" if lowest.end % 2 else "even")
    assert lowest.has("caper")
    assert table.rows[3].has("up")
    assert (("reversed_digits",), ("reversed_digits",)) == table.special_hands
