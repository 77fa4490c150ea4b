"""Positions as text: what is written is read back, and what cannot be is refused."""

import re
from typing import Any

import pytest

import nimmt
from nimmt import Malformed, State
from nimmt.table import Scores
from tests import party
from tests.engine.test_hooks import DearBase
from tests.properties.invariants import table_of

POSITIONS = [
    ("base", "12 14 | 37 | 43 | 58 // 3 9 / 21 26"),
    ("base", "12 14 | 37 | 43 | 58 // 3 9 / 21 26 // 100 / 11 22"),
    ("even_odd", "12 even | 37 | 43 44 | 58 // 3 / 21 // 7 / "),
    ("climb", "12 | 37 down | 43 44 | 58 // 3 / 21"),
    ("caper", "12 | 37 | 43 44 caper | 58 // 3 / 21"),
    ("reversed_digits", "12 | 37 | 43 44 | 58 // 3 8 reversed_digits / 21 23"),
]


MORE = [
    ("surprise", {}, "12 | 37 | 43 | 58 // 3* 9 stop / 21 26* // 1 / 2 // slide slide 90 91 / DRAW"),
    ("surprise", {}, "12 | 37 | 43 | 58 // 3 9 / 21 26 // 1 / 2 // slide / DRAW rebuilt rebuilt"),
    ("surprise", {"np_mode": "points"}, "12 | 37 | 43 | 58 // 3 / 21 // 1 55 / 2 // slide 100 / DRAW / 5 1"),
    ("versus_ox", {}, "12 | 37 | 43 | 58 // 3* 9 / 21 26 // 1 / 2 // 80 81 / stop seven / last / first last"),
    ("pro", {}, "12 | 17 | 20 | 23 // 3 / 21 // 1 / 2 // first 1"),
]
"""What only some games have on their tables."""


@pytest.mark.rule("Q-SU18", "Q-P2")
@pytest.mark.parametrize(("key", "options", "text"), MORE)
def test_a_position_holds_what_only_its_game_has(key: str, options: dict[str, Any], text: str) -> None:
    gone = text.replace(" / DRAW", "").split()
    pile = [special for special in SPECIALS for _ in range(4 - gone.count(special))]
    text = text.replace("DRAW", " ".join(reversed(pile)))
    game = nimmt.game(key, players=2, **options)
    state = game.read(text)
    assert text == state.text
    view: Any = state.view(0)
    if "3*" in text:
        assert (3,) == view.known[0]
    if "first 1" in text:
        assert 1 == view.first
    if "rebuilt" in text:
        assert 2 == view.reshuffles
    if "points" in options.values():
        assert ((5, 1), (3, 0)) == (view.credits, view.facts.running)
    if key == "versus_ox":
        assert ("first", "last") == view.discards


SPECIALS = ("seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive")


def test_a_variant_with_other_costs_has_texts_too() -> None:
    game = nimmt.Game(DearBase(2))
    state = game.read("12 | 37 | 43 | 58 // 3 9 / 21 26 // 1 2 +20 / 14 -1", [[40, -3]])
    assert "12 | 37 | 43 | 58 // 3 9 / 21 26 // 1 2 +20 / 14 -1" == state.text
    view: Any = state.view(0)
    assert ((22, 0), (62, -3)) == (view.facts.running, view.facts.totals)


def test_a_position_is_dealt_on_with_a_seed() -> None:
    game = nimmt.game("base", players=2, point_limit=200)
    begin = game.read("12 | 37 | 43 | 58 // 9 / 26", [[1, 2]], seed=7)
    state = begin
    for card in (9, 26):
        state, _ = state.step(state.to_act[0], nimmt.PlayCard(card))
    if state.phase == "row":
        state, _ = state.step(state.to_act[0], nimmt.TakeRow(0))
    dealt = nimmt.SeededDealer.of(7).permutation("deal:3", 104)
    assert tuple(sorted(card + 1 for card in dealt[:10])) == state.view(0).hand
    with pytest.raises(Malformed) as error:
        game.read(begin.text, seed=1.5)  # type: ignore[arg-type]
    assert "bad_seed" == error.value.code


def read(key: str, text: str) -> State:
    game = nimmt.game(key, players=2)
    return game.read(text)


@pytest.mark.parametrize(("key", "text"), POSITIONS)
def test_a_position_is_written_as_it_was_read(key: str, text: str) -> None:
    state = read(key, text)
    assert text == table_of(state).write()
    assert text == nimmt.game(key, players=2).read(text).text == state.text
    assert (0, 1) == state.to_act
    assert 10 - len(table_of(state).hands[0]) + 1 == table_of(state).turn


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12 | 37 | 43 | 58",
        "12 | 37 | 43 | 58 // 3 / 4 / 5",
        "12 | 37 | 43 | 58 // 3",
        "12 | 37 | 43 | 58 // 3 9 / 21",
        "12 | 37 | 43 // 3 / 21",
        "12 | 37 | 43 |  // 3 / 21",
        "12 | 37 | 43 | 58 // 3 / 3",
        "12 | 37 | 43 | 58 // 3 / 12",
        "12 | 37 | 43 | 58 // 3 / 105",
        "12 | 37 | 43 | 58 // 3 / -4",
        "12 | 37 | 43 | 58 // 3 / 2.5",
        "12 | 37 | 43 | x // 3 / 4",
        "12 | 37 | 43 | 58 // 3 / 4 // 5",
        "12 | 37 | 43 | 58 // 3 / 1_1",
        "12 | 37 | 43 | 58 // 3 / \u0664",
        "12 | 37 | 43 | 58 // 3 / " + "9" * 5000,
        None,
        7,
        b"12 | 37 | 43 | 58 // 3 / 4",
    ],
    ids=lambda text: repr(text)[:60],
)
def test_a_position_that_cannot_be_is_refused(text: Any) -> None:
    with pytest.raises(Malformed) as error:
        read("base", text)
    assert "bad_text" == error.value.code


# What no game can lead to

IMPOSSIBLE = [
    ("base", "12 odd | 37 | 43 | 58 // 3 / 21", "No marks"),
    ("base", "12 stop | 37 | 43 | 58 // 3 / 21", "No marks"),
    ("base", "1 2 3 4 5 6 | 37 | 43 | 58 // 30 / 21", "Row 1 holds 5 cards at most."),
    ("base", "12 9 | 37 | 43 | 58 // 3 / 21", "must ascend"),
    ("base", "12 | 37 | 43 | 58 | 60 // 3 / 21", "There are 4 rows."),
    ("base", "12 | 37 | 43 | 58 //  / ", "1 to 10 cards"),
    ("base", "12 | 37 | 43 | 58 // 1 2 3 4 5 6 7 8 9 10 11 / 21 22 23 24 25 26 27 28 29 30 31", "1 to 10 cards"),
    ("base", "12 13 | 37 | 43 | 58 // 1 2 3 4 5 6 7 8 9 10 / 21 22 23 24 25 26 27 28 29 30", "so many in rows"),
    ("base", "12 | 37 | 43 | 58 // 1 2 3 4 5 6 7 8 9 / 21 22 23 24 25 26 27 28 29 // 30 31 / 32", "so many in rows"),
    ("base", "12 | 37 | 43 | 58 // 3 joker / 21", "at most: none"),
    ("base", "12 | 37 | 43 | 58 // 3 reversed_digits / 21", "at most: none"),
    ("even_odd", "12 | 37 | 43 | 58 // 3 / 21", "One row has the marker"),
    ("even_odd", "12 odd | 37 | 43 | 58 // 3 / 21", "parity"),
    ("even_odd", "12 even | 37 odd | 43 | 58 // 3 / 21", "One row has the marker"),
    ("even_odd", "12 caper | 37 | 43 | 58 // 3 / 21", "One row has the marker"),
    ("climb", "12 | 37 | 43 | 58 // 3 / 21", "One row has the marker"),
    ("climb", "12 up | 37 | 43 | 58 // 3 / 21", "down at the first row"),
    ("climb", "12 | 37 | 43 | 58 down // 3 / 21", "up at the last"),
    ("climb", "12 | 37 up | 43 up | 58 // 3 / 21", "One row has the marker"),
    ("climb", "12 | 37 seven | 43 | 58 // 3 / 21", "One row has the marker"),
    ("caper", "12 | 37 | 43 | 58 // 3 / 21", "One row has the Caper"),
    ("caper", "12 caper | 37 caper | 43 | 58 // 3 / 21", "One row has the Caper"),
    ("caper", "12 13 14 15 16 caper | 37 | 43 | 58 // 3 / 21", "Row 1 holds 4 cards at most."),
    ("reversed_digits", "12 | 37 | 43 | 58 // 3 reversed_digits reversed_digits / 21", "reversed_digits"),
    ("reversed_digits", "12 | 37 | 43 | 58 // 3 stop / 21", "reversed_digits"),
    ("surprise", "12 odd | 37 | 43 | 58 // 3 / 21", "no other marks"),
    ("surprise", "12 stop stop | 37 | 43 | 58 // 3 / 21", "one stop at most"),
    ("surprise", "12 stop | 37 stop | 43 stop | 58 // 3 / 21", "2 rows are locked at most"),
    ("surprise", "12 | 37 | 43 | 58 | 60 | 70 // 3 / 21", "There are 4 or 5 rows."),
    ("surprise", "1 2 3 4 5 6 | 37 | 43 | 58 // 30 / 21", "Row 1 holds 5 cards at most."),
    ("surprise", "1 2 3 4 5 6 7 seven | 37 | 43 | 58 // 30 / 21", "Row 1 holds 6 cards at most."),
    ("versus_ox", "12 | 37 | 43 | 58 | 60 // 3 / 21 // // 80", "There are 4 rows."),
    ("versus_ox", "12 | 37 | 43 | 58 // 3 stop / 21 // // 80", "at most: none"),
    ("versus_ox", "12 | 37 | 43 | 58 // 3 / 21 // // 80 / stop seven sort", "2 specials lie face up"),
    ("versus_ox", "12 | 37 | 43 | 58 // 3 / 21 // // 80 / stop / seven", "2 specials lie face up"),
    ("versus_ox", "12 | 37 | 43 | 58 // 3 / 21 // // 80 / stop seven / last / first / sort", "The last part is"),
    ("versus_ox", "12 | 37 | 43 | 58 // 3 / 21 // // 80 / stop seven / last / last last", "'last' is too much"),
    ("base", "12 | 37 | 43 | 58 // 3 9 / 21 26 // 100 +3 / 11", "Piles count for what is printed"),
    ("base", "12 | 37 | 43 | 58 // 3 9 / 21 26 // // first 1", "no more on its table"),
    ("pro", "12 | 17 | 20 | 23 // 3 / 21 // // first 2", "which seat drafts first"),
    ("pro", "12 | 17 | 20 | 23 // 3 / 21 // // 1", "which seat drafts first"),
    ("surprise", "12 | 37 | 43 | 58 // 3 stop / 21 // // / stop", "draw pile holds"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // 1 / 2 // // 1 0", "is written as"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // 1 / 2 // / / 1 0", "where np_mode says so"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // 1 / 2 // / / 1 2", "no more than its pile counts for"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // 1 / 2 // / / 1", "for every seat"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / / 1", "The last part is"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / shuffled 0 stop", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ; shuffled 0 stop", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ; shuffled 5", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ; drew 0 stop", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ; drew 2 stop", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ; used 0 first", "The trail must lead"),
    ("surprise", "12 | 37 | 43 | 58 // 3 / 21 // // / / / ;", "The trail must lead"),
]


@pytest.mark.rule("B-3", "B-8", "EO-6", "CL-8", "CA-9", "CO-7", "SU-15")
@pytest.mark.parametrize(("key", "text", "why"), IMPOSSIBLE)
def test_a_position_that_no_game_leads_to_is_refused_with_the_reason(key: str, text: str, why: str) -> None:
    with pytest.raises(Malformed, match=re.escape(why)) as error:
        read(key, text)
    assert "bad_text" == error.value.code


@pytest.mark.rule("B-12", "B-13")
@pytest.mark.parametrize(
    ("key", "scores", "why"),
    [
        ("base", ((1, 2, 3),), "heads for 2 seats"),
        ("base", ((-1, 2),), "171 at most"),
        ("base", ((100, 72),), "171 at most"),
        ("base", ((67, 2),), "over after round 1"),
        ("base", ((60, 2), (7, 0), (0, 0)), "over after round 2"),
        ("surprise", ((1, 2), (3, 4)), "over after round 2"),
        ("versus_ox", ((1, 1),), "over after round 1"),
    ],
)
def test_scores_after_which_the_game_is_over_are_refused(key: str, scores: Scores, why: str) -> None:
    text = "12 | 37 | 43 | 58 // 3 / 21" + (" // // 80" if key == "versus_ox" else "")
    rules: Any = nimmt.game(key, players=2).rules
    with pytest.raises(Malformed, match=why):
        rules.read(text, scores)


@pytest.mark.rule("P-3")
def test_drafted_cards_are_known_to_everybody() -> None:
    rules: Any = nimmt.game("pro", players=2).rules
    assert ((3,), (21,)) == rules.read("12 | 17 | 20 | 23 // 3 / 21").known


# Bullenparty

PARTY = "24 33 3 75 94 +4 | 5 9 // 13 44 51 72 90 B / 36 50 66 87 99 a // 7 23, 52 +4 / 8 // 61 62 63 / 80"
LAYING = "- | - // 13 24 33 44 51 72 75 90 94 B / 36 50 5 66 87 99 A //  /  // 61 62 rebuilt / 80 81"


@pytest.mark.parametrize("text", [PARTY, LAYING.replace("36 50 5", "5 36 50")])
def test_a_position_of_bullenparty_is_written_as_it_was_read(text: str) -> None:
    assert text == read("bullenparty", text).text


def test_a_position_of_bullenparty_holds_everything_on_the_table() -> None:
    table = party.table_of(read("bullenparty", PARTY))
    assert ("bid", (0, 1)) == (table.phase, table.bidders)
    assert (("B", "A"), (True, False)) == (table.zeros, table.zeros_seen)
    assert (((7, 23), (52,)), ((8,),)) == table.piles
    assert ((4,), ()) == table.buffalo
    assert (4, 4, 5, 5, 5, 6, 6, 7) == table.buffalo_pile
    assert ((61, 62, 63), (80,)) == (table.draw_pile, table.discards)
    laying = party.table_of(read("bullenparty", LAYING))
    assert ("lay", True, (9, 6)) == (laying.phase, laying.last_round, tuple(map(laying.to_lay, (0, 1))))


@pytest.mark.rule("BP-2", "BP-3", "BP-4", "BP-9", "BP-10", "BP-14")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((PARTY, "12 | 37 | 43 | 58 // 3 / 4"), "a row, or a dash"),
        ((PARTY, "5 9 | 6 10"), "is written as"),
        ((" / 80", " / 80 / 81"), "The last part is"),
        ((" +4 |", " |"), "A full row has a buffalo card"),
        (("5 9 //", "5 9 +4 //"), "A full row has a buffalo card"),
        ((" +4 |", " +4 5 |"), "one buffalo card at most"),
        (("52 +4 ", "52 +7 "), "first ones of their pile"),
        (("5 9 //", "5 //"), "2 to 5 cards"),
        (("94 +4", "94 95 +4"), "2 to 5 cards"),
        (("13 44", "44"), "A hand has 5 cards"),
        (("24 33 3 75 94 +4 |", "- |"), "a row for each bidder"),
        ((" B /", " /"), "one letter"),
        ((" B /", " AB /"), "one letter"),
        ((" B /", " A /"), "another letter"),
        ((" B /", " F /"), "another letter"),
        (("7 23,", "23 7,"), "Piles ascend"),
        (("61 62", "61 61"), "named once"),
    ],
)
def test_a_position_of_bullenparty_that_no_game_leads_to_is_refused(change: tuple[str, str], why: str) -> None:
    with pytest.raises(Malformed, match=why) as error:
        read("bullenparty", PARTY.replace(*change))
    assert "bad_text" == error.value.code


@pytest.mark.rule("BP-3")
def test_with_two_players_half_of_the_value_cards_stay_in_the_box() -> None:
    named = {int(word) for word in re.findall(r"\d+", PARTY)}
    rest = [card for card in range(1, 101) if card not in named]
    read("bullenparty", PARTY.replace("61", f"61 {' '.join(map(str, rest[:24]))}"))
    with pytest.raises(Malformed, match="not in play"):
        read("bullenparty", PARTY.replace("61", f"61 {' '.join(map(str, rest[:40]))}"))


# Games read and states write


@pytest.mark.parametrize("text", [None, 7, b"12 | 37 | 43 | 58 // 3 / 4", "12 | 37"])
def test_a_game_reads_nothing_but_positions(text: Any) -> None:
    with pytest.raises(Malformed) as error:
        nimmt.game("base", players=2).read(text)
    assert "bad_text" == error.value.code


@pytest.mark.parametrize("key", [*nimmt.keys()])
def test_a_state_that_is_more_than_its_text_says_so(key: str) -> None:
    """Once a secret answer is given, a text without it would be another position."""
    game = nimmt.game(key, players=2)
    state = game.start(1)
    while not state.secret:  # a draft comes first
        state, _ = state.step(state.to_act[0], state.legal(state.to_act[0])[0])
    scores = state.view(None).scores
    assert state.text == game.read(state.text, scores).text
    seat = state.to_act[0]
    state, _ = state.step(seat, state.legal(seat)[0])
    with pytest.raises(Malformed) as error:
        state.text  # noqa: B018
    assert "no_text" == error.value.code
