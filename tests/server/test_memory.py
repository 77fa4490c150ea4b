"""What a worker keeps in memory: one table for each code, as many as it may, and no more."""

import asyncio
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import grimp
import pytest
import websockets
from msgspec.structs import replace

import nimmt
from nimmt.server import entries as log
from nimmt.server import snapshots
from nimmt.server.fold import Fold
from nimmt.server.snapshots import EVERY, RecentSnapshots, folded
from nimmt.server.streams import TAIL, Moment, missed
from tests.server.client import ROOMY, Api, Device, Server, device, opened, people, serving, settings
from tests.server.logs import played, stored, token

MOST = 3


@asynccontextmanager
async def couples(server: Server, count: int) -> AsyncIterator[list[tuple[Device, Device]]]:
    """So many tables of two, everybody connected."""
    async with AsyncExitStack() as stack:
        found = []
        for code, tokens in [await opened(server, people(2), grace=None) for _ in range(count)]:
            ada, bea = [await stack.enter_async_context(device(server, code, token)) for token in tokens]
            found.append((ada, bea))
        yield found


async def test_connected_tables_work_however_few_are_kept(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, cache=MOST)) as server, couples(server, 2 * MOST) as tables:
        for ada, bea in tables:
            assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
            await bea.when(lambda bea=bea: bea.to_act == [1])  # type: ignore[misc]
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"
            await ada.beyond(1)
        assert len(server.worker.tables.cache) == MOST
        assert len(server.worker.tables.alive) == 2 * MOST


async def test_whoever_asks_for_a_table_gets_the_same_one(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, cache=1)) as server:
        codes = [(await opened(server, people(2), grace=None))[0] for _ in range(MOST)]  # no timer holds them
        tables = server.worker.tables
        held = await asyncio.gather(*[tables.get(code) for code in [*codes, *codes]])
        assert held[:MOST] == held[MOST:]
        tables.evict(0)
        assert [await tables.get(code) for code in codes] == held[:MOST]
        del held
        while tables.alive:  # a table that nobody needs is dropped
            tables.evict(0)
            await asyncio.sleep(0)


async def test_a_table_too_many_is_refused_and_told_why(tmp_path: Path) -> None:
    chosen = settings(tmp_path, cache=1, limits=replace(ROOMY, worker_tables=MOST))
    async with serving(settings(tmp_path)) as server:
        other, tokens = await opened(server, people(2))
    async with serving(chosen) as server:
        async with couples(server, MOST) as tables:
            assert await Api(server.address).no(503, "GET", f"/api/tables/{other}") == "full"
            assert await Api(server.address).no(503, "POST", "/api/tables", {"seats": people(2)}) == "full"
            assert await dismissed(server, other, tokens[0]) == ("full", 1013)
            ada, bea = tables[0]
            await ada.act(ada.legal[0])
            await bea.when(lambda: bea.to_act == [1])
        while server.worker.sockets:
            await asyncio.sleep(0.005)
        async with device(server, other, tokens[0]) as ada:  # now there is room
            assert ada.told[0]["type"] == "welcome"


async def test_a_socket_too_many_is_refused_and_told_why(tmp_path: Path) -> None:
    chosen = settings(tmp_path, limits=replace(ROOMY, worker_sockets=2))
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            assert await dismissed(server, code, tokens[0]) == ("full", 1013)
            await ada.act(ada.legal[0])
            await bea.when(lambda: bea.to_act == [1])
        while server.worker.sockets:
            await asyncio.sleep(0.005)
        async with device(server, code, tokens[0]) as ada:
            assert ada.told[0]["type"] == "welcome"


@pytest.mark.parametrize("key", nimmt.keys())
def test_what_is_told_from_memory_is_what_the_log_tells(key: str) -> None:
    people = max(2, nimmt.spec(key).players[0])
    entries = played(3 * TAIL, people, Random(key), key)
    fold, tail, _ = folded(Fold("made"), entries, len(entries))
    for viewer in fold.viewers():
        floor = tail.floor[0][viewer]
        assert tail.reaches(viewer, floor)
        assert not tail.reaches(viewer, floor - 1)
        story = missed("made", entries, viewer, floor)
        assert len(story) == fold.numbers[viewer] - floor > 0
        for after in (floor, floor + 1, fold.numbers[viewer] - 1, fold.numbers[viewer]):
            assert tail.missed(viewer, after) == story[after - floor :]


def test_what_is_let_go_is_no_longer_told_from_memory() -> None:
    entries = played(4 * TAIL, 2, Random(1))
    fold, tail, _ = folded(Fold("made"), entries[: 2 * TAIL], 2 * TAIL)
    for entry in entries[2 * TAIL :]:
        tail.add(Moment.of(fold, fold.apply(entry)))
    for viewer in fold.viewers():
        floor = tail.floor[0][viewer]
        assert floor > fold.numbers[viewer] // 2
        assert not tail.reaches(viewer, floor - 1)
        assert tail.missed(viewer, floor) == missed("made", entries, viewer, floor)


async def test_resumes_come_from_memory_and_a_restart_folds_each_log_once(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    count = 5 * TAIL
    [code] = await stored(chosen.database, [played(count, 2, Random(1))], 1)
    async with serving(chosen) as server:
        reads = Reads(server)
        numbers = (await server.worker.tables.get(code)).fold.numbers
        assert reads.taken() == (1, count)
        for seat in (0, 1, 0, None):
            lately = server.worker.tables.alive[code].tail.floor[0][seat]
            for after in (numbers[seat], numbers[seat] - 1, lately):
                async with device(server, code, None if seat is None else token(seat), after=after) as again:
                    assert again.told[0]["resumed"] is True
                    await again.reach(numbers[seat])
        assert reads.taken() == (0, 0)
        async with device(server, code, token(0), after=lately - 3) as late:
            assert late.told[0]["resumed"] is True
            await late.reach(numbers[0])
            assert [frame for frame in late.raw if frame.startswith('{"type":"update"')] != []
        assert reads.taken() == (1, count)
        async with device(server, code, token(0), after=0) as later:
            assert later.told[0]["resumed"] is False  # too much to tell: the view says where the table is
            assert later.view is not None
        assert reads.taken() == (0, 0)
    async with serving(chosen) as server:  # nothing was appended, and yet the long log need not be folded again
        reads = Reads(server)
        assert (await server.worker.tables.get(code)).fold.numbers == numbers
        assert reads.taken() == (1, 2 * EVERY - 1)


@pytest.mark.parametrize("key", nimmt.keys())
def test_a_snapshot_and_the_rest_of_the_log_lead_to_the_same_table(key: str) -> None:
    people = max(2, nimmt.spec(key).players[0])
    entries = played(12 * EVERY, people, Random(key), key)
    whole = Fold("made")
    for place, entry in enumerate(entries, 1):
        whole.apply(entry)
        if place % 7:
            continue
        part = snapshots.read("made", snapshots.write(whole))
        assert part is not None
        assert facts(part) == facts(whole)
        rest = entries[place : place + 2 * EVERY]
        told, expected = folded(part, rest, len(rest)), folded(again(entries[:place]), rest, len(rest))
        assert facts(told[0]) == facts(expected[0])
        for viewer in whole.viewers():
            floor = told[1].floor[0][viewer]
            assert told[1].missed(viewer, floor) == expected[1].missed(viewer, floor)


def again(entries: Sequence[log.AnyEntry]) -> Fold:
    """The fold of a whole log."""
    return folded(Fold("made"), entries, len(entries))[0]


def facts(fold: Fold) -> dict[str, Any]:
    """All that a fold knows, but for the events of its game."""
    return {name: value for name, value in vars(fold).items() if name not in ("events", "sight", "before")}


def test_the_snapshot_before_the_latest_is_stored() -> None:
    entries = played(5 * EVERY, 2, Random(1))
    fold, recent, stored_at = Fold("made"), RecentSnapshots(0), []
    for entry in entries:
        fold.apply(entry)
        recent.note(fold)
        if recent.unsaved:
            stored_at.append((fold.seq, recent.unsaved.seq))
            recent.saved(recent.unsaved)
    assert stored_at == [(EVERY * number, EVERY * (number - 1)) for number in range(2, 6)]
    late = folded(Fold("made"), entries, len(entries))[2]  # as after an upgrade, when no snapshot can be read
    assert late.unsaved is not None
    assert len(entries) - late.unsaved.seq <= 2 * EVERY


def test_whatever_can_change_a_table_changes_the_version_of_snapshots() -> None:
    graph = grimp.build_graph("nimmt", cache_dir=None)
    rules = {"nimmt.games", *graph.find_descendants("nimmt.games")}
    needed = rules.union(*map(graph.find_upstream_modules, {*rules, "nimmt.server.fold"}))
    hashed = {".".join(file.with_suffix("").parts) for file in snapshots.sources()}
    assert {name for name in needed if not any(file.endswith((name, f"{name}.__init__")) for file in hashed)} == set()


def test_a_snapshot_leaves_out_what_was_only_rehearsed() -> None:
    fold = again(played(20, 2, Random(1)))
    assert fold.state is not None
    seat = fold.state.to_act[0]
    fold.rehearse(seat, fold.sight.legal(seat)[0], fold.state.decision)
    found = snapshots.read("made", snapshots.write(fold))
    assert found is not None
    assert found._rehearsed is None


def test_snapshots_of_other_versions_and_other_things_are_not_read(caplog: pytest.LogCaptureFixture) -> None:
    body = snapshots.write(again(played(20, 2, Random(1))))
    assert snapshots.read("made", b"x" + body[1:]) is None
    for thing in (print, asyncio.run, Path("/"), Fold("made")):
        assert snapshots.read("made", snapshots.version() + pickle.dumps((None, {}, thing))) is None
        assert "has no place in a snapshot" in caplog.text
        caplog.clear()


async def test_a_start_folds_a_few_entries_of_each_log(database: str, tmp_path: Path) -> None:
    chosen, bots = settings(tmp_path, database=database), [{"level": "random"}]
    async with serving(chosen) as server:
        code, tokens = await opened(server, [*people(2), *bots], grace=None)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            first = ada.number
            while server.worker.tables.alive[code].fold.seq < 6 * EVERY:  # the bot takes its time
                for player in (ada, bea):
                    await player.act(player.legal[0]) if player.seat in player.to_act else None
                await asyncio.gather(*[player.ask("ping") for player in (ada, bea)])
        length = len(await server.worker.store.load(code))
        told = numbered(ada)
    async with serving(chosen) as server:
        reads = Reads(server)
        async with device(server, code, tokens[0], after=ada.number - 3) as again:
            assert again.told[0]["resumed"] is True
            await again.reach(ada.number)
            assert numbered(again) == told[-3:]
            assert reads.taken()[1] <= 3 * EVERY < length - EVERY
        async with device(server, code, tokens[0], after=first) as late:
            await late.reach(ada.number)
            assert numbered(late) == told


def numbered(player: Device) -> list[str]:
    """The parts of a stream, as they came."""
    unnumbered = ("acknowledged", "welcome")
    pairs = zip(player.raw, player.told, strict=True)
    return [frame for frame, told in pairs if "number" in told and told["type"] not in unnumbered]


class Reads:
    """Counts what a server reads of its logs."""

    def __init__(self, server: Server) -> None:
        self.metrics, self.loads, self.before = server.worker.metrics, 0, 0.0
        store = server.worker.store
        for name in ("load", "recall"):
            setattr(store, name, partial(self._counted, getattr(store, name)))

    async def _counted(self, read: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        self.loads += 1
        return await read(*given)

    def taken(self) -> tuple[int, int]:
        """How many logs were read, and how many of their entries folded, since somebody asked last."""
        loads, self.loads = self.loads, 0
        total = self.metrics.registry.get_sample_value("nimmt_entries_folded_total") or 0.0
        folded, self.before = total - self.before, total
        return loads, int(folded)


async def dismissed(server: Server, code: str, token: str) -> tuple[str, int | None]:
    """The reason and the close code with which a device is sent away at once."""
    async with device(server, code, token) as sent:
        assert sent.told[0]["type"] == "goodbye"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await sent.next()
        assert closed.value.rcvd is not None
        return sent.told[0]["code"], closed.value.rcvd.code
