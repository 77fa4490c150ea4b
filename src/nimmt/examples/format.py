"""The format of example files: a JSON list of positions, what is played there, and what must come of it.

Row, pile and seat numbers count from 1 as in the books. A key that is not listed here is an error, so
that a slip of the pen never turns an example into one that checks less than it seems to.
"""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from ..cards import HIGHEST
from ..events import Mark
from ..options import MOST_ROWS

Card = Annotated[int, Meta(ge=1, le=HIGHEST)]
Cards = tuple[Card, ...]
RowNumber = Annotated[int, Meta(ge=1, le=MOST_ROWS)]


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any object of the format."""


class Turn(Part, frozen=True):
    """A revealed card and who played it, with the digits reversed where the game knows that."""

    p: str
    card: Card
    reverse: bool = False


class Take(Part, frozen=True):
    """Cards that somebody had to take, in row order."""

    p: str
    cards: Cards
    heads: int


class EvenOddMark(Part, frozen=True):
    """Where the Even/Odd marker lies and what it shows."""

    row: RowNumber
    face: Literal["odd", "even"]


class ClimbMark(Part, frozen=True):
    """Where the Climb marker lies and where its arrows point."""

    row: RowNumber
    dir: Literal["up", "down"]


class CaperMark(Part, frozen=True):
    """Where Caper lies."""

    row: RowNumber


class Marks(Part, frozen=True):
    """What lies beside the rows; in most games nothing does."""

    def at(self, row: int) -> tuple[Mark, ...]:
        """The marks of one row, as the engine names them."""
        return ()

    def problem(self, rows: tuple[Cards, ...]) -> str:
        """Say why they cannot lie like that, or nothing."""
        beyond = [number for number in range(len(rows) + 1, MOST_ROWS + 1) if self.at(number)]
        return f"there is no row {beyond[0]}" if beyond else ""


class EvenOddMarks(Marks, frozen=True):
    """One row takes only even or only odd cards."""

    eo: EvenOddMark

    def at(self, row: int) -> tuple[Mark, ...]:
        """The shown parity."""
        return (self.eo.face,) if row == self.eo.row else ()

    def problem(self, rows: tuple[Cards, ...]) -> str:
        """EO-6: the face shows the parity of the end card."""
        if problem := super().problem(rows):
            return problem
        odd = rows[self.eo.row - 1][-1] % 2 == 1
        return "" if odd == (self.eo.face == "odd") else f"the end of row {self.eo.row} is not {self.eo.face}"


class ClimbMarks(Marks, frozen=True):
    """One row runs downwards."""

    cl: ClimbMark

    def at(self, row: int) -> tuple[Mark, ...]:
        """The arrow."""
        return (self.cl.dir,) if row == self.cl.row else ()

    def problem(self, rows: tuple[Cards, ...]) -> str:
        """CL-8: at the first and the last row the marker is turned round."""
        out = "up" if self.cl.row == 1 else "down" if self.cl.row == len(rows) else ""
        return super().problem(rows) or (f"at row {self.cl.row} it points {self.cl.dir}" if self.cl.dir == out else "")


class CaperMarks(Marks, frozen=True):
    """One row holds Caper."""

    ca: CaperMark

    def at(self, row: int) -> tuple[Mark, ...]:
        """Caper."""
        return ("caper",) if row == self.ca.row else ()


class FanMarks(Marks, frozen=True):
    """What several fan cards lay beside the rows."""

    eo: EvenOddMark | None = None
    cl: ClimbMark | None = None
    ca: CaperMark | None = None

    def each(self) -> dict[str, Marks]:
        """The same, one fan card at a time."""
        own = {
            "eo": self.eo and EvenOddMarks(self.eo),
            "cl": self.cl and ClimbMarks(self.cl),
            "ca": self.ca and CaperMarks(self.ca),
        }
        return {fan: marks for fan, marks in own.items() if marks}

    def at(self, row: int) -> tuple[Mark, ...]:
        """All that lie there."""
        return tuple(mark for marks in self.each().values() for mark in marks.at(row))


class SpecialMarks(Marks, frozen=True):
    """The rows where 7-takes and Stops lie."""

    seven: tuple[RowNumber, ...] = ()
    stop: tuple[RowNumber, ...] = ()

    def at(self, row: int) -> tuple[Mark, ...]:
        """Either, or both."""
        seven: tuple[Mark, ...] = ("seven",) if row in self.seven else ()
        return (*seven, "stop") if row in self.stop else seven

    def problem(self, rows: tuple[Cards, ...]) -> str:
        """SU-15, Q-CO9: two Stops at most."""
        return super().problem(rows) or ("more than two Stops" if len(self.stop) > 2 else "")


class Expected(Part, frozen=True):
    """What must be seen after the turn. What is left out is not compared; piles are sets of cards."""

    rows: tuple[Cards, ...] | None = None
    takes: tuple[Take, ...] | None = None
    piles: dict[str, Cards] | None = None
    eo: EvenOddMark | None = None
    cl: ClimbMark | None = None
    ca: RowNumber | None = None
    seven: tuple[RowNumber, ...] | None = None
    stop: tuple[RowNumber, ...] | None = None


class Example(Part, frozen=True, kw_only=True, tag_field="mode"):
    """What all examples have in common: a name, and for people a title, the rules shown, and a note."""

    game: ClassVar[str]  # the key of the game that the mode plays
    file: ClassVar[str] = ""  # where the built-in ones are, if not under that key

    id: str
    title: dict[str, str] = {}
    rules: tuple[str, ...] = ()
    note: str = ""


class RowExample(Example, frozen=True, kw_only=True):
    """A turn of a row game."""

    options: dict[str, Any] = {}
    rows: tuple[Cards, ...]
    marks: Marks = Marks()
    piles: dict[str, Cards] = {}
    turn: tuple[Turn, ...]
    choices: dict[str, int] = {}
    expect: Expected

    @property
    def agreed(self) -> dict[str, Any]:
        """The options of the game that is played."""
        return self.options

    @property
    def misplaced(self) -> str:
        """Say why the marks cannot lie as they do, or nothing."""
        return self.marks.problem(self.rows)


class BaseExample(RowExample, frozen=True, kw_only=True, tag="base"):
    """A turn of the base game."""

    game = "base"


class EvenOddExample(RowExample, frozen=True, kw_only=True, tag="eo"):
    """A turn with the Even/Odd marker."""

    game = "even_odd"
    marks: EvenOddMarks


class ClimbExample(RowExample, frozen=True, kw_only=True, tag="cl"):
    """A turn with the Climb marker."""

    game = "climb"
    marks: ClimbMarks


class CaperExample(RowExample, frozen=True, kw_only=True, tag="ca"):
    """A turn with Caper."""

    game = "caper"
    marks: CaperMarks


class ReversedDigitsExample(RowExample, frozen=True, kw_only=True, tag="rd"):
    """A turn in which digits may be reversed."""

    game = "reversed_digits"


class FansExample(RowExample, frozen=True, kw_only=True, tag="fans"):
    """A turn with several fan cards on the table (Q-Y8)."""

    game = "base"
    file = "fans"
    fans: tuple[Literal["eo", "cl", "ca", "rd"], ...]
    marks: FanMarks

    def __post_init__(self) -> None:
        """Two cards at least, and a marker for each that has one."""
        if len(set(self.fans)) < 2:
            raise ValueError("fans: there are two of them at least")
        if set(self.marks.each()) != set(self.fans) - {"rd"}:
            raise ValueError("marks: every fan card has its own, and no others lie there")

    @property
    def agreed(self) -> dict[str, Any]:
        """The fan cards on the table, and other options."""
        return {**self.options, "fan_cards": tuple(FAN_CARDS[fan] for fan in self.fans)}

    @property
    def misplaced(self) -> str:
        """Whatever is wrong with one of the marks; with reversed digits the face may be another than its row's end."""
        if problem := super().misplaced:
            return problem
        free = "rd" in self.fans and self.marks.eo and len(self.rows[self.marks.eo.row - 1]) > 1
        each = [marks for fan, marks in self.marks.each().items() if not (free and fan == "eo")]
        return next((problem for marks in each if (problem := marks.problem(self.rows))), "")


FAN_CARDS = {
    str(kind.__struct_config__.tag): kind.game
    for kind in (EvenOddExample, ClimbExample, CaperExample, ReversedDigitsExample)
}
"""The key of each fan card by the name of its mode."""


# --- Games with specials -----------------------------------------------------------------------


class Sliding(Part, frozen=True, kw_only=True):
    """A card of the table goes to another row, to a place there that counts from 0."""

    card: Card
    source: RowNumber = field(name="from")
    goal: RowNumber = field(name="to")
    index: int


class FifthRow(Part, frozen=True, tag_field="type", tag="fifth"):
    """Start a fifth row."""


class SevenTakes(Part, frozen=True, tag_field="type", tag="seven"):
    """Put 7-takes behind one's own card."""


class Stop(Part, frozen=True, tag_field="type", tag="stop"):
    """Lock a row."""

    row: RowNumber


class Insert(Part, frozen=True, tag_field="type", tag="insert"):
    """Put one's own card into a row; its place there counts from 0."""

    row: RowNumber
    index: int


class Slide(Sliding, frozen=True, kw_only=True, tag_field="type", tag="slide"):
    """Move a card of the table."""


class Replace(Part, frozen=True, tag_field="type", tag="replace"):
    """Place another card instead."""

    card: Card = field(name="with")


class NegativePositive(Part, frozen=True, tag_field="type", tag="np"):
    """Let a card of the row count for its taker; what it cancels may be named."""

    card: Card
    cancel: Cards | None = None


AnySpecial = FifthRow | SevenTakes | Stop | Insert | Slide | Replace | NegativePositive


class SpecialTurn(Turn, frozen=True, kw_only=True):
    """A revealed card and the special played with it, or several."""

    special: AnySpecial | tuple[AnySpecial, ...] | None = None

    @property
    def specials(self) -> tuple[AnySpecial, ...]:
        """All of them, in the order in which they are played."""
        if self.special is None:
            return ()
        return self.special if isinstance(self.special, tuple) else (self.special,)


class SurpriseExample(RowExample, frozen=True, kw_only=True, tag="surprend"):
    """A turn of Surprise."""

    game = "surprise"
    marks: SpecialMarks = SpecialMarks()
    turn: tuple[SpecialTurn, ...]


class OxExample(RowExample, frozen=True, kw_only=True, tag="coop"):
    """A turn of Versus the Ox: the script says when cards are placed and specials used (see `ox_script`)."""

    game = "versus_ox"
    marks: SpecialMarks = SpecialMarks()
    script: tuple[dict[str, Any], ...]


# --- Bullenparty -------------------------------------------------------------------------------

Value = Annotated[int, Meta(ge=1, le=100)]
Values = tuple[Value, ...]
Pile = Annotated[Values, Meta(min_length=1)]


class PartyExpected(Part, frozen=True):
    """A player's piles from bottom to top, and the hand as a set of cards."""

    piles: tuple[Values, ...] | None = None
    hand: Values | None = None


class PartyPlayer(Part, frozen=True, kw_only=True):
    """One player of a round: the bid, the row that it took, and the cards laid with the number of their pile."""

    p: str
    hand: Annotated[Values, Meta(min_length=5, max_length=5)]
    bid: Value
    row: Annotated[Values, Meta(min_length=2, max_length=5)]
    piles: tuple[Pile, ...] = ()
    lay: tuple[tuple[Value, int | Literal["new"]], ...]
    expect: PartyExpected


class PartyExample(Example, frozen=True, kw_only=True, tag="bp"):
    """A round of Bullenparty from the bids to the piles; in the last round (final) every card is laid."""

    game = "bullenparty"

    rows: tuple[()] = ()  # each player names the row that was taken
    players: Annotated[tuple[PartyPlayer, ...], Meta(min_length=1, max_length=5)]
    final: bool = False
