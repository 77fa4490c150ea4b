"""Programs that play, well or badly: ``python programs.py FAULT [ARGUMENTS]``. The standard library alone."""

import json
import os
import sys
import time
from typing import Any

NUMBERS: dict[str, int] = {}
HELLO = {"type": "hello", "protocol": 1, "name": "a test"}


def write(value: object) -> None:
    print(json.dumps(value), flush=True)


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def any_of(message: dict[str, Any]) -> object:
    """By its own random number: always the first could go on for ever, laying a card and taking it back."""
    return message["legal"][message["seed"] % len(message["legal"])]


def act(message: dict[str, Any], **changes: object) -> dict[str, object]:
    return {"type": "act", "number": message["number"], "action": any_of(message), **changes}


def flood() -> None:
    """A gigabyte without an end of line, a megabyte at a time."""
    for _ in range(1024):
        raw(b"x" * 1024 * 1024)


def leave_a_child(apart: bool) -> None:
    """End, and leave somebody behind who holds the pipes open; one of its own group, or one that nobody can find."""
    if os.fork():
        os._exit(5)
    if apart:
        os.setsid()
        time.sleep(1)
        raw(b"still here\n")
        raw(b"still here\n")
        os._exit(0)
    time.sleep(600)


def answer(fault: str, message: dict[str, Any]) -> None:
    """Spoil the second question; the first is answered well."""
    if fault == "old_number":
        key = json.dumps(message["view"])
        return write(act(message, number=NUMBERS.setdefault(key, message["number"])))
    if fault == "circles":  # lay a card, take it back, and so on
        return write(act(message, action=message["legal"][-1]))
    if message["number"] == 1 or fault in ("good", "stays", "deaf"):
        return write(act(message))
    match fault:
        case "crash":
            print("KeyError: 'hand'", file=sys.stderr)
            os._exit(3)
        case "silence":
            print("waiting for a lock", file=sys.stderr, flush=True)
            time.sleep(600)
        case "heir" | "runaway":
            leave_a_child(fault == "runaway")
        case "drip":
            for sign in json.dumps(act(message)):
                raw(sign.encode())
                time.sleep(0.1)
        case "complaints":
            while True:
                os.write(2, b"x" * 60_000)
        case "flood":
            flood()
        case "chatter":
            for _ in range(100_000):
                write(act(message))
        case "binary":
            raw(bytes(range(128, 256)) + b"\n")
        case "half":
            raw(b'{"type":"act","num')
            os._exit(0)
        case "closes":
            os.close(1)
            time.sleep(600)
        case "twice":
            raw(2 * (json.dumps(act(message)) + "\n").encode())
        case "other_seat":
            write(act(message, seat=message["view"]["seat"] + 1))
        case "other_number":
            write(act(message, number=message["number"] - 1))
        case "illegal":
            write(act(message, action={"type": "play_card", "card": 105}))
        case "wrong_type":
            write(act(message, action={"type": "play_card", "card": "seven"}))
        case "no_such_action":
            write(act(message, action={"type": "flip_the_table"}))
        case "nested":
            raw(b"[" * 60_000 + b"\n")
        case "blank":
            raw(b"\n")
        case "text":
            raw(b"I pass \x1b[2J\n")
    return None


def greet(fault: str) -> None:
    match fault:
        case "no_hello":
            time.sleep(600)
        case "dies_at_once":
            sys.exit(7)
        case "rude":
            write({"type": "goodbye"})
        case "newer":
            write({**HELLO, "protocol": 99})
        case "chess":
            write({**HELLO, "games": ["chess"]})
        case "circles":
            write({**HELLO, "games": ["bullenparty"]})
        case "only_base" | "crash" | "illegal" | "stays" | "deaf" | "old_number":  # so that checks of them are short
            write({**HELLO, "games": ["base"]})
        case _:
            write(HELLO)


def main(fault: str, log: str | None = None) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if log:
            with open(log, "a") as file:
                file.write(json.dumps({"pid": os.getpid(), **message}) + "\n")
        if message["type"] == "hello":
            greet(fault)
        elif message["type"] == "decide":
            answer(fault, message)
        elif fault == "deaf" and message["type"] not in ("begin", "end"):
            sys.exit(f"What is a {message['type']}?")
    if fault == "stays":
        time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
