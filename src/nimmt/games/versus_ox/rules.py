"""Versus the Ox: the team plays one round against ten blind cards, with specials that it shares."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar

from ...actions import Action, Play
from ...errors import Refusal
from ...events import Outcome, Reason
from ...game import Question
from ...specials import Effect, SpecialGame
from ...specials.actions import Pass
from ...specials.events import Passed, SpecialUsed
from ...table import Cards, Phase, Seats
from .actions import TeamUse, Vote
from .book import BOOK
from .events import OxDealt, OxRevealed, ProposalRefused, Proposed, SpecialsLaid, Voted
from .notation import read_more
from .options import OxOptions
from .table import OX, OX_PILE, SHOWN, TEAM_PILE, OxTable, Proposal
from .view import OxView, counted


class VersusOx(SpecialGame[OxTable, OxView]):
    """CO-1 to CO-20."""

    key = "versus_ox"
    seats = range(1, 7)
    sections: ClassVar[tuple[str, ...]] = ("B", "CO")
    is_team = True
    options_type = OxOptions
    table_type = OxTable
    view_type = OxView
    lock_rule = "CO-11"
    empty_row_rule = "Q-X10"
    book = BOOK
    copies = 2
    box_rule = "CO-3"

    specials_for: ClassVar[tuple[int, ...]] = (0, 0, 2, 4, 6, 11, 16)  # CO-3: in the game, by number of players

    options: OxOptions

    @classmethod
    def factor(cls, players: int) -> int:
        """CO-20: a small team's heads count twice."""
        return counted(1, players)

    @property
    def pile_count(self) -> int:
        """CO-5: the team's and the Ox's."""
        return 2

    def ask_about(self) -> dict[Phase, Question[OxTable, Any, OxView]]:
        """Besides a card and a row: a special to use, and a vote on it."""
        return {
            **super().ask_about(),
            "window": Question(
                answers=(Pass, *self.by_use),
                rule="Q-X17",
                sentence="The team decides now whether to use a special.",
                offers=self.window_offers,
                refusal=self.window_refusal,
                carry_out=self.decide,
                default=lambda view: Pass(),
            ),
            "vote": Question(
                answers=(Vote,),
                rule="Q-X17",
                sentence="A proposal waits for agreement.",
                offers=lambda table, seat: (Vote(True), Vote(False)),
                refusal=lambda table, seat, action: None,
                carry_out=self.vote,
                default=self.default_vote,
            ),
        }

    # --- Set-up ------------------------------------------------------------------------------------

    def deal_specials(self, table: OxTable) -> None:
        """CO-3: more players use more specials; nobody sees which stay in the box."""
        table.special_hands = ((),) * self.players
        box = self.specials
        shuffled = tuple([box[place] for place in table.dealer.permutation("specials:1", len(box))])
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
        rows, row = table.rows, self.cheapest_row(table.rows)
        table.queue = table.queue[1:]
        self.take(table, play, row, Reason("fewest_heads", (self.cost(rows, row, rows[row].cards),)))

    def pile_of(self, seat: int) -> int:
        """CO-5, Q-CO6: whatever a member takes is the team's."""
        return OX_PILE if seat == OX else TEAM_PILE

    # --- When the team decides ---------------------------------------------------------------------

    def window(self, table: OxTable) -> bool:
        """CO-8, Q-CO1, Q-X13, Q-X17: before every placement and after the last one, while something can be used."""
        if table.closed == len(table.queue):
            return False
        undecided = tuple(seat for seat in self.everybody if seat not in table.passed)
        if undecided and self.can_use_something(table):
            table.ask("window", undecided)
            return True
        table.close()
        return False

    def start_turn(self, table: OxTable) -> None:
        """Q-CO1: the last window of a turn comes before the next turn."""
        if not self.window(table):
            table.firsts = ()
            super().start_turn(table)

    def end_round(self, table: OxTable) -> None:
        """Q-X13: the last turn has that window too."""
        if not self.window(table):
            super().end_round(table)

    def can_use_something(self, table: OxTable) -> bool:
        """Q-X17: whether anybody could propose anything, which everybody can see."""
        proposals = ((seat, use) for seat in self.everybody for use in self.uses(table, seat))
        return any(self.window_refusal(table, seat, use) is None for seat, use in proposals)

    # --- How the team decides ----------------------------------------------------------------------

    def window_offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """Q-X17: each member passes or proposes."""
        return (Pass(), *self.uses(table, seat))

    def uses(self, table: OxTable, seat: int) -> Iterator[Action]:
        """Everything that could be proposed, and some uses that will be refused: face-up specials, then the rest."""
        for special in dict.fromkeys(table.face_up):
            yield from self.by_key[special].offers(table, seat)
        for effect in self.book:
            if effect.key is None:
                yield from effect.offers(table, seat)

    def window_refusal(self, table: OxTable, seat: int, action: Action) -> Refusal | None:
        """Q-CO17: only what is legal; Q-X17: and was not refused in this window."""
        if isinstance(action, Pass):
            return None
        special = self.by_use[type(action)]
        if special.key and special.key not in table.face_up:
            return Refusal("not_face_up", "CO-7", "Only the specials that lie face up can be used.")
        if refused := special.why_not(self, table, seat, action):
            return refused
        wanted = action, special.owner(table, seat, action)
        if any(wanted == (old.use, old.owner) for old in table.refused):
            return Refusal("refused_before", "Q-X17", "The team has refused this already; not again in this window.")
        return None

    def decide(self, table: OxTable, seat: int, action: Pass | TeamUse) -> None:
        """Q-X17: a pass stands until something is used; Q-Y4: Sort is proposed with its order."""
        if isinstance(action, Pass):
            table.answered(seat)
            self.note_pass(table, seat)
        elif not self.by_use[type(action)].prepare(table, seat, action):
            self.propose(table, seat, action)

    def note_pass(self, table: OxTable, seat: int) -> None:
        """Q-X17: this member wants nothing more in this window."""
        table.passed = tuple(sorted((*table.passed, seat)))
        table.tell(Passed(seat))

    def propose(self, table: OxTable, seat: int, action: TeamUse) -> None:
        """Q-CO2, Q-Y3: ask whoever must agree, and carry it out where nobody must."""
        table.tell(Proposed(seat, action))
        proposal = Proposal(seat, action, owner=self.by_use[type(action)].owner(table, seat, action))
        if asked := self.asked(proposal):
            table.proposal = proposal
            table.ask("vote", asked)
        else:
            self.use(table, seat, action)

    def asked(self, proposal: Proposal) -> Seats:
        """Q-CO2: all others, or nobody by option; Q-Y3: but always the owner of the card."""
        others = tuple(seat for seat in self.everybody if seat != proposal.seat)
        if self.options.consent == "unanimous":
            return others
        return tuple(seat for seat in others if seat == proposal.owner)

    def default_vote(self, view: OxView) -> Vote:
        """Q-X18: agree; Q-Y3: but nobody's own card is replaced or inserted without their word."""
        proposal = view.proposal
        assert proposal is not None
        return Vote(not (proposal.owner == view.seat and self.by_use[type(proposal.use)].is_personal))

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
        """Q-X17: once something is used, passes are forgotten; a placement ends the window as any other does."""
        table.proposal, table.passed, table.to_act = None, (), ()
        waiting = len(table.queue)
        special = self.by_use[type(use)]
        if special.key:
            self.spend(table, seat, special)
        special.carry_out(self, table, seat, use)
        if len(table.queue) < waiting:
            table.refused = ()

    def spend(self, table: OxTable, seat: int, special: Effect[OxTable]) -> None:
        """The special leaves its place; one that does not stay at a row goes to the box."""
        assert special.key
        place = table.face_up.index(special.key)
        table.face_up = table.face_up[:place] + table.face_up[place + 1 :]
        if not special.stays:
            table.discards += (special.key,)
        table.tell(SpecialUsed(seat, special.key))
        table.turn_up()  # Q-Y5: directly after the use, before any effect

    # --- The end -----------------------------------------------------------------------------------

    def score(self, table: OxTable) -> tuple[int, ...]:
        """CO-19, CO-20: every seat has the team's heads, doubled for one or two players."""
        return (counted(table.heads()[TEAM_PILE], self.players),) * self.players

    def opponent(self, table: OxTable) -> int | None:
        """Q-CO15: the Ox's heads, before the end only where the team wants to see them."""
        return table.heads()[OX_PILE] if self.options.show_ox_score or table.outcome else None

    def is_over(self, table: OxTable) -> bool:
        """CO-1: one round is the game."""
        return True

    def rank(self, table: OxTable) -> Outcome:
        """CO-19: fewer heads than the Ox win; Q-CO12: as many do not, unless the option says so."""
        team, ox = table.totals()[0], table.heads()[OX_PILE]
        won = team < ox or (team == ox and self.options.draw_wins)
        return Outcome(table.scores, table.totals(), (1 if won else 2,) * self.players, opponent=ox)

    # --- What members may see and expect -----------------------------------------------------------

    def fill(self, view: OxView, rng: Random) -> OxTable:
        """Give the Ox unseen cards too, and shuffle the specials that nobody has seen (Q-CO16)."""
        table = super().fill(view, rng)
        table.ox, table.aside = table.aside[: view.ox_left], table.aside[view.ox_left :]
        unseen = self.specials_without((*view.face_up, *view.discards), view.rows)
        rng.shuffle(unseen)
        table.stock, table.unused = tuple(unseen[: view.stock_left]), tuple(unseen[view.stock_left :])
        if view.phase == "order" and self.secret(table) and view.seat not in view.to_act:
            cards = [play.card for play in view.queue]
            table.naming = tuple(rng.sample(cards, rng.randint(0, len(cards))))
        return table

    def secret(self, table: OxTable) -> bool:
        """B-4: cards are chosen in secret; Q-Y4: and orders are named in secret."""
        return table.phase in ("card", "order")

    def try_out(self, table: OxTable, seat: int, action: Action) -> None:
        """In a window: as if all others agreed or passed, and on to where the next card then goes."""
        decision, waiting = table.decision, len(table.queue)
        table.to_act = (seat,)
        if isinstance(action, TeamUse):
            if self.by_use[type(action)].prepare(table, seat, action):
                return
            table.tell(Proposed(seat, action))
            self.use(table, seat, action)
        else:
            super().try_out(table, seat, action)
        if table.decision == decision and 0 < len(table.queue) == waiting:
            self.place_next(table)

    def read_more(self, table: OxTable, text: str) -> Cards:
        """A position in text form has a fourth part: the Ox's cards and the specials."""
        return read_more(self, table, text)
