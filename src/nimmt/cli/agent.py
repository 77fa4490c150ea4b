"""A table for agents that speak MCP: described in words, with only what the seat may know."""

import asyncio
import secrets
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from io import StringIO
from typing import Any

from rich.console import Console, RenderableType

import nimmt

from ..actions import Action
from ..client import Address, Asker, Folded, Refused, Seat
from ..client.asking import Json
from ..client.seat import sit_down, ticket_of
from ..codec import to_json
from ..errors import NimmtError
from ..events import Event
from ..game import Game
from ..games.registry import game_of, known_as
from ..views import View
from ..words import LANGUAGES, Words, rules_page
from .boards import board
from .foretell import foretell
from .scene import Scene
from .table import card_grid
from .tell import tell

WIDTH = 100
LONGEST_WAIT = 60.0
STEP = 15.0
"""Seconds that a call waits at most for the others after an answer; then `wait` goes on."""
PATIENCE = 30.0
"""Seconds that a call waits for the server itself, which may be away."""
FORCED = 2.0
"""Seconds that the server has to play what leaves no choice, such as a last card, before the agent is asked."""
OVERTAKEN = ("stale", "not_your_turn")
"""Time ran out, the team went on, or the server answered because there was no choice."""


class Told(NimmtError):
    """A refusal in the agent's own language."""


class Agent:
    """One agent, at one table at a time."""

    def __init__(self, server: str, words: Words) -> None:
        """Know a server where tables can be opened, and the words of a language."""
        self.server = server
        self.words = words
        self._seat: Seat | None = None
        self._connection: asyncio.Task[None] | None = None
        self._told = 0
        self._heard = 0
        self._game: object = None
        self._listed: tuple[int, tuple[Action, ...]] | None = None

    # --- Without a table --------------------------------------------------------------------------

    def games(self) -> str:
        """Every game, a line each."""
        return "\n".join(map(self._introduced, nimmt.keys()))

    def _introduced(self, key: str) -> str:
        seats, say = nimmt.spec(key).players, self.words.say
        name, sentence = say(f"games.{key}.name"), say(f"games.{key}.sentence")
        return say("agent.introduced", key=key, name=name, low=seats[0], high=seats[-1], sentence=sentence)

    def rules(self, game: str, language: str) -> str:
        """The rules of one."""
        if game not in nimmt.keys() or language not in LANGUAGES:
            raise self._refused("unknown_game", "known", games=", ".join(nimmt.keys()), languages=", ".join(LANGUAGES))
        return rules_page(language, game)

    # --- Sitting down -----------------------------------------------------------------------------

    async def open(self, game: str, players: int, bots: str, name: str, options: dict[str, Any]) -> str:
        """Open a table, with bots on all other seats (then it is dealt at once), or with seats for people."""
        self._must_be_free()
        made = nimmt.game(game, players=players, **options)  # refuses what cannot be played, with a sentence
        others: list[dict[str, str]] = [{"level": bots} if bots else {}] * (made.players - 1)
        body = {
            "game": game, "options": options, "seats": [{}, *others], "pace": "none", "start": bool(bots or not others),
            "host": {"name": name, "nonce": secrets.token_hex(16), "program": True}, "id": secrets.token_urlsafe(24),
        }  # fmt: skip
        address = Address(self.server)
        given = await Asker(self.server).ask("POST", "/api/tables", body)
        return await self._sit(ticket_of(address, given))

    async def join(self, link: str, name: str) -> str:
        """Sit down at a table that somebody else has opened."""
        self._must_be_free()
        return await self._sit(await sit_down(Address.of(link), name))

    async def start(self) -> str:
        """As the host, deal."""
        await self.seat.start()
        return await self.wait(STEP)

    async def _sit(self, ticket: Any) -> str:
        await self.close()
        self._seat = Seat(ticket)
        self._told = self._heard = 0
        self._listed = None
        self._connection = asyncio.create_task(self._seat.run())
        await self._seat.wait(lambda known: known.number is not None, LONGEST_WAIT)
        where = f"{ticket.address.server}/t/{ticket.address.code}"
        state = self._seat.known.table.get("state")
        seated = self.words.say("agent.seated", seat=ticket.seat + 1, link=where)
        if state == "lobby":
            return f"{seated} {self.words.say('agent.lobby')}"
        return f"{seated}\n\n{await self.wait(STEP)}"

    async def leave(self) -> str:
        """Leave the table: before the game the seat is free again, later it waits or a stand-in plays it."""
        code = self.seat.ticket.address.code
        await self.close()
        return self.words.say("agent.left", table=code)

    def _must_be_free(self) -> None:
        """Refuse to leave silently while the game is not over."""
        if self._seat and not self._seat.gone and not self._seat.known.is_over:
            raise self._refused("seated", "still_seated", table=self._seat.ticket.address.code)

    async def close(self) -> None:
        """Leave the table, if there is one."""
        if self._seat is None or self._connection is None:
            return
        with suppress(NimmtError):
            await self._seat.leave()
        self._connection.cancel()
        with suppress(asyncio.CancelledError):
            await self._connection
        self._seat = None

    @property
    def seat(self) -> Seat:
        """Where the agent sits."""
        if self._seat is None:
            raise self._refused("no_table", "no_table")
        return self._seat

    def _refused(self, code: str, sentence: str, **values: object) -> Told:
        return Told(code, self.words.say(f"agent.{sentence}", **values))

    # --- At the table -----------------------------------------------------------------------------

    def look(self) -> str:
        """What happened since the last look, the table, and what is asked."""
        known = self.seat.known
        view: Any = known.view
        if view is None:
            return self.words.say("agent.not_begun")
        scene, game = self._scene(view), game_of(view.setup)
        if known.table.get("game") != self._game:
            self._game, self._told = known.table.get("game"), 0
        news: Sequence[Event] = known.history[self._told :]
        self._told = len(known.history)
        parts: list[RenderableType] = [*tell(scene, news, view.scores), board(scene, game, view, WIDTH)]
        if view.hand:
            parts.append(card_grid(self.words.say("agent.hand"), view.hand, WIDTH, scene.faces))
        lines = [_printed(part) for part in parts]
        say = self.words.say
        lines += [say("agent.says", name=scene.name(seat), text=text) for seat, text in known.chat[self._heard :]]
        self._heard = len(known.chat)
        lines.append("" if self.seat.is_connected else say("agent.away"))
        return "\n".join(filter(None, [*lines, self._asked(view)]))

    def _asked(self, view: View) -> str:
        known, say = self.seat.known, self.words.say
        if view.outcome:
            places = [say("agent.place", seat=seat, rank=rank) for seat, rank in enumerate(view.outcome.ranks, 1)]
            return say("agent.over", places=", ".join(places))
        return say("agent.asked", phase=view.phase) if known.must_act else say("agent.not_your_turn")

    def legal(self) -> str:
        """Every legal action with its number, and what it would do now."""
        known = self.seat.known
        view = known.view
        self._listed = known.decision, known.legal
        if view is None or not known.must_act:
            return self.words.say("agent.nothing_owed")
        scene, game = self._scene(view), game_of(view.setup)
        lines = [f"{number}: {self._described(scene, game, view, action)}" for number, action in enumerate(known.legal)]
        return "\n".join([self.words.say("agent.decision", number=known.decision, phase=view.phase), *lines])

    def _described(self, scene: Scene, game: Game, view: View, action: Action) -> str:
        would = foretell(scene, game.preview(view, action))
        written = to_json(action).decode()
        return f"{written} → {would}" if would else written

    async def act(self, number: int) -> str:
        """Answer with one of the legal actions, as they were last listed, then wait a little for the others."""
        known = self.seat.known
        listed, self._listed = self._listed, None
        if listed and listed != (known.decision, known.legal):  # a number of that list might mean another action now
            return f"{self.words.say('agent.closed')}\n\n{await self.wait(STEP)}"
        if not known.must_act:
            raise self._refused("not_your_turn", "nothing_owed")
        if not 0 <= number < len(known.legal):
            highest = len(known.legal) - 1
            raise self._refused("no_such_action", "no_such_action", number=number, highest=highest)
        answer = await self._answered(self.seat.act(known.legal[number]))
        if answer.get("code") in OVERTAKEN:
            return f"{self.words.say('agent.closed')}\n\n{await self.wait(STEP)}"
        if answer["type"] == "rejected":
            raise Refused(answer["code"], answer["sentence"], answer.get("rule", ""))
        return await self.wait(STEP)

    async def say(self, text: str) -> str:
        """Speak."""
        answer = await self._answered(self.seat.say(text))
        if answer["type"] == "rejected":
            raise Refused(answer["code"], answer["sentence"])
        return self.words.say("agent.said")

    async def wait(self, seconds: float) -> str:
        """Until the next decision, or the end."""
        ends = time.monotonic() + min(max(seconds, 0), LONGEST_WAIT)
        while await self.seat.wait(lambda known: known.must_act or known.is_over, max(ends - time.monotonic(), 0)):
            known = self.seat.known
            if known.is_over or len(known.legal) > 1:
                break
            if not await self.seat.wait(partial(_is_settled, known.decision), FORCED):
                break
        return self.look()

    async def _answered(self, answer: Coroutine[Any, Any, Json]) -> Json:
        """What the server says, if it says anything: an agent is not kept waiting for one that is away."""
        try:
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise self._refused("no_answer", "no_answer", seconds=f"{PATIENCE:g}") from None

    def _scene(self, view: View) -> Scene:
        faces = game_of(view.setup).rules.heads
        names = self.seat.known.names
        return Scene(self.words, known_as(view.setup), names, view.setup.players, self.seat.ticket.seat, faces)


def _is_settled(decision: int, known: Folded) -> bool:
    """Whether a decision is no longer owed."""
    return known.decision != decision or not known.must_act


def _printed(part: RenderableType) -> str:
    """Plain text, without colours."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    console.print(part)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined,no-any-return]
