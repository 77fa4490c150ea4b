"""Whole random rounds, the engine against the model in tests/reference: the same rows, marks, takes and piles."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import Event, PlayCard, State, TakeRow
from nimmt.events import RowTaken
from nimmt.setup import OptionValue
from tests.properties.invariants import table_of
from tests.reference.model import play_round
from tests.tables import some_numbers

MODES = {"base": "base", "even_odd": "eo", "climb": "cl", "caper": "ca", "reversed_digits": "rd"}
SETS = [fans for count in (2, 3, 4) for fans in combinations([key for key in MODES if key != "base"], count)]
PLAYERS = range(2, 11)
ROUNDS = 80
"""For every game and number of players: 3,600 in all."""

Turn = list[tuple[str, int, bool]]


class Round:
    """One round of the engine, written down as the model wants to be told it."""

    def __init__(self, key: str, players: int, seed: int, **options: OptionValue) -> None:
        self.game = nimmt.game(key, players=players, max_rounds=1, **options)
        self.state = self.game.start(seed)
        self.start = [list(row.cards) for row in table_of(self.state).rows]
        self.turns: list[Turn] = []
        self.choices: dict[int, int] = {}  # the card that fits nowhere, and the row that its owner takes
        self.events: list[Event] = []

    def play(self, rng: Random) -> State:
        """Play random actions to the end; reversals as often as anything else."""
        while self.state.outcome is None:
            seat = self.state.to_act[0]
            action = rng.choice(self.state.legal(seat))
            if isinstance(action, PlayCard):
                self.write_down(seat, action)
            elif isinstance(action, TakeRow):
                self.choices[table_of(self.state).queue[0].card] = action.row + 1
            self.state, events = self.state.step(seat, action)
            self.events += events
        return self.state

    def write_down(self, seat: int, action: PlayCard) -> None:
        self.turns += [[]] if seat == 0 else []
        self.turns[-1].append((name(seat), action.card, action.reverse))


def name(seat: int) -> str:
    return f"P{seat}"


def as_the_model_says_it(played: Round) -> dict[str, Any]:
    """The end of a round of the engine in the words of the worked examples."""
    table = table_of(played.state)
    takes = [event for event in played.events if isinstance(event, RowTaken)]
    marks = [(number, mark) for number, row in enumerate(table.rows, 1) for mark in row.marks]
    return {
        "rows": [list(row.cards) for row in table.rows],
        "takes": [{"p": name(take.seat), "cards": list(take.cards), "heads": take.heads} for take in takes],
        "piles": {name(seat): list(pile) for seat, pile in enumerate(table.piles)},
        **{kind: value for row, mark in marks for kind, value in mark_in_words(row, mark).items()},
    }


def mark_in_words(row: int, mark: str) -> dict[str, Any]:
    if mark == "caper":
        return {"ca": row}
    return {"cl": {"row": row, "dir": mark}} if mark in ("up", "down") else {"eo": {"row": row, "face": mark}}


def fan_cards(played: Round) -> tuple[str, ...]:
    cards = played.game.setup.options.get("fan_cards", ())
    assert isinstance(cards, tuple)
    return tuple(map(str, cards))


def assert_same(key: str, played: Round) -> None:
    choices = dict(played.choices)
    fans = [MODES[card] for card in fan_cards(played)]
    mode = "fans" if fans else MODES[key]
    options = played.game.setup.options
    choose = lambda player, card, rows: choices.pop(card)  # noqa: E731
    expected = play_round(mode, played.start, played.turns, choose, fans, options)
    assert expected == as_the_model_says_it(played)
    assert {} == choices, "the model asks for a row wherever the engine did"


@pytest.mark.parametrize("key", MODES)
@pytest.mark.parametrize("players", PLAYERS)
def test_random_rounds(key: str, players: int) -> None:
    rng = Random(players)
    for deal in range(ROUNDS):
        played = Round(key, players, deal)
        played.play(rng)
        assert_same(key, played)


@pytest.mark.parametrize("key", MODES)
def test_random_rounds_with_the_known_deck(key: str) -> None:
    rng = Random(1)
    for deal in range(20):
        played = Round(key, 2 + deal % 9, deal, known_deck=True)
        played.play(rng)
        assert_same(key, played)


@pytest.mark.rule("Q-Y8")
@pytest.mark.parametrize("fans", SETS, ids="+".join)
def test_random_rounds_with_several_fan_cards(fans: tuple[str, ...]) -> None:
    """Every set, with every number of players, and both decks."""
    rng, found = Random("+".join(fans)), set()
    for deal in range(36):
        played = Round("base", 2 + deal % 9, deal, fan_cards=fans, known_deck=deal % 4 == 3)
        played.play(rng)
        assert_same("base", played)
        found |= {event.reason.code for event in played.events if isinstance(event, RowTaken)}
    assert {"sixth_card", "chosen"} | ({"caper_landed"} if "caper" in fans else set()) == found


@pytest.mark.parametrize("players", PLAYERS)
def test_random_rounds_with_other_numbers(players: int) -> None:
    """B-1, B-3, B-8 with any numbers that can be dealt, for every game and many sets of fan cards."""
    rng = Random(players)
    cards: list[tuple[str, ...]] = [(), *((key,) for key in MODES if key != "base"), *SETS]
    for deal in range(3 * len(cards)):
        numbers = some_numbers(rng, players)
        chosen: dict[str, OptionValue] = {"fan_cards": cards[deal % len(cards)], "known_deck": deal % 4 == 3}
        played = Round("base", players, deal, **chosen, **numbers)
        played.play(rng)
        assert numbers["hand_size"] == len(played.turns)
        assert_same(played.game.key, played)


def test_the_rounds_show_every_kind_of_take() -> None:
    found = set()
    for key in MODES:
        rng = Random(4)
        for deal in range(30):
            played = Round(key, 4, deal)
            played.play(rng)
            found |= {(key, event.reason.code) for event in played.events if isinstance(event, RowTaken)}
    assert {(key, code) for key in MODES for code in ("sixth_card", "chosen")} | {("caper", "caper_landed")} == found
