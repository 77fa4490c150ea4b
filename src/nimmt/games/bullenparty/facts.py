"""What follows from a table of Bullenparty by the rules, now and after each event."""

from collections.abc import Sequence

from msgspec import Struct

from ...events import Event, RoundEnded, RoundStarted
from ...facts import RowFacts
from ...table import put
from .actions import LayCard
from .events import CardLaid, CardTakenBack, PilesShown, RowClaimed, RowExtended, RowsOpened
from .table import ROW_LIMIT, PartyRow, PartyTable, Tally, best_pile, pile_heads, stack, tally


class PartyFacts(Struct, frozen=True, gc=False, tag="party_facts"):
    """Rows, piles and scores. The seat that looks sees its own piles with what it has laid in secret."""

    rows: tuple[RowFacts | None, ...]  # None: this row is taken
    piles: tuple[tuple[int, ...], ...]  # the heads of each pile, by seat
    best: tuple[int | None, ...]  # the pile that counts for its owner, by seat
    tallies: tuple[Tally, ...]
    running: tuple[int, ...] | None  # what the present round has brought so far; None: it is counted
    totals: tuple[int, ...]  # by the piles that everybody has seen, with `running`


def party_facts(table: PartyTable, seat: int | None, heads: Sequence[int]) -> PartyFacts:
    """The facts about a table, as a seat sees them."""
    piles = tuple(table.own_piles(owner) if owner == seat else shown for owner, shown in enumerate(table.piles))
    counted = tuple(pile_heads(own, heads) for own in piles)
    totals = tuple(tally(own, won, heads).score for own, won in zip(table.piles, table.buffalo, strict=True))
    before = table.totals()
    running = tuple(now - then for now, then in zip(totals, before, strict=True))
    return PartyFacts(
        rows=tuple(None if row is None else row_facts(row, heads) for row in table.rows),
        piles=counted,
        best=tuple(map(best_pile, counted)),
        tallies=tuple(tally(own, won, heads) for own, won in zip(piles, table.buffalo, strict=True)),
        running=None if len(table.scores) == table.round else running,
        totals=totals,
    )


def row_facts(row: PartyRow, heads: Sequence[int]) -> RowFacts:
    """The facts about a row; a buffalo card has heads of its own."""
    return RowFacts(ROW_LIMIT, sum(heads[card] for card in row.cards), row.full)


def unfold(table: PartyTable, event: Event, seat: int | None) -> None:
    """Move what the event says was moved, as a seat sees it."""
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
        case PilesShown(piles=piles):
            table.piles, table.lays = piles, ((),) * len(piles)
        case RoundEnded(heads=points):
            table.scores += (points,)
        case CardLaid(seat=owner, card=card, pile=pile):
            lay = LayCard(card, pile if pile < len(table.own_piles(owner)) else None)
            if owner == seat:
                table.lays = put(table.lays, owner, (*table.lays[owner], lay))
            else:  # an example has no secrets
                table.piles = put(table.piles, owner, stack(table.piles[owner], (lay,)))
        case CardTakenBack(seat=owner):
            table.lays = put(table.lays, owner, table.lays[owner][:-1])
