"""The golden corpus: finished games that must replay to the very same events.

``python -m tests.engine.golden_records`` plays the cases below that are not in the corpus yet and appends them. A
record that no longer replays means that the rules of its game have changed: then `RULES` and `CHANGED` must say so, and
``python -m tests.engine.golden_records surprise`` plays the cases of that game again. From the first release on,
nothing in the corpus is ever touched again.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

import nimmt
from nimmt import Record, Recorder, SeededDealer, replay, to_json
from nimmt.setup import OptionValue

FOLDER = Path(__file__).parent / "golden"


class Golden(msgspec.Struct, frozen=True):
    """A line of the corpus: a record and what its events come to."""

    sha256: str
    record: Record


class Case(NamedTuple):
    """A game to be played by chance."""

    key: str
    players: int
    seed: int
    options: dict[str, OptionValue] | None = None

    def play(self) -> Record:
        """Play it to the end; the same case gives the same record."""
        game = nimmt.game(self.key, players=self.players, **(self.options or {}))
        recorder, rng = Recorder(game, SeededDealer.of(self.seed)), Random(self.seed)
        while recorder.state.outcome is None:
            seat = recorder.state.to_act[0]
            recorder.step(seat, rng.choice(recorder.state.legal(seat)))
        return recorder.record()


def digest(record: Record) -> str:
    """SHA-256 of all events of the game, each as a line of JSON."""
    lines = [to_json(event) + b"\n" for step in replay(record) for event in step.events]
    return sha256(b"".join(lines)).hexdigest()


def read(file: Path) -> list[Golden]:
    """All records of a file; there may be none yet."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Golden) for line in lines]


def add(case: Case, folder: Path = FOLDER) -> bool:
    """Append a case to its file unless a record with the same setup and deal is there; whether it was added."""
    file = folder / f"{case.key}.jsonl"
    record = case.play()
    if any((golden.record.setup, golden.record.dealer) == (record.setup, record.dealer) for golden in read(file)):
        return False
    with file.open("a", encoding="utf-8") as lines:
        lines.write(msgspec.json.encode(Golden(digest(record), record)).decode() + "\n")
    return True


DRAFT: dict[str, OptionValue] = {"draft": True}
SNAKE: dict[str, OptionValue] = {"draft": True, "draft_order": "snake"}
KNOWN: dict[str, OptionValue] = {"known_deck": True}
SHORT: dict[str, OptionValue] = {"max_rounds": 1}
GTE: dict[str, OptionValue] = {"point_limit": 20, "end_rule": "gte"}
GT: dict[str, OptionValue] = {"point_limit": 20}
LAST: dict[str, OptionValue] = {"max_rounds": 2, "tie_break": "last_round"}
OWN_CARDS = tuple(1 + card % 7 for card in range(1, 101))
EXTRA: dict[str, OptionValue] = {"max_rounds": 1, "tie_break": "extra_round"}
ALL_FOUR: dict[str, OptionValue] = {"fan_cards": ("even_odd", "climb", "caper", "reversed_digits")}

# Seeds of the cases with GTE and GT reach the limit exactly; those with LAST and EXTRA end in a tie.
# The one of Surprise for 8 with any number of specials uses Negative = Positive after an overflow. In the last one of
# Surprise two positive cards can cancel as many heads in several ways.
CASES = (
    Case("base", 2, 1),
    Case("base", 4, 2),
    Case("base", 10, 3, {"point_limit": 30}),
    Case("base", 5, 1, SHORT),
    Case("base", 3, 2, GTE),
    Case("base", 3, 2, GT),
    Case("base", 4, 39, LAST),
    Case("base", 4, 7, EXTRA),
    Case("base", 6, 4, KNOWN | SHORT),
    Case("base", 3, 5, SNAKE | {"max_rounds": 2}),
    Case("base", 3, 6, DRAFT | {"max_rounds": 2}),
    Case("base", 4, 7, {"fan_cards": ("even_odd", "caper")}),
    Case("base", 3, 8, {"fan_cards": ("even_odd", "climb", "caper")} | SHORT),
    Case("base", 10, 9, {"fan_cards": ("climb", "reversed_digits")} | SHORT),
    Case("base", 5, 35, ALL_FOUR | KNOWN | SNAKE | SHORT | {"single_digit": "leading_zero"}),
    Case("base", 3, 10, SHORT | {"hand_size": 6, "rows": 6, "capacity": 3, "deck": 40}),
    Case("base", 4, 11, ALL_FOUR | KNOWN | SHORT | {"hand_size": 12, "rows": 2, "capacity": 7}),
    Case("pro", 2, 1, {"point_limit": 30}),
    Case("pro", 5, 2, {"max_rounds": 2, "draft_order": "snake"}),
    Case("pro", 3, 3, SHORT | {"hand_size": 5, "rows": 3}),
    Case("even_odd", 4, 1),
    Case("even_odd", 3, 35, GTE),
    Case("even_odd", 4, 28, LAST),
    Case("even_odd", 4, 7, EXTRA),
    Case("even_odd", 10, 2, SHORT),
    Case("even_odd", 2, 3, KNOWN | SNAKE | SHORT),
    Case("climb", 4, 1),
    Case("climb", 3, 4, GTE),
    Case("climb", 4, 18, LAST),
    Case("climb", 4, 8, EXTRA),
    Case("climb", 10, 2, SHORT),
    Case("climb", 2, 3, KNOWN | SNAKE | SHORT),
    Case("climb", 3, 4, SHORT | {"rows": 7}),
    Case("caper", 4, 1),
    Case("caper", 3, 2, GTE),
    Case("caper", 4, 11, LAST),
    Case("caper", 4, 38, EXTRA),
    Case("caper", 10, 2, SHORT),
    Case("caper", 2, 3, KNOWN | SNAKE | SHORT),
    Case("reversed_digits", 4, 1),
    Case("reversed_digits", 3, 12, GTE),
    Case("reversed_digits", 4, 3, LAST),
    Case("reversed_digits", 4, 9, EXTRA),
    Case("reversed_digits", 10, 2, SHORT),
    Case("reversed_digits", 2, 3, KNOWN | SNAKE | SHORT),
    Case("reversed_digits", 3, 35, SHORT | {"single_digit": "leading_zero"}),
    Case("surprise", 2, 1),
    Case("surprise", 4, 2, {"rounds": 3}),
    Case("surprise", 8, 3),
    Case("surprise", 3, 4, {"specials_per_placement": "unlimited"}),
    Case("surprise", 8, 8, {"specials_per_placement": "unlimited", "rounds": 1}),
    Case("surprise", 4, 5, {"np_mode": "points", "insert_at_end": True}),
    Case("surprise", 5, 6, {"slide_empty_row": "forbid", "rounds": 1}),
    Case("surprise", 4, 7, {"second_deal": "all"}),
    Case("surprise", 8, 9, {"rounds": 4}),
    Case("surprise", 3, 346),
    Case("versus_ox", 1, 1),
    Case("versus_ox", 2, 2),
    Case("versus_ox", 4, 3),
    Case("versus_ox", 6, 4, {"consent": "any"}),
    Case("versus_ox", 3, 5, {"replace_anytime": False, "draw_wins": True}),
    Case("versus_ox", 5, 6, {"order_cards_late": False, "slide_empty_row": "forbid", "insert_at_end": True}),
    Case("bullenparty", 2, 1),
    Case("bullenparty", 3, 2, {"buffalo_table": "3-3-2-2"}),
    Case("bullenparty", 4, 3, {"buffalo_table": "2-3-3-2"}),
    Case("bullenparty", 5, 4),
    Case("bullenparty", 3, 5, {"card_heads": OWN_CARDS, "buffalo_heads": (7, 7, 6, 6, 5, 5, 5, 4, 4, 4)}),
)


if __name__ == "__main__":
    for changed in sys.argv[1:]:
        (FOLDER / f"{changed}.jsonl").unlink()
    added = [case for case in CASES if add(case)]
    sys.stdout.write(f"{len(added)} records added: {[(case.key, case.players, case.seed) for case in added]}\n")
