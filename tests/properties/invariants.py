"""What must hold in every state of each game (the books' sums and bounds), kept apart from how the engine does it.

An invariant gets a state and everything that has happened in its round. To make a new game join, give it a line in
`INVARIANTS`; without one only what the contract promises is tested.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import cast

from nimmt import Event, State, TableView
from nimmt.events import RoundStarted, RowTaken
from nimmt.games.bullenparty import PartyTable
from nimmt.games.versus_ox import OxTable
from nimmt.setup import OptionValue
from nimmt.table import Table
from tests import surprise
from tests.properties.strategies import Match, walk

Story = tuple[Event, ...]
Invariant = Callable[[State, Story], None]

HEADS_OF_DECK = {24: 38, 34: 55, 44: 72, 54: 85, 64: 103, 74: 120, 84: 137, 94: 154, 104: 171}  # B-2, by highest card
BY_THE_BOOK = {"hand_size": 10, "rows": 4, "capacity": 5, "deck": 104}  # B-1, B-3, B-8


def number(state: State, name: str) -> int:
    """A number that players may agree on."""
    found = state.game.setup.options.get(name, BY_THE_BOOK[name])
    assert isinstance(found, int)
    return found


@cache
def heads_on(card: int) -> int:
    """B-2, written a second time."""
    if card == 55:
        return 7
    digits = str(card)
    if len(digits) == 2 and digits[0] == digits[1]:
        return 5
    return {"0": 3, "5": 2}.get(digits[-1], 1)


def table_of(state: State) -> Table:
    return cast(Table, state._position)


def cards_of(table: Table) -> list[int]:
    """Every number card, wherever it is: a sealed card is still in the hand."""
    groups = [*table.hands, *table.piles, *(row.cards for row in table.rows), table.aside, table.pool]
    return [card for group in groups for card in group] + [play.card for play in table.queue]


def cards_are_conserved(state: State, story: Story) -> None:
    """B-1, P-2: the deck, each card once, after every step."""
    dealt = state.game.players * number(state, "hand_size") + number(state, "rows")
    highest = dealt if state.game.setup.options["known_deck"] else number(state, "deck")
    cards = sorted(cards_of(table_of(state)))
    assert list(range(1, highest + 1)) == cards
    assert sum(map(heads_on, cards)) == HEADS_OF_DECK.get(highest, sum(map(heads_on, range(1, highest + 1))))


def rows_hold_one_to_five(state: State, story: Story) -> None:
    """B-8: four rows, never empty and never with six cards; no rows while cards are drafted (P-3)."""
    rows = table_of(state).rows
    drafting = table_of(state).phase == "draft"
    assert (0 if drafting else number(state, "rows")) == len(rows)
    assert all(1 <= len(row.cards) <= number(state, "capacity") for row in rows)


def hands_are_level(state: State, story: Story) -> None:
    """B-4, B-11: everybody holds what is left of ten cards; P-3: a drafter holds at most one more than others."""
    table = table_of(state)
    sizes = {len(hand) for hand in table.hands}
    if table.phase == "draft":
        assert max(sizes) - min(sizes) <= 1
    else:
        assert {number(state, "hand_size") - table.turn + (table.phase == "card")} == sizes
        assert (table.phase == "row") == bool(table.queue)


def sealed_cards_are_in_hand(state: State, story: Story) -> None:
    """B-4: a sealed card stays in the hand until the reveal, and whoever has sealed owes nothing."""
    table = table_of(state)
    for seat, play in enumerate(table.choices):
        assert play is None or play.card in table.hands[seat]
        assert (play is not None) == (table.phase == "card" and seat not in table.to_act)


def totals_add_up(state: State, story: Story) -> None:
    """B-10, B-12: heads and totals are those of the cards that were taken."""
    table, view = table_of(state), cast(TableView, state.view(None))
    heads = tuple(sum(map(heads_on, pile)) for pile in table.piles)
    rounds = (*table.scores, heads) if state.outcome is None else table.scores
    assert heads == rounds[-1]
    assert len(rounds) == view.round
    facts_count_right(state, view, rounds)


def facts_count_right(state: State, view: TableView, rounds: Sequence[tuple[int, ...]]) -> None:
    """B-10: a row costs the heads on its cards; Q-B8: a round that is played counts, unless it is kept covered."""
    assert [sum(map(heads_on, row.cards)) for row in view.rows] == [row.heads for row in view.facts.rows]
    if state.outcome is None and not view.setup.options.get("show_scores", True):
        rounds = ((0,) * state.game.players, *rounds[:-1])
        assert view.facts.running is None
    else:
        assert (rounds[-1] if state.outcome is None else None) == view.facts.running
    assert tuple(map(sum, zip(*rounds, strict=True))) == view.facts.totals


def ends_in_time(state: State, story: Story) -> None:
    """B-13, B-15, Q-B3, Q-X14: no finished round but the last one ends the game, and that one does.

    While a game goes on its newest round is enough: the others have been the newest ones before.
    """
    scores, over = table_of(state).scores, state.outcome is not None
    counts = range(1 if over else max(len(scores), 1), len(scores) + 1)
    ended = [is_last(state.game.setup.options, scores[:count]) for count in counts]
    assert [over and count == len(scores) for count in counts] == ended


def is_last(options: Mapping[str, OptionValue], scores: tuple[tuple[int, ...], ...]) -> bool:
    totals = [sum(column) for column in zip(*scores, strict=True)]
    limit, rounds = cast(int | None, options["point_limit"]), cast(int | None, options["max_rounds"])
    passed = limit is not None and (max(totals) > limit or (max(totals) == limit and options["end_rule"] == "gte"))
    played = rounds is not None and len(scores) >= rounds
    tied = sorted(totals)[0] == sorted(totals)[1]
    return (passed or played) and not (tied and options["tie_break"] == "extra_round")


def fewest_heads_win(state: State, story: Story) -> None:
    """B-14, Q-B2, Q-X14: everybody's place is one more than the number of seats that did better."""
    if state.outcome is None:
        return
    scores = table_of(state).scores
    last_round = state.game.setup.options["tie_break"] == "last_round"
    results = [(sum(column), column[-1] if last_round else 0) for column in zip(*scores, strict=True)]
    assert tuple(sorted(results).index(result) + 1 for result in results) == state.outcome.ranks
    best = min(results)
    assert tuple(seat for seat, result in enumerate(results) if result == best) == state.outcome.winners


def on_table(state: State) -> tuple[str, ...]:
    """The fan cards of a game, be they one or several (Q-Y8)."""
    return (state.game.key, *cast(tuple[str, ...], state.game.setup.options.get("fan_cards", ())))


def fan_cards_lie_as_they_must(state: State, story: Story) -> None:
    """F-1, Q-Y8: each fan card keeps its own rules beside the others, and what is not on the table is not there."""
    known = on_table(state)
    for card, (marks, invariant) in FAN_CARDS.items():
        if card in known:
            invariant(state, story)
        else:
            assert not any(mark in marks for row in table_of(state).rows for mark in row.marks)
    assert "reversed_digits" in known or not any(table_of(state).special_hands)


def one_even_odd_marker(state: State, story: Story) -> None:
    """EO-6: one marker, and its face is the parity of its row's end card, unless digits are reversed (Q-Y8)."""
    rows = table_of(state).rows
    marks = [(row.cards[-1] % 2, mark) for row in rows for mark in row.marks if mark in ("odd", "even")]
    assert not rows or len(marks) == 1
    assert not rows or marks in ([(1, "odd")], [(0, "even")]) or "reversed_digits" in on_table(state)


def marker_climbs(state: State, story: Story) -> None:
    """CL-1, CL-7, CL-8: with every take of the round the next of rows 4, 3, 2, 1, 2, 3, …"""
    rows = table_of(state).rows
    takes = sum(isinstance(event, RowTaken) for event in story)
    marks = [(number, mark) for number, row in enumerate(rows) for mark in row.marks if mark in ("up", "down")]
    last = number(state, "rows") - 1
    way = [*((row, "up") for row in range(last, 0, -1)), *((row, "down") for row in range(last))]
    assert not rows or [way[takes % len(way)]] == marks


def one_caper(state: State, story: Story) -> None:
    """CA-3, CA-7, CA-9: exactly one Caper, never in a row that is full of numbers."""
    rows = table_of(state).rows
    marks = [
        (mark, len(row.cards) < number(state, "capacity")) for row in rows for mark in row.marks if mark == "caper"
    ]
    assert not rows or [("caper", True)] == marks


def one_reversal_each(state: State, story: Story) -> None:
    """RD-1, RD-2, RD-8: everybody starts a round with the special card, and it is gone once it was revealed."""
    revealed = [play for event in story for play in getattr(event, "plays", ())]
    used = [play.seat for play in revealed if play.value != play.card]
    assert len(set(used)) == len(used)
    expected = tuple(() if seat in used else ("reversed_digits",) for seat in range(state.game.players))
    assert expected == table_of(state).special_hands


def surprise_cards_and_rows(state: State, story: Story) -> None:
    """SU-1, SU-7, SU-15: 104 number cards, 28 specials, four or five rows, two Stops at most."""
    surprise.check_sums(surprise.table_of(state))


def specials_have_a_history(state: State, story: Story) -> None:
    """SU-17: whatever was told about specials leads to where they are now."""
    surprise.check_trail(surprise.table_of(state))


def ox_cards_and_specials_are_conserved(state: State, story: Story) -> None:
    """B-1, CO-2, CO-3: 104 number cards, the Ox's included, and two of each special."""
    table = cast(OxTable, state._position)
    assert list(range(1, 105)) == sorted([*cards_of(table), *table.ox])
    lying = [mark for row in table.rows for mark in row.marks]
    specials = Counter([*table.face_up, *table.stock, *table.unused, *table.discards, *lying])
    assert {2} == set(specials.values())
    assert 8 == len(specials)


def rows_under_specials(state: State, story: Story) -> None:
    """CO-10, CO-11, Q-CO7, Q-CO9: four rows of up to five cards, six with 7-takes; one may wait for a card."""
    rows = table_of(state).rows
    assert 4 == len(rows)
    assert all(len(row.cards) <= 5 + row.marks.count("seven") for row in rows)
    assert sum(row.cards == () for row in rows) <= bool(table_of(state).queue)
    assert sum(row.marks.count("stop") for row in rows) <= 2


def party_cards_are_conserved(state: State, story: Story) -> None:
    """BP-1, BP-4: the value cards 1 to 100 and ten buffalo cards."""
    table = cast(PartyTable, state._position)
    rows = [row for row in table.rows if row is not None]
    piles = [pile for piles in table.piles for pile in piles]
    groups = [*table.hands, *piles, *(row.cards for row in rows), table.draw_pile, table.discards, table.box]
    single = [bid.card for bid in table.queue if bid.card] + [lay.card for laid in table.lays for lay in laid]
    drawn = [] if table.drawn is None else [table.drawn]
    assert list(range(1, 101)) == sorted([card for group in groups for card in group] + single + drawn)
    assert 10 == len(table.buffalo_pile) + sum(map(len, table.buffalo)) + sum(row.buffalo is not None for row in rows)


def one_row_for_every_bidder(state: State, story: Story) -> None:
    """BP-9, BP-11, BP-14: rows left are as many as players left; five cards in every hand between two rounds."""
    table = cast(PartyTable, state._position)
    rows = [row for row in table.rows if row is not None]
    assert len(table.bidders) == len(rows)
    assert all(2 <= len(row.cards) <= 5 for row in rows)
    if table.phase == "bid":
        assert {5} == {len(table.hands[seat]) for seat in table.bidders}


def surprise_counts_right(state: State, story: Story) -> None:
    """SU-3, SU-19, Q-SU20: heads taken less those cancelled, over so many rounds; the lowest sum wins, ties share."""
    table, view = surprise.table_of(state), cast(TableView, state.view(None))
    taken = [sum(map(heads_on, pile)) for pile in table.piles]
    heads = tuple(own - credit for own, credit in zip(taken, table.credits, strict=True))
    rounds = (*table.scores, heads) if state.outcome is None else table.scores
    assert heads == rounds[-1]
    facts_count_right(state, view, rounds)
    totals = tuple(map(sum, zip(*rounds, strict=True)))
    assert (len(table.scores) == state.game.setup.options["rounds"]) == (state.outcome is not None)
    if state.outcome is not None:
        assert (totals, places(totals)) == (state.outcome.totals, state.outcome.ranks)


def team_counts_right(state: State, story: Story) -> None:
    """CO-5, CO-19, CO-20, Q-CO12: two piles; one or two members count twice, and must have fewer heads than the Ox."""
    players, outcome = state.game.players, state.outcome
    team, ox = (sum(map(heads_on, pile)) for pile in table_of(state).piles)
    counted = team * (2 if players <= 2 else 1)
    assert (counted,) * players == cast(TableView, state.view(None)).facts.totals
    if outcome is not None:
        won = counted < ox or (counted == ox and bool(state.game.setup.options["draw_wins"]))
        assert ((counted,) * players, ox) == (outcome.totals, outcome.opponent)
        assert (1 if won else 2,) * players == outcome.ranks


def party_heads(options: Mapping[str, OptionValue]) -> Callable[[int], int]:
    """Q-Y9: the heads that somebody has entered, or those of the formula."""
    own = cast(tuple[int, ...] | None, options.get("card_heads"))
    return (lambda card: own[card - 1]) if own else heads_on


def party_counts_right(state: State, story: Story) -> None:
    """BP-15, BP-20: piles ascend; the best one and the buffalo cards less all others, and the highest score wins."""
    table = cast(PartyTable, state._position)
    assert all(list(pile) == sorted(pile) for piles in table.piles for pile in piles)
    if state.outcome is None:
        return
    heads = party_heads(state.game.setup.options)
    worth = [[sum(map(heads, pile)) for pile in piles] for piles in table.piles]
    totals = tuple(2 * max(own) - sum(own) + sum(won) for own, won in zip(worth, table.buffalo, strict=True))
    assert totals == state.outcome.totals == tuple(map(sum, zip(*state.outcome.rounds, strict=True)))
    assert places(tuple(-total for total in totals)) == state.outcome.ranks
    assert not any(table.hands), "BP-19: everything is laid down"


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """One more than the number of lower ones."""
    return tuple(sorted(totals).index(total) + 1 for total in totals)


FAN_CARDS: dict[str, tuple[tuple[str, ...], Invariant]] = {
    "even_odd": (("odd", "even"), one_even_odd_marker),
    "climb": (("up", "down"), marker_climbs),
    "caper": (("caper",), one_caper),
    "reversed_digits": ((), one_reversal_each),
}
"""By fan card: its marks, and what holds while it is on the table."""

ROW_GAME: tuple[Invariant, ...] = (
    cards_are_conserved,
    rows_hold_one_to_five,
    hands_are_level,
    sealed_cards_are_in_hand,
    totals_add_up,
    ends_in_time,
    fewest_heads_win,
    fan_cards_lie_as_they_must,
)

INVARIANTS: dict[str, tuple[Invariant, ...]] = {
    **dict.fromkeys(("base", *FAN_CARDS), ROW_GAME),
    "versus_ox": (
        sealed_cards_are_in_hand,
        ox_cards_and_specials_are_conserved,
        rows_under_specials,
        team_counts_right,
    ),
    "bullenparty": (party_cards_are_conserved, one_row_for_every_bidder, party_counts_right),
    "surprise": (
        sealed_cards_are_in_hand,
        surprise_cards_and_rows,
        specials_have_a_history,
        surprise_counts_right,
    ),
}


def check(state: State, story: Story) -> None:
    """Hold a state against every invariant of its game."""
    for invariant in INVARIANTS.get(state.game.key, ()):
        invariant(state, story)


def watched(match: Match) -> Iterator[tuple[State, Story]]:
    """Every state of a match from the deal to the end, each with what has happened in its round so far."""
    state = match.start()
    story = of_this_round((), state.last)
    yield state, story
    for step in walk(state, match.rng()):
        story = of_this_round(story, step.events)
        yield step.after, story


def of_this_round(story: Story, events: Story) -> Story:
    """Add what happened, and forget what was before the last deal."""
    starts = [number for number, event in enumerate(events) if isinstance(event, RoundStarted)]
    return events[starts[-1] :] if starts else story + events
