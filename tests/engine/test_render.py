"""Pictures show what the view shows, all of it that matters, and nothing else."""

import re
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import Game, Play, PlayCard, State, TableView, View
from nimmt.cards import HEADS
from nimmt.events import Outcome
from nimmt.facts import RowFacts
from nimmt.games.base import Base
from nimmt.games.versus_ox.table import OxTable
from nimmt.render import palette, svg, text
from nimmt.render.ending import spread
from nimmt.render.scene import Step, clean, seat_names, steps
from nimmt.rows import Row
from nimmt.table import Position
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
from tests.tables import table_of, view_of, walk

ROW_GAMES = [
    key for key in nimmt.keys() if isinstance(_start := nimmt.game(key, players=4).start(0).view(0), TableView)
]


@cache
def positions(key: str, players: int, count: int = 8) -> tuple[State, ...]:
    """States from the whole course of a random game, the end included."""
    start = nimmt.game(key, players=players).start(players)
    played = [start, *(after for *_, after in walk(start, Random(players)))]
    return *played[:: len(played) // count + 1], played[-1]


@pytest.fixture(params=[(key, size) for key in ROW_GAMES for size in (0, 3, -1)], ids=lambda p: f"{p[0]}-{p[1]}")
def views(request: pytest.FixtureRequest) -> list[tuple[State, TableView]]:
    """Many positions of a game for few, some or all players, each as every seat and a spectator see it."""
    key, size = request.param
    players = nimmt.spec(key).players[size]
    looks = (*range(players), None)
    return [(state, view_of(state, seat)) for state in positions(key, players) for seat in looks]


def on_the_table(view: TableView) -> set[int]:
    """What must be in the picture: rows, own hand, revealed cards, and cards to draft from."""
    groups = [view.hand, view.pool, *(row.cards for row in view.rows)]
    return {card for group in groups for card in group} | {play.card for play in view.queue}


def may_be_shown(view: TableView) -> set[int]:
    """Besides, the last turn's cards, and cards that everybody knows to be in a hand."""
    known = {card for cards in view.known for card in cards}
    return on_the_table(view) | known | {step.play.card for step in steps(view)}


def test_text_shows_every_card_of_the_table_and_no_hidden_one(views: list[tuple[State, TableView]]) -> None:
    for state, view in views:
        shown = cards_in_text(text(view))
        assert on_the_table(view) <= set(shown) <= may_be_shown(view)
        assert view.outcome is not None or may_be_shown(view) <= set(shown)
        assert not set(shown) & hidden_from(state, view)
        assert all(str(HEADS[card]).translate(RAISED) == heads for card, heads in shown.items())


def test_svg_shows_every_card_of_the_table_and_no_hidden_one(views: list[tuple[State, TableView]]) -> None:
    for state, view in views:
        shown = cards_in_svg(svg(view), HEADS)
        assert on_the_table(view) <= shown <= may_be_shown(view)
        assert not shown & hidden_from(state, view)


def hidden_from(state: State, view: TableView) -> set[int]:
    """Cards of others (sealed ones included) that not everybody has seen there, and cards that lie face down."""
    table = table_of(state)
    hands = {card for seat, hand in enumerate(table.hands) if seat != view.seat for card in hand}
    face_down = {*table.aside, *(table.ox if isinstance(table, OxTable) else ())}
    return hands - {card for cards in view.known for card in cards} | face_down


def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(views: list[tuple[State, TableView]]) -> None:
    for state, view in views[::3]:
        assert_other_worlds_look_the_same(state, view)


def test_svg_names_nothing_outside_itself(views: list[tuple[State, TableView]]) -> None:
    for _, view in views[::5]:
        assert_names_nothing_outside(svg(view))


def test_svg_has_a_title_and_says_in_words_what_it_draws() -> None:
    view = nimmt.game("climb", players=3).start(1).view(1)
    root = ElementTree.fromstring(svg(view, names=["Ada"]))
    assert ["title", "desc"] == [child.tag.removeprefix(SVG) for child in root[:2]]
    assert "nimmt · climb" == root[0].text
    assert text(view, names=["Ada"]) == root[1].text
    assert "img" == root.get("role")


@pytest.mark.parametrize("key", ["base", "pro"])
def test_hostile_names_stay_text(key: str) -> None:
    state = nimmt.game(key, players=5).start(1)
    end = [after for *_, after in walk(state, Random(1))][-1]
    for view in (state.view(0), end.view(None)):
        written = " ".join(ElementTree.fromstring(svg(view, names=HOSTILE)).itertext())
        assert "<b>&amp;</b>" in written
        assert "]]>" in written
        assert "\x1b" not in text(view, names=HOSTILE)
        assert len(text(view).splitlines()) == len(text(view, names=HOSTILE).splitlines())


def test_seats_without_a_name_are_called_by_their_number_from_1() -> None:
    view = nimmt.game("base", players=4).start(1).view(0)
    assert ["Ada", "2", "3", "4"] == [seat_names(view, ["Ada", "\n"])[seat] for seat in range(4)]
    assert ["1", "2", "3", "4"] == [seat_names(view, ())[seat] for seat in range(4)]
    assert "Ada" == clean(" \tAda\n")


def test_notebooks_show_the_drawing() -> None:
    view = nimmt.game("base", players=4).start(1).view(0)
    assert svg(view) == view._repr_svg_()


def test_views_without_a_picture_are_refused_by_name() -> None:
    nothing = Position(dealer=nimmt.ExplicitDealer())
    view = View(setup=nimmt.game("base", players=2).setup, seat=None, last=(), **nothing.public())
    with pytest.raises(NotImplementedError, match="View"):
        svg(view)
    with pytest.raises(NotImplementedError, match="View"):
        text(view)


# --- What is where ---------------------------------------------------------------------------------


def position(rows: str, hand: str = "3 9 / 5 8") -> TableView:
    """A table of two as seat 0 sees it."""
    view = view_of(read(nimmt.game("base", players=2), f"10 | 20 | 30 | 40 // {hand}"), 0)
    shown = nimmt.rows(rows)
    return replace(view, rows=shown, facts=replace(view.facts, rows=tuple(map(row_facts, shown))))


def row_facts(row: Row) -> RowFacts:
    """B-8, CA-3, SU-5: whatever marks lie there together."""
    capacity = 5 + row.has("seven") - row.has("caper")
    return RowFacts(capacity, sum(HEADS[card] for card in row.cards), len(row.cards) >= capacity)


def read(game: Game, text: str, scores: tuple[tuple[int, ...], ...] = ()) -> State:
    assert isinstance(game.rules, Base)
    return game.read(text, scores)


def line(view: TableView, start: str) -> str:
    """The one line of the text picture that starts with this."""
    (found,) = [line for line in text(view).splitlines() if line.startswith(start)]
    return found


def test_text_rows_say_cost_free_places_and_danger() -> None:
    view = position("12 14 15 21 26 | 36 40 | 55 | 100")
    assert "1   6∀ │ 12¹  14¹  15²  21¹  26¹ ┃!" == line(view, "1 ")
    assert "2   4∀ │ 36¹  40³   ·    ·    ·  ┃" == line(view, "2 ")
    assert "4   3∀ │100³   ·    ·    ·    ·  ┃" == line(view, "4 ")


def test_text_shows_marks_at_their_rows() -> None:
    view = position("12 odd | 36 40 43 44 caper | 55 up | 58 60 61 62 63 seven")
    assert line(view, "1 ").endswith("┃  1·3·5")
    assert line(view, "2 ").endswith("44⁵   ♞  ┃!")  # Caper fills the fifth place (CA-3)
    assert line(view, "3 ").endswith("↘ ▲")
    assert line(view, "4 ").endswith("63¹   ·  ┃  7")
    assert line(position("12 stop | 36 | 55 | 58"), "1 ").endswith("⊘")


def test_text_puts_the_chosen_card_in_brackets() -> None:
    view = replace(position("10 | 20 | 30 | 40", "3 9 27 / 5 8 11"), choice=PlayCard(27, reverse=True))
    assert "3¹ 9¹ [27¹ ⇄]" == text(view).splitlines()[-1]


def test_text_in_colour_says_the_same() -> None:
    view = position("12 14 15 21 26 | 36 40 | 55 | 100")
    coloured = text(view, colour=True)
    assert "\x1b[95m 55⁷\x1b[0m" in coloured
    assert text(view) == re.sub(r"\x1b\[\d+m", "", coloured)


def test_reversed_cards_are_shown_with_both_values_until_they_lie() -> None:
    game = nimmt.game("reversed_digits", players=2)
    state = read(game, "50 | 60 | 70 | 80 // 24 90 reversed_digits / 6 7 reversed_digits")
    state, _ = state.step(0, PlayCard(24, reverse=True))
    state, _ = state.step(1, PlayCard(6))
    view = view_of(state, 1)
    assert "   24¹→42  1" in text(view).splitlines()
    assert "▸   6¹  2" in text(view).splitlines()
    written = list(ElementTree.fromstring(svg(view)).itertext())
    assert {"24", "42"} <= set(written)


def test_the_chosen_card_is_raised() -> None:
    view = replace(position("10 | 20 | 30 | 40"), choice=PlayCard(9))
    heights = card_heights(svg(view), "3", "9")
    assert heights["9"] < heights["3"]


def test_full_rows_glow() -> None:
    def glowing(rows: str) -> int:
        groups = ElementTree.fromstring(svg(position(rows))).iter(f"{SVG}g")
        return sum(palette.AMBER == group.get("stroke") for group in groups)

    assert 0 == glowing("12 14 15 21 | 36 40 | 55 | 100")
    assert 1 == glowing("12 14 15 21 26 | 36 40 | 55 | 100")
    assert 2 == glowing("12 14 15 21 26 | 36 40 41 42 caper | 55 | 100")


def test_the_end_ranks_the_seats() -> None:
    over = replace(position("10 | 20 | 30 | 40"), phase="over", to_act=(), hand=())
    view = replace(over, outcome=Outcome(rounds=((9, 2), (60, 5)), totals=(69, 7), ranks=(2, 1)))
    assert [" 1.    7∀  2 + 5  Bo", " 2.   69∀  9 + 60  Ada"] == text(view, names=["Ada", "Bo"]).splitlines()[-2:]
    written = list(ElementTree.fromstring(svg(view, names=["Ada", "Bo"])).itertext())
    assert written.index("Bo") < written.index("Ada")


def test_totals_stay_covered_where_players_agreed_on_it() -> None:
    """Q-B8: a display option; the view itself keeps what everybody was told."""
    for show, tally in ((True, " 16∀"), (False, "  9∀")):
        game = nimmt.game("base", players=2, show_scores=show)
        state = read(game, "10 | 20 | 30 | 40 // 3 / 5 // 55 / ", ((9, 2),))
        assert f"… {tally}" in text(state.view(0))


def test_steps_name_the_row_and_add_up_what_one_card_took() -> None:
    """CA-7: the 14 takes Caper's row, Caper lands on a full one, and the 14 pays for that too."""
    state = read(nimmt.game("caper", players=2), "2 5 9 13 caper | 20 21 22 23 24 | 60 | 80 // 14 90 / 81 91")
    state, _ = state.step(0, PlayCard(14))
    state, _ = state.step(1, PlayCard(81))
    first, second = steps(view_of(state, 0))
    assert Step(Play.of(0, 14), row=0, heads=5 + 10) == first
    assert Step(Play.of(1, 81), row=3) == second
    assert "   14¹ ⇒ 1 +15∀  1" in text(state.view(0)).splitlines()


def test_the_heading_names_the_present_turn() -> None:
    state = read(nimmt.game("base", players=2), "10 | 20 | 30 | 40 // 3 9 27 / 5 8 11")
    assert text(state.view(0)).startswith("base  ↻1  ▸8/10  ≤66∀\n")
    for seat, card in enumerate((3, 5)):
        state, _ = state.step(seat, PlayCard(card))
    assert "row" == state.view(0).phase
    assert text(state.view(0)).startswith("base  ↻1  ▸8/10  ≤66∀\n")


def test_the_ox_is_called_by_its_sign() -> None:
    view = replace(position("10 | 20 | 30 | 40"), queue=(Play.of(-1, 58), Play.of(1, 60)))
    assert ["▸  58¹  ∀", "   60³  Bo"] == text(view, names=["Ada", "Bo"]).splitlines()[7:9]
    assert 58 in cards_in_svg(svg(view), HEADS)


# --- Looks -----------------------------------------------------------------------------------------


def test_words_and_heads_can_be_read() -> None:
    """AA: 4.5 for words, 3 for drawings."""
    for tint in palette.TINTS.values():
        assert contrast(tint.ink, palette.CREAM_SHADE) >= 4.5
        assert contrast(tint.band, palette.CREAM_SHADE) >= 3
    for colour in (palette.WORDS, palette.QUIET, palette.AMBER):
        assert contrast(colour, palette.FELT_LIGHT) >= 4.5
    for colour in (palette.GREEN, palette.RED):  # on markers and panels, which are darker
        assert contrast(colour, palette.FELT) >= 4.5
    for colour in (*palette.SEATS, palette.AMBER, palette.GREEN):
        assert contrast(palette.DARK, colour) >= 4.5


def test_labels_that_are_spread_do_not_overlap() -> None:
    assert [50, 70, 90] == spread([50, 50, 51], 20, 400)
    assert [360, 380, 400] == spread([398, 399, 400], 20, 400)
    assert [10, 300] == spread([10, 300], 20, 400)


def test_pictures_are_small() -> None:
    for state in positions("base", 10):
        assert len(svg(state.view(0))) < 40_000
