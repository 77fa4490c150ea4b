"""``nimmt mcp``: tools for LLM agents, over the Model Context Protocol."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import NimmtError, quoted
from ..extras import need
from ..words import LANGUAGES, Words, rules_page
from .problems import explain
from .program import Command

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "object": (dict,),
    "null": (type(None),),
}
"""The types of JSON that arguments have here; booleans are not numbers."""

INSTRUCTIONS = """Play games of the 6 nimmt! family. Open or join a table, look at it, list your legal actions with what
each would do now, act by the number of one of them, and wait for the next decision. You are told what your seat may
know and nothing else."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="mcp", cls=Command)(serve_agents)


def serve_agents(
    context: typer.Context,
    server: Annotated[str, typer.Option("--server", metavar="text", help="mcp_server")] = "http://127.0.0.1:8766",
) -> None:
    """Offer the games to an LLM agent."""
    from ..client import Address

    words: Words = context.obj
    need("mcp", "nimmt mcp", "mcp")
    agent_server(Address.of(server, needs_code=False).server, words).run("stdio")


def agent_server(server: str, words: Words) -> "MCPServer":
    """The tools and resources, for one agent."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field, ValidationError

    import nimmt

    from ..bots import LEVELS
    from .agent import Agent, Told

    def refusal(code: str, tool: str, argument: str, **values: str) -> ToolError:
        return ToolError(f"{code}: {words.say(f'agent.{code}', tool=tool, name=quoted(argument), **values)}")

    class Tools(MCPServer):
        """Refuses in words arguments that a tool has not, which the SDK would ignore, and those of another type."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            tools = {tool.name: tool.input_schema.get("properties", {}) for tool in await self.list_tools()}
            known = tools.get(name, {})
            strange = [argument for argument in arguments if argument not in known]
            if strange and name in tools:
                raise refusal("no_such_argument", name, strange[0], known=", ".join(known) or words.say("show.none"))
            for argument, value in arguments.items():
                if name in tools and not _fits(value, known[argument]):
                    raise refusal("bad_argument", name, argument, kind=kinds_of(known[argument])[0])
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if not isinstance(error.__cause__, ValidationError):
                    raise
                wrong = str(error.__cause__.errors()[0]["loc"][0])
                raise refusal("bad_argument", name, wrong, kind=kinds_of(known[wrong])[0]) from None

    agent = Agent(server, words)

    @asynccontextmanager
    async def seated(_: MCPServer) -> AsyncIterator[None]:
        """When the agent's program goes, a seat whose game has not begun is free again."""
        try:
            yield
        finally:
            await agent.close()

    made: MCPServer = Tools(
        "nimmt", version=version("nimmt"), instructions=INSTRUCTIONS, log_level="ERROR", lifespan=seated
    )
    levels = ", ".join(LEVELS)
    game_key = Field(description="Key of the game, as list_games names it, such as base")
    own_name = Field(description="What you are called at the table: 20 letters at most")

    async def told(answer: Callable[[], Any]) -> str:
        """An answer, or the sentence of what went wrong."""
        try:
            found = answer()
            return str(await found if isinstance(found, Awaitable) else found)
        except NimmtError as error:
            sentence = error.sentence if isinstance(error, Told) else explain(words, error)[0]
            raise ToolError(f"{error.code}: {sentence}") from None

    @made.tool()
    async def list_games() -> str:
        """List the games with their keys, numbers of players and one sentence each."""
        return await told(agent.games)

    @made.tool()
    async def rules(
        game: Annotated[str, game_key],
        language: Annotated[str, Field(description="en, fr or de")] = "en",
    ) -> str:
        """The rules of a game (its key), in English (en), French (fr) or German (de)."""
        return await told(lambda: agent.rules(game, language))

    @made.tool()
    async def open_table(
        game: Annotated[str, game_key],
        players: Annotated[int, Field(description="How many seats, yours included; list_games has the limits")] = 4,
        bots: Annotated[
            str, Field(description=f'Level of the bots on all other seats: {levels}; "" leaves them free for others')
        ] = "medium",
        name: Annotated[str, own_name] = "Agent",
        options: Annotated[
            dict[str, Any] | None,
            Field(description='Options of the game by their names, such as {"max_rounds": 1} for a single round'),
        ] = None,
    ) -> str:
        """Open a table and sit down.

        With bots the game begins at once; without, give others the link and call start_game once they sit.
        Refused while you sit at a table whose game is not over.
        """
        return await told(lambda: agent.open(game, players, bots, name, options or {}))

    @made.tool()
    async def join_table(
        link: Annotated[str, Field(description="The table's link, such as http://127.0.0.1:8766/t/CODE")],
        name: Annotated[str, own_name] = "Agent",
    ) -> str:
        """Sit down at a table that somebody else has opened. Refused while you sit at one whose game is not over."""
        return await told(lambda: agent.join(link, name))

    @made.tool()
    async def start_game() -> str:
        """Deal, at a table that you opened, once everybody sits."""
        return await told(agent.start)

    @made.tool()
    async def look() -> str:
        """What happened since the last look, the table as text, and whether you owe a decision."""
        return await told(agent.look)

    @made.tool()
    async def legal_actions() -> str:
        """All your legal actions, numbered, each with what it would do now if nothing else happened first."""
        return await told(agent.legal)

    @made.tool()
    async def act(
        number: Annotated[int, Field(description="Number of one of your legal actions, as legal_actions lists them")],
    ) -> str:
        """Answer with the legal action of this number; then what happened, as far as the others have answered."""
        return await told(lambda: agent.act(number))

    @made.tool()
    async def say(text: Annotated[str, Field(description="What you say; everybody at the table reads it")]) -> str:
        """Say something to the table."""
        return await told(lambda: agent.say(text))

    @made.tool()
    async def wait(
        seconds: Annotated[float, Field(description="How long at most, up to 60")] = 30,
    ) -> str:
        """Wait until you owe a decision or the game is over."""
        return await told(lambda: agent.wait(seconds))

    @made.tool()
    async def leave_table() -> str:
        """Leave your table. A game that goes on keeps your seat: it waits there, or a stand-in plays it."""
        return await told(agent.leave)

    for spoken in LANGUAGES:
        for key in nimmt.keys():
            _add_rules(made, spoken, key)
    return made


def kinds_of(schema: dict[str, Any]) -> list[str]:
    """The types that a schema allows."""
    return [str(kind["type"]) for kind in schema.get("anyOf", [schema]) if "type" in kind]


def _fits(value: object, schema: dict[str, Any]) -> bool:
    """Whether an argument has one of the types of its schema: the SDK would read "4" and true as numbers."""
    return any(isinstance(value, KINDS[kind]) and not isinstance(value, bool) for kind in kinds_of(schema))


def _add_rules(made: "MCPServer", language: str, key: str) -> None:
    """The rules of one game in one language."""

    @made.resource(f"rules://{language}/{key}", name=f"rules of {key} ({language})", mime_type="text/markdown")
    def page() -> str:
        return rules_page(language, key)
