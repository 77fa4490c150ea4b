"""Positions as text: ``rows // hands // piles // draw pile / discards``.

``24 33 3 75 94 +4 | 5 9 // 13 44 51 72 90 B / 36 50 66 87 99 a // 7 23, 52 +4 / 8 // 61 62 63`` is a table of
two. Rows stand between bars, seats between slashes, a seat's piles between commas. A plus stands before the heads of a
buffalo card, in a row or won; ``-`` is a row that is taken. The zero card's letter follows a hand, a small one while it
is a secret, and a star a card that everybody knows to be in its hand. The draw pile's next card comes first, and
``rebuilt`` says once for each time that it was made of discards. What is left out lies in the box, or is as at the
start; it describes a table where bids are asked for, or a lay-down.
"""

import re

from ...dealer import Dealer
from ...errors import malformed
from ...rows import parse_cards
from ...table import Cards, Scores
from .data import LETTERS, VALUES
from .rules import PartyRules
from .table import HAND_SIZE, ROW_LIMIT, PartyRow, PartyRows, PartyTable, Piles, numbers

REBUILT = "rebuilt"
KNOWN = re.compile(r"(\d+)\*", re.ASCII)
STARS = re.compile(r"(?<=\d)\*(?=\s|/|$)", re.ASCII)


def read(rules: PartyRules, text: str, scores: Scores) -> PartyTable:
    """A table from its text form; one that no game can lead to is refused."""
    parts = [part.strip() for part in text.split("//")]
    if not 2 <= len(parts) <= 4:
        raise malformed("A position is written as rows // hands // piles // draw pile / discards.")
    rows, hands, piles, more = (*parts, "", "")[:4]
    draw_pile, discards, *extra = (*more.split("/"), *[""] * (1 - more.count("/")))
    if extra or any(len(counted) != rules.players for counted in scores):
        raise malformed("The last part is: draw pile / discards; and scores are given for every seat.")
    won = " / ".join(part.partition("+")[2].replace("+", " ") for part in seats(rules, piles))
    letters = written_letters(seats(rules, hands))
    table = set_up(
        rules,
        rows=rows,
        hands=" ".join(word for word in STARS.sub("", hands).split() if not word.isalpha()),
        known=" / ".join(" ".join(KNOWN.findall(hand)) for hand in seats(rules, hands)),
        piles=" / ".join(part.partition("+")[0] for part in seats(rules, piles)),
        letters=letters.upper(),
        shown="".join(filter(str.isupper, letters)),
        won=won,
        draw_pile=draw_pile.replace(REBUILT, ""),
        rebuilt=draw_pile.split().count(REBUILT),
        discards=discards,
        buffalo_pile=buffalo_left(rules, rows, won),
        round=len(scores) + 1,
    )
    table.scores = scores
    check_reachable(rules, table)
    return table


def set_up(
    rules: PartyRules,
    *,
    rows: str,
    hands: str,
    known: str = "",
    piles: str = "",
    letters: str = "",
    shown: str = "",
    won: str = "",
    draw_pile: str = "",
    discards: str = "",
    rebuilt: int = 0,
    buffalo_pile: str | None = None,
    round: int = 1,
    dealer: Dealer | None = None,
) -> PartyTable:
    """A table in which bids are asked for, or a lay-down where no row is left.

    Where some rows are taken, the seats with more than five cards are those that took them. `draw_pile` is
    the whole pile, its next card first; value cards that are named nowhere are in the box. `won` are the
    heads of each seat's buffalo cards, `letters` the seats' zero cards, `shown` those of them that are known,
    and `dealer` shuffles what may have to be shuffled later. A small table with few cards, which no game leads to,
    will do for a test.
    """
    table = rules.empty_table()
    table.dealer = dealer or table.dealer
    table.round = round
    table.rows = read_rows(rows)
    table.hands = tuple(tuple(sorted(parse_cards(hand))) for hand in seats(rules, hands))
    table.known = tuple(parse_cards(hand) for hand in seats(rules, known))
    table.piles = tuple(read_piles(part) for part in seats(rules, piles))
    table.buffalo = tuple(parse_cards(part) for part in seats(rules, won))
    table.zeros = read_letters(rules, letters)
    table.zeros_seen = tuple(letter in shown for letter in table.zeros)
    table.draw_pile, table.discards, table.reshuffles = parse_cards(draw_pile), parse_cards(discards), rebuilt
    if buffalo_pile is not None:
        table.buffalo_pile = parse_cards(buffalo_pile)
    if any(table.rows):
        table.bidders = tuple(seat for seat in rules.everybody if len(table.hands[seat]) <= HAND_SIZE)
    table.box = rest(table)
    check(rules, table)
    rules.proceed(table)
    return table


def seats(rules: PartyRules, text: str) -> list[str]:
    """What stands between slashes, one part for each seat; no text at all means nothing for every seat."""
    parts = text.split("/") if text else [""] * rules.players
    if len(parts) != rules.players:
        raise malformed(f"This table has {rules.players} seats: write as many parts between slashes.")
    return parts


def read_rows(text: str) -> PartyRows:
    """The rows that stand between bars."""
    return tuple(read_row(part) for part in text.split("|"))


def read_row(text: str) -> PartyRow | None:
    """Value cards, and after a plus the heads of a buffalo card; a dash is a row that is taken."""
    if text.strip() == "-":
        return None
    cards, _, buffalo = text.partition("+")
    heads = parse_cards(buffalo)
    if len(heads) > 1:
        raise malformed("A row has one buffalo card at most.", "BP-10")
    return PartyRow(parse_cards(cards), heads[0] if heads else None)


def written_letters(hands: list[str]) -> str:
    """The letter behind every hand; it is written for all seats or for none."""
    letters = ["".join(word for word in hand.split() if word.isalpha()) for hand in hands]
    if any(letters) and any(len(letter) != 1 for letter in letters):
        raise malformed("Behind every hand stands one letter, or behind none.", "BP-2")
    return "".join(letters)


def read_letters(rules: PartyRules, text: str) -> tuple[str, ...]:
    """BP-2: every seat has a different zero card; without letters they are A, B and so on."""
    letters = tuple(text) or tuple(LETTERS[: rules.players])
    if len(letters) != rules.players or len(set(letters)) < len(letters) or not set(letters) <= set(LETTERS):
        raise malformed(f"Every seat has another letter of {LETTERS}.", "BP-2")
    return letters


def read_piles(text: str) -> Piles:
    """One seat's piles, each from bottom to top."""
    return tuple(parse_cards(pile) for pile in text.split(",")) if text.strip() else ()


def rest(table: PartyTable) -> Cards:
    """Every value card that the text does not name; no card may be named twice."""
    groups = [*table.hands, *(pile for piles in table.piles for pile in piles), table.draw_pile, table.discards]
    named = [card for group in groups for card in group] + [c for row in table.rows if row for c in row.cards]
    if len(set(named)) < len(named) or not set(named) <= set(VALUES):
        raise malformed("Each value card may be named once, and no other.", "BP-1")
    return tuple(card for card in VALUES if card not in named)


def check(rules: PartyRules, table: PartyTable) -> None:
    """BP-11: as many rows as bidders; BP-15: piles ascend."""
    if len(table.rows) != rules.players or len(table.bidders) != sum(row is not None for row in table.rows):
        raise malformed("There must be a row, or a dash, for each seat and a row for each bidder.", "BP-11")
    if any(not pile or list(pile) != sorted(pile) for piles in table.piles for pile in piles):
        raise malformed("Piles ascend.", "BP-15")


def check_reachable(rules: PartyRules, table: PartyTable) -> None:
    """Refuse what no game can lead to: rows, hands and cards left out that do not fit together."""
    for row in filter(None, table.rows):
        if not rules.row_start <= len(row.cards) <= ROW_LIMIT:
            raise malformed(f"A row has {rules.row_start} to {ROW_LIMIT} cards.", "BP-9")
        if (row.buffalo is not None and not row.full) or (row.buffalo is None and row.full and table.buffalo_pile):
            raise malformed("A full row has a buffalo card while there are any, and no other row has one.", "BP-10")
    with_row = range(HAND_SIZE - 1 + rules.row_start, HAND_SIZE + ROW_LIMIT)
    for seat, hand in enumerate(table.hands):
        if len(hand) not in ((HAND_SIZE,) if seat in table.bidders else with_row):
            raise malformed(f"A hand has {HAND_SIZE} cards, or {with_row[0]} to {with_row[-1]} with a row.", "BP-14")
    if len(table.box) < rules.boxed.get(rules.players, 0):
        raise malformed("So many value cards are not in play with so few players.", "BP-3")


def buffalo_left(rules: PartyRules, rows: str, won: str) -> str:
    """BP-4, BP-10: the buffalo pile, of which those that are named are gone; they were its top cards."""
    gone = sorted(
        [*parse_cards(won.replace("/", " ")), *(row.buffalo for row in read_rows(rows) if row and row.buffalo)]
    )
    if gone != list(rules.buffalo_pile[: len(gone)]):
        raise malformed("The buffalo cards on the table must be the first ones of their pile.", "BP-4")
    return numbers(rules.buffalo_pile[len(gone) :])
