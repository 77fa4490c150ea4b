"""What a picture shows, worked out of the view once for text and drawing alike."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..actions import Play
from ..events import CardPlaced, CardsRevealed, Outcome, RoundStarted, RowTaken
from ..rows import Row
from ..views import TableView, View

PLACES = 5
"""The places of a row; the card after them takes it (B-8)."""

STANDING = ("caper",)
"""Marks that stand in a row like one of its cards (CA-3)."""

ACROSS = ("stop",)
"""Marks that lie across a row. All others lie beside it."""


class Step(Struct, frozen=True):
    """A revealed card: which row it went to and what that cost its owner; no row while it waits."""

    play: Play
    row: int | None = None
    heads: int = 0


def seat_names(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """A name for every seat; those without one are called by their number, counted from 1."""
    given = [clean(name) for name in names[: view.setup.players]]
    given += [""] * (view.setup.players - len(given))
    return tuple(name or str(number) for number, name in enumerate(given, 1))


def clean(name: str) -> str:
    """A name on one line: what cannot be printed (line ends, terminal codes) would spoil the picture."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def steps(view: TableView) -> tuple[Step, ...]:
    """The cards of the turn in their order: those placed since the last decision, then those that wait."""
    placed: dict[int, Step] = {}
    revealed: dict[int, Play] = {}
    for event in view.last:
        match event:
            case RoundStarted():
                placed = {}
            case CardsRevealed(plays=plays):
                placed, revealed = {}, {play.card: play for play in plays}
            case CardPlaced(seat=seat, card=card, row=row):
                placed[card] = Step(revealed.get(card, Play.of(seat, card)), row)
            case RowTaken(seat=seat, card=card, row=row, heads=heads):
                step = placed.get(card, Step(revealed.get(card, Play.of(seat, card)), row))
                placed[card] = replace(step, heads=step.heads + heads)
    return (*placed.values(), *map(Step, view.queue))


def turns(view: TableView) -> tuple[int, int]:
    """How many turns of the round are played, and how many there are."""
    played = view.turn - (view.phase == "card")
    return played, played + max(view.cards_left)


def tallies(view: TableView) -> tuple[tuple[int, int], ...]:
    """The total of each seat and what this round adds to it; Q-B8: or finished rounds only."""
    if view.setup.options.get("show_scores", True) or view.outcome is not None:
        return tuple(zip(view.totals, view.heads, strict=True))
    finished = map(sum, zip(*view.scores, strict=True)) if view.scores else [0] * view.setup.players
    return tuple((total, 0) for total in finished)


def limit(view: View) -> int | None:
    """The total that ends the game (Q-B1)."""
    points = view.setup.options.get("point_limit")
    return points if isinstance(points, int) else None


def end_sign(view: View) -> str:
    """How far totals may go without ending the game: ``≤66``, or ``<66`` where reaching it is enough."""
    points = limit(view)
    return "" if points is None else f"{'<' if view.setup.options.get('end_rule') == 'gte' else '≤'}{points}"


def round_sign(view: View) -> str:
    """The round, and of how many where that is agreed."""
    last = view.setup.options.get("max_rounds")
    return f"{view.round}/{last}" if last else str(view.round)


def beside(row: Row) -> list[str]:
    """The marks that lie beside a row."""
    return [mark for mark in row.marks if mark not in STANDING + ACROSS]


def places(row: Row) -> int:
    """How many places a row has: 7-takes adds one."""
    return PLACES + row.has("seven")


def filled(row: Row) -> int:
    """How many places of a row are taken."""
    return len(row.cards) + sum(mark in STANDING for mark in row.marks)


def ranking(outcome: Outcome) -> list[int]:
    """The seats from the first place to the last."""
    return sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
