"""Both stores keep the same promises."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from nimmt.server import migrations
from nimmt.server.batches import Batches
from nimmt.server.databases import NotOpened, store_for, try_out
from nimmt.server.entries import FORMAT
from nimmt.server.postgres_store import PostgresStore
from nimmt.server.refusals import Away
from nimmt.server.sharded_store import ShardedStore
from nimmt.server.sqlite_store import SqliteStore
from nimmt.server.store import Append, Conflict, Gone, Head, NewerSchema, Outage, Presence, Snapshot, Store
from tests.processes import start
from tests.server.conftest import new_database


@pytest.fixture(params=["sqlite", "postgres", "two databases"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind, or of two as one."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'nimmt.db'}"
    server = request.getfixturevalue("postgres_server")
    return " ".join([new_database(server) for _ in range(1 if request.param == "postgres" else 2)])


def entry(
    code: str, seq: int, *bodies: bytes, at: float = 1.0, after: float | None = None, state: str | None = None
) -> Append:
    before = at if after is None else after
    return Append(code=code, seq=seq, bodies=bodies, at=at, after=before, due=at + 5, state=state)


def first(code: str, at: float = 1.0, state: str = "lobby") -> Append:
    return Append(code=code, seq=1, bodies=(b"one",), at=at, after=at, due=at + 5, state=state, summary=b"summary")


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = store_for(database)
    await store.open("worker", lambda code, what: None)
    try:
        yield store
    finally:
        await store.close()


def test_nothing_is_appended_to_a_later_table_of_the_same_code(database: str) -> None:
    """A worker that has not heard that its table was deleted plays on with the cards of the old one."""

    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba", at=1.0), False)
            await store.delete("baba")
            await store.create(first("baba", at=3.0), False)
            late = entry("baba", 2, b"of the old table", at=4.0, after=1.0)
            with pytest.raises(Gone):
                await store.append(late)
            with pytest.raises(Gone):
                await store.append_all([late])
            await store.append(entry("baba", 2, b"of the new one", at=4.0, after=3.0))
            assert await store.load("baba") == [b"one", b"of the new one"]

    asyncio.run(main())


def test_a_log_is_read_as_it_was_written(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba"), False)
            await store.append(entry("baba", 2, b"two", b"three"))
            assert await store.load("baba") == [b"one", b"two", b"three"]
            assert await store.load("baba", 2) == [b"three"]
        async with opened(database) as store:
            assert await store.load("baba", 1) == [b"two", b"three"]

    asyncio.run(main())


def test_a_day_has_one_secret_and_a_table_one_result(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            made = await asyncio.gather(*[store.secret_of_day("2026-11-17", bytes([at])) for at in range(8)])
            assert len(set(made)) == 1
            assert await store.secret_of_day("2026-11-18", b"other") == b"other"
            for code, heads in (("baba", 3), ("bebe", 3), ("bibi", 11), ("baba", 0)):
                await store.add_result("2026-11-17", code, heads)
            await store.add_result("2026-11-18", "baba", 5)
        async with opened(database) as store:
            assert await store.secret_of_day("2026-11-17", b"late") == made[0]
            assert await store.results("2026-11-17") == {3: 2, 11: 1}
            await store.forget_days("2026-11-18")
            assert [await store.results(f"2026-11-1{day}") for day in (7, 8)] == [{}, {5: 1}]
            assert await store.secret_of_day("2026-11-17", b"new") == b"new"

    asyncio.run(main())


def test_one_number_is_given_once(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba"), False)
            tries = [store.append(entry("baba", 2, bytes([place]))) for place in range(20)]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(answer is None for answer in answers) == 1
            assert sum(isinstance(answer, Conflict) for answer in answers) == 19
            assert len(await store.load("baba")) == 2

    asyncio.run(main())


def test_a_batch_is_stored_whole_or_not_at_all(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba"), False)
            await store.append(entry("baba", 2, b"two", b"three"))
            with pytest.raises(Conflict):
                await store.append(entry("baba", 3, b"x", b"y"))
            assert await store.load("baba") == [b"one", b"two", b"three"]

    asyncio.run(main())


def test_in_a_group_each_has_its_own_fate(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            for code in ("a", "b", "c"):
                await store.create(first(code), False)
            await store.append(entry("c", 2, b"two"))
            group = [entry("a", 2, b"x", b"y"), entry("gone", 2, b"x"), entry("b", 2, b"x"), entry("c", 2, b"late")]
            answers = await asyncio.gather(*[store.append(each) for each in group], return_exceptions=True)
            assert [type(answer) for answer in answers] == [type(None), Gone, type(None), Conflict]
            assert [await store.load(code, 1) for code in ("a", "b", "c")] == [[b"x", b"y"], [b"x"], [b"two"]]

    asyncio.run(main())


def test_a_group_may_be_large(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            codes = [f"t{number}" for number in range(700)]
            await asyncio.gather(*[store.create(first(code), False) for code in codes])
            bodies = [f"{number}".encode() for number in range(20)]
            await asyncio.gather(*[store.append(entry(code, 2, *bodies)) for code in codes])
            assert await store.load(codes[-1], 1) == bodies

    asyncio.run(main())


def test_a_code_is_given_once_and_deleted_tables_take_no_entries(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba"), False)
            with pytest.raises(Conflict):
                await store.create(first("baba"), False)
            await store.delete("baba")
            with pytest.raises(Gone):
                await store.load("baba")
            with pytest.raises(Gone):
                await store.append(entry("baba", 2, b"two"))
            await store.create(first("baba"), False)
            assert await store.load("baba") == [b"one"]

    asyncio.run(main())


async def test_no_snapshot_of_a_deleted_table_is_left_for_the_next_one_of_its_code(database: str) -> None:
    async with opened(database) as store:
        for _ in range(2):
            await store.create(first("baba"), False)
            assert (None, [b"one"], []) == await store.recall("baba")
            await store.keep_snapshot("baba", Snapshot(1, b"seen"))
            assert (b"seen", [], []) == await store.recall("baba")
            await store.delete("baba")


def test_heads_say_where_tables_are(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            for code in ("a", "b", "c", "d"):
                await store.create(first(code), False)
            await store.append(entry("a", 2, b"two", b"three"))
            await store.delete("d")
            came = ((0, True, 3.0), (1, True, 5.0), (2, True, 6.0), (2, False, 7.0))
            await store.set_presence([("b", Presence(seat, "worker", here, at)) for seat, here, at in came])
            heads = await store.heads(["a", "b", "d", "never"])
            created = first("a").at
            assert heads == {"a": Head(3, 0, 0.0, created), "b": Head(1, 2, 5.0, created)}
            assert await store.heads([]) == {}

    asyncio.run(main())


def test_lists_counts_and_retention(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("old", at=1, state="over"), True)
            await store.create(first("lobby", at=50), True)
            await store.create(first("hidden", at=100), False)
            await store.create(first("shown", at=100, state="playing"), True)
            assert await store.open_tables() == 3
            assert len(await store.listed(10)) == 2
            assert await store.prune(10, 60) in (["old", "lobby"], ["lobby", "old"])
            assert len(await store.listed(10)) == 1

    asyncio.run(main())


def test_due_tables_are_claimed_once(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            for code in ("a", "b", "c"):
                await store.create(first(code), False)
            await store.set_due([("a", 10.0), ("b", 20.0), ("c", None)])
            claims = await asyncio.gather(*[store.claim_due(15, 100, 10) for _ in range(5)])
            assert sorted(code for codes in claims for code in codes) == ["a"]
            assert await store.claim_due(99, 200, 10) == ["b"]
            assert sorted(await store.claim_due(150, 200, 10)) == ["a"]

    asyncio.run(main())


def test_presence_heartbeats_and_outages(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.create(first("baba"), False)
            await store.set_due([("baba", None)])
            await store.beat("dead", 1.0)
            await store.beat("dead", 2.0)
            await store.set_presence([("baba", Presence(0, "dead", True, 1.0))])
            await store.set_presence([("baba", Presence(1, "alive", True, 1.0))])
            assert await store.beats() == {"dead": 2.0, "alive": 1.0}
            await store.bury("dead", 7.0)
            assert await store.beats() == {"alive": 1.0}
            found = sorted(await store.presence("baba"), key=lambda each: each.seat)
            assert found == [Presence(0, "dead", False, 7.0), Presence(1, "alive", True, 1.0)]
            assert await store.claim_due(7.0, 9.0, 10) == ["baba"]
            await store.set_presence([("baba", Presence(0, "dead", True, 8.0))])  # it was only slow
            assert await store.beats() == {"alive": 1.0, "dead": 8.0}
            await store.add_outage(Outage(3.0, 4.0))
            assert await store.outages() == [Outage(3.0, 4.0)]

    asyncio.run(main())


def test_postgres_tells_other_workers(postgres_address: str) -> None:
    async def main() -> None:
        heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        own: list[str] = []
        one, two = store_for(postgres_address), store_for(postgres_address)
        await asyncio.gather(
            one.open("one", lambda code, what: own.append(code)),
            two.open("two", lambda code, what: heard.put_nowait((code, what))),
        )
        await one.create(first("baba"), False)
        await one.append(entry("baba", 2, b"two"))
        assert await asyncio.wait_for(heard.get(), 10) == ("baba", "log")
        await one.set_presence([("baba", Presence(0, "one", True, 1.0))])
        assert await asyncio.wait_for(heard.get(), 10) == ("baba", "presence")
        await one.delete("baba")
        assert await asyncio.wait_for(heard.get(), 10) == ("baba", "deleted")
        assert own == []
        await asyncio.gather(one.close(), two.close())

    asyncio.run(main())


def test_groups_of_two_workers_do_not_stand_in_each_others_way(postgres_address: str) -> None:
    """Of two workers that append to the same tables, in another order, one comes first at each; the other is told."""

    async def main() -> None:
        heard: tuple[set[str], set[str]] = (set(), set())
        stores = [store_for(postgres_address) for _ in heard]
        for number, store in enumerate(stores):
            await store.open(f"worker {number}", lambda code, what, codes=heard[number]: codes.add(code))  # type: ignore[misc]
        codes = [f"t{number}" for number in range(40)]
        await asyncio.gather(*[stores[0].create(first(code), False) for code in codes])
        wishes = [(store, code) for code in codes for store in stores] + [(stores[1], "gone")]
        wishes = sorted(wishes, key=lambda wish: hash(wish[1]) * (1 if wish[0] is stores[0] else -1))
        tries = [store.append(entry(code, 2, store.worker.encode())) for store, code in wishes]  # type: ignore[attr-defined]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert Counter(map(type, answers)) == {type(None): 40, Conflict: 40, Gone: 1}
        won = [
            {code for (by, code), answer in zip(wishes, answers, strict=True) if by is store and answer is None}
            for store in stores
        ]
        while heard != (won[1], won[0]):
            await asyncio.sleep(0.01)
        for number, store in enumerate(stores):
            assert [await store.load(code, 1) for code in won[number]] == [[b"worker %d" % number]] * len(won[number])
            await store.close()

    asyncio.run(asyncio.wait_for(main(), 120))


def test_many_workers_may_migrate_at_once(postgres_address: str) -> None:
    async def main() -> None:
        stores = [store_for(postgres_address) for _ in range(6)]
        await asyncio.gather(*[store.open(str(place), lambda code, what: None) for place, store in enumerate(stores)])
        await stores[0].create(first("baba"), False)
        assert await stores[5].load("baba") == [b"one"]
        await asyncio.gather(*[store.close() for store in stores])

    asyncio.run(main())


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "nimmt.db")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")

    async def main() -> None:
        with pytest.raises(NewerSchema, match="schema 99"):
            await SqliteStore(path).open("worker", lambda code, what: None)

    asyncio.run(main())


async def test_tables_of_a_newer_program_are_refused_in_one_sentence(database: str) -> None:
    """The schema is the same, but the entries are not."""
    async with opened(database):
        pass
    with pytest.MonkeyPatch.context() as newer:
        newer.setattr(migrations, "FORMAT", FORMAT + 1)
        async with opened(database):
            pass
    with pytest.raises(NotOpened, match=rf"written by a newer nimmt \(format {FORMAT + 1}; this one knows {FORMAT}\)"):
        await try_out(database, 5.0)


class FailingCommit(sqlite3.Connection):
    """A disk that takes what is written, and then does not sync it."""

    fails = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT" and self.fails:
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


async def test_sqlite_acknowledges_nothing_before_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=FailingCommit))
    async with opened(f"sqlite:{tmp_path / 'nimmt.db'}") as store:
        await store.create(first("baba"), False)
        with monkeypatch.context() as broken:
            broken.setattr(FailingCommit, "fails", True)
            with pytest.raises(Away):
                await store.append(entry("baba", 2, b"lost"))
        await store.append(entry("baba", 2, b"kept"))
        assert await store.load("baba") == [b"one", b"kept"]


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    connection = SqliteStore(str(tmp_path / "nimmt.db"))._connect()
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


async def test_postgres_syncs_every_commit_whatever_its_database_does(postgres_address: str) -> None:
    connection = await asyncpg.connect(postgres_address)
    name = postgres_address.rpartition("/")[2]
    await connection.execute(f"ALTER DATABASE {name} SET synchronous_commit TO off")
    await connection.close()
    async with opened(postgres_address) as store:
        assert isinstance(store, PostgresStore)
        async with store._connection() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"


async def test_appends_that_wait_keep_their_order() -> None:
    asked: list[tuple[str, ...]] = []

    async def work(group: Sequence[str]) -> Sequence[str]:
        asked.append(tuple(group))
        return group

    batches = Batches[str, str](work, 2)
    questions = ("a1", "a2", "b1", "a3", "c1", "c2")
    assert [*questions] == await asyncio.gather(*[batches.ask(question[0], question) for question in questions])
    assert [("a1", "b1"), ("a2", "c1"), ("a3", "c2")] == asked


async def test_a_worker_lives_while_any_of_its_databases_says_so(tmp_path: Path) -> None:
    stores = [SqliteStore(str(tmp_path / f"{number}.db")) for number in range(2)]
    store = ShardedStore(stores)
    await store.open("worker", lambda code, what: None)
    await store.beat("worker", 5.0)
    await stores[1].beat("worker", 9.0)
    await stores[0].beat("other", 7.0)
    assert await store.beats() == {"worker": 9.0, "other": 7.0}
    await store.close()


WRITER = """
import asyncio, sys
from tests.server.test_stores import entry, first, opened

async def main():
    async with opened("sqlite:" + sys.argv[1]) as store:
        await store.create(first("baba"), False)
        for number in range(2, 100_000):
            await store.append(entry("baba", number, str(number).encode()))
            print(number, flush=True)

asyncio.run(main())
"""


def test_a_rush_of_reads_is_not_a_store_that_is_away(tmp_path: Path) -> None:
    """Together they take longer than a store may take for one of them."""

    async def main() -> None:
        store = SqliteStore(str(tmp_path / "nimmt.db"), patience=0.2)
        await store.open("worker", lambda code, what: None)
        try:
            read = [store._ask(lambda db: time.sleep(0.05)) for _ in range(12)]
            assert [None] * 12 == await asyncio.gather(*read)
        finally:
            await store.close()

    asyncio.run(main())


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "nimmt.db"
    process = start([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(50)]
    process.kill()
    acknowledged += [int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    process.wait()
    process.stdout.close()

    async def main() -> None:
        async with opened(f"sqlite:{path}") as store:
            bodies = await store.load("baba")
            assert len(bodies) in (acknowledged[-1], acknowledged[-1] + 1)
            assert bodies[1:] == [str(number).encode() for number in range(2, len(bodies) + 1)]

    asyncio.run(main())
