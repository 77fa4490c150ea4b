"""What one seat sees before it chooses a card or a row, as a short code that fits into a link; and read again.

``1.66.60-64.18-21-31;43-53-54,,;23,4-10,;base.3.0`` is rows, hands, piles and game in the text form of positions, with
other signs in between. Of the hands it holds what the seat knows: its own cards, and others only where everybody has
seen them. To read it, the other hands are filled up with any cards; what the seat then sees does not depend on them.
Where a row is chosen, the cards that have no row yet stand before the game: ``;0=3-2=40;`` (``40r``: reversed).
"""

import re
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ..actions import Play, PlayCard
from ..errors import Malformed, NimmtError, malformed
from ..game import state_of
from ..games.registry import game, options_with
from ..rules import Rules
from ..setup import OptionSpec, OptionValue, Setup
from ..views import TableView, View

LONGEST = 600
"""Characters of a code; the longest position of ten players needs fewer."""
SIGNS = {"//": ";", "/": ",", "|": ".", " ": "-"}
OF_NO_ACCOUNT = frozenset({"point_limit", "max_rounds", "end_rule", "tie_break", "show_scores", "draft_order"})
"""Options that decide how a game begins and ends, and nothing in a round."""
NO_CHOICE = "In a position to think about, a seat of a row game chooses among its cards or among the rows."
QUEUED = re.compile(r"(\d\d?)=(\d{1,3})(r?)", re.ASCII)
SHOWN = ("rows", "hand", "piles", "known", "queue", "surplus", "pool", "cards_left", "specials")


def code_of(view: View) -> str | None:
    """The code of a position in which this seat has a choice; None where a code cannot hold all that it sees."""
    if type(view) is not TableView or view.seat is None:
        return None
    table = replace(view, choice=None).table()
    if any(view.surplus) or not (table.has_text or view.phase == "row"):
        return None
    table.first = 0  # of no account for a round
    text = table.write(open_hands=True) + (f" // {_waiting(view.queue)}" if view.queue else "")
    for sign, other in SIGNS.items():
        text = other.join(part.strip() for part in text.split(sign)) if sign != " " else text.replace(sign, other)
    code = f"{text};{_named(view.setup)}.{view.seat}"
    try:
        again = view_of(code)
    except NimmtError:
        return None
    return code if all(getattr(again, name) == getattr(view, name) for name in SHOWN) else None


def view_of(code: str) -> TableView:
    """What the seat of a position sees; raises Malformed, or BadSetup, where there is no such position."""
    if len(code) > LONGEST:
        raise malformed(f"The code of a position has {LONGEST} characters at most.")
    text, _, named = code.rpartition(";")
    made, seat = _game(named)
    for sign, other in reversed(SIGNS.items()):
        text = text.replace(other, f" {sign} " if sign != " " else sign)
    if not isinstance(made.rules, Rules):
        raise malformed(NO_CHOICE)
    text, queue = _queue(text, made.rules)
    state = state_of(made, made.rules.read(_filled(text, made.rules.deck, seat, queue), (), queue))
    view = state.view(seat)
    if type(view) is not TableView or view.phase != ("row" if queue else "card") or len(state.legal(seat)) < 2:
        raise malformed(NO_CHOICE)
    return replace(view, last=())


def _waiting(queue: tuple[Play, ...]) -> str:
    return " ".join(f"{play.seat}={play.card}{'' if play.value == play.card else 'r'}" for play in queue)


def _queue(text: str, rules: Rules[Any, Any]) -> tuple[str, tuple[Play, ...]]:
    """The text without the cards that have no row yet, and those, each with its seat."""
    before, _, last = text.rpartition("//")
    if "=" not in last:
        return text, ()
    found = [QUEUED.fullmatch(word) for word in last.split()]
    seats = [int(each[1]) for each in found if each]
    if None in found or len({*seats}) < len(found) or not {*seats} <= {*range(rules.players)}:
        raise malformed(NO_CHOICE)
    cards = [PlayCard(int(each[2]), bool(each[3])) for each in found if each]
    plays = [Play(seat, card.card, rules.value(card)) for seat, card in zip(seats, cards, strict=True)]
    return before, tuple(sorted(plays, key=rules.order_key))


def _filled(text: str, deck: tuple[int, ...], seat: int, queue: tuple[Play, ...]) -> str:
    """The position with as many cards in every hand as the seat itself has."""
    parts = text.split("//")
    hands = [hand.split() for hand in parts[1].split("/")] if parts[1:] else []
    if not 0 <= seat < len(hands):
        raise malformed(f"There is no hand of seat {seat} in this position.", "B-1")
    named, size = {*text.split(), *(str(play.card) for play in queue)}, _numbers(hands[seat])
    rest = [str(card) for card in deck if str(card) not in named]
    for hand in hands:
        missing = max(size - _numbers(hand), 0)
        hand += rest[:missing]
        del rest[:missing]
    return "//".join([parts[0], " / ".join(map(" ".join, hands)), *parts[2:]])


def _numbers(hand: list[str]) -> int:
    return sum(not word.isidentifier() for word in hand)


# --- The game of a position ------------------------------------------------------------------------


def _named(setup: Setup) -> str:
    """Key, players, and the options that matter and are not the usual ones."""
    usual = {option.name: option.default for option in _specs(setup.key, setup.options.get("fan_cards"))}
    words = [
        f"{name}={_written(value)}"
        for name, value in sorted(setup.options.items())
        if name not in OF_NO_ACCOUNT and value != usual.get(name)
    ]
    return ".".join([setup.key, str(setup.players), *words])


@lru_cache(256)
def _game(named: str) -> tuple[Any, int]:
    """The game and the seat that the last part of a code names; the same ones come again and again."""
    key, *words = named.split(".")
    if len(words) < 2 or not (words[0].isdecimal() and words[-1].isdecimal()):
        raise malformed("A position ends with its game, the number of players and the seat: base.4.0.")
    given = dict(word.partition("=")[::2] for word in words[1:-1])
    known = {option.name: option for option in _specs(key, _fan_cards(given))}
    for name in given.keys() - known.keys():
        raise Malformed("unknown_option", f"There is no option {name[:40]!r} here.")
    options: dict[str, Any] = {name: _read(known[name], value) for name, value in given.items()}
    return game(key, players=int(words[0][:3]), **options), int(words[-1][:3])


def _fan_cards(given: dict[str, str]) -> OptionValue:
    return tuple(given["fan_cards"].split("+")) if "fan_cards" in given else ()


def _specs(key: str, fan_cards: OptionValue) -> tuple[OptionSpec, ...]:
    return tuple(options_with(key, {"fan_cards": fan_cards} if fan_cards else {}))


def _written(value: OptionValue) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def _read(option: OptionSpec, text: str) -> OptionValue:
    if option.kind == "set":
        return tuple(text.split("+"))
    if option.kind == "number" and text.isdecimal():
        return int(text[:5])
    return {"true": True, "false": False}.get(text, text)
