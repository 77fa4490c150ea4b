"""Every game of the family as a PettingZoo environment: all at once (parallel), or one after another (AEC)."""

from collections.abc import Mapping
from functools import cache
from secrets import token_hex
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ..errors import quoted
from ..game import Game
from ..kernels.scope import ROW_GAMES
from ..setup import OptionValue
from .errors import GAME_OVER, NOT_RESET, EnvError, NotNow
from .numbering import numbering_of
from .observing import observer_of
from .rewards import RewardTally
from .seating import Sitting, Together
from .spaces import RENDER_MODES, check_render_mode, check_seed, draw, game_for, mask_of, vector_space

VERSION = 0

Agent = str
Observation = dict[str, Any]


class Table:
    """What both kinds have in common: agents, spaces, deals and pictures."""

    metadata: dict[str, Any]
    render_mode: str | None

    def __init__(
        self, game: str, players: int, reward: str = "heads", render_mode: str | None = None, **options: OptionValue
    ) -> None:
        """Set up the game; `reset` deals."""
        self.game: Game = game_for(game, players, options)
        self.reward = reward
        RewardTally(self.game, reward)  # refuses a reward that there is not
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"nimmt_{game}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents: list[Agent] = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[Agent] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed, self._deals = token_hex(), 0
        self._sitting: Sitting | None = None
        self._observer = observer_of(self.game)

    @property
    def sitting(self) -> Sitting:
        """The game in progress."""
        if self._sitting is None:
            raise NotNow(*NOT_RESET)
        return self._sitting

    def deal(self, seed: int | None) -> None:
        """Deal the next game; a seed fixes this one and all that follow."""
        check_seed(seed)
        if seed is not None:
            self._seed, self._deals = str(int(seed)), 0
        self._deals += 1
        self._sit_down(f"{self._seed}:{self._deals}")
        self.agents = self.possible_agents[:]

    def _sit_down(self, seed: str) -> None:
        """Deal this game."""
        self._sitting = Sitting(self.game, seed, self.reward)

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all seats, but one object for each."""
        return _observation_space(self.game, self._known(agent))

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all seats, but one object for each."""
        return self._action_spaces(agent)

    def _action_spaces(self, agent: Agent) -> spaces.Discrete:
        made: dict[Agent, spaces.Discrete] = self.__dict__.setdefault("_made_spaces", {})
        if agent not in made:
            self._known(agent)
            made[agent] = spaces.Discrete(numbering_of(self.game).size)
        return made[agent]

    def _known(self, agent: Agent) -> int:
        if agent not in self._seats:
            raise EnvError("no_such_agent", f"There is no agent {agent!r}; there are: {', '.join(self._seats)}.")
        return self._seats[agent]

    def look(self, agent: Agent) -> Observation:
        """What an agent sees, and what it may do."""
        sitting, seat = self.sitting, self._known(agent)
        return {"observation": sitting.look(seat), "action_mask": mask_of(sitting, seat)}

    def explain(self, observation: Any) -> str:
        """An observation in words."""
        return self._observer.layout.explain(observation)

    def action_name(self, number: int) -> str:
        """An action in words."""
        return numbering_of(self.game).name(number)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return draw(self.sitting.state, None, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


@cache
def kernels_deal(game: Game) -> bool:
    """Whether kernels know this game and need nothing but the deals, not the rows drawn from what a draft leaves."""
    options = game.setup.options
    return ROW_GAMES.covers(game.setup) and (not options["draft"] or bool(options["known_deck"]))


@cache
def _observation_space(game: Game, seat: int) -> spaces.Dict:
    size = numbering_of(game).size
    return spaces.Dict({"observation": vector_space(game), "action_mask": spaces.Box(0, 1, (size,), np.int8)})


class Parallel(Table, ParallelEnv):  # type: ignore[misc]
    """All agents act in every step; whoever owes nothing waits (action 0) and is told so in its info."""

    _table: Together | None = None

    @property
    def sitting(self) -> Sitting:
        """The game in progress at a table of the engine."""
        return self._table.sitting if self._table else super().sitting

    def _sit_down(self, seed: str) -> None:
        """Deal this game, on the kernels where they know it."""
        if not kernels_deal(self.game):
            self._table = Sitting(self.game, seed, self.reward)
            return
        from .kernel_table import KernelTable

        if not isinstance(self._table, KernelTable):
            self._table = KernelTable(self.game, self.reward)
        self._table.deal(seed)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """Deal a new game."""
        self.deal(seed)
        assert self._table is not None
        return self._told(self._table)

    def step(self, actions: dict[Agent, int]) -> tuple[
        dict[Agent, Observation], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]
    ]:  # fmt: skip
        """Let everybody who is asked answer; nothing happens if one action is wrong."""
        table, agents = self._table, self.agents
        if table is None or not agents:
            raise NotNow(*(GAME_OVER if table else NOT_RESET))
        if not isinstance(actions, Mapping) or actions.keys() != self._seats.keys():
            self._refuse(actions)
        earned = table.answer_all([actions[agent] for agent in agents])
        looks, infos = self._told(table)
        over = table.over
        if over:
            self.agents = []
        rewards = dict(zip(agents, earned, strict=True))
        return looks, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _refuse(self, actions: object) -> None:
        if not isinstance(actions, Mapping):
            raise EnvError("bad_actions", f"Actions are a dict with a number for every agent, not {quoted(actions)}.")
        missing = [agent for agent in self.agents if agent not in actions]
        strange = [agent for agent in actions if agent not in self._seats]
        what = f"no action for {missing[0]}" if missing else f"an action for {strange[0]!r}, who does not play"
        raise EnvError("bad_actions", f"Every agent acts in every step, if only to wait (0): there is {what}.")

    def _told(self, table: Together) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """What each agent sees and may do; whether it owes an answer, and to which decision."""
        looks, infos = {}, {}
        told, phase = table.told()
        for agent, (look, mask, owes) in zip(self.possible_agents, told, strict=True):
            looks[agent] = {"observation": look, "action_mask": mask}
            infos[agent] = {"asked": owes, "phase": phase}
        return looks, infos


class Aec(Table, AECEnv):  # type: ignore[misc]
    """One agent after another; of those who choose in secret, the lowest seat comes first. Nobody is asked in vain."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: Agent) -> Observation:
        """What an agent sees now."""
        return self.look(agent)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent is told."""
        if self._sitting is None:
            raise NotNow(*NOT_RESET)
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        """Let the selected agent answer."""
        sitting = self.sitting
        if not self.agents:
            raise NotNow(*GAME_OVER)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        sitting.answer({seat: action})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: sitting.rewards.collect(self._seats[each]) for each in self.agents}
        if sitting.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Who is next."""
        asked = self.sitting.asked
        self.agent_selection = self.possible_agents[asked[0]] if asked else self.agents[0]
        phase = self.sitting.state.phase
        self.infos = {agent: {"asked": self._seats[agent] in asked, "phase": phase} for agent in self.agents}


def parallel(game: str, players: int, **options: Any) -> Parallel:
    """A game as PettingZoo's parallel environment: ``parallel("base", 4, reward="rank", max_rounds=1)``."""
    return Parallel(game, players, **options)


def aec(game: str, players: int, **options: Any) -> Aec:
    """A game as PettingZoo's AEC environment."""
    return Aec(game, players, **options)
