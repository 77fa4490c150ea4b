"""Tellers for Bullenparty."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ..games.bullenparty import ZERO, ShownBid
from ..games.bullenparty.data import LETTERS
from ..games.bullenparty.events import (
    BidCalled,
    BidSealed,
    BidsRevealed,
    BuffaloJoined,
    CardDrawn,
    CardLaid,
    CardsBoxed,
    CardTakenBack,
    DiscardsShuffled,
    LastRoundBegan,
    LayDownDone,
    LayDownOpened,
    PilesCounted,
    PilesShown,
    RowClaimed,
    RowExtended,
    RowsOpened,
    ZeroDealt,
    ZeroReturned,
)
from .lines import aside, line
from .scene import Scene, listed
from .tell_rows import Pieces, Scores, first_number


def bids_in_words(scene: Scene, bids: Sequence[ShownBid]) -> str:
    """Bids with their owners."""
    return " · ".join(f"{bid_in_words(scene, bid)} {scene.name(bid.seat)}" for bid in bids)


def bid_in_words(scene: Scene, bid: ShownBid) -> str:
    """A number, or the zero card with its letter."""
    return str(bid.card) if bid.card != ZERO else scene.words.say("party.zero", letter=bid.letter)


def piles_in_words(piles: Sequence[Sequence[int]]) -> str:
    """Piles from bottom to top."""
    return " | ".join(map(listed, piles))


def cards_boxed(scene: Scene, event: CardsBoxed, scores: Scores) -> Pieces:
    """What is not in this game."""
    if event.count:
        yield aside(scene.words.say("events.cards_boxed.boxed", cards=scene.words.count("cards", event.count)))


def zero_dealt(scene: Scene, event: ZeroDealt, scores: Scores) -> Pieces:
    """The letter, to whoever may know it."""
    if event.letter:
        yield line(scene, event.seat, scene.say("events.zero_dealt.dealt", event.seat, letter=event.letter))


def last_round_began(scene: Scene, event: LastRoundBegan, scores: Scores) -> Pieces:
    """A warning."""
    yield aside(scene.words.say("events.last_round_began.last"))


def discards_shuffled(scene: Scene, event: DiscardsShuffled, scores: Scores) -> Pieces:
    """What can be drawn again."""
    yield aside(scene.words.say("events.discards_shuffled.shuffled", cards=listed(event.cards)))


def rows_opened(scene: Scene, event: RowsOpened, scores: Scores) -> Pieces:
    """What there is to bid for."""
    rows = piles_in_words([row.cards for row in event.rows])
    yield Text(scene.words.say("events.rows_opened.opened", rows=rows))


def bid_sealed(scene: Scene, event: BidSealed, scores: Scores) -> Pieces:
    """Nothing: everybody waits for the reveal."""
    yield from ()


def bids_revealed(scene: Scene, event: BidsRevealed, scores: Scores) -> Pieces:
    """All bids in the order in which they are carried out."""
    bids = bids_in_words(scene, event.bids)
    yield Text(scene.words.say("events.bids_revealed.revealed", bids=bids), style="dim")


def bid_called(scene: Scene, event: BidCalled, scores: Scores) -> Pieces:
    """Whose turn it is, and why."""
    number = first_number(event.reason) or 0
    letter = LETTERS[number - 1] if event.card == ZERO else ""
    text = scene.say(f"events.bid_called.{event.reason.code}", event.seat, letter=letter)
    yield line(scene, event.seat, text, event.card or None)


def row_claimed(scene: Scene, event: RowClaimed, scores: Scores) -> Pieces:
    """Who took which row."""
    text = scene.say("events.row_claimed.claimed", event.seat, row=event.row + 1, cards=listed(event.cards))
    if event.buffalo is not None:
        text += scene.words.say("events.row_claimed.buffalo", heads=scene.heads(event.buffalo))
    yield line(scene, event.seat, text, event.bid, style="green")


def card_drawn(scene: Scene, event: CardDrawn, scores: Scores) -> Pieces:
    """What was drawn for a zero card."""
    yield line(scene, event.seat, scene.say("events.card_drawn.drawn", event.seat, card=event.card), event.card)


def row_extended(scene: Scene, event: RowExtended, scores: Scores) -> Pieces:
    """Where it went."""
    yield line(scene, event.seat, scene.say("events.row_extended.extended", event.seat, row=event.row + 1), event.card)


def buffalo_joined(scene: Scene, event: BuffaloJoined, scores: Scores) -> Pieces:
    """What the fifth card brings."""
    heads = scene.heads(event.heads)
    yield aside(scene.words.say(f"events.buffalo_joined.{event.reason.code}", row=event.row + 1, heads=heads))


def zero_returned(scene: Scene, event: ZeroReturned, scores: Scores) -> Pieces:
    """Why nothing was drawn."""
    yield line(scene, event.seat, scene.say(f"events.zero_returned.{event.reason.code}", event.seat))


def lay_down_opened(scene: Scene, event: LayDownOpened, scores: Scores) -> Pieces:
    """How many cards everybody lays down."""
    counts = " · ".join(f"{scene.name(seat)} {count}" for seat, count in enumerate(event.counts))
    yield aside(scene.words.say("events.lay_down_opened.opened", counts=counts))


def card_laid(scene: Scene, event: CardLaid, scores: Scores) -> Pieces:
    """Where a card lies now."""
    code, number = event.reason.code, first_number(event.reason)
    text = scene.say(f"events.card_laid.{code}", event.seat, pile=event.pile + 1, top=number)
    yield line(scene, event.seat, text, event.card)


def card_taken_back(scene: Scene, event: CardTakenBack, scores: Scores) -> Pieces:
    """As if nothing had happened."""
    yield line(scene, event.seat, scene.say("events.card_taken_back.back", event.seat), event.card)


def lay_down_done(scene: Scene, event: LayDownDone, scores: Scores) -> Pieces:
    """Nothing: the piles are shown together."""
    yield from ()


def piles_shown(scene: Scene, event: PilesShown, scores: Scores) -> Pieces:
    """What everybody laid, and how the piles look."""
    for seat, (laid, piles) in enumerate(zip(event.laid, event.piles, strict=True)):
        text = scene.say("events.piles_shown.laid", seat, cards=listed(laid), piles=piles_in_words(piles))
        yield line(scene, seat, text)


def piles_counted(scene: Scene, event: PilesCounted, scores: Scores) -> Pieces:
    """How the scores come about."""
    for seat, tally in enumerate(event.tallies):
        numbers = {"best": tally.best, "buffalo": tally.buffalo, "others": tally.others, "score": tally.score}
        yield line(scene, seat, scene.words.say("events.piles_counted.counted", **numbers))


PARTY_TELLERS: dict[type, Any] = {
    CardsBoxed: cards_boxed,
    ZeroDealt: zero_dealt,
    LastRoundBegan: last_round_began,
    DiscardsShuffled: discards_shuffled,
    RowsOpened: rows_opened,
    BidSealed: bid_sealed,
    BidsRevealed: bids_revealed,
    BidCalled: bid_called,
    RowClaimed: row_claimed,
    CardDrawn: card_drawn,
    RowExtended: row_extended,
    BuffaloJoined: buffalo_joined,
    ZeroReturned: zero_returned,
    LayDownOpened: lay_down_opened,
    CardLaid: card_laid,
    CardTakenBack: card_taken_back,
    LayDownDone: lay_down_done,
    PilesShown: piles_shown,
    PilesCounted: piles_counted,
}
