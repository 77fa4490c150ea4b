"""The house rules of Versus the Ox."""

from typing import Annotated, Literal

from ...setup import Options, rule


class OxOptions(Options, frozen=True, kw_only=True):
    """What the team may agree on before the start."""

    consent: Annotated[
        Literal["unanimous", "any"],
        rule("Q-CO2", "Whether all others must agree to a proposal, or it is carried out at once."),
    ] = "unanimous"
    replace_anytime: Annotated[
        bool, rule("Q-Y2", "Replace a card at any moment before it is placed; the new one is placed at once.")
    ] = True
    order_cards_late: Annotated[
        bool, rule("Q-CO4", "Use First, Last and Sort also when some cards of the turn are placed already.")
    ] = True
    draw_wins: Annotated[bool, rule("Q-CO12", "Count as many heads as the Buffalo has as a win.")] = False
    show_ox_score: Annotated[
        bool, rule("Q-CO15", "Show the Buffalo's heads during the game (a matter of display only).")
    ] = False
    slide_empty_row: Annotated[
        Literal["fill", "forbid"],
        rule("Q-CO7", "Whether the next card starts a row that Slide has emptied, or no row may be emptied."),
    ] = "fill"
    insert_at_end: Annotated[bool, rule("Q-SU7", "Let Insert use the end of a row as well.")] = False
