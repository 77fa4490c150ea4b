"""A turn of Versus the Ox: a script says in which order the team uses specials and cards are placed."""

from collections import Counter
from typing import Any

from tests.reference.specials import Use, insert, slide, stop
from tests.reference.table import Table, numbered, require, resolve

Queue = list[tuple[str, int]]
"""Players and their cards not yet placed, the next one first."""

Standing = list[str]
"""Q-Y1: players whose cards Firsts of this turn have put to the front, in that order."""

COPIES = 2  # CO-3: of each special


def play_script(table: Table, turn: list[dict[str, Any]], script: list[Use]) -> None:
    """CO-4, CO-8: specials before any placement and after the last; CO-18: never before the reveal."""
    check_copies(table, script)
    queue = sorted(((entry["p"], entry["card"]) for entry in turn), key=lambda play: play[1])
    replaced, standing = "", list[str]()
    for step in script:
        require(replaced in ("", step.get("place")), "Q-X11: the new card is placed before anything else")
        replaced = step["p"] if step.get("use") == "replace" else ""
        if "place" in step:
            require(queue and queue[0][0] == step["place"], f"CO-4: {step['place']} is not next")
            resolve(table, *queue.pop(0))
        else:
            use_special(table, queue, step, standing)
    require(not queue, "CO-4: every card is placed")


def check_copies(table: Table, script: list[Use]) -> None:
    """No special can be used more often than there are copies, those on the table included."""
    used = Counter(step["use"] for step in script if "use" in step)
    used["seven"] += sum(row["seven"] for row in table["rows"])
    used["stop"] += sum(row["stop"] for row in table["rows"])
    del used["unstop"]
    require(max(used.values()) <= COPIES, "CO-3, Q-CO9: a third copy of a special")


def use_special(table: Table, queue: Queue, use: Use, standing: Standing) -> None:
    """Carry out one special, or take a Stop away."""
    match use["use"]:
        case "seven":
            seven(table, use)
        case "stop":
            stop(table, use)
        case "unstop":
            unstop(table, use)
        case "replace":
            replace(queue, use)
        case "insert":
            team_insert(table, queue, use)
        case "slide":
            team_slide(table, queue, use)
        case "first" | "last" | "sort":
            reorder(queue, use, standing)
        case other:
            raise ValueError(f"CO-3: there is no special {other}")


def seven(table: Table, use: Use) -> None:
    """CO-10, Q-CO10: on any row that has none, stopped or not."""
    row = numbered(table, use["row"])
    require(not row["seven"], "Q-CO10: the row has a 7-takes already")
    row["seven"] = True


def unstop(table: Table, use: Use) -> None:
    """CO-11, Q-CO9: the team alone removes a Stop."""
    row = numbered(table, use["row"])
    require(row["stop"], "Q-CO9: there is no Stop to remove")
    row["stop"] = False


def require_next_of_team(queue: Queue, player: str) -> None:
    """CO-9, Q-CO11: a member's card, and the next to be placed."""
    require(player != "OX", "CO-9: not for the Ox's card")
    require(queue and queue[0][0] == player, f"Q-CO11: {player}'s card is not next")


def replace(queue: Queue, use: Use) -> None:
    """CO-12, Q-Y2: a member's card that still waits; the new one is next, and the others keep their order."""
    require(use["p"] != "OX", "CO-9: not for the Ox's card")
    require(use["p"] in dict(queue), f"Q-Y2: {use['p']}'s card does not wait")
    require(use["with"] != dict(queue)[use["p"]], "Q-Y2: not the card that was taken back")
    queue[:] = [(use["p"], use["with"]), *(play for play in queue if play[0] != use["p"])]


def team_insert(table: Table, queue: Queue, use: Use) -> None:
    """CO-13, Q-CO11, Q-X10."""
    require_next_of_team(queue, use["p"])
    insert(table, use["p"], queue.pop(0)[1], use)


def team_slide(table: Table, queue: Queue, use: Use) -> None:
    """CO-14, Q-CO6, Q-CO6b, Q-X10: before any pending card; what overflows is the team's."""
    require(queue, "Q-CO6b: not after the last placement")
    slide(table, "TEAM", use)


def reorder(queue: Queue, use: Use, standing: Standing) -> None:
    """CO-15, CO-16, CO-17, Q-CO4, Q-CO5, Q-Y1: change the order of the cards not yet placed."""
    pending = dict(queue)
    if use["use"] == "sort":
        require(queue and sorted(use["order"]) == sorted(pending), "CO-17: order exactly the pending cards")
        queue[:] = [(player, pending[player]) for player in use["order"]]
        standing.clear()
        return
    require(use["p"] != "OX" and use["p"] in pending, "CO-9, Q-CO4: a pending card of the team")
    moved = (use["p"], pending[use["p"]])
    if use["use"] == "first" and use["p"] in standing:
        return
    if use["p"] in standing:
        standing.remove(use["p"])
    queue.remove(moved)
    if use["use"] == "last":
        queue.append(moved)
        return
    queue.insert(sum(player in standing for player, _ in queue), moved)
    standing.append(use["p"])
