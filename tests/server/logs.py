"""Logs of tables in the middle of a game, made without a server."""

from collections.abc import Sequence
from random import Random
from typing import Any

import nimmt
from nimmt.dealer import SeededDealer
from nimmt.server import clocks
from nimmt.server import entries as log
from nimmt.server.databases import store_for
from nimmt.server.fold import Fold
from nimmt.server.plans import DAY, Plan, SeatPlan
from nimmt.server.secrecy import table_code, token_hash
from nimmt.server.store import Append
from nimmt.server.summaries import summary
from nimmt.setup import RULES, Setup


def token(seat: int) -> str:
    """The token of a seat at such a table."""
    return f"token of seat {seat}"


def played(entries: int, people: int, rng: Random, key: str = "base", **options: Any) -> list[log.AnyEntry]:
    """A log of at most so many entries: people sit down and play whatever is legal, game after game."""
    at = clocks.now() - entries
    game = nimmt.game_of(Setup(key, people, options))
    plan = Plan(seats=(SeatPlan(),) * people, grace=None)
    made: list[log.AnyEntry] = [
        log.TableOpened(at=at, rules=RULES, setup=game.setup, plan=plan, host=token_hash(token(0)))
    ]
    made.append(log.DealPrepared(at=at, secret=rng.randbytes(32).hex()))
    for seat in range(people):
        made.append(log.SeatTaken(at=at, seat=seat, name=f"Guest {seat}", token=token_hash(token(seat)), claim=""))
    fold = folded("made", made)
    while len(made) < entries:
        made.append(_next(fold, at + len(made), rng))
        fold.apply(made[-1])
    return made


def _next(fold: Fold, at: float, rng: Random) -> log.AnyEntry:
    state = fold.state
    if state is None or (state.outcome is not None and fold.secret):
        return log.GameStarted(at=at, dealer=SeededDealer.of(rng.random().hex()), nonces=("",) * fold.game.players)
    if state.outcome is not None:
        return log.DealPrepared(at=at, secret=rng.randbytes(32).hex())
    if rng.random() < 0.02 and fold.chat_open:
        return log.Said(
            at=at, seat=rng.randrange(fold.game.players), text="Well played!", id=f"{rng.getrandbits(60):x}"
        )
    seats = [seat for seat in range(fold.game.players) if state.legal(seat)]  # some change their mind
    seat = rng.choice(seats if rng.random() < 0.1 else state.to_act)
    action: Any = rng.choice(state.legal(seat))
    return log.Acted(at=at, seat=seat, decision=state.decision, action=action, id=f"{rng.getrandbits(60):x}")


def folded(code: str, entries: Sequence[log.AnyEntry]) -> Fold:
    """The table that a log leads to."""
    fold = Fold(code)
    for entry in entries:
        fold.apply(entry)
    return fold


async def stored(database: str, logs: Sequence[Sequence[log.AnyEntry]], tables: int) -> list[str]:
    """Write so many tables with these logs, in turns; their codes."""
    store = store_for(database)
    await store.open("writer", lambda code, what: None)
    codes = [table_code(f"table {number}") for number in range(tables)]
    for number, code in enumerate(codes):
        entries = logs[number % len(logs)]
        at = entries[-1].at
        fold = folded(code, entries[:2])
        bodies = tuple(map(log.write_entry, entries))
        first = Append(
            code=code,
            seq=1,
            bodies=bodies,
            at=at,
            after=at,
            due=at + DAY,
            state="playing",
            summary=summary(fold, entries),
        )
        await store.create(first, False)
    await store.close()
    return codes
