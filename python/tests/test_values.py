"""Games, positions, agents and environments as values: copied, pickled, sent to other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import rulebook
from conftest import ROOT, SHEETS, load
from rulebook.gymnasium import SingleAgentEnv


#: Luck in the setup and in turns, chains, stacks, repetitions, several players, graphs.
SOME = ["backgammon", "chess", "einstein", "english-draughts", "go", "hex", "tintas", *SHEETS]


def sent(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def test_games(game: rulebook.Game) -> None:
    there = sent(game)
    assert there == game and hash(there) == hash(game) and copy.deepcopy(game) == copy.copy(game) == game
    assert isinstance(there, rulebook.Game)
    assert (there.title, there.name, there.options, there.findings) == (game.title, game.name, game.options, game.findings)
    assert there.start() == game.start()


def test_what_a_game_is_made_of_goes_with_it(tmp_path: Path) -> None:
    small = 'variant "Small" of "Hex" {\n  option size: 2..=26 = 5\n}\n'
    (tmp_path / "small.game").write_text(small)
    (tmp_path / "other.game").write_text('game "Other" {\n}\n')
    (tmp_path / "tiny.game").write_text('variant "Tiny" of "Small" in "small.game" {\n  option size: 2..=26 = 3\n}\n')
    tiny = rulebook.load(tmp_path / "tiny.game")
    assert list(tiny.files.values()) == [small] and tiny.files.keys() == {(tmp_path / "small.game").as_posix()}
    kept = pickle.dumps(tiny)
    for file in tmp_path.iterdir():
        file.unlink()
    assert pickle.loads(kept) == tiny and len(pickle.loads(kept).cells) == 9
    counting = rulebook.load("othello", expressions=["count(mine)"])
    assert sent(counting) == counting != rulebook.load("othello")
    assert sent(counting).agent("greedy:count(mine)").choose(counting.start())  # type: ignore[attr-defined]
    misere = rulebook.load("tic-tac-toe", variant="Misère Tic-Tac-Toe")
    assert sent(misere) == misere != rulebook.load("tic-tac-toe")
    assert rulebook.load("hex", size=11) == rulebook.load("hex") != rulebook.load("hex", size=5)


def test_positions_go_on(game: rulebook.Game) -> None:
    position, seed = game.start(), random.Random(4)
    for _ in range(12):
        if not position.legal:
            break
        position.play(seed.choice(position.legal))
    there = sent(position)
    assert isinstance(there, rulebook.Position)
    assert there == position and there.legal == position.legal and there.ply == position.ply and there.line == position.line
    while position.undo():
        assert there.undo() and there == position
    # Of a position whose line is not known, what is to come is the same, repetitions included.
    one = game.env(max_plies=300)
    for _ in range(20):
        if one.state == "running":
            one.step(seed.choice(one.legal()))
    here = one.position
    there = sent(here)
    assert isinstance(there, rulebook.Position) and there.legal == here.legal and there.outcome == here.outcome


@pytest.mark.parametrize("form", ["auto", "picks"])
@pytest.mark.parametrize("name", SOME)
def test_environments_go_on(name: str, form: str) -> None:
    one = load(name).env(form, max_plies=60, seed=3)
    seed = random.Random(5)
    there = one
    for ply in range(40):
        assert there.legal() == one.legal() and there.observe() == one.observe() and there.mask() == one.mask()
        assert (there.state, there.rewards, there.picked) == (one.state, one.rewards, one.picked)
        if one.state != "running":
            one.reset(), there.reset()
            continue
        if ply % 7 == 0:
            there = sent(one)  # type: ignore[assignment]
        action = seed.choice(one.legal())
        for env in {id(one): one, id(there): there}.values():
            env.step(action)


@pytest.mark.parametrize("name", SOME)
def test_many_games_go_on(name: str) -> None:
    many = rulebook.VectorEnv(load(name), 3, 5, max_plies=300)
    many.reset()
    for _ in range(20):
        many.step(many.sample())
    there = sent(many)
    assert isinstance(there, rulebook.VectorEnv)
    for _ in range(20):
        actions = many.sample()
        assert np.array_equal(there.sample(), actions)
        for here, other in zip(many.step(actions), there.step(actions)):
            assert np.array_equal(here, other)
    assert np.array_equal(there.random_rollouts(2), many.random_rollouts(2))


def test_agents_begin_as_they_did() -> None:
    game = rulebook.load("connect-four")
    agent = game.agent("mcts:40", seed=9)
    there, copied = sent(agent), copy.copy(agent)
    assert isinstance(there, rulebook.Agent) and there.name == copied.name == "mcts:40"
    assert there.choose(game.start()) == agent.choose(game.start()) == copied.choose(game.start())


def test_what_is_kept_of_another_game_is_refused() -> None:
    made, parts = rulebook.load("hex", size=3).env().__reduce__()
    with pytest.raises(rulebook.RulebookError, match="does not fit its rules"):
        made(rulebook.load("hex", size=9), *parts[1:])


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_pools(method: str) -> None:
    games = [rulebook.load("hex", size=4), rulebook.load(ROOT / "games/sowing/kalah.game")]
    alone = [rulebook.playouts(game, 50, seed=3) for game in games]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(rulebook.playouts, games, [50, 50], timeout=60)) != []
        assert [told.result(60) for told in [pool.submit(rulebook.playouts, game, 50, seed=3) for game in games]] == alone
        positions = [pool.submit(rulebook.Position.copy, game.start()).result(60) for game in games]
    assert positions == [game.start() for game in games]


def test_gymnasium_makes_every_shipped_game() -> None:
    made = {name for name in gymnasium.registry if name.startswith("rulebook/")}
    assert len(made) == len(rulebook.shipped()) and {"rulebook/Hex-v0", "rulebook/ConnectFour-v0"} <= made
    one = gymnasium.make("rulebook/Hex-v0", size=7, seat=1)
    seen, info = one.reset(seed=1)
    assert seen["observation"].shape[1:] == (7, 7)
    one.step(np.flatnonzero(info["action_mask"])[0])
    without = "import gymnasium; assert gymnasium.make('rulebook.gymnasium:rulebook/TicTacToe-v0').unwrapped.game.name == 'tic-tac-toe'"
    subprocess.run([sys.executable, "-c", without], check=True)


@pytest.mark.parametrize("context", ["spawn", "fork"])
def test_gymnasium_steps_them_in_processes(context: str, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.game"
    sheet.write_text(rulebook.load("breakthrough").text)
    game = rulebook.load(sheet)
    sheet.unlink()
    ways = [lambda: SingleAgentEnv(game), lambda: gymnasium.make("rulebook.gymnasium:rulebook/Breakthrough-v0")]
    for way in ways:
        many = gymnasium.vector.AsyncVectorEnv([way, way], context=context)
        seen, info = many.reset(seed=1)
        for _ in range(5):
            seen, *_ = many.step(np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]]))
        assert seen["observation"].shape[0] == 2
        many.close()


def test_actions_are_whole_numbers() -> None:
    many = rulebook.VectorEnv(rulebook.load("tic-tac-toe"), 2)
    many.reset()
    for wrong in (np.array([3.9, 1.0]), [3.0, 1.0], np.array([True, False]), ["3", "1"]):
        with pytest.raises(TypeError, match="whole numbers"):
            many.step(wrong)  # type: ignore[arg-type]
    many.step([3, 1])  # type: ignore[arg-type]
    many.step(np.array([4, 2], np.uint8))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        rulebook.load("tic-tac-toe").env().step(3.9)  # type: ignore[arg-type]
    single = SingleAgentEnv("tic-tac-toe", seat=0)
    single.reset(seed=1)
    with pytest.raises(TypeError):
        single.step(3.9)  # type: ignore[arg-type]
