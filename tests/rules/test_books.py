"""The books of specials: what they hold is the one list of specials that everything else goes by."""

from collections import Counter
from random import Random
from typing import Any, get_args

import pytest

from nimmt.actions import Action
from nimmt.cards import Special
from nimmt.errors import Malformed
from nimmt.game import Game
from nimmt.games.fan_cards.sets import ORDER as FAN_CARDS
from nimmt.games.surprise import Surprise, SurpriseOptions
from nimmt.games.surprise import book as surprise
from nimmt.games.versus_ox import book as versus_ox
from nimmt.render.marks import SPECIALS as DRAWINGS
from nimmt.render.text import SPECIALS as SIGNS
from nimmt.rows import MARKS
from nimmt.specials import Effect
from nimmt.specials.actions import UseSpecial

BOOKS = {"surprise": surprise.BOOK, "versus_ox": versus_ox.BOOK}
EFFECTS = [effect for book in BOOKS.values() for effect in book]


def subclasses(kind: type[Action]) -> set[type[Action]]:
    return {other for child in kind.__subclasses__() for other in (child, *subclasses(child))}


def test_the_words_for_specials_are_those_of_the_books() -> None:
    assert set(get_args(Special)) == {effect.key for effect in EFFECTS if effect.key}


def test_the_words_for_marks_are_those_of_the_parts_that_lay_them() -> None:
    laid = [mark for effect in EFFECTS for mark in effect.marks] + [mark for card in FAN_CARDS for mark in card.marks]
    assert set(MARKS) == set(laid)


def test_every_way_to_use_a_special_belongs_to_one_that_a_book_holds() -> None:
    asked = {use for effect in EFFECTS for use in effect.answers}
    assert subclasses(UseSpecial) <= asked


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: type(effect).__name__)
def test_an_effect_answers_to_the_name_of_its_card_and_can_be_drawn(effect: Effect[Any]) -> None:
    assert set(effect.marks) <= set(MARKS)
    for use in effect.answers:
        assert effect.key == getattr(use, "special", None)
    if effect.key:
        assert effect.key in SIGNS
        assert effect.key in DRAWINGS


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_book_holds_a_special_twice(book: tuple[Effect[Any], ...]) -> None:
    keys = [effect.key for effect in book]
    assert len(set(keys)) == len(keys)


class SmallBox(Surprise):
    """Surprise with two each of five specials."""

    book = tuple(effect for effect in surprise.BOOK if effect.key not in ("seven", "replace"))
    copies = 2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_box_follows_from_the_book_of_the_game(players: int) -> None:
    """An option, or the rules of another version, may bring another box: everything goes by the game's own."""
    game = Game(SmallBox(players, SurpriseOptions(rounds=3)))
    box = {"stop": 2, "insert": 2, "slide": 2, "fifth_row": 2, "negative_positive": 2}
    rng, state = Random(players), game.start(players)
    while state.outcome is None:
        if not rng.randrange(20):
            view = state.view(0)
            for each in (state, game.sample(view, rng)):
                table: Any = each._position
                held = [special for own in table.special_hands for special in own]
                assert box == Counter([*held, *table.stock, *table.discards, *game.rules.lying(table.rows)])  # type: ignore[attr-defined]
            told = Counter([*view.specials[0], *view.discards, *game.rules.lying(view.rows)])  # type: ignore[attr-defined]
            assert Counter(box) - told == +game.rules.unseen_specials(view)  # type: ignore[attr-defined]
        seat = state.to_act[0]
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    with pytest.raises(Malformed, match="There are 2 each of stop, insert, slide"):
        game.read("10 | 20 | 30 | 40 // 50 stop stop stop" + " / 60" * (players - 1))
    with pytest.raises(Malformed, match="'seven' is too much"):
        game.read("10 | 20 | 30 | 40 // 50 seven" + " / 60" * (players - 1))
