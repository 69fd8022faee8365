"""Games for OpenSpiel.

>>> import pyspiel, rulebook.open_spiel
>>> rulebook.open_spiel.register()
>>> game = pyspiel.load_game("rulebook(file=hex,options=size:7)")
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import Env, load, loads
from ._sheets import is_path, read

_NAME = "rulebook"
_PARAMETERS = {"file": "hex", "variant": "", "options": "", "form": "auto", "most": 16384, "max_plies": 1000}


def _type(players: int | None, has_luck: bool = False) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=_NAME,
        long_name="Games of rule sheets",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_luck else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        # Of three players, several may win or lose.
        utility=kind.Utility.ZERO_SUM if players == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players or 16,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _start(parameters: dict[str, Any]) -> Env:
    """A game at its start, as its sheet is now."""
    given = {**_PARAMETERS, **parameters}
    file = str(given["file"])
    # A sheet that was edited is another one: what it is remembered by is its text.
    texts = read(file) if is_path(file) else None
    return _loaded(tuple(sorted(given.items())), texts and (*texts[:2], tuple(texts[2])))


@functools.lru_cache(maxsize=64)
def _loaded(
    parameters: tuple[tuple[str, Any], ...], texts: tuple[str, str, tuple[tuple[str, str], ...]] | None
) -> Env:
    given = dict(parameters)
    options = dict(pair.split(":", 1) for pair in str(given["options"]).split("/") if pair)
    variant = given["variant"] or None
    if texts is None:
        game = load(str(given["file"]), variant=variant, options=options)
    else:
        name, text, files = texts
        game = loads(text, name=name, files=dict(files), variant=variant, options=options)
    most, max_plies = int(given["most"]), int(given["max_plies"])
    return game.env(given["form"], most=most, max_plies=max_plies, explicit_chance=True)


class RulebookGame(pyspiel.Game):
    """A game of a rule sheet. `file` is a name or a path as `rulebook.load` takes it, `options` are `name:value` with `/` between
    them, and `form`, `most` and `max_plies` those of `Game.env`. The sheet is that of the moment when the game is loaded. A game that is cut
    off counts as drawn. What is left to chance has chance nodes, whose actions are the places of `Env.outcomes`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        start = _start(params or {})
        players = len(start.game.players)
        # An action has at most 32 picks.
        longest = int(given["max_plies"]) * (1 if start.form == "flat" else 32)
        info = pyspiel.GameInfo(
            num_distinct_actions=start.actions,
            max_chance_outcomes=start.most_outcomes,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=longest,
        )
        super().__init__(_type(players, start.game.has_luck), info, params or {})
        #: The environment, at the start.
        self.inside = start

    def new_initial_state(self, state: Any = None) -> RulebookState:
        """The start of a game."""
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What is seen: the planes."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.inside, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class RulebookState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: RulebookGame) -> None:
        super().__init__(game)
        #: The environment.
        self.inside = game.inside.copy()

    def current_player(self) -> int:
        """The seat to act, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.inside.is_chance else self.inside.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can come up, each with its odds."""
        return [(place, odds) for place, (_, odds) in enumerate(self.inside.outcomes())]

    def _legal_actions(self, player: int) -> list[int]:
        return self.inside.legal() if player == self.inside.seat else []

    def _apply_action(self, action: int) -> None:
        if self.inside.is_chance:
            self.inside.draw(action)
        else:
            self.inside.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.inside.outcomes()[action][0]
        return self.inside.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.inside.state != "running"

    def returns(self) -> list[float]:
        """What came of it for each seat."""
        return self.inside.rewards

    def __str__(self) -> str:
        texts = [self.inside.action_text(number) for number in self.inside.picked]
        return "\n".join([self.inside.position.text, *texts])


class _Observer:
    """Observations as planes."""

    def __init__(self, inside: Env, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        shape = tuple(inside.shape)
        self._dtype = np.dtype(inside.dtype)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: RulebookState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        self.tensor[:] = np.frombuffer(state.inside.observe(player), self._dtype)

    def string_from(self, state: RulebookState, player: int) -> str:
        """The position as text."""
        return str(state)


def register() -> None:
    """Makes `pyspiel.load_game("rulebook(file=hex)")` work."""
    if _NAME not in pyspiel.registered_names():
        pyspiel.register_game(_type(None), RulebookGame)
