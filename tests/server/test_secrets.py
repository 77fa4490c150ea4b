"""Two servers whose deals differ only in what a viewer cannot see tell that viewer the same, byte for byte."""

import asyncio
import itertools
import json
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from hashlib import shake_256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import nimmt
from nimmt import Action, Event, SeededDealer, State, to_json
from nimmt.dealer import Dealer, permutation
from nimmt.server import clocks
from nimmt.server.conductor import publicly_forced
from nimmt.server.tables import Chance
from tests.properties.worlds import Dealers, Pair, pair, pair_of_orders
from tests.server.client import Api, Device, Json, Server, device, opened, people, serving, settings
from tests.server.times import GivenClock

SEED = bytes(range(32))
UNNUMBERED = '{"type":"presence_changed"'  # when that comes is a matter of connections, not of cards
KEYS = [key for key in nimmt.keys() if key in ("base", "even_odd", "climb", "caper", "reversed_digits")]


def entropy() -> Callable[[int], bytes]:
    """The same codes, tokens and secrets on both servers."""
    count = itertools.count()
    return lambda size: shake_256(f"{next(count)}".encode()).digest(size)


def deal(swap: tuple[int, int] | None) -> nimmt.ExplicitDealer:
    """A deal of three hands of ten, four rows and the rest; two places of it may be swapped."""
    order = list(permutation(SEED, "deal:1", 104))
    if swap:
        order[swap[0]], order[swap[1]] = order[swap[1]], order[swap[0]]
    return nimmt.ExplicitDealer({"deal:1": tuple(order)})


def normalised(frame: str) -> str:
    """Without times; ids are the same already."""
    return re.sub(r'"(at|now|deadline|touched|history)":[0-9.]+', r'"\1":0', frame)


async def turn(players: list[Device], kept: set[int], game: str = "") -> None:
    """Everybody plays the lowest card that is the same in both worlds, or takes the first row."""
    while True:
        before = players[0].decision
        for player in players:
            await player.beyond(before - 1)
            sealing = bool(player.view and player.view["phase"] == "card")
            if player.decision == before and (sealing or player.seat in player.to_act):
                choices = [action for action in player.legal if action.get("card") not in kept]
                await player.act(choices[0], id=f"{game}{player.seat}-{before}")
        for player in players:
            await player.beyond(before)
        view: Json = players[0].view or {}
        if view["phase"] == "card":
            return


async def story(folder: Path, key: str, swap: tuple[int, int] | None, kept: set[int]) -> dict[str, list[str]]:
    """What seat 0, a spectator, and the HTTP API are told in eight turns."""
    folder.mkdir()
    chance = Chance(entropy=entropy(), deal=deal(swap))
    async with serving(settings(folder), chance) as server:
        code, tokens = await opened(server, people(3), game=key)
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code, tokens[2]) as cy,
            device(server, code) as watcher,
        ):
            shown = []
            for _ in range(8):
                await bea.act(
                    bea.legal[-1], id=f"change-{bea.decision}"
                )  # a change of mind that nobody else may notice
                await ada.ask("ask", action=ada.legal[0], id=f"ask-{ada.decision}")
                await turn([ada, bea, cy], kept)
                shown += [await looked(server, code, token) for token in (tokens[0], None)]
            await ada.act({"type": "play_card", "card": 104}, id="not mine")
            await watcher.reach(ada.number - 8)
            await watcher.ask("ping", id="last")
        async with device(server, code, tokens[0], after=ada.told[0]["number"]) as again:
            await again.reach(ada.number)
            resumed = [frame for frame, told in zip(again.raw, again.told, strict=True) if told["type"] == "update"]
        quiet = [device.raw for device in (ada, watcher)]
        frames = [[normalised(frame) for frame in raw if not frame.startswith(UNNUMBERED)] for raw in quiet]
        return {"seat": frames[0], "spectator": frames[1], "http": shown, "resumed": [*map(normalised, resumed)]}


async def looked(server: Server, code: str, token: str | None) -> str:
    answer = await Api(server.address, token)("GET", f"/api/tables/{code}/view")
    assert answer.status_code == 200
    return normalised(answer.text)


@pytest.mark.parametrize("key", KEYS)
async def test_streams_do_not_tell_what_cannot_be_seen(key: str, tmp_path: Path) -> None:
    order = permutation(SEED, "deal:1", 104)
    hands = [sorted(order[10 * seat : 10 * seat + 10]) for seat in range(3)]
    late = hands[1][-1]  # seat 1 keeps it, and keeps what it gets instead
    swap = order.index(late), 60  # with a card that is set aside
    kept = {late + 1, order[60] + 1}
    one = await story(tmp_path / "one", key, None, kept)
    two = await story(tmp_path / "two", key, swap, kept)
    assert one == two
    assert len(one["seat"]) > 30


async def test_the_test_can_see_a_difference(tmp_path: Path) -> None:
    """The owner of the swapped card is told another story, and so is everybody once the card is played."""

    async def hand(folder: Path, swap: tuple[int, int] | None) -> Any:
        folder.mkdir()
        async with serving(settings(folder), Chance(entropy=entropy(), deal=deal(swap))) as server:
            code, tokens = await opened(server, people(3))
            async with device(server, code, tokens[1]) as bea:
                return bea.told[0]["view"]["hand"]

    assert await hand(tmp_path / "one", None) != await hand(tmp_path / "two", (10, 60))


# --- A change of mind, which nobody but its owner may notice ------------------------------------------


PUBLIC = ["/api/tables", "/api/tables/{code}", "/api/tables/{code}/view", "/api/tables/{code}/record", "/health", "/"]
PUBLIC += ["/api/tables/{code}/replay?step=1", "/api/tables/{code}/replay/index", "/api/tables/{code}/verification"]


async def everything(server: Server, code: str, token: str, start: float) -> list[str]:
    """Whatever others can ask for, headers and all; the numbers for operators as well."""
    answers = [await Api(server.address)("GET", path.replace("{code}", code)) for path in PUBLIC]
    answers += [await Api(server.address, token)("GET", path.replace("{code}", code)) for path in PUBLIC]
    answers.append(await Api(server.address)("POST", "/api/mine", {"held": [{"table": code, "token": token}]}))
    answers.append(await Api(server.address)("GET", "/metrics"))
    return [f"{answer.status_code} {_lasting(answer.headers)} {_comparable(answer.text, start)}" for answer in answers]


def _lasting(headers: Any) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in headers.items() if name not in ("date", "content-length"))


def _comparable(text: str, start: float) -> str:
    """With times since the start; without what depends on how long the store took and when the server's pulse came."""
    text = re.sub(r'"touched":([0-9.]+)', lambda found: f'"touched":{float(found[1]) - start:.3f}', text)
    text = re.sub(r'"worker":"[0-9a-f]+"', "", text)
    timed = r"nimmt_\w+_created|nimmt_action_seconds_(sum|bucket)|nimmt_tables_in_memory"
    return re.sub(f"^({timed}).*$", "", text, flags=re.M)


async def with_second_thoughts(
    folder: Path, monkeypatch: pytest.MonkeyPatch, key: str, again: bool
) -> tuple[list[list[str]], list[str]]:
    """What others are told of two turns in which one seat may seal again and again, each action at its own time."""
    folder.mkdir()
    async with serving(settings(folder), Chance(entropy=entropy(), deal=deal(None))) as server:
        code, tokens = await opened(server, people(3), game=key, public=True)
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code, tokens[2]) as cy,
            device(server, code) as watcher,
        ):
            shown: list[str] = []
            start = clocks.now() + 100
            at = [start]
            monkeypatch.setattr("nimmt.server.clocks.clock", GivenClock(lambda: at[0]))
            for number in range(2):
                at[0] = start + 100 * number
                await bea.act(bea.legal[0], id=f"first-{number}")
                for thought in range(4 if again else 0):
                    at[0] += 10
                    await bea.act(bea.legal[1 + thought % 2], id=f"thought-{number}-{thought}")
                if again:
                    await bea.act(bea.legal[0], id=f"back-{number}")
                shown += await everything(server, code, tokens[0], start)
                at[0] = start + 100 * number + 50
                await turn([ada, bea, cy], set())
                shown += await everything(server, code, tokens[2], start)
            for each in (ada, cy, watcher):
                await each.ask("ping", id="last")
            monkeypatch.undo()
        told = [[frame for frame in each.raw if not frame.startswith(UNNUMBERED)] for each in (ada, cy, watcher)]
        return told, shown


@pytest.mark.parametrize("key", ["base", "caper"])
async def test_nobody_notices_a_change_of_mind(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once, shown_once = await with_second_thoughts(tmp_path / "once", monkeypatch, key, again=False)
    often, shown_often = await with_second_thoughts(tmp_path / "often", monkeypatch, key, again=True)
    assert [list(map(normalised, told)) for told in often] == [list(map(normalised, told)) for told in once]
    assert shown_often == shown_once
    assert any('"touched":' in each for each in shown_once)
    assert any("nimmt_actions_total" in each for each in shown_once)


# --- The games with drafts, specials, votes and bids: two worlds, and a script for both -----------------


class Writing:
    """A dealer who writes down what was asked for."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.dealt: dict[str, tuple[int, ...]] = {}

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        self.dealt[label] = self.dealer.permutation(label, size)
        return self.dealt[label]


class Move(NamedTuple):
    """What a seat does in each world, and the state that the server then comes to by itself."""

    seat: int
    decisions: tuple[int, int]
    actions: tuple[Action, Action]
    after: tuple[State, State]


class Script(Pair):
    """The moves of two worlds, found with the engine alone."""

    def __init__(self, game: nimmt.Game, dealers: Dealers, observer: int, rng: Random) -> None:
        self.dealt = Writing(dealers.one), Writing(dealers.other)
        super().__init__(game, dealers._replace(one=self.dealt[0], other=self.dealt[1]), (observer,), rng)
        self.moves: list[Move] = []
        self.different = 0  # moves of others that differ, as sealed cards may
        self.telling = 0  # moves made while something in the worlds was different

    def write(self) -> "Script":
        while self.telling < MOVES and len(self.moves) < MOST_MOVES and not self.one.outcome and self.step():
            if self.secret_is_out() or self.one.outcome:
                self.moves.pop()
                break
            self.telling += not self.alike()
        return self

    def carry_out(self, seat: int, here: Action, there: Action) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        decisions = self.one.decision, self.other.decision
        self.different += here != there
        told = super().carry_out(seat, here, there)
        if self.one.decision != decisions[0]:
            self.one, self.other = with_forced_answers(self.one), with_forced_answers(self.other)
        self.moves.append(Move(seat, decisions, (here, there), (self.one, self.other)))
        return told

    def deal(self, world: int) -> nimmt.ExplicitDealer:
        return nimmt.ExplicitDealer(self.dealt[world].dealt)


def with_forced_answers(state: State) -> State:
    """What the server makes of a decision that leaves somebody no choice, as everybody knows."""
    while not state.outcome and (seats := publicly_forced(state)):
        for seat in seats:
            state, _ = state.step(seat, state.legal(seat)[0])
    return state


MOVES, MOST_MOVES = 30, 80
SEEDS = 12


class Case(NamedTuple):
    """A game, how many play, who observes, the round that is dealt differently, or another order that is."""

    key: str
    players: int = 3
    observer: int = 0
    round: int = 1
    order: str = ""

    def dealers(self, game: nimmt.Game, seed: int, rng: Random) -> Dealers | None:
        if self.key == "pro":  # all hands are known; what others have sealed is not
            return Dealers(SeededDealer.of(seed), SeededDealer.of(seed), 1, frozenset())
        if self.order:
            return pair_of_orders(game, seed, self.order, (self.observer,))
        return pair(game, seed, (self.observer,), rng, 1, self.round)

    def script(self) -> Script:
        """The most telling of a few."""
        game = nimmt.game(self.key, players=self.players)
        found = [(dealers, rng) for seed in range(SEEDS) if (dealers := self.dealers(game, seed, rng := Random(seed)))]
        scripts = [Script(game, dealers, self.observer, rng).write() for dealers, rng in found]
        return max(scripts, key=lambda script: script.telling + script.different)


CASES = [
    Case("pro"), Case("pro", players=5, observer=3),
    Case("base", players=2, observer=1, round=2), Case("base", players=7, observer=6),
    Case("reversed_digits", players=4, observer=2, round=2),
    Case("surprise"), Case("surprise", order="specials:1"), Case("surprise", players=5, observer=4),
    Case("surprise", players=2, observer=1, round=2),
    Case("versus_ox"), Case("versus_ox", players=2, observer=1), Case("versus_ox", players=5, observer=3),
    Case("bullenparty"), Case("bullenparty", players=5, observer=4), Case("bullenparty", players=2, order="zeros:1"),
]  # fmt: skip


async def performed(folder: Path, case: Case, script: Script, world: int) -> dict[str, list[str]]:
    """What the observer, a spectator and the HTTP API are told of one world."""
    folder.mkdir()
    chance = Chance(entropy=entropy(), deal=script.deal(world))
    async with serving(settings(folder), chance) as server, AsyncExitStack() as stack:
        code, tokens = await opened(server, people(case.players), game=case.key)
        seats = [await stack.enter_async_context(device(server, code, token)) for token in (*tokens, None)]
        observer, watcher = seats[case.observer], seats[-1]
        shown = []
        for number, move in enumerate(script.moves):
            action = json.loads(to_json(move.actions[world]))
            if move.seat == case.observer:
                await observer.ask("ask", action=action, id=f"ask-{number}")
            answer = await seats[move.seat].act(action, decision=move.decisions[world], id=f"act-{number}")
            assert answer["type"] == "acknowledged", answer
            await reached(server, code, move.after[world])
            if number % 10 == 0:
                shown += [await looked(server, code, token) for token in (tokens[case.observer], None)]
        await observer.act({"type": "play_card", "card": 104}, id="not mine")
        for each in (observer, watcher):
            await each.ask("ping", id="last")
        again = await stack.enter_async_context(
            device(server, code, tokens[case.observer], after=observer.told[0]["number"])
        )
        await again.reach(observer.number)
        told = [device.raw for device in (observer, watcher, again)]
        frames = [[normalised(frame) for frame in raw if not frame.startswith(UNNUMBERED)] for raw in told]
        return {"seat": frames[0], "spectator": frames[1], "resumed": frames[2], "http": shown}


async def reached(server: Server, code: str, wanted: State) -> None:
    """Wait until the server has answered what is publicly forced."""
    fold = server.worker.tables.cache[code].fold
    while fold.state is None or (fold.state.decision, fold.state.to_act) != (wanted.decision, wanted.to_act):
        await asyncio.sleep(0.002)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)).rstrip("-"))
async def test_two_worlds_are_told_alike(case: Case, tmp_path: Path) -> None:
    script = case.script()
    one = await performed(tmp_path / "one", case, script, 0)
    two = await performed(tmp_path / "two", case, script, 1)
    assert one == two
    assert script.telling > 8 or script.different > 2
    assert min(len(one["seat"]), len(script.moves)) > 15
    assert script.one.view(None).round >= case.round


async def test_no_stream_holds_another_seats_hand(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        for key in nimmt.keys():
            count = max(2, nimmt.spec(key).players[0])
            code, tokens = await opened(server, people(count), game=key)
            async with device(server, code, tokens[0]) as ada, device(server, code) as watcher:
                fold = server.worker.tables.cache[code].fold
                other = set(getattr(fold.state._position, "hands", ((), ()))[1]) if fold.state else set()
                for told in (ada.told[0], watcher.told[0]):
                    text = json.dumps(told["view"].get("hand", []))
                    assert not set(json.loads(text)) & other
                assert "secret" not in json.dumps(ada.told[0]["table"]).replace('"secret": null', "")


async def test_logs_hold_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from nimmt.server.logs import JsonLines

    caplog.set_level("DEBUG", logger="nimmt.server")
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Zenobia"}})
        code = ticket["table"]["code"]
        joined = await Api(server.address).ok("POST", f"/api/tables/{code}/seats", {"name": "Bea", "nonce": "mynonce"})
        await Api(server.address, ticket["token"]).ok("POST", f"/api/tables/{code}/start")
        async with device(server, code, joined["token"]) as bea:
            await bea.ask("say", text="a private word")
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith("nimmt")]
    assert {json.loads(line)["event"] for line in lines} >= {"worker_started", "table_opened", "game_started"}
    everything = "\n".join(lines)
    for secret in (code, ticket["token"], joined["token"], ticket["claim"], "Zenobia", "mynonce", "private word"):
        assert secret not in everything
