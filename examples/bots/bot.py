#!/usr/bin/env python3
"""A bot for every game of nimmt, with the standard library alone: the cheapest card now, the cheapest row.

Try it: nimmt bot check python3 examples/bots/bot.py
"""

import json
import sys
from typing import Any

Json = dict[str, Any]


def cost_of(card: int, view: Json) -> tuple[int, int]:
    """The heads that a card would take on the rows as they lie, and how far it is from the end of its row."""
    rows, facts = view["rows"], view["facts"]["rows"]
    below = [index for index, row in enumerate(rows) if row["cards"] and row["cards"][-1] < card]
    if not below:  # it fits nowhere, and the cheapest row would have to be taken
        return min(fact["heads"] for fact in facts), 0
    nearest = max(below, key=lambda index: int(rows[index]["cards"][-1]))
    gap = card - rows[nearest]["cards"][-1]
    return (facts[nearest]["heads"] if facts[nearest]["full"] else 0), gap


def choose(view: Json, legal: list[Json]) -> Json:
    """Think about cards and rows; of everything else take the calmest answer."""
    kinds = {action["type"] for action in legal}
    if kinds == {"play_card"}:
        return min(legal, key=lambda action: (action.get("reverse", False), cost_of(action["card"], view)))
    if kinds == {"take_row"}:
        return min(legal, key=lambda action: int(view["facts"]["rows"][action["row"]]["heads"]))
    if kinds == {"bid"}:
        return min(legal, key=lambda action: int(action["card"]))
    calm = ("pass", "done", "lay_card", "use_order", "order_card")
    for kind in calm:  # use no special, and finish what was begun
        found = [action for action in legal if action["type"] == kind]
        if found:
            return found[0]
    agreed = [action for action in legal if action.get("agree")]
    return (agreed or legal)[0]


def main() -> None:
    """Read a line, answer it if it asks for something, until there are no more."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer: Json = {"type": "hello", "protocol": 1, "name": "cheapest card in Python"}
        elif message["type"] == "decide":
            action = choose(message["view"], message["legal"])
            answer = {"type": "act", "number": message["number"], "action": action}
        else:  # begin, end, and whatever a later version may tell
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
