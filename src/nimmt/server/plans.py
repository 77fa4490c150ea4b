"""What is agreed on when a table is opened, beside the game and its options."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

DAY = 86_400

Seconds = Annotated[int, Meta(ge=1, le=30 * DAY)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Reaction = Literal["bravo", "ouch", "laugh", "think", "hurry", "thanks"]


class SeatPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who a seat is for: a person, or a bot of this level."""

    level: Level | None = None


class Plan(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The terms of one table."""

    seats: tuple[SeatPlan, ...]
    name: str = ""
    clock: Seconds | None = None
    on_timeout: Literal["default", "bot"] = "default"
    grace: Seconds | None = 60
    stand_in: Level = "greedy"
    pace: Literal["human", "none"] = "human"
    spectators: bool = True
    chat: bool = True
    reactions: bool = True
    tracker: bool = True  # whether the page may show which cards were seen
    public: bool = False
    duplicate: bool = False  # whether other tables may play the same deals, for comparison
    coach: bool = False  # whether somebody who plays against bots alone may ask for advice
