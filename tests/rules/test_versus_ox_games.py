"""Whole games of Versus the Ox: nothing is lost, nothing leaks, everything ends, and samples and records agree."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import nimmt
from nimmt import Action, Event, Recorder, SeededDealer, State, replay, seen_by, to_json
from nimmt.events import CardsRevealed, MarkMoved, RowTaken
from nimmt.game import Game
from nimmt.games.versus_ox import OX, OxOptions, OxTable, OxView, VersusOx
from nimmt.games.versus_ox.actions import OrderCard, UnorderCard, UseOrder, Vote, WithdrawSort
from nimmt.games.versus_ox.events import OxRevealed, ProposalRefused, Proposed, SpecialsLaid, SpecialTurnedUp
from nimmt.setup import OptionValue
from nimmt.specials.actions import Pass, UseInsert
from nimmt.specials.events import CardReplaced, MarkRemoved, Passed, SpecialUsed
from tests.ox import PLAYERS, SPECIALS, table_of, view_of

LATE: dict[str, OptionValue] = {"consent": "any", "replace_anytime": True, "insert_at_end": True}
EARLY: dict[str, OptionValue] = {"order_cards_late": False, "draw_wins": True, "slide_empty_row": "forbid"}
SETUPS: list[dict[str, OptionValue]] = [{}, LATE, EARLY]

every_setup = pytest.mark.parametrize("options", SETUPS, ids=["standard", "late", "early"])
every_team = pytest.mark.parametrize("players", PLAYERS)


class ShortGame(VersusOx):
    """Three turns are enough to see every kind of decision, and leave time to look at it from every seat."""

    hand_size = 3


def short_game(players: int, options: dict[str, OptionValue]) -> Game:
    return Game(ShortGame(players, OxOptions.of(options)))


def some_action(state: State, seat: int, rng: Random) -> Action:
    """A random kind of action first, so that specials are used more often than there are ways to slide."""
    legal = state.legal(seat)
    if state.phase == "order" and rng.random() < 0.9:  # or no order would ever be complete
        legal = tuple([action for action in legal if isinstance(action, OrderCard | UseOrder)]) or legal
    if Vote(True) in legal:
        return Vote(rng.random() < 0.8)
    if Pass() in legal and rng.random() < 0.5:
        return Pass()
    kind = rng.choice(sorted({type(action).__name__ for action in legal}))
    return rng.choice([action for action in legal if type(action).__name__ == kind])


def walk(state: State, rng: Random) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state of a random game, each with what led to it."""
    yield state, state.last
    for _ in range(5_000):
        if state.outcome is not None:
            return
        seat = rng.choice(state.to_act)
        state, events = state.step(seat, some_action(state, seat, rng))
        yield state, events
    raise AssertionError("the game does not end")


@pytest.mark.rule("CO-2", "CO-3", "CO-7", "CO-10", "Q-CO9", "Q-X10")
@every_setup
@every_team
def test_cards_and_specials_are_conserved_and_rows_keep_their_bounds(
    players: int, options: dict[str, OptionValue]
) -> None:
    game = nimmt.game("versus_ox", players=players, **options)
    for state, _ in walk(game.start(players), Random(players)):
        check_cards(table_of(state))
        check_rows(table_of(state), options)
        check_phase(table_of(state), players)


def check_cards(table: OxTable) -> None:
    """B-1, CO-3: 104 numbers and 16 specials, each in one place."""
    groups = [*table.hands, *table.piles, *(row.cards for row in table.rows), table.ox, table.aside]
    cards = [card for group in groups for card in group] + [play.card for play in table.queue]
    assert list(range(1, 105)) == sorted(cards)
    lying = [mark for row in table.rows for mark in row.marks]
    assert Counter(SPECIALS) == Counter([*table.face_up, *table.stock, *table.unused, *table.discards, *lying])


def check_rows(table: OxTable, options: dict[str, OptionValue]) -> None:
    """Q-CO9, Q-CO10, Q-X10: four ascending rows of one to five cards, six with 7-takes; one may be empty meanwhile."""
    assert 4 == len(table.rows)
    for row in table.rows:
        assert list(row.cards) == sorted(row.cards)
        assert len(row.cards) <= 5 + ("seven" in row.marks)
        assert len(set(row.marks)) == len(row.marks)
        assert row.cards or "stop" not in row.marks
    empty = sum(not row.cards for row in table.rows)
    assert empty <= (options.get("slide_empty_row") != "forbid" and table.queue != ())
    assert sum("stop" in row.marks for row in table.rows) <= 2


def check_phase(table: OxTable, players: int) -> None:
    """What is being decided is there to be decided."""
    turns_left = 10 - table.turn + (table.phase == "card")
    assert {turns_left} == {len(hand) for hand in (*table.hands, table.ox)}
    assert len(table.queue) <= players + 1
    assert (table.proposal is not None) == (table.phase == "vote")
    if table.phase not in ("replace", "order"):
        assert len(table.face_up) == min(2, len(table.face_up) + len(table.stock))
    if table.phase == "window":
        assert tuple(seat for seat in range(players) if seat not in table.passed) == table.to_act


@pytest.mark.rule("CO-18", "Q-CO16", "CO-2")
@every_setup
@every_team
def test_a_sample_looks_the_same_at_every_decision_and_allows_the_same(
    players: int, options: dict[str, OptionValue]
) -> None:
    game, rng = short_game(players, options), Random(players)
    for state, _ in walk(game.start(players), rng):
        for seat in (*range(players), None):
            view = view_of(state, seat)
            sampled = game.sample(view, rng)
            assert view == sampled.view(seat)
            assert nimmt.read_view(to_json(view)) == view
            check_cards(table_of(sampled))
            if seat is not None:
                assert state.legal(seat) == sampled.legal(seat)


@pytest.mark.rule("CO-18", "Q-CO16", "Q-X17")
@every_setup
@pytest.mark.parametrize("players", [2, 4, 6])
def test_windows_and_votes_do_not_tell_hidden_cards(players: int, options: dict[str, OptionValue]) -> None:
    """The true world and one with other hidden cards look alike, byte for byte, until such a card is turned up."""
    game, rng = short_game(players, options), Random(players)
    compared = 0
    for state, _ in walk(game.start(players), rng):
        observer = rng.choice((*range(players), None))
        compared += compare(state, game.sample(state.view(observer), rng), observer, rng)
    assert compared > 0


def compare(one: State, other: State, observer: int | None, rng: Random) -> int:
    """Play both worlds alike; how many steps nobody could tell them apart."""
    for count in range(12):
        assert to_json(one.view(observer)) == to_json(other.view(observer))
        if one.outcome is not None:
            return count
        seat = rng.choice(one.to_act)
        actions = [some_action(one, seat, rng)] * 2
        if seat != observer and one._position.phase in ("card", "replace"):
            actions = [rng.choice(world.legal(seat)) for world in (one, other)]
        elif seat != observer and one._position.phase == "order":
            openly: list[Action] = rng.choice([[WithdrawSort()], [Pass()], [], [], [], []])
            actions = 2 * openly or [in_secret(world, seat, rng) for world in (one, other)]
        else:
            assert one.legal(seat) == other.legal(seat)
        (one, here), (other, there) = one.step(seat, actions[0]), other.step(seat, actions[1])
        if any(isinstance(event, CardsRevealed | OxRevealed | CardReplaced | SpecialTurnedUp) for event in here):
            return count
        assert to_json(seen_by(here, observer)) == to_json(seen_by(there, observer))
    return 12


def in_secret(state: State, seat: int, rng: Random) -> Action:
    """Q-Y4: a step towards an order that nobody else sees."""
    return rng.choice([action for action in state.legal(seat) if isinstance(action, OrderCard | UnorderCard)])


class Listener:
    """Somebody who only hears what is told, and knows all that is public about specials and proposals."""

    def __init__(self) -> None:
        self.face_up: list[str] = []
        self.left = 0
        self.discards: list[str] = []
        self.lying: Counter[tuple[str, int]] = Counter()
        self.piles: tuple[list[int], list[int]] = ([], [])
        self.passed: set[int] = set()
        self.proposals: list[Proposed] = []

    def hear(self, event: Event) -> None:
        match event:
            case SpecialsLaid(face_up, left):
                self.face_up, self.left = list(face_up), left
            case SpecialTurnedUp(special, left):
                self.face_up.append(special)
                self.left = left
            case SpecialUsed(_, special):
                self.face_up.remove(special)
                if special not in ("seven", "stop"):
                    self.discards.append(special)
                self.passed = set()
            case MarkMoved(mark, _, row):
                self.lying[mark, row] += 1
            case MarkRemoved(mark, row):
                self.lying[mark, row] -= 1
                self.discards.append(mark)
                self.passed = set() if mark == "stop" else self.passed
            case RowTaken(seat, _, cards):
                self.piles[seat == OX].extend(cards)
            case Passed(seat):
                self.passed.add(seat)
            case Proposed():
                self.proposals.append(event)

    def contradict(self, view: OxView) -> None:
        assert (self.face_up, self.left, self.discards) == (list(view.face_up), view.stock_left, list(view.discards))
        assert +self.lying == Counter((mark, number) for number, row in enumerate(view.rows) for mark in row.marks)
        assert [list(pile) for pile in view.piles] == list(self.piles)
        if view.phase in ("window", "vote"):
            assert self.passed == set(view.passed)
        if view.proposal:
            assert self.proposals[-1] == Proposed(view.proposal.seat, view.proposal.use)


@pytest.mark.rule("CO-5", "CO-7", "Q-CO15", "Q-X17")
@every_setup
@every_team
def test_a_view_holds_what_a_spectator_was_told(players: int, options: dict[str, OptionValue]) -> None:
    game, listener, waiting = nimmt.game("versus_ox", players=players, **options), Listener(), -1
    for state, events in walk(game.start(9), Random(9)):
        for event in seen_by(events, None):
            listener.hear(event)
        if waiting != len(table_of(state).queue):
            listener.passed, waiting = set(), len(table_of(state).queue)
        listener.contradict(view_of(state, None))


@pytest.mark.rule("Q-X17")
@every_setup
def test_what_is_refused_stays_refused_until_a_card_is_placed(options: dict[str, OptionValue]) -> None:
    game = nimmt.game("versus_ox", players=4, **options)
    refused: list[Action] = []
    waiting = -1
    for state, events in walk(game.start(2), Random(2)):
        table = table_of(state)
        refused += [event.use for event in events if isinstance(event, ProposalRefused)]
        if waiting != len(table.queue):
            refused, waiting = [], len(table.queue)
        if table.phase == "window":
            assert refused == [proposal.use for proposal in table.refused]
            again = [use for use in refused if not isinstance(use, UseInsert)]
            assert not [use for use in again for seat in state.to_act if use in state.legal(seat)]


@every_setup
@every_team
def test_a_record_replays_to_the_same_game(players: int, options: dict[str, OptionValue]) -> None:
    rng = Random(players)
    recorder = Recorder(nimmt.game("versus_ox", players=players, **options), SeededDealer.of(players))
    events = [recorder.state.last]
    while recorder.state.outcome is None:
        seat = rng.choice(recorder.state.to_act)
        events.append(recorder.step(seat, some_action(recorder.state, seat, rng)))
    record = nimmt.read_record(nimmt.write_record(recorder.record()))
    steps = list(replay(record))
    assert steps[-1].state.outcome == recorder.state.outcome == record.outcome
    assert table_of(steps[-1].state) == table_of(recorder.state)
    public = [event for told in events for event in told if not event.secret]
    assert public == [event for step in steps for event in step.events if not event.secret]


@pytest.mark.rule("Q-X17")
def test_random_games_use_every_special_and_end_in_every_way() -> None:
    """Proof that the tests above see what they should."""
    used: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(24):
        game = short_game(1 + seed % 6, SETUPS[seed % 3])
        story = list(walk(game.start(seed), Random(seed)))
        used.update(event.special for _, events in story for event in events if isinstance(event, SpecialUsed))
        outcome = story[-1][0].outcome
        assert outcome is not None
        ends["won" if outcome.winners else "not won"] += 1
    assert set(SPECIALS) == set(used)
    assert {"won", "not won"} == set(ends)
