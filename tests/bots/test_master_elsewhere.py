"""The master in Surprise, Versus the Ox and Bullenparty: to the end, by its seed, and nothing that looks silly."""

from random import Random

import pytest
from msgspec import structs

import nimmt
from nimmt.bots import bot, master_party, play_out
from nimmt.bots.halving import best_choice
from nimmt.bots.master_party import patient_seats, tidy
from nimmt.bots.master_special import CARDS, Thoughts
from nimmt.events import CardPlaced, CardsRevealed, Reason
from nimmt.games.bullenparty import ZERO, Bid, LayCard, PartyView, ShownBid
from nimmt.games.bullenparty.events import BidsRevealed
from nimmt.games.versus_ox.actions import OrderCard, ReplaceCard, UseFirst, UseLast, UseOrder, UseSort, Vote
from nimmt.games.versus_ox.events import ProposalRefused
from nimmt.kernels.party import as_choice, practised, rate_choices
from nimmt.kernels.special_ratings import hand_of, held_by
from nimmt.specials.actions import Pass, UseSeven
from nimmt.views import TableView
from tests import ox
from tests.party import table_of

TABLES = [("surprise", 3, {"rounds": 1}), ("versus_ox", 1, {}), ("versus_ox", 4, {}), ("bullenparty", 3, {})]


@pytest.mark.parametrize(("key", "players", "options"), TABLES, ids=str)
def test_the_same_seed_gives_the_same_game(key: str, players: int, options: dict[str, int]) -> None:
    records = []
    for _ in range(2):
        recorder = nimmt.Recorder(nimmt.game(key, players=players, **options), nimmt.SeededDealer.of(5))
        play_out(recorder, [bot("master")] * players, "again")
        records.append(nimmt.write_record(recorder.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize(("key", "players", "options"), TABLES, ids=str)
def test_what_it_cannot_see_does_not_matter(key: str, players: int, options: dict[str, int]) -> None:
    """Another world with the same view has the same answer."""
    state = nimmt.game(key, players=players, **options).start(3)
    other = state.game.sample(state.view(0), Random(8))
    answers = {bot("master").choose(one.view(0), one.legal(0), (), Random(1)) for one in (state, other)}
    assert 1 == len(answers)


def test_it_does_not_rely_on_what_the_others_may_hold() -> None:
    """They have other specials in other worlds; its own, and the cards, are the same in all of them."""
    state = nimmt.game("surprise", players=4).start(3)
    view = state.view(1)
    assert isinstance(view, TableView)
    starts = Thoughts(state.game, view, state.legal(1), Random(1)).starts
    held = [{held_by(start, seat) for start in starts} for seat in range(4)]
    assert 1 == len(held[1])
    assert min(len(held[seat]) for seat in (0, 2, 3)) > 8
    assert {view.hand} == {tuple(sorted(hand_of(start, 1)[: start["left"]])) for start in starts}


# --- Orders ----------------------------------------------------------------------------------------


def answer(state: nimmt.State, seat: int) -> nimmt.Action:
    return bot("master").choose(state.view(seat), state.legal(seat), (), Random(1))


def thoughts_in(state: nimmt.State) -> Thoughts:
    """What the first seat considers."""
    view = state.view(0)
    assert isinstance(view, TableView)
    return Thoughts(state.game, view, state.legal(0), Random(1))


def test_an_order_is_named_card_by_card_and_proposed() -> None:
    """The Buffalo is to take the full row that a member would take."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 90", 56, 62, ox=58, up="sort")
    state = turn.state
    assert UseSort() == answer(state, 0)
    state, _ = state.step(0, UseSort())
    for _ in range(3):
        named = answer(state, 0)
        assert isinstance(named, OrderCard)
        state, _ = state.step(0, named)
    proposed = answer(state, 0)
    assert isinstance(proposed, UseOrder)
    assert proposed.order.index(58) < proposed.order.index(56)
    state, _ = state.step(0, proposed)
    assert Vote(True) == answer(state, 1)


def test_no_special_is_spent_on_an_order_in_which_the_same_is_taken() -> None:
    """Whichever comes first of the 101 and the 104, nobody takes anything; of the 56 and the 58, one takes a row."""
    turn = ox.Turn("10 11 22 33 55 | 60 | 34 | 87", 56, 101, 104, ox=58, up="last first", stock="seven insert")
    considered = thoughts_in(turn.state).answers
    assert UseLast(56) in considered
    assert not {UseLast(104), UseFirst(101), UseFirst(104)} & set(considered)


def test_no_special_is_spent_on_an_order_in_which_the_team_takes_more() -> None:
    """The 2 and the 3 fit behind the 1; with the 3 placed first, the 2 would have to take a row."""
    turn = ox.Turn("36 | 41 | 1 | 78", 3, 2, 81, ox=95, up="replace first", stock="last seven")
    considered = thoughts_in(turn.state).answers
    assert ReplaceCard(2) in considered
    assert UseFirst(3) not in considered


def test_an_order_must_gain_more_where_nothing_comes_up_for_it() -> None:
    """What First, Last and Sort may be good for later is not seen in playouts."""
    prices = []
    for stock in ("", "slide"):
        turn = ox.Turn("10 11 22 33 55 | 60 | 34 | 87", 56, 101, ox=58, up="last seven", stock=stock)
        thoughts = thoughts_in(turn.state)
        prices.append([thoughts.price(thoughts.answers.index(use)) for use in (UseSeven(0), UseLast(56))])
    assert prices[0][1] == 3 * prices[0][0] == 3 * prices[1][1]


def test_what_the_team_refused_is_not_proposed_again_in_the_same_turn() -> None:
    turn = ox.Turn("10 11 22 33 55 | 60 | 70 | 90", 56, 62, ox=58, up="seven")
    view, legal = turn.state.view(0), turn.state.legal(0)
    proposed = bot("master").choose(view, legal, (), Random(1))
    assert isinstance(proposed, UseSeven)
    placed = CardPlaced(1, 62, 1, Reason("smallest_difference", (60, 2)))
    history = (CardsRevealed(()), ProposalRefused(0, proposed), placed)
    assert Pass() == bot("master").choose(view, legal, history, Random(1))
    assert proposed == bot("master").choose(view, legal, (*history, CardsRevealed(())), Random(1))


# --- Time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "players"), [("surprise", 8), ("versus_ox", 6)])
def test_large_tables_have_fewer_playouts(key: str, players: int) -> None:
    spent = [playouts_of(key, number) for number in (2, players)]
    assert CARDS > spent[0] > 2 * spent[1] > 400


def test_one_player_has_more_of_them() -> None:
    assert playouts_of("versus_ox", 1) > 2 * playouts_of("versus_ox", 2)


def playouts_of(key: str, players: int) -> int:
    """For the first card of a game."""
    return thoughts_in(nimmt.game(key, players=players).start(1)).playouts


# --- Bids ------------------------------------------------------------------------------------------


def test_those_who_begin_most_rounds_with_the_zero_card_are_expected_to_wait() -> None:
    state = nimmt.game("bullenparty", players=3).start(1)
    view = state.view(0)
    assert isinstance(view, PartyView)
    rounds = [(0, 0, 20), (0, 11, 0), (0, 0, 30)]
    history = [BidsRevealed(tuple(ShownBid(seat, card) for seat, card in enumerate(bids))) for bids in rounds]
    later = BidsRevealed((ShownBid(2, 0),))
    assert [0] == patient_seats([], view)
    assert [0, 1] == patient_seats([*history, later, later], view)


def test_a_patient_seat_waits_in_playouts() -> None:
    """With the same seed it gets another row than one that takes what there is."""
    state = nimmt.game("bullenparty", players=3).start(1)
    table = table_of(state)
    zero = as_choice(Bid(ZERO), 0)
    habits = [practised(3, patient) for patient in ((), (0,))]
    leads = [rate_choices(table, state.game.setup, 0, [zero], 200, Random(1), each)[0] for each in habits]
    assert leads[0] != leads[1]


# --- Piles -----------------------------------------------------------------------------------------


def test_no_pile_is_started_because_a_higher_card_was_laid_first() -> None:
    """Of 26 and 27, which both fit on the 8 only, the 26 is laid first."""
    state = nimmt.game("bullenparty", players=2).start(1)
    view = state.view(0)
    assert isinstance(view, PartyView)
    view = structs.replace(view, hand=(26, 27, 60), piles=(((23, 30, 40), (8,)), ()))
    lays = [LayCard(card, pile) for card in view.hand for pile in (0, 1, None) if pile != 0 or card > 40]
    left = tidy(view, lays)
    assert LayCard(26, 1) in left
    assert LayCard(27, 1) not in left
    assert LayCard(60, 0) in left


def test_no_pile_is_started_for_a_card_that_fits_on_one_which_counts_against_the_seat() -> None:
    state = nimmt.game("bullenparty", players=2).start(1)
    view = state.view(0)
    assert isinstance(view, PartyView)
    view = structs.replace(view, hand=(5, 67), piles=(((10, 22, 33), (57,)), ()))
    lays = [LayCard(5, None), LayCard(67, 0), LayCard(67, 1), LayCard(67, None)]
    assert lays[:3] == tidy(view, lays)


def test_cards_that_need_new_piles_are_laid_in_ascending_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is going to start piles with two cards starts one, with the lower card."""
    state = nimmt.game("bullenparty", players=2).start(1)
    while state.phase != "lay" or sum(isinstance(lay, LayCard) for lay in state.legal(0)) < 7:
        seat = state.to_act[0]
        state, _ = state.step(seat, bot("greedy").choose(state.view(seat), state.legal(seat), (), Random(1)))
    view = state.view(0)
    assert isinstance(view, PartyView)
    highest_first = [LayCard(card, None) for card in sorted(view.hand, reverse=True)]
    monkeypatch.setattr(
        master_party, "best_answer", lambda game, view, legal, *_: next(lay for lay in highest_first if lay in legal)
    )
    planned = highest_first[: len(view.hand) - 5]
    assert len(planned) > 1
    assert planned[-1] == bot("master").choose(view, state.legal(0), (), Random(1))


# --- Halving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", [1, 2, 3, 7, 40])
def test_the_best_choice_gets_the_most_playouts(choices: int) -> None:
    worth = [(7 * number) % choices for number in range(choices)]
    spent = [0] * choices

    def rate(those: list[int], playouts: int) -> list[float]:
        for number in those:
            spent[number] += playouts
        return [float(worth[number] * playouts) for number in those]

    best = best_choice(choices, 1000, rate)  # type: ignore[arg-type]
    assert max(worth) == worth[best]
    assert max(spent) == spent[best]
    assert sum(spent) <= 1000
