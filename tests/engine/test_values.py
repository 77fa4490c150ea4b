"""Games and states are values: they can be compared, hashed, copied, pickled and shown."""

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

import nimmt
from nimmt import BadRecord, ExplicitDealer, Malformed, Recorder, SeededDealer, State
from nimmt.codec import AnyAction, AnyEvent
from nimmt.dealer import Dealer
from nimmt.games.registry import rules_of
from tests.variants import ClimbAndCaper, Generous

KEYS = nimmt.keys()
GAMES = [
    *(nimmt.game(key, players=rules_of(key).seats[1]) for key in KEYS),
    nimmt.game("base", players=3, fan_cards=("caper", "even_odd"), max_rounds=1),
    nimmt.game("bullenparty", players=2, card_heads=(1,) * 100),
]
SCREEN = 100


def some_states(game: nimmt.Game, every: int = 9) -> Iterator[State]:
    rng = Random(1)
    state = game.start(1)
    for number in range(500):
        if number % every == 0 or state.outcome:
            yield state
        if state.outcome:
            return
        seat = rng.choice(state.to_act)
        state, _ = state.step(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: repr(game)[:60])
def test_games_states_and_views_are_pickled_and_copied(game: nimmt.Game) -> None:
    assert game == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game)
    for state in some_states(game):
        for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert state == again
            assert hash(state) == hash(again)
            assert [state.view(seat) for seat in (None, 0, 1)] == [again.view(seat) for seat in (None, 0, 1)]
            assert state.legal(0) == again.legal(0)
        view = state.view(0)
        assert view == pickle.loads(pickle.dumps(view))
        assert hash(view) == hash(copy.deepcopy(view))


def test_a_game_of_unregistered_rules_is_pickled_as_it_is() -> None:
    state = nimmt.Game(Generous(players=3)).start(1)
    again = pickle.loads(pickle.dumps(state))
    assert state == again
    assert type(again.game.rules) is Generous
    with pytest.raises((AttributeError, pickle.PicklingError)):  # of a class that was made inside a function
        pickle.dumps(nimmt.Game(ClimbAndCaper(players=3)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: repr(game)[:60])
def test_equal_states_have_equal_hashes_whatever_led_there(game: nimmt.Game) -> None:
    state = next(state for state in some_states(game, 1) if state.secret)
    one, other = state, state
    answers = [(seat, state.legal(seat)[-1]) for seat in state.to_act]
    for seat, action in answers:
        one, _ = one.step(seat, action)
    for seat, action in reversed(answers):
        other, _ = other.step(seat, action)
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "known"}[other] == "known"
    assert len({state, one, other}) == 2


@pytest.mark.parametrize("key", KEYS)
def test_hashes_tell_states_apart(key: str) -> None:
    states = [*some_states(nimmt.game(key, players=3), 3)]
    assert len({*states}) == len({*map(hash, states)}) > 10


def test_a_dealer_need_not_have_a_hash() -> None:
    game = nimmt.game("base", players=2)
    order = SeededDealer.of(1).permutation("deal:1", 104)
    assert hash(game.start(ExplicitDealer({"deal:1": order}))) == hash(game.start(ExplicitDealer({"deal:1": order})))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: repr(game)[:60])
def test_a_state_fits_on_a_line_and_tells_no_cards(game: nimmt.Game) -> None:
    for state in some_states(game):
        assert len(repr(state)) <= SCREEN
        assert "\n" not in repr(state)
        assert game.key in repr(state)
    assert "places (" in repr(state)


@pytest.mark.parametrize("key", KEYS)
def test_a_state_shows_itself_as_a_spectator_sees_it(key: str) -> None:
    state = nimmt.game(key, players=3).start(1)
    assert state._repr_svg_() == nimmt.render.svg(state.view(None)) == state.view(None)._repr_svg_()


def test_what_is_public_is_listed_and_can_be_imported() -> None:
    assert {*nimmt.__all__} <= {*dir(nimmt)}
    assert {name for name in dir(nimmt) if not name.startswith("_")} == {*nimmt.__all__}
    assert {"RowTaken", "HeadsCancelled", "Proposed", "PilesShown", "Recorder", "replay", "render"} <= {*dir(nimmt)}


def test_every_event_and_action_is_public() -> None:
    """One that is missing is added to `src/nimmt/__init__.py`, to its imports and to `__all__`."""
    kinds = {kind.__name__: kind for kind in (*get_args(AnyEvent), *get_args(AnyAction))}
    missing = kinds.keys() - {*nimmt.__all__}
    assert not missing
    assert all(getattr(nimmt, name) is kind for name, kind in kinds.items())


def test_what_every_view_has_is_typed() -> None:
    """This module is checked with mypy --strict."""
    view = nimmt.game("base", players=2).start(1).view(0)
    cards: tuple[int, ...] = view.hand
    assert len(cards) == view.cards_left[0] == 10
    assert (False, False) == view.sealed
    assert () == view.scores


# --- Recorders -------------------------------------------------------------------------------------


class Backwards:
    """A dealer of one's own."""

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        return tuple(reversed(range(size)))


EXPLICIT = ExplicitDealer({"deal:1": tuple(range(104))})


@pytest.mark.parametrize(
    "seed", [5, "five", bytes(32), SeededDealer.of(5), EXPLICIT, Backwards()], ids=lambda seed: type(seed).__name__
)
def test_a_recorder_takes_what_start_takes(seed: int | str | bytes | Dealer) -> None:
    game = nimmt.game("base", players=3, max_rounds=1)
    recorder = Recorder(game, seed)
    assert game.start(seed).view(0) == recorder.state.view(0)
    for state in some_states(game, 1):  # the same cards may not be there
        if state.outcome or recorder.state.outcome:
            break
        seat = recorder.state.to_act[0]
        recorder.step(seat, recorder.state.legal(seat)[0])
    record = nimmt.read_record(nimmt.write_record(recorder.record()))
    assert recorder.record() == record
    assert recorder.state.view(None) == nimmt.verify(record).view(None)


@pytest.mark.parametrize("seed", [None, 1.5, "\ud800", []], ids=ascii)
def test_a_recorder_refuses_what_start_refuses(seed: object) -> None:
    game = nimmt.game("base", players=3)
    for begin in (game.start, lambda seed: Recorder(game, seed)):
        with pytest.raises(Malformed) as error:
            begin(seed)  # type: ignore[arg-type]
        assert "bad_seed" == error.value.code


def test_a_dealer_that_does_not_know_what_to_deal_is_refused_alike() -> None:
    game = nimmt.game("base", players=3)
    for begin in (game.start, lambda dealer: Recorder(game, dealer)):
        with pytest.raises(BadRecord):
            begin(ExplicitDealer({}))
