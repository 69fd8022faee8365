"""Games as Gymnasium environments: one seat is played, agents play the others.

>>> import gymnasium, rulebook.gymnasium
>>> env = gymnasium.make("rulebook/Hex-v0", size=7)

Importing this module registers every shipped game so, `connect-four` as `rulebook/ConnectFour-v0`; what is given is that of `SingleAgentEnv`,
which takes sheets of your own as well. Where a process has not imported it, `rulebook.gymnasium:rulebook/Hex-v0` does.

>>> from rulebook.gymnasium import SingleAgentEnv
>>> env = SingleAgentEnv("my.game", opponent="mcts:100")
"""

from __future__ import annotations

import os
from collections.abc import Callable
from operator import index
from typing import Any

import gymnasium
import numpy as np

from . import Env, Game, load, shipped

Opponent = str | Callable[[Env], int]


class SingleAgentEnv(gymnasium.Env[dict[str, Any], int]):
    """A game against an opponent: the name of an agent, such as `random` or `mcts:200`, or a function from the `rulebook.Env`, in
    which it is to act, to an action.

    `seat` is the seat to play, from 0; with None it is drawn for each game. An action that is not legal loses the game (`info` has
    `illegal`); the observation's `action_mask` and `info["action_mask"]` say which are.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | os.PathLike[str] | Game,
        *,
        opponent: Opponent = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        form: str = "auto",
        most: int = 16384,
        max_plies: int = 10_000,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game, **options)
        self.inside = self.game.env(form, most=most, max_plies=max_plies)
        self.opponent = opponent
        self.wanted_seat = seat
        self.seat = seat or 0
        self.render_mode = render_mode
        self._agent = self.game.agent(opponent) if isinstance(opponent, str) and opponent != "random" else None
        self._dtype = np.dtype(self.inside.dtype)
        shape = tuple(self.inside.shape)
        planes = np.array([(low, high) for _, low, high in self.inside.planes])
        low, high = (
            np.broadcast_to(planes[:, side].reshape((-1,) + (1,) * (len(shape) - 1)), shape).astype(self._dtype)
            for side in (0, 1)
        )
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low, high, shape, self._dtype.type),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.inside.actions,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.inside.actions)

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal, as masked learners ask for it."""
        return np.frombuffer(self.inside.mask(), np.int8).astype(bool)

    def _seen(self) -> dict[str, Any]:
        seen = np.frombuffer(self.inside.observe(self.seat), self._dtype).reshape(self.inside.shape)
        acts = self.inside.state == "running" and self.inside.seat == self.seat
        mask = np.frombuffer(self.inside.mask(), np.int8) if acts else np.zeros(self.inside.actions, np.int8)
        return {"observation": seen.copy(), "action_mask": mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._seen()["action_mask"], "seat": self.seat}

    def _others(self) -> None:
        """Lets the others act until it is this seat's turn."""
        inside = self.inside
        while inside.state == "running" and inside.seat != self.seat:
            if self._agent is not None:
                for number in inside.numbers(self._agent.choose(inside.position)):
                    inside.step(number)
            elif callable(self.opponent):
                inside.step(index(self.opponent(inside)))
            else:
                inside.step(inside.random(int(self.np_random.integers(2**63))))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins again; the seed is that of the seat, where it is drawn, of the opponent, and of what is left to chance."""
        super().reset(seed=seed)
        seats = len(self.game.players)
        self.seat = int(self.np_random.integers(seats)) if self.wanted_seat is None else self.wanted_seat
        if self._agent is not None:
            self._agent.begin(int(self.np_random.integers(2**63)))
        self.inside.reset(int(self.np_random.integers(2**63)) if self.game.has_luck else None)
        self._others()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes an action, and lets the others answer it."""
        inside = self.inside
        # The others may have ended the game before it was this seat's turn at all.
        if inside.state == "running":
            if index(action) not in inside.legal():
                return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
            inside.step(index(action))
            self._others()
        reward = float(inside.rewards[self.seat])
        return self._seen(), reward, inside.state == "over", inside.state == "cut", self._info()

    def render(self) -> Any:
        """The board as text."""
        return self.inside.position.text


for _name in shipped():
    _title = "".join(word.capitalize() for word in _name.split("-"))
    gymnasium.register(f"rulebook/{_title}-v0", entry_point="rulebook.gymnasium:SingleAgentEnv", kwargs={"game": _name})
