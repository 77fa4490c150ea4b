"""The strongest bot: a function of what its seat was told, and at home at every table of the row games."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numba
import numpy as np
import pytest

import nimmt
from nimmt.actions import DraftCard
from nimmt.bots import Bot, Histories, bot, private_generator
from nimmt.bots.master import MasterBot
from nimmt.dealer import SeededDealer
from nimmt.errors import BadSetup
from nimmt.events import Event
from nimmt.fast.features import GAPS, LONGEST, NUMBERS, SEATS
from nimmt.fast.foresight import value_now
from nimmt.fast.futures import rates_of_turn
from nimmt.fast.game import fast_game
from nimmt.fast.opponents import MARKED, TRAITS
from nimmt.fast.weights import shipped_minds as shipped_arrays
from nimmt.kernels import weights
from nimmt.kernels.constants import KINDS, TYPES
from nimmt.kernels.master import Master
from nimmt.kernels.row_game import row_game
from nimmt.kernels.row_tables import cells
from nimmt.kernels.weights import FAN, FORMAT, GROUPS, KNOWN, SHIPPED, WHOLE, Minds, group_of, shipped_minds
from nimmt.records import Recorder
from nimmt.setup import Setup
from nimmt.views import TableView
from tests.books import WITH_PRO

SHIPPED_FILE = Path(nimmt.__file__).parent / "bots" / SHIPPED
TABLES = [
    ("base", 2, {}),
    ("base", 4, {}),
    ("base", 10, {}),
    ("base", 4, {"known_deck": True}),
    ("base", 3, {"known_deck": True, "draft": True}),
    ("even_odd", 4, {}),
    ("climb", 4, {}),
    ("caper", 5, {}),
    ("reversed_digits", 4, {}),
]


@pytest.mark.parametrize(("key", "players", "options"), TABLES, ids=str)
def test_it_plays_every_row_game_to_the_end(key: str, players: int, options: dict[str, bool]) -> None:
    recorder = Recorder(nimmt.game(key, players=players, max_rounds=1, **options), SeededDealer.of("master"))
    nimmt.bots.play_out(recorder, [bot("master")] * players, 1)
    assert recorder.state.outcome is not None


def told_in_two_rounds() -> tuple[TableView, Sequence[Event], Recorder]:
    """Seat 0 in the middle of the second round, with all it was told."""
    recorder = Recorder(nimmt.game("base", players=3), SeededDealer.of("watched"))
    histories, greedy = Histories(3, recorder.state.last), bot("greedy")
    view = recorder.state.view(0)
    assert isinstance(view, TableView)
    while not (view.round == 2 and len(view.hand) == 6 and 0 in recorder.state.to_act):
        nimmt.bots.ask(greedy, recorder, histories, recorder.state.to_act[0], 1)
        view = recorder.state.view(0)
        assert isinstance(view, TableView)
    return view, histories.of(0), recorder


def test_the_story_alone_decides_what_it_answers() -> None:
    view, history, recorder = told_in_two_rounds()
    legal = recorder.state.legal(0)
    plays = [action for action in legal if isinstance(action, nimmt.PlayCard)]
    fresh, followed = Master(shipped_minds()), Master(shipped_minds())
    for length in range(0, len(history), 7):  # as if it had been asked all the time
        followed.watcher(row_game(view.setup), view, history[:length])
    rated = [master.rate_plays(view, plays, history, Random(5)) for master in (fresh, followed, followed)]
    assert rated[0] == rated[1] == rated[2]


@pytest.mark.parametrize("key", ["base", "even_odd", "climb", "caper", "reversed_digits"])
def test_plays_are_worth_the_same_in_any_order(key: str) -> None:
    """Lower cards of others are placed once for several plays, as long as these come in the order of their values."""
    state = nimmt.game(key, players=5).start("any order")
    view, plays = state.view(0), [action for action in state.legal(0) if isinstance(action, nimmt.PlayCard)]
    assert isinstance(view, TableView)
    mixed = Random(1).sample(plays, len(plays))
    rated, again = (
        dict(zip(order, Master(shipped_minds()).rate_plays(view, order, (), Random(5)), strict=True))
        for order in (plays, mixed)
    )
    assert rated == again
    assert len(set(rated.values())) > 1


@numba.njit
def value(table, game, hand, weights, tail):  # type: ignore[no-untyped-def]
    unseen = np.zeros(NUMBERS, np.int16)
    return value_now(table, game.parts, hand, unseen, game.players, SEATS + game.players - 1, weights, tail)


@pytest.mark.parametrize("envious", [True, False])
@pytest.mark.parametrize("cards", [(), ("climb", "reversed_digits")])
def test_the_last_card_of_a_draft_is_worth_what_its_hand_is(cards: tuple[str, ...], envious: bool) -> None:
    """Five are left: one goes to the hand, the others start the rows. Whoever is envious counts what others take."""
    state = nimmt.game("pro", players=4, **({"fan_cards": cards} if cards else {})).start("draft")
    while len(state.legal(state.to_act[0])) > 5:
        state, _ = state.step(state.to_act[0], state.legal(state.to_act[0])[0])
    seat = state.to_act[0]
    view, pool = state.view(seat), [action.card for action in state.legal(seat) if isinstance(action, DraftCard)]
    assert isinstance(view, TableView)
    game, master = fast_game(view.setup), Master(shipped_minds(), envious=envious)
    mind = shipped_arrays()[group_of(game)]
    for card, rated in zip(pool, master.rate_drafts(view, pool, Random(1)), strict=True):
        after, _ = state.step(seat, DraftCard(card))
        table = after.view(seat)
        assert isinstance(table, TableView)
        hand = np.array(sorted(table.hand), np.int16)
        own, others = value(
            np.array(cells(row_game(view.setup), table.rows), np.int16), game, hand, mind.weights, mind.tail
        )
        assert rated == pytest.approx(own - others if envious else own, abs=1e-4)


def test_it_tells_simple_players_from_those_who_search() -> None:
    view, history, _ = told_in_two_rounds()
    watcher = Master(shipped_minds()).watcher(row_game(view.setup), view, history)
    types = np.frombuffer(watcher.types, np.float32).reshape(3, TYPES)
    found = {KINDS[int(np.argmax(types[seat]))] for seat in (1, 2)}
    assert found <= {"greedy", "heuristic"}  # which play most cards alike


def test_what_it_believes_of_hands_adds_up() -> None:
    view, history, _ = told_in_two_rounds()
    watcher = Master(shipped_minds()).watcher(row_game(view.setup), view, history)
    held = np.frombuffer(watcher.held, np.float32).reshape(3, TYPES, NUMBERS)
    assert np.allclose(len(view.hand), held[1:].sum(axis=2), rtol=0.05)
    assert 0 == held[:, :, list(view.seen)].max()


def test_it_beats_the_heuristic() -> None:
    margins = []
    for deal in range(20):
        recorder = Recorder(nimmt.game("base", players=4, max_rounds=1), SeededDealer.of(f"beats {deal}"))
        seats: list[Bot] = [bot("heuristic")] * 4
        seats[deal % 4] = bot("master")
        nimmt.bots.play_out(recorder, seats, deal)
        assert recorder.state.outcome is not None
        totals = recorder.state.outcome.totals
        margins.append(totals[deal % 4] - (sum(totals) - totals[deal % 4]) / 3)
    assert np.mean(margins) < 0


def group_at(players: int, **options: bool | tuple[str, ...]) -> str:
    return group_of(row_game(Setup("base", players, dict(options))))


def test_every_table_has_a_net_and_models() -> None:
    books: tuple[dict[str, bool | tuple[str, ...]], ...] = ({}, {"known_deck": True}, {"fan_cards": ("climb",)})
    found = {group_at(players, **options) for players in range(2, 11) for options in books}
    assert set(GROUPS) == found
    for name, group in GROUPS.items():
        assert set(group.books) == set(shipped_minds()[name].models)


def test_four_players_with_fan_cards_have_a_net_of_their_own() -> None:
    groups = [group_at(4), group_at(4, known_deck=True), group_at(4, fan_cards=("caper", "climb")), group_at(3)]
    assert ["4-5", "4-5", "4-5-fan", "3"] == groups
    assert group_at(3) == group_at(3, fan_cards=("caper",))
    minds = shipped_minds()
    assert minds["4-5"].weights != minds["4-5-fan"].weights


def test_where_every_card_is_in_play_it_expects_other_cards() -> None:
    master = Master(shipped_minds())
    for known_deck, players in ((False, 4), (True, 4), (True, 10)):  # with ten, no card is left out
        view = nimmt.game("base", players=players, known_deck=known_deck).start(2).view(0)
        assert isinstance(view, TableView)
        watcher = master.watcher(row_game(view.setup), view, ())
        models = shipped_minds()[group_at(players)].models
        assert watcher.models is models[KNOWN if known_deck and players == 4 else WHOLE]
        assert models[KNOWN].sums != models[WHOLE].sums
        assert models[KNOWN].net != models[WHOLE].net


@pytest.mark.parametrize(("players", "group", "plain"), [(3, "3", "3"), (4, "4-5-fan", "4-5")])
def test_with_fan_cards_it_expects_other_cards(players: int, group: str, plain: str) -> None:
    view = nimmt.game("caper", players=players).start(2).view(0)
    assert isinstance(view, TableView)
    master, game = Master(shipped_minds()), row_game(view.setup)
    expected, elsewhere = shipped_minds()[group].models[FAN], shipped_minds()[plain].models[WHOLE]
    assert master.mind_of(game) is shipped_minds()[group]
    assert master.watcher(game, view, ()).models is expected
    assert expected.sums != elsewhere.sums
    assert expected.net != elsewhere.net


@pytest.mark.parametrize(("key", "marker"), [("even_odd", 0), ("climb", 1), ("caper", 2)])
def test_what_others_like_to_play_depends_on_the_markers(key: str, marker: int) -> None:
    """A model that likes nothing but one marker likes exactly the cards that go to its row."""
    state = nimmt.game(key, players=4).start(5)
    view = state.view(0)
    assert isinstance(view, TableView)
    game = row_game(view.setup)
    model = np.zeros(TRAITS, np.float32)
    model[MARKED:].reshape(-1, LONGEST * GAPS)[1 << marker] = 3
    hidden = np.zeros(NUMBERS, np.int16)
    hidden[[card for card in game.deck if card not in view.seen]] = 1
    rates = rates_of_turn(np.array(cells(game, view.rows), np.int16), game.parts, hidden, 10, model)
    [marked] = [number for number, row in enumerate(view.rows) if row.marks]
    there = [state.game.rules.target(view.rows, card) == marked for card in np.flatnonzero(hidden)]  # type: ignore[attr-defined]
    assert there == (rates[hidden > 0] > 0.9).tolist()
    assert any(there)
    assert not all(there)


def test_it_plays_every_game_and_leaves_other_sizes_of_the_row_games_to_others() -> None:
    assert all(bot("master").plays(Setup(key, 4)) for key in WITH_PRO)
    assert not bot("master").plays(Setup("base", 4, {"hand_size": 5}))


@pytest.mark.parametrize(
    "spoiled", [b"", b"not an archive", SHIPPED_FILE.read_bytes()[:5000]], ids=["empty", "text", "cut"]
)
def test_damaged_weights_are_refused_in_a_sentence(spoiled: bytes) -> None:
    with pytest.raises(BadSetup, match="damaged"):
        Minds(spoiled, "there")


def test_weights_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FORMAT", 99)
    with pytest.raises(BadSetup, match=f"of version {FORMAT}; this program needs 99"):
        Minds(SHIPPED_FILE.read_bytes(), "there")


def test_the_same_seed_gives_the_same_answer() -> None:
    view, history, recorder = told_in_two_rounds()
    answers = {
        MasterBot().choose(view, recorder.state.legal(0), history, private_generator(3, 0, history)) for _ in range(3)
    }
    assert 1 == len(answers)
