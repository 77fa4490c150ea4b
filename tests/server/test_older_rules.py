"""A database of the time before rules version 3: unchanged games go on, of the others names and scores are left.

`data/rules-2.db.xz` was written by the commit before; `data/rules-2.json` is what its server said of every table.
"""

import json
import lzma
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from nimmt.server import clocks
from nimmt.server import entries as log
from nimmt.server.databases import store_for
from nimmt.server.fold import Fold
from tests.server.client import Api, Json, device, play_on, serving, settings

DATA = Path(__file__).parent / "data"
TABLES: dict[str, Json] = json.loads((DATA / "rules-2.json").read_text("utf-8"))
CHANGED = [name for name in TABLES if TABLES[name]["table"]["setup"]["key"] == "surprise"]
CLOSED = [name for name in CHANGED if TABLES[name]["table"]["state"] != "over"]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file, opened right after it was written."""
    path = tmp_path / "nimmt.db"
    path.write_bytes(lzma.decompress((DATA / "rules-2.db.xz").read_bytes()))
    with sqlite3.connect(path) as db:
        ahead = db.execute("SELECT max(touched) FROM tables").fetchone()[0] + 1 - time.monotonic()
    monkeypatch.setattr(clocks, "now", lambda: time.monotonic() + ahead)
    return path


@pytest.fixture
def old_database(database: str, written: Path) -> str:
    """The address of a database with these rows, of either kind."""
    if database.startswith("postgres"):
        copy(written, database)
    return database


def copy(written: Path, address: str) -> None:
    import asyncio

    import asyncpg  # type: ignore[import-untyped]

    async def main() -> None:
        store = store_for(address)
        await store.open("copier", lambda code, what: None)
        await store.close()
        connection = await asyncpg.connect(address)
        with sqlite3.connect(written) as db:
            for table in ("tables", "entries", "snapshots", "days", "results"):
                names = [column[0] for column in db.execute(f"SELECT * FROM {table}").description]
                rows = [
                    tuple(bool(value) if name == "public" else value for name, value in zip(names, row, strict=True))
                    for row in db.execute(f"SELECT * FROM {table}")
                ]
                await connection.copy_records_to_table(f"nimmt_{table}", records=rows, columns=names)
        await connection.close()

    asyncio.run(main())


async def mine(api: Api) -> dict[str, Json]:
    held = [{"table": told["code"], "token": told["tokens"][0]} for told in TABLES.values()]
    found = {each["table"]["code"]: each for each in await api.ok("POST", "/api/mine", {"held": held})}
    return {name: found[told["code"]] for name, told in TABLES.items()}


async def test_finished_tables_keep_names_and_scores_and_those_of_rules_that_are_gone_are_closed(
    old_database: str, tmp_path: Path
) -> None:
    assert len(CLOSED) >= 4 < len(CHANGED)
    async with serving(settings(tmp_path, database=old_database)) as server:
        found = await mine(Api(server.address))
        for name, told in TABLES.items():
            before, now = told["table"], found[name]["table"]
            assert [seat["name"] for seat in before["seats"]] == [seat["name"] for seat in now["seats"]], name
            goes_on = before["state"] == "playing" and now["state"] == "over"  # by stand-ins
            assert goes_on or now["state"] == ("closed" if name in CLOSED else before["state"]), name
            if before["state"] == "over":
                assert (before["outcome"], before.get("fairness")) == (now["outcome"], now.get("fairness")), name
            if name in CLOSED:
                assert not found[name]["to_act"]
        listed = {each["code"] for each in await Api(server.address).ok("GET", "/api/tables")}
        assert TABLES["base that has not begun"]["code"] in listed
        assert not listed & {TABLES[name]["code"] for name in CLOSED}
    store = store_for(old_database)
    await store.open("reader", lambda code, what: None)
    kept = {name: len(await store.load(TABLES[name]["code"])) for name in CHANGED}
    await store.close()
    with sqlite3.connect(tmp_path / "nimmt.db") as db:
        count = dict(db.execute("SELECT code, count(*) FROM entries GROUP BY code"))
    assert kept == {name: count[TABLES[name]["code"]] for name in CHANGED}, "nothing is dropped, and nothing is added"


async def test_games_whose_rules_have_not_changed_are_played_to_their_end(old_database: str, tmp_path: Path) -> None:
    running = ["running base", "running fan cards", "running versus_ox"]
    async with serving(settings(tmp_path, database=old_database)) as server:
        for name in running:
            code, [token, *_] = TABLES[name]["code"], TABLES[name]["tokens"]
            async with device(server, code, token) as ada:
                ada._ids = 1000
                await play_on(ada)
                await ada.when(lambda: ada.table["state"] == "over")
        for name in ("finished base", "finished versus_ox", "finished bullenparty", *running):
            code, [token, *_] = TABLES[name]["code"], TABLES[name]["tokens"]
            assert (await Api(server.address, token).ok("GET", f"/api/tables/{code}/verification"))["valid"], name


@pytest.mark.parametrize("name", CLOSED)
async def test_nobody_does_anything_at_a_closed_table_but_delete_it(name: str, written: Path, tmp_path: Path) -> None:
    code, [token, *_] = TABLES[name]["code"], TABLES[name]["tokens"]
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address, token)
        async with device(server, code, token) as ada:
            assert (ada.table["state"], ada.view, ada.legal) == ("closed", None, [])
            for asked in ({"kind": "say", "text": "hello"}, {"kind": "act", "action": {"type": "pass"}, "decision": 1}):
                answer = await ada.ask(**asked)
                assert (answer["type"], answer["code"]) == ("rejected", "rules_gone")
        path = f"/api/tables/{code}"
        assert (await api.ok("GET", path))["state"] == "closed"
        assert (await api.ok("GET", f"{path}/view"))["view"] is None
        for way, body in (
            ("seats", {"name": "Di"}), ("bots", {}), ("start", None), ("ready", {"game": 1}), ("rematch", None),
        ):  # fmt: skip
            assert await api.no(409, "POST", f"{path}/{way}", body) == "rules_gone"
        for way in ("record", "replay", "replay/index", "review", "verification"):
            assert await api.no(409, "GET", f"{path}/{way}") in ("rules_gone", "others_play")
        await api.ok("DELETE", path)
        await api.no(404, "GET", path)


async def test_a_finished_table_of_rules_that_are_gone_shows_its_end_and_nothing_is_played_there(
    written: Path, tmp_path: Path
) -> None:
    async with serving(settings(tmp_path)) as server:
        for name in CHANGED:
            if name in CLOSED:
                continue
            code, [token, *_] = TABLES[name]["code"], TABLES[name]["tokens"]
            api = Api(server.address, token)
            async with device(server, code, token) as ada:
                assert ada.view is not None
                assert ada.view["outcome"] == TABLES[name]["table"]["outcome"]
            for way in ("record", "replay", "review", "verification"):
                assert await api.no(409, "GET", f"/api/tables/{code}/{way}") == "rules_gone"
            assert await api.no(409, "POST", f"/api/tables/{code}/rematch") == "rules_gone"
        code, [token] = (TABLES["finished duplicate of surprise"][part] for part in ("code", "tokens"))
        compared = await Api(server.address, token).ok("GET", f"/api/tables/{code}/comparison")
        assert compared["waiting"] == 0, "nobody waits for a closed table"
        assert [each["own"] for each in compared["tables"]] == [True]
        refused = await Api(server.address).no(409, "POST", f"/api/tables/{code}/twins", {"host": {"name": "Cy"}})
        assert refused == "rules_gone"


@pytest.mark.parametrize("path", sorted(DATA.glob("*-1.jsonl")), ids=lambda path: path.stem)
def test_logs_of_version_1_are_read_and_scores_told_where_the_present_rules_can_follow(path: Path) -> None:
    """Each file is a table's log as it was stored then, and what it came to."""
    *lines, last = path.read_bytes().splitlines()
    expected: Any = json.loads(last)
    fold = Fold("bababababa")
    for line in lines:
        fold.apply(log.read_entry(line))
    key = fold.game.key
    assert fold.past == (key in ("surprise", "versus_ox"))
    assert fold.phase == ("closed" if key == "versus_ox" else "over")
    assert list(fold.names) == list(expected["names"])
    if fold.state:
        assert fold.state.outcome is not None
        assert list(fold.state.outcome.totals) == expected["outcome"]["totals"]
