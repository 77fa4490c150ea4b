"""Cases met only at a real table: second thoughts, late answers, wrong seats, time running out (Q-X)."""

import pytest

import nimmt
from nimmt import Action, BadSetup, DraftCard, Game, IllegalAction, PlayCard, State, TakeRow
from nimmt.events import CardSealed, CardsRevealed
from tests.tables import end_of_round, seal, table_of, view_of

GAME = nimmt.game("base", players=3)
TEXT = "30 | 40 | 50 | 60 // 9 70 71 / 3 80 81 / 61 90 91"


def start() -> State:
    return GAME.read(TEXT)


def over() -> State:
    return end_of_round(nimmt.game("base", players=3, max_rounds=1), (1, 2, 3))


def row_asked() -> State:
    """Seat 1 must choose a row for its 3."""
    return seal(start(), 9, 3, 61)[0]


# Second thoughts (Q-X1)


@pytest.mark.rule("Q-X1")
def test_qx1_the_last_choice_counts() -> None:
    state, _ = start().step(0, PlayCard(9))
    assert (1, 2) == state.to_act
    assert (PlayCard(9), PlayCard(70), PlayCard(71)) == state.legal(0)
    state, _ = state.step(0, PlayCard(71))
    assert PlayCard(71) == view_of(state, 0).choice
    state, _ = state.step(1, PlayCard(80))
    state, events = state.step(2, PlayCard(61))
    revealed = next(event for event in events if isinstance(event, CardsRevealed))
    assert [(2, 61), (0, 71), (1, 80)] == [(play.seat, play.card) for play in revealed.plays]
    assert (9, 70) == table_of(state).hands[0]


@pytest.mark.rule("Q-X1")
def test_qx1_nobody_else_learns_of_the_change() -> None:
    once, _ = start().step(0, PlayCard(9))
    twice, events = once.step(0, PlayCard(71))
    assert (CardSealed(0, 71, False, True),) == nimmt.seen_by(events, 0)
    for seat in (1, 2, None):
        assert () == nimmt.seen_by(events, seat)
        assert nimmt.to_json(once.view(seat)) == nimmt.to_json(twice.view(seat))
    assert once.decision == twice.decision


@pytest.mark.rule("Q-X1")
def test_qx1_with_the_last_choice_the_reveal_is_final() -> None:
    before = start()
    state, _ = seal(before, 70, 80, 61)
    refusal = state.refusal(0, PlayCard(71), before.decision)
    assert refusal is not None
    assert ("stale", "Q-X1") == (refusal.code, refusal.rule)
    assert state.refusal(0, PlayCard(71), state.decision) is None


@pytest.mark.rule("Q-X1")
def test_qx1_a_row_once_chosen_is_taken() -> None:
    before = row_asked()
    state, _ = before.step(1, TakeRow(0), before.decision)
    with pytest.raises(IllegalAction, match="closed") as caught:
        state.step(1, TakeRow(1), before.decision)
    assert "stale" == caught.value.code


# Who may speak, and what about


@pytest.mark.rule("B-4", "B-9")
@pytest.mark.parametrize("action", [TakeRow(0), DraftCard(9)])
def test_b4_only_a_card_is_asked_for_now(action: Action) -> None:
    refusal = start().refusal(0, action)
    assert refusal is not None
    assert ("wrong_action", "B-4") == (refusal.code, refusal.rule)


@pytest.mark.rule("B-9")
@pytest.mark.parametrize("action", [PlayCard(80), DraftCard(9)])
def test_b9_only_a_row_is_asked_for_now(action: Action) -> None:
    refusal = row_asked().refusal(1, action)
    assert refusal is not None
    assert ("wrong_action", "B-9") == (refusal.code, refusal.rule)


@pytest.mark.rule("B-5", "B-9")
@pytest.mark.parametrize("seat", [0, 2])
def test_b5_out_of_turn(seat: int) -> None:
    state = row_asked()
    assert () == state.legal(seat)
    refusal = state.refusal(seat, TakeRow(0))
    assert refusal is not None
    assert ("not_your_turn", "B-5") == (refusal.code, refusal.rule)


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("seat", [-1, 3, 10])
def test_b1_no_such_seat(seat: int) -> None:
    with pytest.raises(IllegalAction, match=f"no seat {seat}"):
        start().legal(seat)
    with pytest.raises(IllegalAction, match=f"no seat {seat}") as caught:
        start().step(seat, PlayCard(9))
    assert ("no_such_seat", "B-1") == (caught.value.code, caught.value.rule)
    with pytest.raises(IllegalAction, match=f"no seat {seat}"):
        start().view(seat)


@pytest.mark.rule("B-4")
@pytest.mark.parametrize("card", [80, 30, 1, 0, -1, 105])
def test_b4_not_in_this_hand(card: int) -> None:
    with pytest.raises(IllegalAction, match=f"The {card} is not in this hand") as caught:
        start().step(0, PlayCard(card))
    assert ("not_in_hand", "B-4") == (caught.value.code, caught.value.rule)


@pytest.mark.rule("B-13")
@pytest.mark.parametrize("action", [PlayCard(9), TakeRow(0), DraftCard(1)])
def test_b13_the_game_is_over(action: Action) -> None:
    state = over()
    assert ((), ()) == (state.to_act, state.legal(0))
    refusal = state.refusal(0, action)
    assert refusal is not None
    assert ("game_over", "B-13") == (refusal.code, refusal.rule)


@pytest.mark.rule("B-4", "B-9")
def test_a_refused_action_changes_nothing() -> None:
    for state, seat, action in [(start(), 0, PlayCard(80)), (row_asked(), 1, TakeRow(4)), (over(), 0, PlayCard(1))]:
        before = nimmt.to_json(state._position)
        with pytest.raises(IllegalAction):
            state.step(seat, action)
        assert before == nimmt.to_json(state._position)


@pytest.mark.rule("Q-X9")
@pytest.mark.parametrize("key", ["surprise", "versus_ox", "bullenparty"])
@pytest.mark.parametrize("option", ["known_deck", "draft"])
def test_qx9_known_deck_and_draft_are_for_the_base_game_and_the_fan_cards(key: str, option: str) -> None:
    with pytest.raises(BadSetup, match=f"no option '{option}'") as caught:
        nimmt.game(key, players=3, **{option: True})
    assert "unknown_option" == caught.value.code


# Out of time (Q-X18)


@pytest.mark.rule("Q-X18")
def test_qx18_the_lowest_card() -> None:
    assert [PlayCard(9), PlayCard(3), PlayCard(61)] == [GAME.default(start().view(seat)) for seat in range(3)]


@pytest.mark.rule("Q-X18", "Q-B5")
def test_qx18_the_cheapest_row() -> None:
    state = GAME.read("30 31 | 42 | 43 | 55 // 9 70 / 3 80 / 61 90")
    state, _ = seal(state, 9, 3, 61)
    assert TakeRow(2) == GAME.default(state.view(1))


@pytest.mark.rule("Q-X18")
def test_qx18_the_lowest_card_of_a_draft() -> None:
    game = nimmt.game("pro", players=2)
    state = game.start(1)
    state, _ = state.step(state.to_act[0], DraftCard(1))
    assert DraftCard(2) == game.default(state.view(state.to_act[0]))


@pytest.mark.rule("Q-X18")
def test_qx18_no_reversal() -> None:
    game = nimmt.game("reversed_digits", players=2)
    text = "30 | 40 | 50 | 60 // 10 70 reversed_digits / 3 80 reversed_digits"
    assert PlayCard(10) == game.default(game.read(text).view(0))


@pytest.mark.rule("Q-X18")
@pytest.mark.parametrize("key", ["base", "pro", "even_odd", "climb", "caper", "reversed_digits"])
def test_qx18_defaults_play_a_whole_game(key: str) -> None:
    game = nimmt.game(key, players=4)
    state = game.start(18)
    for _ in range(5_000):
        if state.outcome is not None:
            break
        seat = state.to_act[-1]
        state, _ = state.step(seat, game.default(state.view(seat)), state.decision)
    assert state.outcome is not None


@pytest.mark.rule("Q-X18", "B-13")
def test_qx18_nothing_is_left_to_decide_after_the_end() -> None:
    with pytest.raises(IllegalAction, match="over"):
        Game.default(nimmt.game("base", players=3, max_rounds=1), over().view(0))
