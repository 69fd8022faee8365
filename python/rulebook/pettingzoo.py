"""Games as PettingZoo environments (AEC).

>>> from rulebook.pettingzoo import env
>>> chess = env("hex", size=7)
"""

from __future__ import annotations

import os
from operator import index
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, load


def env(game: str | os.PathLike[str] | Game, *, render_mode: str | None = None, **settings: Any) -> AECEnv:
    """The environment of a game, a path or a name as `rulebook.load` takes it, in the wrappers that environments of PettingZoo wear.

    `form`, `most` and `max_plies` are those of `Game.env`; all else are options of the game.
    """
    raw: AECEnv = raw_env(game, render_mode=render_mode, **settings)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


class raw_env(AECEnv):
    """A game as an AEC environment. The observation is a dict of `observation` (the planes) and `action_mask`."""

    def __init__(
        self,
        game: str | os.PathLike[str] | Game,
        *,
        render_mode: str | None = None,
        form: str = "auto",
        most: int = 16384,
        max_plies: int = 10_000,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else load(game, **options)
        self.inside = self.game.env(form, most=most, max_plies=max_plies)
        self.metadata = {
            "name": f"rulebook_{self.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.players))]
        self.agents: list[str] = []
        self.dtype = np.dtype(self.inside.dtype)
        shape = tuple(self.inside.shape)
        bounds = [np.array(column) for column in zip(*((low, high) for _, low, high in self.inside.planes))]
        low, high = (
            np.broadcast_to(bound.reshape((-1,) + (1,) * (len(shape) - 1)), shape).astype(self.dtype) for bound in bounds
        )
        # The same object at each call, as PettingZoo asks for.
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(low, high, shape, self.dtype.type),
                    "action_mask": gymnasium.spaces.Box(0, 1, (self.inside.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.inside.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; nobody but the one to act may do anything."""
        seat = self.possible_agents.index(agent)
        seen = np.frombuffer(self.inside.observe(seat), self.dtype).reshape(self.inside.shape)
        acts = self.inside.state == "running" and self.inside.seat == seat
        mask = np.frombuffer(self.inside.mask(), np.int8) if acts else np.zeros(self.inside.actions, np.int8)
        return {"observation": seen.copy(), "action_mask": mask.copy()}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins again. What is left to chance is drawn by the seed, or goes on from where it was."""
        self.inside.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._ended()
        self.agent_selection = self.possible_agents[self.inside.seat]

    def step(self, action: int) -> None:
        """The action of the agent whose turn it is; None of one that is out of the game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.inside.step(index(action))
        self._ended()
        self.agent_selection = self.possible_agents[self.inside.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ended(self) -> None:
        state = self.inside.state
        if state == "running":
            return
        for agent, reward in zip(self.possible_agents, self.inside.rewards):
            self.rewards[agent] = int(reward)
            self.terminations[agent] = state == "over"
            self.truncations[agent] = state == "cut"

    def render(self) -> str | None:
        """The board as text."""
        text = self.inside.position.text
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
