"""``nimmt mcp``: tools for LLM agents, over the Model Context Protocol."""

from collections.abc import Awaitable, Callable
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import NimmtError, quoted
from ..words import LANGUAGES, Words, rules_page
from .problems import explain, problem
from .program import Command

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

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
    if find_spec("mcp") is None or find_spec("websockets") is None:
        raise problem(words, "no_mcp")
    agent_server(Address.of(server, needs_code=False).server, words).run("stdio")


def agent_server(server: str, words: Words) -> "MCPServer":
    """The tools and resources, for one agent."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import ValidationError

    import nimmt

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
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if not isinstance(error.__cause__, ValidationError):
                    raise
                wrong = str(error.__cause__.errors()[0]["loc"][0])
                raise refusal("bad_argument", name, wrong, kind=known[wrong].get("type", "object")) from None

    agent = Agent(server, words)
    made: MCPServer = Tools("nimmt", version=version("nimmt"), instructions=INSTRUCTIONS, log_level="ERROR")

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
    async def rules(game: str, language: str = "en") -> str:
        """The rules of a game (its key), in English (en), French (fr) or German (de)."""
        return await told(lambda: agent.rules(game, language))

    @made.tool()
    async def open_table(
        game: str, players: int = 4, bots: str = "medium", name: str = "Agent", options: dict[str, Any] | None = None
    ) -> str:
        """Open a table and sit down.

        Bots of this level take the other seats and the game begins; with bots="" the seats stay free for others.
        """
        return await told(lambda: agent.open(game, players, bots, name, options or {}))

    @made.tool()
    async def join_table(link: str, name: str = "Agent") -> str:
        """Sit down at a table that somebody else has opened, by its link."""
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
    async def act(number: int) -> str:
        """Answer with the legal action of this number; then what happened, as far as the others have answered."""
        return await told(lambda: agent.act(number))

    @made.tool()
    async def say(text: str) -> str:
        """Say something to the table."""
        return await told(lambda: agent.say(text))

    @made.tool()
    async def wait(seconds: float = 30) -> str:
        """Wait until you owe a decision or the game is over, at most so long (60 seconds)."""
        return await told(lambda: agent.wait(seconds))

    for spoken in LANGUAGES:
        for key in nimmt.keys():
            _add_rules(made, spoken, key)
    return made


def _add_rules(made: "MCPServer", language: str, key: str) -> None:
    """The rules of one game in one language."""

    @made.resource(f"rules://{language}/{key}", name=f"rules of {key} ({language})", mime_type="text/markdown")
    def page() -> str:
        return rules_page(language, key)
