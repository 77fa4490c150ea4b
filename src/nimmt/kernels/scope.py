"""Which setups the kernels understand: they share no rule with the engine and refuse what they were not written for."""

from msgspec import Struct

from ..errors import BadSetup
from ..games.registry import game_of
from ..setup import OptionValue, Setup

SWITCH = (False, True)
HEADS_OF_PARTY = ("heads_table", "buffalo_table", "card_heads", "buffalo_heads")


class Scope(Struct, frozen=True):
    """The games of a set of kernels, and every option that it allows for."""

    games: tuple[str, ...]
    any_value: frozenset[str]  # options that are numbers to the kernels, or nothing at all
    values: dict[str, tuple[OptionValue, ...]]  # of a set: what may be in it

    def covers(self, setup: Setup) -> bool:
        """Whether the kernels can play this."""
        return self._unknown(game_of(setup).setup) is None

    def checked(self, setup: Setup) -> Setup:
        """The setup with every option spelled out; one that the kernels cannot play is refused."""
        complete = game_of(setup).setup
        if unknown := self._unknown(complete):
            raise BadSetup("no_kernel", f"The fast kernels do not know {unknown}.")
        return complete

    def _unknown(self, setup: Setup) -> str | None:
        """What the kernels do not know about a setup that has all its options spelled out."""
        if setup.key not in self.games:
            return f"the game {setup.key}; they know: {', '.join(self.games)}"
        for name, value in setup.options.items():
            if name not in self.any_value and name not in self.values:
                return f"the option {name} of {setup.key}"
            for each in value if isinstance(value, tuple) else (value,):
                if each not in self.values.get(name, (each,)):
                    return f"the value {each!r} of the option {name}"
        return None


NUMBERS = ("hand_size", "rows", "capacity", "deck")
FAN_CARDS = ("even_odd", "climb", "caper", "reversed_digits")
ROW_GAMES = Scope(
    games=("base", *FAN_CARDS),
    any_value=frozenset({"point_limit", "max_rounds", "show_scores", "draft_order", *NUMBERS}),
    values={
        "end_rule": ("gt", "gte"),
        "tie_break": ("shared", "last_round", "extra_round"),
        "known_deck": SWITCH,
        "draft": SWITCH,
        "single_digit": ("no_effect", "leading_zero"),
        "fan_cards": FAN_CARDS,
    },
)
SEARCHED_GAMES = Scope(
    games=("surprise", "versus_ox", "bullenparty"),
    any_value=frozenset({"rounds", "show_scores", "show_ox_score", *HEADS_OF_PARTY}),
    values={
        "specials_per_placement": ("1", "unlimited"),
        "np_mode": ("cards", "points"),
        "second_deal": ("all", "draw_pile"),
        "consent": ("unanimous", "any"),
        "replace_anytime": SWITCH,
        "order_cards_late": SWITCH,
        "draw_wins": SWITCH,
        "slide_empty_row": ("fill", "forbid"),
        "insert_at_end": SWITCH,
    },
)
