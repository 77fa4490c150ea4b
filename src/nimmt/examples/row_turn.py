"""One turn of a row game, played by the engine's own rules on an example's position."""

from collections.abc import Iterator
from typing import Any

from ..actions import Action, PlayCard, TakeRow
from ..errors import BadSetup, Malformed
from ..events import Mark, RowTaken
from ..games.fan_cards import FanCardGame
from ..games.registry import rules_with
from ..rows import Row
from ..rules import Rules
from ..table import Table
from .format import Cards, ClimbMark, EvenOddMark, Expected, RowExample, Take
from .session import Failed, Session, difference


class RowTurn(Session):
    """The table of an example, and its answers to whatever the rules ask."""

    example: RowExample
    rules: Rules[Any, Any]
    table: Table

    def __init__(self, example: RowExample) -> None:
        """Lay out the position; one that no table can show is malformed."""
        self.example = example
        self.names = self.seat_players()
        self.choices = dict(example.choices)
        self.rules = self.make_rules()
        self.check_names()
        self.check_numbers()
        self.table = self.lay_out()
        self.check_rows()

    def seat_players(self) -> list[str]:
        """Everybody who plays a card has a seat."""
        return [play.p for play in self.example.turn]

    def make_rules(self) -> Rules[Any, Any]:
        """The rules of the mode, for as many players as the example has."""
        try:
            kind, options = rules_with(self.example.game, self.example.agreed)
            rules = kind(len(self.names), kind.options_type.of(options))
        except BadSetup as error:
            raise self.bad_setup(error) from None
        assert isinstance(rules, Rules)
        return rules

    def lay_out(self) -> Table:
        """Build the table; everybody holds the cards to play, and a spare one so that the round does not end."""
        table: Table = self.rules.empty_table()
        rows = enumerate(self.example.rows, 1)
        table.rows = tuple(Row(cards, self.example.marks.at(number)) for number, cards in rows)
        table.piles = tuple(self.example.piles.get(name, ()) for name in self.names)
        if isinstance(self.rules, FanCardGame):
            self.rules.deal_specials(table)
        spare = self.spare_cards()
        hands = [(*self.hand(name), *spare[seat : seat + 1]) for seat, name in enumerate(self.names)]
        table.hands = tuple(tuple(sorted(hand)) for hand in hands)
        return table

    def hand(self, name: str) -> list[int]:
        """The cards that a player needs in this turn."""
        return [play.card for play in self.example.turn if play.p == name]

    def play(self) -> None:
        """Answer the rules until the turn is over."""
        self.rules.proceed(self.table)
        while self.table.turn == 1:
            seat = self.table.to_act[0]
            self.act(seat, self.answer(seat))
        self.check_choices()

    def answer(self, seat: int) -> Action:
        """What the example does here: the card that is played, the row that is taken."""
        if self.table.phase == "row":
            return TakeRow(self.chosen_row(self.names[seat]) - 1)
        play = self.example.turn[seat]
        return PlayCard(play.card, play.reverse)

    def chosen_row(self, name: str) -> int:
        """B-9: each choice is used once."""
        if name not in self.choices:
            raise Failed(f"choices: {name} must take a row and chooses none")
        return self.choices.pop(name)

    def check_choices(self) -> None:
        """Notice a choice that nobody had to make."""
        for name in self.choices:
            raise Failed(f"choices: {name} has no row to choose")

    # --- What is compared ----------------------------------------------------------------------

    def differences(self) -> Iterator[str]:
        """Everything that is expected and not so."""
        expect, seen = self.example.expect, self.seen()
        for key in ("rows", "takes", "eo", "cl", "ca"):
            yield from difference(key, getattr(expect, key), getattr(seen, key))
        yield from difference("seven", in_order(expect.seven), seen.seven)
        yield from difference("stop", in_order(expect.stop), seen.stop)
        piles = {name: in_order(cards) for name, cards in {**self.example.piles, **self.piles()}.items()}
        for name, cards in (expect.piles or {}).items():
            yield from difference(f"pile of {name}", in_order(cards), piles.get(name))

    def seen(self) -> Expected:
        """The table after the turn, as the format writes it."""
        (face, parity), (arrow, way), (caper, _) = map(self.find, ("odd even", "up down", "caper"))
        return Expected(
            rows=tuple(row.cards for row in self.table.rows),
            takes=tuple(self.take(event) for event in self.table.told if isinstance(event, RowTaken)),
            eo=EvenOddMark(face, parity) if face else None,  # type: ignore[arg-type]
            cl=ClimbMark(arrow, way) if arrow else None,  # type: ignore[arg-type]
            ca=caper,
            seven=self.marked("seven"),
            stop=self.marked("stop"),
        )

    def find(self, marks: str) -> tuple[int | None, str]:
        """The number of the row where one of these marks lies, and which."""
        found = ((number, mark) for number, row in enumerate(self.table.rows, 1) for mark in row.marks)
        return next(((number, mark) for number, mark in found if mark in marks.split()), (None, ""))

    def marked(self, mark: Mark) -> tuple[int, ...]:
        """The numbers of all rows where this mark lies."""
        return tuple(number for number, row in enumerate(self.table.rows, 1) if row.has(mark))

    def take(self, event: RowTaken) -> Take:
        """One take, with its taker's name."""
        return Take(self.names[event.seat], event.cards, event.heads)

    def piles(self) -> dict[str, Cards]:
        """The pile of everybody at the table."""
        return dict(zip(self.names, self.table.piles, strict=True))

    # --- What no table can show ----------------------------------------------------------------

    def check_names(self) -> None:
        """Everybody plays one card."""
        players = [play.p for play in self.example.turn]
        self.require(players, "turn: nobody plays a card")
        self.require(len(set(players)) == len(players), "turn: somebody plays two cards")
        self.require(len(self.names) <= self.rules.seats[-1], "turn: there are not so many seats")
        self.require(self.example.expect != Expected(), "expect: nothing is expected")

    def check_numbers(self) -> None:
        """There are cards enough for so many players."""
        try:
            self.rules.check_setup()
        except BadSetup as error:
            raise self.bad_setup(error) from None

    def bad_setup(self, error: BadSetup) -> Malformed:
        """What the rules say about the options, with the example's name."""
        return Malformed("bad_example", f"Example {self.example.id}: {error}")

    def check_rows(self) -> None:
        """Every card lies in one place, and no row is empty or longer than it can be."""
        cards, rows = self.named_cards(), self.table.rows
        usual = self.rules.row_count
        self.require(usual <= len(rows) <= usual + self.rules.extra_rows, f"rows: there are {len(rows)} of them")
        missing = set(cards) - set(self.rules.deck)
        self.require(not missing, f"there is no {min(missing, default=0)} in the deck")
        self.require(len(set(cards)) == len(cards), "a card is named twice")
        fits = (1 <= len(row.cards) <= self.rules.capacity(row) for row in rows)
        self.require(all(fits), "rows: one is empty or too long")
        problem = self.example.misplaced
        self.require(not problem, f"marks: {problem}")

    def named_cards(self) -> list[int]:
        """Every card that the position names, as often as it does."""
        players = dict.fromkeys(play.p for play in self.example.turn)
        groups = [*self.example.rows, *self.example.piles.values(), *map(self.hand, players)]
        return [card for group in groups for card in group]

    def spare_cards(self) -> list[int]:
        """Cards that the example does not name."""
        named = set(self.named_cards())
        spare = [card for card in self.rules.deck if card not in named]
        self.require(spare, "no card is left to go on with")
        return spare


def in_order(numbers: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Compared as a set."""
    return None if numbers is None else tuple(sorted(numbers))
