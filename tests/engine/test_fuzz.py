"""Whatever somebody makes of a text, of options, JSON or a view: it is taken, or refused in a documented sentence.

Each test tries 20,000 mutations, always the same ones; NIMMT_EXAMPLES=5 tries five times as many.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import NimmtError, Recorder, Setup, State, View
from nimmt.games.registry import rules_of
from tests.properties.strategies import SCALE

MUTATIONS = 20_000 * SCALE
KEYS = nimmt.keys()
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "base": [{}, {"fan_cards": ("caper", "even_odd")}, {"hand_size": 3, "rows": 3, "max_rounds": 2}],
    "surprise": [{}, {"np_mode": "points", "specials_per_placement": "unlimited"}],
    "versus_ox": [{}, {"consent": "any"}],
    "bullenparty": [{}, {"buffalo_table": "3-3-2-2"}],
}
SIGNS = " /|*+-;,.0123456789ABabxstop\n\t\x00\u0664\u00e9\U0001f402\ud800"
JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 5, 104, 105, 10**9, -(10**9), 10**30, 1.0, 0.5, float("nan"), "", "x", "stop",
    "\ud800", [], [1], [[1]], [None], ["stop"], {}, {"a": 1}, [[[]]], "card", "over", [1, 2, 3, 4], [104] * 30,
    [[1, 2], [3, 4]],
]  # fmt: skip
ODD_KEYS: list[Any] = [None, 1, "", "\ud800", ("a",), "rows", "players", "fan_cards"]


def documented(call: Callable[..., Any], *arguments: Any) -> Any:
    """What it returns, or None where it refuses in a sentence; anything else is an error."""
    try:
        return call(*arguments)
    except NimmtError as error:
        refused = error
    assert refused.code
    assert refused.sentence.endswith(".")
    assert len(refused.sentence.encode()) < 1500
    return None


def mutated(text: str, rng: Random) -> str:
    """A text with one to three places changed."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20)))
        words = text.split(" ")
        new = rng.choice(
            ("", rng.choice(SIGNS), rng.choice(SIGNS), rng.choice(words), text[start:end] * 2, " / ", " // ")
        )
        text = text[:start] + new + text[end:]
    return text


def changed(value: Any, rng: Random) -> Any:
    """A value with something else in one place, however deep."""
    if isinstance(value, list | tuple) and value and rng.random() < 0.8:
        items, place = list(value), rng.randrange(len(value))
        items[place : place + 1] = rng.choice(([changed(items[place], rng)], [], [items[place]] * 2))
        return type(value)(items)
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice([*value])
        other = dict(value)
        if rng.random() < 0.1:
            other[rng.choice(ODD_KEYS)] = other.pop(key)
        elif rng.random() < 0.1:
            del other[key]
        else:
            other[key] = changed(value[key], rng)
        return other
    if type(value) is int and rng.random() < 0.7:
        return value + rng.choice((-1, 1, 2, 50))
    return rng.choice(JUNK)


@cache
def corpus(key: str) -> tuple[State, ...]:
    """States of this game with several options, from everywhere in it."""
    return tuple(state for options in OPTIONS.get(key, [{}]) for state in played(key, options))


@cache
def with_text(key: str) -> tuple[State, ...]:
    """Those that can be written down."""
    return tuple(state for state in corpus(key) if state._position.has_text)


def played(key: str, options: dict[str, Any]) -> Iterator[State]:
    rng = Random(key)
    state = nimmt.game(key, players=rules_of(key).seats[1], **options).start(1)
    for _ in range(120):
        yield state
        if state.outcome:
            return
        seat = rng.choice(state.to_act)
        state, _ = state.step(seat, rng.choice(state.legal(seat)))


def play_on(state: State, rng: Random) -> None:
    """A position that is taken can be looked at and played."""
    for _ in range(4):
        if not state.to_act:
            return
        seat = state.to_act[0]
        assert state.view(seat).seat == seat
        state, _ = state.step(seat, rng.choice(state.legal(seat)))


def shares(keys: tuple[str, ...]) -> Iterator[tuple[str, Random, int]]:
    """For each game its share of the mutations."""
    for key in keys:
        yield from ((key, Random(f"{key} {number}"), number) for number in range(MUTATIONS // len(keys)))


def test_texts() -> None:
    accepted = 0
    for key, rng, _ in shares(KEYS):
        state = rng.choice(with_text(key))
        text, scores = mutated(state.text, rng), state.scores
        if rng.random() < 0.2:
            scores = changed([list(counted) for counted in scores] or [[1, 2]], rng)
        read = documented(state.game.read, text, scores, 1)
        if read is not None:
            accepted += 1
            assert read.text == state.game.read(read.text, read.scores, 1).text
            play_on(read, rng)
    assert accepted > 100


def test_options() -> None:
    accepted = 0
    for key, rng, _ in shares(KEYS):
        state = rng.choice(corpus(key)[::50])
        setup: Any = state.game.setup
        options, players = dict(setup.options), setup.players
        for _ in range(rng.choice((1, 1, 2))):
            options = (
                changed(options, rng) if rng.random() < 0.9 else options | {rng.choice(ODD_KEYS): rng.choice(JUNK)}
            )
            if not isinstance(options, dict):
                break
        if rng.random() < 0.2:
            players = changed(players, rng)
        given = rng.choice((key, setup.key, rng.choice(JUNK))) if rng.random() < 0.1 else setup.key
        made = documented(nimmt.game_of, Setup(given, players, options))
        if made is not None and rng.random() < 0.1:
            accepted += 1
            assert made == nimmt.game_of(nimmt.from_json(Setup, nimmt.to_json(made.setup)))
            play_on(made.start(1), rng)
    assert accepted > 100


def test_json() -> None:
    readers = (nimmt.read_view, nimmt.read_action, nimmt.read_event, nimmt.read_record)
    for key, rng, number in shares(KEYS):
        whole = json_of(key)[number % len(json_of(key))]
        if rng.random() < 0.3:
            data: Any = mutated(whole.decode(), rng)
        else:
            data = json.dumps(changed(json.loads(whole), rng), skipkeys=True)
        if rng.random() < 0.1:
            data = data.encode(errors="surrogatepass")
        for reader in readers:
            read = documented(reader, data)
            if isinstance(read, View):
                game = documented(nimmt.game_of, read.setup)
                if game is not None:
                    look(game, read, rng)
            elif isinstance(read, nimmt.Record):
                documented(nimmt.verify, read)


@cache
def json_of(key: str) -> list[bytes]:
    """Views, records, events and actions of this game."""
    rng = Random(key)
    found = [nimmt.to_json(state.view(rng.choice((None, 0, 1)))) for state in corpus(key)[::5]]
    found += [nimmt.to_json(event) for state in corpus(key)[::9] for event in state.last]
    found += [nimmt.to_json(rng.choice(state.legal(seat))) for state in corpus(key)[::9] for seat in state.to_act[:1]]
    for deal in range(3):
        recorder = Recorder(corpus(key)[0].game, deal)
        for _ in range(8 * deal):
            seat = rng.choice(recorder.state.to_act)
            recorder.step(seat, rng.choice(recorder.state.legal(seat)))
        found += [nimmt.to_json(recorder.record())] * 8
    return found


def test_views() -> None:
    for key, rng, _ in shares(KEYS):
        state, other = rng.choice(corpus(key)), rng.choice(corpus(key))
        view = state.view(rng.choice((None, 0, 1)))
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(view.__struct_fields__)
            value = getattr(view, name)
            if name in ("setup", "last"):
                continue
            new = rng.choice((getattr(other.view(0), name, None), changed(value, rng), rng.choice(JUNK)))
            view = replace(view, **{name: new})
        look(state.game, view, rng)


def look(game: nimmt.Game, view: View, rng: Random) -> None:
    """Everything that can be done with a view."""
    action = documented(game.default, view)
    documented(game.sample, view, rng)
    if action is not None:
        documented(game.preview, view, action)
    documented(game.follow, view, view.last)
    if rng.random() < 0.1:
        documented(nimmt.render.text, view)
        documented(nimmt.render.svg, view)


@pytest.mark.parametrize("nothing", [None, 7, "view", nimmt.PlayCard(5)], ids=str)
def test_what_is_no_view_has_no_picture(nothing: Any) -> None:
    for draw in (nimmt.render.svg, nimmt.render.text):
        assert documented(draw, nothing) is None
