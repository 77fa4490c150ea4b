"""Deals that more than one table or game has to do with, in two worlds that differ in what an observer cannot see.

The observer asks everything that the protocol offers, at every table there is, and may not tell the worlds apart:
at duplicate tables, one of which is played out first; with the deal of the day; in a second game; about moments.
"""

import asyncio
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from nimmt import Action, Event, View
from nimmt.bots import Bot
from nimmt.codec import AnyView
from nimmt.dealer import permutation
from nimmt.review.moments import moment_of
from nimmt.server.tables import Chance
from tests.server.client import Api, Device, Server, device, opened, people, play_on, serving, settings
from tests.server.test_secrets import SEED, UNNUMBERED, deal, entropy, normalised, turn

ORDER = permutation(SEED, "deal:1", 104)
ROUND = {"max_rounds": 1}
TURNS = 7


def swapped(seats: int) -> tuple[tuple[int, int], set[int]]:
    """Two places of the deal, the last card of seat 1's hand and one that is set aside; and their cards."""
    late = ORDER.index(max(ORDER[10:20]))
    aside = 10 * seats + 10
    return (late, aside), {ORDER[late] + 1, ORDER[aside] + 1}


ASKED = (
    "", "/view", "/record", "/record?game=1", "/verification", "/replay?step=1", "/replay?step=1&hands=true",
    "/replay/index", "/review?seat=1", "/comparison", "/standing", "/twins",
)  # fmt: skip
TRIED: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/twins", {"host": {"name": "Mallory"}, "id": "an-id-of-the-observer-001"}),
    ("POST", "/seats", {"name": "Mallory", "id": "an-id-of-the-observer-002"}),
    ("POST", "/claims", {"claim": "22222222"}),
    ("POST", "/coach", {"decision": 1}),
    ("POST", "/bots", {}),
    ("POST", "/start", None),
    ("POST", "/rematch", None),
    ("DELETE", "/seats/0", None),
)


async def asked_for(server: Server, codes: list[str], token: str, tried: bool = True) -> list[str]:
    """Whatever somebody with this token, or none, can ask for and try at these tables."""
    found = []
    for code in codes:
        for each in (None, token):
            api, path = Api(server.address, each), f"/api/tables/{code}"
            answers = [await api("GET", path + rest) for rest in ASKED]
            answers += [await api(method, path + rest, body) for method, rest, body in TRIED if tried]
            found += [f"{answer.request.url.path} {answer.status_code} {shown(answer.text)}" for answer in answers]
    answers = [await Api(server.address)("GET", path) for path in ("/api/tables", "/api/daily")]
    held = {"held": [{"table": code, "token": token} for code in codes]}
    answers.append(await Api(server.address)("POST", "/api/mine", held))
    return [*found, *[shown(answer.text) for answer in answers]]


def shown(text: str) -> str:
    return re.sub(r'"ends":[0-9.]+', "", normalised(text))


async def moment(server: Server, seat: Device) -> list[str]:
    """What the link to the observer's own present moment shows, and that it is judged for nobody."""
    code = moment_of(msgspec.convert(seat.view, AnyView))
    assert code
    answers = [await Api(server.address)("GET", f"/api/positions/{code}{rest}") for rest in ("", "/verdict")]
    assert [answer.status_code for answer in answers] == [200, 403]
    return [code, *[answer.text for answer in answers]]


def frames(seat: Device) -> list[str]:
    return [normalised(frame) for frame in seat.raw if not frame.startswith(UNNUMBERED)]


# Duplicates


async def duplicates(folder: Path, swap: tuple[int, int] | None, kept: set[int]) -> tuple[list[str], list[str]]:
    """What Ada is told at her table, and can ask for, while the other one is played out before hers."""
    folder.mkdir()
    async with (
        serving(settings(folder), Chance(entropy=entropy(), deal=deal(swap))) as server,
        AsyncExitStack() as stack,
    ):
        wish = {"seats": people(3), "options": ROUND, "duplicate": True, "pace": "none", "host": {"name": "Ada"}}
        ticket = await Api(server.address).ok("POST", "/api/tables", wish)
        code, tokens = ticket["table"]["code"], [ticket["token"]]
        twin = await Api(server.address).ok("POST", f"/api/tables/{code}/twins", {"host": {"name": "Bea"}})
        other, others = twin["table"]["code"], [twin["token"]]
        for turn_of in range(2):
            for table, held in ((code, tokens), (other, others)):
                person = {"name": f"Guest {turn_of} of {table}"}
                held.append((await Api(server.address).ok("POST", f"/api/tables/{table}/seats", person))["token"])
        seen = await asked_for(server, [code, other], tokens[0], tried=False)
        await Api(server.address, tokens[0]).ok("POST", f"/api/tables/{code}/start")
        here = [await stack.enter_async_context(device(server, code, token)) for token in tokens]
        there = [await stack.enter_async_context(device(server, other, token)) for token in others]
        ada = here[0]
        for number in range(TURNS):
            await turn(there, kept)
            seen += await asked_for(server, [code, other], tokens[0]) if number == 1 else []
            await turn(here, kept)
        seen += await moment(server, ada)
        for each in there:  # to the end, where the card that makes the difference is played
            each._ids = 1_000  # its ids are used up
        await asyncio.gather(*[play_on(each, Random(1)) for each in there])
        seen += await asked_for(server, [code, other], tokens[0])
        await ada.ask("ping", id="last")
        return frames(ada), seen


async def test_duplicate_tables(tmp_path: Path) -> None:
    swap, kept = swapped(3)
    told, seen = await duplicates(tmp_path / "one", None, kept)
    assert (told, seen) == await duplicates(tmp_path / "two", swap, kept)
    assert len(told) > 3 * TURNS
    assert any("others_play" in each or "not_over" in each for each in seen)


# The deal of the day


class Lowest(Bot):
    """Plays its lowest card that is the same in both worlds."""

    def __init__(self, kept: set[int]) -> None:
        self.kept = kept

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        return next((action for action in legal if getattr(action, "card", None) not in self.kept), legal[0])


async def day(folder: Path, swap: tuple[int, int] | None, kept: set[int]) -> tuple[list[str], list[str]]:
    folder.mkdir()
    chance = Chance(entropy=entropy(), deal=deal(swap))
    async with serving(settings(folder), chance, find=lambda name: Lowest(kept)) as server, AsyncExitStack() as stack:
        codes, tokens, seats = [], [], []
        for number in range(2):  # somebody else plays it too, and is further on
            wish = {"device": f"the-device-of-somebody-{number}", "name": f"Guest {number}"}
            ticket = await Api(server.address).ok("POST", "/api/daily", wish)
            codes.append(ticket["table"]["code"])
            tokens.append(ticket["token"])
            seats.append(await stack.enter_async_context(device(server, codes[-1], tokens[-1])))
        seen = await asked_for(server, codes, tokens[0])
        for seat, turns in zip(reversed(seats), (TURNS + 1, TURNS), strict=True):
            for _ in range(turns):
                await person(seat)
        seen += await asked_for(server, codes, tokens[0])
        seen += await moment(server, seats[0])
        told = [frame for frame in frames(seats[0]) if not sealed_by_bot(frame)]
        return [re.sub(r'"number":\d+', "", frame) for frame in told[1:]], seen


async def person(seat: Device) -> None:
    """Play one turn, once the bots have answered: who of them is quicker depends on the processor."""
    before = (seat.view or {})["turn"]
    while seat.view and seat.view["outcome"] is None and seat.view["turn"] == before:
        await seat.when(lambda: seat.to_act == [0])
        decision = seat.decision
        await seat.act(seat.legal[0])
        await seat.beyond(decision)


def sealed_by_bot(frame: str) -> bool:
    return '"by":"bot"' in frame and "cards_revealed" not in frame and "card_sealed" in frame


async def test_the_deal_of_the_day(tmp_path: Path) -> None:
    swap, kept = swapped(4)
    told, seen = await day(tmp_path / "one", None, kept)
    assert (told, seen) == await day(tmp_path / "two", swap, kept)
    assert len(told) > TURNS
    assert any("spectators_off" in each for each in seen)


# An evening: the second game of a table is dealt otherwise


def over(seat: Device) -> bool:
    return bool(seat.table["state"] == "over" and seat.view and seat.view["outcome"])


def dealt_again(seat: Device) -> bool:
    return bool(seat.table["game"] == 2 and seat.view and not seat.view["outcome"])


async def evening(folder: Path, swap: tuple[int, int] | None, kept: set[int]) -> tuple[list[list[str]], list[str]]:
    folder.mkdir()
    async with (
        serving(settings(folder), Chance(entropy=entropy(), deal=deal(None))) as server,
        AsyncExitStack() as stack,
    ):
        code, tokens = await opened(server, people(3), options=ROUND)
        seats = [await stack.enter_async_context(device(server, code, token)) for token in (*tokens, None)]
        ada, watcher = seats[0], seats[-1]
        for _ in range(9):
            await turn(seats[:3], set())
        await asyncio.gather(*[each.when(partial(over, each)) for each in seats])
        server.worker.tables.chance = Chance(entropy=server.worker.tables.chance.entropy, deal=deal(swap))
        seen = []
        for token in tokens:
            await Api(server.address, token).ok("POST", f"/api/tables/{code}/ready", {"game": 1})
        await asyncio.gather(*[each.when(partial(dealt_again, each)) for each in seats])
        for number in range(TURNS):
            await turn(seats[:3], kept, "second-")
            seen += await asked_for(server, [code], tokens[0], tried=False) if number in (0, TURNS - 1) else []
        seen += await moment(server, ada)
        for each in (ada, watcher):
            await each.ask("ping", id="last")
        return [frames(ada), frames(watcher)], seen


async def test_the_second_game_of_an_evening(tmp_path: Path) -> None:
    swap, kept = swapped(3)
    told, seen = await evening(tmp_path / "one", None, kept)
    assert (told, seen) == await evening(tmp_path / "two", swap, kept)
    assert min(map(len, told)) > 3 * TURNS
    assert any("/record 200" in each for each in seen)


async def test_these_tests_can_see_a_difference(tmp_path: Path) -> None:
    """Of a card that is not kept back, everybody hears."""
    swap, _ = swapped(3)
    assert await duplicates(tmp_path / "one", None, set()) != await duplicates(tmp_path / "two", swap, set())
