"""``nimmt mcp``, through the SDK's own client over stdio: whole games, and only what a seat may know."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt.cli.agent import Agent
from nimmt.errors import NimmtError
from nimmt.server.conductor import Conductor
from nimmt.words import LANGUAGES, words
from tests.server.client import Api, Server, device, serving, settings

mcp = pytest.importorskip("mcp")

TOOLS = {
    "list_games", "rules", "open_table", "join_table", "start_game", "look", "legal_actions", "act", "say", "wait",
    "leave_table",
}  # fmt: skip


@asynccontextmanager
async def agent(server: Server) -> AsyncIterator[Any]:
    """An agent that has started ``nimmt mcp``."""
    program = str(Path(sys.executable).with_name("nimmt"))
    parameters = mcp.StdioServerParameters(
        command=program, args=["mcp", "--server", server.address], env={"PATH": os.environ.get("PATH", "")}
    )
    async with mcp.Client(parameters) as client:
        yield client


async def call(client: Any, tool: str, **arguments: Any) -> str:
    """What a tool says; it must have gone well."""
    result = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content)
    assert not result.is_error, text
    return text


async def refused(client: Any, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return "\n".join(part.text for part in result.content)


OPEN = {"game": "base", "seats": [{}, {}], "pace": "none", "host": {"name": "Bea"}}
GAMES = [
    ("base", 3, {"max_rounds": 1}),
    ("surprise", 2, {"rounds": 1}),
    ("versus_ox", 2, {}),
]


@pytest.mark.parametrize(("key", "players", "options"), GAMES, ids=[key for key, *_ in GAMES])
async def test_an_agent_plays_a_whole_game(key: str, players: int, options: dict[str, Any], tmp_path: Path) -> None:
    rng = Random(key)
    async with serving(settings(tmp_path)) as server, agent(server) as client:
        seen = await call(client, "open_table", game=key, players=players, bots="greedy", options=options)
        assert "You have seat 1" in seen
        for _ in range(500):
            if "The game is over" in seen:
                break
            legal = await call(client, "legal_actions")
            numbers = [int(number) for number in re.findall(r"^(\d+): ", legal, re.MULTILINE)]
            calm = re.findall(r'^(\d+): \{"type":"pass"\}', legal, re.MULTILINE)
            if not numbers:
                seen = await call(client, "wait", seconds=5)
                continue
            seen = await call(client, "act", number=int(calm[0]) if calm else rng.choice(numbers))
        assert "The game is over" in seen
        assert ("greedy 2" in seen) == (players > 2)  # nobody need guess which of two bots is meant
        assert not re.search(r"\?  +\d", seen)  # the last round is counted


async def test_tools_resources_and_what_goes_wrong(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, agent(server) as client:
        tools = (await client.list_tools()).tools
        assert TOOLS == {tool.name for tool in tools}
        for tool in tools:
            assert tool.description
            assert all(found["description"] for found in tool.input_schema.get("properties", {}).values()), tool.name
        addresses = {str(resource.uri) for resource in (await client.list_resources()).resources}
        assert {f"rules://{language}/{key}" for language in LANGUAGES for key in nimmt.keys()} == addresses
        page = await client.read_resource("rules://fr/versus_ox")
        assert "Bœuf" in page.contents[0].text
        listed = await call(client, "list_games")
        assert all(f"{key}: " in listed for key in nimmt.keys())
        assert "# " in await call(client, "rules", game="base", language="de")
        assert "unknown_game" in await refused(client, "rules", game="chess")
        assert "no table" in await refused(client, "look")
        assert "unknown_game" in await refused(client, "open_table", game="chess")
        assert "bad_players" in await refused(client, "open_table", game="base", players=11)
        strange = await refused(client, "open_table", game="base", level="hard")
        assert "no_such_argument: open_table has no argument 'level'; it has: game, players, bots, name" in strange
        assert "look has no argument 'seat'" in await refused(client, "look", seat=1)
        kind = "as JSON of the type integer; here it is missing or something else."
        for number in ("two", "2", True, 1.0, None):
            assert f"bad_argument: act takes 'number' {kind}" == await refused(client, "act", number=number)
        assert "'name' as JSON of the type string" in await refused(client, "open_table", game="base", name=7)
        assert "'seconds' as JSON of the type number" in await refused(client, "wait", seconds="5")
        assert f"bad_argument: act takes 'number' {kind}" == await refused(client, "act")
        assert "'options' as JSON of the type object" in await refused(client, "open_table", game="base", options=[1])
        assert "Unknown tool" in await refused(client, "resign", seat=1)
        assert version("nimmt") == client.server_info.version
        assert "bad_link" in await refused(client, "join_table", link="nowhere")
        seen = await call(client, "open_table", game="base", players=2, bots="greedy", options={"max_rounds": 1})
        assert "no_such_action" in await refused(client, "act", number=99)
        for tool, wish in (("open_table", {"game": "base"}), ("join_table", {"link": f"{server.address}/t/elsewhere"})):
            assert "seated: You are sitting at table" in await refused(client, tool, **wish)
        assert "Said." == await call(client, "say", text="Good luck!")
        legal = await call(client, "legal_actions")
        assert 10 == len(re.findall(r"^\d+: .* → ", legal, re.MULTILINE))  # each with what it would do now
        code = re.search(r"/t/(\w+)", seen)
        assert code
        table = await server.worker.tables.get(code[1])
        assert table.fold.state
        hand = table.fold.state.view(0).hand
        own = (await call(client, "look")).split("Your hand")[1]
        assert list(hand) == [int(card) for card in re.findall(r"(\d+)[⁰¹²³⁴⁵⁶⁷]", own)]
        assert set(hand) == {int(card) for card in re.findall(r'"card":(\d+)', legal)}


async def test_what_leaves_no_choice_is_not_asked(tmp_path: Path) -> None:
    """The last card is played by the server, even if it needs a moment for that."""
    async with serving(settings(tmp_path)) as server:
        own = Agent(server.address, words("en"))
        await own.open("base", 2, "greedy", "Ada", {"max_rounds": 2})
        slowly, answer_forced = 0.3, Conductor._answer_forced

        async def after_a_moment(conductor: Conductor, *given: Any) -> bool:
            await asyncio.sleep(slowly)
            return await answer_forced(conductor, *given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Conductor, "_answer_forced", after_a_moment)
            seen = ""
            while own.seat.known.table["state"] != "over" and "The game is over" not in seen:
                assert "You owe a decision" not in seen or len(own.seat.known.legal) > 1
                seen = await own.act(0) if own.seat.known.must_act else await own.wait(5)
        await own.close()


async def test_a_table_is_left_before_another_one(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        own = Agent(server.address, words("en"))
        await own.open("base", 2, "", "Ada", {"max_rounds": 1})
        code = own.seat.ticket.address.code
        with pytest.raises(NimmtError, match=f"You are sitting at table {code}"):
            await own.open("base", 2, "greedy", "Ada", {"max_rounds": 1})
        assert f"You have left table {code}" in await own.leave()
        with pytest.raises(NimmtError, match="You sit at no table"):
            await own.leave()
        seen = await own.open("base", 2, "greedy", "Ada", {"max_rounds": 1})
        while "The game is over" not in seen:
            seen = await own.act(0) if own.seat.known.must_act else await own.wait(5)
        await own.open("base", 2, "greedy", "Ada", {"max_rounds": 1})  # after the end, without more ado
        await own.close()


async def test_an_agent_that_goes_leaves_the_lobby(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = (await Api(server.address)("POST", "/api/tables", OPEN)).json()
        code = ticket["table"]["code"]
        async with agent(server) as client:
            await call(client, "join_table", link=f"{server.address}/t/{code}")
            assert "person" == (await Api(server.address)("GET", f"/api/tables/{code}")).json()["seats"][1]["kind"]
        while "free" != (await Api(server.address)("GET", f"/api/tables/{code}")).json()["seats"][1]["kind"]:
            await asyncio.sleep(0.05)


async def test_nobody_waits_for_a_server_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimmt.cli.agent.PATIENCE", 0.2)
    async with serving(settings(tmp_path)) as server:
        own = Agent(server.address, words("en"))
        await own.open("base", 2, "greedy", "Ada", {"max_rounds": 1})
        assert words("en").say("agent.away") not in own.look()
    seen = await own.wait(0.1)
    assert words("en").say("agent.away") in seen
    for call in (own.act(0), own.say("Hello?")):
        with pytest.raises(NimmtError, match=r"not answered for 0\.2 seconds"):
            await call
    async with serving(settings(tmp_path, port=server.port)):
        assert await own.seat.wait(lambda known: own.seat.is_connected, 20)
        own.legal()
        assert words("en").say("agent.away") not in await own.act(0)
        await own.close()


async def test_a_number_of_an_old_list_does_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        own = Agent(server.address, words("en"))
        await own.open("base", 2, "greedy", "Ada", {"max_rounds": 1})
        own.legal()
        ticket, listed = own.seat.ticket, own.seat.known.decision
        async with device(server, str(ticket.address.code), ticket.token) as phone:  # the same seat, elsewhere
            await phone.act(phone.legal[0])
        assert await own.seat.wait(lambda known: known.decision > listed and known.must_act, 20)
        asked = own.seat.known.decision
        assert words("en").say("agent.closed") in await own.act(0)
        assert asked == own.seat.known.decision
        await own.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_agent_is_spoken_to_in_the_language_of_the_command(language: str) -> None:
    speech = words(language)
    own = Agent("http://localhost", speech)
    assert speech.say("games.versus_ox.sentence") in own.games()
    for call in (own.look, own.legal, lambda: own.rules("chess", language)):
        with pytest.raises(NimmtError) as caught:
            call()
        assert caught.value.sentence in (
            speech.say("agent.no_table"),
            speech.say("agent.known", games=", ".join(nimmt.keys()), languages=", ".join(LANGUAGES)),
        )
