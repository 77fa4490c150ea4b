"""Strangers, floods, garbage: each gets a clear answer, and nobody else notices."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from nimmt.server import devices
from nimmt.server.gate import Gate
from nimmt.server.limits import Buckets
from nimmt.server.plans import SeatPlan
from nimmt.server.refusals import Refused
from nimmt.server.secrecy import NAME_LENGTH, clean
from nimmt.server.settings import Limits, Settings
from nimmt.server.table import Listener
from nimmt.server.wishes import NewTable
from nimmt.server.worker import Worker
from tests.server.client import PATIENCE, ROOMY, Api, Device, Json, Server, device, opened, people, serving, settings


def limits(**changes: Any) -> Limits:
    return Limits(**{**{name: getattr(ROOMY, name) for name in ROOMY.__struct_fields__}, **changes})


async def closing(made: Device) -> tuple[int, Json]:
    """The close code of a socket that the server closes, and its last word."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await made.until(lambda told: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, made.told[-1] if made.told else {}


async def test_wrong_tokens_open_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        other, others = await opened(server, people(2))
        for token in ("", "x", "0" * 48, others[0], tokens[0][:-1], "ä" * 100):
            async with device(server, code, token) as stranger:
                assert await closing(stranger) == (1008, stranger.told[0])
                assert stranger.told[0]["code"] == "wrong_token"
        for token in ("x", others[0]):
            api = Api(server.address, token)
            assert await api.no(401, "POST", f"/api/tables/{code}/rematch") == "wrong_token"
            assert await api.no(401, "GET", f"/api/tables/{code}/view") == "wrong_token"
            assert await api.no(401, "DELETE", f"/api/tables/{code}") == "wrong_token"
        async with device(server, other, others[0]) as ada:
            assert ada.seat == 0


async def test_nobody_plays_for_another_seat(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            assert (await ada.act(bea.legal[0]))["code"] == "not_in_hand"
            await ada.send(type="act", id="1", decision=1, action=ada.legal[0], seat=1)
            refused = await ada.until("rejected")
            assert (refused["id"], refused["code"]) == ("1", "bad_message")
            async with device(server, code) as watcher:
                assert (await watcher.act(ada.legal[0]))["code"] == "wrong_token"
                assert (await watcher.ask("ask", action=ada.legal[0]))["code"] == "wrong_token"
            assert ada.to_act == [0, 1]


async def test_reordered_messages_harm_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            answers = [await ada.act(ada.legal[0], decision=decision) for decision in (3, 2, -1, 10**12)]
            assert {answer["code"] for answer in answers} == {"stale"}
            assert ada.to_act == [0, 1]
            await ada.send(type="hello", token=tokens[1])
            assert (await ada.until("rejected"))["code"] == "hello_twice"


GARBAGE = [
    "", "{", "null", "[]", "1e999", '{"type":"act"}', '{"type":"nothing"}', "\x00\x01", '{"type":"ping","id":""}',
    '{"type":"ping","id":"' + "x" * 65 + '"}', '{"type":"say","id":"1","text":"\\ud800"}', "[" * 5000, '"' * 99,
    '{"type":"act","id":"1","decision":1,"action":{"type":"play_card","card":"12"}}',
    '{"type":"act","id":"1","decision":1.5,"action":{"type":"play_card","card":12}}',
    '{"type":"act","id":"1","decision":1,"action":{"type":"play_card","card":12,"extra":1}}',
]  # fmt: skip


async def test_garbage_is_refused_and_too_much_of_it_ends_the_talk(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            for frame in GARBAGE:
                await ada.connection.send(frame)
                assert (await ada.until("rejected"))["code"] == "bad_message", frame
            assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
            for _ in range(20):
                await ada.connection.send("{")
            status, last = await closing(ada)
            assert (status, last["code"]) == (1008, "nonsense")
        async with device(server, code, tokens[0]) as again:
            assert again.to_act == [1]


async def test_binary_and_huge_frames(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            await ada.connection.send(b"\xff\xfe\x00")
            assert (await ada.until(lambda told: told["type"] in ("rejected", "goodbye")))["code"] == "bad_message"
        async with device(server, code, tokens[0]) as ada:
            await ada.connection.send(json.dumps({"type": "say", "id": "1", "text": "x" * 1_000_000}))
            assert (await closing(ada))[0] == 1009
        answer = await Api(server.address)("POST", "/api/tables", {"seats": people(2), "name": "x" * 1_000_000})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
        huge = {"format": 1, "moves": [{"seat": 0, "action": {"type": "play_card", "card": 1}}] * 20_000}
        answer = await Api(server.address)("POST", "/api/verify", huge)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
        assert answer.json()["sentence"].endswith(".")
        async with device(server, code, tokens[1]) as bea:
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"


async def test_hello_must_come_first_and_soon(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(hello_seconds=0.2))) as server:
        code, _ = await opened(server, people(2))
        url = f"{server.address.replace('http', 'ws')}/api/tables/{code}/socket"
        for frames in ([], ['{"type":"ping","id":"1"}'], ["{"]):
            async with websockets.connect(url) as connection:
                for frame in frames:
                    await connection.send(frame)
                assert (await closing(Device(connection)))[0] == 1008


async def test_a_flood_is_cut_off(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(messages=1, messages_burst=30))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as flooder, device(server, code, tokens[1]) as bea:
            for number in range(200):
                await flooder.send(type="ping", id=str(number))
            status, last = await closing(flooder)
            assert (status, last["code"]) == (1008, "flood")
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"


WORDLESS = {
    "pings": b"\x89\x80" + bytes(4),
    "pongs": b"\x8a\x80" + bytes(4),
    "empty parts of a message": b"\x00\x80" + bytes(4),
}
"""Frames that bring no message, masked with zeros."""


@pytest.mark.parametrize("kind", WORDLESS)
async def test_frames_without_a_message_are_counted_too(tmp_path: Path, kind: str) -> None:
    """They cost processor time, and answers to pings that nobody reads, or parts that never end, fill the memory."""
    async with serving(settings(tmp_path, limits=limits(messages=0.001, messages_burst=30))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as flooder, device(server, code, tokens[1]) as bea:
            begun = b"\x01\x80" + bytes(4) if kind.startswith("empty") else b""
            flooder.connection.transport.write(begun + 30 * WORDLESS[kind])
            await (bea if begun else flooder).ask("ping")  # so many may come
            flooder.connection.transport.write(WORDLESS[kind])
            assert (await closing(flooder))[0] == 1008
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"


async def test_requests_tables_guesses_and_sockets_are_limited(tmp_path: Path) -> None:
    async def refused(server: Server, times: int, ask: Callable[[Api], Awaitable[Any]]) -> list[int]:
        answers = [await ask(Api(server.address)) for _ in range(times)]
        assert all(answer.json()["code"] == "too_many" for answer in answers if answer.status_code == 429)
        assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 429)
        return [answer.status_code for answer in answers]

    wish = {"seats": people(2)}
    async with serving(settings(tmp_path, limits=limits(tables=0.001, tables_burst=3))) as server:
        assert await refused(server, 5, lambda api: api("POST", "/api/tables", wish)) == [201] * 3 + [429] * 2
    async with serving(settings(tmp_path, limits=limits(requests=0.001, requests_burst=4))) as server:
        assert await refused(server, 6, lambda api: api("GET", "/api/bots")) == [200] * 4 + [429] * 2
    async with serving(settings(tmp_path, limits=limits(guesses=0.001, guesses_burst=3))) as server:
        path = "/api/tables/bababababa"
        assert await refused(server, 5, lambda api: api("GET", path)) == [404] * 3 + [429] * 2
    async with serving(settings(tmp_path, limits=limits(sockets=2))) as server:
        code, _ = await opened(server, people(2))
        async with device(server, code), device(server, code), device(server, code) as third:
            assert third.told[0]["code"] == "too_many"
        async with device(server, code) as later:
            assert later.told[0]["type"] == "welcome"


async def test_guessing_claims_and_tokens_is_limited(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=0.001, guesses_burst=4))) as server:
        code, tokens = await opened(server, people(2))
        for guess in ("AAAAAAAA", "BBBBBBBB"):
            path = f"/api/tables/{code}/claims"
            assert await Api(server.address).no(403, "POST", path, {"claim": guess}) == "wrong_claim"
        for _ in range(2):
            async with device(server, code, "guess") as stranger:
                assert stranger.told[0]["code"] == "wrong_token"
                await closing(stranger)
        async with device(server, code, "guess") as stranger:
            assert stranger.told[0]["code"] == "too_many"
        async with device(server, code, tokens[0]) as ada:
            assert ada.told[0]["type"] == "welcome"


async def test_a_burst_of_table_creations_fills_no_memory(tmp_path: Path) -> None:
    """An address gets its burst of tables and then refusals; and in all there are only so many open tables."""
    chosen = settings(tmp_path, limits=limits(tables=0.001, tables_burst=50, open_tables=30), cache=10)
    async with serving(chosen) as server:
        import httpx

        body = {"seats": people(2), "host": {"name": "Ada"}}
        found: dict[str, int] = {}
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
            for _ in range(8):
                answers = await asyncio.gather(*[client.post("/api/tables", json=body) for _ in range(50)])
                for answer in answers:
                    kind = answer.json().get("code", "opened")
                    found[kind] = found.get(kind, 0) + 1
        assert found["too_many"] == 350
        assert found["opened"] + found["full"] == 50
        assert 30 <= found["opened"] <= 32  # the count may be a moment old
        server.worker.tables.evict(0)
        assert len(server.worker.tables.cache) <= 50


@pytest.mark.thorough
async def test_ten_thousand_table_creations_fill_neither_store_nor_memory(tmp_path: Path) -> None:
    """Whoever gets past the limits of addresses, with thousands of them, still cannot open more than so many tables."""
    chosen = settings(tmp_path, limits=limits(open_tables=40), cache=10)
    worker = Worker(chosen)
    await worker.start()
    try:
        found = Counter[str]()
        wish = NewTable(seats=(SeatPlan(), SeatPlan()))
        for _ in range(10_000):
            try:
                await worker.lobby.open(wish)
                found["opened"] += 1
            except Refused as refused:
                found[refused.code] += 1
        assert found == {"opened": 40, "full": 9_960}
        assert await worker.store.open_tables() == 40
        assert len(worker.tables.cache) <= 10
    finally:
        await worker.stop()


def test_ten_thousand_table_creations_of_one_address_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 0.0
    monkeypatch.setattr("nimmt.server.limits.time", SimpleNamespace(monotonic=lambda: at))
    gate = Gate(Settings())  # the limits that a server has if nobody changes them
    admitted = 0
    for _ in range(10_000):
        at += 0.016
        admitted += gate.tables.of("10.0.0.1").take()
    assert admitted == 20 + 31  # the burst, and one every five seconds of 160, but for the last
    assert gate.tables.of("10.0.0.2").take()


def test_ten_thousand_addresses_are_not_all_remembered() -> None:
    buckets = Buckets(rate=0.2, burst=1, size=1_000)
    assert sum(buckets.of(f"10.0.{number // 256}.{number % 256}").take() for number in range(10_000)) == 10_000
    assert len(buckets._buckets) == 1_000
    assert not buckets.of("10.0.39.15").take()  # the last one is still known


async def overwhelm(server: Server, code: str) -> Listener:
    """Send more to seat 1, which does not read, than any socket buffers."""
    slow = next(each for each in server.worker.tables.cache[code].listeners if each.viewer == 1)
    dropped = server.worker.metrics.dropped._value
    while not dropped.get():
        slow.send(b'{"type":"%s"}' % (b"x" * 10_000))
        await asyncio.sleep(0)
    return slow


async def test_a_slow_reader_is_told_why_it_is_cut_off_and_can_resume(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(backlog=64))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[1], max_queue=1) as bea:
            async with device(server, code, tokens[0]) as ada:
                await overwhelm(server, code)
                assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
            close_code, last = await closing(bea)
            assert (close_code, last["code"]) == (1013, "too_slow")
        async with device(server, code, tokens[1], after=bea.number) as again:
            await again.ask("ping")
            assert again.to_act == [1]


async def test_a_reader_that_reads_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "LAST_WORD", 0.05)
    async with serving(settings(tmp_path, limits=limits(backlog=64))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[1], max_queue=1) as bea:
            slow = await overwhelm(server, code)
            while slow in server.worker.tables.cache[code].listeners:
                await asyncio.sleep(0.01)
            bea.connection.transport.abort()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada  \t Lovelace ", "Ada Lovelace"),
        ("a\u202eb\u2066c\u200bd\ufeffe", "abcde"),
        ("Zoe\u0308", "Zoë"),
        ("e" + "\u0301\u0302\u0303\u0304\u0305" * 20, "é\u0302\u0303"),
        ("\u0000\u0007\u001b[31mred", "[31mred"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("حسن", "حسن"),
        ("x" * 500, "x" * NAME_LENGTH),
        ("\u2028\u2029\u00a0", ""),
    ],
)
def test_strange_names_become_harmless(typed: str, shown: str) -> None:
    assert clean(typed, NAME_LENGTH) == shown


async def test_strange_names_at_the_table(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok(
            "POST", "/api/tables", {"seats": people(3), "host": {"name": "<script>alert(1)</script>"}}
        )
        path = f"/api/tables/{ticket['table']['code']}/seats"
        joined = await Api(server.address).ok("POST", path, {"name": "\u202e👩\u200d🚀' OR 1=1;--"})
        assert [seat["name"] for seat in joined["table"]["seats"][:2]] == [
            "<script>alert(1)</script",
            "👩\u200d🚀' OR 1=1;--",
        ]
        assert await Api(server.address).no(422, "POST", path, {"name": "\u200b\u200b"}) == "bad_name"
        answer = await Api(server.address)("GET", f"/api/tables/{ticket['table']['code']}")
        assert answer.headers["content-type"].startswith("application/json")


async def test_pages_of_other_servers_may_not_act(tmp_path: Path) -> None:
    chosen = settings(tmp_path, origins=("https://friend.example",))
    async with serving(chosen) as server:
        body = {"seats": people(2)}
        own = server.address
        friend, evil_page = "https://friend.example", "https://evil.example"
        for origin, status in [(evil_page, 403), ("null", 403), (own, 201), (friend, 201)]:
            answer = await Api(server.address)("POST", "/api/tables", body, headers={"origin": origin})
            assert answer.status_code == status, origin
            assert answer.headers.get("access-control-allow-origin") == (friend if origin == friend else None)
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0], origin=evil_page) as evil:
            assert evil.told[0]["code"] == "cross_origin"
        async with device(server, code, tokens[0], origin=own) as good:
            assert good.told[0]["type"] == "welcome"


async def test_every_answer_has_the_usual_headers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        for path in ("/", "/api/games", "/api/tables/nothing", "/no/such/page", "/api/schema/openapi.json"):
            headers = (await Api(server.address)("GET", path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            secret = path.startswith("/api") and path != "/api/games"  # the games are the same for everybody
            assert headers["cache-control"] == ("no-store" if secret else "no-cache")
            assert "server" not in headers


async def test_forwarded_addresses_count_only_behind_a_proxy(tmp_path: Path) -> None:
    for proxied, expected in [(False, [201, 429]), (True, [201, 201])]:
        (tmp_path / str(proxied)).mkdir()
        chosen = settings(tmp_path / str(proxied), proxied=proxied, limits=limits(tables=0.001, tables_burst=1))
        async with serving(chosen) as server:
            body = {"seats": people(2)}
            answers = [
                await Api(server.address)(
                    "POST", "/api/tables", body, headers={"x-forwarded-for": f"9.9.9.9, 10.0.0.{n}"}
                )
                for n in range(2)
            ]
            assert [answer.status_code for answer in answers] == expected
