"""One learner against bots, as a Gymnasium environment."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..bots import Bot, bot_for, private_generator
from ..errors import BadSetup, quoted
from ..game import Game
from ..setup import OptionValue
from .errors import NOT_RESET, EnvError, NotNow
from .layout import Vector
from .numbering import numbering_of
from .observing import observer_of
from .rewards import RewardTally
from .seating import Sitting
from .spaces import RENDER_MODES, check_render_mode, check_seed, draw, game_for, mask_of, vector_space


class LegalActions(spaces.Discrete):
    """Action numbers; unless a mask is given, only those are drawn that are legal at this moment.

    The first draw after `seed` is legal in the deal of that seed too, or there alone: whoever seeds the space resets
    the environment with the same seed, as Gymnasium's own check does, sometimes only after the draw.
    """

    def __init__(self, size: int, legal: Callable[[int | None], NDArray[np.int8] | None]) -> None:
        """Ask this function for the mask, now or after the deal of a seed; it returns None while nothing is dealt."""
        super().__init__(size)
        self._legal = legal
        self._next_seed: int | None = None

    def seed(self, seed: int | None = None) -> int:
        """Fix what is drawn from now on."""
        self._next_seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw an action."""
        if mask is None and probability is None:
            mask = self._mask()
        return super().sample(mask=mask, probability=probability)

    def _mask(self) -> NDArray[np.int8] | None:
        now, seed, self._next_seed = self._legal(None), self._next_seed, None
        if now is None or seed is None:
            return now
        then = self._legal(seed)
        return now & then if then is not None and (now & then).any() else then


Opponents = str | Bot | Sequence[str | Bot]


class Learner(gymnasium.Env[Vector, np.int64]):
    """The learner has a seat, bots have the others. Actions are numbers; `action_masks` says which are legal."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int = 4,
        opponents: Opponents = "greedy",
        reward: str = "heads",
        seat: int = 0,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        """Set up the game; `reset` deals. In Versus the Ox the others are partners."""
        self.game: Game = game_for(game, players, options)
        if type(seat) is not int or not 0 <= seat < players:
            raise EnvError("no_such_seat", f"The learner sits at seat 0 to {players - 1}, not at {quoted(seat)}.")
        self.seat = seat
        self.bots = others(opponents, self.game, seat)
        self.reward = reward
        RewardTally(self.game, reward)  # refuses a reward that there is not
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = vector_space(self.game)  # type: ignore[assignment]
        self.action_space = LegalActions(numbering_of(self.game).size, self._mask)
        self._observer = observer_of(self.game)
        self._sitting: Sitting | None = None
        self._bots_seed = ""

    @property
    def sitting(self) -> Sitting:
        """The game in progress."""
        if self._sitting is None:
            raise NotNow(*NOT_RESET)
        return self._sitting

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal a new game, and let the bots answer until the learner is asked."""
        check_seed(seed)
        super().reset(seed=None if seed is None else int(seed))
        deal = self.np_random.bytes(32)
        self._bots_seed = deal.hex()
        self._sitting = Sitting(self.game, deal, self.reward, remember=True)
        self._let_bots_answer()
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Answer for the learner, then let the bots answer until it is asked again or the game is over."""
        sitting = self.sitting
        number = action.item() if isinstance(action, np.ndarray) and action.ndim == 0 else action
        sitting.answer({self.seat: number})
        self._let_bots_answer()
        return self._look(), sitting.rewards.collect(self.seat), sitting.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO wants it."""
        return mask_of(self.sitting, self.seat).astype(np.bool_)

    def _mask(self, seed: int | None) -> NDArray[np.int8] | None:
        """What is legal now, or would be after a reset with this seed; nothing changes."""
        if self._sitting is None or seed is None:
            return None if self._sitting is None else mask_of(self._sitting, self.seat)
        before = self._np_random, self._np_random_seed, self._sitting, self._bots_seed
        self.reset(seed=seed)
        mask = mask_of(self.sitting, self.seat)
        self._np_random, self._np_random_seed, self._sitting, self._bots_seed = before
        return mask

    def explain(self, observation: Vector) -> str:
        """An observation in words."""
        return self._observer.layout.explain(observation)

    def action_name(self, number: int) -> str:
        """An action in words."""
        return numbering_of(self.game).name(number)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return draw(self.sitting.state, self.seat, self.render_mode)

    def _let_bots_answer(self) -> None:
        sitting = self.sitting
        while not sitting.over and self.seat not in sitting.asked:
            self._ask_bot(sitting.asked[0])

    def _ask_bot(self, seat: int) -> None:
        sitting, state = self.sitting, self.sitting.state
        assert sitting.histories is not None
        history = sitting.histories.of(seat)
        rng = private_generator(self._bots_seed, seat, history)
        sitting.carry_out(seat, self.bots[seat].choose(state.view(seat), state.legal(seat), history, rng))

    def _look(self) -> Vector:
        return self.sitting.look(self.seat)

    def _info(self) -> dict[str, Any]:
        """The mask, what is asked, and at the end how it ended."""
        sitting = self.sitting
        info: dict[str, Any] = {"action_mask": mask_of(sitting, self.seat), "phase": sitting.state.phase}
        if outcome := sitting.state.outcome:
            info |= {"totals": outcome.totals, "ranks": outcome.ranks, "rank": outcome.ranks[self.seat]}
        return info


def others(opponents: Opponents, game: Game, seat: int) -> dict[int, Bot]:
    """Bots for all other seats: one kind for all, or one for each of them in the order of their seats."""
    seats = [other for other in range(game.players) if other != seat]
    given = split(opponents) if isinstance(opponents, str) else opponents
    wanted = list(given) if isinstance(given, Sequence) else [given]
    if len(wanted) == 1:
        wanted *= len(seats)
    if len(wanted) != len(seats):
        raise BadSetup("bad_opponents", f"{len(seats)} others sit at this table; {len(wanted)} opponents are named.")
    bots = [bot_for(each, game.setup) if isinstance(each, str) else each for each in wanted]
    for each in bots:
        if not callable(getattr(each, "choose", None)):
            raise BadSetup("bad_opponents", f"An opponent is a bot or the name of one, not {quoted(each)}.")
    return dict(zip(seats, bots, strict=True))


def split(names: str) -> list[str]:
    """Names with commas between them; commas inside brackets part numbers, not names."""
    return [name.strip().replace(" ", "") for name in re.split(r",(?![^(]*\))", names)]
