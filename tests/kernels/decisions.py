"""Decisions in every game, with what their kernels were asked and what they answered.

`decisions.txt` keeps the answers; renew it after a change that is meant to change them:
.venv/bin/python -m tests.kernels.decisions
"""

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from struct import calcsize
from typing import NamedTuple

import nimmt
from nimmt.bots import Histories, ask, bot, bot_for, levels, private_generator
from nimmt.bots.master import _master
from nimmt.codec import to_json
from nimmt.kernels import host
from nimmt.kernels.layout import Record
from nimmt.kernels.wasm import run as run_portable
from nimmt.records import Recorder
from nimmt.review.asking import Asked
from nimmt.review.judges import judge_of
from nimmt.setup import OptionValue
from tests.fast.rounds import KINDS, kind

KEPT = Path(__file__).with_name("decisions.txt")
QUESTIONS = {"surprise": 9, "versus_ox": 9, "bullenparty": 15}
ROW_QUESTIONS = 12
"""How many questions a table is asked: of those that nobody but a kernel answers, about as many in every game."""
ROUGH = 3.0
"""The standard error, in heads, at which a judge is content."""


class Situation(NamedTuple):
    """A table that is played."""

    key: str
    players: int
    options: dict[str, OptionValue]

    @property
    def name(self) -> str:
        """How the file calls it."""
        options = (
            ",".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in self.options.values()
        )
        return f"{self.key}-{self.players}{''.join(f'-{option}' for option in options)}"


class Call(NamedTuple):
    """What a kernel was asked, and what it answered."""

    kernel: str
    record: Record  # as it was asked
    answer: bytes


class Decision(NamedTuple):
    """What somebody decided, and the kernels that they ran for it."""

    who: str
    answer: bytes
    calls: list[Call]

    @property
    def digest(self) -> bytes:
        """Of all that came out."""
        return sha256(self.answer + b"".join(sha256(call.answer).digest() for call in self.calls)).digest()


def situations() -> Iterator[Situation]:
    """Every game with every set of fan cards and every number of players, and the drafts."""
    for name in KINDS:
        key, cards = kind(name)
        for players in range(2, 11):
            yield Situation(key, players, cards)
    for players in range(2, 11):
        yield Situation("base", players, {"known_deck": True, "draft": True})
    yield Situation("base", 4, {"hand_size": 5, "rows": 6, "capacity": 7, "deck": 104})  # too large for the lanes
    for key, most in (("surprise", 8), ("versus_ox", 6), ("bullenparty", 5)):
        for players in range(1 if key == "versus_ox" else 2, most + 1):
            yield Situation(key, players, {})


SITUATIONS = {situation.name: situation for situation in situations()}


def decisions(situation: Situation) -> Iterator[Decision]:
    """The levels and the judge are asked in turn, while others go on with the games."""
    _master.cache_clear()  # one that remembers the story asks fewer kernels
    game = nimmt.game(situation.key, players=situation.players, **situation.options)
    askers = (*(level.key for level in levels(game.setup)), "judge")
    rng, plain, number, asked = Random(situation.name), bot("greedy"), 0, 0
    questions = QUESTIONS.get(situation.key, ROW_QUESTIONS)
    while asked < questions:
        recorder = Recorder(game, nimmt.SeededDealer.of(f"{situation.name} {number}"))
        histories, number = Histories(game.players, recorder.state.last), number + 1
        while recorder.state.outcome is None and asked < questions:
            state, seat = recorder.state, rng.choice(recorder.state.to_act)
            if len(state.legal(seat)) > 1 and rng.random() < 0.6:
                found = decision(state, seat, histories, rng.choice(askers))
                if found.calls:
                    asked += 1
                    yield found
            ask(plain, recorder, histories, seat, situation.name)


def decision(state: nimmt.State, seat: int, histories: Histories, who: str) -> Decision:
    """Let a level or the judge answer a question, and listen to what the kernels are asked."""
    view, legal, history = state.view(seat), state.legal(seat), histories.of(seat)
    calls: list[Call] = []
    host.choose(noting(calls))
    try:
        if who == "judge":
            judge = judge_of(view.setup)
            able = judge is not None and judge.advises(view.phase)
            answer: object = judge.verdict(Asked(view, legal, 0, tuple(history), 0), ROUGH) if judge and able else None
        else:
            rng = private_generator("decisions", seat, history)
            answer = bot_for(who, view.setup).choose(view, legal, history, rng)
    finally:
        host.choose(None)
    return Decision(who, to_json(answer), calls)


def noting(calls: list[Call]) -> Callable[[str, Record], None]:
    """Runs kernels from the portable file, and notes what they are asked and answer."""

    def run(name: str, record: Record) -> None:
        before = record.copy()
        before.refer(**record.weights)
        run_portable(name, record)
        calls.append(Call(name, before, answer_of(record)))

    return run


def answer_of(record: Record) -> bytes:
    """What a record holds after its kernel, but for the places of weights, which differ between hosts."""
    bare = bytearray(record.memory)
    for name in record.weights:
        field = record.layout.fields[name]
        bare[field.offset : field.end] = bytes(calcsize(field.format))
    return bytes(bare)


def line(situation: Situation, found: list[Decision]) -> str:
    """How the file keeps a table: its name, how many decisions, and a fingerprint of all that came out."""
    return f"{situation.name} {len(found)} {sha256(b''.join(one.digest for one in found)).hexdigest()[:16]}"


def main() -> None:
    """Renew the file."""
    lines = []
    for situation in SITUATIONS.values():
        lines.append(line(situation, list(decisions(situation))))
        sys.stdout.write(f"{lines[-1]}\n")
    KEPT.write_text("".join(f"{each}\n" for each in lines), "utf-8")


if __name__ == "__main__":
    main()
