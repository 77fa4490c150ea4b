"""Processes of one machine hand people to the one that has their table."""

import asyncio
import os
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, Device, Server, device, opened, people, play_on, serving, settings

pytest.importorskip("fcntl", reason="Windows has no way to hand a connection over")


def listeners(server: Server, code: str) -> int:
    table = server.worker.tables.alive.get(code)
    return len(table.listeners) if table else 0


async def at_both(stack: AsyncExitStack, one: Server, two: Server, code: str, tokens: list[str]) -> list[Device]:
    """Everybody comes, by turns to either worker."""
    doors = [one, two] * len(tokens)
    coming = [stack.enter_async_context(device(door, code, own)) for door, own in zip(doors, tokens, strict=False)]
    return list(await asyncio.gather(*coming))


async def test_whoever_comes_is_handed_to_the_worker_that_has_the_table(tmp_path: Path, postgres_address: str) -> None:
    folder = tmp_path / "neighbours"
    chosen = settings(tmp_path, database=postgres_address, neighbours=str(folder))
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(serving(chosen))
        async with serving(chosen) as two:
            code, tokens = await opened(one, people(2))
            async with device(one, code, tokens[0]), device(two, code, tokens[0]):
                pass  # from here on both know of each other
            homes: dict[int, tuple[str, list[str]]] = {}
            while len(homes) < 2:  # chance decides where a table is at home
                code, tokens = await opened(one, people(3), options={"max_rounds": 1})
                everybody = await at_both(stack, one, two, code, tokens)
                assert {listeners(one, code), listeners(two, code)} == {0, 3}
                await asyncio.gather(*map(play_on, everybody))
                homes[0 if listeners(one, code) else 1] = code, tokens
            code, tokens = homes[1]
            assert (folder.stat().st_mode & 0o777) == 0o700
        async with device(one, code, tokens[0]) as ada:  # its home is gone
            assert ada.table["state"] == "over"
            assert listeners(one, code) == 1


async def test_so_are_all_who_come_in_a_rush(
    tmp_path: Path, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system lets about ten connections wait for a neighbour: the others wait where they came in."""
    monkeypatch.setattr("nimmt.server.neighbours.QUEUE_SECONDS", PATIENCE)  # on a busy machine
    chosen = settings(tmp_path, database=postgres_address, neighbours=str(tmp_path / "neighbours"), heartbeat=PATIENCE)
    async with serving(chosen) as one, serving(chosen) as two, AsyncExitStack() as stack:
        code, tokens = await opened(one, people(2))
        async with device(one, code, tokens[0]), device(two, code, tokens[0]):
            pass
        coming = [stack.enter_async_context(device(door, code)) for door in (one, two) for _ in range(40)]
        await asyncio.gather(*coming)
        assert {listeners(one, code), listeners(two, code)} == {0, 80}


@pytest.mark.parametrize("state", ["dead", "silent", "full"])
async def test_nobody_is_handed_to_a_worker_that_cannot_take_them(
    tmp_path: Path, postgres_address: str, state: str
) -> None:
    folder = tmp_path / "neighbours"
    folder.mkdir(mode=0o700)
    inboxes = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(8)]  # most tables are theirs
    for number, inbox in enumerate(inboxes, 1):
        inbox.bind(str(folder / f"{number}.sock"))
        if state == "dead":
            inbox.close()  # the file stays
        if state == "silent":
            os.utime(folder / f"{number}.sock", (0, 0))
        if state == "full":
            fill(folder / f"{number}.sock")
    async with serving(settings(tmp_path, database=postgres_address, neighbours=str(folder))) as server:
        for _ in range(4):
            code, tokens = await opened(server, people(2))
            async with device(server, code, tokens[0]) as ada:
                assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
                assert listeners(server, code) == 1
    for inbox in inboxes:
        inbox.close()


def fill(path: Path) -> None:
    """Send until nothing more fits in."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as out:
        out.connect(str(path))
        try:
            while True:
                out.send(b"x")
        except BlockingIOError:
            return
