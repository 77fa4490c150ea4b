"""What follows from the cards on the table by the rules, so that whoever draws a table need not work anything out."""

from msgspec import Struct


class RowFacts(Struct, frozen=True, gc=False):
    """A row's room and cost."""

    capacity: int  # how many number cards it holds
    heads: int  # what taking it costs
    full: bool  # whether one more card is too many


class TableFacts(Struct, frozen=True, gc=False, tag="table_facts", omit_defaults=True):
    """The rows of a row game, and the scores as they count."""

    rows: tuple[RowFacts, ...]
    piles: tuple[int, ...]  # what each pile counts for
    running: tuple[int, ...] | None  # what the present round has brought; None: it is counted, or kept covered (Q-B8)
    totals: tuple[int, ...]  # by seat, with `running`
    opponent: int | None  # the total of an opponent who has no seat, unless it is kept covered (Q-CO15)
    last_round: bool = False  # whether it is certain by now that the game ends with this round
