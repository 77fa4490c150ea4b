"""The team may look through its pile; the Ox's is shown by no screen while the game goes on (CO-5, Q-Y10)."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

import nimmt
from nimmt import State
from nimmt.cards import heads
from nimmt.cli.scene import Scene
from nimmt.cli.table import row_board, team_pile
from nimmt.games.versus_ox import OX_PILE, TEAM_PILE
from nimmt.words import LANGUAGES, words

from .terminal import output_of

SCENE = Scene(words("en"), "versus_ox", ("Ada", "Ben"), 2, 0)


def in_the_middle() -> State:
    """A position in which both sides have taken cards."""
    game = nimmt.game("versus_ox", players=2)
    return game.read("10 | 20 | 30 | 40 // 1 2 / 3 4 // 50 51 52 / 60 61 62 // 5 6 / /")


@pytest.mark.rule("Q-Y10", "CO-5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_common_pile_on_request(language: str) -> None:
    shown = output_of("play", "versus_ox", "--players", 2, "--seed", 7, "--lang", language, typed="p\n?\nq\n")
    assert words(language).say("table.no_pile") in shown
    assert words(language).say("ask.also.pile") in shown


def printed(*things: Any) -> str:
    """What a terminal shows."""
    console = Console(width=80)
    with console.capture() as capture:
        console.print(*things)
    return capture.get()


@pytest.mark.rule("Q-Y10")
def test_it_shows_the_cards_and_their_heads_and_not_those_of_the_ox() -> None:
    view: Any = in_the_middle().view(0)
    shown = printed(team_pile(SCENE, view, 80))
    assert f"{heads(view.piles[TEAM_PILE])} heads" in shown
    assert all(str(card) in shown for card in view.piles[TEAM_PILE])
    assert not any(str(card) in shown for card in view.piles[OX_PILE])


@pytest.mark.rule("Q-Y10")
@pytest.mark.parametrize("seat", [0, None])
def test_no_picture_or_board_tells_which_cards_the_ox_has_taken(seat: int | None) -> None:
    state = in_the_middle()
    view: Any = state.view(seat)
    other = replace(view, piles=(view.piles[TEAM_PILE], (71, 72, 73)))
    assert view._repr_svg_() == other._repr_svg_()
    assert printed(row_board(SCENE, state.game, view, 80)) == printed(row_board(SCENE, state.game, other, 80))


@pytest.mark.rule("Q-CO15")
@pytest.mark.parametrize(("option", "shown"), [((), r"The Buffalo +\?"), (("--show-ox-score",), r"The Buffalo +0")])
def test_the_score_sheet_of_a_team_says_what_may_be_known_of_the_buffalo(option: tuple[str, ...], shown: str) -> None:
    sheet = output_of("play", "versus_ox", "--players", 2, "--seed", 7, *option, typed="s\nq\n").partition("Scores")[2]
    again = sheet.partition("Scores")[2]  # the first one is beside the rows
    assert re.search(shown, again)
    assert re.search(r"Team +0", again)
