"""What follows from a table of Bullenparty by the rules, now and after each event."""

from collections.abc import Sequence

from msgspec import Struct

from ...events import Event, RoundEnded, RoundStarted
from ...facts import RowFacts
from ...table import put
from .actions import LayCard
from .events import CardLaid, PilesShown, RowClaimed, RowExtended, RowsOpened
from .table import ROW_LIMIT, PartyRow, PartyTable, Piles, Tally, best_pile, pile_heads, stack, tally


class PileFacts(Struct, frozen=True, gc=False):
    """What somebody's piles count for."""

    heads: tuple[int, ...]  # of each pile
    best: int | None  # the pile that counts for its owner
    tally: Tally


class PartyFacts(Struct, frozen=True, gc=False, tag="party_facts"):
    """Rows, piles and scores, by what everybody has seen."""

    rows: tuple[RowFacts | None, ...]  # None: this row is taken
    piles: tuple[PileFacts, ...]  # by seat
    running: tuple[int, ...] | None  # what the present round has brought so far; None: it is counted
    totals: tuple[int, ...]  # by seat, with `running`


def party_facts(table: PartyTable, heads: Sequence[int]) -> PartyFacts:
    """The facts about a table."""
    piles = tuple(pile_facts(own, won, heads) for own, won in zip(table.piles, table.buffalo, strict=True))
    totals = tuple(facts.tally.score for facts in piles)
    running = tuple(now - then for now, then in zip(totals, table.totals(), strict=True))
    return PartyFacts(
        rows=tuple(None if row is None else row_facts(row, heads) for row in table.rows),
        piles=piles,
        running=None if len(table.scores) == table.round else running,
        totals=totals,
    )


def pile_facts(piles: Piles, buffalo: tuple[int, ...], heads: Sequence[int]) -> PileFacts:
    """The facts about somebody's piles and buffalo cards."""
    counted = pile_heads(piles, heads)
    return PileFacts(counted, best_pile(counted), tally(piles, buffalo, heads))


def row_facts(row: PartyRow, heads: Sequence[int]) -> RowFacts:
    """The facts about a row; a buffalo card has heads of its own."""
    return RowFacts(ROW_LIMIT, sum(heads[card] for card in row.cards), row.full)


def unfold(table: PartyTable, event: Event) -> None:
    """Move what the event says was moved."""
    match event:
        case RoundStarted(round=number):
            table.round = number
        case RowsOpened(rows=rows):
            table.rows = rows
        case RowExtended(row=row, card=card):
            longer = table.rows[row]
            assert longer is not None
            table.rows = put(table.rows, row, PartyRow((*longer.cards, card), longer.buffalo))
        case RowClaimed(seat=seat, row=row, buffalo=buffalo):
            table.rows = put(table.rows, row, None)
            if buffalo is not None:
                table.buffalo = put(table.buffalo, seat, (*table.buffalo[seat], buffalo))
        case CardLaid(seat=seat, card=card, pile=pile):  # for everybody's eyes in an example, which has no secrets
            lay = LayCard(card, pile if pile < len(table.piles[seat]) else None)
            table.piles = put(table.piles, seat, stack(table.piles[seat], (lay,)))
        case PilesShown(piles=piles):
            table.piles = piles
        case RoundEnded(heads=points):
            table.scores += (points,)
