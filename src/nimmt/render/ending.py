"""The end of a game as a drawing: the ranking, and the race over the rounds."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from .card import head_count
from .markup import group, tag, words
from .palette import AMBER, QUIET, RED, WORDS, seat_colour
from .parts import avatar, label, panel, shorten
from .scene import Standing

Names = Mapping[int, str]


def ranks(standings: Sequence[Standing], names: Names, x: float, y: float, width: float, height: float) -> str:
    """Everybody by place; the winners are golden."""
    gap = 6
    each = min(72, (height + gap) / len(standings) - gap)
    drawn = [
        group(_rank(one, names[one.seat], width, each), y=line * (each + gap)) for line, one in enumerate(standings)
    ]
    return group(*drawn, x=x, y=y)


def _rank(shown: Standing, name: str, width: float, height: float) -> str:
    won = shown.rank == 1
    middle = height / 2
    size = 18 if height > 48 else 14
    heads = shorten(" + ".join(map(str, shown.rounds)), 34) if shown.rounds[1:] else ""
    return group(
        panel(0, 0, width, height, stroke=AMBER if won else None, stroke_width=2),
        crown(28, middle) if won else words(str(shown.rank), 28, middle + 7, 20, fill=QUIET),
        avatar(name, shown.seat, 70, middle, min(16, middle - 5)),
        label(name, shown.seat, 98, height * (0.47 if heads else 0.58), size, 190),
        words(heads, 98, height * 0.82, 12, text_anchor="start", font_weight="400", fill=QUIET) if heads else "",
        head_count(shown.total, width - 16, middle + 8, 22, fill=AMBER if won else WORDS),
    )


def crown(x: float, y: float, scale: float = 1) -> str:
    """A crown for the winners."""
    return group(tag("path", d="M-13 9-15-8-6 0 0-11 6 0 15-8 13 9z"), x=x, y=y, scale=scale, fill=AMBER)


def race(
    standings: Sequence[Standing],
    names: Names,
    limit: int | None,
    x: float,
    y: float,
    width: float,
    height: float,
    most_wins: bool = False,
) -> str:
    """Totals over the rounds, the best on top: the winners' lines end highest."""
    rounds = len(standings[0].rounds)
    across = (width - 88) / rounds
    zero, down = _measure(standings, limit, height - 68, most_wins)
    drawn = [_scale(rounds, across, height)]
    if limit is not None:
        drawn.append(_goal(limit, zero + limit * down, width))
    if most_wins:
        drawn.append(tag("path", d=f"M30 {zero:.5g}H{width - 58:g}", stroke=QUIET, stroke_dasharray="6 5"))
    ends = spread([zero + one.total * down for one in standings], 20, height - 30)
    for one, end in reversed(list(zip(standings, ends, strict=True))):
        totals = accumulate(one.rounds, initial=0)
        points = [(30 + across * number, zero + total * down) for number, total in enumerate(totals)]
        drawn += [_line(one.seat, points), avatar(names[one.seat], one.seat, width - 32, end, 9)]
    return group(panel(0, 0, width, height), *drawn, x=x, y=y)


def _measure(standings: Sequence[Standing], limit: int | None, height: float, most_wins: bool) -> tuple[float, float]:
    """The height of total 0, and the step to total 1: downwards, or upwards where the highest total wins."""
    if not most_wins:
        return 30, height / max(1, limit or 1, *(one.total for one in standings))
    reached = [total for one in standings for total in accumulate(one.rounds, initial=0)]
    each = height / max(1, max(reached) - min(reached))
    return 30 + max(reached) * each, -each


def _scale(rounds: int, across: float, height: float) -> str:
    """A thin line for every round, numbered where there is room."""
    every = max(1, round(24 / across))
    lines = [tag("path", d=f"M{30 + across * number:.4g} 24V{height - 30:g}") for number in range(rounds + 1)]
    numbers = [
        words(str(number), 30 + across * number, height - 12, 12, fill=QUIET)
        for number in range(every, rounds + 1, every)
    ]
    return tag("g", *lines, stroke="#fff", stroke_opacity=0.12) + "".join(numbers)


def _goal(limit: int, y: float, width: float) -> str:
    line = tag("path", d=f"M30 {y:.5g}H{width - 58:g}", stroke=RED, stroke_width=2, stroke_dasharray="6 5")
    return line + head_count(limit, 80, y - 6, 13, fill=RED)


def _line(seat: int, points: Sequence[tuple[float, float]]) -> str:
    path = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
    line = tag("polyline", points=path, fill="none", stroke=seat_colour(seat), stroke_width=3, stroke_linejoin="round")
    return line + tag("circle", cx=points[-1][0], cy=points[-1][1], r=4, fill=seat_colour(seat))


def spread(heights: Sequence[float], apart: float, lowest: float) -> list[float]:
    """Move labels apart so that none covers another and none lies below the lowest line."""
    moved = list(heights)
    order = sorted(range(len(moved)), key=lambda spot: moved[spot])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    for place in reversed(order):
        moved[place] = lowest = min(moved[place], lowest)
        lowest -= apart
    return moved
