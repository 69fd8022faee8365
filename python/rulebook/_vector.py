"""Many games stepped together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._rulebook import Game, Position, VectorCore

Observations = NDArray[Any]
Masks = NDArray[np.uint8]


class VectorEnv:
    """`n` games of a sheet as one environment. A game that is over begins again by itself.

    Arrays, of which the first axis is that of the games:

    - `obs` `(n, *shape)` of type `dtype`: what the player to act sees; `planes` names the planes;
    - `mask` `(n, actions)` of `uint8`: 1 for each action that is legal;
    - `reward` `(n, seats)` of `float32`: what came of the games that the step ended, 1 won, -1 lost, else 0;
    - `done` `(n,)` of `uint8`: 1 for games that the step ended, 2 for those that it cut off after `max_plies`, else 0. The
      observation and the mask are then those of the next game;
    - `seat` `(n,)` of `uint8`: the seat to act, from 0.

    `reset` and `step` fill arrays that the environment owns, or those that are given to them. With `form="flat"` each action is a
    number, of which there may be `most`; with `form="picks"` each pick of an action is a step of its own, by the same player;
    `auto` is flat where it can be.
    """

    def __init__(
        self,
        game: Game,
        n: int = 64,
        seed: int = 1,
        *,
        form: str = "auto",
        most: int = 16384,
        max_plies: int = 10_000,
        threads: int = 1,
    ) -> None:
        self._core: VectorCore = game.vector_core(n, seed, form, most, max_plies, threads)
        core = self._core
        self.game = game
        self.n = n
        self.form: str = core.form
        self.actions: int = core.actions
        self.seats: int = core.seats
        self.max_plies = max_plies
        self.planes: list[tuple[str, int, int]] = core.planes
        self.shape: tuple[int, ...] = tuple(core.shape)
        self.dtype: np.dtype[Any] = np.dtype(core.dtype)
        self.obs: Observations = np.zeros((n, *self.shape), self.dtype)
        self.mask: Masks = np.zeros((n, self.actions), np.uint8)
        self.reward: NDArray[np.float32] = np.zeros((n, self.seats), np.float32)
        self.done: NDArray[np.uint8] = np.zeros(n, np.uint8)
        self.seat: NDArray[np.uint8] = np.zeros(n, np.uint8)
        self._drawn: NDArray[np.int64] = np.zeros(n, np.int64)

    @property
    def scale(self) -> NDArray[np.float32]:
        """The greatest absolute value of each plane, to divide by."""
        most = [max(abs(low), abs(high), 1) for _, low, high in self.planes]
        return np.array(most, np.float32).reshape((-1,) + (1,) * (len(self.shape) - 1))

    @property
    def places(self) -> list[int]:
        """The place of each cell in a flattened plane, in the order of `game.cells`."""
        return self._core.places

    @property
    def edges(self) -> list[tuple[int, int, str]]:
        """The steps of the board: `(place, place, direction)` each."""
        return self._core.edges

    def reset(
        self, obs: Observations | None = None, mask: Masks | None = None, seat: NDArray[np.uint8] | None = None
    ) -> tuple[Observations, Masks]:
        """Begins all games again: what can be seen and done."""
        obs = self.obs if obs is None else obs
        mask = self.mask if mask is None else mask
        self._core.reset_into(obs, mask, self.seat if seat is None else seat)
        return obs, mask

    def step(
        self,
        actions: NDArray[np.int64],
        obs: Observations | None = None,
        mask: Masks | None = None,
        reward: NDArray[np.float32] | None = None,
        done: NDArray[np.uint8] | None = None,
        seat: NDArray[np.uint8] | None = None,
    ) -> tuple[Observations, Masks, NDArray[np.float32], NDArray[np.uint8]]:
        """Takes an action in each game. If one of them is not legal, an error is raised and nothing is played."""
        obs = self.obs if obs is None else obs
        mask = self.mask if mask is None else mask
        reward = self.reward if reward is None else reward
        done = self.done if done is None else done
        if not isinstance(actions, np.ndarray) or actions.dtype != np.int64:
            given = np.asarray(actions)
            if not np.issubdtype(given.dtype, np.integer):
                raise TypeError(f"actions are whole numbers, not {given.dtype}: 3.9 is not 3")
            actions = given.astype(np.int64)
        self._core.step_into(actions, obs, mask, reward, done, self.seat if seat is None else seat)
        return obs, mask, reward, done

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A uniformly random legal action of each game, drawn by the seed."""
        out = self._drawn if out is None else out
        self._core.sample_into(out)
        return out

    def random_rollouts(self, games: int = 1) -> NDArray[np.float32]:
        """The mean results `(n, seats)` of so many random games from each position; the positions stay as they are."""
        return np.array(self._core.rollouts(games), np.float32).reshape(self.n, self.seats)

    def position(self, game: int) -> Position:
        """A copy of the position of one game."""
        return self._core.position(game)

    def action_text(self, action: int) -> str:
        """An action as text, such as `step from=a1 to=a2`."""
        return self._core.action_text(int(action))

    def symmetries(self) -> list[dict[str, Any]]:
        """The symmetries that the audit proves of the rules: `players`, `planes`, `places` and `actions` say where each goes."""
        return self._core.symmetries()

    def mapped(
        self, symmetry: dict[str, Any], obs: Observations, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any]]:
        """Observations and arrays over actions (masks, policies) as a symmetry maps them: as good as others to learn from."""
        flat = obs.reshape(*obs.shape[: obs.ndim - len(self.shape)], self.shape[0], -1)
        seen = np.empty_like(flat)
        seen[..., np.asarray(symmetry["planes"])[:, None], np.asarray(symmetry["places"])[None, :]] = flat
        done = np.empty_like(actions)
        done[..., symmetry["actions"]] = actions
        return seen.reshape(obs.shape), done
