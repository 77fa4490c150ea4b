"""One turn of a row game, played by the engine's own rules on an example's position."""

from collections.abc import Iterator

from ..actions import Action, PlayCard, TakeRow
from ..cards import DECK
from ..events import RowTaken
from ..games.registry import RULES
from ..rows import Row
from ..rules import Rules
from ..table import Table
from .format import Cards, ClimbMark, EvenOddMark, Expected, RowExample, Take
from .session import Failed, Session, difference


class RowTurn(Session):
    """The table of an example, and its answers to whatever the rules ask."""

    example: RowExample
    rules: Rules
    table: Table

    row_counts: tuple[int, ...] = (4,)

    def __init__(self, example: RowExample) -> None:
        """Lay out the position; one that no table can show is malformed."""
        self.example = example
        self.names = [play.p for play in example.turn]
        self.choices = dict(example.choices)
        self.rules = self.make_rules()
        self.check_names()
        self.table = self.lay_out()
        self.check_rows()

    def make_rules(self) -> Rules:
        """The rules of the mode, for as many players as the example has."""
        rules = RULES[self.example.game](len(self.names))
        assert isinstance(rules, Rules)
        return rules

    def lay_out(self) -> Table:
        """Build the table; everybody holds the card to play, and a spare one so that the round does not end."""
        table = self.rules.empty_table()
        rows = enumerate(self.example.rows, 1)
        table.rows = tuple(Row(cards, self.example.marks.at(number)) for number, cards in rows)
        table.piles = tuple(self.example.piles.get(name, ()) for name in self.names)
        table.specials = (self.rules.specials,) * len(self.names)
        spare = self.spare_cards()
        plays = enumerate(self.example.turn)
        table.hands = tuple(tuple(sorted({play.card, *spare[seat : seat + 1]})) for seat, play in plays)
        return table

    def play(self) -> None:
        """Answer the rules until the turn is over."""
        self.rules.proceed(self.table)
        while self.table.turn == 1:
            seat = self.table.to_act[0]
            self.act(seat, self.answer(seat))
        for name in self.choices:
            raise Failed(f"choices: {name} has no row to choose")

    def answer(self, seat: int) -> Action:
        """What the example does here: the card that is played, the row that is taken."""
        if self.table.phase == "row":
            return TakeRow(self.chosen_row(self.names[seat]) - 1)
        play = self.example.turn[seat]
        return PlayCard(play.card, play.reverse)

    def chosen_row(self, name: str) -> int:
        """B-9: each choice is used once, so that one without need is noticed."""
        if name not in self.choices:
            raise Failed(f"choices: {name} must take a row and chooses none")
        return self.choices.pop(name)

    # --- What is compared ----------------------------------------------------------------------

    def differences(self) -> Iterator[str]:
        """Everything that is expected and not so."""
        expect, seen = self.example.expect, self.seen()
        for key in expect.__struct_fields__:
            if key != "piles":
                yield from difference(key, getattr(expect, key), getattr(seen, key))
        for name, cards in (expect.piles or {}).items():
            yield from difference(f"pile of {name}", tuple(sorted(cards)), (seen.piles or {}).get(name))

    def seen(self) -> Expected:
        """The table after the turn, as the format writes it."""
        table = self.table
        face, arrow, caper = table.marked("odd", "even"), table.marked("up", "down"), table.marked("caper")
        return Expected(
            rows=tuple(row.cards for row in table.rows),
            takes=tuple(self.take(event) for event in table.told if isinstance(event, RowTaken)),
            piles=self.piles(),
            eo=None if face is None else EvenOddMark(face + 1, "odd" if table.rows[face].has("odd") else "even"),
            cl=None if arrow is None else ClimbMark(arrow + 1, "up" if table.rows[arrow].has("up") else "down"),
            ca=None if caper is None else caper + 1,
        )

    def take(self, event: RowTaken) -> Take:
        """One take, with its taker's name."""
        return Take(self.names[event.seat], event.cards, event.heads)

    def piles(self) -> dict[str, Cards]:
        """Everybody's pile; whoever plays no card in this turn keeps what the example gives."""
        after = dict(zip(self.names, self.table.piles, strict=True))
        return {name: tuple(sorted(cards)) for name, cards in {**self.example.piles, **after}.items()}

    # --- What no table can show ----------------------------------------------------------------

    def check_names(self) -> None:
        """Everybody plays one card."""
        self.require(self.names, "turn: nobody plays a card")
        self.require(len(set(self.names)) == len(self.names), "turn: somebody plays two cards")
        self.require(self.example.expect != Expected(), "expect: nothing is expected")

    def check_rows(self) -> None:
        """Every card lies in one place, and no row is empty or longer than it can be."""
        cards, rows = self.named_cards(), self.table.rows
        self.require(len(rows) in self.row_counts, f"rows: there are {len(rows)} of them")
        self.require(len(set(cards)) == len(cards), "a card is named twice")
        fits = (1 <= len(row.cards) <= self.rules.capacity(row) for row in rows)
        self.require(all(fits), "rows: one is empty or too long")
        marks = sum(len(self.example.marks.at(number)) for number in range(1, 6))
        self.require(marks == sum(len(row.marks) for row in rows), "marks: there is no such row")

    def named_cards(self) -> list[int]:
        """Every card that the position names, as often as it does."""
        played = [play.card for play in self.example.turn]
        groups = [*self.example.rows, *self.example.piles.values(), played]
        return [card for group in groups for card in group]

    def spare_cards(self) -> list[int]:
        """Cards that the example does not name."""
        named = set(self.named_cards())
        spare = [card for card in DECK if card not in named]
        self.require(spare, "no card is left to go on with")
        return spare
