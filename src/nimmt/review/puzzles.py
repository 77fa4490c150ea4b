"""Puzzles: positions in which one choice is clearly better than all others, found in play and judged from one seat."""

import gzip
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from itertools import count, islice
from random import Random
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from ..codec import from_json
from ..games.registry import game_of
from ..setup import Setup
from ..views import TableView
from .asking import Asked
from .moments import choices_in
from .positions import code_of, view_of
from .report import Option, Verdict

Theme = Literal["low_cards", "full_rows", "last_cards", "counting", "fan_cards"]
THEMES: tuple[Theme, ...] = get_args(Theme)

ERROR = 0.15
"""Heads: the standard error of a puzzle's choices."""
GLANCES = ((48, 0.5), (256, 0.9))
"""Worlds of a glance, and the heads by which the best choice must be ahead in them: most positions are passed by."""
LAST = 3
"""So many cards in hand are the last ones."""
SHIPPED = "puzzles.jsonl.gz"


class Puzzle(Struct, frozen=True, kw_only=True):
    """What one seat sees, by the code of the position; what it is about; and what every choice is worth."""

    code: str
    theme: Theme
    verdict: Verdict


def judge_position(view: TableView, error: float = ERROR) -> Verdict:
    """What every choice is worth, from the position alone: what was played before tells nothing."""
    from .judging import verdict
    from .weighing import weigh

    return verdict(view, weigh(view, choices_in(view), error))


def search(setup: Setup, seed: str, theme: Theme | None = None) -> Iterator[Puzzle]:
    """Puzzles without end, of one theme or of any; one from each round at most, so that they differ."""
    for deal in count():
        yield from islice(mine(setup, f"{seed} {deal}", [theme] if theme else THEMES), 1)


def mine(setup: Setup, seed: str, themes: Collection[Theme] = THEMES) -> Iterator[Puzzle]:
    """The puzzles of one round in which the model of the reviews plays every seat.

    Positions that cannot be about any of the themes are passed by.
    """
    from .weighing import Worlds

    state, rng = game_of(setup).start(seed), Random(seed)
    while state.outcome is None and state.view(None).round == 1:
        for seat in state.to_act:
            view, legal = state.view(seat), state.legal(seat)
            assert isinstance(view, TableView)
            weights = None
            if len(legal) > 1 and view.phase in ("card", "row"):
                weights = Worlds(view, ()).liked(legal)  # type: ignore[arg-type]
                puzzle = puzzle_of(view) if set(_themes(view)) & set(themes) else None
                if puzzle and puzzle.theme in themes:
                    yield puzzle
            state, _ = state.step(seat, rng.choices(legal, weights)[0])


def mistake(one: Asked) -> Puzzle | None:
    """The puzzle in a decision of a game, where another card than the one that was played was clearly the best."""
    puzzle = puzzle_of(one.table)
    return puzzle if puzzle and puzzle.verdict.best != one.picked else None


def puzzle_of(view: TableView) -> Puzzle | None:
    """The puzzle that a view is; None where no choice stands out, or the obvious one does.

    Glances sort out most positions. They are taken in other worlds than the verdict: those in which a choice was
    noticed would tell how lucky it was in them.
    """
    from .judging import obvious, stands_out, verdict, way_of
    from .weighing import glance, weigh

    code = code_of(view) if view.phase == "card" else None
    if code is None:
        return None
    shown = view_of(code)
    legal = choices_in(shown)
    for worlds, heads in GLANCES:
        weighed = glance(shown, legal, worlds)
        first, second = sorted(weighed.means)[:2]
        if second - first < heads or obvious(shown, weighed) == weighed.totals.whole.best:
            return None
    weighed = weigh(shown, legal, ERROR)
    best = weighed.totals.whole.best
    if not stands_out(weighed, best) or obvious(shown, weighed) == best:
        return None
    found = verdict(shown, weighed)
    ways = {way_of(shown, each) for each in (legal[obvious(shown, weighed)], legal[best])}  # type: ignore[arg-type]
    return Puzzle(code=code, theme=theme_of(shown, ways), verdict=_rounded(found))


def theme_of(view: TableView, ways: Collection[str]) -> Theme:
    """What a position is about, by what its best choice and the one that looks best do if nothing comes first."""
    themes = _themes(view)
    if len(themes) == 1:
        return themes[0]
    return "low_cards" if "low" in ways else "full_rows" if "sixth" in ways else "counting"


def _themes(view: TableView) -> tuple[Theme, ...]:
    """What a position may be about, as far as the table tells."""
    if any(row.marks for row in view.rows) or any(view.specials):
        return ("fan_cards",)
    return ("last_cards",) if len(view.hand) <= LAST else ("low_cards", "full_rows", "counting")


def _rounded(found: Verdict) -> Verdict:
    options = tuple(map(_rounded_option, found.options))
    return replace(found, options=options, losses=tuple(round(loss, 2) for loss in found.losses))


def _rounded_option(option: Option) -> Option:
    return replace(option, **{name: round(getattr(option, name), 2) for name in ("mean", "error", "now", "takes")})


@cache
def shipped() -> dict[str, Puzzle]:
    """The puzzles that come with the program, by their codes."""
    lines = gzip.decompress((files("nimmt.review") / SHIPPED).read_bytes()).splitlines()
    return {puzzle.code: puzzle for puzzle in (from_json(Puzzle, line) for line in lines)}
