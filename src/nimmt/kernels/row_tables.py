"""What a seat sees of a row game, as the kernels take it."""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..actions import PlayCard
from ..cards import HEADS
from ..rows import Rows
from ..table import Cards
from ..views import TableView
from .calls import KNOWN_HANDS, LANE_POSITION, TABLE
from .constants import (
    CAPACITY,
    CAPER,
    CAPER_ROW,
    CARDS,
    CELLS,
    CLIMB,
    COUNTS,
    EVEN_ODD,
    LANE_CAPACITY,
    LANE_ROWS,
    NATURAL,
    NO_ROW,
    NOWHERE,
    NUMBERS,
    ODD,
    PARITY,
    PARITY_ROW,
    ROW_COUNT,
    SEATS,
    STEPS,
    WIDTH,
)
from .layout import Record
from .row_game import RowGame

if TYPE_CHECKING:
    Cells = array[int]
else:
    Cells = array  # which takes no type in Python 3.11

AS_NUMBERS = range(NUMBERS)
"""By card: how it is written where words of the lanes are not wanted."""
PRINTED = tuple(card << 8 | NATURAL | heads << 4 for card, heads in enumerate(HEADS))
"""By card: its word in the lanes when it is played for what is printed on it."""


def fits_lanes(game: RowGame) -> bool:
    """Whether many rounds of this game can be played side by side."""
    return game.rows <= LANE_ROWS and game.capacity <= LANE_CAPACITY


def unseen_cards(game: RowGame, view: TableView) -> list[int]:
    """The cards of the deck that this seat has not seen."""
    seen = set(view.seen)
    return sorted(card for card in game.deck if card not in seen)


def hidden_cards(view: TableView, unseen: Sequence[int]) -> Cells:
    """By number: 1 for what this seat's opponents may still play."""
    hidden = array("h", bytes(2 * NUMBERS))
    for card in unseen:
        hidden[card] = 1
    for known in known_of_others(view).values():
        for card in known:
            hidden[card] = 1  # seen in a hand, and so still to be played
    return hidden


def known_of_others(view: TableView) -> dict[int, Cards]:
    """Which cards were seen in a hand, for the seats of which some were (P-3: by a draft)."""
    return {seat: cards for seat, cards in enumerate(view.known) if cards and seat != view.seat}


def value_of(game: RowGame, play: PlayCard) -> int:
    """What a card counts for as it is played."""
    return game.turned[play.card] if play.reverse else play.card


def word_of(game: RowGame, play: PlayCard) -> int:
    """The same as a word of the lanes."""
    return game.turned[play.card] << 8 | HEADS[play.card] << 4 if play.reverse else PRINTED[play.card]


def choices_of(view: TableView, plays: Sequence[PlayCard]) -> list[int]:
    """Plays by their places in the hand, reversed ones after all others."""
    hand = view.hand
    return [hand.index(play.card) + len(hand) * play.reverse for play in plays]


# --- Records ---------------------------------------------------------------------------------------------


def known_hands(view: TableView, unseen: Sequence[int]) -> Record:
    """What this seat knows of the hands."""
    known = KNOWN_HANDS.new()
    write_hands(known, view, unseen, AS_NUMBERS)
    return known


def write_hands(record: Record, view: TableView, unseen: Sequence[int], written: Sequence[int]) -> None:
    """Write down what this seat knows of the hands, with these numbers for the cards."""
    record["players"], record["left"], record["seat"] = view.setup.players, len(view.hand), view.seat
    record["own"] = [written[card] for card in view.hand]
    sizes = [0] * SEATS
    for seat, cards in known_of_others(view).items():
        sizes[seat] = len(cards)
        record.write("known", seat * CARDS, [written[card] for card in cards])
    record["known_size"] = sizes
    record["unseen_size"], record["unseen"] = len(unseen), [written[card] for card in unseen]


def lane_position(game: RowGame, view: TableView) -> Record:
    """Rows and hands in words of the lanes."""
    position, marks = LANE_POSITION.new(), marks_on(game, view.rows)
    write_hands(position, view, unseen_cards(game, view), PRINTED)
    position["parts"], position["row_count"], position["capacity"] = game.parts, game.rows, game.capacity
    words = [row.end << 8 | len(row.cards) << 5 | row.heads for row in view.rows]
    position["rows"] = [*words, *[NO_ROW] * (LANE_ROWS - len(words))]
    position["steps"] = marks.steps if game.parts & CLIMB else NOWHERE
    position["parity"] = marks.parity_row | ODD * marks.odd if game.parts & EVEN_ODD else NOWHERE
    position["caper_row"] = marks.caper_row if game.parts & CAPER else NOWHERE
    return position


def table_of_players(game: RowGame, view: TableView, hidden: Cells, card_policy: int, row_policy: int) -> Record:
    """The table before this turn, where everybody plays by these policies; their hands are dealt later."""
    return TABLE.new(
        parts=game.parts,
        players=game.players,
        turned=game.turned,
        hidden=hidden,
        rows=cells(game, view.rows),
        card_policies=[card_policy] * game.players,
        row_policies=[row_policy] * game.players,
        reversals=[bool(specials) for specials in view.specials],
    )


def cells(game: RowGame, rows: Rows) -> Cells:
    """Rows as one small array."""
    table, marks = array("h", bytes(2 * CELLS)), marks_on(game, rows)
    table[ROW_COUNT], table[CAPACITY] = game.rows, game.capacity
    for number, row in enumerate(rows):
        first = number * WIDTH
        table[first : first + len(row.cards)] = array("h", row.cards)
        table[COUNTS + number] = len(row.cards)
    table[STEPS], table[CAPER_ROW] = marks.steps, marks.caper_row
    table[PARITY_ROW], table[PARITY] = marks.parity_row, marks.odd
    return table


class Marks(NamedTuple):
    """Markers as numbers: their rows, -1 for one that does not lie on the table; of Climb the steps it has made."""

    steps: int
    parity_row: int
    odd: bool
    caper_row: int


def marks_on(game: RowGame, rows: Rows) -> Marks:
    """Find the markers (CL-8, EO-6)."""
    last, places = game.rows - 1, {mark: number for number, row in enumerate(rows) for mark in row.marks}
    up, down = places.get("up"), places.get("down")
    return Marks(
        steps=last - up if up is not None else last + down if down is not None else -1,
        parity_row=places.get("odd", places.get("even", -1)),
        odd="odd" in places,
        caper_row=places.get("caper", -1),
    )
