"""Random turns with specials, and random lay-downs: the engine and the model agree on what comes of them.

Many turns are illegal; then both must refuse. The model is asked first and tells where a row must be chosen.
"""

import json
import re
from bisect import bisect
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from nimmt import Malformed
from nimmt.examples import read, run
from tests.reference.model import play

Raw = dict[str, Any]

TURNS = 800
KINDS = ["fifth", "seven", "stop", "insert", "slide", "replace", "np"]
NO_CHOICE = re.compile(r"B-9: (\w+)'s \d+ fits no row")


class Positions:
    """Makes random positions and what is played there."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.deck = self.rng.sample(range(1, 105), 104)

    def draw(self, count: int = 1) -> list[int]:
        return [self.deck.pop() for _ in range(count)]

    def lay_rows(self, count: int) -> Raw:
        """Rows with 7-takes and Stops at some of them."""
        self.rows = [sorted(self.draw(self.rng.choice([1, 1, 2, 3, 4, 5, 5]))) for _ in range(count)]
        numbers = range(1, count + 1)
        marks = {"seven": self.rng.sample(numbers, self.rng.choice([0, 0, 1])), "stop": []}
        marks["stop"] = self.rng.sample(numbers, self.rng.choice([0, 0, 0, 1, 2]))
        for number in marks["seven"]:
            self.rows[number - 1] = sorted([*self.rows[number - 1], *self.draw()])
        return {"id": "random", "rows": self.rows, "marks": marks}

    def row(self) -> int:
        return self.rng.randrange(len(self.rows))

    def place_for(self, card: int) -> Raw:
        """A row, and where ascending order puts the card."""
        row = self.row()
        return {"row": row + 1, "index": bisect(self.rows[row], card)}

    def slide(self) -> Raw:
        source = self.row()
        card = self.rng.choice(self.rows[source])
        place = self.place_for(card)
        return {"card": card, "from": source + 1, "to": place["row"], "index": place["index"]}

    # Surprise

    def surprise(self) -> Raw:
        position = self.lay_rows(self.rng.choice([4, 4, 5]))
        turn: list[Raw] = [{"p": name, "card": self.draw()[0]} for name in "ABC"[: self.rng.randint(1, 3)]]
        for entry in turn:
            if self.rng.random() < 0.7:
                entry["special"] = self.special(entry["card"], self.rng.choice(KINDS))
        piles = {entry["p"]: self.draw(self.rng.randint(0, 4)) for entry in turn}
        return {**position, "mode": "surprend", "turn": turn, "piles": piles}

    def surprise_without_limit(self) -> Raw:
        """Q-X7, Q-Y6: several specials for one card."""
        position = self.surprise()
        for entry in position["turn"]:
            before: list[str] = self.rng.choice([[], ["stop"], ["slide"], ["slide", "np"]])
            kinds = before + self.rng.choice([[], ["insert"], ["insert", "np"], [self.rng.choice(KINDS)]])
            entry["special"] = [self.special(entry["card"], kind) for kind in kinds]
            self.turn_what_is_taken(entry)
        return {**position, "options": {"specials_per_placement": "unlimited"}}

    def turn_what_is_taken(self, entry: Raw) -> None:
        """Q-Y6: let Negative = Positive name a card of the row that overflows, or the one that is put there."""
        for use, following in zip(entry["special"], entry["special"][1:], strict=False):
            if following["type"] == "np" and use["type"] in ("insert", "slide"):
                row = self.rows[use.get("row", use.get("to")) - 1]
                following["card"] = self.rng.choice([*row[:-1], use.get("card", entry["card"])])

    def special(self, card: int, kind: str) -> Raw:
        more: Raw = {}
        match kind:
            case "stop":
                more = {"row": self.row() + 1}
            case "insert":
                more = self.place_for(card)
            case "slide":
                more = self.slide()
            case "replace":
                more = {"with": self.draw()[0]}
            case "np":
                more = {"card": self.rng.choice(self.rows[self.row()])}
        return {"type": kind, **more}

    # Versus the Ox

    def versus_ox(self) -> Raw:
        position = self.lay_rows(4)
        names = [*"ABC"[: self.rng.randint(1, 3)], "OX"]
        self.cards = {name: self.draw()[0] for name in names}
        waiting = sorted(names, key=lambda name: self.cards[name])
        script: list[Raw] = []
        while waiting:
            script.append(self.use(waiting) if self.rng.random() < 0.3 else {"place": waiting.pop(0)})
        turn = [{"p": name, "card": card} for name, card in self.cards.items()]
        return {**position, "mode": "coop", "turn": turn, "script": script}

    def use(self, waiting: list[str]) -> Raw:
        kind = self.rng.choice(["seven", "stop", "unstop", "replace", "insert", "slide", "first", "last", "sort"])
        name = waiting[0] if kind in ("insert", "replace") else self.rng.choice(waiting)
        more: Raw = {"p": name}
        match kind:
            case "seven" | "stop" | "unstop":
                more = {"row": self.row() + 1}
            case "replace":
                more["with"] = self.draw()[0]
            case "insert":
                more |= self.place_for(self.cards[waiting.pop(0)])
            case "slide":
                more = self.slide()
            case "first" | "last":
                waiting.remove(name)
                waiting.insert(0 if kind == "first" else len(waiting), name)
            case "sort":
                self.rng.shuffle(waiting)
                more = {"order": list(waiting)}
        return {"use": kind, **more}

    # Bullenparty

    def bullenparty(self) -> Raw:
        self.deck = [card for card in self.deck if card <= 100]
        final = self.rng.random() < 0.3
        players = [self.party_player(name, final) for name in "ABC"[: self.rng.randint(1, 3)]]
        return {"id": "random", "mode": "bp", "rows": [], "players": players, "final": final}

    def party_player(self, name: str, final: bool) -> Raw:
        hand, row = self.draw(5), self.draw(self.rng.randint(2, 5))
        piles = [sorted(self.draw(self.rng.randint(1, 4))) for _ in range(self.rng.randint(0, 2))]
        count = len(row) + 4 if final else len(row) - 1
        cards = sorted([*hand[1:], *row])
        laid = sorted(self.rng.sample(cards, count if self.rng.random() < 0.9 else count - 1))
        lay = [[card, self.rng.choice(["new", "new", 1, 2])] for card in laid]
        return {"p": name, "hand": hand, "bid": hand[0], "row": row, "piles": piles, "lay": lay}


def ask_model(position: Raw, rng: Random) -> tuple[Raw, Raw | None]:
    """The position with the choices that it needs, and what comes of it; None where the model refuses it."""
    position = deepcopy(position)
    for _ in range(5):
        try:
            return position, play(deepcopy(position))
        except ValueError as error:
            needed = NO_CHOICE.match(str(error))
            if not needed:
                break
            position.setdefault("choices", {})[needed[1]] = rng.randint(1, len(position["rows"]))
    return position, None


def expecting(position: Raw, result: Raw | None) -> Raw:
    """The position as an example; where a refusal is expected, no table could look like what it expects."""
    if position["mode"] != "bp":
        return {**position, "expect": result or {"rows": [[104]]}}
    wanted = result or {player["p"]: {"hand": [100] * 9} for player in position["players"]}
    return {**position, "players": [{**player, "expect": wanted[player["p"]]} for player in position["players"]]}


def ask_engine(example: Raw) -> str:
    """What is wrong with the example; nothing if it passes."""
    try:
        (only,) = read(json.dumps([example]))
        return run(only).message
    except Malformed as error:
        return str(error)


@pytest.mark.parametrize("game", ["surprise", "surprise_without_limit", "versus_ox", "bullenparty"])
def test_engine_and_model_agree(game: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(TURNS):
        position, result = ask_model(getattr(Positions(seed), game)(), Random(seed))
        complaint = ask_engine(expecting(position, result))
        if result is None:
            assert complaint, position
            assert ", got " not in complaint, f"the engine allows {position}"
        else:
            assert not complaint, position
        seen[result is None] += 1
    assert min(seen[True], seen[False]) > TURNS / 10, seen
