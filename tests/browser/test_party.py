"""Bullenparty through the page."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.gathering import Guest, gather, labels, shows, until
from tests.browser.partying import PartyPlayer
from tests.browser.visits import DESKTOP, PHONE, Size, Visits, screenshot, violations_in_both_themes

SUBSTITUTES = "Not the printed numbers"


def answer(player: PartyPlayer, view: Any) -> None:
    """Do what is asked, as the page offers it; the first bid of a round is a zero, so that rows become longer."""
    phase = view["phase"]
    if phase == "bid":
        expect(player.values.first).to_be_enabled()
        fresh = all(row and len(row["cards"]) == 2 for row in view["rows"])
        player.bid(player.zero if fresh else player.values.first if view["seat"] == 0 else player.values.last)
    elif phase == "claim":
        player.press(player.offers.first)
    elif phase == "extend":
        player.press(player.puts.first)
    else:
        player.lay_down()


def turn(guest: Guest, player: PartyPlayer) -> str | None:
    """Answer if asked, unless there is only one answer, which the server gives itself; gives the phase, or "over"."""
    known = guest.known()
    view = known["view"]
    if view["outcome"] is not None:
        return "over"
    if guest.seat not in view["to_act"] or len(known["legal"]) == 1:
        return None
    if view["last_round"]:
        expect(player.page.get_by_text("Last round: the draw pile ran out")).to_be_visible()
    before = view["decision"]
    shows(player.page, before)
    answer(player, view)
    until(lambda: guest.known()["view"]["decision"] > before or not guest.is_asked())
    return str(view["phase"])


def test_a_whole_match_on_phone_and_desktop(visit: Visits) -> None:
    guests = gather(visit, (PHONE, DESKTOP), bots=1, game="bullenparty")
    players = [PartyPlayer(guest.page) for guest in guests]
    for player in players:
        expect(player.rows).to_have_count(3)
        expect(player.page.get_by_text(SUBSTITUTES)).to_be_attached()  # beside the rules
    seen: set[str] = set()
    while "over" not in seen:
        for guest, player in zip(guests, players, strict=True):
            seen |= {turn(guest, player) or ""}
    assert {"bid", "claim", "extend", "lay", "over"} == seen - {""}, "every kind of decision came up"
    view = guests[0].known()["view"]
    tallies = next(event["tallies"] for event in view["last"] if event["type"] == "piles_counted")
    for player in players:
        expect(player.over).to_be_visible()
        count = player.page.get_by_role("region", name="How the piles count")
        expect(count.get_by_text(SUBSTITUTES)).to_be_visible()
        for tally, total in zip(tallies, view["outcome"]["totals"], strict=True):
            line = count.get_by_role("paragraph").filter(has_text=re.compile(rf"^{tally['best']} best pile"))
            expect(line.filter(has_text=re.compile(rf"= {total}$")).first).to_be_visible()
            assert tally["best"] + tally["buffalo"] - tally["others"] == total
        screenshot(player.page, "party-end", whole=True)


def test_a_whole_match_by_names_and_keys_alone(visit: Visits) -> None:
    """What is asked is read from the page, nothing is pointed at, and the server is not asked what it knows."""
    [guest] = gather(visit, (DESKTOP,), bots=1, game="bullenparty")
    player, page = PartyPlayer(guest.page), guest.page
    question = page.get_by_role("main").get_by_text(
        re.compile(r"^(Choose your bid|Take a row|You drew the \d+|Still to lay down|All laid down)")
    )
    rounds = 0
    while True:
        expect(question.or_(player.over).first).to_be_visible()
        if player.over.is_visible():
            break
        asked = question.inner_text()
        if asked.startswith("Choose"):
            held = player.values.count()
            player.values.last.press("Enter")
            expect(player.values).not_to_have_count(held)
        elif asked.startswith(("Take", "You drew")):
            offers, other = player.offers.or_(player.puts), question.filter(has_not_text=asked)
            expect(offers.or_(other).first).to_be_visible()
            for label in labels(offers)[-1:]:
                page.keyboard.press(re.findall(r"row (\d)", label)[0])
            expect(question.filter(has_text=asked)).to_have_count(0)
        elif asked.startswith("Still"):
            before = player.values.count()
            player.values.first.press("Enter")
            expect(player.places.first).to_be_visible()
            onto_first = rounds % 2 == 0 and player.places.filter(has_text="pile 1").count()  # not on a higher top
            page.keyboard.press("1" if onto_first else "n")
            expect(player.values).to_have_count(before - 1)
        else:
            player.done.press("Enter")
            rounds += 1
            expect(player.done).to_have_count(0)
    assert rounds >= 2
    expect(page.get_by_text("The highest score wins.")).to_be_visible()


def until_asked(guests: list[Guest], phase: str) -> PartyPlayer:
    """Play on until the first guest has this to choose; gives that player."""
    players = [PartyPlayer(guest.page) for guest in guests]
    while True:
        for guest, player in zip(guests, players, strict=True):
            known = guests[0].known()
            if known["view"]["phase"] == phase and guests[0].is_asked() and len(known["legal"]) > 1:
                shows(guests[0].page, known["view"]["decision"])
                return players[0]
            assert turn(guest, player) != "over"


def test_cards_are_taken_back_until_one_is_done(visit: Visits, size: Size) -> None:
    [guest] = gather(visit, (size,), bots=1, game="bullenparty")
    player = until_asked([guest], "lay")
    before = player.values.count()
    piles = player.piles.get_by_role("listitem", name=re.compile("^Pile"))
    lay_there = piles.count()
    expect(player.back).to_be_disabled()
    expect(player.done).to_be_disabled()
    player.lay()
    expect(player.piles.get_by_role("listitem", name=re.compile("^Pile .*best pile$"))).to_be_visible()
    player.press(player.back)
    expect(player.values).to_have_count(before)
    expect(piles).to_have_count(lay_there)
    assert guest.known()["view"]["laid"] == []
    assert player.lay_down() >= 1


def test_bids_are_turned_up_together_before_anybody_takes(visit: Visits) -> None:
    [guest] = gather(visit, (DESKTOP,), bots=2, game="bullenparty", motion="no-preference", speed=None)
    player = PartyPlayer(guest.page)
    expect(player.bids.get_by_role("listitem")).to_have_count(3)
    expect(player.bids.get_by_role("listitem", name=re.compile("has bid$"))).to_have_count(2)
    player.bid(player.values.first)
    shown = player.bids.get_by_role("listitem", name=re.compile(r"^(\d+|zero [A-E]) "))
    expect(shown).to_have_count(3)
    assert player.offers.count() == 0, "the rows are not offered before the bids were seen"
    expect(shown.first).to_have_accessible_name(re.compile(", next$"))
    expect(player.offers.or_(player.page.get_by_text("Waiting for")).or_(player.done).first).to_be_visible()


def test_a_bid_is_changed_until_all_have_bid(visit: Visits) -> None:
    guests = gather(visit, (PHONE, DESKTOP), bots=0, game="bullenparty")
    ada, bea = (PartyPlayer(guest.page) for guest in guests)
    zero = ada.bid(ada.zero)
    expect(ada.page.get_by_text(re.compile(f"Your bid: {zero}", re.IGNORECASE))).to_be_visible()
    expect(bea.bids.get_by_role("listitem", name="Ada: has bid", exact=True)).to_be_visible()
    card = ada.bid(ada.values.nth(2))
    expect(ada.page.get_by_text(f"Your bid: {card}.")).to_be_visible()
    bea.bid(bea.zero)
    revealed = bea.bids.get_by_role("listitem")
    expect(revealed.first).to_have_accessible_name(f"{card} Ada, next")
    expect(revealed.last).to_have_accessible_name(re.compile("^zero [A-E] You$"))


def test_axe_finds_nothing_wrong(visit: Visits, size: Size) -> None:
    guests = gather(visit, (size, DESKTOP), bots=0, game="bullenparty")
    page = guests[0].page
    for phase in ("bid", "extend", "claim", "lay"):
        player = until_asked(guests, phase)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if phase == "lay":
            expect(player.done).to_be_visible()
            player.press(player.values.first)
            expect(player.places.first).to_be_visible()
        elif phase in ("extend", "claim"):
            expect(player.puts.or_(player.offers).first).to_be_visible()
        assert [] == violations_in_both_themes(page), phase
        assert page.evaluate("document.documentElement.scrollWidth") <= size.width
        screenshot(page, f"party-{phase}")
