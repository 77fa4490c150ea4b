"""Limits hold when everybody asks at the same time, and count whom they should."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import websockets

from nimmt.server.callers import caller
from nimmt.server.secrecy import CONSONANTS, SYLLABLES, VOWELS, plain_code, table_code
from nimmt.server.settings import Settings
from tests.server.client import PATIENCE, Api, Json, Server, device, opened, people, play_on, serving, settings
from tests.server.test_hostility import limits

AT_ONCE = 60
ALLOWED = 5


class Guess(NamedTuple):
    """A way to guess, and what somebody is told who guessed wrong."""

    method: str
    path: str
    wrong: int | str
    body: object = None


GUESSES = [
    Guess("GET", "/api/tables/bababa{n:04}", 404),
    Guess("GET", "/api/tables/bababa{n:04}/view", 404),
    Guess("POST", "/api/tables/bababa{n:04}/seats", 404, {"name": "Eve"}),
    Guess("GET", "/api/tables/{code}/view", 401),
    Guess("POST", "/api/tables/{code}/start", 401),
    Guess("POST", "/api/tables/{code}/rematch", 401),
    Guess("POST", "/api/tables/{code}/bots", 401, {}),
    Guess("DELETE", "/api/tables/{code}", 401),
    Guess("DELETE", "/api/tables/{code}/seats/0", 401),
    Guess("POST", "/api/tables/{code}/claims", 403, {"claim": "AAAAAAAA"}),
    Guess("POST", "/api/mine", 200, {"held": [{"table": "{code}", "token": "wrong"}]}),
    Guess("SOCKET", "bababa{n:04}", "no_such_table"),
    Guess("SOCKET", "{code}", "wrong_token"),
]


def letters(text: str, number: int, code: str) -> str:
    """Fill in a code that does not exist: digits as letters."""
    return text.replace("{n:04}", "".join("abcdefghij"[int(digit)] for digit in f"{number:04}")).replace("{code}", code)


async def answered(server: Server, code: str, number: int) -> Counter[int | str]:
    """What so many guesses at the same time are answered; each kind comes from an address of its own."""
    guess, sender = GUESSES[number], {"x-forwarded-for": f"10.0.0.{number}"}

    async def by_socket(number: int) -> str:
        path = letters(guess.path, number, code)
        async with device(server, path, f"wrong {number}", additional_headers=sender) as stranger:
            return str(stranger.told[0]["code"])

    if guess.method == "SOCKET":
        return Counter(await asyncio.gather(*map(by_socket, range(AT_ONCE))))
    body = {"held": [{"table": code, "token": "wrong"}]} if guess.path == "/api/mine" else guess.body
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, headers=sender) as client:

        async def by_request(number: int) -> int:
            path, headers = letters(guess.path, number, code), {"authorization": f"Bearer wrong{number}"}
            return (await client.request(guess.method, path, json=body, headers=headers)).status_code

        return Counter(await asyncio.gather(*map(by_request, range(AT_ONCE))))


async def test_guesses_at_the_same_time_are_counted_before_they_are_looked_at(tmp_path: Path) -> None:
    chosen = settings(tmp_path, proxied=True, limits=limits(guesses=1e-6, guesses_burst=ALLOWED))
    async with serving(chosen) as server:
        code, _ = await opened(server, people(2))
        for number, guess in enumerate(GUESSES):
            refused = "too_many" if guess.method == "SOCKET" else 429
            expected = {guess.wrong: ALLOWED, refused: AT_ONCE - ALLOWED}
            assert await answered(server, code, number) == expected, guess


async def test_people_behind_one_address_who_come_back_together_are_no_guessers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=2))) as server:
        code, tokens = await opened(server, people(2))
        server.worker.tables.cache.clear()  # the first must wait for the store

        async def come_back(number: int) -> str:
            async with device(server, code, tokens[number % 2]) as somebody:
                return str(somebody.told[0]["type"])

        assert Counter(await asyncio.gather(*map(come_back, range(60)))) == {"welcome": 60}
        assert await Api(server.address, "wrong").no(401, "POST", f"/api/tables/{code}/start") == "wrong_token"


GONE = "bababababababababa"
MANY = 99


async def spend(server: Server) -> None:
    """Guess until no guess is left."""
    while (await Api(server.address)("GET", f"/api/tables/{GONE}")).status_code != 429:
        pass


def held(table: str, token: str) -> Json:
    return {"table": table, "token": token}


async def test_tables_that_are_gone_lock_nobody_out(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=3))) as server:
        code, tokens = await opened(server, people(2))
        stranger = Api(server.address)
        kept = {"held": [*[held(GONE, f"{n:048x}") for n in range(MANY)], held(code, tokens[0])]}
        found = await stranger.ok("POST", "/api/mine", kept)
        assert [each["table"]["code"] for each in found] == [code]
        for _ in range(2):  # all that was gone has cost one guess of three
            assert await stranger.no(404, "GET", f"/api/tables/{GONE}") == "no_such_table"
        assert await stranger.no(429, "GET", f"/api/tables/{GONE}") == "too_many"
        assert await stranger.ok("POST", "/api/mine", kept) == found
        for table in (code, GONE):
            assert await stranger.no(429, "POST", "/api/mine", {"held": [held(table, "0" * 48)]}) == "too_many"
            mixed = {"held": [held(table, "0" * 48), held(code, tokens[0])]}
            assert await stranger.ok("POST", "/api/mine", mixed) == found


class Right(NamedTuple):
    """What somebody with a right token asks for, and the answer."""

    method: str
    path: str
    status: int
    body: object = None


RIGHT = [
    Right("GET", "", 200),
    Right("GET", "/view", 200),
    Right("GET", "/twins", 409),
    Right("POST", "/twins", 409, {"host": {"name": "Cy"}}),
    Right("GET", "/comparison", 409),
    Right("POST", "/seats", 409, {"name": "Cy"}),
    Right("POST", "/start", 409),
    Right("POST", "/ready", 409, {"game": 1}),
    Right("POST", "/rematch", 409),
    Right("POST", "/bots", 409, {}),
    Right("POST", "/bots", 422, {"level": "nobody"}),
    Right("DELETE", "/seats/0", 409),
    Right("GET", "/record", 409),
    Right("GET", "/verification", 409),
    Right("GET", "/replay?step=0", 409),
    Right("GET", "/replay/index", 409),
    Right("DELETE", "", 204),
]
CLAIM = Right("POST", "/claims", 403, {"claim": "AAAAAAAA"})


async def test_right_tokens_come_in_whatever_their_neighbours_guessed(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=3))) as server:
        code, tokens = await opened(server, people(2))
        await spend(server)
        async with device(server, code, tokens[1]) as bea:
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"
        for ask in RIGHT:
            answer = await Api(server.address, tokens[0])(ask.method, f"/api/tables/{code}{ask.path}", ask.body)
            assert answer.status_code == ask.status, ask


async def test_nobody_learns_anything_when_no_guess_is_left(tmp_path: Path) -> None:
    """Neither from a table that there is nor from one that there is not; nor does a seat open another one."""
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=3))) as server:
        code, tokens = await opened(server, people(2))
        _, others = await opened(server, people(2))
        await spend(server)
        for token in (None, "wrong", "0" * 48, others[0]):
            told = {}
            for table in (code, GONE):
                api = Api(server.address, token)
                asked = [*RIGHT, CLAIM]
                answers = [await api(ask.method, f"/api/tables/{table}{ask.path}", ask.body) for ask in asked]
                assert {answer.status_code for answer in answers} == {429}
                async with device(server, table, token) as stranger:
                    told[table] = [*[answer.content for answer in answers], *stranger.told]
                    assert stranger.told[0]["code"] == "too_many"
            assert told[code] == told[GONE]
        claims = f"/api/tables/{code}/claims"  # who has a seat may still guess at the others
        assert await Api(server.address, tokens[0]).no(429, "POST", claims, CLAIM.body) == "too_many"


ID = "an-id-of-somebody-{n:03}-".format


async def test_repeating_what_was_granted_is_no_guess(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=3))) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}"
        bea, tablet = {"name": "Bea", "id": ID(n=1)}, {"claim": ticket["claim"], "id": ID(n=2)}
        seated = await Api(server.address).ok("POST", f"{path}/seats", bea)
        claimed = await Api(server.address).ok("POST", f"{path}/claims", tablet)
        await spend(server)
        for _ in range(5):
            assert await Api(server.address).ok("POST", f"{path}/seats", bea) == seated
            assert await Api(server.address).ok("POST", f"{path}/claims", tablet) == claimed
        wrong = [{**tablet, "claim": seated["claim"]}, {**tablet, "claim": "AAAAAAAA"}, {**tablet, "id": ID(n=3)}]
        for guess in wrong:  # seat codes of others are guesses, under an id that is known as well
            assert await Api(server.address).no(429, "POST", f"{path}/claims", guess) == "too_many"
        assert await Api(server.address).no(429, "POST", f"{path}/seats", {**bea, "id": ID(n=4)}) == "too_many"


async def test_no_token_is_no_guess(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=3))) as server:
        code, _ = await opened(server, people(2), spectators=False)
        for _ in range(5):
            for rest in ("comparison", "record", "standing"):
                assert await Api(server.address).no(401, "GET", f"/api/tables/{code}/{rest}") == "wrong_token"
        for _ in range(3):
            assert await Api(server.address).no(404, "GET", f"/api/tables/{GONE}/record") == "no_such_table"
        assert await Api(server.address).no(429, "GET", f"/api/tables/{code}/record") == "too_many"


async def test_only_new_tables_count_as_new_tables(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(tables=1e-6, tables_burst=3))) as server:
        api = Api(server.address)
        wish = {"seats": people(2), "duplicate": True, "host": {"name": "Ada"}, "id": ID(n=1)}
        path = f"/api/tables/{(await api.ok('POST', '/api/tables', wish))['table']['code']}"
        asked: list[tuple[str, Json]] = [
            ("/api/tables", wish),
            (f"{path}/twins", {"host": {"name": "Bea"}, "id": ID(n=2)}),
            ("/api/daily", {"device": ID(n=3), "name": "Cy"}),
        ]
        granted = [(await api.ok("POST", *each))["token"] for each in asked]
        for _ in range(3):
            assert [(await api.ok("POST", *each))["token"] for each in asked] == granted
        for where, what in asked:
            changed = {"id": ID(n=4), "device": ID(n=4), "host": {"name": "Dot"}}
            new = {name: changed.get(name, value) for name, value in what.items()}
            assert await api.no(429, "POST", where, new) == "too_many"


WORDS = [(None, "hello_first"), ('{"type":"ping","id":"1"}', "hello_first"), ("{", "bad_message")]


async def test_sockets_without_a_word_when_no_guess_is_left(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    chosen = settings(tmp_path, limits=limits(guesses=1e-6, guesses_burst=1, hello_seconds=0.2))
    async with serving(chosen) as server:
        code, _ = await opened(server, people(2))
        await spend(server)
        for table in (code, GONE):
            url = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
            for frame, said in WORDS:
                async with websockets.connect(url) as stranger:
                    if frame:
                        await stranger.send(frame)
                    assert json.loads(await stranger.recv())["code"] == said
            async with websockets.connect(url):
                pass  # and gone
        while server.worker.sockets:
            await asyncio.sleep(0.005)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_sockets_that_open_at_the_same_time_are_counted(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(sockets=20))) as server:
        code, tokens = await opened(server, people(2))
        all_in, told = asyncio.Event(), Counter[str]()

        async def come(number: int) -> None:
            async with device(server, code, tokens[number % 2]) as somebody:
                told[somebody.told[0]["type"]] += 1
                if told.total() == AT_ONCE:
                    all_in.set()
                await all_in.wait()

        await asyncio.gather(*map(come, range(AT_ONCE)))
        assert told == {"welcome": 20, "goodbye": AT_ONCE - 20}
        async with device(server, code) as later:  # every place was given back
            assert later.told[0]["type"] == "welcome"


def test_codes_are_long_enough_to_be_guessed_by_nobody() -> None:
    """20,000 tables, and 10,000 addresses that guess as fast as they may, for a year: one chance in 30."""
    default = Settings().limits
    guesses = 10_000 * (default.guesses_burst + default.guesses * 365 * 86_400)
    codes = (len(CONSONANTS) * len(VOWELS)) ** SYLLABLES
    assert guesses * default.open_tables / codes < 1 / 30
    one_address = (default.guesses_burst + default.guesses * 365 * 86_400) * default.open_tables / codes
    assert one_address < 1e-5


@pytest.mark.parametrize(
    "typed", ["badoke-mizula-tinobe", "Badoke Mizula Tinobe", "ba do ke mi zu la ti no be", "BADOKEMIZULATINOBE"]
)
def test_codes_are_read_as_people_write_them(typed: str) -> None:
    assert plain_code(typed) == "badokemizulatinobe"


async def test_codes_of_older_tables_still_open_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings(tmp_path)) as server:
        with monkeypatch.context() as older:
            older.setattr("nimmt.server.secrecy.SYLLABLES", 5)
            code, tokens = await opened(server, people(2))
        assert len(code) == 10
        assert len(table_code("somebody")) == 18
        server.worker.tables.cache.clear()
        async with device(server, "-".join(code).upper(), tokens[1]) as bea:
            assert bea.seat == 1


# --- Who is calling -----------------------------------------------------------------------------------


class Call(NamedTuple):
    """The lines of X-Forwarded-For, how many proxies are trusted, and who is counted."""

    lines: tuple[str, ...]
    proxies: int
    counted: str


PROXY = "10.9.9.9"
CALLS = [
    Call((), 0, PROXY),
    Call(("1.1.1.1",), 0, PROXY),
    Call((), 1, PROXY),
    Call(("1.1.1.1",), 1, "1.1.1.1"),
    Call(("6.6.6.6, 1.1.1.1",), 1, "1.1.1.1"),
    Call(("6.6.6.6", "1.1.1.1"), 1, "1.1.1.1"),
    Call(("6.6.6.6", "7.7.7.7, 1.1.1.1"), 1, "1.1.1.1"),
    Call(("6.6.6.6, 1.1.1.1", "10.0.0.1"), 2, "1.1.1.1"),
    Call(("6.6.6.6", "1.1.1.1, 10.0.0.1"), 2, "1.1.1.1"),
    Call(("6.6.6.6", "1.1.1.1", "10.0.0.1", "10.0.0.2"), 3, "1.1.1.1"),
    Call(("1.1.1.1",), 3, "1.1.1.1"),  # somebody who called an inner proxy
    Call(("1.1.1.1:50123",), 1, "1.1.1.1"),
    Call((" 1.1.1.1 ",), 1, "1.1.1.1"),
    Call(("2001:db8:1:2:3:4:5:6",), 1, "2001:db8:1:2::/64"),
    Call(("2001:DB8:1:2::7",), 1, "2001:db8:1:2::/64"),
    Call(("[2001:db8:1:2::8]:443",), 1, "2001:db8:1:2::/64"),
    Call(("[2001:db8:1:2::9]",), 1, "2001:db8:1:2::/64"),
    Call(("2001:db8:1:3::7",), 1, "2001:db8:1:3::/64"),
    Call(("fe80::1%eth0",), 1, "fe80::/64"),
    Call(("::ffff:1.1.1.1",), 1, "1.1.1.1"),
    Call(("1.1.1.1, garbage",), 1, PROXY),
    Call(("unknown",), 1, PROXY),
    Call(("_hidden7",), 1, PROXY),
    Call(("",), 1, PROXY),
    Call(("1.1.1.1,",), 1, PROXY),
    Call(("1.1.1.1.1",), 1, PROXY),
    Call(("1" * 5000,), 1, PROXY),
    Call(("\x00",), 1, PROXY),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_whom_limits_count(call: Call) -> None:
    assert caller(PROXY, call.lines, call.proxies) == call.counted


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"), ("::ffff:192.168.1.7", "192.168.1.7"), ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)  # fmt: skip
def test_whom_limits_count_without_a_proxy(peer: str, counted: str) -> None:
    assert caller(peer, ("1.1.1.1",), 0) == counted


FLOODS: list[tuple[str, Callable[[int], list[str]], int]] = [
    ("made up on the left", lambda n: [f"9.9.9.{n}", "1.1.1.1"], 1),
    ("garbage", lambda n: [f"garbage{n}"], 1),
    ("one network", lambda n: [f"2001:db8::{n}"], 1),
    ("made up before two proxies", lambda n: [f"9.9.9.{n}, 1.1.1.1", "10.0.0.1"], 2),
]


@pytest.mark.parametrize(("lines", "proxies"), [flood[1:] for flood in FLOODS], ids=[flood[0] for flood in FLOODS])
async def test_nobody_gets_a_fresh_limit_by_writing_headers(
    lines: Callable[[int], list[str]], proxies: int, tmp_path: Path
) -> None:
    chosen = settings(tmp_path, proxies=proxies, limits=limits(tables=1e-6, tables_burst=2))
    async with serving(chosen) as server, httpx.AsyncClient(base_url=server.address, timeout=60) as client:

        def ask(number: int) -> Awaitable[httpx.Response]:
            headers = [("x-forwarded-for", line) for line in lines(number)]
            return client.post("/api/tables", json={"seats": people(2)}, headers=headers)

        found = Counter(answer.status_code for answer in await asyncio.gather(*map(ask, range(20))))
        assert found == {201: 2, 429: 18}


async def test_a_full_log_takes_answers_and_neither_talk_nor_changes_of_mind(tmp_path: Path) -> None:
    """Or somebody who changes their mind for ever could fill the store."""
    options = {"max_rounds": 1}
    async with serving(settings(tmp_path, limits=limits(entries=12))) as server:
        code, tokens = await opened(server, people(2), options=options)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            answers = [await bea.act(bea.legal[number % 2]) for number in range(12)]
            told = ["acknowledged" if answer["type"] == "acknowledged" else answer["code"] for answer in answers]
            assert told[0] == "acknowledged"
            assert told[-1] == "log_full"
            assert sorted(told) == told  # once it is full it stays so
            assert (await ada.ask("say", text="Well?"))["code"] == "log_full"
            await asyncio.gather(play_on(ada), play_on(bea))
            assert ada.view is not None
            assert ada.view["outcome"] is not None


async def test_a_full_log_takes_no_cards_back(tmp_path: Path) -> None:
    """Laying a card and taking it back could go on for ever, too; the game goes on without."""
    async with serving(settings(tmp_path, limits=limits(entries=30))) as server:
        code, tokens = await opened(server, people(2), game="bullenparty")
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            players = (ada, bea)
            while not all(player.view and player.view["phase"] == "lay" for player in players):
                for player in players:
                    if player.seat in player.to_act and (player.view or {})["phase"] != "lay":
                        await player.act(player.legal[-1])
                await asyncio.gather(*(player.ask("preview", action={"type": "done"}) for player in players))
            told = []
            for _ in range(20):
                await ada.act(next(action for action in ada.legal if action["type"] == "lay_card"))
                told.append(await ada.act({"type": "take_card_back"}))
                if told[-1]["type"] != "acknowledged":
                    break
            assert told[0]["type"] == "acknowledged"
            assert told[-1]["code"] == "log_full"
            done = await ada.act({"type": "done"})
            while done["type"] != "acknowledged":
                await ada.act(next(action for action in ada.legal if action["type"] == "lay_card"))
                done = await ada.act({"type": "done"})
