"""Real games for the tests of the page's parts: python -m tests.browser.fixtures writes web/src/lib/fixtures.

``scenes.json``: golden games as seat 0 was told them: for each opened decision the events, and then the rows and the
cards on their way as its view shows them. ``facts.json``: games with the facts after each event, one of them a variant
that the page knows nothing of. ``deals.json``: games with the proof of their deal, and what a replay with
open hands shows where cards were dealt.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

import nimmt
from nimmt import Game, Record, Recorder, SeededDealer, State, replay
from nimmt.dealer import Fairness, commitment, deal_seed
from nimmt.events import seen_by
from nimmt.games.bullenparty.view import PartyView
from nimmt.server.replays import ReplayCache, index_of, step_of
from nimmt.views import View
from tests.engine import golden_records
from tests.generous import registered
from tests.tables import walk

FOLDER = Path(__file__).parents[2] / "web" / "src" / "lib" / "fixtures"
GOLDEN = {
    "base": (2,), "pro": (0,), "even_odd": (1,), "climb": (1,), "caper": (1, 2), "reversed_digits": (1,),
    "surprise": (0, 1), "versus_ox": (0, 1, 2), "bullenparty": (0, 2),
}  # fmt: skip  # short games that together hold every kind of event, with every reason, of the longer ones
PROVEN: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("base", 3, {"max_rounds": 2}),
    ("pro", 2, {"max_rounds": 2}),
    ("base", 2, {"max_rounds": 2, "draft": True}),
    ("base", 4, {"max_rounds": 1, "known_deck": True}),
    ("base", 3, {"max_rounds": 1, "hand_size": 4, "rows": 6, "deck": 60}),
    ("surprise", 3, {}),
    ("versus_ox", 2, {}),
    ("bullenparty", 3, {}),
)
SECRET = bytes(range(32))


def shown_by(view: View) -> tuple[str, ...]:
    """The parts of a view that lie in the middle of the table while events are shown."""
    party = ("drawn", "piles", "buffalo", "last_round") if isinstance(view, PartyView) else ()
    return ("rows", "queue", *party)


def scenes(record: Record) -> list[dict[str, Any]]:
    """What seat 0 was told, cut where a decision was opened."""
    told: list[dict[str, Any]] = []
    events: list[Any] = []
    decision = -1
    for step in replay(record):
        events += seen_by(step.events, 0)
        if step.state.decision != decision:
            view = step.state.view(0)
            told.append({"events": events, **{name: getattr(view, name) for name in shown_by(view)}})
            events, decision = [], step.state.decision
    return told


def followed(game: Game, rng: Random, start: State) -> list[dict[str, Any]]:
    """What a spectator is told of a game to its end: what happened, the facts after each event, and the view."""
    told: list[dict[str, Any]] = [{"events": (), "facts": (), "view": start.view(None)}]
    for before, _, _, after in walk(start, rng):
        if after.decision != before.decision:
            events = seen_by(after.last, None)
            told.append({"events": events, "facts": game.follow(before.view(None), events), "view": after.view(None)})
    return told


def facts() -> dict[str, Any]:
    """A round of the variant that CONTRIBUTING shows, and a team of two against the Ox."""
    with registered() as key:
        generous = nimmt.game(key, players=6, max_rounds=1)
        team = nimmt.game("versus_ox", players=2)
        return {game.key: followed(game, Random(1), game.start(1)) for game in (generous, team)}


def proven(key: str, players: int, options: dict[str, Any]) -> Record:
    """A game played at random, whose deal nobody chose alone."""
    nonces = tuple(f"chance of seat {seat}" for seat in range(players))
    proof = Fairness(commitment(SECRET), SECRET.hex(), nonces)
    recorder = Recorder(nimmt.game(key, players=players, **options), SeededDealer(deal_seed(SECRET, nonces).hex()))
    rng = Random(key)
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        recorder.step(seat, rng.choice(recorder.state.legal(seat)))
    return recorder.record(proof)


def deal(record: Record) -> dict[str, Any]:
    """A record, its index, and the steps at which cards were dealt."""
    replayed = ReplayCache().keep("table", 1, record)
    index = index_of(replayed, 1)
    steps = [step_of(replayed, moment.step, None, True) for moment in index.moments]
    dealt = ("hand_dealt", "rows_laid", "cards_offered", "cards_boxed")
    return {
        "record": record,
        "index": index,
        "steps": [
            {"step": each.step, "events": each.events, "hands": [{"hand": view.hand} for view in each.hands]}
            for each in steps
            if any(msgspec.to_builtins(event)["type"] in dealt for event in each.events)
        ],
    }


def files() -> dict[str, bytes]:
    """What the folder must hold."""
    golden = {game: golden_records.read(golden_records.FOLDER / f"{game}.jsonl") for game in GOLDEN}
    told = {game: [scenes(golden[game][at].record) for at in places] for game, places in GOLDEN.items()}
    deals = [deal(proven(*case)) for case in PROVEN]
    return {
        "facts.json": msgspec.json.encode(facts()) + b"\n",
        "scenes.json": msgspec.json.encode(told) + b"\n",
        "deals.json": msgspec.json.encode(deals) + b"\n",
    }


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, body in files().items():
        (FOLDER / name).write_bytes(body)


if __name__ == "__main__":
    main()
