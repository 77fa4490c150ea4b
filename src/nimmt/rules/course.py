"""The course of the row games, as data and hooks; a variant overrides only what its page of the rulebook changes."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from ..actions import NOT_AS_PRINTED, Play, PlayCard, TakeRow
from ..cards import DECK, HIGHEST, heads, without
from ..dealer import Dealer, ExplicitDealer
from ..errors import Refusal, quoted
from ..events import (
    CardPlaced,
    CardSealed,
    CardsRevealed,
    Event,
    FoundNoRow,
    GameEnded,
    HandDealt,
    Mark,
    Outcome,
    Reason,
    ReasonCode,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
)
from ..game import Question, Rulebook
from ..rows import Row, Rows
from ..table import Cards, Phase, Table, put
from ..views import TableView

T = TypeVar("T", bound=Table)
W = TypeVar("W", bound=TableView)


class Course(Rulebook[T, W]):
    """B-3 to B-12: a round of ten turns. Subclasses decide how many rounds there are, and with which cards."""

    table_type: ClassVar[type[Any]] = Table
    view_type: ClassVar[type[Any]] = TableView
    hand_size: int = 10
    row_count: int = 4
    row_limit: int = 5
    too_many: ReasonCode = "sixth_card"  # why a full row is taken
    extra_rows: ClassVar[int] = 0  # rows that may join the others during a round
    marks: tuple[Mark, ...] = ()  # what may lie at rows
    plays_are_legal: ClassVar[bool] = True  # whatever `plays` lists
    reverses: bool = False  # whether a card can be played for its digits read backwards

    def ask_about(self) -> dict[Phase, Question[T, Any, W]]:
        """A card to play, a row to take."""
        return {
            "card": Question(
                answers=(PlayCard,),
                rule="B-4",
                sentence="A card to play is asked for now.",
                offers=self.plays,
                refusal=self.play_refusal,
                carry_out=self.seal,
                default=lambda view: PlayCard(view.hand[0]),
                offers_are_legal=self.plays_are_legal,
            ),
            "row": Question(
                answers=(TakeRow,),
                rule="B-9",
                sentence="A row to take is asked for now.",
                offers=lambda table, seat: map(TakeRow, range(len(table.rows))),
                refusal=self.row_refusal,
                carry_out=self.take_chosen,
                default=lambda view: TakeRow(self.cheapest_row(view.rows)),
            ),
        }

    # --- Hooks: the base rule is the default -------------------------------------------------

    def deal(self, table: T) -> None:
        """B-3: a hand for everybody, then the first cards of the rows."""
        cards = self.shuffled(table.dealer, table.round)
        size = self.hand_size
        table.hands = tuple([tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in range(self.players)])
        for seat, hand in enumerate(table.hands):
            table.tell(HandDealt(seat, len(hand), hand))
        rest = cards[size * self.players :]
        self.lay_rows(table, tuple(rest[: self.row_count]), tuple(rest[self.row_count :]))

    def shuffled(self, dealer: Dealer, round_number: int) -> list[int]:
        """B-3, B-12: the deck of a round, in the order in which it is dealt."""
        deck = self.deck
        return [deck[place] for place in dealer.permutation(f"deal:{round_number}", len(deck))]

    def deal_specials(self, table: T) -> None:
        """Deal special cards, where a game has any."""
        table.special_hands = ((),) * self.players

    def plays(self, table: T, seat: int) -> Iterable[PlayCard]:
        """B-4: any card of the hand."""
        return [PRINTED[card] for card in table.hands[seat]]

    def play_refusal(self, table: T, seat: int, play: PlayCard) -> Refusal | None:
        """B-4: only a card of the hand, for what is printed on it."""
        if play.card not in table.hands[seat]:
            return Refusal("not_in_hand", "B-4", f"The {quoted(play.card)} is not in this hand.")
        return NOT_AS_PRINTED if play.reverse else None

    def value(self, play: PlayCard) -> int:
        """What a card counts for while it is placed: what is printed on it."""
        return play.card

    def order_key(self, play: Play) -> tuple[int, ...]:
        """B-5: the lowest card is placed first."""
        return (play.value,)

    def gap(self, row: Row, value: int) -> int | None:
        """B-6: the distance to a lower end card, or None where the card may not go."""
        end = row.cards[-1]
        return value - end if value > end else None

    def wins_tie(self, row: Row) -> bool:
        """B-7: whether this row wins a tie. In the base game there are none, because all end cards differ."""
        return False

    def capacity(self, row: Row) -> int:
        """B-8: how many number cards the row holds before it is taken."""
        return self.row_limit

    def cost(self, rows: Rows, row: int, cards: Cards) -> int:
        """B-10: how many heads cards of this row count for whoever takes them: those printed on them."""
        return heads(cards)

    @property
    def charges_as_printed(self) -> bool:
        """Whether `cost` is the base rule's, so that piles count for what is printed on their cards."""
        return type(self).cost is Course.cost

    def pile_of(self, seat: int) -> int:
        """B-10: where a seat puts what it takes: on its own pile."""
        return seat

    def faces(self, mark: Mark) -> tuple[Mark, ...]:
        """The faces of the marker that shows this one."""
        return (mark,)

    def settle(self, table: T, event: Event) -> None:
        """What else moves once rows are laid, a card has landed, or a row was taken: by default nothing."""

    def window(self, table: T) -> bool:
        """Ask whoever may act before the next card is placed, and return whether anybody was asked."""
        return False

    def choose_row(self, table: T, play: Play) -> None:
        """B-9: the owner of a card that fits nowhere decides which row to take."""
        table.ask("row", (play.seat,))

    def score(self, table: T) -> tuple[int, ...]:
        """B-12: what the round counts for each seat."""
        return table.heads()

    @abstractmethod
    def is_over(self, table: T) -> bool:
        """Whether the round that was just counted is the last one."""

    def standing(self, table: T, seat: int) -> tuple[int, ...]:
        """B-14: fewest heads win."""
        return (table.totals()[seat],)

    def rank(self, table: T) -> Outcome:
        """B-14: the seats by their standing; equal ones share a place."""
        standings = [self.standing(table, seat) for seat in self.everybody]
        ranks = tuple(1 + sum(other < own for other in standings) for own in standings)
        return Outcome(table.scores, table.totals(), ranks)

    # --- The course of a game ------------------------------------------------------------------

    @property
    def deck(self) -> Cards:
        """B-1: the number cards in play."""
        return DECK

    @property
    def pile_count(self) -> int:
        """B-10: everybody has a pile for what they take."""
        return self.players

    @property
    def everybody(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(self.players))

    def empty_table(self) -> T:
        """A table with seats and nothing else."""
        nothing: tuple[Cards, ...] = ((),) * self.players
        table: T = self.table_type(
            dealer=ExplicitDealer(),
            hands=nothing,
            known=nothing,
            piles=((),) * self.pile_count,
            surplus=(0,) * self.pile_count,
            choices=(None,) * self.players,
        )
        return table

    def begin(self, dealer: Dealer) -> T:
        """Deal the first round."""
        table = self.empty_table()
        table.dealer = dealer
        self.start_round(table)
        self.proceed(table)
        return table

    def proceed(self, table: T) -> None:
        """Go on until somebody owes a decision or the game is over."""
        while not table.to_act and table.outcome is None:
            if table.queue:
                if not self.window(table):
                    self.place_next(table)
            elif None not in table.choices:
                self.reveal(table)
            elif table.hands[0]:
                self.start_turn(table)
            else:
                self.end_round(table)

    def start_round(self, table: T) -> None:
        """B-12: all cards are shuffled again."""
        table.round += 1
        table.turn = 0
        table.piles, table.surplus = ((),) * self.pile_count, (0,) * self.pile_count
        table.known = ((),) * self.players
        table.tell(RoundStarted(table.round))
        self.deal_specials(table)
        self.deal(table)

    def lay_rows(self, table: T, cards: Cards, aside: Cards) -> None:
        """B-3, Q-B7: these cards start the rows, from top to bottom; the others are not in play."""
        table.rows = tuple([Row((card,)) for card in cards])
        table.aside = aside
        self.happen(table, RowsLaid(cards))

    def happen(self, table: T, event: Event) -> None:
        """Tell what happened and let the variant's markers follow."""
        table.tell(event)
        self.settle(table, event)

    def start_turn(self, table: T) -> None:
        """B-4: everybody chooses a card."""
        table.turn += 1
        table.ask("card", self.everybody)

    def seal(self, table: T, seat: int, play: PlayCard) -> None:
        """B-4: the choice stays secret; Q-X1: until all have chosen it may be changed."""
        table.tell(CardSealed(seat, play.card, play.reverse, table.choices[seat] is not None))
        table.choices = put(table.choices, seat, play)
        table.answered(seat)

    def reveal(self, table: T) -> None:
        """B-4, B-5: all cards are turned up at once and line up, lowest first."""
        plays = [Play(seat, play.card, self.value(play)) for seat, play in enumerate(table.choices) if play]
        table.hands = tuple([without(hand, play.card) for hand, play in zip(table.hands, plays, strict=True)])
        if any(table.known):
            table.known = tuple([without(cards, play.card) for cards, play in zip(table.known, plays, strict=True)])
        table.choices = (None,) * self.players
        table.queue = tuple(sorted(plays, key=self.order_key))
        table.tell(CardsRevealed(table.queue))

    def place_next(self, table: T) -> None:
        """B-5: the next card goes to its row, and all that follows is done before another one is placed."""
        play = table.queue[0]
        row = self.target(table.rows, play.value)
        if row is None:
            table.tell(FoundNoRow(play.seat, play.card, self.why_nowhere(table.rows, play.value)))
            self.choose_row(table, play)
            return
        table.queue = table.queue[1:]
        self.place(table, play, row)

    def target(self, rows: Rows, value: int) -> int | None:
        """B-7: of the rows that accept the card, the one with the smallest gap."""
        best, smallest, gap_to = None, HIGHEST, self.gap
        for number, row in enumerate(rows):
            gap = gap_to(row, value)
            if gap is not None and gap <= smallest and (gap < smallest or self.wins_tie(row)):
                best, smallest = number, gap
        return best

    def why_here(self, rows: Rows, row: int, value: int) -> Reason:
        """B-7: the end of the row, and how far the card is from it."""
        end = rows[row].cards[-1]
        return Reason("smallest_difference", (end, abs(value - end)))

    def why_nowhere(self, rows: Rows, value: int) -> Reason:
        """B-9: the card is lower than every end card, or something else keeps it out."""
        lowest = min(row.end for row in rows)
        return Reason("lower_than_all", (lowest,)) if value < lowest else Reason("fits_no_row")

    def place(self, table: T, play: Play, row: int) -> None:
        """B-7, B-8: the card goes to the end of the row, or takes it when it is full."""
        target = table.rows[row]
        capacity = self.capacity(target)
        if len(target.cards) >= capacity:
            end = target.cards[-1]
            code: ReasonCode = "seventh_card" if capacity > self.row_limit else self.too_many
            self.take(table, play, row, Reason(code, (end, abs(play.value - end))))
            return
        reason = self.why_here(table.rows, row, play.value)
        table.set_row(row, (*target.cards, play.card))
        self.happen(table, CardPlaced(play.seat, play.card, row, reason))

    def take_chosen(self, table: T, seat: int, action: TakeRow) -> None:
        """B-9: the row that the owner of the card chose."""
        table.answered(seat)
        play, table.queue = table.queue[0], table.queue[1:]
        self.take(table, play, action.row, Reason("chosen"))

    def take(self, table: T, play: Play, row: int, reason: Reason) -> None:
        """B-8, B-9, B-10: the row goes to the pile of the card's owner, and the card starts it again."""
        cards = table.rows[row].cards
        heads = self.give(table, play.seat, row, cards)
        table.set_row(row, (play.card,))
        self.happen(table, RowTaken(play.seat, row, cards, heads, play.card, (play.card,), reason))

    def give(self, table: T, seat: int, row: int, cards: Cards) -> int:
        """B-10: put cards of a row on the taker's pile, and return what they cost."""
        return table.give(self.pile_of(seat), cards, self.cost(table.rows, row, cards))

    def end_round(self, table: T) -> None:
        """B-11 to B-13: count the piles, then end the game or deal again."""
        heads = self.score(table)
        table.scores += (heads,)
        table.tell(RoundEnded(table.round, heads, table.totals()))
        if self.is_over(table):
            self.end_game(table)
        else:
            self.start_round(table)

    def end_game(self, table: T) -> None:
        """B-14: the outcome is known to all, and nobody is asked again."""
        table.outcome = self.rank(table)
        table.ask("over", ())
        table.tell(GameEnded(table.outcome))

    # --- What seats may do ---------------------------------------------------------------------

    def may_act(self, table: T, seat: int) -> bool:
        """Q-X1: while cards are being chosen, a seat that has chosen may choose again."""
        return seat in table.to_act or table.phase == "card"

    def secret(self, table: T) -> bool:
        """B-4: cards are chosen in secret; everything else is done openly."""
        return table.phase == "card"

    def row_refusal(self, table: T, seat: int, action: TakeRow) -> Refusal | None:
        """B-9, Q-B9: any row may be taken, whatever its length."""
        if 0 <= action.row < len(table.rows):
            return None
        return Refusal("no_such_row", "B-9", f"There is no row {action.row + 1}.")

    def cheapest_row(self, rows: Rows) -> int:
        """Q-B5: the row with the fewest heads, of equals the one with the highest end."""
        costs = {number: self.cost(rows, number, rows[number].cards) for number in self.takeable(rows)}
        return min(costs, key=lambda number: (costs[number], -rows[number].end))

    def takeable(self, rows: Rows) -> Iterable[int]:
        """B-9, Q-B9: the rows that may be taken: all of them."""
        return range(len(rows))


PRINTED = (PlayCard(0), *map(PlayCard, DECK))
"""Every card played as printed, made once: building them again for each list of a hand would take most of the time."""
