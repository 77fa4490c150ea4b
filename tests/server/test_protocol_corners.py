"""What a client may stumble over: each sentence of docs/protocol.md that a plain game does not show."""

import asyncio
import json
from pathlib import Path

import pytest
import websockets

import nimmt
from nimmt.server.fold import ANSWERS
from nimmt.server.tables import Chance
from tests.server.client import ROOMY, Api, Device, device, opened, people, play_on, serving, settings

ROUND = {"max_rounds": 1}
BACKLOG = 8


async def test_one_decision_may_take_several_actions(tmp_path: Path) -> None:
    """Bullenparty's lay-down: card after card under one decision number, each acknowledged, until all are done."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, {"level": "random"}], game="bullenparty")
        async with device(server, code, tokens[0]) as ada:
            await until_laying(ada)
            decision, laid = ada.decision, 0
            while (lay := next((each for each in ada.legal if each["type"] == "lay_card"), None)) and laid < 2:
                assert (await ada.act(lay))["type"] == "acknowledged"
                laid += 1
                assert (ada.decision, 0 in ada.to_act) == (decision, True)
                assert {"type": "take_card_back"} in ada.legal
            assert laid == 2


async def until_laying(player: Device) -> None:
    """Give whatever answer until cards are laid down."""
    while player.view is None or player.view["phase"] != "lay" or player.seat not in player.to_act:
        if player.seat in player.to_act and player.legal:
            await player.act(player.legal[0])
        else:
            await player.until("update")


async def test_legal_is_not_empty_for_somebody_who_has_answered(tmp_path: Path) -> None:
    """Whoever has sealed a card may change it until the last has, so `to_act` says who is waited for, not `legal`."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            first, second = ada.legal[:2]
            await ada.act(first)
            assert (ada.to_act, second in ada.legal) == ([1], True)
            assert (await ada.act(second))["type"] == "acknowledged"
            async with device(server, code, tokens[0]) as again:
                assert (again.to_act, again.legal) == ([1], ada.legal)


@pytest.mark.parametrize(("behind", "resumed"), [(BACKLOG // 2, True), (BACKLOG // 2 + 1, False)])
async def test_no_more_than_half_the_backlog_is_told_again(behind: int, resumed: bool, tmp_path: Path) -> None:
    limits = {name: getattr(ROOMY, name) for name in ROOMY.__struct_fields__} | {"backlog": BACKLOG}
    async with serving(settings(tmp_path, limits=type(ROOMY)(**limits))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            for _ in range(behind):
                await ada.ask("react", reaction="bravo")
            async with device(server, code, tokens[1], after=ada.number - behind) as late:
                assert late.told[0]["resumed"] is resumed
                assert (late.view is None) is resumed
                await late.reach(ada.number)


async def test_the_chat_of_a_welcome_has_no_numbers(tmp_path: Path) -> None:
    """Those lines were told before: they are no parts of the stream that begins now."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            await ada.ask("say", text="Hello")
            assert [told["number"] for told in ada.told if told["type"] == "chat_line"] == [ada.number]
            async with device(server, code) as watcher:
                assert [line["number"] for line in watcher.told[0]["chat"]] == [0]
                assert watcher.told[0]["number"] == ada.number


FOREIGN = {"origin": "https://elsewhere.example"}


@pytest.mark.parametrize(
    ("headers", "table", "code"), [(FOREIGN, None, "cross_origin"), ({}, "bababababababababa", "no_such_table")]
)
async def test_goodbye_may_come_before_hello(
    headers: dict[str, str], table: str | None, code: str, tmp_path: Path
) -> None:
    """Whoever is not let in is told so at once, and has not been asked who they are."""
    async with serving(settings(tmp_path)) as server:
        found, _ = await opened(server, people(2))
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table or found}/socket"
        async with websockets.connect(url, additional_headers=headers) as stranger:
            told = json.loads(await stranger.recv())
            assert (told["type"], told["code"]) == ("goodbye", code)
            with pytest.raises(websockets.ConnectionClosed):
                await stranger.recv()


async def test_an_id_belongs_to_a_seat_at_a_table(tmp_path: Path) -> None:
    """Whatever the kind of message, the device and the game; other seats and tables have ids of their own."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, {"level": "random"}], options=ROUND)
        other, others = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[0]) as phone:
            first = await ada.ask("say", id="one", text="Hello")
            assert await phone.ask("say", id="one", text="Hello") == first
            assert (await phone.ask("react", id="one", reaction="bravo"))["code"] == "id_reused"
            for _ in range(ANSWERS + 1):  # what changes nothing is not remembered, and pushes nothing out
                await ada.ask("ping", id="one")
                assert (await ada.ask("ask", id="one", action=ada.legal[0]))["type"] == "previewed"
            assert await ada.ask("say", id="one", text="Hello") == first
            for token in others:
                async with device(server, other, token) as somebody:
                    assert (await somebody.ask("say", id="one", text="Good evening"))["type"] == "acknowledged"


async def test_an_id_is_remembered_from_game_to_game(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, {"level": "random"}], options=ROUND)
        async with device(server, code, tokens[0]) as ada:
            await play_on(ada)
            await ada.ask("say", id="one", text="Hello")
            await Api(server.address, tokens[0]).ok("POST", f"/api/tables/{code}/ready", {"game": 1})
            await ada.when(lambda: ada.table["game"] == 2)
            assert (await ada.ask("say", id="one", text="Good-bye"))["code"] == "id_reused"


async def test_an_acknowledgement_names_the_last_part_that_tells_of_it(tmp_path: Path) -> None:
    """An action that ends the game is told in two parts; a nonce in none, so the number is where the stream is."""
    low_cards_first = nimmt.ExplicitDealer({"deal:1": tuple(range(104))})
    async with serving(settings(tmp_path), Chance(deal=low_cards_first)) as server:
        code, tokens = await opened(server, people(2), options=ROUND)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            await asyncio.gather(play_down(ada), play_down(bea))
            last = next(told for told in reversed(ada.told) if told["type"] == "update")
            actor = (ada, bea)[last["seat"]]
            assert (last["by"], last["view"]["outcome"] is not None) == ("player", True)
            await actor.ask("ping")
            number = [told["number"] for told in actor.told if told["type"] == "acknowledged"][-1]
            parts = {told["number"]: told["type"] for told in actor.told if told["type"] in ("update", "table_changed")}
            assert (parts[number - 1], parts[number]) == ("update", "table_changed")
            await ada.when(lambda: ada.table["commitment"] is not None and ada.table["state"] == "over")
            before = ada.number
            assert (await ada.ask("give_nonce", nonce="mine"))["number"] == before == ada.number


async def test_a_nonce_may_be_changed_until_the_first_card_is_dealt(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        table = {"seats": [{}, {"level": "random"}], "options": ROUND, "pace": "none"}
        ticket = await Api(server.address).ok(
            "POST", "/api/tables", table | {"host": {"name": "Ada", "nonce": "first"}}
        )
        code, token = ticket["table"]["code"], ticket["token"]
        async with device(server, code, token) as ada:
            for nonce in ("second", "third"):
                assert (await ada.ask("give_nonce", nonce=nonce))["type"] == "acknowledged"
            await Api(server.address, token).ok("POST", f"/api/tables/{code}/start")
            await ada.when(lambda: ada.view is not None)
            assert (await ada.ask("give_nonce", nonce="late"))["code"] == "started"
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over")
            assert ada.table["fairness"]["nonces"][0] == "third"


async def test_the_id_of_a_seat_that_was_left_opens_nothing(tmp_path: Path) -> None:
    """Its token follows from the id, so whoever comes back needs a new one."""
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada"}})
        seats, bea = f"/api/tables/{ticket['table']['code']}/seats", {"name": "Bea", "id": "b" * 30}
        sat = await Api(server.address).ok("POST", seats, bea)
        assert await Api(server.address).ok("POST", seats, bea) == sat
        await Api(server.address, sat["token"]).ok("DELETE", f"{seats}/{sat['seat']}")
        assert await Api(server.address).no(401, "POST", seats, bea) == "wrong_token"
        await Api(server.address).ok("POST", seats, bea | {"id": "c" * 30})


async def test_whoever_cannot_act_or_speak_is_told_why(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code) as watcher:
            card = ada.legal[0]
            assert (await watcher.act(card))["code"] == (await watcher.ask("say", text="Hi"))["code"] == "wrong_token"
            assert (await ada.act(card, seat=1))["code"] == "bad_message"
            assert (await ada.ask("say", text="\u202e"))["code"] == "empty"
            assert (await ada.ask("say", text="o" * 601))["code"] == "bad_message"
            await ada.ask("say", text="o" * 600)
            assert next(told["text"] for told in ada.told if told["type"] == "chat_line") == "o" * 300
            await ada.send(type="hello", token=tokens[1])
            refused = await ada.until("rejected")
            assert (refused["id"], refused["code"]) == ("", "hello_twice")


async def test_a_refusal_does_not_repeat_the_address(tmp_path: Path) -> None:
    """It holds the table's code, and people pass refusals on when they ask for help."""
    async with serving(settings(tmp_path)) as server:
        code, _ = await opened(server, people(2))
        refused = (await Api(server.address)("GET", f"/api/tables/{code}/record?game=x")).json()
        assert refused["code"] == "bad_request"
        assert code not in refused["sentence"]
        assert "game" in refused["sentence"]


async def play_down(player: Device) -> None:
    """Play the highest card each time: of low cards, one fits nowhere in every turn, and somebody chooses a row."""
    while player.view is None or player.view["outcome"] is None:
        if player.seat in player.to_act:
            await player.act(player.legal[-1])
        else:
            await player.until("update")


async def test_numbers_in_addresses_are_whole(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        ada = Api(server.address, tokens[0])
        for query in ("record?game=1.0", "record?game=1e0", "replay?step=0.0", "review?round=1.", "review?seat=-0.0"):
            assert await ada.no(400, "GET", f"/api/tables/{code}/{query}") == "bad_request"
        for query in ("record?game=1", "replay?step=-1", "review?seat=0&round=1"):
            assert (await ada("GET", f"/api/tables/{code}/{query}")).status_code in (404, 409)
        assert (await ada("GET", "/?campaign=1.0")).status_code != 400


async def test_half_a_surrogate_pair_is_answered_by_its_id(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            for identity, named in (('"m1"', "m1"), (r'"\ud83d"', ""), ("7", "")):
                await ada.connection.send(rf'{{"type":"say","id":{identity},"text":"cut \ud83d"}}')
                refused = await ada.until("rejected")
                assert (refused["id"], refused["code"]) == (named, "bad_message")
