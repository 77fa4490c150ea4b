"""Bots that sit down at a server's tables: they play to the end, come back after breaks, and leave politely."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import serve

import nimmt
from nimmt.botlink import ProgramBot, stop_programs
from nimmt.client import Address, BadLink, Gone, Joined, Refused, Seat, join
from nimmt.client import seat as seats
from nimmt.client.joining import name_of
from nimmt.client.seat import Ticket, sit_down, ticket_of
from nimmt.client.table import Folded
from nimmt.words import words
from tests.botlink.company import named
from tests.cli.terminal import complaint_of
from tests.processes import start
from tests.server.client import Api, Server, device, serving, settings

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

SHORT = {"surprise": {"rounds": 1}, "versus_ox": {}, "bullenparty": {}}


async def opened(server: Server, key: str = "base", people: int = 2, **wish: Any) -> tuple[dict[str, Any], str, Api]:
    """A table whose host sits there: the host's ticket, the link, and the host's way to ask."""
    body = {
        "game": key, "options": SHORT.get(key, {"max_rounds": 1}), "seats": [{}] * people, "pace": "none",
        "host": {"name": "Ada"}, **wish,
    }  # fmt: skip
    ticket = (await Api(server.address)("POST", "/api/tables", body)).json()
    return ticket, f"{server.address}/t/{ticket['table']['code']}", Api(server.address, ticket["token"])


async def started(server: Server, code: str, host: Api, people: int) -> None:
    """Deal as soon as everybody sits."""
    while sum(seat["kind"] == "person" for seat in (await host("GET", f"/api/tables/{code}")).json()["seats"]) < people:
        await asyncio.sleep(0.02)
    assert (await host("POST", f"/api/tables/{code}/start")).is_success


@pytest.mark.parametrize("key", ["base", "pro", "surprise", "versus_ox", "bullenparty"])
async def test_bots_play_whole_games_of_every_kind(key: str, tmp_path: Path) -> None:
    told: list[Joined] = []
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server, key)
        code = ticket["table"]["code"]
        guest = asyncio.create_task(join(link, named() if key == "base" else "random", told.append, 1))
        await started(server, code, host, 2)
        mine = await join(link, "random", told.append, 1, ticket["claim"])
        theirs = await guest
        table = (await host("GET", f"/api/tables/{code}")).json()
        assert "over" == table["state"]
        for seat in (mine, theirs):
            view = (await Api(server.address, seat.ticket.token)("GET", f"/api/tables/{code}/view")).json()
            assert nimmt.from_json(nimmt.Outcome, nimmt.to_json(view["view"]["outcome"])) == seat.known.view.outcome  # type: ignore[union-attr]
    assert ["over", "over", "seated", "seated"] == sorted(joined.what for joined in told)
    await asyncio.to_thread(stop_programs)


async def test_everybody_sees_that_a_bot_sits_there(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        _, link, host = await opened(server)
        guest = asyncio.create_task(join(link, "greedy", lambda _: None))
        code = Address.of(link).code
        while (await host("GET", f"/api/tables/{code}")).json()["seats"][1]["kind"] == "free":
            await asyncio.sleep(0.02)
        ada, bot = (await host("GET", f"/api/tables/{code}")).json()["seats"]
        assert ("Ada", False, "greedy", True) == (ada["name"], ada["program"], bot["name"], bot["program"])
        guest.cancel()
        with pytest.raises(asyncio.CancelledError):
            await guest
        assert "free" == (await host("GET", f"/api/tables/{code}")).json()["seats"][1]["kind"]  # it left politely


async def test_a_bot_that_takes_up_a_persons_seat_is_shown_too(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        code = ticket["table"]["code"]
        async with device(server, code, None) as watching:
            await sit_down(Address.of(link), "greedy", ticket["claim"])
            await watching.when(lambda: watching.table["seats"][0]["program"])
        assert (await host("GET", f"/api/tables/{code}")).json()["seats"][0]["program"]


async def test_bots_of_one_name_are_numbered(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server, people=3)
        code = ticket["table"]["code"]
        guests = [asyncio.create_task(join(link, "random", lambda _: None, 1)) for _ in range(2)]
        await started(server, code, host, 3)
        names = [seat["name"] for seat in (await host("GET", f"/api/tables/{code}")).json()["seats"]]
        assert ["Ada", "random", "random 2"] == names
        await join(link, "random", lambda _: None, 1, ticket["claim"])
        await asyncio.gather(*guests)


def test_seats_are_named_after_bots() -> None:
    for bot, name in (("flat(100)", "flat(100)"), ("cmd:/a/b/mybot --deep", "mybot"), ("x.y:Name", "Name")):
        assert name == name_of(bot)
    program = ProgramBot("cmd:python3 mybot.py")
    assert "python3" == name_of("cmd:python3 mybot.py", program)
    for own, name in (("Deep Ox", "Deep Ox"), ("cheapest card in Python", "cheapest card in"), ("x" * 21, "x" * 20)):
        program.own_name = own
        assert name == name_of("cmd:python3 mybot.py", program)


async def test_it_comes_back_after_breaks_and_what_it_put_together_is_the_view(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        own = ticket_of(Address.of(link), ticket)
        seat = Seat(own)
        connection = asyncio.create_task(seat.run())
        guest = asyncio.create_task(join(link, "random", lambda _: None, 1))
        await started(server, own.address.code, host, 2)
        turns = 0
        while True:
            await seat.wait(lambda known: known.must_act or known.is_over)
            if seat.known.is_over:
                break
            turns += 1
            if turns in (3, 6):
                await seat._socket.close()  # the network is gone
            asked = (await host("GET", f"/api/tables/{own.address.code}/view")).json()
            if asked["view"]["decision"] == seat.known.decision:
                fresh = Folded()
                fresh.welcome({**asked, "now": 0, "number": 1, "table": seat.known.table, "seat": 0}, 0)
                assert fresh.view
                assert seat.known.view
                for field in ("hand", "rows", "facts", "piles", "decision", "scores"):
                    assert getattr(fresh.view, field) == getattr(seat.known.view, field), field
            if not seat.known.must_act:  # the server played a card for which there was no choice
                continue
            answer = await seat.act(seat.known.legal[0])
            assert answer["type"] == "acknowledged" or answer["code"] == "stale"
        assert seat.breaks >= 2
        connection.cancel()
        await guest


async def test_a_server_that_was_restarted_finds_the_bot_at_its_seat(tmp_path: Path) -> None:
    told: list[Joined] = []
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        code = ticket["table"]["code"]
        guest = asyncio.create_task(join(link, "random", told.append, 1))
        await started(server, code, host, 2)
        while not (await host("GET", f"/api/tables/{code}/view")).json()["view"]["sealed"][1]:
            await asyncio.sleep(0.02)
    async with serving(settings(tmp_path, port=server.port)):
        await join(link, "random", lambda _: None, 1, ticket["claim"])
        await guest
    assert ["seated", "lost", "back", "over"] == [joined.what for joined in told]


async def test_several_tables_at_once_and_another_game(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        told: list[Joined] = []

        async def table() -> None:
            ticket, link, host = await opened(server)
            guest = asyncio.create_task(join(link, "greedy", told.append, 2))
            await started(server, ticket["table"]["code"], host, 2)
            await join(link, "random", told.append, 2, ticket["claim"])
            await guest

        await asyncio.gather(table(), table())
    assert 8 == sum(joined.what == "over" for joined in told)


async def test_a_bot_that_fails_costs_itself_alone(tmp_path: Path) -> None:
    told: list[Joined] = []
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        guest = asyncio.create_task(join(link, named("crash"), told.append, 1))
        await started(server, ticket["table"]["code"], host, 2)
        await join(link, "greedy", lambda _: None, 1, ticket["claim"])
        await guest
    assert 3 == sum(joined.what == "failed" for joined in told)
    await asyncio.to_thread(stop_programs)


async def test_a_table_that_is_deleted_is_left(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        guest = asyncio.create_task(join(link, "greedy", lambda _: None))
        await started(server, ticket["table"]["code"], host, 2)
        assert (await host("DELETE", f"/api/tables/{ticket['table']['code']}")).is_success
        with pytest.raises(Gone):
            await guest


async def test_a_seat_of_a_table_that_is_gone_is_not_connected(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        seat = Seat(ticket_of(Address.of(link), ticket))
        connection = asyncio.create_task(seat.run())
        assert await seat.wait(lambda known: known.number is not None, 20)
        assert seat.is_connected
        assert (await host("DELETE", f"/api/tables/{ticket['table']['code']}")).is_success
        await connection
        assert not seat.is_connected


async def test_what_a_server_refuses_is_said(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        with pytest.raises(Refused) as refused:
            await join(f"{server.address}/t/nosuchtable", "greedy", lambda _: None)
        assert "no_such_table" == refused.value.code
        _, link, _ = await opened(server, people=2)
        await sit_down(Address.of(link), "Bob")
        with pytest.raises(Refused):
            await join(link, "greedy", lambda _: None)


BAD_LINKS = ["", "https://", "ftp://example.org/t/x", "https://example.org/", "https://example.org/replay/x", "http://[/t/x",
             "https://a:b@example.org/t/x", "http://x:99999/t/y"]  # fmt: skip


@pytest.mark.parametrize("link", BAD_LINKS)
def test_bad_links_are_refused(link: str) -> None:
    with pytest.raises(BadLink):
        Address.of(link)


def test_good_links_are_read() -> None:
    assert Address("https://example.org", "bekeka") == Address.of("https://example.org/t/bekeka?x=1")
    assert "wss://example.org/api/tables/bekeka/socket" == Address.of("https://example.org/t/bekeka").socket
    assert Address("http://localhost:8766") == Address.of("localhost:8766", needs_code=False)


def test_the_command_says_what_is_wrong() -> None:
    assert "no link to a table" in complaint_of("join", "nowhere", status=1)
    assert "does not answer" in complaint_of("join", "http://127.0.0.1:9/t/x", status=1)
    assert "--games needs" in complaint_of("join", "http://127.0.0.1:9/t/x", "--games", "0", status=2)


def in_a_terminal(command: list[object]) -> tuple["subprocess.Popen[bytes]", int]:
    """A process whose terminal is the one that we hold the other end of, so that Ctrl-C can be typed."""
    ours, theirs = pty.openpty()

    def take_terminal() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = start(command, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_terminal)
    os.close(theirs)
    return process, ours


def said_until(terminal: int, wanted: str) -> str:
    said = ""
    while wanted not in said:
        said += os.read(terminal, 4096).decode(errors="replace")
    return said


async def test_a_process_that_is_told_to_end_leaves_the_table(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        program = Path(sys.executable).with_name("nimmt")
        process = start([program, "join", link, "--bot", "greedy", "--lang", "en"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert ticket["table"]["code"] in (await asyncio.to_thread(process.stdout.readline)).decode()
        process.send_signal(signal.SIGTERM)
        rest = await asyncio.to_thread(process.stdout.read)
        assert 128 + signal.SIGTERM == await asyncio.to_thread(process.wait, 60)
        assert words("en").say("join.stopped") in rest.decode().replace("\n", " ")
        process.stdout.close()
        seats = (await host("GET", f"/api/tables/{ticket['table']['code']}")).json()["seats"]
        assert "free" == seats[1]["kind"]


async def test_ctrl_c_leaves_the_table_politely(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket, link, host = await opened(server)
        program = Path(sys.executable).with_name("nimmt")
        process, terminal = in_a_terminal([program, "join", link, "--bot", "greedy", "--lang", "en"])
        try:
            await asyncio.to_thread(said_until, terminal, ticket["table"]["code"])
            os.write(terminal, b"\x03")
            stopped = words("en").say("join.stopped")
            said = await asyncio.to_thread(said_until, terminal, stopped)
            assert 130 == await asyncio.to_thread(process.wait, 60)
        finally:
            os.close(terminal)
        assert "Traceback" not in said
        seats = (await host("GET", f"/api/tables/{ticket['table']['code']}")).json()["seats"]
        assert "free" == seats[1]["kind"]


async def test_a_bot_leaves_a_process_that_stands_still_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is heard of a process that was stopped, not even that the connection is closed."""
    silent, welcomes = asyncio.Event(), 0

    async def stands_still(connection: Any) -> None:
        nonlocal welcomes
        async for _ in connection:
            welcomes += 1
            table = {"state": "lobby", "seats": []}
            await connection.send(json.dumps({"type": "welcome", "number": 1, "now": 0, "seat": 0, "table": table}))
            if welcomes == 1:
                connection.transport.pause_reading()  # as if stopped: no pong, no close
                silent.set()

    monkeypatch.setattr("nimmt.client.seat.SILENCE", 0.1)
    async with serve(stands_still, "127.0.0.1", 0, ping_interval=None, close_timeout=0) as server:
        port = server.sockets[0].getsockname()[1]
        seat = Seat(Ticket(Address(f"http://127.0.0.1:{port}", "baba"), "token", 0, None))
        connection = asyncio.create_task(seat.run())
        await silent.wait()
        while welcomes < 2 or not seat.is_connected:
            await asyncio.sleep(0.01)
        assert seat.breaks == 1
        connection.cancel()
    monkeypatch.undo()
    assert 2 * seats.SILENCE <= 6
