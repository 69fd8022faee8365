"""Plies a second from Python, with observations and masks in arrays, on one core: here, in OpenSpiel's loop, and in PettingZoo's classics.

    python python/benches/speed.py [seconds]

Every ply is a uniformly random legal action; what the player to act sees and may do is written for each.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import rulebook

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def rate(plies: Iterator[int]) -> float:
    """Plies a second of what counts its plies."""
    for _ in range(3):
        next(plies)
    began, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < SECONDS:
        count += next(plies)
    return count / spent


def here(name: str, games: int = 256, **options: int) -> Iterator[int]:
    env = rulebook.VectorEnv(rulebook.load(name, options=options), games, 1, form="flat")
    env.reset()
    while True:
        env.step(env.sample())
        yield games


def open_spiel(name: str) -> Iterator[int]:
    import pyspiel

    game = pyspiel.load_game(name)
    shape, draw = game.observation_tensor_shape(), random.Random(1)
    mask = np.zeros(game.num_distinct_actions(), np.uint8)
    state = game.new_initial_state()
    while True:
        for _ in range(100):
            legal = state.legal_actions()
            np.asarray(state.observation_tensor(), np.float32).reshape(shape)
            mask[:] = 0
            mask[legal] = 1
            state.apply_action(draw.choice(legal))
            if state.is_terminal():
                state = game.new_initial_state()
        yield 100


def pettingzoo(name: str) -> Iterator[int]:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
    draw = random.Random(1)
    while True:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(draw.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            count += 1
        yield count


def main() -> None:
    rows: list[tuple[str, str, Callable[[], Iterator[int]]]] = [
        ("rulebook", "hex 11", lambda: here("hex", size=11)),
        ("rulebook", "othello", lambda: here("othello")),
        ("rulebook", "connect-four", lambda: here("connect-four")),
        ("rulebook", "tic-tac-toe", lambda: here("tic-tac-toe")),
        ("rulebook", "breakthrough", lambda: here("breakthrough")),
        ("OpenSpiel", "hex 11", lambda: open_spiel("hex(board_size=11)")),
        ("OpenSpiel", "othello", lambda: open_spiel("othello")),
        ("OpenSpiel", "connect-four", lambda: open_spiel("connect_four")),
        ("OpenSpiel", "breakthrough", lambda: open_spiel("breakthrough")),
        ("PettingZoo", "connect-four", lambda: pettingzoo("connect_four_v3")),
        ("PettingZoo", "tic-tac-toe", lambda: pettingzoo("tictactoe_v3")),
    ]
    print(f"{'':12}{'':14}{'plies/s':>12}")
    for system, game, plies in rows:
        try:
            print(f"{system:12}{game:14}{rate(plies()):12,.0f}", flush=True)
        except ImportError as missing:
            print(f"{system:12}{game:14}  not installed: {missing.name}")


if __name__ == "__main__":
    main()
