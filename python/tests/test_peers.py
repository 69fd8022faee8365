"""The suites of the libraries that the module is a door to, over all games."""

from __future__ import annotations

import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
import rulebook
import rulebook.open_spiel
from conftest import GAMES, SHEETS, SMALL
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test
from rulebook.gymnasium import SingleAgentEnv
from rulebook.pettingzoo import env


@pytest.mark.parametrize("form", ["auto", "picks"])
def test_pettingzoo(game: rulebook.Game, form: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game, form=form, max_plies=200), num_cycles=50)
        seed_test(lambda: env(game, form=form, max_plies=200), num_cycles=20)


def test_spaces_are_the_same_at_each_call(game: rulebook.Game) -> None:
    one = env(game)
    one.reset()
    for agent in one.possible_agents:
        assert one.observation_space(agent) is one.observation_space(agent)
        assert one.action_space(agent) is one.action_space(agent)
    assert one.possible_agents == [f"player_{seat}" for seat in range(len(game.players))]


def test_gymnasium(game: rulebook.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleAgentEnv(game, max_plies=100), skip_render_check=True)


@pytest.mark.parametrize("opponent", ["random", "mcts:10", lambda env: env.legal()[0]], ids=["random", "agent", "function"])
def test_gymnasium_plays_games_to_their_end(opponent: object) -> None:
    one = SingleAgentEnv("connect-four", opponent=opponent)
    rewards = []
    for seed in range(5):
        seen, info = one.reset(seed=seed)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            seen, reward, over, cut, info = one.step(legal[0])
            assert not cut and "illegal" not in info
        rewards.append(reward)
    assert set(rewards) <= {-1.0, 0.0, 1.0} and one.observation_space.contains(seen)
    seen, info = one.reset(seed=1)
    one.inside.step(0)
    assert isinstance(one.action_space, gymnasium.spaces.Discrete)


def parameters(name: str) -> str:
    file = SHEETS.get(name, name)
    options = "/".join(f"{key}:{value}" for key, value in SMALL.get(name, {}).items())
    return f"rulebook(file={file},options={options},max_plies=80)"


@pytest.mark.parametrize("name", GAMES)
def test_open_spiel(name: str) -> None:
    rulebook.open_spiel.register()
    game = pyspiel.load_game(parameters(name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_open_spiel_searches() -> None:
    rulebook.open_spiel.register()
    game = pyspiel.load_game("rulebook(file=tic-tac-toe)")
    state = game.new_initial_state()
    for text in ["a1", "b1", "a2", "b2"]:
        state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action).endswith(f"={text}")))
    # The bot of OpenSpiel's library in C++ ends the process for every game in Python, its own ones too.
    draw = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(2, draw), random_state=draw)
    assert state.action_to_string(bot.step(state)).endswith("=a3"), "three in a row wins"


def test_open_spiel_reads_an_edited_sheet_anew(tmp_path: Path) -> None:
    rulebook.open_spiel.register()
    sheet = tmp_path / "mine.game"
    text = rulebook.load("hex").text
    sheet.write_text(text)
    before = pyspiel.load_game(f"rulebook(file={sheet},options=size:4)")
    state = before.new_initial_state()
    sheet.write_text(text + 'variant "Small" of "Hex" {\n  option size: 2..=26 = 3\n}\n')
    after = pyspiel.load_game(f"rulebook(file={sheet},variant=Small)")
    assert (before.num_distinct_actions(), after.num_distinct_actions()) == (17, 10)
    sheet.write_text(text + 'variant "Small" of "Hex" {\n  option size: 2..=26 = 5\n}\n')
    assert pyspiel.load_game(f"rulebook(file={sheet},variant=Small)").num_distinct_actions() == 26
    assert len(state.legal_actions()) == len(before.new_initial_state().legal_actions()) == 16
