"""The learning curve as a picture."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from .school import Progress

NAMES = ("heuristic", "flat(100)")
SMOOTH = 0.75
"""How much of the figure so far stays in the running one: a single iteration plays few rounds."""


def can_draw() -> bool:
    """Whether matplotlib is installed (the extra `arena`)."""
    return find_spec("matplotlib") is not None


def running(history: Sequence[Progress]) -> tuple[float, ...]:
    """The margins of one group, smoothed over its iterations."""
    found: tuple[float, ...] = ()
    for progress in history:
        pairs = zip(found or progress.margins, progress.margins, strict=True)
        found = tuple(SMOOTH * old + (1 - SMOOTH) * new for old, new in pairs)
    return found


def draw_curve(path: Path, history: Sequence[Progress]) -> Path:
    """One line for every group and yardstick: heads a round over minutes of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots(1, len(NAMES), sharey=True)
    for number, name in enumerate(NAMES):
        for group in dict.fromkeys(progress.group for progress in history):
            own = [progress for progress in history if progress.group == group]
            curve = [running(own[: size + 1])[number] for size in range(len(own))]
            axes[number].plot([progress.seconds / 60 for progress in own], curve, label=f"{group} players")
        axes[number].axhline(0, color="gray", linewidth=0.5)
        axes[number].set_title(f"against {name}")
        axes[number].set_xlabel("minutes of training")
    axes[0].set_ylabel("heads a round, less the others'")
    axes[0].legend()
    figure.savefig(path, dpi=120)
    return path
