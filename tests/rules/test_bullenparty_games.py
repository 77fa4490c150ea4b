"""Whole games of Bullenparty: sums and bounds, the end, samples at every decision, records."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

import nimmt
from nimmt import Action, Recorder, SeededDealer, State
from nimmt.events import RoundStarted
from nimmt.games.bullenparty import ZERO, Bid, Done, ExtendRow, LayCard, PartyTable, TakeCardBack
from nimmt.games.bullenparty.data import BUFFALO_TABLES, HEADS_TABLES, VALUES
from nimmt.games.bullenparty.events import LastRoundBegan, RowsOpened, ZeroReturned
from tests.party import PLAYERS, all_buffalo, all_values, table_of, view_of

SETUPS = list(product(PLAYERS, HEADS_TABLES, BUFFALO_TABLES))
Choice = Callable[[State, int], Action]


def walk(state: State, choose: Choice, limit: int = 3000) -> Iterator[State]:
    """Play to the end, the seats that are asked in the order that `choose` makes of them."""
    yield state
    for _ in range(limit):
        if state.outcome is not None:
            return
        seat = state.to_act[0]
        state, _ = state.step(seat, choose(state, seat))
        yield state
    raise AssertionError("the game does not end")


def at_random(seed: int) -> Choice:
    rng = Random(seed)
    return lambda state, seat: rng.choice(state.legal(seat))


def zero_if_legal(state: State, seat: int) -> Action:
    """The longest rounds: zeros until all rows are full."""
    return Bid(ZERO) if Bid(ZERO) in state.legal(seat) else state.game.default(state.view(seat))


def never_zero(state: State, seat: int) -> Action:
    """The shortest rounds: everybody bids a value at once."""
    return state.game.default(state.view(seat))


# --- Sums and bounds -----------------------------------------------------------------------------


@pytest.mark.rule("BP-1", "BP-11", "BP-9", "BP-15", "Q-BP12", "Q-BP18")
@pytest.mark.parametrize(("players", "heads", "buffalo"), SETUPS)
def test_sums_and_bounds_hold_after_every_step(players: int, heads: str, buffalo: str) -> None:
    game = nimmt.game("bullenparty", players=players, heads_table=heads, buffalo_table=buffalo)
    for seed in range(2):
        for state in walk(game.start(seed), at_random(seed)):
            check(table_of(state), BUFFALO_TABLES[buffalo].heads)


def check(table: PartyTable, buffalo: tuple[int, ...]) -> None:
    assert list(VALUES) == all_values(table)
    assert list(buffalo) == all_buffalo(table)
    rows = [row for row in table.rows if row is not None]
    assert len(rows) == len(table.bidders)
    assert all(2 <= len(row.cards) <= 5 for row in rows)
    assert all((row.buffalo is None) or len(row.cards) == 5 for row in rows)
    assert all(list(pile) == sorted(set(pile)) for seat in range(len(table.hands)) for pile in table.own_piles(seat))
    for seat, known in enumerate(table.known):
        assert set(known) <= {*table.hands[seat], *(lay.card for lay in table.lays[seat])}
    if table.phase == "bid" and len(table.bidders) == len(table.hands):
        assert {5} == {len(hand) for hand in table.hands}
    if table.phase == "lay":
        assert all(len(table.lays[seat]) + table.to_lay(seat) >= 1 for seat in range(len(table.hands)))
    if not table.last_round:  # every seat discards one bid in every round
        assert len(table.hands) * table.round - len(table.bidders) == len(table.discards)


@pytest.mark.rule("BP-20", "Q-BP13", "Q-BP14", "BP-19")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_is_what_the_piles_come_to(players: int) -> None:
    for seed in range(5):
        *_, end = walk(nimmt.game("bullenparty", players=players).start(seed), at_random(seed))
        table, outcome = table_of(end), end.outcome
        assert outcome is not None
        assert {()} == set(table.hands)
        heads = HEADS_TABLES["formula"].heads
        for seat in range(players):
            piles = sorted(sum(heads[card] for card in pile) for pile in table.piles[seat])
            assert piles[-1] + sum(table.buffalo[seat]) - sum(piles[:-1]) == outcome.totals[seat]
        assert max(outcome.totals) == outcome.totals[outcome.winners[0]]
        assert sorted(outcome.totals, reverse=True) == [
            total for _, total in sorted(zip(outcome.ranks, outcome.totals, strict=True))
        ]


# --- When the game ends --------------------------------------------------------------------------


@pytest.mark.rule("BP-18", "BP-3", "BP-12", "Q-BP6")
@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 4), (4, 4), (5, 3)])
def test_bp18_with_the_longest_rounds_the_pile_is_used_up_exactly(players: int, rounds: int) -> None:
    states = list(walk(nimmt.game("bullenparty", players=players).start(3), zero_if_legal))
    assert rounds == table_of(states[-1]).round
    assert 0 == table_of(states[-1]).reshuffles
    assert 1 == sum(isinstance(event, LastRoundBegan) for state in distinct(states) for event in state.last)


@pytest.mark.rule("BP-18", "BP-3", "BP-5", "Q-BP8")
@pytest.mark.parametrize(("players", "rounds", "reshuffles"), [(2, 10, 0), (3, 10, 0), (4, 10, 0), (5, 8, 1)])
def test_bp18_with_the_shortest_rounds_discards_complete_the_last_rows(
    players: int, rounds: int, reshuffles: int
) -> None:
    states = list(walk(nimmt.game("bullenparty", players=players).start(3), never_zero))
    assert (rounds, reshuffles) == (table_of(states[-1]).round, table_of(states[-1]).reshuffles)
    opened = [event for state in distinct(states) for event in state.last if isinstance(event, RowsOpened)]
    assert [[2] * players] * rounds == [[len(row.cards) for row in event.rows] for event in opened]


@pytest.mark.rule("Q-BP7", "Q-BP8", "Q-X16", "BP-18")
def test_qbp7_five_players_use_up_pile_and_discards() -> None:
    """74 cards in three rounds; the fourth has 1 and 15 discards: 10 open the rows, 6 extend them, and that is all."""

    def choose(state: State, seat: int) -> Action:
        table = table_of(state)
        lengths = [len(row.cards) for row in table.rows if row is not None]
        if table.phase == "bid" and table.round == 3 and seat == 0 and lengths == [4] * 5:
            return Bid(table.hands[0][0])
        if table.phase == "extend":  # all rows grow alike
            return ExtendRow(min(table.open_rows(), key=lambda row: (row_length(table, row), row)))
        return zero_if_legal(state, seat)

    states = list(walk(nimmt.game("bullenparty", players=5).start(6), choose))
    last = [state for state in states if table_of(state).round == 4]
    assert (6, 1) == (len(table_of(last[0]).draw_pile), table_of(last[0]).reshuffles)
    stuck = next(state for state in last if not table_of(state).draw_pile and table_of(state).phase == "bid")
    assert ((), ()) == (table_of(stuck).draw_pile, table_of(stuck).discards)
    refused = [stuck.refusal(seat, Bid(ZERO)) for seat in range(5)]
    assert {("nothing_to_draw", "Q-X16")} == {(refusal.code, refusal.rule) for refusal in refused if refusal}
    assert 4 == sum(isinstance(event, ZeroReturned) for event in stuck.last)
    assert 4 == table_of(states[-1]).round


def row_length(table: PartyTable, number: int) -> int:
    row = table.rows[number]
    assert row is not None
    return len(row.cards)


def distinct(states: list[State]) -> list[State]:
    """One state for each decision: `last` is told once."""
    return list({state.decision: state for state in states}.values())


@pytest.mark.rule("BP-17")
def test_bp17_rounds_are_counted_from_one() -> None:
    states = distinct(list(walk(nimmt.game("bullenparty", players=3).start(1), at_random(1))))
    rounds = [event.round for state in states for event in state.last if isinstance(event, RoundStarted)]
    assert list(range(1, len(rounds) + 1)) == rounds
    assert len(rounds) >= 4


# --- Samples and records -------------------------------------------------------------------------


@pytest.mark.rule("Q-BP18", "Q-BP9", "Q-X1")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_gives_back_the_view_for_everybody_at_every_step(players: int) -> None:
    rng = Random(players)
    game = nimmt.game("bullenparty", players=players)
    for state in walk(game.start(players), at_random(players)):
        for seat in (*range(players), None):
            view = view_of(state, seat)
            sample = game.sample(view, rng)
            assert view == sample.view(seat)
            assert list(VALUES) == all_values(table_of(sample))
            assert players == len(set(table_of(sample).zeros))
            assert seat is None or state.legal(seat) == sample.legal(seat)


@pytest.mark.rule("Q-BP18")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_can_be_played_to_its_end(players: int) -> None:
    game = nimmt.game("bullenparty", players=players)
    states = list(walk(game.start(players), at_random(1)))
    for number, state in enumerate(states[:: len(states) // 6]):
        *_, end = walk(game.sample(state.view(number % players), Random(number)), at_random(number))
        assert end.outcome is not None
        assert list(VALUES) == all_values(table_of(end))


@pytest.mark.rule("Q-X1", "BP-6", "Q-BP9")
@pytest.mark.parametrize("players", PLAYERS)
def test_secret_answers_of_different_seats_commute(players: int) -> None:
    rng = Random(players)
    tried = 0
    for state in walk(nimmt.game("bullenparty", players=players).start(2), at_random(2)):
        if not state.secret or len(state.to_act) < 2:
            continue
        one, other = rng.sample(state.to_act, 2)
        first, second = rng.choice(state.legal(one)), rng.choice(state.legal(other))
        assert state.step(one, first)[0].step(other, second)[0] == state.step(other, second)[0].step(one, first)[0]
        tried += 1
    assert tried > 20


@pytest.mark.rule("Q-X1")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_replays_to_the_same_end_without_take_backs(players: int) -> None:
    game, choose = nimmt.game("bullenparty", players=players), at_random(players)
    recorder, taken_back = Recorder(game, SeededDealer.of(players)), 0
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[-1]
        action = choose(recorder.state, seat)
        taken_back += isinstance(action, TakeCardBack)
        recorder.step(seat, action)
    record = nimmt.read_record(nimmt.write_record(recorder.record()))
    assert recorder.state == nimmt.verify(record)
    actions = [move.action for move in record.moves]
    assert taken_back > 0
    assert not any(isinstance(action, TakeCardBack) for action in actions)
    laid = [action.card for action in actions if isinstance(action, LayCard)]
    assert sorted(laid) == sorted(card for piles in table_of(recorder.state).piles for pile in piles for card in pile)
    assert players * table_of(recorder.state).round == sum(isinstance(action, Done) for action in actions)


@pytest.mark.rule("Q-X18")
@pytest.mark.parametrize("players", PLAYERS)
def test_qx18_the_default_is_legal_and_leads_to_the_end(players: int) -> None:
    rng = Random(players)

    def choose(state: State, seat: int) -> Action:
        default = state.game.default(state.view(seat))
        assert default in state.legal(seat)
        lays = table_of(state).phase == "lay"
        return default if lays or rng.random() < 0.5 else rng.choice(state.legal(seat))

    for seed in range(3):
        *_, end = walk(nimmt.game("bullenparty", players=players).start(seed), choose)
        with pytest.raises(nimmt.IllegalAction):
            end.game.default(end.view(0))


@pytest.mark.rule("BP-7", "BP-8", "BP-14", "BP-15")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_action_has_a_preview_that_changes_nothing(players: int) -> None:
    for state in walk(nimmt.game("bullenparty", players=players).start(5), at_random(5)):
        for seat in state.to_act:
            view = state.view(seat)
            for action in state.legal(seat):
                assert state.game.preview(view, action)
            assert view == state.view(seat)
