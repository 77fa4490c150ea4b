"""JSON Schema and TypeScript types of what goes over a socket, generated: python -m nimmt.server.schemas."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from ..codec import AnyAction, AnyEvent, AnyView
from ..examples.lessons import Lesson
from ..records import Record
from ..review import Verdict
from . import printed
from .coach import Advice
from .daily import DailyPlayer, Standing, Today
from .duplicates import Comparison, TwinTable
from .messages import PROTOCOL, AnyFromClient, AnyToClient, TableInfo
from .positions import Position, PuzzleEntry
from .replays import ReplayIndex, ReplayStep, Verification
from .reviews import RoundReview
from .summaries import Summary
from .wishes import Newcomer, NewTable, Person, Ticket

FOLDER = Path(__file__).parent / "schema"
UNIONS: dict[str, Any] = {
    "FromClient": AnyFromClient,
    "ToClient": AnyToClient,
    "Action": AnyAction,
    "Event": AnyEvent,
    "View": AnyView,
}
OTHERS = (
    NewTable, Person, Newcomer, Ticket, TableInfo, Summary, Record, ReplayStep, ReplayIndex, RoundReview, Verification,
    Lesson, Position, PuzzleEntry, Verdict, DailyPlayer, Standing, Today, Advice, Comparison, TwinTable,
)  # fmt: skip
CHANGES = {"ViewChanges": "View", "TableChanges": "TableInfo"}
"""Some of the fields of what has the other name."""

Schema = dict[str, Any]


def json_schema() -> Schema:
    """One document: every message and everything in it, and a name for each union."""
    kinds = [*UNIONS.values(), *OTHERS]
    shapes, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    named = dict(zip(UNIONS, shapes, strict=False))
    definitions = {**{name: _by_name(each, named) for name, each in components.items()}, **named}
    definitions |= {name: _partial(kind, definitions) for name, kind in CHANGES.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"nimmt socket protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/ToClient"}],
        "$defs": dict(sorted(definitions.items())),
    }


def _by_name(shape: Any, unions: dict[str, Schema]) -> Any:
    """Say `Action` where all actions are listed, alone or with null."""
    if isinstance(shape, list):
        return [_by_name(each, unions) for each in shape]
    if not isinstance(shape, dict):
        return shape
    for name, union in unions.items():
        members, listed = union.get("anyOf"), shape.get("anyOf")
        if members and listed and all(each in listed for each in members):
            rest = [each for each in listed if each not in members]
            reference = {"$ref": f"#/$defs/{name}"}
            return {"anyOf": [reference, *rest], **_without(shape)} if rest else {**reference, **_without(shape)}
    return {key: _by_name(each, unions) for key, each in shape.items()}


def _partial(kind: str, definitions: dict[str, Schema]) -> Schema:
    """Any part of one of these structs."""
    listed = definitions[kind].get("anyOf", [{"$ref": f"#/$defs/{kind}"}])
    parts = []
    for place in [each["$ref"] for each in listed]:
        fields = definitions[place.rpartition("/")[2]]["properties"]
        shapes = {name: {"$ref": f"{place}/properties/{name}"} for name in fields}
        parts.append({"type": "object", "properties": shapes})
    return {"description": f"Those fields of {kind} that are new.", "anyOf": parts}


def _without(shape: Schema) -> Schema:
    return {key: each for key, each in shape.items() if key not in ("anyOf", "discriminator")}


def typescript(document: Schema) -> str:
    """The same as TypeScript types."""
    lines = ["// Generated from the server's messages: python -m nimmt.server.schemas", ""]
    for name, shape in document["$defs"].items():
        if about := shape.get("description"):
            lines.append(f"/** {' '.join(about.split())} */")
        whole = CHANGES.get(name)
        lines += [f"export type {name} = {f'Partial<{whole}>' if whole else _type(shape, 0)};", ""]
    return "\n".join(lines)


def _type(shape: Schema, depth: int) -> str:
    """One type."""
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "enum" in shape:
        return " | ".join(json.dumps(value) for value in shape["enum"])
    if "const" in shape:
        return json.dumps(shape["const"])
    for key in ("anyOf", "oneOf"):
        if key in shape:
            return " | ".join(dict.fromkeys(_type(each, depth) for each in shape[key]))
    kinds = shape.get("type", "unknown")
    if isinstance(kinds, list):
        return " | ".join(_type({**shape, "type": kind}, depth) for kind in kinds)
    return _plain(kinds, shape, depth)


def _plain(kind: str, shape: Schema, depth: int) -> str:
    match kind:
        case "array" if "prefixItems" in shape:
            return _tuple(shape, depth)
        case "array":
            return f"{_grouped(_type(shape.get('items') or {}, depth))}[]"
        case "object" if "properties" in shape:
            return _object(shape, depth)
        case "object":
            values = shape.get("additionalProperties")
            # not Record<…>: one of our own types is called Record
            return f"{{ [key: string]: {_type(values, depth) if isinstance(values, dict) else 'unknown'} }}"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        kind, "unknown"
    )


def _tuple(shape: Schema, depth: int) -> str:
    least = shape.get("minItems", 0)
    parts = [
        _grouped(_type(each, depth)) + ("" if place < least else "?") for place, each in enumerate(shape["prefixItems"])
    ]
    return f"[{', '.join(parts)}]"


def _object(shape: Schema, depth: int) -> str:
    indent = "  " * (depth + 1)
    required = shape.get("required", [])
    lines = [
        f"{indent}{_key(name)}{'' if name in required else '?'}: {_type(each, depth + 1)};"
        for name, each in shape["properties"].items()
    ]
    return "\n".join(["{", *lines, "  " * depth + "}"])


def _grouped(text: str) -> str:
    return f"({text})" if " | " in text else text


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def files() -> dict[str, str]:
    """What `schema/` must hold."""
    document = json_schema()
    return {
        "messages.json": json.dumps(document, indent=1, ensure_ascii=False) + "\n",
        "messages.ts": typescript(document),
        "cards.ts": printed.cards(),
        "games.ts": printed.games(),
    }


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
