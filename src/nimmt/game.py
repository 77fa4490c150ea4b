"""The contract that every game of the family keeps: a `Game` is made once, a `State` never changes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from .actions import Action
from .cards import HEADS
from .dealer import Dealer, dealer_of
from .errors import BadSetup, IllegalAction, Malformed, Refusal, malformed, quoted
from .events import Event, Outcome, seen_by
from .setup import Options, Setup
from .table import Phase, Position, Scores
from .views import View

if TYPE_CHECKING:
    from random import Random

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=View)
A = TypeVar("A", bound=Action)


class Question(Struct, Generic[P, A, V], frozen=True):
    """One kind of decision: what it asks for, what may be answered, and what an answer does."""

    answers: tuple[type[Action], ...]  # the classes of action that are asked for
    rule: str
    sentence: str
    offers: Callable[[P, int], Iterable[Action]]  # (position, seat): all legal answers, and perhaps some others
    refusal: Callable[[P, int, A], Refusal | None]  # (position, seat, action): why not, or None
    carry_out: Callable[[P, int, A], None]  # (position, seat, action): do what it says and nothing more
    default: Callable[[V], Action]  # (view): the answer of a seat whose time runs out (Q-X18)
    offers_are_legal: bool = False  # all of them, so that nobody need check

    def why_not(self, position: P, seat: int, action: Action) -> Refusal | None:
        """Why this action is not an answer, or None."""
        if type(action) not in self.answers:  # nor is a subclass an answer: it could not be recorded
            return Refusal("wrong_action", self.rule, self.sentence)
        if not action.is_sound():
            return Refusal("wrong_action", self.rule, f"No {type(action).__name__} can say what this one says.")
        return self.refusal(position, seat, action)  # type: ignore[arg-type]

    def legal(self, position: P, seat: int) -> tuple[Action, ...]:
        """The offers that are not refused, in a fixed order."""
        refusal = self.refusal
        offers = self.offers(position, seat)
        if self.offers_are_legal:
            return tuple(offers)
        return tuple([action for action in offers if refusal(position, seat, action) is None])  # type: ignore[arg-type]


class Rulebook(ABC, Generic[P, V]):
    """What a game must provide; `Game` and `State` use nothing else of it.

    Methods that change a position are given a copy that they may change.
    """

    key: ClassVar[str]
    seats: ClassVar[range]
    options_type: ClassVar[type[Options]]
    view_type: ClassVar[type[Any]]
    sections: ClassVar[tuple[str, ...]]  # the parts of the rulebook that apply, such as "B" and "EO"
    counts: ClassVar[Literal["heads", "points"]] = "heads"  # heads that nobody wants, or points that everybody wants
    is_team: ClassVar[bool] = False  # whether all seats play together, against an opponent without a seat

    def __init__(self, players: int, options: Options | None = None) -> None:
        """Bind the rules to a number of players and the options they agreed on."""
        self.players = players
        self.options: Any = options or self.options_type()
        self.setup = Setup(self.key, players, self.options.spelled_out())
        self.questions = self.ask_about()

    def __reduce__(self) -> Any:
        """Pickle how to make them: tables of functions cannot be written down."""
        return type(self), (self.players, self.options)

    def check_setup(self) -> None:
        """Raise BadSetup where so many players cannot play with these options."""

    @property
    def heads(self) -> tuple[int, ...]:
        """The heads on each card that is played with, by its number; there is no card 0."""
        return HEADS

    @classmethod
    def factor(cls, players: int) -> int:
        """What heads are multiplied by."""
        return 1

    @abstractmethod
    def ask_about(self) -> dict[Phase, Question[P, Any, V]]:
        """Every kind of decision that this game knows, by phase."""

    @abstractmethod
    def begin(self, dealer: Dealer) -> P:
        """Set up the table and ask for the first decision."""

    @abstractmethod
    def proceed(self, position: P) -> None:
        """Go on until somebody owes a decision or the game is over."""

    def may_act(self, position: P, seat: int) -> bool:
        """Whether this seat may answer now, be it for the first time or again (Q-X1)."""
        return seat in position.to_act

    def not_now(self, position: P, seat: int) -> Refusal:
        """Why a seat that may not act must wait."""
        return Refusal("not_your_turn", "B-5", f"Seat {seat} owes no decision now.")

    def secret(self, position: P) -> bool:
        """Whether answers to the present decision are hidden until all are given, and their order with them."""
        return False

    def refusal(self, position: P, seat: int, action: Action) -> Refusal | None:
        """Why a seat that may act may not do this, or None."""
        return self.questions[position.phase].why_not(position, seat, action)

    def answer_refusal(self, position: P, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or None; first of all it must be its turn."""
        return self.refusal(position, seat, action) if self.may_act(position, seat) else self.not_now(position, seat)

    def act(self, position: P, seat: int, action: Action) -> None:
        """Carry out a legal action and everything that follows, up to the next decision."""
        self.questions[position.phase].carry_out(position, seat, action)
        if not position.to_act:
            self.proceed(position)

    @abstractmethod
    def read(self, text: str, scores: Scores = ()) -> P:
        """Set up a position from its text form, with the scores of earlier rounds; refuse what no game can lead to."""

    def write(self, position: P) -> str:
        """The text form of a position that has one."""
        return position.write()

    @abstractmethod
    def common(self, position: P) -> dict[str, Any]:
        """What everybody may see, by the names of a view's fields."""

    @abstractmethod
    def own(self, position: P, seat: int | None) -> dict[str, Any]:
        """The allow-list: what a seat (None: a spectator) is shown of what the position hides, by the same names."""

    def view(self, position: P, seat: int | None, last: tuple[Event, ...]) -> V:
        """What a seat (None: a spectator) may know, and nothing else."""
        fields = self.common(position) | self.own(position, seat)
        return self.view_type(setup=self.setup, seat=seat, last=last, **fields)  # type: ignore[no-any-return]

    @abstractmethod
    def follow(self, view: V, events: Iterable[Event]) -> tuple[Any, ...]:
        """The facts after each of these events, the first of which comes after the view; None where none changed."""

    @abstractmethod
    def fill(self, view: V, rng: "Random") -> P:
        """Draw a position from those that this view allows."""

    def sole_answer(self, view: V, seat: int) -> bool | None:
        """Whether whoever sees this view can tell that a seat has only one answer; None where that is hard to tell."""
        return None

    @abstractmethod
    def preview(self, view: V, action: Action) -> tuple[Event, ...]:
        """What a legal action would do if nothing else happened first."""


class Game:
    """Rules, options and number of players: everything but the cards."""

    def __init__(self, rules: Rulebook[Any, Any]) -> None:
        """Use `nimmt.game` instead: it finds the rules by their key."""
        if type(rules.players) is not int or rules.players not in rules.seats:
            low, high = rules.seats[0], rules.seats[-1]
            given = quoted(rules.players)
            raise BadSetup("bad_players", f"{rules.key} is for {low} to {high} players, not {given}.", "B-1")
        rules.check_setup()
        self.rules = rules
        self.setup = rules.setup
        self.players = rules.players

    @property
    def key(self) -> str:
        """The game's name in code."""
        return self.rules.key

    def start(self, seed: int | str | bytes | Dealer) -> "State":
        """Deal the first round; what happened is in the state's `last`."""
        return state_of(self, self.rules.begin(dealer_of(seed)))

    def read(
        self, text: str, scores: Iterable[Iterable[int]] = (), seed: int | str | bytes | Dealer | None = None
    ) -> "State":
        """A state from its text form and the scores of earlier rounds; a seed deals what comes later.

        Raises Malformed where no game leads to it.
        """
        if not isinstance(text, str):
            raise malformed(f"A position is a text, not {quoted(text)}.")
        position = self.rules.read(text, _whole_numbers(scores))
        if seed is not None:
            position.dealer = dealer_of(seed)
        return state_of(self, position)

    def sample(self, view: View, rng: "Random") -> "State":
        """Draw a full state from those that this view allows; what is dealt later is drawn afresh."""
        self._check(view)
        try:
            return State(self, self.rules.fill(view, rng), view.last)
        except CONTRADICTIONS as error:
            raise contradictory() from error

    def default(self, view: View) -> Action:
        """The documented answer when time runs out, for every kind of decision (Q-X18)."""
        self._check(view)
        _check_voice(view)
        try:
            return self.rules.questions[view.phase].default(view)
        except CONTRADICTIONS as error:
            raise contradictory() from error

    def preview(self, view: View, action: Action) -> tuple[Event, ...]:
        """What the action would do if nothing else happened first, with reasons."""
        self._check(view)
        _check_voice(view)
        try:
            return self.rules.preview(view, action)
        except CONTRADICTIONS as error:
            raise contradictory() from error

    def follow(self, view: View, events: Iterable[Event]) -> tuple[Any, ...]:
        """The view's facts after each of the events that come next; None where an event changes none of them."""
        self._check(view)
        try:
            return self.rules.follow(view, events)
        except CONTRADICTIONS as error:
            raise contradictory() from error

    def _check(self, view: View) -> None:
        """Refuse anything but a view of this very game: other rules would misread its cards."""
        if not isinstance(view, View) or view.setup != self.setup:
            raise Malformed("bad_view", f"That is no view of {self!r}.")
        if view.seat is not None and not _is_seat(view.seat, self.players):
            raise contradictory()

    def __eq__(self, other: object) -> bool:
        """Games are equal when their setups are."""
        return isinstance(other, Game) and self.setup == other.setup

    def __hash__(self) -> int:
        """Hash by key and players."""
        return hash((self.key, self.players))

    def __repr__(self) -> str:
        """Show how to make it."""
        options = "".join(f", {name}={value!r}" for name, value in self.setup.options.items())
        return f"nimmt.game({self.key!r}, players={self.players}{options})"


class State(Struct, frozen=True, gc=False):
    """A game in progress. `step` gives a new state and leaves this one as it is."""

    game: Game
    _position: Position  # all secrets included: for the rules alone
    last: tuple[Event, ...]  # what happened when the last decision was closed

    _repr_svg_: ClassVar[Callable[..., str]]  # the picture that notebooks show; `nimmt` hooks it in

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision now."""
        return self._position.to_act

    @property
    def decision(self) -> int:
        """The public number of the present decision; all seats asked together share it."""
        return self._position.decision

    @property
    def phase(self) -> Phase:
        """What is being asked now."""
        return self._position.phase

    @property
    def outcome(self) -> Outcome | None:
        """None until the game is over."""
        return self._position.outcome

    @property
    def scores(self) -> Scores:
        """What finished rounds have brought, by round and seat."""
        return self._position.scores

    @property
    def text(self) -> str:
        """The position as text, which `game.read` reads. Raises Malformed where a text cannot hold all of it."""
        if not self._position.has_text:
            raise Malformed("no_text", NO_TEXT)
        return self.game.rules.write(self._position)

    @property
    def secret(self) -> bool:
        """Whether answers to the present decision stay hidden until all are given."""
        return self.game.rules.secret(self._position)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Every legal action of a seat; for one that has sealed already, what it may seal instead."""
        if self._silence(seat, None):
            self._check_seat(seat)
            return ()
        position = self._position
        return self.game.rules.questions[position.phase].legal(position, seat)

    def refusal(self, seat: int, action: Action, decision: int | None = None) -> Refusal | None:
        """Why this action is not allowed, or None. Callers from outside name the decision that they answer."""
        position = self._position
        silence = self._silence(seat, decision)
        return silence or self.game.rules.questions[position.phase].why_not(position, seat, action)

    def step(self, seat: int, action: Action, decision: int | None = None) -> tuple["State", tuple[Event, ...]]:
        """Carry out an action: the next state, and what happened. Raises IllegalAction and changes nothing."""
        refusal = self.refusal(seat, action, decision)
        if refusal:
            raise IllegalAction(refusal)
        position = self._position.copy()
        self.game.rules.act(position, seat, action)
        events, position.told = position.told, ()
        closed = position.decision != self._position.decision
        last = tuple([event for event in events if not event.secret]) if closed else self.last
        return State(self.game, position, last), events

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.rules.view(self._position, seat, seen_by(self.last, seat))  # type: ignore[no-any-return]

    def common(self) -> dict[str, Any]:
        """The part of every view that is the same for everybody, by the names of its fields."""
        return self.game.rules.common(self._position)

    def own(self, seat: int | None) -> dict[str, Any]:
        """The rest of a view: what this seat is shown of what others may not see."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.rules.own(self._position, seat)

    def __hash__(self) -> int:
        """Equal states have equal hashes. A dealer may be anything, and need not have one."""
        position = self._position
        return hash((self.game, *[getattr(position, name) for name in _hashed(type(position))]))

    def __repr__(self) -> str:
        """One line: the game, how far it has come, and who is asked for what. `view` and `text` show the cards."""
        what = f"{self.game.key} for {self.game.players}, round {self._position.round}"
        if self.outcome is not None:
            return f"<State: {what}, over, places {self.outcome.ranks}>"
        return f"<State: {what}, decision {self.decision}, {self.phase} asked of {self.to_act}>"

    def _check_seat(self, seat: object) -> None:
        if not _is_seat(seat, self.game.players):
            raise IllegalAction(_no_seat(seat))

    def _silence(self, seat: int, decision: int | None) -> Refusal | None:
        """Why a seat cannot act now, whatever its action."""
        position = self._position
        if type(seat) is int and seat in position.to_act and (decision is None or decision == position.decision):
            return None
        if not _is_seat(seat, self.game.players):
            return _no_seat(seat)
        if decision is not None and decision != position.decision:
            given, present = quoted(decision), position.decision
            when = "not open yet" if type(decision) is int and decision > present else "closed"
            return Refusal("stale", "Q-X1", f"Decision {given} is {when}; the present one is {present}.")
        if position.outcome is not None:
            return GAME_OVER
        if not self.game.rules.may_act(position, seat):
            return self.game.rules.not_now(position, seat)
        return None


@cache
def _hashed(kind: type[Position]) -> tuple[str, ...]:
    """The fields of a position that its hash is made of."""
    return tuple(name for name in kind.__struct_fields__ if name != "dealer")


def state_of(game: Game, position: Position) -> State:
    """A position that the rules have made, as a state that nobody changes."""
    own = position.copy()
    own.told = ()
    return State(game, own, position.told)


def step_together(state: State, answers: Iterable[tuple[int, Action]]) -> tuple[State, tuple[Event, ...]]:
    """Carry out what several seats answer to one decision, all of it legal, as if in one step after another."""
    before, act = state._position, state.game.rules.act
    position, last = before.copy(), state.last
    events: tuple[Event, ...] = ()
    for seat, action in answers:
        act(position, seat, action)
        told, position.told = position.told, ()
        events += told
        if position.decision != before.decision:  # this answer has closed the decision
            last = tuple([event for event in told if not event.secret])
    return State(state.game, position, last), events


def position_of(state: State) -> Position:
    """The inside of a state, for kernels that play on from it and snapshots that keep it. Nobody may change it."""
    return state._position


GAME_OVER = Refusal("game_over", "B-13", "The game is over.")
NO_TEXT = "This position has no text form: one is written while all are asked at once and nobody has answered yet."
SPECTATOR = Refusal("no_such_seat", "B-1", "A spectator has nothing to decide.")


def _check_voice(view: View) -> None:
    """Refuse to answer for a spectator, and for anybody once the game is over."""
    if view.seat is None or view.outcome is not None:
        raise IllegalAction(SPECTATOR if view.seat is None else GAME_OVER)


CONTRADICTIONS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""How rules fail on a view that no game leads to: a missing card, a number that is none."""


def contradictory() -> Malformed:
    """The error for a view that was tampered with."""
    return Malformed("bad_view", "No table of this game can show such a view: it contradicts itself.")


def _whole_numbers(scores: object) -> Scores:
    """Scores as somebody hands them over: by round and seat, whole numbers alone."""
    try:
        counted = tuple(map(tuple, scores))  # type: ignore[call-overload]
    except TypeError:
        counted = ((None,),)
    if any(type(number) is not int for one_round in counted for number in one_round):
        raise malformed(f"Scores are a whole number for every round and seat, not {quoted(scores)}.", "B-12")
    return counted


def _is_seat(seat: object, players: int) -> bool:
    """Whether this is a seat's number; True and 1.0 are not, although they equal 1."""
    return type(seat) is int and 0 <= seat < players


def _no_seat(seat: object) -> Refusal:
    return Refusal("no_such_seat", "B-1", f"There is no seat {quoted(seat)} at this table.")
