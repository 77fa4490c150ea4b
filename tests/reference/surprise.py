"""A turn of Surprise: specials are played when the own card is about to be placed (SU-4, Q-SU1)."""

from itertools import combinations
from typing import Any

from tests.reference.specials import Use, insert, slide, stop
from tests.reference.table import Table, empty_row, heads, new_row, require, resolve, target, total_heads


def play_turn(table: Table, turn: list[dict[str, Any]], options: dict[str, Any]) -> None:
    """B-5; the order is that of the revealed cards, whatever Replace brings (SU-11)."""
    for entry in sorted(turn, key=lambda entry: int(entry["card"])):
        uses = specials_of(entry)
        require(len(uses) <= 1 or options.get("specials_per_placement") == "unlimited", "Q-SU1: one special for a card")
        play_specials(table, entry["p"], entry["card"], uses)


def specials_of(entry: dict[str, Any]) -> list[Use]:
    """The specials that are played with a card: one, or a list."""
    special = entry.get("special", [])
    return list(special) if isinstance(special, list) else [special]


def play_specials(table: Table, player: str, card: int, uses: list[Use]) -> None:
    """Q-X7: Stop and Slide leave the card to be placed, every other special places it."""
    while uses:
        use, *uses = uses
        before = len(table["takes"])
        if use["type"] in ("slide", "stop"):
            put_first(table, player, use)
        else:
            play_special(table, player, card, use)
        if use["type"] in ("slide", "insert") and len(table["takes"]) > before and uses and uses[0]["type"] == "np":
            turn_positive(table, player, uses.pop(0), table["takes"][-1]["cards"])  # Q-Y6
        if use["type"] not in ("slide", "stop"):
            require(not uses, "Q-X7: the card is placed already")
            return
    resolve(table, player, card)


def put_first(table: Table, player: str, use: Use) -> None:
    """SU-12, SU-14: what is done before the card is placed."""
    if use["type"] == "slide":
        slide(table, player, use)
    else:
        stop(table, use)


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
        case "slide" | "stop":
            put_first(table, player, use)
            resolve(table, player, card)
        case "np":
            negative_positive(table, player, card, use)
        case other:
            raise ValueError(f"SU-1: there is no special {other}")


def fifth(table: Table, card: int) -> None:
    """SU-6."""
    require(len(table["rows"]) == 4, "SU-6: there are five rows already")
    require(empty_row(table) is None, "Q-SU8: the card goes to the empty row")
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
    turn_positive(table, player, use, [other for other in table["takes"][-1]["cards"] if other != card])


def turn_positive(table: Table, player: str, use: Use, row: list[int]) -> None:
    """SU-16, Q-SU21, Q-Y6: one of these cards."""
    chosen, pile = use["card"], table["piles"][player]
    require(chosen in row, "SU-16, Q-SU21: choose a card of the taken row")
    pile.remove(chosen)
    ways = ways_to_cancel(pile, heads(chosen), table["takes"][-1]["cards"])
    cancel = tuple(sorted(use.get("cancel", ways[0])))
    require(len(set(cancel)) == len(cancel) and set(cancel) <= set(pile), "Q-SU20: cancel cards of the pile")
    require(total_heads(cancel) == total_heads(ways[0]), "Q-SU18: cancel the best sum")
    require(cancel in ways, "Q-Z2: of equal heads cancel those of this take first, then the lowest")
    table["piles"][player] = [other for other in pile if other not in cancel]


def ways_to_cancel(pile: list[int], limit: int, take: list[int]) -> list[tuple[int, ...]]:
    """Q-SU18, Q-Z2: of all sets with the largest sum up to the limit the first for each list of head values."""
    sets = [cards for size in range(limit + 1) for cards in combinations(sorted(pile), size)]
    most = max(total_heads(cards) for cards in sets if total_heads(cards) <= limit)
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cards in sets:
        if total_heads(cards) == most:
            found.setdefault(tuple(sorted(map(heads, cards))), []).append(cards)
    first = [
        min(equal, key=lambda cards: sorted((card not in take, card) for card in cards)) for equal in found.values()
    ]
    return sorted(first, key=lambda cards: (len(cards), cards))
