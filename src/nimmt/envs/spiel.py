"""Every game of the family in OpenSpiel: ``pyspiel.load_game("nimmt_base(players=2,max_rounds=1)")``.

Chance is explicit: cards are dealt one by one. Where several seats choose in secret the node is simultaneous, and a
seat that owes nothing has the single action 0. Utilities come at the end: what the name of the reward says.
"""

from copy import copy, deepcopy
from typing import Any

import numpy as np
from msgspec import Struct

from ..codec import from_json, to_json
from ..errors import quoted
from ..events import Event, seen_by
from ..extras import NotInstalled
from ..game import Game, State, position_of
from ..games.registry import game as make_game
from ..games.registry import game_of, keys, spec
from ..setup import OptionSpec, OptionValue, Setup
from .chance import Shuffle, shuffle_of
from .errors import EnvError, NotNow, WrongAction
from .event_log import WIDTH, row_count, written
from .numbering import WAIT, numbering_of
from .observer import Sheet
from .observing import observer_of
from .rewards import RewardTally
from .seating import Sitting

try:
    import pyspiel
except ImportError:
    raise NotInstalled("OpenSpiel (not made for Windows)", "openspiel") from None

MOST_STEPS = 100_000
MOST_POINTS = 10_000.0
SCALE = 104
"""What numbers of tensors other than flags are divided by: networks learn from numbers around 1."""
NONE = -1
"""Stands for an option that is None, where OpenSpiel wants a number."""


class Needed(Exception):
    """An order that chance has not decided yet."""

    def __init__(self, label: str, size: int) -> None:
        """Name it."""
        super().__init__(label)
        self.label, self.size = label, size


class AskingDealer(Struct, frozen=True):
    """Deals what chance nodes have decided, and asks for the rest."""

    orders: dict[str, tuple[int, ...]]

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        """The order, if it is known."""
        if label not in self.orders:
            raise Needed(label, size)
        return self.orders[label]


Move = int | dict[int, int]
"""An outcome of chance, or answers by seat."""


class Node:
    """A point of a game, between decisions or in the middle of a deal. It never changes, so that copies share it."""

    def __init__(self, game: Game, reward: str) -> None:
        """Nothing is dealt yet."""
        self.game, self.reward = game, reward
        self.sitting: Sitting | None = None
        self.orders: dict[str, tuple[int, ...]] = {}
        self.waiting: dict[int, int] = {}  # answers that chance must speak to before they are carried out
        self.happened: tuple[Event, ...] = ()
        self.moves: tuple[Move, ...] = ()
        self.shuffle: Shuffle | None = None

    def __copy__(self) -> "Node":
        """A node that can become the next one."""
        other = object.__new__(Node)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        """Share it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the moves that lead here."""
        return replayed, (to_json(self.game.setup), self.reward, self.moves)

    def told(self, seat: int) -> list[Event]:
        """What a seat was told; that others answered in secret it learns when all have."""
        seen = seen_by(self.happened, seat)
        return [event for event in seen if not event.secret or getattr(event, "seat", None) == seat]

    def dealt(self, place: int) -> "Node":
        """The node after one more card of a deal."""
        assert self.shuffle is not None
        if place not in [possible for possible, _ in self.shuffle.outcomes()]:
            raise WrongAction("no_such_outcome", f"Chance cannot deal {place!r} now ({self.shuffle.label}).")
        after = copy(self)
        after.moves += (place,)
        after.shuffle = self.shuffle.then(place)
        if after.shuffle.complete:
            after.orders = {**self.orders, after.shuffle.label: after.shuffle.order()}
            after.shuffle = None
            return after.advanced()
        return after

    def answered(self, answers: dict[int, int]) -> "Node":
        """The node after these answers."""
        assert self.sitting is not None
        missing = [seat for seat in self.sitting.asked if seat not in answers]
        if missing:
            raise WrongAction("bad_actions", f"All asked seats answer at once: seat {missing[0]} has no action.")
        for seat, number in answers.items():
            self.sitting.checked(seat, number)
        after = copy(self)
        after.moves += (answers,)
        after.waiting = answers
        return after.advanced()

    def advanced(self) -> "Node":
        """Carry out what waits; where chance must speak first, nothing has happened yet."""
        after, dealer = copy(self), AskingDealer(self.orders)
        try:
            if self.sitting is None:
                after.sitting = Sitting(self.game, dealer, self.reward)
                events = after.sitting.state.last
            else:
                after.sitting, events = fork(self.sitting, dealer), ()
                for seat, number in sorted(self.waiting.items()):
                    if number != WAIT:
                        events += after.sitting.carry_out(seat, self.sitting.action(seat, number))
        except Needed as needed:
            after.sitting = self.sitting
            after.shuffle = shuffle_of(self.game, needed.label, needed.size)
            return after
        after.waiting = {}
        after.happened += events
        return after


def replayed(setup: bytes, reward: str, moves: tuple[Move, ...]) -> Node:
    """The node that these moves lead to."""
    node = Node(game_of(from_json(Setup, setup)), reward).advanced()
    for move in moves:
        node = node.answered(move) if isinstance(move, dict) else node.dealt(move)
    return node


def fork(sitting: Sitting, dealer: AskingDealer) -> Sitting:
    """A sitting that goes on from the same state and leaves the first as it is."""
    other, position = copy(sitting), position_of(sitting.state).copy()
    position.dealer = dealer
    other.state = State(sitting.game, position, sitting.state.last)
    other.rewards = deepcopy(sitting.rewards)
    other._answers, other._sheet = None, Sheet(sitting.observer)
    return other


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node, as OpenSpiel asks about it."""

    def __init__(self, owner: "SpielGame") -> None:
        """Begin with the first deal."""
        super().__init__(owner)
        self.node = Node(owner.played, owner.reward).advanced()

    @property
    def sitting(self) -> Sitting:
        """The table; nobody asks before the first deal."""
        assert self.node.sitting is not None
        return self.node.sitting

    def current_player(self) -> int:
        """Chance, or all at once, since OpenSpiel's environment wants an action of every seat at every node."""
        if self.node.shuffle is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.sitting.over else pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.sitting.answers(player)) or [WAIT]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next, by their places in the deck."""
        assert self.node.shuffle is not None
        return self.node.shuffle.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.node.shuffle is not None:
            self.node = self.node.dealt(action)
        elif self.sitting.over:
            raise NotNow("game_over", "The game is over.")
        else:
            self.node = self.node.answered({self.sitting.asked[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        if len(actions) != self.node.game.players:
            raise WrongAction("bad_actions", f"Here are {self.node.game.players} seats, not {len(actions)}.")
        self.node = self.node.answered(dict(enumerate(actions)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.shuffle is None and self.sitting.over

    def returns(self) -> list[float]:
        """Nothing before the end."""
        if not self.is_terminal():
            return [0.0] * self.node.game.players
        return list(self.sitting.rewards.waiting)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return numbering_of(self.node.game).name(action)

    def __str__(self) -> str:
        """Everything that happened, secrets included."""
        node = self.node
        return "\n".join(map(repr, [*node.happened, node.shuffle, node.waiting]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game's name and parameters, and the moves."""
        return unpickled_state, (str(self.get_game()), self.serialize())


class Observer:
    """What a seat sees now (observation), with perfect recall also what it was told (information state)."""

    def __init__(self, game: Game, obs_type: Any, params: Any) -> None:
        """Take what OpenSpiel asks for."""
        if params:
            raise EnvError("bad_parameters", f"Observers here have no parameters, unlike {quoted(params)}.")
        if obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not obs_type.public_info:
            raise EnvError(
                "bad_parameters", "Observers here see what one seat knows: public and its own, not less or more."
            )
        self.perfect_recall: bool = obs_type.perfect_recall
        self.layout = observer_of(game).layout
        self._rows = row_count(game) if self.perfect_recall else 0
        size = self.layout.size
        self.tensor: Any = np.zeros(size + self._rows * WIDTH, np.float32)
        self._scale = np.ones(size, np.float32)
        for field in self.layout.fields:
            self._scale[self.layout.at[field.name]] = 1 if field.high == 1 else SCALE
        self.dict: dict[str, Any] = {"observation": self.tensor[:size]}
        if self.perfect_recall:
            self.dict["events"] = self.tensor[size:].reshape(self._rows, WIDTH)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat knows."""
        node = state.node
        self.dict["observation"][:] = self._seen(node, player) / self._scale
        if self.perfect_recall:
            self.dict["events"][:] = written(node.told(player), self._rows) / SCALE

    def string_from(self, state: SpielState, player: int) -> str:
        """In words."""
        if self.perfect_recall:
            return "\n".join([f"seat {player}", *map(repr, state.node.told(player))])
        return self.layout.explain(self._seen(state.node, player))

    def _seen(self, node: Node, player: int) -> Any:
        return np.zeros(self.layout.size, np.int16) if node.sitting is None else node.sitting.look(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; each key of the family is a subclass."""

    key: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Make the game; what cannot be played is refused with a sentence that says why."""
        preset = defaults(self.key)
        given = {**preset, **(params or {})}
        # OpenSpiel cannot read every value that it writes, such as an empty text, so that defaults are not written
        chosen = {name: value for name, value in given.items() if name not in preset or value != preset[name]}
        self.reward = str(given.pop("reward"))
        players = given.pop("players")
        known = {option.name: option for option in spec(self.key).options}
        options = {name: option_value(known[name], value) for name, value in given.items()}
        self.played = make_game(self.key, players=players, **options)
        RewardTally(self.played, self.reward)  # refuses a reward that there is not
        is_zero_sum = self.reward in ("rank", "relative") and not self.played.rules.is_team
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering_of(self.played).size, max_chance_outcomes=104, num_players=players,
            min_utility=-MOST_POINTS, max_utility=MOST_POINTS, max_game_length=MOST_STEPS,
            utility_sum=0.0 if is_zero_sum else None,
        )  # fmt: skip
        super().__init__(game_type(self.key, is_zero_sum), info, chosen)

    def new_initial_state(self) -> SpielState:
        """Before the first deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat knows."""
        return Observer(self.played, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and parameters."""
        return unpickled_game, (str(self),)


def unpickled_game(name: str) -> Any:
    """A game by its name and parameters; this module has registered it."""
    return pyspiel.load_game(name)


def unpickled_state(game: str, state: str) -> Any:
    """A state from its serialized form."""
    return pyspiel.load_game(game).deserialize_state(state)


def defaults(key: str) -> dict[str, Any]:
    """Every parameter with the value that it has if it is not given."""
    described = spec(key)
    players = min(described.players, key=lambda count: abs(count - 4))
    preset = described.preset
    options = {option.name: _parameter(option, preset.get(option.name, option.default)) for option in described.options}
    return {"players": players, "reward": "relative", **options}


def _parameter(option: OptionSpec, value: OptionValue) -> Any:
    """An option as OpenSpiel writes it: lists as texts with semicolons, None as a number."""
    if option.kind in ("set", "numbers"):
        return ";".join(map(str, value)) if isinstance(value, tuple) else ""
    return NONE if value is None else value


def option_value(option: OptionSpec, value: Any) -> OptionValue:
    """An option as OpenSpiel was given it."""
    if option.kind == "set":
        return tuple(part for part in str(value).split(";") if part)
    if option.kind == "numbers":
        return tuple(int(part) for part in str(value).split(";") if part) or None
    return None if option.may_be_none and value == NONE else value


def game_type(key: str, is_zero_sum: bool) -> Any:
    """How OpenSpiel describes a game."""
    seats, kinds = spec(key).players, pyspiel.GameType
    return kinds(
        short_name=f"nimmt_{key}", long_name=f"nimmt: {key}", dynamics=kinds.Dynamics.SIMULTANEOUS,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC, information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL, max_num_players=seats[-1], min_num_players=seats[0],
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification=defaults(key),
    )  # fmt: skip


def register() -> None:
    """Tell OpenSpiel about every game; it does no harm to do so twice."""
    known = pyspiel.registered_names()
    for key in keys():
        if f"nimmt_{key}" not in known:
            made = type(f"Spiel_{key}", (SpielGame,), {"key": key})
            pyspiel.register_game(game_type(key, key != "versus_ox"), made)


register()
