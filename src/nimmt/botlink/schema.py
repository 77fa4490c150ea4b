"""Write the JSON Schema of the protocol. Run: python -m nimmt.botlink.schema."""

import json
from pathlib import Path
from typing import Any

import msgspec

from .messages import PROTOCOL, Act, Begin, Decide, End, Hello, HelloAnswer

FILE = Path(__file__).with_name("schema.json")
MESSAGES = {"told": (Hello, Begin, Decide, End), "answers": (HelloAnswer, Act)}


def schema() -> dict[str, Any]:
    """What a program is told, and what it may answer."""
    everything = tuple(message for messages in MESSAGES.values() for message in messages)
    found, components = msgspec.json.schema_components(everything, ref_template="#/$defs/{name}")
    own = {message.__name__ for message in everything}
    for name, component in components.items():
        if name not in own:  # the engine's types: what they mean is told elsewhere
            component.pop("description", None)
    places = dict(zip(everything, found, strict=True))
    either = {name: {"anyOf": [places[message] for message in messages]} for name, messages in MESSAGES.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bots of nimmt, protocol {PROTOCOL}: one object on each line",
        "$defs": {**either, **components},
    }


def text() -> str:
    """The file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
