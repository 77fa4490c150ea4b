"""Counts every way to play a small position of the games with specials and of Bullenparty; never asks the engine.

Each game is a script written from the rules that asks its players by `ask`. The script is run again for every list of
answers until it asks for one more, and only then the options are worked out. What happens to rows, piles and orders is
done by tests/reference, except for Bullenparty's bids, which that model does not know: they are written here from BP-6
to BP-13.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

from tests.reference import bullenparty, specials, surprise, versus_ox
from tests.reference.table import Table, heads, read, resolve, target, total_heads

Ask = Callable[[Callable[[], Sequence[Any]]], Any]
Count = tuple[int, list[int]]
SURPRISE = ("seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive")


class Asked(Exception):
    """The script needs one more answer, one of these."""


def levels(position: dict[str, Any], depth: int) -> Iterator[Count]:
    """The ways of one answer, of two, and so on, with the heads added up; a way that ends earlier counts as well."""
    ways: list[tuple[tuple[Any, ...], Sequence[Any], list[int]]] = [((), *run(position, ()))]
    for _ in range(depth):
        longer = [after for way, options, _ in ways for after in [(*way, option) for option in options] or [way]]
        ways = [(way, *run(position, way)) for way in longer]
        yield len(ways), [sum(column) for column in zip(*(score for *_, score in ways), strict=True)]


def run(position: dict[str, Any], way: tuple[Any, ...]) -> tuple[Sequence[Any], list[int]]:
    """Play these answers: which next answers there are, and the heads of each side by then."""
    left = list(way)

    def ask(options: Callable[[], Sequence[Any]]) -> Any:
        if not left:
            raise Asked(options())
        return left.pop(0)

    script = SCRIPTS[position["game"]](position["position"], **position.get("options", {}))
    try:
        script.play(ask)
    except Asked as asked:
        return asked.args[0], script.score()
    return [], script.score()


def possible(table: Table, act: Callable[[Table], object]) -> bool:
    """Whether the model allows it, tried on a copy where a card that fits nowhere takes the first open row."""
    rows: Any = [{**row, "cards": list(row["cards"])} for row in table["rows"]]
    piles = {player: list(pile) for player, pile in table["piles"].items()}
    copy: Table = {**table, "rows": rows, "piles": piles, "takes": list(table["takes"])}
    copy["choose"] = lambda player, card, rows: [row["stop"] for row in copy["rows"]].index(False) + 1
    try:
        act(copy)
    except ValueError:
        return False
    return True


def read_table(mode: str, text: str) -> Table:
    """Four rows with their marks; whoever must choose a row has to set `choose` first."""
    rows = [row.split() for row in text.split("|")]
    cards = [[int(word) for word in row if word.isdigit()] for row in rows]
    marks = {mark: [n for n, row in enumerate(rows, 1) if mark in row] for mark in ("seven", "stop")}
    return read({"mode": mode, "rows": cards, "marks": marks}, lambda player, card, rows: 0)


def place(table: Table, player: str, card: int, ask: Ask) -> None:
    """Place a card; only where it fits no row its owner is asked for one that is not stopped (B-9, Q-SU15)."""
    if player != "OX" and target(table, card) is None:
        row = ask(lambda: [number for number, row in enumerate(table["rows"], 1) if not row["stop"]])
        table["choose"] = lambda player, card, rows: row
    resolve(table, player, card)


def insertions(table: Table, card: int) -> list[dict[str, int]]:
    """The place in every row where it would stay ascending."""
    return [
        {"row": number, "index": sum(other < card for other in row["cards"])}
        for number, row in enumerate(table["rows"], 1)
    ]


def slides(table: Table) -> list[dict[str, int]]:
    """Every card of the table into every row."""
    return [
        {"card": card, "from": number, "to": place["row"], "index": place["index"]}
        for number, row in enumerate(table["rows"], 1)
        for card in row["cards"]
        for place in insertions(table, card)
    ]


class SurpriseScript:
    """SU-4 to SU-17: the last turns of a round."""

    def __init__(self, text: str, specials_per_placement: str = "1") -> None:
        self.is_limited = specials_per_placement == "1"
        rows, hands = text.split("//")
        words = [hand.split() for hand in hands.split("/")]
        self.table = read_table("surprend", rows)
        self.hands = [[int(word) for word in hand if word.isdigit()] for hand in words]
        self.specials = [[word for word in hand if not word.isdigit()] for hand in words]
        lying = [mark for row in rows.split("|") for mark in row.split() if not mark.isdigit()]
        held = Counter([word for own in self.specials for word in own] + lying)
        self.stock = [special for special in SURPRISE for _ in range(4 - held[special])]

    def score(self) -> list[int]:
        return [total_heads(self.table["piles"].get(str(seat), [])) for seat in range(len(self.hands))]

    def play(self, ask: Ask) -> None:
        while any(self.hands):
            chosen = [(ask(hand.copy), seat) for seat, hand in enumerate(self.hands)]
            for card, seat in chosen:
                self.hands[seat].remove(card)
            for card, seat in sorted(chosen):
                self.play_card(card, seat, ask)

    def play_card(self, card: int, seat: int, ask: Ask) -> None:
        """SU-4: at most one special, then the card; Q-X7: without the limit Stop and Slide leave room for more."""
        name = str(seat)
        use: Any = ask(lambda: [None, *self.uses(card, seat)]) if self.specials[seat] else None
        kind = use["type"] if use else ""
        if use:
            self.specials[seat].remove(kind)
        match kind:
            case "fifth_row":
                surprise.fifth(self.table, card)
            case "seven":
                surprise.seven(self.table, card)
            case "insert":
                self.taking(seat, ask, lambda: specials.insert(self.table, name, card, use), overflow=True)
            case "replace":
                self.hands[seat] = [other for other in self.hands[seat] if other != use["with"]] + [card]
                self.taking(seat, ask, lambda: place(self.table, name, use["with"], ask))
            case "negative_positive":
                place(self.table, name, card, ask)
                self.turn_positive(name, ask, own=card)
                self.exchange(seat, ask)
            case _:
                if kind == "slide":
                    self.taking(seat, ask, lambda: specials.slide(self.table, name, use), overflow=True)
                elif kind == "stop":
                    specials.stop(self.table, use)
                if kind and not self.is_limited:
                    self.play_card(card, seat, ask)
                else:
                    self.taking(seat, ask, lambda: place(self.table, name, card, ask))

    def uses(self, card: int, seat: int) -> list[dict[str, Any]]:
        """What the model allows with each different special."""
        every: dict[str, list[dict[str, Any]]] = {
            "stop": [{"row": number} for number in range(1, len(self.table["rows"]) + 1)],
            "insert": list(insertions(self.table, card)),
            "slide": list(slides(self.table)),
            "replace": [{"with": other} for other in self.hands[seat]],
        }
        kinds = dict.fromkeys(self.specials[seat])
        uses = [{"type": kind, **details} for kind in kinds for details in every.get(kind, [{}])]
        return [use for use in uses if possible(self.table, lambda table, use=use: try_use(table, card, use))]  # type: ignore[misc]

    def taking(self, seat: int, ask: Ask, act: Callable[[], None], overflow: bool = False) -> None:
        """SU-17: do it, and offer an exchange if that was a take; Q-Y6: after an overflow, a card may turn first."""
        before = len(self.table["takes"])
        act()
        if len(self.table["takes"]) == before:
            return
        if overflow and not self.is_limited and self.specials[seat]:
            held = [special for special in self.specials[seat] if special == "negative_positive"][:1]
            if special := ask(lambda: [None, *held]):
                self.specials[seat].remove(special)
                self.turn_positive(str(seat), ask)
        self.exchange(seat, ask)

    def turn_positive(self, name: str, ask: Ask, own: int = 0) -> None:
        """SU-16, Q-SU18, Q-SU20: a card of the row and cards that it cancels leave the pile; Q-Z2: which ones."""
        chosen = ask(lambda: [other for other in self.table["takes"][-1]["cards"] if other != own])
        pile = [other for other in self.table["piles"][name] if other != chosen]
        ways = surprise.ways_to_cancel(pile, heads(chosen), self.table["takes"][-1]["cards"])
        cancel = ask(lambda: ways) if len(ways) > 1 else ways[0]
        self.table["piles"][name] = [other for other in pile if other not in cancel]

    def exchange(self, seat: int, ask: Ask) -> None:
        """SU-17: whoever has taken and holds a special may discard one and draw."""
        if self.specials[seat] and (special := ask(lambda: [None, *dict.fromkeys(self.specials[seat])])):
            self.specials[seat].remove(special)
            self.specials[seat].append(self.stock.pop(0))


def try_use(table: Table, card: int, use: dict[str, Any]) -> None:
    """Carry it out by the model, which knows Fifth row and Negative = Positive by short names."""
    match use["type"]:
        case "fifth_row":
            surprise.fifth(table, card)
        case "negative_positive":
            before = len(table["takes"])
            resolve(table, "0", card)
            if len(table["takes"]) == before:
                raise ValueError("SU-16, Q-SU2: only when taking a row")
        case _:
            surprise.play_special(table, "0", card, use)


class OxScript:
    """CO-4 to CO-18 and Q-X17: the last turns, with windows, proposals and votes."""

    def __init__(self, text: str) -> None:
        rows, hands, _, more = text.split("//")
        ox, face_up, stock = more.split("/")
        self.table = read_table("coop", rows)
        self.hands = [[int(word) for word in hand.split()] for hand in hands.split("/")]
        self.ox = [int(word) for word in ox.split()]
        self.face_up, self.stock = face_up.split(), stock.split()
        self.queue: versus_ox.Queue = []
        self.standing: versus_ox.Standing = []

    def score(self) -> list[int]:
        return [total_heads(self.table["piles"].get(side, [])) for side in ("TEAM", "OX")]

    def play(self, ask: Ask) -> None:
        while any(self.hands):
            chosen = [(str(seat), ask(hand.copy)) for seat, hand in enumerate(self.hands)]
            for seat, card in chosen:
                self.hands[int(seat)].remove(card)
            self.queue[:] = sorted([*chosen, ("OX", self.ox.pop(0))], key=lambda play: play[1])
            self.standing.clear()
            while self.queue:
                if not self.window(ask):
                    place(self.table, *self.queue.pop(0), ask)
            self.window(ask)

    def window(self, ask: Ask) -> bool:
        """Q-X17: ask until all have passed or nothing can be used; whether an Insert has placed the card."""
        passed: list[str] = []
        refused: list[tuple[str, dict[str, Any]]] = []
        members = [str(seat) for seat in range(len(self.hands))]
        while waiting := [member for member in members if member not in passed]:
            if not any(use for member in members for use in self.proposals(member, refused)):
                return False
            use = ask(lambda: [None, *self.proposals(waiting[0], refused)])
            if use and use["use"] == "sort":  # Q-Y4: the order comes before the vote
                use = self.order(ask, refused)
            if use is None:
                passed.append(waiting[0])
            elif False in [ask(lambda: [True, False]) for member in members if member != waiting[0]]:
                refused.append((waiting[0], use))
            else:
                passed = []
                self.use(waiting[0], use, ask)
                if use["use"] == "insert":
                    return True
                if use["use"] == "replace":
                    return False
        return False

    def proposals(self, member: str, refused: list[tuple[str, dict[str, Any]]]) -> Iterator[dict[str, Any]]:
        """Q-Y3: what any member can propose; Q-X17: not what was refused in this window."""
        every: dict[str, list[dict[str, Any]]] = {
            "seven": [{"row": number} for number in range(1, 5)],
            "stop": [{"row": number} for number in range(1, 5)],
            "unstop": [{"row": number} for number, row in enumerate(self.table["rows"], 1) if row["stop"]],
            "insert": [{"p": owner, **at} for owner, card in self.queue[:1] for at in insertions(self.table, card)],
            "slide": list(slides(self.table)) if "slide" in self.face_up else [],
            "first": [{"p": player} for player, _ in self.queue],
            "last": [{"p": player} for player, _ in self.queue],
            "sort": [{"order": [player for player, _ in self.queue]}] if self.may_sort(member, refused) else [],
            "replace": [
                {"p": owner, "with": card}
                for owner, _ in self.queue
                if owner != "OX"
                for card in self.hands[int(owner)][:1]
            ],
        }
        uses = [{"use": kind, **use} for kind in dict.fromkeys([*self.face_up, "unstop"]) for use in every[kind]]
        for use in uses:
            if (use["use"] == "sort" or use not in [old for _, old in refused]) and self.allowed(use):
                yield use

    def allowed(self, use: dict[str, Any]) -> bool:
        return possible(
            self.table, lambda table: versus_ox.use_special(table, list(self.queue), use, list(self.standing))
        )

    def use(self, member: str, use: dict[str, Any], ask: Ask) -> None:
        """Carry it out, perhaps with a further question; CO-7: another special is turned up."""
        if use["use"] == "replace":
            owner = int(use["p"])  # Q-Y3: who names the new card
            use = {**use, "with": ask(self.hands[owner].copy)}
            self.hands[owner] = [card for card in self.hands[owner] if card != use["with"]]
            self.hands[owner].append(dict(self.queue)[use["p"]])
        versus_ox.use_special(self.table, self.queue, use, self.standing)
        if use["use"] != "unstop":
            self.face_up.remove(use["use"])
            self.face_up += self.stock[:1]
            del self.stock[:1]

    def may_sort(self, member: str, refused: list[tuple[str, dict[str, Any]]]) -> bool:
        """Q-Y4: whoever was refused a Sort proposes no other in this window."""
        return all(old["use"] != "sort" or who != member for who, old in refused)

    def order(self, ask: Ask, refused: list[tuple[str, dict[str, Any]]]) -> dict[str, Any] | None:
        """CO-17, Q-Y4: name one card after the other, then propose; or pass. Steps back lead nowhere new."""
        left, order = [player for player, _ in self.queue], list[str]()
        while left:
            if (player := ask(lambda: [*left, "pass"])) == "pass":
                return None
            order.append(player)
            left.remove(player)
        use = {"use": "sort", "order": order}
        again = use in [old for _, old in refused]
        return None if ask(lambda: ["pass"] if again else ["propose", "pass"]) == "pass" else use


class PartyScript:
    """BP-6 to BP-20: the last round. Seats have the zero cards A and B; discards are drawn in ascending order."""

    def __init__(self, position: dict[str, str]) -> None:
        self.rows: list[list[int] | None] = [list(map(int, row.split())) for row in position["rows"].split("|")]
        self.hands = [list(map(int, hand.split())) for hand in position["hands"].split("/")]
        self.piles = [[list(map(int, pile.split())) for pile in own.split(",")] for own in position["piles"].split("/")]
        self.draw_pile = list(map(int, position.get("draw_pile", "").split()))
        self.discards = list(map(int, position.get("discards", "").split()))
        self.buffalo_pile = list(map(int, position["buffalo_pile"].split()))
        self.in_row: dict[int, int] = {}  # heads of the buffalo card in a row
        self.won: list[list[int]] = [[] for _ in self.hands]
        self.over = False

    def score(self) -> list[int]:
        if not self.over:
            return [0 for _ in self.hands]
        return [
            bullenparty.score(list(map(total_heads, piles)), won)
            for piles, won in zip(self.piles, self.won, strict=True)
        ]

    def play(self, ask: Ask) -> None:
        bidders = list(range(len(self.hands)))
        while bidders:
            bids = [(ask(partial(self.bids, seat)), seat) for seat in bidders]
            for card, seat in sorted(bid for bid in bids if bid[0]):
                self.hands[seat].remove(card)
            for card, seat in sorted(bid for bid in bids if bid[0]):
                self.claim(card, seat, ask)
                bidders.remove(seat)
            for _ in [bid for bid in bids if not bid[0]]:
                self.extend(ask)
        for seat in range(len(self.hands)):
            self.lay_all(seat, ask)
        self.over = True

    def bids(self, seat: int) -> list[int]:
        """BP-6, BP-13, Q-X16: zero only where a card can be drawn for a row."""
        zero = [0] if self.open_rows() and (self.draw_pile or self.discards) else []
        return zero + self.hands[seat]

    def open_rows(self) -> list[int]:
        return [number for number, row in enumerate(self.rows) if row is not None and len(row) < 5]

    def claim(self, card: int, seat: int, ask: Ask) -> None:
        """BP-7."""
        number = ask(lambda: [number for number, row in enumerate(self.rows) if row is not None])
        self.hands[seat] += self.rows[number] or []
        self.rows[number] = None
        self.discards.append(card)
        if number in self.in_row:
            self.won[seat].append(self.in_row.pop(number))

    def extend(self, ask: Ask) -> None:
        """BP-8 to BP-10, BP-18, Q-BP8, Q-X16."""
        if not self.open_rows():
            return
        if not self.draw_pile:
            self.draw_pile, self.discards = sorted(self.discards), []
        if not self.draw_pile:
            return
        card, number = self.draw_pile.pop(0), ask(self.open_rows)
        row = self.rows[number]
        assert row is not None
        row.append(card)
        if len(row) == 5 and self.buffalo_pile:
            self.in_row[number] = self.buffalo_pile.pop(0)

    def lay_all(self, seat: int, ask: Ask) -> None:
        """BP-15, BP-19: card by card, then the word that this is all."""
        while self.hands[seat]:
            card, place = ask(lambda: self.lays(seat))
            self.hands[seat].remove(card)
            bullenparty.lay_card(self.piles[seat], card, place)
        ask(lambda: ["done"])

    def lays(self, seat: int) -> list[tuple[int, int | str]]:
        places = [*range(1, len(self.piles[seat]) + 1), "new"]
        return [(card, place) for card in self.hands[seat] for place in places if self.fits(seat, card, place)]

    def fits(self, seat: int, card: int, place: int | str) -> bool:
        try:
            bullenparty.lay_card(deepcopy(self.piles[seat]), card, place)
        except ValueError:
            return False
        return True


SCRIPTS: dict[str, Any] = {"surprise": SurpriseScript, "versus_ox": OxScript, "bullenparty": PartyScript}
