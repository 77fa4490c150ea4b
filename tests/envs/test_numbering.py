"""Action numbers: fixed for ever by the setup, and none for take-backs."""

import numpy as np
import pytest

import nimmt
from nimmt import TakeRow
from nimmt.envs import WrongAction, action_name, observe
from nimmt.envs.numbering import TAKE_BACKS, numbering_of
from nimmt.envs.observing import observer_of
from nimmt.game import position_of
from nimmt.games.surprise.actions import CancelCards, TurnPositive, UseNegativePositive
from tests.books import WITH_PRO
from tests.surprise import Turn

from .playing import SIZES, short, sittings

CITED = {
    ("base", 4): "PlayCard 1, TakeRow 105, end 109",
    ("pro", 4): "PlayCard 1, TakeRow 45, DraftCard 49, end 93",
    ("even_odd", 4): "PlayCard 1, TakeRow 105, end 109",
    ("climb", 4): "PlayCard 1, TakeRow 105, end 109",
    ("caper", 4): "PlayCard 1, TakeRow 105, end 109",
    ("reversed_digits", 4): "PlayCard 1, TakeRow 209, end 213",
    ("surprise", 4): "PlayCard 1, TakeRow 105, Pass 110, UseNegativePositive 111, TurnPositive 112, "
    "CancelCards 216, UseSeven 249, UseStop 254, UseInsert 259, UseReplace 264, UseSlide 368, UseFifthRow 888, "
    "ExchangeSpecial 889, end 896",
    ("versus_ox", 4): "PlayCard 1, TakeRow 105, UseReplace 109, OrderCard 213, UseOrder 317, Pass 318, UseSeven 319, "
    "UseStop 323, ReplaceCard 327, UseInsert 431, UseSlide 435, UseFirst 851, UseLast 955, UseSort 1059, "
    "RemoveStop 1060, Vote 1064, end 1066",
    ("bullenparty", 4): "Bid 1, ClaimRow 102, ExtendRow 106, LayCard 110, Done 5160, end 5161",
}


@pytest.mark.parametrize(("key", "players"), CITED)
def test_numbers_stay_as_they_were_when_results_were_cited(key: str, players: int) -> None:
    numbering = numbering_of(nimmt.game(key, players=players))
    blocks = [f"{block.kind.__name__} {block.first}" for block in numbering.blocks]
    assert ", ".join([*blocks, f"end {numbering.size}"]) == CITED[key, players]


def test_every_game_has_its_numbers_pinned() -> None:
    assert {key for key, _ in CITED} == set(WITH_PRO)


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_every_legal_action_has_a_number_of_its_own(key: str, players: int) -> None:
    game = short(key, players)
    numbering = numbering_of(game)
    for sitting in sittings(game, 5):
        for seat in sitting.asked:
            legal = [each for each in sitting.state.legal(seat) if not isinstance(each, TAKE_BACKS)]
            answers = sitting.answers(seat)
            assert [sitting.action(seat, number) for number in answers] == legal
            position = position_of(sitting.state)
            assert [numbering.number(position, seat, action) for action in legal] == list(answers)
            assert all(0 < number < numbering.size for number in answers)


def test_names_are_the_actions() -> None:
    game = nimmt.game("base", players=4)
    assert action_name(game, 0) == "wait"
    assert action_name(game, 37) == "PlayCard(card=37, reverse=False)"
    assert action_name(game, 106) == "TakeRow(row=1)"
    assert action_name(nimmt.game("bullenparty", players=2), 106) == "LayOn(card=1, top=0)"


def test_what_a_positive_card_cancels_is_named_by_the_heads() -> None:
    game = nimmt.game("surprise", players=4)
    assert action_name(game, 216) == "CancelHeads(heads=(2,))"
    assert action_name(game, 248) == "CancelHeads(heads=(1, 1, 1, 1, 1, 1, 1))"
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    for action in (UseNegativePositive(), TakeRow(0), TurnPositive(11)):
        turn.act(action)
    numbering = numbering_of(turn.game)
    answers = numbering.answers(turn.table, 0)
    assert [numbering.name(number) for number in answers] == [
        "CancelHeads(heads=(2, 2, 1))",
        "CancelHeads(heads=(2, 1, 1, 1))",
    ]
    assert [numbering.action(turn.table, 0, number) for number in answers] == turn.legal()
    fields = observer_of(turn.game).layout.read(observe(turn.game, turn.view(0)))
    assert fields["positive"] == [11]
    assert fields["pile_cards"].tolist() == [[3, 2, 0, 1, 0], [0] * 5]
    assert observer_of(turn.game).layout.read(observe(turn.game, turn.view(1)))["pile_cards"].tolist() == [
        [0] * 5,
        [3, 2, 0, 1, 0],
    ]


def test_with_points_there_is_nothing_to_choose() -> None:
    numbering = numbering_of(nimmt.game("surprise", players=4, np_mode="points"))
    assert CancelCards not in [block.kind for block in numbering.blocks]


@pytest.mark.parametrize("wrong", [-1, 109, 1.5, "3", None, True, np.float64(2.5), [1]])
def test_what_is_no_number_is_refused(wrong: object) -> None:
    with pytest.raises(WrongAction, match=r"is no action.*0 to 108"):
        action_name(nimmt.game("base", players=4), wrong)  # type: ignore[arg-type]
