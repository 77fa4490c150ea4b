"""The table of Bullenparty as it looks in the terminal."""

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import nimmt

from ..facts import RowFacts
from ..game import Game
from ..games.bullenparty import PartyRow, PartyView
from ..render.party.scene import own_tables, substitutes
from ..views import View
from ..words import Words
from .options import say_value
from .phrases import bids_in_words, piles_in_words
from .scene import Scene
from .sheets import chip


def party_board(scene: Scene, game: Game, view: Any, width: int) -> RenderableType:
    """The rows, everybody's piles, and waiting bids; none of it changes while cards are laid down."""
    if view.phase == "lay":
        return Group() if view.laid else Group(_piles(scene, view), *heads_notes(scene.words, view))
    parts: list[RenderableType] = [_rows(scene, view), _piles(scene, view), *heads_notes(scene.words, view)]
    if view.queue:
        parts.append(Text(scene.words.say("party.coming", bids=bids_in_words(scene, view.queue))))
    return Group(*parts)


def heads_notes(words: Words, view: View) -> list[Text]:
    """Quiet lines that name the tables of heads: our substitutes, or the players' own cards (Q-BP1, Q-BP2, Q-Y9)."""
    names = substitutes(view) if isinstance(view, PartyView) else {}
    specs = {option.name: option for option in nimmt.spec(view.setup.key).options}
    tables = [
        words.say("show.pair", label=words.say(f"options.{option}.label"), value=say_value(words, specs[option], name))
        for option, name in names.items()
    ]
    own = [words.say(f"options.{option}.label") for option in own_tables(view)] if isinstance(view, PartyView) else []
    notes = {"party.substitutes": tables, "party.own_tables": own}
    return [Text(words.say(key, tables=words.row(named)), style="dim") for key, named in notes.items() if named]


def _rows(scene: Scene, view: Any) -> Panel:
    words = scene.words
    grid = Table.grid(padding=(0, 1))
    for number, row in enumerate(zip(view.rows, view.facts.rows, strict=True), 1):
        grid.add_row(f"[bold]{number}[/]", *_places(scene, *row))
    buffalo = " ".join(map(str, view.buffalo_pile)) or words.say("show.none")
    grid_and_piles = Group(
        grid, Text(words.say("party.left", cards=view.draw_left, discards=len(view.discards), buffalo=buffalo), "dim")
    )
    key = "party.title_last" if view.last_round else "party.title"
    title = words.say(key, round=view.round)
    return Panel(grid_and_piles, title=title, subtitle=words.say("party.legend"), expand=False, box=box.ROUNDED)


def _places(scene: Scene, row: PartyRow | None, facts: RowFacts | None) -> list[Text]:
    if row is None or facts is None:
        return [Text(scene.words.say("party.taken"), style="dim")]
    printed = [chip(card, faces=scene.faces) for card in row.cards]
    cards = [*printed, *[Text("  · ", style="dim")] * (facts.capacity - len(row.cards))]
    return cards if row.buffalo is None else [*cards, Text(f"+{row.buffalo}", style="bold green")]


def _piles(scene: Scene, view: Any) -> Panel:
    words = scene.words
    grid = Table.grid(padding=(0, 1))
    heading = ("", words.say("table.points"), words.say("party.buffalo"), words.say("party.piles"))
    grid.add_row(*(Text(word, style="dim") for word in heading))
    for seat, piles in enumerate(view.piles):
        name = Text(_seat_name(scene, view, seat), style="bold" if seat == scene.you else "")
        buffalo = " ".join(map(str, view.buffalo[seat]))
        grid.add_row(name, f"{view.facts.totals[seat]:>4}", buffalo, Text(piles_in_words(piles)))
    return Panel(grid, title=words.say("table.scores"), expand=False, box=box.ROUNDED)


def _seat_name(scene: Scene, view: Any, seat: int) -> str:
    """The name, and the letter of the zero card where it is known."""
    letter = view.letter if seat == scene.you else view.letters[seat]
    return f"{scene.name(seat)[:12]} ({letter})" if letter else scene.name(seat)[:12]
