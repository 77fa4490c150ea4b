"""Draws the pictures of the documents anew: python docs/images/make.py

The PNG is for readers whose program shows no SVG; it is made where rsvg-convert and pngquant are installed.
"""

import shutil
import subprocess
from pathlib import Path
from random import Random

import nimmt
from nimmt.render import svg
from nimmt.table import Table

TABLE = Path(__file__).parent / "table.svg"
SEED = 3889  # a game with all kinds of cards on the table
NAMES = ("Ada", "Bruno", "Carla", "Dilan")


def table() -> str:
    """The second round of a game among four, as Ada sees it while Carla and Dilan still think."""
    state = nimmt.game("base", players=4).start(SEED)
    chance = Random(SEED)
    while not is_moment(state):
        seat = state.to_act[0]
        state, _ = state.step(seat, chance.choice(state.legal(seat)))
    return svg(state.view(0), names=NAMES) + "\n"


def is_moment(state: nimmt.State) -> bool:
    """The fourth turn of the second round, when two have chosen."""
    table = state.position
    return isinstance(table, Table) and (table.round, table.turn, state.to_act) == (2, 4, (2, 3))


def photograph(drawing: Path) -> None:
    """Turn a drawing into pixels, half as many again as it has units, in 256 colours."""
    if not (shutil.which("rsvg-convert") and shutil.which("pngquant")):
        return
    pixels = subprocess.run(["rsvg-convert", "--zoom=1.5", drawing], check=True, capture_output=True).stdout
    small = subprocess.run(["pngquant", "--speed=1", "256", "-"], input=pixels, check=True, capture_output=True).stdout
    drawing.with_suffix(".png").write_bytes(small)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8", newline="\n")
    photograph(TABLE)
