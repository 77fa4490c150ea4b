"""Time in a server: whatever becomes of the system's clock and of processes, nobody loses time that they had."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from nimmt.server import clocks
from nimmt.server import entries as log
from nimmt.server.clocks import Clock
from nimmt.server.store import Outage
from tests.server.client import Api, Server, device, opened, people, play_on, serving, settings
from tests.server.faults import Process
from tests.server.times import Machine

HOUR = 3600.0


class Hands:
    """The two clocks of a machine, moved by hand."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.ticks = 5.0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.ticks)

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.ticks += seconds


def test_a_clock_ticks_by_itself() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.run(10)
    assert clock.now() == 1_000_010
    hands.wall -= HOUR
    clock.go_on(clock.arrived())
    assert clock.now() == 1_000_010, "it never goes back"
    hands.run(5)
    assert clock.now() == 1_000_015, "nor does it stand still"
    hands.wall += 2 * HOUR
    assert clock.now() == 1_000_015, "it goes forward only when somebody says so"
    clock.go_on(clock.arrived())
    assert clock.now() == hands.wall


def test_a_clock_stops_when_nobody_keeps_it_going() -> None:
    hands = Hands()
    clock = hands.clock()
    clock.go_on(clock.arrived(), 2)
    hands.run(40)
    assert clock.now() == 1_000_002
    assert clock.arrived() == 1_000_040
    clock.go_on(clock.arrived(), 2)
    assert clock.now() == 1_000_040
    clock.go_on(clock.now())
    hands.run(40)
    assert clock.now() == 1_000_080


def test_a_clock_that_went_on_late_loses_no_time_meanwhile() -> None:
    """While an outage was being noted, time did not go on."""
    hands = Hands()
    clock = hands.clock()
    clock.go_on(clock.arrived(), 2)
    hands.run(40)
    at = clock.arrived()
    hands.run(3)
    clock.go_on(at, 2)
    assert clock.now() == at


def test_a_deadline_gives_back_every_outage_before_it() -> None:
    """The second one begins only in the time that the first one gave back."""
    first, second, late = Outage(105.0, 108.0), Outage(112.0, 120.0), Outage(122.0, 130.0)
    assert 110.0 == clocks.deadline(100.0, 10.0, [])
    assert 113.0 == clocks.deadline(100.0, 10.0, [first])
    assert 121.0 == clocks.deadline(100.0, 10.0, [first, second])
    assert 121.0 == clocks.deadline(100.0, 10.0, [first, second, late])


def test_workers_agree_on_the_latest_time() -> None:
    hands = Hands()
    clock = hands.clock()
    clock.hear(hands.wall + HOUR)
    clock.go_on(clock.arrived())
    assert clock.now() == 1_000_000 + HOUR
    hands.run(1)
    clock.hear(hands.wall)
    clock.go_on(clock.arrived())
    assert clock.now() == 1_000_001 + HOUR


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(clocks, "clock", made.clock())
    return made


async def authors(server: Server, code: str) -> set[str]:
    entries = map(log.read_entry, await server.worker.store.load(code))
    return {entry.by for entry in entries if isinstance(entry, log.Acted)}


@pytest.mark.parametrize("jump", ["stepped", "slept"])
async def test_a_clock_put_forward_takes_nobodys_time(
    machine: Machine, tmp_path: Path, jump: str, database: str
) -> None:
    """The hour was an outage, and whoever is there hears of it; also when they come back."""
    async with serving(settings(tmp_path, database=database)) as server:
        code, tokens = await opened(server, people(2), clock=600, grace=None)
        async with device(server, code, tokens[0]) as ada:
            before = ada.told[0]
            setattr(machine, jump, HOUR)
            told = await ada.until("clock_changed")
            assert told["now"] - before["now"] > HOUR - 10
            left = told["deadline"] - told["now"]
            assert 590 - 10 < left <= 600.5
            assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
        async with device(server, code, tokens[1]) as bea:
            assert bea.told[0]["deadline"] - bea.told[0]["now"] == pytest.approx(left, abs=10)
        assert await authors(server, code) == {"player"}


async def test_a_clock_put_back_stops_no_clock(machine: Machine, tmp_path: Path, database: str) -> None:
    async with serving(settings(tmp_path, database=database)) as server:
        code, tokens = await opened(server, people(2), clock=2, grace=None)
        async with device(server, code, tokens[0]) as ada:
            machine.stepped = -HOUR
            await ada.beyond(1)  # long before the hour is over
        assert await authors(server, code) == {"clock"}


async def test_a_clock_put_back_while_no_server_runs(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, database: str
) -> None:
    """The log's times are the anchor: a start goes on from the last of them."""
    chosen = settings(tmp_path, database=database)
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2), clock=2, grace=None)
        last = server.worker.beaten
    machine.stepped = -HOUR
    monkeypatch.setattr(clocks, "clock", machine.clock())  # of a new process
    async with serving(chosen) as server, device(server, code, tokens[0]) as ada:
        assert ada.told[0]["now"] >= last
        await ada.beyond(1)
    assert [record.message for record in caplog.records if record.message == "clock_behind"]


async def test_a_worker_whose_machine_is_behind_follows_the_others(
    machine: Machine, tmp_path: Path, postgres_address: str
) -> None:
    async with serving(settings(tmp_path, database=postgres_address)) as server:
        code, tokens = await opened(server, people(2), clock=600, grace=None)
        async with device(server, code, tokens[0]) as ada:
            here = clocks.now()
            await server.worker.store.add_outage(Outage(here, here + HOUR))
            await server.worker.store.beat("a worker elsewhere", here + HOUR)
            told = await ada.until(lambda told: told["type"] == "clock_changed" and told["now"] > here + HOUR)
            assert 590 - 10 < told["deadline"] - told["now"] <= 601


async def test_a_game_is_played_while_the_clock_jumps_to_and_fro(machine: Machine, tmp_path: Path) -> None:
    rng = Random(1)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), clock=60, grace=30, options={"max_rounds": 1})

        async def jump() -> None:
            while True:
                machine.stepped += rng.choice([-3, -1, 1, 1, 2]) * rng.uniform(0, HOUR)
                await asyncio.sleep(0.02)

        jumping = asyncio.ensure_future(jump())
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            await asyncio.gather(play_on(ada), play_on(bea))
        jumping.cancel()
        entries = [log.read_entry(body) for body in await server.worker.store.load(code)]
    assert {entry.by for entry in entries if isinstance(entry, log.Acted)} <= {"player", "forced"}
    times = [entry.at for entry in entries]
    assert times == sorted(times)


async def test_a_process_that_stood_still_gives_the_time_back(tmp_path: Path) -> None:
    """For real: stopped for longer than there was time to think."""
    clock, still = 5, 8.0
    server = Process(f"sqlite:{tmp_path / 'nimmt.db'}", tmp_path)
    server.start()
    await server.ready()
    url = f"http://{server.address}"
    wish = {"seats": [{}, {"level": "random"}], "clock": clock, "grace": None, "host": {"name": "Ada"}, "start": True}
    ticket = await Api(url).ok("POST", "/api/tables", wish)
    code, token = ticket["table"]["code"], ticket["token"]
    async with device(url, code, token, ping_interval=None) as ada:
        await ada.when(lambda: ada.to_act == [0])
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(still)
        server.process.send_signal(signal.SIGCONT)
        told = await ada.until("clock_changed")
        assert 0 < told["deadline"] - told["now"] <= clock
        assert ada.to_act == [0], "nobody answered for her meanwhile"
        assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
    server.kill()
    assert '"event": "outage"' in (tmp_path / f"server-{server.port}.log").read_text()
