"""The part of a position in text form that only Versus the Ox has: the Ox's cards and the specials."""

from typing import Any, cast

from ...errors import malformed
from ...rows import parse_cards
from ...specials import SpecialGame
from ...specials.table import Specials
from ...table import Cards
from .table import SHOWN, OxTable


def read_more(rules: SpecialGame[OxTable, Any], table: OxTable, text: str) -> Cards:
    """Lay out ``Ox's cards / specials face up / pile of specials / used ones``, each with the next one first."""
    ox, face_up, stock, used, *extra = (*text.split("/"), *[""] * (3 - text.count("/")))
    if extra:
        raise malformed("The last part is: the Buffalo's cards / specials face up / pile of specials / used.", "CO-2")
    table.ox = parse_cards(ox)
    if len(table.ox) != len(table.hands[0]):
        raise malformed("The Buffalo must have as many cards as everybody else.", "CO-2")
    table.face_up = cast(Specials, tuple(face_up.split()))
    table.stock = cast(Specials, tuple(stock.split()))
    table.discards = cast(Specials, tuple(used.split()))
    if len(table.face_up) > SHOWN or (table.stock and len(table.face_up) < SHOWN):
        raise malformed(f"{SHOWN} specials lie face up, or fewer when the pile is used up.", "CO-7")
    table.unused = tuple(rules.specials_without((*table.face_up, *table.stock, *table.discards), table.rows))
    return table.ox
