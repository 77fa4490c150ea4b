"""What one seat sees before it decides, in any game, as a code that fits into a link; and read again.

Positions of row games in which a card or a row is chosen have their text (`positions`). All others are written as
``view1.`` and the view as the protocol writes it, less what follows from the rest, packed. A view lists what
its seat may know, so the code holds nothing else; and whoever reads a code works out no hidden card.
"""

import zlib
from base64 import b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any, get_origin

from msgspec import NODEFAULT, Raw, Struct, defstruct
from msgspec.structs import fields, replace

from ..actions import Action
from ..codec import from_json, to_json
from ..errors import Malformed, NimmtError, malformed
from ..game import Game
from ..games.bullenparty.data import VALUES
from ..games.registry import game_of
from ..rules import Rules
from ..setup import RULES, OptionValue, Setup
from ..views import View
from .asking import Asked
from .judges import judge_of
from .positions import code_of, view_of
from .report import Verdict

KIND, VERSION = "view", "1"
LONGEST, MOST_BYTES = 8_000, 65_536
"""Characters of a code, and bytes of what is packed in it; moments of games by the book need far fewer."""
FOLLOWS = frozenset({
    "facts", "totals_after", "highest_card", "longest_row", "reverses", "factor", "last_round", "to_lay", "own",
    "barred",
    "heads_table", "buffalo_table",
})  # fmt: skip
"""Fields of views that follow from the others by the rules."""
PAST = frozenset({"last", "outcome", "choice"})
"""What happened before tells nothing more; and whoever decides has chosen nothing yet."""
BY_SEAT = ("cards_left", "sealed", "known", "specials", "specials_left", "letters", "buffalo", "credits")
COUNTS = ("ox_left", "draw_left", "stock_left")
NO_MOMENT = "There is no game in which a seat sees this before it decides."


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A setup that names its version of the rules, even the present one: others will follow."""

    key: str
    players: int
    options: Mapping[str, OptionValue]
    rules: int


def moment_of(view: View) -> str | None:
    """The code of what a seat sees; None where it has nothing to choose."""
    if text := code_of(view):
        return text
    decides = view.seat in view.to_act and len(choices_in(view)) > 1
    return _packed(view) if decides else None


def view_in(code: str) -> View:
    """What the seat of a moment sees; raises Malformed, or BadSetup, where there is no such moment."""
    if not code.startswith(KIND):
        return view_of(code)
    named, kept = _unpacked(code)
    game = game_of(Setup(named.key, named.players, named.options), named.rules)
    kind: type[View] = game.rules.view_type
    told = from_json(_kept(kind), kept)
    with possible():
        bare = _bare(game, told)
        if not _is_sound(game, bare):  # before anything is laid out: a million cards would take their time
            raise malformed(NO_MOMENT)
        view = _completed(game, bare)
        if len(choices := choices_in(view)) < 2:
            raise malformed(NO_MOMENT)
        for choice in choices:
            game.preview(view, choice)
    return view


def choices_in(view: View) -> tuple[Action, ...]:
    """What the seat may answer, as far as the view tells; that is all there is to it."""
    assert view.seat is not None
    position: Any = view.table()  # type: ignore[attr-defined]
    return game_of(view.setup).rules.questions[view.phase].legal(position, view.seat)


def is_judged(view: View) -> bool:
    """Whether somebody can tell what such a decision is worth."""
    judge = judge_of(view.setup)
    return judge is not None and judge.judges(view.phase)


def judge_moment(view: View, picked: int, error: float) -> Verdict | None:
    """What the choices are worth, from the moment alone: all that matter, and the one in this place.

    None where nothing is at stake.
    """
    judge = judge_of(view.setup)
    assert judge is not None
    return judge.verdict(Asked(view, choices_in(view), picked, (), 0), error)


@contextmanager
def possible() -> Iterator[None]:
    """Refuse a view by which the rules cannot go on: somebody has made it up."""
    try:
        yield
    except NimmtError as error:
        raise malformed(NO_MOMENT) if error.code == "bad_view" else error from None
    except Exception:  # cards that are not there can break any rule
        raise malformed(NO_MOMENT) from None


# --- Packing ---------------------------------------------------------------------------------------


def _packed(view: View) -> str | None:
    setup, kind = view.setup, _kept(type(view))
    told = kind(**{name: getattr(view, name) for name in kind.__struct_fields__})
    raw = to_json((Named(setup.key, setup.players, setup.options, RULES), told))
    code = f"{KIND}{VERSION}.{urlsafe_b64encode(zlib.compress(raw, 9)).rstrip(b'=').decode()}"
    return code if len(code) <= LONGEST and len(raw) <= MOST_BYTES else None


def _unpacked(code: str) -> tuple[Named, Raw]:
    """The two parts of a code; what is too long is not unpacked to its end."""
    kind, _, packed = code.partition(".")
    if kind != KIND + VERSION:
        raise malformed("This moment was written by another version of the program.")
    if len(code) > LONGEST:
        raise malformed(f"The code of a moment has {LONGEST} characters at most.")
    unpacking = zlib.decompressobj()
    try:
        raw = unpacking.decompress(b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True), MOST_BYTES)
    except (ValueError, zlib.error):
        raise malformed("The code of this moment is damaged.") from None
    if not unpacking.eof or unpacking.unused_data:
        raise malformed("The code of this moment is damaged.")
    try:
        return from_json(tuple[Named, Raw], raw)
    except Malformed:
        raise malformed("The code of this moment is damaged.") from None


@cache
def _kept(kind: type[View]) -> type[Struct]:
    """The fields of a view that are written down; those that are empty are left out."""
    kept = [field for field in fields(kind) if field.name not in FOLLOWS | PAST | {"setup"}]
    return defstruct(
        f"Kept{kind.__name__}",
        [(field.name, field.type, _nothing(field.type)) for field in kept],
        frozen=True,
        omit_defaults=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _nothing(kind: Any) -> Any:
    """The empty value of a type; texts have none."""
    return {tuple: (), int: 0, bool: False, str: NODEFAULT}.get(get_origin(kind) or kind)


# --- Reading ---------------------------------------------------------------------------------------


def _bare(game: Game, told: Any) -> Any:
    """The view without what follows from it."""
    kind = game.rules.view_type
    given = {name: getattr(told, name) for name in told.__struct_fields__}
    missing = {field.name for field in fields(kind)} - {*given, "setup"}
    return kind(setup=game.setup, **given, **dict.fromkeys(missing, None) | {"last": ()})


def _completed(game: Game, bare: Any) -> View:
    """The whole view: what was left out follows from the table as far as this seat sees it."""
    table = bare.table()
    follows = game.rules.common(table) | game.rules.own(table, bare.seat)
    names = FOLLOWS.intersection(bare.__struct_fields__)
    return replace(bare, **{name: follows[name] for name in names})  # type: ignore[no-any-return]


def _is_sound(game: Game, view: Any) -> bool:
    """Whether it is a seat's turn, everything is there for every seat, and every card once."""
    seats = {*range(game.players)}
    if view.seat not in view.to_act or not seats.issuperset(view.to_act) or view.phase not in game.rules.questions:
        return False
    lists = [getattr(view, name, None) for name in BY_SEAT]
    return all(each is None or len(each) == game.players for each in lists) and _has_cards(game, view)


def _has_cards(game: Game, view: Any) -> bool:
    """Whether no card lies in two places, and enough are left for whatever is face down."""
    rules = game.rules
    deck = rules.deck if isinstance(rules, Rules) else VALUES
    most_rows = rules.row_count + rules.extra_rows if isinstance(rules, Rules) else game.players
    lying = Counter(chain.from_iterable(view.lying))
    counts = [*view.cards_left, *(getattr(view, name, 0) for name in COUNTS)]
    own = len(view.hand) + len(getattr(view, "laid", ()))
    return (
        lying.total() == len(lying)
        and lying.keys() <= {*deck}
        and len(view.rows) <= most_rows
        and view.cards_left[view.seat] == own
        and getattr(view, "letter", "") is not None
        and all(0 <= count <= len(deck) for count in counts)
    )
