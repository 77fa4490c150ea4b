"""The judges of Surprise and Versus the Ox: cards, rows, and specials used or kept."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from ..actions import Action, PlayCard
from ..bots.greedy import foresee, think
from ..cards import heads
from ..events import CardPlaced, Outcome, RowTaken
from ..game import State, position_of
from ..games.registry import game_of, rules_of
from ..games.surprise import Surprise
from ..games.surprise.table import SurpriseTable
from ..games.versus_ox import OX_PILE, TEAM_PILE, OxTable, OxView, VersusOx
from ..games.versus_ox.view import counted
from ..kernels.scope import SEARCHED_GAMES
from ..kernels.special_ratings import ANY, future_heads
from ..kernels.special_tables import as_record
from ..setup import Setup
from ..specials import SpecialGame, SpecialTable
from ..specials.actions import Pass
from ..table import Phase
from ..views import TableView, View
from .asking import Asked
from .playing_on import PlayoutJudge
from .report import Decision, Measure, Why

PLAYOUTS, OPEN_PLAYOUTS = 4, 16
"""In every world of a secret decision; and of an open one, where the engine takes longer than the playouts."""
OPEN_WORLDS = 40
"""How many worlds an open decision gets at most: the cards of the turn are known in all of them."""
KEPT_SPECIAL = 2.0
"""What a special is worth, in heads, when it is kept for the next round."""
SHORT_LIST = 6
"""How many uses of specials are weighed."""


class SpecialJudge(PlayoutJudge):
    """Judges a game with specials."""

    game: ClassVar[type[SpecialGame[Any, Any]]]

    @abstractmethod
    def so_far(self, table: Any, seat: int) -> float:
        """What a seat has on its account up to now, as it is measured."""

    @abstractmethod
    def to_come(self, heads: Sequence[float], seat: int) -> float:
        """The same for heads that are still to come, by seat."""

    def is_left_to_others(self, view: Any) -> bool:
        """Whether somebody else still decides after a seat has passed."""
        return False

    def covers(self, setup: Setup) -> bool:
        """The game, where the kernels know its options."""
        return issubclass(rules_of(setup.key), self.game) and SEARCHED_GAMES.covers(setup)

    def listed(self, one: Asked) -> Sequence[Action]:
        """All cards and rows; of the rest, what looks best at once. Where no card is in danger, a pass is no choice."""
        view, legal, made = one.table, one.legal, one.legal[one.picked]
        if view.phase in ("card", "row"):
            return legal
        state = game_of(view.setup).sample(view, Random(0))  # all cards of the turn are face up: any world will do
        if made == Pass() and foresee(state, view, made) <= 0:
            return (made,)
        at_once = sorted(legal, key=lambda action: foresee(state, view, action, thinking=True))[:SHORT_LIST]
        return tuple(dict.fromkeys([made, legal[0], *at_once]))

    def decide(self, one: Asked, error: float) -> Decision | None:
        """A pass is nobody's decision while others can still decide."""
        if one.legal[one.picked] == Pass() and self.is_left_to_others(one.view):
            return None
        return super().decide(one, error)

    def costs(self, state: State, view: View, choices: Sequence[Action], luck: int) -> list[float]:
        """A card is played by the kernel, everything else by the engine up to the end of the turn."""
        assert isinstance(view, TableView)
        assert view.seat is not None
        if view.phase != "card":
            return [self._after(state.step(view.seat, choice)[0], view, luck) for choice in choices]
        table = position_of(state)
        assert isinstance(table, SpecialTable)
        hand = table.hands[view.seat]
        return self._played_on(table, view.seat, luck, [hand.index(choice.card) for choice in choices])  # type: ignore[attr-defined]

    def taken(self, view: View) -> int:
        """What is on the account already."""
        assert isinstance(view, TableView)
        return int(self.so_far(view.table(), view.seat or 0))

    def why(self, view: View, action: Action, rival: int) -> Why:
        """Whether a card took a row if nothing came first; of the rest the figures alone speak."""
        assert isinstance(view, TableView)
        if not isinstance(action, PlayCard):
            return Why("other", rival)
        for event in game_of(view.setup).preview(view, action):
            if isinstance(event, CardPlaced):
                return Why("fits", rival)
            if isinstance(event, RowTaken):
                return Why("takes_now", rival)
        return Why("low_card", rival)

    def _after(self, state: State, view: TableView, luck: int) -> float:
        """What follows from an answer: the turn as it goes on by itself, then the rest of the round."""
        seat = view.seat or 0
        while state.to_act and state.phase != "card":
            state, _ = think(state, view)
        table = position_of(state)
        assert isinstance(table, SpecialTable)
        if state.outcome is not None:
            return self.so_far(table, seat)
        if table.round > view.round:
            return self.so_far(table, seat) - KEPT_SPECIAL * len(table.special_hands[seat])
        return self._played_on(table, seat, luck, [ANY], OPEN_PLAYOUTS)[0]

    def most_worlds(self, view: View) -> int:
        """Fewer where the cards of the turn are known."""
        return super().most_worlds(view) if view.phase == "card" else OPEN_WORLDS

    def _played_on(
        self, table: SpecialTable, seat: int, luck: int, places: Sequence[int], playouts: int = PLAYOUTS
    ) -> list[float]:
        """The account at the end of the round by the place in its hand of the card that a seat plays."""
        start, so_far = as_record(table), self.so_far(table, seat)
        found = [future_heads([start], seat, [place], playouts, Random(luck))[0] for place in places]
        return [so_far + self.to_come(heads, seat) for heads in found]


class SurpriseJudge(SpecialJudge):
    """Everybody counts heads."""

    game = Surprise
    measure: Measure = "heads"
    kinds: ClassVar[frozenset[Phase]] = frozenset({"card", "row", "window", "replace"})
    unproven: ClassVar[frozenset[Phase]] = frozenset({"replace"})
    trust = 0.8

    def seats(self, setup: Setup, seat: int) -> tuple[int, ...]:
        """Everybody plays alone."""
        return (seat,)

    def so_far(self, table: SurpriseTable, seat: int) -> float:
        """Heads of all rounds."""
        before = table.totals()[seat]
        return before if table.outcome else before + table.heads()[seat] - table.credits[seat]

    def to_come(self, heads: Sequence[float], seat: int) -> float:
        """One's own."""
        return heads[seat]

    def result(self, outcome: Outcome, number: int, seat: int) -> float:
        """Heads of the rounds up to this one."""
        return sum(scores[seat] for scores in outcome.rounds[:number])


class OxJudge(SpecialJudge):
    """The team's heads count, less those of the Ox, and the team decides together."""

    game = VersusOx
    measure: Measure = "balance"
    kinds: ClassVar[frozenset[Phase]] = frozenset({"card", "row", "window", "replace"})
    unproven: ClassVar[frozenset[Phase]] = frozenset({"card", "replace"})
    trust = 0.5

    def seats(self, setup: Setup, seat: int) -> tuple[int, ...]:
        """All of them."""
        return tuple(range(setup.players))

    def is_left_to_others(self, view: OxView) -> bool:
        """Until all other members have passed: what nobody uses is one decision of the team."""
        return len(view.passed) < view.setup.players - 1

    def so_far(self, table: OxTable, seat: int) -> float:
        """The team's heads as they count, less those of the Ox."""
        return counted(heads(table.piles[TEAM_PILE]), len(table.hands)) - heads(table.piles[OX_PILE])

    def to_come(self, heads: Sequence[float], seat: int) -> float:
        """The Ox sits last."""
        *team, ox = heads
        return counted(1, len(team)) * sum(team) - ox

    def result(self, outcome: Outcome, number: int, seat: int) -> float:
        """There is one round."""
        return outcome.totals[seat] - (outcome.opponent or 0)
