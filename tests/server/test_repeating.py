"""Whoever got no answer asks again: the same id and content give the same answer, other content is refused."""

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from nimmt.server.fold import ANSWERS
from tests.server.client import Api, Device, Json, Server, device, opened, people, serving, settings

ID, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
NONCES = {"1": "same", "2": "other", "3": "other"}  # by id


def said(ada: Device) -> list[tuple[str, Json, Json]]:
    """What a seat can say: a kind of message, its content, and other content."""
    seal = {"decision": ada.decision, "action": ada.legal[0]}
    return [
        ("act", seal, {**seal, "action": ada.legal[1]}),
        ("act", seal, {**seal, "decision": ada.decision + 1}),
        ("say", {"text": "Hello"}, {"text": "Good-bye"}),
        ("react", {"reaction": "bravo"}, {"reaction": "ouch"}),
    ]


async def check_messages(first: Server, second: Server, code: str, token: str) -> None:
    """Say everything on one server, and again on the other."""
    async with device(first, code, token) as ada:
        wanted = said(ada)
        answers = [await ada.ask(kind, id=f"id-{n}", **content) for n, (kind, content, _) in enumerate(wanted)]
        assert {answer["type"] for answer in answers} == {"acknowledged"}
    async with device(second, code, token) as ada:
        for number, (kind, content, other) in enumerate(wanted):
            assert await ada.ask(kind, id=f"id-{number}", **content) == answers[number]
            refused = await ada.ask(kind, id=f"id-{number}", **other)
            assert (refused["type"], refused["code"]) == ("rejected", "id_reused"), (kind, other)
        assert (await ada.ask("say", id="id-0", text="an id is one for all kinds"))["code"] == "id_reused"


async def test_messages_on_one_server(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(3))
        await check_messages(server, server, code, tokens[1])


async def test_messages_after_a_restart(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(3))
        async with device(server, code, tokens[1]) as ada:
            kind, content, other = said(ada)[0]
            answer = await ada.ask(kind, id="before", **content)
    async with serving(settings(tmp_path)) as again, device(again, code, tokens[1]) as ada:
        assert await ada.ask(kind, id="before", **content) == answer
        assert (await ada.ask(kind, id="before", **other))["code"] == "id_reused"


async def test_nobody_makes_another_seats_ids_forgotten(tmp_path: Path) -> None:
    """However much others say meanwhile, an old action that is repeated does not undo a newer one."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            first = {"decision": ada.decision, "action": ada.legal[0]}
            answer = await ada.ask("act", id="first", **first)
            await ada.ask("act", id="second", **{**first, "action": ada.legal[1]})
            for number in range(2 * ANSWERS + 1):
                await bea.ask("say", id=f"line {number}", text="moo")
            assert await ada.ask("act", id="first", **first) == answer


async def test_messages_on_another_worker(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two:
        code, tokens = await opened(one, people(3))
        await check_messages(one, two, code, tokens[1])
        await check_requests(one, two)


async def test_nonces_and_ids_of_somebody_who_sat_there_before(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        table = (await api.ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada"}}))["table"]
        seats = f"/api/tables/{table['code']}/seats"
        for name in ("Bea", "Cy"):  # one after the other on the same seat, with the same id
            ticket = await api.ok("POST", seats, {"name": name, "seat": 1})
            async with device(server, table["code"], ticket["token"]) as somebody:
                answer = await somebody.ask("give_nonce", id="1", nonce=name)
                assert answer["type"] == "acknowledged"
                assert (await somebody.ask("give_nonce", id="1", nonce="other"))["code"] == "id_reused"
                assert await somebody.ask("give_nonce", id="1", nonce=name) == answer
            await Api(server.address, ticket["token"]).ok("DELETE", f"{seats}/1")


async def test_a_nonce_that_is_repeated_gets_its_first_answer_whatever_happened_since(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        host = await api.ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada", "nonce": "same"}})
        code = host["table"]["code"]
        async with device(server, code, host["token"]) as ada:
            answers = {id: await ada.ask("give_nonce", id=id, nonce=nonce) for id, nonce in NONCES.items()}
            await api.ok("POST", f"/api/tables/{code}/seats", {"name": "Bea"})
            await ada.until("table_changed")
            for id, nonce in NONCES.items():
                assert await ada.ask("give_nonce", id=id, nonce=nonce) == answers[id], nonce


async def test_what_was_rejected_is_judged_again(tmp_path: Path) -> None:
    """Only what was done is remembered: who repeats the rest, or uses its id for something else, harms nothing."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            early = {"decision": ada.decision + 1, "action": ada.legal[0]}
            assert [(await ada.ask("act", id="x", **early))["code"] for _ in range(2)] == ["stale"] * 2
            done = {"decision": ada.decision, "action": ada.legal[0]}
            answer = await ada.ask("act", id="x", **done)
            assert answer["type"] == "acknowledged"
            assert await ada.ask("act", id="x", **done) == answer
            assert (await ada.ask("act", id="x", **early))["code"] == "id_reused"


# --- Sitting down, opening a table, coming with another device ------------------------------------------


async def check_requests(first: Server, second: Server) -> None:
    """Ask for everything that gives a token on one server, and again on the other."""
    one, two = Api(first.address), Api(second.address)
    wish: Json = {"seats": people(3), "host": {"name": "Ada", "nonce": "n"}, "id": ID}
    opened_first = await one.ok("POST", "/api/tables", wish)
    at = f"/api/tables/{opened_first['table']['code']}"
    requests: list[tuple[str, Json, list[Json], Json]] = [
        ("/api/tables", wish, [{"seats": people(4)}, {"host": {"name": "Eve"}}, {"chat": False}], opened_first),
    ]
    bea: Json = {"name": "Bea", "nonce": "n", "id": OTHER}
    joined = await one.ok("POST", f"{at}/seats", bea)
    requests.append((f"{at}/seats", bea, [{"name": "Eve"}, {"nonce": "other"}, {"seat": 2}], joined))
    claim: Json = {"claim": joined["claim"], "id": "x" * 30}
    claimed = await one.ok("POST", f"{at}/claims", claim)
    requests.append((f"{at}/claims", claim, [{"claim": opened_first["claim"]}], claimed))
    for path, body, others, answer in requests:
        again = await two.ok("POST", path, body)
        assert {**again, "table": None} == {**answer, "table": None}
        for other in others:
            assert await two.no(409, "POST", path, {**body, **other}) == "id_reused", (path, other)
    assert [seat["kind"] for seat in again["table"]["seats"]] == ["person", "person", "free"]
    for token, seat in ((opened_first["token"], 0), (joined["token"], 1), (claimed["token"], 1)):
        async with device(second, opened_first["table"]["code"], token) as somebody:
            assert somebody.seat == seat


async def test_requests_on_one_server(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        await check_requests(server, server)


async def cut_off(server: Server, path: str, body: Json, committed: Any) -> None:
    """Send a request, and hang up once the server has carried it out and before its answer is read."""
    host = urlsplit(server.address).netloc
    text = json.dumps(body)
    _, writer = await asyncio.open_connection(*host.split(":"))
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Content-Type: application/json", f"Content-Length: {len(text)}"]
    writer.write("\r\n".join([*lines, "", text]).encode())
    while not committed():
        await asyncio.sleep(0.002)
    writer.transport.abort()


@pytest.mark.parametrize("start", [False, True])
async def test_a_lost_answer_loses_no_table(start: bool, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        tables = server.worker.tables
        wish: Json = {"seats": [{}, {"level": "random"}], "host": {"name": "Ada"}, "id": ID, "start": start}
        await cut_off(server, "/api/tables", wish, lambda: tables.cache)
        ticket = await Api(server.address).ok("POST", "/api/tables", wish)
        assert len(tables.cache) == 1
        assert ticket["table"]["state"] == ("playing" if start else "lobby")
        async with device(server, ticket["table"]["code"], ticket["token"]) as ada:
            assert ada.seat == 0


async def test_a_lost_answer_loses_no_seat(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        code = ticket["table"]["code"]
        fold = server.worker.tables.cache[code].fold
        bea = {"name": "Bea", "id": ID}
        await cut_off(server, f"/api/tables/{code}/seats", bea, lambda: fold.seats[1].person)
        await Api(server.address, ticket["token"]).ok("POST", f"/api/tables/{code}/start")  # the host does not wait
        joined = await Api(server.address).ok("POST", f"/api/tables/{code}/seats", bea)
        assert joined["seat"] == 1
        async with device(server, code, joined["token"]) as somebody:
            assert somebody.seat == 1
        claimed = await Api(server.address).ok("POST", f"/api/tables/{code}/claims", {"claim": joined["claim"]})
        assert claimed["seat"] == 1


async def test_the_same_request_many_times_at_once_is_one(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        wish = {"seats": people(5), "host": {"name": "Ada"}, "id": ID}
        tickets = await asyncio.gather(*[api.ok("POST", "/api/tables", wish) for _ in range(8)])
        assert {ticket["token"] for ticket in tickets} == {tickets[0]["token"]}
        assert await server.worker.store.open_tables() == 1
        seats = f"/api/tables/{tickets[0]['table']['code']}/seats"
        joined = await asyncio.gather(*[api.ok("POST", seats, {"name": "Bea", "id": OTHER}) for _ in range(8)])
        assert {(ticket["seat"], ticket["token"], ticket["claim"]) for ticket in joined} == {
            (1, joined[0]["token"], joined[0]["claim"])
        }


async def test_whoever_was_taken_off_the_table_does_not_come_back_by_repeating(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        host = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        seats = f"/api/tables/{host['table']['code']}/seats"
        await Api(server.address).ok("POST", seats, {"name": "Bea", "id": ID})
        await Api(server.address, host["token"]).ok("DELETE", f"{seats}/1")
        assert await Api(server.address).no(401, "POST", seats, {"name": "Bea", "id": ID}) == "wrong_token"


@pytest.mark.parametrize("short", ["", "1", "x" * 21, "x" * 65, "ü" * 30, "a b" * 10, 7])
async def test_an_id_must_be_too_long_to_guess(short: object, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        assert await Api(server.address).no(400, "POST", "/api/tables", {"seats": people(2), "id": short})
