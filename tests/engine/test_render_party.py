"""Pictures of Bullenparty show what the view shows, all of it that matters, and nothing else."""

import re
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import State
from nimmt.events import Outcome
from nimmt.games.bullenparty.actions import ZERO, Bid, ClaimRow, ExtendRow, LayCard
from nimmt.games.bullenparty.data import HEADS_TABLES
from nimmt.games.bullenparty.view import HeadsLabel, PartyView
from nimmt.render import palette, svg, text
from nimmt.render.party.scene import steps
from tests.engine.pictures import (
    HOSTILE,
    RAISED,
    SVG,
    assert_names_nothing_outside,
    assert_other_worlds_look_the_same,
    card_heights,
    cards_in_svg,
    cards_in_text,
    contrast,
)
from tests.party import party, table_of, view_of
from tests.tables import walk

HEADS = HEADS_TABLES["formula"].heads
LETTER = re.compile(r"\b0([A-E])\b")


@cache
def positions(players: int) -> tuple[State, ...]:
    """States from the whole course of a random game: some of each kind of decision, the last ones, and the end."""
    start = nimmt.game("bullenparty", players=players).start(players)
    played = [start, *(after for *_, after in walk(start, Random(players)))]
    kinds = {phase: [s for s in played if s.phase == phase] for phase in ("bid", "claim", "extend", "lay")}
    assert all(kinds.values())
    some = [state for states in kinds.values() for state in states[:: len(states) // 4 + 1]]
    return *some, *played[-4:]


@pytest.fixture(params=[2, 3, 5])
def views(request: pytest.FixtureRequest) -> list[tuple[State, PartyView]]:
    """Many positions, each as every seat and a spectator see it."""
    looks = (*range(request.param), None)
    return [(state, view_of(state, seat)) for state in positions(request.param) for seat in looks]


def words_in_svg(picture: str) -> list[str]:
    """What is written in a drawing, apart from its description in words."""
    root = ElementTree.fromstring(picture)
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


# --- Nothing hidden, nothing missing ---------------------------------------------------------------


def lying_open(view: PartyView) -> set[int]:
    """Rows, the own hand, what the seat itself has laid, and the tops of piles."""
    piles = [view.own_piles if seat == view.seat else piles for seat, piles in enumerate(view.piles)]
    groups = [view.hand, *(row.cards for row in view.rows if row)]
    tops = {pile[-1] for own in piles for pile in own} | {lay.card for lay in view.laid}
    return {card for group in groups for card in group} | tops


def turned_up(view: PartyView) -> set[int]:
    """Bids that wait, the card drawn for one, and the bids just carried out, until the game is over."""
    if view.outcome is not None:
        return set()
    drawn = {step.drawn for step in steps(view) if step.drawn is not None}
    return ({step.bid.card for step in steps(view)} - {ZERO}) | drawn


def listed(view: PartyView) -> set[int]:
    """What has no frame of its own in the drawing: the lower cards of piles, and known cards of other hands."""
    known = {card for seat, cards in enumerate(view.known) if seat != view.seat for card in cards}
    return known | {card for piles in view.piles for pile in piles for card in pile}


def hidden_from(state: State, view: PartyView) -> set[int]:
    """Other hands but for what all have seen go there, what others have laid, the box, and the draw pile's order."""
    table = table_of(state)
    others = [seat for seat in range(len(table.hands)) if seat != view.seat]
    held = {card for seat in others for card in table.hands[seat]} | {
        lay.card for seat in others for lay in table.lays[seat]
    }
    pile = set() if table.reshuffles else {*table.draw_pile}  # a rebuilt one holds what all have seen
    return held - {card for cards in view.known for card in cards} | pile | {*table.box}


def test_text_shows_exactly_what_may_be_seen(views: list[tuple[State, PartyView]]) -> None:
    for state, view in views:
        shown = cards_in_text(text(view))
        assert lying_open(view) | turned_up(view) | listed(view) == set(shown)
        assert not set(shown) & hidden_from(state, view)
        assert all(str(HEADS[card]).translate(RAISED) == heads for card, heads in shown.items())


def test_svg_shows_exactly_what_lies_open(views: list[tuple[State, PartyView]]) -> None:
    for state, view in views:
        shown = cards_in_svg(svg(view), HEADS)
        assert {card for card in turned_up(view) if card in shown} | lying_open(view) == shown
        assert {bid.card for bid in view.queue} - {ZERO} | {view.drawn} - {None} <= shown
        assert not shown & hidden_from(state, view)


def test_letters_stay_secret_until_they_were_bid(views: list[tuple[State, PartyView]]) -> None:
    for _, view in views:
        known = {letter for letter in (*view.letters, view.letter) if letter}
        assert known == set(LETTER.findall(text(view)))
        signs = words_in_svg(svg(view))
        assert known == {sign[1] for sign in signs if LETTER.fullmatch(sign)}
        assert {sign for sign in signs if sign in {*"ABCDE"}} <= known  # seats without names are numbers


def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(views: list[tuple[State, PartyView]]) -> None:
    for state, view in views[::3]:
        assert_other_worlds_look_the_same(state, view)


def test_svg_names_nothing_outside_itself(views: list[tuple[State, PartyView]]) -> None:
    for _, view in views[::5]:
        picture = svg(view)
        assert_names_nothing_outside(picture)
        assert len(picture) < 40_000


def test_hostile_names_stay_text() -> None:
    for state in (positions(5)[0], positions(5)[-1]):
        view = view_of(state, 0)
        root = ElementTree.fromstring(svg(view, names=HOSTILE))
        assert any(word.startswith("<b>&amp;") for word in words_in_svg(svg(view, names=HOSTILE)))
        assert not {f"{SVG}b", "b"} & {element.tag for element in root.iter()}
        assert "\x1b" not in text(view, names=HOSTILE)
        assert len(text(view).splitlines()) == len(text(view, names=HOSTILE).splitlines())


def test_notebooks_show_the_drawing() -> None:
    view = view_of(positions(2)[0], 0)
    assert svg(view) == view._repr_svg_()
    root = ElementTree.fromstring(svg(view))
    assert ["nimmt · bullenparty", text(view)] == [root[0].text, root[1].text]


# --- What is where ---------------------------------------------------------------------------------


def start(options: dict[str, Any] | None = None, **parts: str) -> State:
    """A table of two: the first seat's letter is B, the second's A."""
    given = {"rows": "24 33 3 75 94 +4 | 5 9", "hands": "13 51 72 44 90 / 36 87 50 66 99", "letters": "BA"}
    return party(2, options, **{**given, "draw_pile": "61 62 63", **parts})


def after(state: State, *moves: tuple[int, nimmt.Action]) -> State:
    for seat, action in moves:
        state, _ = state.step(seat, action)
    return state


def lines(view: PartyView) -> list[str]:
    return text(view, names=["Ada", "Bo"]).splitlines()


def test_the_heading_says_what_is_left() -> None:
    assert "bullenparty  ↻1  ▯3  +4 ×10" == lines(view_of(start(), 0))[0]
    assert "bullenparty  ↻1 ⚑  ▯0" == lines(view_of(start(draw_pile="", discards="80", buffalo_pile=""), 0))[0]


def test_rows_show_places_and_buffalo_and_taken_ones_are_gone() -> None:
    state = after(start(), (0, Bid(13)), (1, Bid(ZERO)))
    assert ["1 ▸10∀ │ 24¹  33⁵   3¹  75²  94¹ ┃ +4", "2 ▸ 3∀ │  5²   9¹   ·    ·    ·  ┃"] == lines(view_of(state, 0))[
        4:6
    ]
    state = after(state, (0, ClaimRow(0)))
    view = view_of(state, 1)
    assert ["1       ×", "2 ▸ 3∀ │  5²   9¹   ·    ·    ·  ┃"] == lines(view)[4:6]
    assert not {24, 33, 3, 75, 94} & cards_in_svg(svg(view), HEADS)


def test_only_rows_with_room_can_be_extended() -> None:
    view = view_of(after(start(), (0, Bid(ZERO)), (1, Bid(ZERO))), 1)
    assert "extend" == view.phase
    assert ["1  10∀", "2 ▸ 3∀"] == [line[:6] for line in lines(view)[4:6]]
    assert 1 == green_edges(svg(view)) - green_edges(svg(view_of(start(), 1)))


def green_edges(picture: str) -> int:
    boxes = ElementTree.fromstring(picture).iter(f"{SVG}rect")
    return sum(palette.GREEN == box.get("stroke") for box in boxes)


def test_bids_stand_in_their_order_with_what_became_of_them() -> None:
    state = after(start(), (0, Bid(ZERO)), (1, Bid(ZERO)))
    assert ["▸   0A + 61¹  Bo", "    0B  Ada"] == lines(view_of(state, None))[7:9]
    state = after(state, (1, ExtendRow(1)))
    assert ["    0A + 61¹ ⇒ 2  Bo", "▸   0B + 62¹  Ada"] == lines(view_of(state, None))[7:9]
    state = after(start(), (0, Bid(72)), (1, Bid(36)))
    assert ["▸  36¹  Bo", "   72¹  Ada"] == lines(view_of(state, None))[7:9]
    assert ["   36¹ ⇒ 2  Bo", "▸  72¹  Ada"] == lines(view_of(after(state, (1, ClaimRow(1))), None))[7:9]


def doing(state: State) -> list[str]:
    return [line[0] for line in lines(view_of(state, None)) if line.endswith(("Bo", "Ada")) or " ▯" in line[2:]][-2:]


def test_everybody_sees_who_thinks_who_has_bid_and_who_has_a_row() -> None:
    state = start()
    assert ["…", "…"] == doing(state)
    assert ["✓", "…"] == doing(after(state, (0, Bid(13))))
    state = after(state, (0, Bid(13)), (1, Bid(ZERO)), (0, ClaimRow(0)))
    assert ["↓", "…"] == doing(state)
    assert ["↓", "…"] == doing(after(state, (1, ExtendRow(1))))


def test_the_best_pile_is_crowned_and_counted_against_the_others() -> None:
    """BP-20, and Q-BP15: of two equal piles one is the best."""
    view = view_of(start(piles="7 23, 55, 11 12 / 1, 2", won="4 5 / "), 1)
    assert [
        "…   8∀  7 + 9 − 8     Ada +4 +5 ▯5",
        "     2∀ │7¹ 23¹",
        "  ♛  7∀ │55⁷",
        "     6∀ │11⁵ 12¹",
        "…   0∀  1 + 0 − 1     Bo ◂ 0A ▯5",
        "  ♛  1∀ │1¹",
        "     1∀ │2¹",
    ] == lines(view)[7:14]
    drawn = svg(view)
    assert {"7+ 9− 8", "1+ 0− 1", "+5"} <= set(words_in_svg(drawn))
    assert {23, 55, 12, 1, 2} <= cards_in_svg(drawn, HEADS)
    assert not {7, 11} & cards_in_svg(drawn, HEADS)


def test_the_sealed_bid_is_raised_and_stands_in_brackets() -> None:
    view = view_of(after(start(), (0, Bid(ZERO))), 0)
    assert "[0B] 13¹ 44⁵ 51¹ 72¹ 90³" == lines(view)[-1]
    value = view_of(after(start(), (0, Bid(44))), 0)
    assert "0B 13¹ [44⁵] 51¹ 72¹ 90³" == lines(value)[-1]
    heights = card_heights(svg(value), "0", "13", "44")
    assert heights["44"] < heights["13"] == heights["0"]


def test_what_is_laid_in_secret_only_its_owner_sees() -> None:
    state = start(rows="- | -", hands="13 44 51 72 90 30 24 / 36 87 50 66 99 70", piles="7 23 / 8")
    state = after(state, (0, LayCard(24, 0)))
    own, other = view_of(state, 0), view_of(state, 1)
    assert "  ♛  3∀ │7¹ 23¹ [24¹]" in lines(own)
    assert ["0B 13¹ 30³ 44⁵ 51¹ 72¹ 90³", "↧ [24¹] ·"] == lines(own)[-2:]
    assert 24 in cards_in_svg(svg(own), HEADS)
    assert "  ♛  2∀ │7¹ 23¹" in lines(other)
    assert 24 not in cards_in_svg(svg(other), HEADS)
    assert "↧ ·" == lines(other)[-1]


def test_the_end_ranks_the_highest_score_first() -> None:
    over = replace(view_of(start(rows="- | -", piles="7 / 55"), None), phase="over", to_act=())
    view = replace(over, outcome=Outcome(rounds=((3, -2), (-9, 9)), totals=(-6, 7), ranks=(2, 1)))
    assert [" 1.    7∀  Bo", " 2.   −6∀  Ada"] == lines(view)[-2:]
    drawn = svg(view, names=["Ada", "Bo"])
    written = words_in_svg(drawn)
    assert written.index("Bo") < written.index("Ada")
    ends = {}
    for line in ElementTree.fromstring(drawn).iter(f"{SVG}polyline"):
        ends[line.get("stroke")] = float((line.get("points") or "").split(",")[-1])
    assert ends[palette.seat_colour(1)] < ends[palette.seat_colour(0)]  # the winner's line ends higher


def test_text_in_colour_says_the_same() -> None:
    view = view_of(start(), 0)
    coloured = text(view, colour=True)
    assert "\x1b[91m44⁵\x1b[0m" in coloured
    assert text(view) == re.sub(r"\x1b\[\d+m", "", coloured)


# --- What is printed on the cards --------------------------------------------------------------------


def test_tables_that_stand_in_for_printed_numbers_say_so() -> None:
    view = view_of(start(), 0)
    notes = ["≈ heads_table: formula", "≈ buffalo_table: 4-3-2-1"]
    assert notes == lines(view)[1:3]
    titles = [title.text for title in ElementTree.fromstring(svg(view)).iter(f"{SVG}title")]
    assert notes == titles[1:]
    assert ["≈ formula", "≈ 4-3-2-1"] == [word for word in words_in_svg(svg(view)) if "≈" in word]
    printed = replace(view, heads_table=HeadsLabel("formula", False), buffalo_table=HeadsLabel("4-3-2-1", False))
    assert "≈" not in svg(printed)
    assert "≈" not in text(printed)


@pytest.mark.rule("Q-Y9")
def test_heads_are_those_of_the_cards_that_somebody_owns() -> None:
    """A printed deck may have any number of heads from 1 to 7 (BP-1), and pictures say that it is somebody's own."""
    other = (0, *(1 + card % 7 for card in range(1, 101)))
    owned = {"card_heads": other[1:], "buffalo_heads": (5,) * 10}
    view = view_of(start(owned, rows="14 18 24 | 5 9", piles="7 23 / 8"), 0)
    notes = ["= card_heads: own", "= buffalo_heads: own"]
    assert notes == lines(view)[1:3]
    assert notes == [title.text for title in ElementTree.fromstring(svg(view)).iter(f"{SVG}title")][1:]
    assert {1, 2, 3, 4, 5, 6, 7} == {other[card] for card in cards_in_svg(svg(view), other)}
    shown = cards_in_text(text(view, colour=True))
    assert all(str(other[card]).translate(RAISED) == heads for card, heads in shown.items())
    assert "  ♛  4∀ │7¹ 23³" in lines(view)


def test_zero_and_buffalo_cards_can_be_read() -> None:
    assert contrast(palette.FELT, palette.CREAM_SHADE) >= 4.5
    assert contrast(palette.AMBER, palette.FELT) >= 4.5
    assert contrast(palette.DARK, palette.QUIET) >= 4.5
    assert contrast(palette.DARK, palette.CREAM) >= 4.5
    assert contrast(palette.RED, palette.FELT) >= 4.5
