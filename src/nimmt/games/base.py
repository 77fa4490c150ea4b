"""The base game: rounds until somebody has too many heads, and Pro's ways of getting a hand."""

from typing import Any, ClassVar

from ..actions import DraftCard, Play
from ..cards import DECK, known_deck, without
from ..errors import BadSetup, Refusal, malformed
from ..events import CardDrafted, CardsOffered
from ..game import Question
from ..options import BaseOptions, RowOptions
from ..rules import Rules
from ..table import Cards, Phase, Scores, Table, put
from ..views import TableView


class Base(Rules[Table, TableView]):
    """B-1 to B-15, and Pro (P-1 to P-4) as the options `known_deck` and `draft`."""

    key = "base"
    seats = range(2, 11)
    options_type: ClassVar[type[RowOptions]] = BaseOptions
    sections: ClassVar[tuple[str, ...]] = ("B", "P")

    options: RowOptions

    def __init_subclass__(cls) -> None:
        """Several fan cards are the base game's alone; a variant that names no options has those of all row games."""
        super().__init_subclass__()
        if cls.options_type is BaseOptions and "options_type" not in vars(cls):
            cls.options_type = RowOptions

    def __init__(self, players: int, options: RowOptions | None = None) -> None:
        """Set the numbers of the game (B-3, B-8)."""
        super().__init__(players, options)
        self.hand_size, self.row_count = self.options.hand_size, self.options.rows
        self.row_limit = self.options.capacity
        self.too_many = "sixth_card" if self.row_limit == Rules.row_limit else "full_row"

    def check_setup(self) -> None:
        """B-1, B-3: there must be a card for every place in the hands and for every row."""
        hand, rows, highest = self.hand_size, self.row_count, self.options.deck
        needed = self.players * hand + rows
        if needed > highest:
            each = f"{hand} cards" if hand > 1 else "one card"
            need = f"{self.players} players with {each} each and {rows} rows need {needed} cards"
            raise BadSetup("too_few_cards", f"{need}, but the deck has {highest}.", "B-3")

    def ask_about(self) -> dict[Phase, Question[Table, Any, TableView]]:
        """A card to draft as well."""
        return {
            **super().ask_about(),
            "draft": Question(
                answers=(DraftCard,),
                rule="P-3",
                sentence="A card to draft is asked for now.",
                offers=lambda table, seat: map(DraftCard, table.pool),
                refusal=self.draft_refusal,
                carry_out=self.draft,
                default=lambda view: DraftCard(view.pool[0]),
            ),
        }

    @property
    def deck(self) -> Cards:
        """The number cards in play (B-1, P-2)."""
        if self.options.known_deck:
            return known_deck(self.players, self.hand_size, self.row_count)
        return DECK[: self.options.deck]

    def is_over(self, table: Table) -> bool:
        """B-13, B-15, Q-B3: a total is past the limit, or the last round is played; Q-X14 may ask for more."""
        limit, rounds = self.options.point_limit, self.options.max_rounds
        past = limit is not None and max(table.totals()) >= limit + (self.options.end_rule == "gt")
        played = rounds is not None and table.round >= rounds
        if not (past or played):
            return False
        return self.options.tie_break != "extra_round" or table.totals().count(min(table.totals())) == 1

    def last_round(self, table: Table, running: tuple[int, ...] | None) -> bool:
        """B-13: the round that brings a total past the limit is the last one; Q-B3: so is the last of a number."""
        limit, rounds = self.options.point_limit, self.options.max_rounds
        if table.outcome is not None or self.options.tie_break == "extra_round":
            return False
        totals = [before + now for before, now in zip(table.totals(), running or (0,) * self.players, strict=True)]
        past = limit is not None and max(totals) >= limit + (self.options.end_rule == "gt")
        return past or (rounds is not None and table.round >= rounds > 1)

    def standing(self, table: Table, seat: int) -> tuple[int, ...]:
        """B-14: fewest heads win; Q-X14: the last round may break a tie."""
        total = table.totals()[seat]
        return (total, table.scores[-1][seat]) if self.options.tie_break == "last_round" else (total,)

    def read(self, text: str, scores: Scores = (), queue: tuple[Play, ...] = ()) -> Table:
        """P-3: everybody has seen what was drafted."""
        table = super().read(text, scores, queue)
        table.known = table.hands if self.options.draft else table.known
        return table

    def write(self, table: Table) -> str:
        """P-3: drafted cards are known anyway and need no stars."""
        return table.write(open_hands=self.options.draft)

    def read_more(self, table: Table, text: str) -> Cards:
        """P-3, Q-P2: ``first 2`` says which seat, counted from 0, drafts first in the next round."""
        word, _, seat = text.partition(" ")
        if not self.options.draft or not text:
            return super().read_more(table, text)
        if word != "first" or seat not in map(str, self.everybody):
            raise malformed("The fourth part says which seat drafts first in the next round: first 1.", "Q-P2")
        table.first = int(seat)
        return ()

    # --- Pro: hands are drafted ----------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """P-3: the cards are laid out instead; Q-P2: chance decides who takes the very first one."""
        if not self.options.draft:
            super().deal(table)
            return
        if table.round == 1:
            table.first = table.dealer.permutation("first", self.players)[0]
        table.hands = ((),) * self.players
        table.rows, table.aside, table.pool = (), (), self.deck
        table.tell(CardsOffered(table.pool, table.first))
        self.ask_drafter(table)

    def proceed(self, table: Table) -> None:
        """P-3: while cards lie there to be drafted, somebody takes the next one."""
        if table.pool and not table.to_act:
            self.ask_drafter(table)
        super().proceed(table)

    def ask_drafter(self, table: Table) -> None:
        """P-3: the next seat takes a card; once the hands are full, four cards make the rows."""
        drafted = sum(map(len, table.hands))
        if drafted == self.hand_size * self.players:
            self.end_draft(table)
        else:
            table.ask("draft", (self.drafter(table.first, drafted),))

    def drafter(self, first: int, drafted: int) -> int:
        """Q-P2: whose turn it is after so many cards: round and round, or back and forth."""
        lap, step = divmod(drafted, self.players)
        if lap % 2 and self.options.draft_order == "snake":
            step = self.players - 1 - step
        return (first + step) % self.players

    def draft_refusal(self, table: Table, seat: int, action: DraftCard) -> Refusal | None:
        """P-3: only a card that still lies there."""
        if action.card in table.pool:
            return None
        return Refusal("not_offered", "P-3", f"The {action.card} does not lie there to be taken.")

    def draft(self, table: Table, seat: int, action: DraftCard) -> None:
        """P-3: everybody sees the card go into the hand."""
        card = action.card
        table.answered(seat)
        table.pool = without(table.pool, card)
        table.hands = table.known = put(table.hands, seat, tuple(sorted((*table.hands[seat], card))))
        table.tell(CardDrafted(seat, card))

    def end_draft(self, table: Table) -> None:
        """Q-P4: four leftover cards lie ascending; Q-P3: four of more are drawn. The start moves on (Q-P2)."""
        cards, table.pool = table.pool, ()
        if len(cards) > self.row_count:
            cards = tuple([cards[place] for place in table.dealer.permutation(f"rows:{table.round}", len(cards))])
        table.first = (table.first + 1) % self.players
        self.lay_rows(table, cards[: self.row_count], cards[self.row_count :])
