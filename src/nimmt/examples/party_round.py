"""One round of Bullenparty: everybody bids a value card, takes the row that the example names, and lays down."""

from collections.abc import Iterator
from itertools import chain

from ..games.bullenparty import Bid, Bullenparty, ClaimRow, Done, LayCard, PartyRow, PartyTable
from ..games.bullenparty.data import VALUES
from .format import PartyExample, PartyExpected
from .session import Session, difference


class PartyRound(Session):
    """The rows are those that are taken; all other cards are in the draw pile, or gone in the last round."""

    example: PartyExample
    table: PartyTable

    def __init__(self, example: PartyExample) -> None:
        """Set up the table as it is when bids are asked for."""
        self.example = example
        self.players = example.players
        self.names = [player.p for player in self.players]
        self.check()
        self.rules = Bullenparty(len(self.names))
        self.table = self.lay_out(self.rules.empty_table())
        self.hands = self.table.hands

    def lay_out(self, table: PartyTable) -> PartyTable:
        """Hands, piles, and one row for each player; BP-18: an empty draw pile makes this the last round."""
        table.hands = tuple(tuple(sorted(player.hand)) for player in self.players)
        table.piles = tuple(player.piles for player in self.players)
        table.rows = tuple(PartyRow(player.row) for player in self.players)
        table.bidders = tuple(range(len(self.names)))
        table.draw_pile = () if self.example.final else self.spare_cards()
        return table

    def play(self) -> None:
        """Bid, claim, lay; being done is only asked for, since the next round is not part of the example."""
        self.rules.proceed(self.table)
        for seat, player in enumerate(self.players):
            self.act(seat, Bid(player.bid))
        while self.table.phase == "claim":
            (seat,) = self.table.to_act
            self.act(seat, ClaimRow(seat))
        for seat, player in enumerate(self.players):
            for card, pile in player.lay:
                self.act(seat, LayCard(card, None if pile == "new" else pile - 1))
            self.ask(seat, Done())

    def differences(self) -> Iterator[str]:
        """Everybody's piles and hand."""
        for seat, player in enumerate(self.players):
            hand = player.expect.hand and tuple(sorted(player.expect.hand))
            yield from difference(f"piles of {player.p}", player.expect.piles, self.table.own_piles(seat))
            yield from difference(f"hand of {player.p}", hand, self.table.hands[seat])

    def check(self) -> None:
        """BP-1, BP-15: every card once, every name once, ascending piles."""
        cards = self.named_cards()
        piles = [pile for player in self.players for pile in player.piles]
        self.require(len(set(self.names)) == len(self.names), "players: somebody is named twice")
        self.require(len(set(cards)) == len(cards), "a card is named twice")
        self.require(all(list(pile) == sorted(pile) for pile in piles), "piles: they ascend")
        expects = all(player.expect != PartyExpected() for player in self.players)
        self.require(expects, "expect: nothing is expected of somebody")
        self.require(self.example.final or self.spare_cards(), "final: with every card in play it is the last round")

    def named_cards(self) -> list[int]:
        """Every card that the example names, as often as it does."""
        groups = chain.from_iterable([player.hand, player.row, *player.piles] for player in self.players)
        return list(chain.from_iterable(groups))

    def spare_cards(self) -> tuple[int, ...]:
        """Cards that the example does not name."""
        named = set(self.named_cards())
        return tuple(card for card in VALUES if card not in named)
