"""What players of Surprise may agree on before they start."""

from typing import Annotated, Literal

from ...setup import Options, rule


class SurpriseOptions(Options, frozen=True, kw_only=True):
    """The house rules; there is no point limit and nothing of Pro (SU-3, Q-X9)."""

    rounds: Annotated[int, rule("SU-3", "How many rounds are played.", least=1, most=20)] = 2
    specials_per_placement: Annotated[
        Literal["1", "unlimited"],
        rule("Q-SU1", "How many specials may be used for one card: one, or more as long as it is not placed."),
    ] = "1"
    insert_at_end: Annotated[bool, rule("Q-SU7", "Let Insert use the end of a row as well.")] = False
    slide_empty_row: Annotated[
        Literal["fill", "forbid"],
        rule("Q-SU8", "Whether the only card of a row may slide away (the next card fills the row) or must stay."),
    ] = "fill"
    np_mode: Annotated[
        Literal["cards", "points"],
        rule("Q-SU18", "Whether Negative = Positive cancels whole cards, or plain points."),
    ] = "cards"
    second_deal: Annotated[
        Literal["draw_pile", "all"],
        rule(
            "Q-Z1",
            "Whether later deals of specials use the draw pile as it is, or shuffle all that nobody holds first.",
        ),
    ] = "draw_pile"
    show_scores: Annotated[
        bool, rule("Q-B8", "Show running totals during a round: a comfort, because by the book piles stay face down.")
    ] = True
