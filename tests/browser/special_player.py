"""A person at a table with specials, who finds everything by its role and its name, in English."""

import re
from collections.abc import Collection, Sequence
from typing import ClassVar

from playwright.sync_api import Locator, Page, expect

from tests.browser.gathering import Guest, shows, until
from tests.browser.playing import Player
from tests.browser.visits import screenshot, violations_in_both_themes

NAMES = {
    "seven": "7 takes", "stop": "Stop", "insert": "Insert", "replace": "Replace", "slide": "Slide",
    "fifth_row": "5th row", "negative_positive": "Negative = Positive",
    "first": "First card", "last": "Last card", "sort": "Sort", "remove_stop": "Remove a Stop",
}  # fmt: skip
CONFIRM = re.compile("^(Use|Propose|Exchange|Turn the|Cancel|Remove a) (?!nothing)")
MOST = 400  # times around the table
NOT_NOW = "cannot be used now"


class SpecialPlayer(Player):
    """Uses specials step by step, proposes, votes, exchanges."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.main = page.get_by_role("main")
        self.specials = self.main.get_by_role("list", name=re.compile("^(Your specials|Specials for the team)$"))
        self.nothing = self.main.get_by_role("button", name=re.compile("^(Use nothing|Not for this card)$"))
        self.nothing_this_turn = self.button("Not again this turn")
        self.keep = self.button("Keep all")
        self.agree, self.refuse = self.button("Agree"), self.button("Refuse")
        self.confirm = self.main.get_by_role("button", name=CONFIRM).and_(page.locator(":not([aria-pressed])"))
        self.table_cards = page.get_by_role("list", name="Rows").get_by_role("button")
        self.waiting = page.get_by_role("list", name="Cards on their way").get_by_role("button")
        self.taken = page.get_by_role("list", name="The row that you took").get_by_role("button")
        self.ways = page.get_by_role("group", name="Cards that are cancelled").get_by_role("radio")
        self.order = page.get_by_role("list", name="Order of the cards").get_by_role("button")

    def button(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name, exact=True)

    def special(self, kind: str) -> Locator:
        return self.specials.get_by_role("button", name=re.compile(f"^{re.escape(NAMES[kind])}"))

    def usable(self, wanted: Collection[str]) -> str | None:
        """One of these specials that can be used now."""
        expect(self.nothing).to_be_visible()
        for kind in wanted:
            card = self.special(kind)
            if card.count() and NOT_NOW not in card.inner_text():
                return kind
        return None

    def choose(self, kind: str) -> None:
        """Pick a special, touch what it lights up, until all is clear and the result is told."""
        self.press(self.special(kind))
        targets = self.table_cards.or_(self.waiting).and_(self.page.locator(":not([aria-pressed=true])"))
        expect(targets.or_(self.confirm).or_(self.cards).first).to_be_visible()
        while not self.confirm.count():
            self.press((targets if targets.count() else self.cards).first)
        expect(self.confirm).to_be_visible()

    def use(self, kind: str) -> None:
        """Use a special, or propose it."""
        self.choose(kind)
        self.press(self.confirm)
        expect(self.confirm).to_have_count(0)


class SpecialSeat:
    """A guest and how it plays: the leftmost card, the first row, and every wanted special once."""

    SECRET: ClassVar[frozenset[str]] = frozenset()  # phases in which nobody else knows that there is one answer only

    def __init__(self, guest: Guest, wanted: set[str]) -> None:
        self.guest, self.wanted = guest, wanted
        self.player = SpecialPlayer(guest.page)
        self.inspected: set[str] = set()

    def turn(self) -> str:
        """Answer if asked; gives the phase, or "over"."""
        known = self.guest.known()
        view = known["view"]
        if view["outcome"] is not None:
            return "over"
        if self.guest.seat not in view["to_act"] or (len(known["legal"]) == 1 and view["phase"] not in self.SECRET):
            return ""  # what everybody knows to be the only answer, the server gives itself
        before = view["decision"]
        shows(self.guest.page, before)
        getattr(self, f"answer_{view['phase']}")()
        until(lambda: self.guest.known()["view"]["decision"] > before or not self.guest.is_asked())
        return str(view["phase"])

    def inspect(self, state: str) -> None:
        """When this seat comes to a state for the first time, let axe look at it in both themes, and keep a picture."""
        if state not in self.inspected:
            self.inspected.add(state)
            assert [] == violations_in_both_themes(self.player.page), state
            screenshot(self.player.page, state)

    def answer_card(self) -> None:
        expect(self.player.cards.first).to_be_visible()
        self.player.play()

    def answer_row(self) -> None:
        self.player.press(self.player.offers.first)

    def answer_cancel(self) -> None:
        """The first way is chosen already."""
        expect(self.player.ways.first).to_be_checked()
        self.inspect("surprise-cancel")
        self.player.press(self.player.confirm)

    def answer_window(self) -> None:
        kind = self.player.usable(sorted(self.wanted))
        if kind is None:
            self.player.press(self.player.nothing)
        else:
            self.player.use(kind)
            self.wanted.discard(kind)


def play_out(seats: Sequence[SpecialSeat]) -> set[str]:
    """Play until the game is over; gives the kinds of decisions that came up."""
    seen: set[str] = set()
    for _ in range(MOST):
        seen |= {seat.turn() for seat in seats}
        if "over" in seen:
            return seen - {""}
    raise AssertionError("the game does not come to an end")
