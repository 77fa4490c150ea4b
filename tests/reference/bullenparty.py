"""Bullenparty's laying down, and its score."""

from typing import Any

from tests.reference.table import Position, Result, flat, require

HAND = 5  # BP-2


def lay_down(position: Position) -> Result:
    """BP-14, BP-15, BP-19: every player takes a row for the bid and lays cards; returns piles and hand by player."""
    check_values(position)
    final = position.get("final", False)
    return {player["p"]: lay(player, final=final) for player in position["players"]}


def check_values(position: Position) -> None:
    """BP-1: every value card once; one entry for each player."""
    names = [player["p"] for player in position["players"]]
    require(len(set(names)) == len(names), "BP-7: one row for each player")
    cards = []
    for player in position["players"]:
        cards += player["hand"] + player["row"] + flat(player["piles"])
    require(all(1 <= card <= 100 for card in cards), "BP-1: value cards are 1 to 100")
    require(len(set(cards)) == len(cards), "BP-1: a card appears twice")


def lay(player: dict[str, Any], *, final: bool) -> Result:
    """One player's bid, row and laid cards."""
    hand, piles = list(player["hand"]), [list(pile) for pile in player["piles"]]
    require(len(hand) == HAND, "Q-BP12: a round starts with five value cards in hand")
    require(2 <= len(player["row"]) <= 5, "BP-5, BP-9: a row has two to five value cards")
    require(all(pile and pile == sorted(pile) for pile in piles), "BP-15: piles ascend")
    require(player["bid"] in hand, "BP-6: the bid comes from the hand")
    hand.remove(player["bid"])
    hand += player["row"]
    for card, number in player["lay"]:
        require(card in hand, f"BP-14: {card} is not in hand")
        hand.remove(card)
        lay_card(piles, card, number)
    require(len(hand) == (0 if final else HAND), "BP-14, BP-19: lay down to five, in the last round all")
    return {"piles": piles, "hand": hand}


def lay_card(piles: list[list[int]], card: int, number: int | str) -> None:
    """BP-15, Q-BP10: on a lower top, or as a new pile."""
    if number == "new":
        piles.append([card])
        return
    require(isinstance(number, int) and 1 <= number <= len(piles), f"there is no pile {number}")
    pile = piles[int(number) - 1]
    require(pile[-1] < card, f"BP-15, Q-BP11: {card} is not higher than {pile[-1]}")
    pile.append(card)


def score(pile_heads: list[int], buffalo_heads: list[int]) -> int:
    """BP-16, BP-20: the best pile and the buffalo cards count for, all other piles against."""
    best = max(pile_heads, default=0)
    return best + sum(buffalo_heads) - (sum(pile_heads) - best)
