"""Variants that only tests know: what somebody may add who has read CONTRIBUTING and knows nothing of the kernels."""

from typing import Annotated

from nimmt.games.base import Base
from nimmt.games.fan_cards import with_fan_cards
from nimmt.games.fan_cards.caper import Caper
from nimmt.games.fan_cards.climb import Climb
from nimmt.options import RowOptions
from nimmt.rows import Row
from nimmt.setup import rule


class Generous(Base):
    """A row that ends with an even card holds one card more."""

    key = "generous"

    def capacity(self, row: Row) -> int:
        return super().capacity(row) + (row.end % 2 == 0)


class HouseOptions(RowOptions, frozen=True, kw_only=True):
    """One option that the kernels have never heard of."""

    house_rule: Annotated[bool, rule("B-1", "Anything.")] = False


ClimbAndCaper = with_fan_cards(Climb, Caper)
