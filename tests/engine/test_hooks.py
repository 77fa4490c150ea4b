"""Hooks that CONTRIBUTING documents are called for every variant, whatever it stands on."""

import pytest

import nimmt
from nimmt import Game, RowTaken, State, TableView, View
from nimmt.errors import BadSetup
from nimmt.games.base import Base
from nimmt.games.fan_cards import with_fan_cards
from nimmt.games.fan_cards.caper import Caper
from nimmt.games.registry import GAMES
from nimmt.games.surprise import Surprise
from nimmt.games.versus_ox import VersusOx
from nimmt.rows import Rows
from nimmt.rules import Rules
from nimmt.table import Cards


class Dear:
    """A row costs ten heads more for each card in it, and at the first row half of that is given back."""

    def cost(self, rows: Rows, row: int, cards: Cards) -> int:
        return super().cost(rows, row, cards) + (10 if row else 5) * len(cards)  # type: ignore[misc, no-any-return]


class DearBase(Dear, Base):
    pass


class DearCaper(Dear, with_fan_cards(Caper)):  # type: ignore[misc]
    pass


class DearSurprise(Dear, Surprise):
    pass


class DearOx(Dear, VersusOx):
    pass


HAND, LAST = "14 24 / 16 26", "58 60 61 62 63"


def full_row_taken(rules: Rules, text: str) -> tuple[State, RowTaken]:  # type: ignore[type-arg]
    """The 70 goes to the last row, which is full."""
    state = Game(rules).read(text)
    while not any(isinstance(event, RowTaken) for event in state.last):
        seat = state.to_act[0]
        legal = state.legal(seat)
        state, _ = state.step(seat, next((play for play in legal if getattr(play, "card", 0) == 70), legal[0]))
    return state, next(event for event in state.last if isinstance(event, RowTaken))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (DearBase(2), f"12 | 37 | 43 | {LAST} // 14 15 / 70 71"),
        (DearCaper(2), f"12 caper | 37 | 43 | {LAST} // 44 45 / 70 71"),
        (DearSurprise(2), f"12 | 37 | 43 | {LAST} // 14 15 / 70 71"),
        (DearOx(2), f"12 | 37 | 43 | {LAST} // 14 15 / 70 71 // // 44 45"),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_every_variant_charges_what_its_cost_hook_says(rules: Rules, text: str) -> None:  # type: ignore[type-arg]
    before: View = Game(rules).read(text).view(1)
    state, taken = full_row_taken(rules, text)
    printed = sum(1 + (card % 5 == 0) + (card % 10 == 0) for card in taken.cards)
    assert printed + 50 == taken.heads == before.facts.rows[3].heads  # type: ignore[attr-defined]
    pile = rules.pile_of(taken.seat)
    assert taken.heads == state.view(None).facts.piles[pile]  # type: ignore[attr-defined]


@pytest.mark.rule("Q-Y8")
def test_a_variant_stays_itself_when_all_its_options_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base game alone takes several fan cards: an empty set of them once made the base game of a variant."""
    monkeypatch.setitem(GAMES, "generous", "tests.variants:Generous")
    game = nimmt.game("generous", players=2)
    again = nimmt.game(game.setup.key, players=2, **game.setup.options)
    view = again.read("10 | 20 | 30 | 40 // 1 2 / 3 4").view(None)
    assert isinstance(view, TableView)
    assert view.facts.rows[0].capacity == 6
    with pytest.raises(BadSetup, match="fan_cards"):
        nimmt.game("generous", players=2, fan_cards=("climb", "caper"))
