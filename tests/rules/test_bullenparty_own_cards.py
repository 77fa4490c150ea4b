"""Bullenparty with the cards that somebody owns (Q-Y9)."""

from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, Recorder, SeededDealer, from_json, read_record, replay, to_json, verify, write_record
from nimmt.bots import LEVELS, bot, levels
from nimmt.bots.greedy_party import STEP_PRICE, worth
from nimmt.bots.playing import play_out
from nimmt.games.bullenparty import PartyView
from nimmt.games.bullenparty.data import OWN, PartyOptions
from nimmt.setup import Setup
from tests.party import party, table_of, view_of

CARDS = tuple(1 + card % 7 for card in range(1, 101))
BUFFALO = (7, 4, 6, 5, 7, 4, 6, 5, 7, 7)
OWNED: dict[str, Any] = {"card_heads": CARDS, "buffalo_heads": BUFFALO}


@pytest.mark.rule("Q-Y9", "BP-4")
def test_qy9_buffalo_cards_are_sorted_whatever_order_they_are_entered_in() -> None:
    game = nimmt.game("bullenparty", players=2, **OWNED)
    assert sorted(BUFFALO) == list(table_of(game.start(1)).buffalo_pile)
    assert tuple(sorted(BUFFALO)) == game.setup.options["buffalo_heads"]
    assert game == nimmt.game("bullenparty", players=2, card_heads=CARDS, buffalo_heads=tuple(reversed(BUFFALO)))
    assert tuple(sorted(BUFFALO)) == PartyOptions(buffalo_heads=BUFFALO).buffalo_heads


@pytest.mark.rule("Q-Y9", "BP-20")
def test_qy9_rows_piles_and_scores_count_the_entered_heads() -> None:
    hands, piles = "1 2 3 4 5 / 7 8 9 10 11", "53 55, 12 / 14"
    facts = view_of(party(2, OWNED, rows="6 13 | 20 21", hands=hands, piles=piles, won="7 / "), 0).facts
    assert [14, 8] == [row.heads for row in facts.rows if row]
    assert (5 + 7, 6) == facts.piles[0].heads
    assert (12 + 7 - 6, 1) == facts.totals


@pytest.mark.rule("Q-Y9")
@pytest.mark.parametrize(
    ("given", "cards", "buffalo"),
    [
        ({}, ("formula", True), ("4-3-2-1", True)),
        ({"card_heads": CARDS}, (OWN, False), ("4-3-2-1", True)),
        ({"buffalo_heads": BUFFALO, "buffalo_table": "3-3-2-2"}, ("formula", True), (OWN, False)),
        (OWNED, (OWN, False), (OWN, False)),
    ],
)
def test_qy9_views_name_a_table_that_is_not_the_default(given: Any, cards: Any, buffalo: Any) -> None:
    view = view_of(nimmt.game("bullenparty", players=3, **given).start(1), None)
    assert cards == (view.heads_table.name, view.heads_table.substitute)
    assert buffalo == (view.buffalo_table.name, view.buffalo_table.substitute)


@pytest.mark.rule("Q-Y9")
def test_qy9_setup_and_record_hold_the_numbers_and_replay() -> None:
    recorder = Recorder(nimmt.game("bullenparty", players=3, **OWNED), SeededDealer.of(7))
    play_out(recorder, [bot(name) for name in ("greedy", "random", "greedy")], 7)
    record = read_record(write_record(recorder.record()))
    assert CARDS == record.setup.options["card_heads"]
    assert recorder.state.outcome == verify(record).outcome
    assert recorder.state.view(0) == [step.state for step in replay(record)][-1].view(0)
    assert record.setup == from_json(Setup, to_json(record.setup))


@pytest.mark.rule("Q-Y9")
@pytest.mark.parametrize(
    ("option", "numbers", "complaint"),
    [
        ("card_heads", [1] * 99, "needs a list of 100 numbers from 1 to 7; this one has 99"),
        ("card_heads", [1] * 101, "this one has 101"),
        ("card_heads", [1] * 52 + [8] + [1] * 47, "needs a list of 100 numbers from 1 to 7; number 53 is 8"),
        ("card_heads", [0] + [1] * 99, "number 1 is 0"),
        ("card_heads", ["1"] + [1] * 99, "number 1 is '1'"),
        ("card_heads", [True] + [1] * 99, "number 1 is True"),
        ("card_heads", [1.0] + [1] * 99, "number 1 is 1.0"),
        ("card_heads", [None] * 100, "number 1 is None"),
        ("card_heads", "1" * 100, "needs a list of 100 numbers from 1 to 7."),
        ("card_heads", 7, "needs a list of 100 numbers from 1 to 7."),
        ("card_heads", {"1": 7}, "needs a list of 100 numbers from 1 to 7."),
        ("buffalo_heads", [4] * 9, "needs a list of 10 numbers from 4 to 7; this one has 9"),
        ("buffalo_heads", [4] * 9 + [3], "number 10 is 3"),
        ("buffalo_heads", [], "this one has 0"),
    ],
)
def test_qy9_what_no_cards_can_show_is_refused_with_a_sentence(option: str, numbers: Any, complaint: str) -> None:
    with pytest.raises(BadSetup) as refused:
        nimmt.game("bullenparty", players=2, **{option: numbers})
    assert ("bad_numbers", "Q-Y9") == (refused.value.code, refused.value.rule)
    assert f"{option} needs" in refused.value.sentence
    assert complaint in refused.value.sentence


@pytest.mark.rule("Q-Y9")
def test_qy9_other_games_have_no_such_cards() -> None:
    with pytest.raises(BadSetup, match="There is no option 'card_heads' here"):
        nimmt.game("base", players=2, card_heads=CARDS)


@pytest.mark.rule("Q-Y9")
def test_qy9_a_position_in_text_form_has_buffalo_cards_of_its_own_pile() -> None:
    game = nimmt.game("bullenparty", players=2, buffalo_heads=(5,) * 10)
    text = "24 33 3 75 94 +5 | 5 9 // 13 44 51 72 90 A / 36 50 66 87 99 b // 7 23, 52 +5 / 8 // 61 62 63 / 80"
    assert text == game.read(text).text
    with pytest.raises(nimmt.Malformed, match="first ones of their pile"):
        game.read(text.replace("+5", "+4"))


@pytest.mark.rule("Q-Y9")
def test_qy9_every_bot_plays_with_them() -> None:
    setup = nimmt.game("bullenparty", players=2, **OWNED).setup
    assert LEVELS == tuple(level.key for level in levels(setup))
    assert bot("search(10)").plays(setup)


@pytest.mark.rule("Q-Y9")
def test_qy9_bots_value_what_the_cards_show() -> None:
    plain, own = (nimmt.game("bullenparty", players=2, **options) for options in ({}, {"card_heads": CARDS}))
    views = [game.sample(game.start(1).view(0), Random(1)).view(0) for game in (plain, own)]
    values = [worth(view, ((53,), (55,))) for view in views if isinstance(view, PartyView)]
    assert pytest.approx([7 - 1, 7 - 5]) == [value + 55 * STEP_PRICE for value in values]
