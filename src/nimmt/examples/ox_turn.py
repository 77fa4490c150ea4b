"""One turn of Versus the Ox after the reveal: the script says what the team does and which card is placed when."""

from typing import cast

from ..actions import Action, Play, TakeRow
from ..cards import Special
from ..errors import Malformed
from ..events import RowTaken
from ..games.versus_ox import VersusOx
from ..games.versus_ox.actions import (
    OrderCard,
    RemoveStop,
    ReplaceCard,
    TeamUse,
    UseFirst,
    UseLast,
    UseOrder,
    UseSort,
    Vote,
)
from ..games.versus_ox.table import OX, OX_PILE, TEAM_PILE, OxTable
from ..specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseStop
from .format import Cards, OxExample, Take
from .ox_script import (
    AnyUse,
    First,
    Insert,
    Last,
    Place,
    Replace,
    Seven,
    Slide,
    Sort,
    Step,
    Stop,
    Unstop,
    read_script,
)
from .row_turn import RowTurn
from .session import Failed
from .sliding import check_index, slide

OX_NAME, TEAM_NAME = "OX", "TEAM"


class OxTurn(RowTurn):
    """Every special that the script uses lies face up; a team without a card in this turn still has a member."""

    example: OxExample
    rules: VersusOx
    table: OxTable

    def __init__(self, example: OxExample) -> None:
        """Read the script, which says whose hand needs which card."""
        self.example = example
        self.script = self.read_script()
        super().__init__(example)

    def read_script(self) -> list[Step]:
        """Read the steps; an error names the example."""
        try:
            return read_script(self.example.script)
        except Malformed as error:
            raise Malformed(error.code, f"Example {self.example.id}: {error}.") from None

    def seat_players(self) -> list[str]:
        """Everybody who plays a card but the Ox, or a member who plays none."""
        return [name for name in super().seat_players() if name != OX_NAME] or [TEAM_NAME]

    def hand(self, name: str) -> list[int]:
        """The card in play, and those that Replace will bring."""
        return super().hand(name) + [step.card for step in self.script if isinstance(step, Replace) and step.p == name]

    def lay_out(self) -> OxTable:
        """Line the revealed cards up, and turn up every special that the script uses."""
        table = cast(OxTable, super().lay_out())
        plays = [Play.of(self.seat(play.p), play.card) for play in self.example.turn]
        table.queue = tuple(sorted(plays, key=self.rules.order_key))
        played = {play.card for play in plays}
        table.hands = tuple(tuple(card for card in hand if card not in played) for hand in table.hands)
        table.piles = tuple(self.example.piles.get(name, ()) for name in (TEAM_NAME, OX_NAME))
        table.closed = -1  # no window of this turn has been closed yet
        table.face_up = tuple(special for step in self.script for special in _special(step))
        self.check_copies(table)
        return table

    def check_copies(self, table: OxTable) -> None:
        """CO-3: no special is there more than twice."""
        try:
            self.rules.specials_without(table.face_up, table.rows)
        except Malformed as error:
            raise Malformed("bad_example", f"Example {self.example.id}: {error}") from None

    # --- The script --------------------------------------------------------------------------------

    def play(self) -> None:
        """Go through the script; every card must be placed by it."""
        for step in self.script:
            if isinstance(step, Place):
                self.place(step.player)
            else:
                self.use(step)
        for play in self.table.queue:
            raise Failed(f"script: the {play.card} is never placed")
        self.check_choices()

    def place(self, name: str) -> None:
        """Everybody passes, and the next card is placed."""
        if [name] != [self.name(play.seat) for play in self.table.queue[:1]]:
            raise Failed(f"script: {name}'s card is not the next one")
        while self.rules.window(self.table):
            for seat in self.table.to_act:
                self.do(seat, Pass())
        self.rules.place_next(self.table)
        for seat in self.table.to_act:
            self.do(seat, TakeRow(self.chosen_row(self.names[seat]) - 1))

    def use(self, use: AnyUse) -> None:
        """A member proposes, the others agree, and the proposer says the rest."""
        seat = max(self.seat(use.p), 0) if isinstance(use, Replace | Insert) else 0
        proposal = self.proposal(use)
        if not self.rules.window(self.table):
            refusal = self.rules.window_refusal(self.table, seat, proposal)
            raise Failed(f"script: {refusal.sentence}" if refusal else "script: the new card must be placed first")
        self.do(seat, proposal)
        if isinstance(use, Sort):
            self.sort(seat, use)
        if self.table.phase == "vote":
            for other in self.table.to_act:
                self.do(other, Vote(True))
        match use:
            case Replace():
                self.do(seat, UseReplace(use.card))
            case Insert() | Slide():
                check_index(self.table, use.index)

    def proposal(self, use: AnyUse) -> TeamUse:
        """What the team is asked to agree on."""
        match use:
            case Seven():
                return UseSeven(use.row - 1)
            case Stop():
                return UseStop(use.row - 1)
            case Unstop():
                return RemoveStop(use.row - 1)
            case Replace():
                return ReplaceCard(self.card(use.p))
            case Insert():
                return UseInsert(use.row - 1)
            case Slide():
                return slide(self.table, use)
            case First():
                return UseFirst(self.card(use.p))
            case Last():
                return UseLast(self.card(use.p))
        return UseSort()

    def sort(self, seat: int, use: Sort) -> None:
        """The proposer names all cards that wait, one after another."""
        for name in use.order:
            self.do(seat, OrderCard(self.card(name)))
        self.do(seat, UseOrder(self.table.naming))

    def do(self, seat: int, action: Action) -> None:
        """Carry out a legal action and nothing that would follow in a game: the script says what follows."""
        self.ask(seat, action)
        self.rules.questions[self.table.phase].carry_out(self.table, seat, action)

    # --- Names -------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        """The seat of a player, or the Ox."""
        if name == OX_NAME:
            return OX
        self.require(name in self.names, f"script: nobody is called {name}")
        return self.names.index(name)

    def name(self, seat: int) -> str:
        """Whose card it is."""
        return OX_NAME if seat == OX else self.names[seat]

    def card(self, name: str) -> int:
        """The card that a player revealed."""
        found = [play.card for play in self.example.turn if play.p == name]
        self.require(found, f"script: {name} has no card in this turn")
        return found[0]

    def take(self, event: RowTaken) -> Take:
        """CO-5: the team takes as one."""
        return Take(OX_NAME if event.seat == OX else TEAM_NAME, event.cards, event.heads)

    def piles(self) -> dict[str, Cards]:
        """The team's pile and the Ox's."""
        return {TEAM_NAME: self.table.piles[TEAM_PILE], OX_NAME: self.table.piles[OX_PILE]}


def _special(step: Step) -> tuple[Special, ...]:
    """The special that a step uses: it is called as the engine calls it; removing a Stop and placing use none."""
    return () if isinstance(step, Place | Unstop) else (cast(Special, step.__struct_config__.tag),)
