"""Many tables of a row game as a vector environment of Stable-Baselines3, on which MaskablePPO trains."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..extras import NotInstalled
from ..setup import OptionValue
from .errors import NotNow
from .vector import Tables

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise NotInstalled("nimmt.envs.sb3", "sb3") from None

Indices = int | Iterable[int] | None


class SB3VecEnv(VecEnv):  # type: ignore[misc]
    """One learner at each table against simple bots; the step that ends a match also deals the next one."""

    def __init__(
        self,
        game: str = "base",
        num_envs: int = 64,
        players: int = 4,
        opponents: str = "greedy",
        reward: str = "heads",
        seat: int = 0,
        **options: OptionValue,
    ) -> None:
        """Set up the tables; `reset` deals. Opponents are random, greedy or heuristic."""
        self.tables = Tables(game, num_envs, players, opponents, reward, seat, **options)
        self._actions: NDArray[Any] | None = None
        super().__init__(num_envs, self.tables.single_observation_space, self.tables.single_action_space)

    def reset(self) -> NDArray[np.int16]:
        """Deal at all tables; the seed of the first table fixes all of them."""
        seen, _ = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the learners' actions for `step_wait`."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Carry them out; a match that ends leaves its last observation and its totals in the infos."""
        if self._actions is None:
            raise NotNow("no_actions", "There are no actions to carry out: call step_async first.")
        actions, self._actions = self._actions, None
        seen, rewards, over, _, told = self.tables.step(actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in np.flatnonzero(over):
            infos[table] = {
                "terminal_observation": told["final_obs"][table],
                "TimeLimit.truncated": False,
                "totals": told["final_info"]["totals"][table].tolist(),
            }
        return seen, rewards, over, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, by table."""
        return self.tables.action_masks()

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute, which is the same for all tables."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """The tables have no attributes of their own."""
        raise AttributeError(f"Tables in lockstep have no attributes of their own, so {attr_name!r} cannot be set.")

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """`action_masks` of these tables; MaskablePPO asks for nothing else."""
        if method_name != "action_masks":
            raise AttributeError(f"Tables in lockstep have one method, action_masks, and not {method_name!r}.")
        masks = self.action_masks()
        return [masks[table] for table in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """No table has a wrapper."""
        return [False for _ in self._get_indices(indices)]
