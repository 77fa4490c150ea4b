"""What docs/operate.md tells operators to do: back up and restore, and upgrade while people play."""

import os
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
import websockets

from tests.server.client import Device, device, opened, people, serving, settings

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
