"""A turn of Surprise: everybody may play one special when the own card is about to be placed (SU-4, Q-SU1)."""

from typing import Any

from tests.reference.specials import Use, insert, slide, stop
from tests.reference.table import Table, heads, new_row, require, resolve, target, total_heads


def play_turn(table: Table, turn: list[dict[str, Any]]) -> None:
    """B-5; the order is that of the revealed cards, whatever Replace brings (SU-11)."""
    for entry in sorted(turn, key=lambda entry: int(entry["card"])):
        if "special" in entry:
            play_special(table, entry["p"], entry["card"], entry["special"])
        else:
            resolve(table, entry["p"], entry["card"])


def play_special(table: Table, player: str, card: int, use: Use) -> None:
    """First the special, then the card as it prescribes."""
    match use["type"]:
        case "fifth":
            fifth(table, card)
        case "seven":
            seven(table, card)
        case "insert":
            insert(table, player, card, use)
        case "replace":
            resolve(table, player, use["with"])
        case "slide":
            slide(table, player, use)
            resolve(table, player, card)
        case "stop":
            stop(table, use)
            resolve(table, player, card)
        case "np":
            negative_positive(table, player, card, use)
        case other:
            raise ValueError(f"SU-1: there is no special {other}")


def fifth(table: Table, card: int) -> None:
    """SU-6."""
    require(len(table["rows"]) == 4, "SU-6: there are five rows already")
    table["rows"].append(new_row([card]))


def seven(table: Table, card: int) -> None:
    """SU-8, Q-SU6: on the row that the own card goes to, which then takes it without a take."""
    row = target(table, card)
    if row is None:
        raise ValueError("Q-SU6: 7-takes does not help a card that fits no row")
    require(not row["seven"], "Q-SU6: the row has a 7-takes already")
    row["seven"] = True
    row["cards"].append(card)


def negative_positive(table: Table, player: str, card: int, use: Use) -> None:
    """SU-16, Q-SU18, Q-SU20: take, then let the chosen card and as many heads as it shows leave the pile."""
    before = len(table["takes"])
    resolve(table, player, card)
    require(len(table["takes"]) == before + 1, "SU-16, Q-SU2: only when taking a row")
    chosen, pile = use["card"], table["piles"][player]
    require(chosen in table["takes"][-1]["cards"] and chosen != card, "SU-16, Q-SU21: choose a card of the taken row")
    pile.remove(chosen)
    best = best_cancel(pile, heads(chosen))
    cancel = use.get("cancel", best)
    require(len(set(cancel)) == len(cancel) and set(cancel) <= set(pile), "Q-SU20: cancel cards of the pile")
    require(total_heads(cancel) == total_heads(best), "Q-SU18, Q-X2: cancel the best sum")
    table["piles"][player] = [other for other in pile if other not in cancel]


def best_cancel(pile: list[int], limit: int) -> tuple[int, ...]:
    """Q-SU18, Q-X2: whole cards up to the limit: the largest sum, then the fewest cards, then the lowest."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for card in sorted(pile, reverse=True):
        for total, cards in list(best.items()):
            longer, total = (card, *cards), total + heads(card)
            if total <= limit and (total not in best or (len(longer), longer) < (len(best[total]), best[total])):
                best[total] = longer
    return best[max(best)]
