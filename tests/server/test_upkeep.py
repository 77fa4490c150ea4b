"""What docs/operate.md tells operators to do: back up and restore, and upgrade while people play."""

import os
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
import websockets

from nimmt.server.streams import TAIL
from tests.server.client import Device, Server, device, opened, people, serving, settings

Part = tuple[int, float]
"""The number and the history of a part of a stream."""

ROUND = {"max_rounds": 1}


async def test_a_backup_that_was_taken_while_people_play_can_be_restored(tmp_path: Path) -> None:
    """Whoever acted after it comes back to the table as it was then."""
    chosen, copy = settings(tmp_path), tmp_path / "copy.db"
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2), options=ROUND)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            kept = await ada.act(ada.legal[0], id="before")
            number, card = ada.number, ada.legal[0]
            with closing(sqlite3.connect(tmp_path / "nimmt.db")) as running:
                running.execute("VACUUM INTO ?", (str(copy),))
            await bea.act(bea.legal[0])
            await ada.beyond(1)
    for old in tmp_path.glob("nimmt.db*"):
        old.unlink()
    os.replace(copy, tmp_path / "nimmt.db")
    async with (
        serving(chosen) as server,
        device(server, code, tokens[0], after=ada.number) as later,
        device(server, code, tokens[0], after=number) as ada,
        device(server, code, tokens[1]) as bea,
    ):
        assert (later.told[0]["resumed"], later.number) == (False, number)
        assert ada.told[0]["resumed"] is True
        assert await ada.ask("act", id="before", decision=1, action=card) == kept
        assert bea.to_act == [1]
        await bea.act(bea.legal[0])
        await later.beyond(1)


async def test_nobody_goes_on_in_a_history_that_a_restored_backup_does_not_have(tmp_path: Path, database: str) -> None:
    """The same numbers come again and tell something else: who had heard the others gets the whole view."""
    async with serving(settings(tmp_path, database=database)) as server:
        code, tokens = await opened(server, people(2), options=ROUND)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            backup = await server.worker.store.load(code)
            common = ada.number, ada.history
            for player, card in ((ada, 0), (bea, 0)):
                await player.act(player.legal[card])
            await ada.beyond(1)
        lost = [
            (told["number"], told["history"]) for told in ada.told if "history" in told and told["number"] > common[0]
        ]
    await restored(database, code, len(backup))
    async with serving(settings(tmp_path, database=database)) as server:
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            for player, card in ((bea, 1), (ada, 1)):
                await player.act(player.legal[card])
            await ada.beyond(1)
        await tells_apart(server, code, tokens[0], common, lost, (ada.number, ada.history))
        for _ in range(TAIL):
            async with device(server, code, tokens[1]) as bea:
                await bea.ask("say", text="Hello")
        await tells_apart(server, code, tokens[0], common, lost, (ada.number, ada.history))  # now from the log
    async with serving(settings(tmp_path, database=database)) as server:
        await tells_apart(server, code, tokens[0], common, lost, (ada.number, ada.history))  # now from a snapshot


async def tells_apart(server: Server, code: str, token: str, common: Part, lost: list[Part], later: Part) -> None:
    """Whether who knows a part of this history resumes, and who knows another one does not."""
    assert later[0] >= lost[-1][0] > common[0]
    for after, history in (common, later):
        async with device(server, code, token, after=after, history=history) as player:
            assert player.told[0]["resumed"] is True
            assert player.told[0]["number"] == after
            assert player.told[0]["history"] == history
    for after, history in lost:
        async with device(server, code, token, after=after, history=history) as player:
            assert player.told[0]["resumed"] is False
            assert player.view


async def restored(database: str, code: str, entries: int) -> None:
    """The log as it was when it had so many entries; what is kept beside it belongs to it."""
    if database.startswith("sqlite:"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:"))) as file, file:
            file.execute("DELETE FROM entries WHERE code=? AND seq>?", (code, entries))
            file.execute("DELETE FROM snapshots")
    else:
        connection = await asyncpg.connect(database)
        await connection.execute("DELETE FROM nimmt_entries WHERE code=$1 AND seq>$2", code, entries)
        await connection.execute("DELETE FROM nimmt_snapshots")
        await connection.close()


async def test_workers_are_replaced_one_after_the_other_while_people_play(
    tmp_path: Path, postgres_address: str
) -> None:
    """A worker that stops closes with 1012; its people come to another one and miss nothing."""
    chosen = settings(tmp_path, database=postgres_address)
    async with AsyncExitStack() as second, AsyncExitStack() as first:
        one, two = await first.enter_async_context(serving(chosen)), await second.enter_async_context(serving(chosen))
        code, tokens = await opened(one, people(2), options=ROUND)
        async with device(one, code, tokens[0]) as ada, device(two, code, tokens[1]) as bea:
            await ada.act(ada.legal[0])
            await bea.until("update")
            await first.aclose()
            await closed_for_a_restart(ada)
            async with device(two, code, tokens[0], after=ada.number) as moved, serving(chosen) as newer:
                assert moved.told[0]["resumed"] is True
                await bea.act(bea.legal[0])
                await moved.beyond(1)
                await second.aclose()
                await closed_for_a_restart(moved)
                async with (
                    device(newer, code, tokens[0], after=moved.number) as ada,
                    device(newer, code, tokens[0]) as again,
                    device(newer, code, tokens[1]) as bea,
                ):
                    assert ada.told[0]["resumed"] is True
                    for player in [(again, bea)[seat] for seat in again.to_act]:
                        await player.act(player.legal[0], id="on the new one")
                    await ada.beyond(again.told[0]["view"]["decision"])


async def closed_for_a_restart(player: Device) -> None:
    with pytest.raises(websockets.ConnectionClosed) as gone:
        await player.until(lambda told: False)
    assert gone.value.rcvd is not None
    assert gone.value.rcvd.code == 1012
