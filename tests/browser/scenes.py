"""Frozen tables, as crowded as they get: the page is told by a scripted socket what a server would say, and waits."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

import nimmt
from nimmt import SeededDealer, State, TakeRow
from nimmt.events import Event
from nimmt.games.registry import spec
from nimmt.games.surprise.actions import TurnPositive, UseNegativePositive
from nimmt.options import MOST_CAPACITY, MOST_CARDS, MOST_ROWS
from nimmt.review.judges import advised
from nimmt.server.messages import SeatInfo, SeatPresence, TableInfo, Update, Welcome
from nimmt.server.secrecy import NAME_LENGTH
from nimmt.setup import OptionValue
from tests.browser.visits import BARE, Size, Visits
from tests.surprise import Turn

CODE = "bakudo"
LONGEST = "de"  # of the languages, the one with the longest words
HELD = {"table": CODE, "token": "0" * 48, "claim": "0000", "name": ""}
NAMES = ("Maximiliane Wolkenbruch", "Wolfgang-Amadeus Mozart", "Élisabeth de Saint-Ouën", "WWWWWWWWWWWWWWWWWWWWWWWW")
FAN_CARDS = ("even_odd", "climb", "caper", "reversed_digits")
SEEDS = 400  # games that are tried until one comes to the position that is looked for

Crowded = Callable[[Any], bool]


class Scene(Struct, frozen=True):
    """A game at the moment that seat 0 is asked for this, and it is as crowded as `crowded` wants."""

    game: str
    phase: str
    crowded: Crowded = lambda view: True
    note: str = ""
    players: int | None = None  # as many as may play
    options: tuple[tuple[str, OptionValue], ...] = ()
    coached: bool = False  # against bots, with the coach
    built: Callable[[], State] | None = None  # where no game is played to get there

    @property
    def overfull(self) -> bool:
        """Whether more lies on the table than in any box."""
        return dict(self.options).get("rows", 0) == MOST_ROWS

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.game, self.phase, self.note)))


def whole_queue(view: Any) -> bool:
    """Nobody's card is placed yet, in one of the first turns."""
    return bool(len(view.queue) >= view.setup.players and view.turn < 4)


def first_turn(view: Any) -> bool:
    """All cards are still in the hand."""
    return bool(view.turn == 1)


def specials_held(view: Any) -> bool:
    return whole_queue(view) and len(set(view.specials[0])) > 1


def stopped(view: Any) -> bool:
    """A stop lies there and may be removed."""
    return len(view.queue) > 4 and any("stop" in row.marks for row in view.rows)


def ten_ways() -> State:
    """A 55 that has turned positive and can cancel seven heads in as many ways as there can be."""
    pile = "101 102 103 104 96 97 98 95 85 75 100 90 99"
    turn = Turn("55 | 40 | 62 | 88", "9 negative_positive insert stop slide", "92", piles=f"{pile} /")
    for action in (UseNegativePositive(), TakeRow(0), TurnPositive(55)):
        turn.act(action)
    assert len(turn.legal()) == 10
    return turn.state


LARGE = (("rows", MOST_ROWS), ("capacity", MOST_CAPACITY))
HUGE = (*LARGE, ("hand_size", MOST_CARDS))
CROWD = (*LARGE, ("hand_size", 9), ("fan_cards", FAN_CARDS))
TINY = (("rows", 2), ("hand_size", 1))
NUMBERS = (
    Scene("base", "card", first_turn, "with the most rows, places and cards", 4, HUGE),
    Scene("base", "row", whole_queue, "with the most rows, places and cards", 4, HUGE),
    Scene("base", "row", whole_queue, "with the most rows, players and fan cards", 10, CROWD),
    Scene("pro", "draft", note="with the most rows, places and cards", players=4, options=HUGE),
    Scene("base", "card", first_turn, "with two rows and a card each", 10, TINY),
    Scene("base", "row", whole_queue, "with two rows and a card each", 2, TINY),
)
"""Tables with other numbers than those of the book."""

SCENES = (
    *(Scene(game, "card", first_turn) for game in ("base", *FAN_CARDS)),
    Scene("surprise", "card", first_turn),
    Scene("versus_ox", "card", first_turn),
    Scene("base", "row", whole_queue),
    Scene("base", "row", whole_queue, "of four", 4),
    Scene("caper", "row", whole_queue),
    Scene("pro", "draft"),
    Scene("surprise", "row", whole_queue),
    Scene("surprise", "window", specials_held),
    Scene("surprise", "window", lambda view: len(view.rows) > 4 and len(view.queue) > 4, "with five rows"),
    Scene("surprise", "positive"),
    Scene("surprise", "cancel"),
    Scene("surprise", "cancel", note="in ten ways", built=ten_ways),
    Scene("versus_ox", "window", whole_queue),
    Scene("versus_ox", "window", stopped, "with a stop"),
    Scene("versus_ox", "replace"),
    Scene("versus_ox", "vote", whole_queue),
    Scene("versus_ox", "order", lambda view: len(view.queue) > 5),
    *(Scene("bullenparty", phase) for phase in ("bid", "claim", "extend")),
    Scene("bullenparty", "lay", lambda view: len(view.piles[0]) > 2),
    *NUMBERS,
)
ALL_CARDS = (("fan_cards", FAN_CARDS),)
TOLD = (
    *(Scene(game, "card", first_turn, players=players) for game in ("base", "climb") for players in (4, 10)),
    Scene("surprise", "card", first_turn),
    Scene("versus_ox", "card", first_turn),
    Scene("base", "card", first_turn, "with all fan cards", 4, ALL_CARDS),
    Scene("base", "card", first_turn, "with all fan cards", 10, ALL_CARDS),
    Scene("pro", "draft", players=4),
    Scene("bullenparty", "bid"),
)
"""A first turn in which a slip says something."""

MEANWHILE = (
    Scene("base", "row", first_turn),
    Scene("surprise", "window", first_turn),
    Scene("versus_ox", "window", first_turn),
    *(Scene("bullenparty", phase) for phase in ("claim", "extend", "lay")),
)
"""Something else is asked in the first turn."""
CROWDED = tuple(scene for scene in SCENES if scene.phase in ("row", "window", "vote", "extend", "lay"))
ENDS = (
    *(Scene(game, "over") for game in ("base", "surprise", "versus_ox", "bullenparty")),
    Scene("base", "over", note="with the most rows, players and fan cards", options=CROWD),
    Scene("base", "over", note="with two rows and a card each", players=2, options=TINY),
)


@cache
def reached(scene: Scene) -> State:
    """The first game, played at random, that comes to this scene."""
    if scene.built:
        return scene.built()
    players = scene.players or spec(scene.game).players[-1]
    for seed in range(SEEDS):
        rng = Random(seed)
        state = nimmt.game(scene.game, players=players, **dict(scene.options)).start(SeededDealer.of(seed))
        while not shows(state, scene):
            if state.outcome:
                break
            seat = rng.choice(state.to_act)
            state, _ = state.step(seat, rng.choice(state.legal(seat)))
        else:
            return state
    raise LookupError(f"no game of {SEEDS} comes to {scene.name}")


def shows(state: State, scene: Scene) -> bool:
    view: Any = state.view(0)
    asked = bool(state.outcome) if scene.phase == "over" else 0 in state.to_act
    return asked and view.phase == scene.phase and scene.crowded(view)


def told(scene: Scene, seat: int | None) -> bytes:
    """What a device is told on coming to this table."""
    state = reached(scene)
    view: Any = state.view(seat)
    legal: Any = state.legal(seat) if seat is not None else ()
    players = view.setup.players
    welcome = Welcome(
        protocol=1, resumed=False, number=1, now=0.0, seat=seat, host=seat == 0,
        table=coached_table(view) if scene.coached else table_of(view),
        presence=(SeatPresence(here=True, stand_in=False),) * players,
        view=view, legal=tuple(legal),
    )  # fmt: skip
    return msgspec.json.encode(welcome)


def table_of(view: Any) -> TableInfo:
    """A table whose people have the longest names."""
    names = [f"{at} {NAMES[at % len(NAMES)]}"[:NAME_LENGTH] for at in range(view.setup.players)]
    seats = tuple(SeatInfo(kind="person", name=name, host=at == 0) for at, name in enumerate(names))
    return TableInfo(
        code=CODE, name="", state="over" if view.outcome else "playing", setup=view.setup, seats=seats, game=1,
        commitment=None, clock=None, on_timeout="default", grace=None, stand_in="easy", pace="human", spectators=True,
        chat=True, reactions=True, tracker=True, public=False, outcome=view.outcome, fairness=None,
    )  # fmt: skip


def coached_table(view: Any) -> TableInfo:
    """The same with one person among bots, and a coach."""
    table = table_of(view)
    bots = tuple(replace(seat, kind="bot", level="easy") for seat in table.seats[1:])
    return replace(table, seats=(table.seats[0], *bots), coach=True, advises=advised(view.setup))


class Line:
    """The scripted end of a person's sockets: everybody finds this table, and nothing ever happens there."""

    def __init__(self, context: BrowserContext, scene: Scene, seat: int | None = 0) -> None:
        self.seat, self.broken = seat, False
        self.turn_to(scene)
        self.sockets: list[WebSocketRoute] = []
        context.route_web_socket("**/socket", self.answer)

    def turn_to(self, scene: Scene) -> None:
        """Tell of this scene from now on; it is looked for before anybody waits for it."""
        reached(scene)
        self.scene = scene

    def answer(self, socket: WebSocketRoute) -> None:
        """Take a call, unless the line is broken."""
        if self.broken:
            return socket.close()
        self.sockets.append(socket)
        socket.on_message(lambda text: self.reply(socket, msgspec.json.decode(text)))

    def reply(self, socket: WebSocketRoute, said: Any) -> None:
        if said["type"] == "hello":
            socket.send(told(self.scene, self.seat).decode())
        elif said["type"] == "ping":
            socket.send(msgspec.json.encode({"type": "pong", "id": said["id"], "now": 0.0}).decode())

    def tell(self, *events: Event) -> None:
        """These events happen, as everybody sees them."""
        update = Update(number=2, events=events, view={"to_act": ()}, legal=())  # type: ignore[arg-type]
        for socket in self.sockets:
            socket.send(msgspec.json.encode(update).decode())

    def cut(self) -> None:
        """From now on nobody gets through."""
        self.broken = True
        for socket in self.sockets:
            socket.close()


def sit(page: Page) -> None:
    """Give somebody the seat at this table."""
    page.evaluate("held => localStorage.setItem('nimmt.seats', JSON.stringify([held]))", HELD)


def come(page: Page) -> Page:
    """Somebody comes to the table at which they sit."""
    sit(page)
    page.goto(f"/t/{CODE}")
    expect(page.locator(".hand li, .sorter li, .ways, .final").first).to_be_attached()
    return page


def table(visit: Visits, scene: Scene, size: Size, **looks: Any) -> Page:
    """Somebody's page at this table."""
    page = visit(size, BARE, **{"locale": LONGEST, **looks})
    Line(page.context, scene)
    return come(page)
