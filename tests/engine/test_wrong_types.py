"""Whatever a caller hands over, the answer is one of nimmt's own errors."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import nimmt
from nimmt import (
    Action,
    BadRecord,
    BadSetup,
    ExplicitDealer,
    Game,
    IllegalAction,
    Malformed,
    PlayCard,
    SeededDealer,
    State,
    TakeRow,
    examples,
)
from nimmt.codec import AnyAction
from nimmt.errors import quoted
from nimmt.games.bullenparty import Bid, LayCard
from nimmt.games.surprise.actions import ExchangeSpecial
from nimmt.games.versus_ox.actions import Vote
from nimmt.specials.actions import Pass

DEEP = 100_000
HUGE = 10**5000  # Python refuses to write it out
NOTHING: Any = None


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (dict, b'{"a":' * DEEP),
        (list, b"[" * DEEP),
        (list, "[" * DEEP + "]" * DEEP),
        (str, '"\ud800"'),
        (str, b'"\xff"'),
    ],
    ids=["objects", "lists", "closed lists", "lone surrogate", "no UTF-8"],
)
def test_json_that_cannot_be_read_is_malformed(kind: Any, data: bytes | str) -> None:
    with pytest.raises(Malformed) as error:
        nimmt.from_json(kind, data)
    assert "bad_json" == error.value.code


def nested(start: str) -> str:
    return start + '"script": [{"a": ' + "[" * DEEP + "]" * DEEP + "}]}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"a":' * DEEP, "bad_json"),
        ('["\ud800"]', "bad_json"),
        (nested("{"), "bad_json"),
        ("[" + nested('{"id": "x", "mode": "coop", ') + "]", "bad_json"),
        (b'[{"id": "\xff", "mode": "base"}]', "bad_example"),
    ],
    ids=["objects", "lone surrogate", "nested", "nested example", "no UTF-8"],
)
def test_examples_that_cannot_be_read_are_malformed(data: bytes | str, code: str) -> None:
    with pytest.raises(Malformed) as error:
        examples.read(data)
    assert code == error.value.code


# --- Seats ---------------------------------------------------------------------------------------

START = nimmt.game("base", players=3).start(1)
NO_SEATS = ["0", 1.0, True, [1], HUGE, -1, 3]


def name(value: object) -> str:
    return "huge" if value in (HUGE, -HUGE) else repr(value)


@pytest.mark.parametrize("seat", [*NO_SEATS, None], ids=name)
def test_what_is_no_seat_may_do_nothing(seat: Any) -> None:
    action = START.legal(1)[0]
    assert "no_such_seat" == getattr(START.refusal(seat, action), "code", None)
    for ask in (lambda: START.legal(seat), lambda: START.step(seat, action)):
        with pytest.raises(IllegalAction) as error:
            ask()
        assert "no_such_seat" == error.value.code


@pytest.mark.parametrize("seat", NO_SEATS, ids=name)
def test_what_is_no_seat_sees_nothing(seat: Any) -> None:
    for ask in (lambda: START.view(seat), lambda: START.own(seat)):
        with pytest.raises(IllegalAction) as error:
            ask()
        assert "no_such_seat" == error.value.code


def test_seats_are_refused_alike_once_the_game_is_over() -> None:
    state = nimmt.game("base", players=2, hand_size=1, max_rounds=1).start(1)
    while state.to_act:
        state, _ = state.step(state.to_act[0], state.legal(state.to_act[0])[0])
    assert () == state.legal(1)
    with pytest.raises(IllegalAction) as error:
        state.legal(2)
    assert "no_such_seat" == error.value.code


@pytest.mark.parametrize("decision", ["1", HUGE, -1, []], ids=name)
def test_another_decision_is_stale(decision: Any) -> None:
    refusal = START.refusal(0, START.legal(0)[0], decision)
    assert refusal is not None
    assert "stale" == refusal.code


# --- Actions -------------------------------------------------------------------------------------


def asking(key: str, phase: str) -> State:
    """A game in which this is asked, after whatever comes first."""
    rng = Random(1)
    for seed in range(20):
        state = nimmt.game(key, players=3).start(seed)
        while state.to_act:
            if state._position.phase == phase:
                return state
            seat = state.to_act[0]
            state, _ = state.step(seat, rng.choice(state.legal(seat)))
    raise AssertionError(f"{key} never asks for a {phase}")


def bent(action: Action, value: Any) -> Action:
    """The same class of action with this in its first field."""
    return type(action)(value)


@pytest.mark.parametrize(
    ("key", "phase"),
    [("base", "card"), ("base", "row"), ("pro", "draft"), ("bullenparty", "bid"), ("bullenparty", "claim")],
)
def test_an_action_that_holds_the_wrong_thing_is_refused(key: str, phase: str) -> None:
    state = asking(key, phase)
    seat = state.to_act[0]
    legal = state.legal(seat)[-1]
    number = getattr(legal, legal.__struct_fields__[0])
    wrong: tuple[Any, ...] = (float(number), "x", None, True, False, [], (number,))
    for value in wrong:
        with pytest.raises(IllegalAction) as error:
            state.step(seat, bent(legal, value))
        assert "wrong_action" == error.value.code
    assert state.refusal(seat, bent(legal, number)) is None


@pytest.mark.parametrize(
    ("key", "phase"),
    [
        ("base", "card"),
        ("base", "row"),
        ("pro", "draft"),
        ("surprise", "window"),
        ("surprise", "exchange"),
        ("versus_ox", "window"),
        ("versus_ox", "vote"),
        ("bullenparty", "bid"),
        ("bullenparty", "claim"),
        ("bullenparty", "lay"),
    ],
)
@pytest.mark.parametrize("number", [HUGE, -HUGE, 10**30], ids=name)
def test_an_absurd_number_is_refused_like_any_other(key: str, phase: str, number: int) -> None:
    state = asking(key, phase)
    seat = state.to_act[0]
    view = state.view(seat)
    for action in absurd(number):
        refusal = state.refusal(seat, action)
        assert refusal is not None
        assert refusal.sentence.endswith(".")
        with pytest.raises(IllegalAction) as error:
            state.game.preview(view, action)
        assert refusal == error.value.refusal


def absurd(number: int) -> list[Action]:
    """Every kind of action that holds a number, with this one."""
    kinds = [kind for kind in get_args(AnyAction) if int in [field.type for field in msgspec.structs.fields(kind)]]
    return [kind(*(number if field.type is int else NOTHING for field in required(kind))) for kind in kinds]


def required(kind: type[Action]) -> list[msgspec.structs.FieldInfo]:
    return [field for field in msgspec.structs.fields(kind) if field.required]


@pytest.mark.parametrize(
    ("action", "sound"),
    [
        (PlayCard(5, True), True),
        (PlayCard(5, 1), False),  # type: ignore[arg-type]
        (TakeRow(0), True),
        (TakeRow(True), False),
        (Pass(), True),
        (Vote(True), True),
        (Vote(1), False),  # type: ignore[arg-type]
        (ExchangeSpecial("stop"), True),
        (ExchangeSpecial(7), False),  # type: ignore[arg-type]
        (Bid(0), True),
        (Bid(False), False),
        (LayCard(5), True),
        (LayCard(5, 1), True),
        (LayCard(5, 1.0), False),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_an_action_knows_whether_its_fields_hold_what_they_should(action: Action, sound: bool) -> None:
    assert sound == action.is_sound()


@pytest.mark.parametrize("kind", get_args(AnyAction), ids=lambda kind: kind.__name__)
def test_every_action_that_can_be_read_is_sound(kind: type[Action]) -> None:
    values: dict[str, Any] = {"card": 5, "row": 1, "pile": None, "reverse": True, "agree": False, "special": "stop"}
    values |= {"order": [5, 6], "cards": [5, 6]}
    read = msgspec.convert({name: values[name] for name in kind.__struct_fields__} | {"type": tag(kind)}, kind)
    assert read.is_sound()


def tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


@pytest.mark.parametrize("action", [None, "x", 7, 3.5, PlayCard], ids=str)
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(IllegalAction) as error:
        START.step(0, action)
    assert "wrong_action" == error.value.code


class Marked(PlayCard, frozen=True):
    """An action of a class that no record knows."""


def test_a_subclass_of_an_action_is_refused() -> None:
    card = START.legal(0)[0]
    assert isinstance(card, PlayCard)
    for action in (Marked(card.card), Marked(card.card, False)):
        with pytest.raises(IllegalAction) as error:
            START.step(0, action)
        assert "wrong_action" == error.value.code


# --- Setups, seeds and dealers -------------------------------------------------------------------


@pytest.mark.parametrize("key", [["x"], [], None, 7, b"base", "\ud800", "chess"], ids=repr)
def test_what_is_no_key_names_no_game(key: Any) -> None:
    for make in (nimmt.spec, lambda key: nimmt.game(key, players=3)):
        with pytest.raises(BadSetup) as error:
            make(key)
        assert "unknown_game" == error.value.code


@pytest.mark.parametrize("key", nimmt.keys())
@pytest.mark.parametrize("players", [HUGE, -HUGE, None, "3", 3.0, True, [3]], ids=name)
def test_what_is_no_number_of_players_makes_no_game(key: str, players: Any) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game(key, players=players)
    assert "bad_players" == error.value.code


ODD_OPTIONS: list[Any] = [
    None, [], "x", 7, [("max_rounds", 1)],
    {1: 2}, {None: 1, "x": 2}, {("max_rounds",): 1}, {"\ud800": 1}, {"": 1}, {"x" * 10**5: 1},
    {"end_rule": "\ud800"}, {"end_rule": []}, {"max_rounds": HUGE}, {"max_rounds": "1"}, {"max_rounds": 1.0},
    {"max_rounds": {}}, {"fan_cards": ["\ud800"]}, {"fan_cards": [[]]},
]  # fmt: skip


@pytest.mark.parametrize("options", ODD_OPTIONS, ids=lambda value: ascii(quoted(value))[:30])
def test_what_are_no_options_make_no_game(options: Any) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game_of(nimmt.Setup("base", 3, options))
    assert error.value.code in ("bad_option", "unknown_option", "unknown_fan_card")
    sentence(error.value)


@pytest.mark.parametrize("setup", [None, "base", {"key": "base", "players": 3}], ids=str)
def test_what_is_no_setup_makes_no_game(setup: Any) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game_of(setup)
    sentence(error.value)


def sentence(error: nimmt.NimmtError) -> None:
    """Whatever was wrong, an error says so in a sentence that can be written anywhere."""
    assert error.sentence.endswith(".")
    assert len(error.sentence.encode()) < 1000


def test_the_options_of_a_game_cannot_be_changed() -> None:
    given: Any = {"max_rounds": 1}
    made = nimmt.game_of(nimmt.Setup("base", 3, given))
    given["max_rounds"] = 9
    options: Any = made.setup.options
    changes: list[Callable[[], object]] = [
        lambda: options.update(max_rounds=2),
        lambda: options.pop("max_rounds"),
        lambda: options.popitem(),
        lambda: options.clear(),
        lambda: options.setdefault("x", 1),
        lambda: options.__setitem__("max_rounds", 2),
        lambda: options.__delitem__("max_rounds"),
        lambda: options.__ior__({"max_rounds": 2}),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert 1 == made.setup.options["max_rounds"]
    for kept in (made.setup, nimmt.from_json(nimmt.Setup, nimmt.to_json(made.setup)), copy.deepcopy(made.setup)):
        assert kept == made.setup
        assert hash(kept) == hash(made.setup)
        with pytest.raises(TypeError, match="cannot be changed"):
            kept.options.clear()  # type: ignore[attr-defined]


# --- Texts, JSON and records ---------------------------------------------------------------------

NO_JSON: list[Any] = [None, 7, ["{}"], {"type": "play_card"}, nimmt.PlayCard(5)]


@pytest.mark.parametrize("data", NO_JSON, ids=str)
def test_what_is_no_text_cannot_be_read(data: Any) -> None:
    read: list[Callable[[Any], object]] = [
        nimmt.read_action,
        nimmt.read_event,
        nimmt.read_view,
        nimmt.read_record,
        lambda data: nimmt.from_json(nimmt.Setup, data),
        nimmt.game("base", players=2).read,
        nimmt.game("bullenparty", players=2).read,
        lambda data: next(nimmt.replay(data)),
        nimmt.resume,
        nimmt.verify,
    ]
    for reader in read:
        with pytest.raises((Malformed, BadRecord)) as error:
            reader(data)
        sentence(error.value)


@pytest.mark.parametrize(
    "scores",
    [7, None, [7], "12", ["ab"], [[1.0, 2]], [[True, 2]], [["1", "2"]], [[None, None]], {"a": 1}, [[[1], 2]]],
    ids=repr,
)
def test_scores_that_are_no_whole_numbers_are_refused(scores: Any) -> None:
    with pytest.raises(Malformed, match="whole number") as error:
        nimmt.game("base", players=2).read("12 | 37 | 43 | 58 // 3 9 / 21 26", scores)
    assert "bad_text" == error.value.code


NO_TEXT: Any = None


@pytest.mark.parametrize(
    "seed",
    ["\ud800", None, HUGE, 1.5, [], bytearray(32), SeededDealer(NO_TEXT), SeededDealer("\ud800")],
    ids=name,
)
def test_what_is_no_seed_starts_no_game(seed: Any) -> None:
    with pytest.raises(Malformed) as error:
        nimmt.game("base", players=3).start(seed)
    assert "bad_seed" == error.value.code


@pytest.mark.parametrize("seed", ["\ud800", None, HUGE, 1.5], ids=name)
def test_what_is_no_seed_makes_no_dealer(seed: Any) -> None:
    with pytest.raises(Malformed) as error:
        SeededDealer.of(seed)
    assert "bad_seed" == error.value.code


@pytest.mark.parametrize(
    ("permutations", "code"),
    [
        ({"deal:1": (1, None)}, "bad_permutation"),
        ({"deal:1": 7}, "bad_permutation"),
        ({"deal:1": tuple(map(float, range(104)))}, "bad_permutation"),
        ({"deal:1": "x"}, "bad_permutation"),
        ({"deal:1": None}, "no_permutation"),
        (None, "no_permutation"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_order_is_not_dealt(permutations: Any, code: str) -> None:
    with pytest.raises(BadRecord) as error:
        nimmt.game("base", players=3).start(ExplicitDealer(permutations))
    assert code == error.value.code


# --- Views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [nimmt.game("base", players=4), nimmt.game("base", players=3, max_rounds=1), nimmt.game("climb", players=3)],
    ids=repr,
)
def test_a_view_of_another_game_is_refused(other: Game) -> None:
    view = START.view(0)
    asked: list[Callable[[Game], object]] = [
        lambda game: game.sample(view, Random(1)),
        lambda game: game.default(view),
        lambda game: game.preview(view, START.legal(0)[0]),
    ]
    for ask in asked:
        ask(START.game)
        with pytest.raises(Malformed) as error:
            ask(other)
        assert "bad_view" == error.value.code


def test_what_is_no_view_is_refused() -> None:
    nothing: Any = None
    with pytest.raises(Malformed):
        START.game.default(nothing)
