"""What is printed in the books and on the cards, as TypeScript: the page has it without asking, even offline."""

import json
from typing import Any

from ..cards import HEADS
from ..game import Rulebook
from ..games.bullenparty.data import HEADS_TABLES
from ..games.registry import keys, rules_of, spec
from ..specials import SpecialGame

HEADING = "// Generated from the engine: python -m nimmt.server.schemas\n\n"


def cards() -> str:
    """The faces of the cards."""
    tables = {name: table.heads for name, table in HEADS_TABLES.items()}
    return (
        f"{HEADING}/** The heads on each card of the row games; there is no card 0. */\n"
        f"export const HEADS = {json.dumps(HEADS)};\n\n"
        "/** The heads on the value cards of Bullenparty, by the name of the table that a view names. */\n"
        f"export const PARTY_HEADS: {{ [table: string]: number[] }} = {json.dumps(tables)};\n"
    )


def games() -> str:
    """Every game as far as a score pad must know it, and the books of specials."""
    listed = ",\n".join(f"  {json.dumps(_game(key))}" for key in keys())
    books = {key: rules_of(key).book for key in keys() if issubclass(rules_of(key), SpecialGame)}  # type: ignore[attr-defined]
    effects = [effect for book in books.values() for effect in book]
    uses = {use.__struct_config__.tag: effect.key or _tag(effect) for effect in effects for use in effect.answers}
    named = {key: [effect.key for effect in book if effect.key] for key, book in books.items()}
    return (
        f"{HEADING}/** Who can play, what is counted, and when it ends unless people agree otherwise. */\n"
        'export type Game = {\n  key: string;\n  players: number[];\n  counts: "heads" | "points";\n  team: boolean;\n'
        "  limit: number | null;\n  rounds: number | null;\n  /** How often heads count, by players. */\n"
        "  factors: { [players: number]: number };\n};\n\n"
        f"export const GAMES: Game[] = [\n{listed},\n];\n\n"
        "/** The specials of each game that has any. */\n"
        f"export const BOOKS: {{ [game: string]: string[] }} = {json.dumps(named)};\n\n"
        "/** Which special an action uses; one that needs none stands for itself. */\n"
        f"export const SPECIAL_OF: {{ [action: string]: string }} = {json.dumps(uses)};\n"
    )


def _game(key: str) -> dict[str, Any]:
    """A game that has neither a limit nor a number of rounds is counted once."""
    rules: type[Rulebook[Any, Any]] = rules_of(key)
    options = {option.name: option.default for option in spec(key).options}
    limit = options.get("point_limit")
    return {
        "key": key,
        "players": list(rules.seats),
        "counts": rules.counts,
        "team": rules.is_team,
        "limit": limit,
        "rounds": options.get("rounds", None if limit else 1),
        "factors": {players: rules.factor(players) for players in rules.seats},
    }


def _tag(effect: Any) -> str:
    """The name of an action that needs no special."""
    return str(effect.answers[0].__struct_config__.tag)
