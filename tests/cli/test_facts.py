"""Facts come from the engine: a variant that nobody has heard of is drawn right, and a total is the same everywhere."""

import re
from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from rich.console import Console, RenderableType

import nimmt
from nimmt import Game, PlayCard, TableView
from nimmt.cli.boards import board
from nimmt.cli.endings import ending
from nimmt.cli.scene import Scene
from nimmt.events import RowTaken
from nimmt.render import svg, text
from nimmt.words import Words, words
from tests.generous import registered
from tests.tables import view_of, walk

NAMES = ("Ada", "Bo")
ROWS = "2 8 14 20 32 | 41 43 44 46 47 | 60 | 91"
"""An even end makes room for a sixth card, an odd one does not."""


def printed(piece: RenderableType) -> str:
    console = Console(width=100, file=StringIO(), color_system=None)
    with console.capture() as captured:
        console.print(piece)
    return captured.get()


def scene_of(game: Game) -> Scene:
    speech = words("en")
    named = Words("en", {**speech.entries, "games.generous.name": "Generous"})
    return Scene(named, game.key, NAMES, game.players, 0)


def drawn(game: Game, view: TableView) -> str:
    return printed(board(scene_of(game), game, view, 100))


@pytest.fixture
def generous() -> Iterator[Game]:
    with registered() as key:
        yield nimmt.game(key, players=2)


def test_a_new_variant_is_drawn_right_in_terminal_and_pictures(generous: Game) -> None:
    view = view_of(generous.read(f"{ROWS} // 3 9 / 5 7"), 0)
    assert [(6, False), (5, True), (6, False), (5, False)] == [(row.capacity, row.full) for row in view.facts.rows]
    terminal = drawn(generous, view)
    assert "1   2¹   8¹  14¹  20³  32¹   ·   7" in terminal
    assert "2  41¹  43¹  44⁵  46¹  47¹ ▶6" in terminal
    assert "3  60³   ·    ·    ·    ·    ·   7" in terminal
    assert "4  91¹   ·    ·    ·    ·   6" in terminal
    picture = text(view).splitlines()
    assert "1   7∀ │  2¹   8¹  14¹  20³  32¹   ·  ┃" in picture
    assert "2   9∀ │ 41¹  43¹  44⁵  46¹  47¹ ┃!" in picture
    assert [">7<", ">6<"] == [number for number in (">7<", ">6<") if number in svg(view)]


def test_the_story_of_a_new_variant_names_the_card_that_takes(generous: Game) -> None:
    state = generous.read("2 8 14 20 30 32 | 41 | 60 | 91 // 33 9 / 61 7")
    state, _ = state.step(0, PlayCard(33))
    _, events = state.step(1, PlayCard(61))
    assert ["seventh_card"] == [event.reason.code for event in events if isinstance(event, RowTaken)]


@pytest.mark.parametrize("players", [2, 3])
def test_a_teams_total_is_the_same_during_and_after_the_game(players: int) -> None:
    """CO-20: doubled for one or two, in the terminal and in pictures as well."""
    game = nimmt.game("versus_ox", players=players)
    *_, (before, _, _, over) = walk(game.start(4), Random(4))
    assert over.outcome is not None
    total = view_of(over, 0).facts.totals[0]
    assert (total,) * players == over.outcome.totals
    assert f"{total:>3}∀" in text(view_of(over, 0))
    assert f"{total}" in printed(ending(scene_of(game), over.outcome))
    last = view_of(before, 0).facts.totals[0]
    assert re.search(rf"│ Team +{last} │", drawn(game, view_of(before, 0)))
    assert f"{last:>3}∀" in text(view_of(before, 0))
    taken = sum(event.heads for event in over.last if isinstance(event, RowTaken) and event.seat >= 0)
    assert total == last + taken * (2 if players == 2 else 1)
