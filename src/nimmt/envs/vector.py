"""One learner at each of many tables in lockstep, as Gymnasium's vector environment on the kernels."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..setup import OptionValue
from .arrays import Arrays
from .errors import WrongAction
from .spaces import check_seed, vector_space


class Tables(VectorEnv[NDArray[np.int16], NDArray[np.int64], NDArray[Any]]):
    """The step that ends a match also deals the next one; the end itself is in `final_obs` and `final_info`."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 4,
        opponents: str = "greedy",
        reward: str = "heads",
        seat: int = 0,
        **options: OptionValue,
    ) -> None:
        """Set up the tables; `reset` deals. Opponents are random, greedy or heuristic."""
        self.arrays = Arrays(game, players, num_envs, reward, opponents, seat, **options)
        self.num_envs = num_envs
        self.single_observation_space = vector_space(self.arrays.game)
        self.single_action_space = spaces.Discrete(self.arrays.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Deal at all tables."""
        check_seed(seed)
        super().reset(seed=None if seed is None else int(seed))
        seen, _ = self.arrays.reset(int(self.np_random.integers(1 << 62)))
        return seen[:, 0].copy(), {"action_mask": self.action_masks()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Let the learner of every table answer."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise WrongAction("bad_actions", f"Here are {self.num_envs} tables; the actions have shape {given.shape}.")
        seen, _, rewards, over = self.arrays.step(given[:, None])
        infos: dict[str, Any] = {"action_mask": self.action_masks()}
        if over.any():
            infos |= {
                "final_obs": self.arrays.finals[:, 0].copy(), "_final_obs": over.copy(),
                "final_info": {"totals": self.arrays.totals.copy()}, "_final_info": over.copy(),
            }  # fmt: skip
        return seen[:, 0].copy(), rewards[:, 0].copy(), over.copy(), np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, by table."""
        return self.arrays.masks[:, 0].astype(np.bool_)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every table, drawn at random."""
        return self.arrays.sample()[:, 0].copy()
