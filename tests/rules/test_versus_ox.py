"""Versus the Ox: set-up, the Ox, the piles, and the end (CO-1 to CO-6, CO-18 to CO-20)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from nimmt import BadSetup, ExplicitDealer, Malformed, Outcome, Play, PlayCard
from nimmt.cards import heads
from nimmt.events import CardsRevealed, FoundNoRow, GameEnded, HandDealt, Reason, RoundEnded, RowsLaid, RowTaken
from nimmt.game import Game, state_of
from nimmt.games.versus_ox import OX, OX_PILE, TEAM_PILE, OxOptions, OxView, VersusOx
from nimmt.games.versus_ox.events import OxDealt, OxRevealed, SpecialsLaid
from tests.ox import PLAYERS, SPECIALS, Turn, table_of, view_of
from tests.tables import play_out


def game(players: int, **options: object) -> Game:
    return Game(VersusOx(players, OxOptions.of(options)))


# Set-up


@pytest.mark.rule("CO-1", "CO-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_co2_everybody_and_the_ox_get_ten_cards_and_four_start_the_rows(players: int) -> None:
    state = game(players).start(1)
    table = table_of(state)
    assert [10] * players == [len(hand) for hand in table.hands]
    assert 10 == len(table.ox) == len(set(table.ox))
    assert [1, 1, 1, 1] == [len(row.cards) for row in table.rows]
    assert 90 - 10 * players == len(table.aside)
    assert tuple(range(players)) == state.to_act
    assert OxDealt(10) in state.last


@pytest.mark.rule("CO-2")
def test_co2_the_deal_gives_hands_then_rows_then_the_oxs_cards() -> None:
    order = tuple(range(104))
    dealer = ExplicitDealer({"deal:1": order, "specials:1": tuple(range(16))})
    state = game(2).start(dealer)
    hands = [HandDealt(seat, 10, tuple(range(10 * seat + 1, 10 * seat + 11))) for seat in (0, 1)]
    assert [*hands, RowsLaid((21, 22, 23, 24)), OxDealt(10)] == [
        event for event in state.last if isinstance(event, HandDealt | RowsLaid | OxDealt)
    ]
    assert tuple(range(25, 35)) == table_of(state).ox


@pytest.mark.rule("CO-1")
@pytest.mark.parametrize("players", [0, 7])
def test_co1_one_to_six_play(players: int) -> None:
    with pytest.raises(BadSetup) as error:
        game(players)
    assert "bad_players" == error.value.code


@pytest.mark.rule("CO-3", "Q-CO13", "Q-CO16")
@pytest.mark.parametrize(("players", "count"), [(1, 0), (2, 2), (3, 4), (4, 6), (5, 11), (6, 16)])
def test_co3_more_players_use_more_of_the_16_specials_and_two_lie_face_up(players: int, count: int) -> None:
    state = game(players).start(5)
    table = table_of(state)
    assert min(2, count) == len(table.face_up)
    assert count == len(table.face_up) + len(table.stock)
    assert Counter(SPECIALS) == Counter((*table.face_up, *table.stock, *table.unused))
    assert SpecialsLaid(table.face_up, max(0, count - 2)) in state.last


@pytest.mark.rule("CO-3")
def test_co3_specials_are_shuffled() -> None:
    piles = {(*table.face_up, *table.stock) for table in (table_of(game(6).start(seed)) for seed in range(5))}
    assert 5 == len(piles)
    assert 16 == len(SPECIALS)


@pytest.mark.rule("Q-X9")
@pytest.mark.parametrize("option", ["known_deck", "draft", "point_limit", "max_rounds", "tie_break"])
def test_known_deck_draft_and_limits_are_not_offered(option: str) -> None:
    with pytest.raises(BadSetup) as error:
        game(3, **{option: 1})
    assert "unknown_option" == error.value.code


# The Ox


@pytest.mark.rule("CO-4")
def test_co4_the_oxs_next_card_is_revealed_after_the_teams_and_all_are_placed_in_ascending_order() -> None:
    turn = Turn("3 | 8 | 62 | 88", 50, 20, ox=30)
    revealed = [event for event in turn.events if isinstance(event, CardsRevealed | OxRevealed)]
    team = (Play.of(1, 20), Play.of(0, 50))
    assert [CardsRevealed(team), OxRevealed(30, (team[0], Play.of(OX, 30), team[1]))] == revealed
    assert "3 | 8 20 30 50 | 62 | 88" == turn.rows


@pytest.mark.rule("CO-4")
def test_co4_the_ox_plays_its_cards_in_the_order_in_which_they_lie() -> None:
    rules = VersusOx(1)
    table = rules.read("3 | 8 | 62 | 88 // 50 51 52 // // 103 2 77")
    state = state_of(Game(rules), table)
    shown = []
    for card in (50, 51, 52):
        state, events = state.step(0, PlayCard(card))
        shown += [event.card for event in events if isinstance(event, OxRevealed)]
    assert [103, 2, 77] == shown


@pytest.mark.rule("CO-5")
def test_co5_what_members_take_goes_to_one_pile_and_what_the_ox_takes_to_its_own() -> None:
    turn = Turn("1 2 3 4 5 | 21 22 23 24 25 | 41 42 43 44 45 | 88", 6, 26, ox=46, piles="90 / 91")
    assert [
        ("TEAM", (1, 2, 3, 4, 5), 6),
        ("TEAM", (21, 22, 23, 24, 25), 10),
        ("OX", (41, 42, 43, 44, 45), 10),
    ] == turn.takes
    assert (90, 1, 2, 3, 4, 5, 21, 22, 23, 24, 25) == turn.table.piles[TEAM_PILE]
    assert (91, 41, 42, 43, 44, 45) == turn.table.piles[OX_PILE]


@pytest.mark.rule("CO-5")
def test_co5_events_say_whose_card_took_the_row() -> None:
    turn = Turn("1 2 3 4 5 | 21 22 23 24 25 | 41 42 43 44 45 | 88", 6, 26, ox=46)
    assert [(0, 6), (1, 26), (OX, 46)] == [
        (event.seat, event.card) for event in turn.events if isinstance(event, RowTaken)
    ]


@pytest.mark.rule("CO-6")
@pytest.mark.parametrize(
    ("rows", "taken"),
    [
        ("30 | 41 42 | 62 | 88", 2),  # one head is less than two, three and five
        ("41 | 43 | 62 | 88", 2),  # of three rows with one head the one with the highest end
        ("41 | 42 43 | 55 | 25", 0),
        ("95 | 41 42 | 25 | 88", 0),  # two heads each: 95 is the highest end
    ],
)
def test_co6_the_ox_takes_the_fewest_heads_and_of_equals_the_highest_end(rows: str, taken: int) -> None:
    turn = Turn(rows, 104, ox=7)
    event = next(event for event in turn.events if isinstance(event, RowTaken))
    assert (OX, taken) == (event.seat, event.row)
    assert Reason("fewest_heads", (event.heads,)) == event.reason
    assert (7,) == event.left
    assert (
        FoundNoRow(OX, 7, Reason("lower_than_all", (min(int(row.split()[-1]) for row in rows.split("|")),)))
        in turn.events
    )


@pytest.mark.rule("Q-CO14")
def test_a_member_whose_card_is_too_low_chooses_the_row() -> None:
    turn = Turn("30 | 41 42 | 62 | 88", 104, 7, ox=50)
    assert ("row", (1,)) == (turn.phase, turn.state.to_act)
    turn.take(3)
    assert [("TEAM", (88,), 5)] == turn.takes


# The end


def ended(players: int, team: str, ox: str, **options: Any) -> Outcome:
    """The outcome with these piles when the last turn costs nobody anything."""
    plays = (101, 102, 103, 80, 81, 82)[:players]
    turn = Turn("96 | 97 | 98 | 79", *plays, ox=104, piles=f"{team} / {ox}", last=True, **options)
    assert turn.state.outcome is not None
    assert [] == turn.takes
    return turn.state.outcome


@pytest.mark.rule("CO-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_co1_one_round_of_ten_turns_is_the_game(players: int) -> None:
    end = play_out(game(players).start(3), Random(3))
    table = table_of(end)
    assert (1, 10) == (table.round, table.turn)
    assert () == table.ox
    assert [()] * players == list(table.hands)


@pytest.mark.rule("CO-19")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_co19_three_or_more_win_with_fewer_heads_than_the_ox(players: int) -> None:
    outcome = ended(players, "1 2 3", "4 6 7 8")
    assert ((3,) * players, 4) == (outcome.totals, outcome.opponent)
    assert (1,) * players == outcome.ranks
    assert tuple(range(players)) == outcome.winners


@pytest.mark.rule("CO-19")
def test_co19_more_heads_than_the_ox_lose() -> None:
    outcome = ended(3, "10 1", "4 6 7")
    assert ((4, 4, 4), 3, (2, 2, 2), ()) == (outcome.totals, outcome.opponent, outcome.ranks, outcome.winners)
    assert not outcome.drawn


@pytest.mark.rule("CO-19", "Q-CO12")
def test_a_draw_is_not_a_win() -> None:
    outcome = ended(3, "10 1", "5 15")
    assert outcome.drawn
    assert () == outcome.winners


@pytest.mark.rule("Q-CO12")
def test_by_option_a_draw_is_a_win() -> None:
    outcome = ended(3, "10 1", "5 15", draw_wins=True)
    assert outcome.drawn
    assert (0, 1, 2) == outcome.winners
    assert () == ended(3, "10 1 2", "5 15", draw_wins=True).winners


@pytest.mark.rule("CO-20", "Q-CO13")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(
    ("team", "ox", "won", "drawn"),
    [("1 2", "3 4 6 7 8", True, False), ("1 2", "3 4 6 7", False, True), ("1 2", "3 4 6", False, False)],
)
def test_co20_one_or_two_players_double_their_heads(players: int, team: str, ox: str, won: bool, drawn: bool) -> None:
    outcome = ended(players, team, ox)
    assert (4,) * players == outcome.totals
    assert (won, drawn) == (outcome.winners != (), outcome.drawn)


@pytest.mark.rule("CO-20", "Q-CO13")
@pytest.mark.parametrize(("players", "factor"), [(1, 2), (2, 2), (3, 1), (6, 1)])
def test_co20_views_tell_how_often_the_teams_heads_count(players: int, factor: int) -> None:
    view = game(players).start(4).view(0)
    assert isinstance(view, OxView)
    assert (factor, (factor * view.facts.piles[0],) * players) == (view.factor, view.facts.totals)


@pytest.mark.rule("CO-20", "CO-19")
def test_three_players_do_not_double() -> None:
    assert (0, 1, 2) == ended(3, "1 2", "3 4 6").winners


@pytest.mark.rule("CO-20")
def test_a_player_alone_has_no_specials_and_no_windows() -> None:
    rng, state = Random(4), game(1).start(4)
    while state.outcome is None:
        assert state._position.phase in ("card", "row")
        state, _ = state.step(0, rng.choice(state.legal(0)))


@pytest.mark.rule("CO-19", "CO-20")
def test_the_end_is_told_with_the_teams_counted_heads_and_the_oxs() -> None:
    turn = Turn("96 | 97 | 98 | 79", 101, 102, ox=104, piles="10 / 55", last=True)
    outcome = Outcome(((6, 6),), (6, 6), (1, 1), opponent=7)
    assert [RoundEnded(1, (6, 6), (6, 6)), GameEnded(outcome)] == turn.events[-2:]
    assert turn.view(None).outcome == outcome


@pytest.mark.rule("CO-19")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_game_is_counted_from_its_piles(players: int) -> None:
    end = play_out(game(players).start(7), Random(7))
    team, ox = map(heads, table_of(end).piles)
    assert end.outcome is not None
    assert ((2 * team if players <= 2 else team,) * players, ox) == (end.outcome.totals, end.outcome.opponent)


# What members see


@pytest.mark.rule("CO-18", "Q-CO16", "CO-2")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_views_show_neither_other_hands_nor_the_oxs_cards_nor_the_pile_of_specials(seat: int | None) -> None:
    state = game(2).start(1)
    view = view_of(state, seat)
    assert (() if seat is None else table_of(state).hands[seat]) == view.hand
    assert 10 == view.ox_left
    assert (0, 2) == (view.stock_left, len(view.face_up))
    assert not {"ox", "stock", "unused", "aside", "hands"} & set(view.__struct_fields__)


@pytest.mark.rule("Q-CO15", "CO-5")
@pytest.mark.parametrize("show_ox_score", [True, False])
def test_to_show_the_oxs_score_is_a_matter_of_display(show_ox_score: bool) -> None:
    turn = Turn("3 | 8 | 62 | 88", 50, ox=30, piles="10 / 55 66", show_ox_score=show_ox_score)
    view = turn.view(0)
    assert ((10,), (55, 66)) == view.piles
    assert (3, 12) == view.facts.piles
    assert view.facts.opponent == (12 if show_ox_score else None)


@pytest.mark.rule("CO-20", "CO-5")
@pytest.mark.parametrize(("players", "counted"), [(2, 6), (3, 3)])
def test_a_view_counts_the_teams_heads_as_the_end_will(players: int, counted: int) -> None:
    turn = Turn("3 | 8 | 62 | 88", *(50, 51, 52)[:players], ox=30, piles="10 / 55")
    assert (counted,) * players == turn.view(0).facts.running == turn.view(None).facts.totals


# The text form


@pytest.mark.rule("CO-2")
def test_a_position_has_a_text_form_with_the_oxs_cards_and_the_specials() -> None:
    text = "3 stop | 8 seven | 62 | 88 // 1 50 / 20 51 // 10 / 11 // 104 77 / sort stop / last first"
    table = VersusOx(2).read(text)
    assert text == table.write()
    assert ((104, 77), ("sort", "stop"), ("last", "first")) == (table.ox, table.face_up, table.stock)
    assert 10 == len(table.unused)
    assert not {104, 77} & set(table.aside)


@pytest.mark.rule("CO-2", "CO-3")
@pytest.mark.parametrize(
    "more", ["", "104", "104 50", "104 77 / jump", "104 77 / stop stop / stop", "104 77 / fifth_row"]
)
def test_positions_that_no_table_can_show_are_malformed(more: str) -> None:
    with pytest.raises(Malformed):
        VersusOx(2).read(f"3 | 8 | 62 | 88 // 1 50 / 20 51 // // {more}")
