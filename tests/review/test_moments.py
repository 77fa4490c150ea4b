"""Moments: what a seat sees when it decides, in every game, as a code that holds nothing else."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter, defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

import nimmt
from nimmt.errors import NimmtError
from nimmt.review import moments
from nimmt.review.moments import LONGEST, NO_MOMENT, choices_in, moment_of, view_in
from nimmt.review.positions import SHOWN, code_of
from nimmt.setup import RULES, Setup
from nimmt.views import View
from tests.properties.strategies import KEYS, depths, examples, go, matches

LINK = 2_000
"""Characters that every messenger leaves whole."""


# --- There and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_a_moment_holds_what_its_seat_sees(key: str, data: st.DataObject) -> None:
    """With any options, however the game was played."""
    match = data.draw(matches(key))
    state, rng = go(match, data.draw(depths()))
    assume(state.outcome is None)
    for seat in range(match.game.players):
        view, legal = state.view(seat), state.legal(seat)
        code = moment_of(view)
        if seat in state.to_act:
            assert (code is not None) == (len(legal) > 1)
        if code and seat in state.to_act:
            again = view_in(code)
            assert choices_in(again) == legal
            if code == code_of(view):
                assert [getattr(again, name) for name in SHOWN] == [getattr(view, name) for name in SHOWN]
            else:
                assert again == replace(view, last=())
            assert moment_of(again) == code
            assert moment_of(match.game.sample(view, rng).view(seat)) == code, "another world with the same view"
    assert moment_of(state.view(None)) is None


TABLES = [("pro", 4), ("surprise", 2), ("surprise", 8), ("versus_ox", 3), ("versus_ox", 6), ("bullenparty", 5)]


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_kind_of_decision_has_a_link_of_bearable_length(key: str, players: int) -> None:
    """In whole games by the book; rare kinds of decision are waited for."""
    game, longest = nimmt.game(key, players=players), defaultdict[str, int](int)
    kinds = {*game.rules.questions} - {"overflow"} - ({"draft"} if key != "pro" else set())
    for seed in range(30):
        state, rng = game.start(seed), Random(seed)
        while state.outcome is None:
            seat = rng.choice(state.to_act)
            legal = state.legal(seat)
            code = moment_of(state.view(seat)) if rng.random() < 0.25 or state.phase not in longest else None
            if code:
                longest[state.phase] = max(longest[state.phase], len(code))
            state, _ = state.step(seat, rng.choice(legal))
        if kinds <= longest.keys() and seed >= 2:
            break
    assert kinds <= longest.keys(), "every kind of decision came up"
    assert max(longest.values()) < LINK


def test_whoever_has_nothing_to_choose_has_no_moment() -> None:
    game = nimmt.game("bullenparty", players=3)
    state = game.start(1)
    state, _ = state.step(0, state.legal(0)[0])
    assert moment_of(state.view(0)) is None, "what was bid must not be in a link"
    assert moment_of(state.view(1)) is not None


# --- Codes that somebody made up -------------------------------------------------------------------


def packed(named: object, kept: object) -> str:
    return wrapped(zlib.compress(json.encode((named, kept)), 9))


def wrapped(data: bytes) -> str:
    return f"view1.{urlsafe_b64encode(data).rstrip(b'=').decode()}"


@cache
def parts(key: str, players: int, phase: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is in the code of a moment of this kind."""
    state, rng = nimmt.game(key, players=players).start(1), Random(1)
    while state.phase != phase or not moment_of(state.view(state.to_act[0])):
        seat = rng.choice(state.to_act)
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    code = moment_of(state.view(state.to_act[0])) or ""
    named, kept = json.decode(zlib.decompress(decoded(code)))
    assert packed(named, kept) == code
    return named, kept


def decoded(code: str) -> bytes:
    packed = code.partition(".")[2]
    return urlsafe_b64decode(packed + "=" * (-len(packed) % 4))


def sentence_about(code: str) -> str:
    with pytest.raises(NimmtError) as refused:
        view_in(code)
    assert refused.value.sentence.endswith(".")
    assert "\n" not in refused.value.sentence
    return refused.value.sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda code: code.replace("view1", "view2"), "another version"),
        (lambda code: code.replace("view1", "view"), "another version"),
        (lambda code: code[:-6], "damaged"),
        (lambda code: code[:40] + ("A" if code[40] != "A" else "B") + code[41:], "damaged"),
        (lambda code: code + "AAAA", "damaged"),
        (lambda code: code + "é", "damaged"),
        (lambda code: code + "!", "damaged"),
        (lambda code: "view1.", "damaged"),
        (lambda code: "view1." + "A" * LONGEST, "8000 characters"),
        (lambda code: wrapped(zlib.compress(b"0" * 5_000_000, 9)), "damaged"),
        (lambda code: wrapped(zlib.compress(b"[" * 60_000, 9)), "damaged"),
        (lambda code: wrapped(zlib.compress(b"\xff\xfe")), "damaged"),
    ],
)
def test_a_code_that_is_not_whole_is_refused(change: Any, sentence: str) -> None:
    code = packed(*parts("surprise", 3, "window"))
    view_in(code)
    assert sentence in sentence_about(change(code))


FORGED: list[tuple[str, int, str, dict[str, Any]]] = [
    ("surprise", 3, "window", {"seat": 7}),
    ("surprise", 3, "window", {"seat": -1}),
    ("surprise", 3, "window", {"to_act": []}),
    ("surprise", 3, "window", {"to_act": [0, 1, 2, 3, 4]}),
    ("surprise", 3, "window", {"phase": "bid"}),
    ("surprise", 3, "window", {"phase": "over"}),
    ("surprise", 3, "window", {"queue": []}),
    ("surprise", 3, "window", {"hand": [1, 1, 1]}),
    ("surprise", 3, "window", {"hand": [999]}),
    ("surprise", 3, "window", {"hand": [], "cards_left": [0, 0]}),
    ("surprise", 3, "window", {"rows": []}),
    ("surprise", 3, "window", {"rows": [{"cards": [card]} for card in range(60, 90)]}),
    ("surprise", 3, "window", {"piles": []}),
    ("surprise", 3, "window", {"specials": []}),
    ("surprise", 3, "window", {"stock_left": 10**9}),
    ("surprise", 3, "window", {"stock_left": -3}),
    ("surprise", 3, "window", {"cards_left": [10**9, 10**9, 10**9]}),
    ("surprise", 3, "window", {"unknown": 1}),
    ("surprise", 3, "window", {"round": "two"}),
    ("versus_ox", 3, "window", {"ox_left": 10**9}),
    ("versus_ox", 3, "window", {"piles": [[1, 1]]}),
    ("versus_ox", 3, "window", {"face_up": ["dragon"]}),
    ("bullenparty", 3, "bid", {"draw_left": 10**9}),
    ("bullenparty", 3, "bid", {"draw_left": -1}),
    ("bullenparty", 3, "bid", {"piles": []}),
    ("bullenparty", 3, "bid", {"letter": None, "hand": [5], "cards_left": [1, 5, 5]}),
    ("bullenparty", 3, "lay", {"laid": [{"type": "lay_card", "card": 3, "pile": 90}]}),
    ("pro", 3, "draft", {"pool": []}),
    ("pro", 3, "draft", {"pool": [1, 2, 200]}),
]


@pytest.mark.parametrize(("key", "players", "phase", "changes"), FORGED)
def test_a_view_of_an_impossible_position_is_refused(
    key: str, players: int, phase: str, changes: dict[str, Any]
) -> None:
    named, kept = parts(key, players, phase)
    assert (kept | changes) != kept
    sentence = sentence_about(packed(named, kept | changes))
    assert sentence == NO_MOMENT or "JSON" in sentence


@pytest.mark.parametrize(
    "changes",
    [{"key": "tarot"}, {"players": 40}, {"rules": 99}, {"rules": 0}, {"options": {"colour": "red"}}, {"seed": "1"}],
)
def test_a_moment_of_a_game_that_there_is_not_is_refused(changes: dict[str, Any]) -> None:
    named, kept = parts("surprise", 3, "window")
    sentence_about(packed(named | changes, kept))


@pytest.mark.parametrize("key", ["pro", "surprise", "versus_ox", "bullenparty"])
@examples(40)
@given(data=st.data())
def test_whatever_is_written_into_a_view_is_shown_or_refused(key: str, data: st.DataObject) -> None:
    """Values of other moments, or none, in the wrong places: a sentence at worst, and never an unforeseen error."""
    named, kept = parts(key, 3, data.draw(st.sampled_from(PHASES[key])))
    _, other = parts(key, 3, data.draw(st.sampled_from(PHASES[key])))
    for name in data.draw(st.lists(st.sampled_from(sorted(kept | other)), min_size=1, max_size=4)):
        kept = kept | {name: other[name]} if name in other else {k: v for k, v in kept.items() if k != name}
    try:
        view = view_in(packed(named, kept))
    except NimmtError:
        return
    assert len(choices_in(view)) > 1


PHASES = {
    "pro": ("draft",),
    "surprise": ("card", "row", "window", "exchange", "positive", "cancel"),
    "versus_ox": ("card", "row", "window", "vote", "order"),
    "bullenparty": ("bid", "claim", "extend", "lay"),
}


def test_counts_are_checked_before_cards_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a short code could ask for more cards than there is memory for."""
    laid_out: list[View] = []
    monkeypatch.setattr(moments, "_completed", lambda game, view: laid_out.append(view))
    for key, phase, name in (("bullenparty", "bid", "draw_left"), ("versus_ox", "window", "ox_left")):
        named, kept = parts(key, 3, phase)
        assert sentence_about(packed(named, kept | {name: 10**12})) == NO_MOMENT
    assert laid_out == []


def test_a_moment_names_neither_a_seed_nor_a_table() -> None:
    """It is made of what a view lists, and of nothing else."""
    game = nimmt.game("surprise", players=3)
    named, kept = parts("surprise", 3, "window")
    assert {*named} == {*Setup.__struct_fields__, "rules"}
    assert {*kept} <= {*game.rules.view_type.__struct_fields__}
    assert Counter(named) == Counter({"key": "surprise", "players": 3, "options": game.setup.options, "rules": RULES})
