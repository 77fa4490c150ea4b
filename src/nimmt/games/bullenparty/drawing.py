"""The draw pile, which ends the game when it runs out (BP-18)."""

from .events import DiscardsShuffled, LastRoundBegan
from .table import PartyTable


def draw(table: PartyTable) -> int | None:
    """The next card, or None; BP-18, Q-BP6: the pile's last one makes this the last round, then discards are drawn."""
    if not table.draw_pile:
        reshuffle(table)
    if not table.draw_pile:
        return None
    was_last = table.last_round
    card, table.draw_pile = table.draw_pile[0], table.draw_pile[1:]
    if table.last_round and not was_last:
        table.tell(LastRoundBegan(table.round))
    return card


def reshuffle(table: PartyTable) -> None:
    """Q-BP8: all discarded bids make a new draw pile; Q-BP7: if there are any."""
    cards, table.discards = tuple(sorted(table.discards)), ()
    if cards:
        table.reshuffles += 1
        order = table.dealer.permutation(f"reshuffle:{table.reshuffles}", len(cards))
        table.draw_pile = tuple([cards[place] for place in order])
        table.tell(DiscardsShuffled(cards))
