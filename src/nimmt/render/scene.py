"""What a picture shows, worked out once from the view for both text and drawing."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..actions import Play
from ..events import CardPlaced, CardsRevealed, Mark, Outcome, RoundStarted, RowTaken
from ..facts import RowFacts
from ..games.surprise.view import SurpriseView
from ..games.versus_ox.events import OxRevealed
from ..games.versus_ox.table import OX
from ..games.versus_ox.view import OxView
from ..rows import Row
from ..specials.events import CardInserted
from ..views import TableView, View

STANDING = ("caper",)
"""Marks that stand in a row like one of its cards (CA-3)."""

ACROSS = ("stop",)
"""Marks that lie across a row. All others lie beside it."""

OX_SIGN = "∀"
"""What the Ox is called in every language: the letter A once was its head."""

# --- Seats ------------------------------------------------------------------------------------------


def seat_names(view: View, names: Sequence[str]) -> dict[int, str]:
    """A name for every seat and for the Ox; seats without one are numbered from 1."""
    given = [clean(name) for name in names[: view.setup.players]]
    given += [""] * (view.setup.players - len(given))
    return {OX: OX_SIGN} | {seat: name or str(seat + 1) for seat, name in enumerate(given)}


def clean(name: str) -> str:
    """A name without unprintable characters (line ends, terminal codes), which would spoil the picture."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def tallies(view: TableView) -> tuple[tuple[int, int], ...]:
    """The total of each seat and what this round adds to it, where that is shown."""
    facts = view.facts
    return tuple(zip(facts.totals, facts.running or (0,) * len(facts.totals), strict=True))


def specials_left(view: TableView) -> tuple[int, ...]:
    """How many special cards each seat holds face down."""
    return view.specials_left if isinstance(view, SurpriseView) else (0,) * view.setup.players


# --- Turns ------------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """A revealed card: which row it went to and what that cost its owner; no row while it waits."""

    play: Play
    row: int | None = None
    heads: int = 0


def steps(view: TableView) -> tuple[Step, ...]:
    """The cards of the turn in their order: those placed since the last decision, then those that wait."""
    placed: dict[int, Step] = {}
    revealed: dict[int, Play] = {}
    for event in view.last:
        match event:
            case RoundStarted():
                placed = {}
            case CardsRevealed(plays=plays) | OxRevealed(plays=plays):
                placed, revealed = {}, {play.card: play for play in plays}
            case CardPlaced(seat=seat, card=card, row=row) | CardInserted(seat=seat, card=card, row=row):
                placed[card] = Step(revealed.get(card, Play.of(seat, card)), row)
            case RowTaken(seat=seat, card=card, row=row, heads=heads):
                step = placed.get(card, Step(revealed.get(card, Play.of(seat, card)), row))
                placed[card] = replace(step, heads=step.heads + heads)
    return (*placed.values(), *map(Step, view.queue))


def turns(view: TableView) -> tuple[int, int]:
    """How many turns of the round are over, and how many there are; none while hands are being drafted."""
    if view.pool:
        return 0, 0
    to_come = max(view.cards_left) - (view.phase == "card")  # cards that are being chosen belong to the present turn
    return view.turn - (view.outcome is None), view.turn + to_come


def round_sign(view: View) -> str:
    """The round, and out of how many where that is fixed."""
    options = view.setup.options
    last = options.get("max_rounds") or options.get("rounds")
    return f"{view.round}/{last}" if last else str(view.round)


# --- Rows -------------------------------------------------------------------------------------------


def beside(row: Row) -> list[str]:
    """The marks that lie beside a row."""
    return [mark for mark in row.marks if mark not in STANDING + ACROSS]


def standing(row: Row) -> list[Mark]:
    """The marks that stand in a row."""
    return [mark for mark in row.marks if mark in STANDING]


def places(row: Row, facts: RowFacts) -> int:
    """How many places of a row are drawn before the one whose card takes it."""
    return facts.capacity + len(standing(row))


# --- The end ----------------------------------------------------------------------------------------


def limit(view: View) -> int | None:
    """The total that ends the game (Q-B1)."""
    points = view.setup.options.get("point_limit")
    return points if isinstance(points, int) else None


def end_sign(view: View) -> str:
    """How far totals may go without ending the game: ``≤66``, or ``<66`` where reaching it is enough."""
    points = limit(view)
    return "" if points is None else f"{'<' if view.setup.options.get('end_rule') == 'gte' else '≤'}{points}"


class Standing(Struct, frozen=True):
    """A seat, or the Ox, in the ranking."""

    rank: int
    seat: int
    total: int
    rounds: tuple[int, ...]


def ranking(outcome: Outcome) -> list[Standing]:
    """Everybody from the first place to the last; the Ox is first unless it was beaten (CO-19)."""
    ranked = [
        Standing(rank, seat, outcome.totals[seat], tuple(one[seat] for one in outcome.rounds))
        for seat, rank in enumerate(outcome.ranks)
    ]
    if outcome.opponent is not None:
        ranked.append(Standing(2 if outcome.winners else 1, OX, outcome.opponent, (outcome.opponent,)))
    return sorted(ranked, key=lambda standing: standing.rank)


# --- The Ox -----------------------------------------------------------------------------------------


def proposed(view: OxView) -> str:
    """The special that the team votes on; removing a Stop is one too."""
    return "" if view.proposal is None else getattr(view.proposal.use, "special", "stop")
