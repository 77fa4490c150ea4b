"""The 6 nimmt! family: rules, bots and tables for people and programs."""

from importlib import import_module
from typing import TYPE_CHECKING

from .actions import Action, DraftCard, Play, PlayCard, TakeRow
from .dealer import ExplicitDealer, SeededDealer
from .errors import BadRecord, BadSetup, IllegalAction, Malformed, NimmtError, Refusal
from .events import (
    CardDrafted,
    CardPlaced,
    CardSealed,
    CardsOffered,
    CardsRevealed,
    Event,
    FoundNoRow,
    GameEnded,
    HandDealt,
    MarkMoved,
    Outcome,
    Reason,
    RoundEnded,
    RoundStarted,
    RowsLaid,
    RowTaken,
    seen_by,
)
from .game import Game, State
from .games.registry import game, game_of, keys, spec
from .rows import Row, rows
from .setup import Setup
from .views import TableView, View

if TYPE_CHECKING:
    from . import render
    from .codec import from_json, read_action, read_event, read_view, to_json
    from .games.bullenparty.actions import Bid, ClaimRow, Done, ExtendRow, LayCard, TakeCardBack
    from .games.bullenparty.events import (
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
    from .games.surprise.actions import CancelCards, ExchangeSpecial, TurnPositive, UseFifthRow, UseNegativePositive
    from .games.surprise.events import (
        CardTurned,
        HeadsCancelled,
        SpecialDiscarded,
        SpecialDrawn,
        SpecialsDealt,
        SpecialsShuffled,
    )
    from .games.versus_ox.actions import (
        OrderCard,
        RemoveStop,
        ReplaceCard,
        UnorderCard,
        UseFirst,
        UseLast,
        UseOrder,
        UseSort,
        Vote,
        WithdrawSort,
    )
    from .games.versus_ox.events import (
        CardOrdered,
        CardUnordered,
        OrderChanged,
        OxDealt,
        OxRevealed,
        ProposalRefused,
        Proposed,
        SortBegun,
        SortWithdrawn,
        SpecialsLaid,
        SpecialTurnedUp,
        Voted,
    )
    from .records import Record, Recorder, read_record, replay, resume, verify, write_record
    from .specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
    from .specials.events import CardInserted, CardReplaced, CardSlid, MarkRemoved, Passed, RowVanished, SpecialUsed
else:
    # Imported on first use: they know games that a program may never ask for.
    _HOMES = [
        *("records", "codec", "specials.actions", "specials.events"),
        *(f"games.{key}.{what}" for key in ("surprise", "versus_ox", "bullenparty") for what in ("actions", "events")),
    ]

    def __getattr__(name):
        """Import what is asked for only now (PEP 562)."""
        if name == "render":
            return import_module(".render", __name__)
        for home in _HOMES if name in __all__ else ():
            module = import_module(f".{home}", __name__)
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        """What is public; the names of packages such as `nimmt.bots` are in the documents."""
        return [*__all__, *(name for name in globals() if name.startswith("__"))]


def _picture(view: View) -> str:
    """Draw a view for a notebook; pictures are imported only then."""
    drawn: str = import_module(".render", __name__).svg(view)
    return drawn


View._repr_svg_ = _picture
State._repr_svg_ = lambda state: _picture(state.view(None))

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "Bid",
    "BidCalled",
    "BidSealed",
    "BidsRevealed",
    "BuffaloJoined",
    "CancelCards",
    "CardDrafted",
    "CardDrawn",
    "CardInserted",
    "CardLaid",
    "CardOrdered",
    "CardPlaced",
    "CardReplaced",
    "CardSealed",
    "CardSlid",
    "CardTakenBack",
    "CardTurned",
    "CardUnordered",
    "CardsBoxed",
    "CardsOffered",
    "CardsRevealed",
    "ClaimRow",
    "DiscardsShuffled",
    "Done",
    "DraftCard",
    "Event",
    "ExchangeSpecial",
    "ExplicitDealer",
    "ExtendRow",
    "FoundNoRow",
    "Game",
    "GameEnded",
    "HandDealt",
    "HeadsCancelled",
    "IllegalAction",
    "LastRoundBegan",
    "LayCard",
    "LayDownDone",
    "LayDownOpened",
    "Malformed",
    "MarkMoved",
    "MarkRemoved",
    "NimmtError",
    "OrderCard",
    "OrderChanged",
    "Outcome",
    "OxDealt",
    "OxRevealed",
    "Pass",
    "Passed",
    "PilesCounted",
    "PilesShown",
    "Play",
    "PlayCard",
    "ProposalRefused",
    "Proposed",
    "Reason",
    "Record",
    "Recorder",
    "Refusal",
    "RemoveStop",
    "ReplaceCard",
    "RoundEnded",
    "RoundStarted",
    "Row",
    "RowClaimed",
    "RowExtended",
    "RowTaken",
    "RowVanished",
    "RowsLaid",
    "RowsOpened",
    "SeededDealer",
    "Setup",
    "SortBegun",
    "SortWithdrawn",
    "SpecialDiscarded",
    "SpecialDrawn",
    "SpecialTurnedUp",
    "SpecialUsed",
    "SpecialsDealt",
    "SpecialsLaid",
    "SpecialsShuffled",
    "State",
    "TableView",
    "TakeCardBack",
    "TakeRow",
    "TurnPositive",
    "UnorderCard",
    "UseFifthRow",
    "UseFirst",
    "UseInsert",
    "UseLast",
    "UseNegativePositive",
    "UseOrder",
    "UseReplace",
    "UseSeven",
    "UseSlide",
    "UseSort",
    "UseStop",
    "View",
    "Vote",
    "Voted",
    "WithdrawSort",
    "ZeroDealt",
    "ZeroReturned",
    "from_json",
    "game",
    "game_of",
    "keys",
    "read_action",
    "read_event",
    "read_record",
    "read_view",
    "render",
    "replay",
    "resume",
    "rows",
    "seen_by",
    "spec",
    "to_json",
    "verify",
    "write_record",
]
