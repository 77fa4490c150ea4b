"""Versus the Ox: the team plays one round against ten blind cards, with specials that it uses in common."""

from collections.abc import Iterable
from random import Random
from typing import ClassVar, get_args

from msgspec.structs import replace

from ...actions import (
    Action,
    OrderCard,
    Pass,
    Play,
    TakeBack,
    TeamUse,
    UseInsert,
    UseReplace,
    Vote,
)
from ...cards import heads
from ...errors import Refusal
from ...events import (
    Event,
    Outcome,
    OxDealt,
    OxRevealed,
    Passed,
    ProposalRefused,
    Proposed,
    Reason,
    SpecialsLaid,
    SpecialTurnedUp,
    Voted,
)
from ...game import Question
from ...specials import SpecialGame
from ...table import Cards, Phase
from .options import OxOptions
from .table import OX, OX_PILE, SHOWN, SPECIALS, TEAM_PILE, OxTable, Proposal, specials_without
from .uses import carry_out, move, offers, refusal
from .view import OxView, counted


class VersusOx(SpecialGame[OxTable, OxView]):
    """CO-1 to CO-20."""

    key = "versus_ox"
    seats = range(1, 7)
    sections: ClassVar[tuple[str, ...]] = ("B", "CO")
    is_team = True
    options_type = OxOptions
    table_type = OxTable
    cites: ClassVar[dict[str, str]] = {
        "seven": "Q-CO10",
        "stop": "CO-11",
        "replace": "CO-12",
        "insert": "CO-13",
        "slide": "CO-14",
        "empty_row": "Q-X10",
    }

    specials_for: ClassVar[tuple[int, ...]] = (0, 0, 2, 4, 6, 11, 16)  # CO-3: in the game, by number of players

    options: OxOptions

    @property
    def insert_at_end(self) -> bool:
        """Q-CO11: not at the end, unless the option says so."""
        return self.options.insert_at_end

    @property
    def may_empty_row(self) -> bool:
        """Q-CO7: yes, unless the option forbids it."""
        return self.options.slide_empty_row == "fill"

    @property
    def pile_count(self) -> int:
        """CO-5: the team's and the Ox's."""
        return 2

    def ask_about(self) -> dict[Phase, Question]:
        """Besides a card and a row: what to use, what to think of it, what to place instead, in which order."""
        return {
            **super().ask_about(),
            "window": Question(
                answers=(Pass, *get_args(TeamUse)),
                rule="Q-X17",
                sentence="The team decides now whether to use a special.",
                offers=self.window_offers,
                refusal=self.window_refusal,
                carry_out=self.decide,
                default=lambda view: Pass(),
            ),
            "vote": Question(
                answers=Vote,
                rule="Q-X17",
                sentence="A proposal waits for agreement.",
                offers=lambda table, seat: (Vote(True), Vote(False)),
                refusal=lambda table, seat, action: None,
                carry_out=self.vote,
                default=lambda view: Vote(True),
            ),
            "replace": Question(
                answers=UseReplace,
                rule="CO-12",
                sentence="The card to be placed instead is asked for now.",
                offers=lambda table, seat: map(UseReplace, table.hands[seat]),
                refusal=lambda table, seat, action: self.replace_refusal(table, seat, action.card),
                carry_out=self.place_instead,
                default=lambda view: UseReplace(view.hand[0]),
            ),
            "order": Question(
                answers=OrderCard,
                rule="CO-17",
                sentence="The next card in the order is asked for now.",
                offers=lambda table, seat: [OrderCard(play.card) for play in table.queue[table.ordered :]],
                refusal=self.order_refusal,
                carry_out=self.put_in_order,
                default=lambda view: OrderCard(view.queue[view.ordered].card),
            ),
        }

    # --- Set-up ------------------------------------------------------------------------------------

    def deal_specials(self, table: OxTable) -> None:
        """CO-3: more players use more specials; nobody sees which stay in the box."""
        table.specials = ((),) * self.players
        shuffled = tuple([SPECIALS[place] for place in table.dealer.permutation("specials:1", len(SPECIALS))])
        count = self.specials_for[self.players]
        table.stock, table.unused = shuffled[:count], shuffled[count:]
        table.face_up, table.stock = table.stock[:SHOWN], table.stock[SHOWN:]
        table.tell(SpecialsLaid(table.face_up, len(table.stock)))

    def deal(self, table: OxTable) -> None:
        """CO-2: as in the base game, and ten cards for the Ox that nobody sees."""
        super().deal(table)
        table.ox, table.aside = table.aside[: self.hand_size], table.aside[self.hand_size :]
        table.tell(OxDealt(len(table.ox)))

    # --- The Ox ------------------------------------------------------------------------------------

    def reveal(self, table: OxTable) -> None:
        """CO-4: once the team has revealed, the Ox's next card is turned up and lines up with the others."""
        super().reveal(table)
        card, table.ox = table.ox[0], table.ox[1:]
        table.queue = tuple(sorted((*table.queue, Play.of(OX, card)), key=self.order_key))
        table.tell(OxRevealed(card, table.queue))

    def choose_row(self, table: OxTable, play: Play) -> None:
        """CO-6: the Ox takes the row with the fewest heads; Q-CO14: a member chooses as in the base game."""
        if play.seat != OX:
            super().choose_row(table, play)
            return
        row = self.cheapest_row(table.rows)
        table.queue = table.queue[1:]
        self.take(table, play, row, Reason("fewest_heads", (table.rows[row].heads,)))

    def give(self, table: OxTable, seat: int, cards: Cards) -> int:
        """CO-5, Q-CO6: whatever a member takes is the team's."""
        return table.give(OX_PILE if seat == OX else TEAM_PILE, cards)

    def emptying_refusal(self, table: OxTable, source: int) -> Refusal | None:
        """Q-CO7: by option no row may be emptied; Q-X10: otherwise one at a time."""
        refused = super().emptying_refusal(table, source)
        return refused if refused is None or self.may_empty_row else replace(refused, rule="Q-CO7")

    # --- When the team decides ---------------------------------------------------------------------

    def window(self, table: OxTable) -> bool:
        """CO-8, Q-CO1, Q-X13, Q-X17: before every placement and after the last one, while something can be used."""
        if table.closed == len(table.queue):
            return False
        undecided = tuple(seat for seat in self.everybody if seat not in table.passed)
        if undecided and self.can_use_something(table):
            table.ask("window", undecided)
            return True
        self.close(table)
        return False

    def start_turn(self, table: OxTable) -> None:
        """Q-CO1: the last window of a turn comes before the next turn."""
        if not self.window(table):
            super().start_turn(table)

    def end_round(self, table: OxTable) -> None:
        """Q-X13: the last turn has that window too."""
        if not self.window(table):
            super().end_round(table)

    def close(self, table: OxTable) -> None:
        """The next card is placed before anybody is asked again."""
        table.closed = len(table.queue)
        table.passed, table.refused = (), ()

    def can_use_something(self, table: OxTable) -> bool:
        """Q-X17: whether anybody could propose anything, which everybody can see."""
        return any(self.window_refusal(table, seat, use) is None for use in offers(table) for seat in self.everybody)

    # --- How the team decides ----------------------------------------------------------------------

    def window_offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """Q-X17: each member passes or proposes."""
        return (Pass(), *offers(table))

    def window_refusal(self, table: OxTable, seat: int, action: Pass | TeamUse) -> Refusal | None:
        """Q-CO17: only what is legal; Q-X17: and was not refused in this window."""
        if isinstance(action, Pass):
            return None
        if refused := refusal(self, table, seat, action):
            return refused
        if any(action == old.use and (seat == old.seat or not is_personal(action)) for old in table.refused):
            return Refusal("refused_before", "Q-X17", "The team has refused this already; not again in this window.")
        return None

    def decide(self, table: OxTable, seat: int, action: Pass | TeamUse) -> None:
        """Q-X17: a pass stands until something is used; Q-CO2: a proposal needs the others, if there are any."""
        if isinstance(action, Pass):
            table.answered(seat)
            table.passed = tuple(sorted((*table.passed, seat)))
            table.tell(Passed(seat))
            return
        table.tell(Proposed(seat, action))
        others = tuple(other for other in self.everybody if other != seat)
        if others and self.options.consent == "unanimous":
            table.proposal = Proposal(seat, action)
            table.ask("vote", others)
        else:
            self.use(table, seat, action)

    def vote(self, table: OxTable, seat: int, action: Vote) -> None:
        """Q-X17: when all others have answered, the proposal is carried out or dropped."""
        table.answered(seat)
        table.tell(Voted(seat, action.agree))
        assert table.proposal is not None
        proposal = table.proposal = table.proposal.voted(seat, action.agree)
        if table.to_act:
            return
        if proposal.against:
            table.refused += (proposal,)
            table.proposal = None
            table.tell(ProposalRefused(proposal.seat, proposal.use))
        else:
            self.use(table, proposal.seat, proposal.use)

    def use(self, table: OxTable, seat: int, use: TeamUse) -> None:
        """Q-X17: once something is used, passes are forgotten; an Insert ends the window as any placement does."""
        table.proposal, table.passed, table.to_act = None, (), ()
        if isinstance(use, UseInsert):
            table.refused = ()
        carry_out(self, table, seat, use)
        if not table.to_act:
            self.turn_up(table)

    def turn_up(self, table: OxTable) -> None:
        """CO-7, Q-CO18, Q-X13: once its effect is done, a used special is replaced from the pile."""
        if table.stock and len(table.face_up) < SHOWN:
            special, table.stock = table.stock[0], table.stock[1:]
            table.face_up += (special,)
            table.tell(SpecialTurnedUp(special, len(table.stock)))

    def place_instead(self, table: OxTable, seat: int, action: UseReplace) -> None:
        """CO-12, Q-CO3: the new card is placed at once, the others keep their order; Q-X11: nothing comes between."""
        table.answered(seat)
        own = next(play for play in table.queue if play.seat == seat)
        table.queue = (own, *(play for play in table.queue if play != own))
        self.replace(table, action.card)
        self.turn_up(table)
        self.close(table)

    def order_refusal(self, table: OxTable, seat: int, action: OrderCard) -> Refusal | None:
        """CO-17: a card that waits and has no place in the order yet."""
        if any(play.card == action.card for play in table.queue[table.ordered :]):
            return None
        return Refusal("not_waiting", "CO-17", f"The {action.card} does not wait for its place in the order.")

    def put_in_order(self, table: OxTable, seat: int, action: OrderCard) -> None:
        """CO-17: card by card, the Ox's included."""
        table.answered(seat)
        move(table, action.card, table.ordered)
        table.ordered += 1
        if table.ordered < len(table.queue):
            table.ask("order", (seat,))
        else:
            table.ordered = 0
            self.turn_up(table)

    # --- The end -----------------------------------------------------------------------------------

    def score(self, table: OxTable) -> tuple[int, ...]:
        """CO-19, CO-20: every seat has the team's heads, doubled for one or two players."""
        return (counted(heads(table.piles[TEAM_PILE]), self.players),) * self.players

    def is_over(self, table: OxTable) -> bool:
        """CO-1: one round is the game."""
        return True

    def rank(self, table: OxTable) -> Outcome:
        """CO-19: fewer heads than the Ox win; Q-CO12: as many do not, unless the option says so."""
        team, ox = table.totals()[0], heads(table.piles[OX_PILE])
        won = team < ox or (team == ox and self.options.draw_wins)
        return Outcome(table.scores, table.totals(), (1 if won else 2,) * self.players, opponent=ox)

    # --- What members may see and expect -----------------------------------------------------------

    def view(self, table: OxTable, seat: int | None, last: tuple[Event, ...]) -> OxView:
        """List what a seat may know."""
        return OxView.shown(table, self.setup, seat, last)

    def fill(self, view: OxView, rng: Random) -> OxTable:
        """Give the Ox unseen cards too, and shuffle the specials that nobody has seen (Q-CO16)."""
        table = super().fill(view, rng)
        table.ox, table.aside = table.aside[: view.ox_left], table.aside[view.ox_left :]
        unseen = specials_without((*view.face_up, *view.discards), view.rows)
        rng.shuffle(unseen)
        table.stock, table.unused = tuple(unseen[: view.stock_left]), tuple(unseen[view.stock_left :])
        return table

    def try_out(self, table: OxTable, seat: int, action: Action) -> None:
        """In a window: as if all others agreed or passed, and on to where the next card then goes."""
        decision, waiting = table.decision, len(table.queue)
        table.to_act = (seat,)
        if isinstance(action, TeamUse):
            table.tell(Proposed(seat, action))
            self.use(table, seat, action)
        else:
            super().try_out(table, seat, action)
        if table.decision == decision and 0 < len(table.queue) == waiting:
            self.place_next(table)

    def read_more(self, table: OxTable, text: str) -> Cards:
        """A position in text form has a fourth part: the Ox's cards and the specials."""
        return table.read_more(text)


def is_personal(use: TeamUse) -> bool:
    """Q-X17: Insert and Replace are for the proposer's own card: the same words mean another use at another seat."""
    return isinstance(use, UseInsert | TakeBack)
