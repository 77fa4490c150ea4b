"""Write the transcript in docs/botlink.md from a real game. Run: python docs/bot_transcript.py."""

import json
import sys
from pathlib import Path
from random import Random

import nimmt
from nimmt.botlink.conversation import Conversation
from nimmt.botlink.program import Program
from nimmt.bots import Histories, bot, private_generator

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "botlink.md"
BEGIN, END = "<!-- transcript: written by docs/bot_transcript.py -->", "<!-- end of the transcript -->"
SHOWN = 2  # questions; the others are like them


def transcript() -> str:
    """A short game of the example in Python against `greedy`: what each side wrote."""
    lines: list[str] = []
    conversation = Conversation((sys.executable, str(ROOT / "examples" / "bots" / "bot.py")))
    lines += ['→ {"type":"hello","program":"nimmt","protocol":1}', f"← {compact(conversation.hello)}"]
    conversation.program = Listening(conversation.program, lines)  # type: ignore[assignment]
    game = nimmt.game("base", players=2, max_rounds=1)
    state, other = game.start(7), bot("greedy")
    histories, told, asked = Histories(2, state.last), 0, 0
    conversation.begin(game.setup, 0)
    while state.outcome is None:
        seat = state.to_act[0]
        view, legal, history = state.view(seat), state.legal(seat), histories.of(seat)
        if seat == 0:
            action = conversation.ask(view, legal, history[told:], 60, Random(asked).getrandbits(32))
            told, asked = len(history), asked + 1
            if asked == SHOWN:
                lines.append("…")
                conversation.program.quiet = True  # type: ignore[attr-defined]
        else:
            action = other.choose(view, legal, history, private_generator(7, seat, history))
        state, events = state.step(seat, action)
        histories.add(events)
    conversation.program.quiet = False  # type: ignore[attr-defined]
    conversation.end(state.outcome, histories.of(0)[told:])
    conversation.close()
    return "\n".join(lines)


class Listening:
    """A program whose lines are written down."""

    def __init__(self, program: Program, lines: list[str]) -> None:
        """Listen from now on."""
        self.program, self.lines, self.quiet = program, lines, False

    def send(self, line: bytes) -> None:
        """What nimmt writes."""
        self._note("→", line)
        self.program.send(line)

    def read(self, seconds: float) -> bytes | None:
        """What the program writes."""
        line = self.program.read(seconds)
        self._note("←", line or b"")
        return line

    def _note(self, arrow: str, line: bytes) -> None:
        if not self.quiet:
            self.lines.append(f"{arrow} {line.decode()}")

    def __getattr__(self, name: str) -> object:
        """Everything else is the program's own."""
        return getattr(self.program, name)


def compact(value: object) -> str:
    """As a program would write it."""
    return json.dumps(json.loads(nimmt.to_json(value)), ensure_ascii=False)


def written() -> str:
    """The page with a new transcript."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n\n```\n{transcript()}\n```\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
