"""Learns to play a game by playing against itself: a small network in numpy, two minutes on two cores.

    python examples/learn.py connect-four
    python examples/learn.py my.game --set size=5 --seconds 60

One network plays all seats: observations show the board from the seat that is to act. Its policy is improved by policy gradients
(A2C: the result of the game, less what the network had expected, says how much more of an action there should be). Every few seconds
it plays against uniform random players, half of the games from each seat; the curve goes to `learn.svg`. The exit status is 1 if the
network is not clearly better than chance in the end.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

# The matrices are small: threads of numpy would wait for each other.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
import rulebook


class Network:
    """Two hidden layers; from them a logit for each action, and the expected result."""

    def __init__(self, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, gain: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * gain / math.sqrt(rows)).astype(np.float32)

        self.weights = [layer(inputs, hidden, 1.4), layer(hidden, hidden, 1.4), layer(hidden, actions, 0.01), layer(hidden, 1, 0.1)]
        self.biases = [np.zeros(weight.shape[1], np.float32) for weight in self.weights]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters()]
        self.updates = 0

    def parameters(self) -> list[np.ndarray]:
        return self.weights + self.biases

    def forward(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The hidden layers, the policy over legal actions, and the expected result."""
        first = np.maximum(x @ self.weights[0] + self.biases[0], 0)
        second = np.maximum(first @ self.weights[1] + self.biases[1], 0)
        logits = np.where(mask, second @ self.weights[2] + self.biases[2], -1e9)
        policy = np.exp(logits - logits.max(1, keepdims=True))
        policy /= policy.sum(1, keepdims=True)
        value = np.tanh(second @ self.weights[3] + self.biases[3])[:, 0]
        return first, second, policy, value

    def learn(self, x: np.ndarray, mask: np.ndarray, action: np.ndarray, result: np.ndarray, rate: float) -> None:
        """One step of Adam towards better actions and truer expectations."""
        first, second, policy, value = self.forward(x, mask)
        count = len(x)
        advantage = result - value
        advantage /= advantage.std() + 1e-3
        chosen = np.zeros_like(policy)
        chosen[np.arange(count), action] = 1
        surprise = np.where(policy > 0, np.log(policy + 1e-9), 0)
        entropy = -(policy * surprise).sum(1, keepdims=True)
        # Some randomness stays, or nothing new is tried.
        d_logits = (policy - chosen) * advantage[:, None] + 0.05 * policy * (surprise + entropy)
        d_value = ((value - result) * (1 - value**2))[:, None]
        d_logits, d_value = d_logits.astype(np.float32) / count, d_value.astype(np.float32) / count
        d_second = (d_logits @ self.weights[2].T + d_value @ self.weights[3].T) * (second > 0)
        d_first = (d_second @ self.weights[1].T) * (first > 0)
        pairs = [(x, d_first), (first, d_second), (second, d_logits), (second, d_value)]
        gradients = [left.T @ right for left, right in pairs] + [right.sum(0) for _, right in pairs]
        norm = math.sqrt(sum(float((gradient**2).sum()) for gradient in gradients))
        self.updates += 1
        for parameter, (mean, square), gradient in zip(self.parameters(), self.moments, gradients):
            gradient = gradient * min(1.0, 1.0 / (norm + 1e-9))
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.updates), square / (1 - 0.99**self.updates)
            parameter -= rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


@dataclass
class Player:
    """A network that plays a game."""

    env: rulebook.VectorEnv
    network: Network
    rng: np.random.Generator

    def inputs(self, obs: np.ndarray) -> np.ndarray:
        return (obs / self.env.scale).reshape(len(obs), -1).astype(np.float32)

    def act(self, obs: np.ndarray, mask: np.ndarray, best: bool = False) -> np.ndarray:
        """An action of each game: drawn from the policy, or the best one."""
        _, _, policy, _ = self.network.forward(self.inputs(obs), mask > 0)
        if best:
            return np.where(mask > 0, policy, -1).argmax(1).astype(np.int64)
        # The greatest of logarithms with Gumbel noise is drawn with these probabilities.
        noise = -np.log(-np.log(self.rng.random(policy.shape, np.float32) + 1e-12) + 1e-12)
        return np.where(mask > 0, np.log(policy + 1e-12) + noise, -np.inf).argmax(1).astype(np.int64)


@dataclass
class Point:
    """A point of the curve: the share of points against random players, a draw being half a one, with its 95 % interval."""

    seconds: float
    games: int
    score: float
    low: float
    high: float


@dataclass
class Learned:
    """What was learned."""

    player: Player
    curve: list[Point] = field(default_factory=list)


def interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def against_random(player: Player, games: int, seed: int) -> float:
    """The share of points against uniform random players, the seats in turn."""
    arena = rulebook.VectorEnv(player.env.game, games, seed, form=player.env.form, most=10**6, max_plies=player.env.max_plies)
    obs, mask = arena.reset()
    seats = np.arange(games) % arena.seats
    score, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        actions = arena.sample().copy()
        own = (arena.seat == seats) & ~over
        if own.any():
            actions[own] = player.act(obs[own], mask[own], best=True)
        obs, mask, reward, done = arena.step(actions)
        ended = (done > 0) & ~over
        score[ended] = (reward[np.arange(games), seats][ended] + 1) / 2
        over |= ended
    return float(score.mean())


def learn(
    game: rulebook.Game,
    seconds: float = 120,
    *,
    seed: int = 1,
    games: int = 128,
    hidden: int = 128,
    test_games: int = 400,
    max_plies: int = 400,
    say: bool = True,
) -> Learned:
    """Learns to play a game in so many seconds of self-play and tests."""
    rng = np.random.default_rng(seed)
    env = rulebook.VectorEnv(game, games, seed, max_plies=max_plies)
    network = Network(math.prod(env.shape), env.actions, hidden, rng)
    player = Player(env, network, rng)
    learned = Learned(player)
    began = time.monotonic()
    tests, played, testing = 0, 0, 0.0
    best, kept = -1.0, [parameter.copy() for parameter in network.parameters()]

    def test() -> None:
        nonlocal tests, testing, best, kept
        before = time.monotonic()
        score = against_random(player, test_games, seed + tests)
        point = Point(time.monotonic() - began, played, score, *interval(score, test_games))
        learned.curve.append(point)
        if score > best:
            best, kept = score, [parameter.copy() for parameter in network.parameters()]
        tests += 1
        testing += time.monotonic() - before
        if say:
            print(f"{point.seconds:6.1f} s {played:8} games  {score:.3f} [{point.low:.3f}, {point.high:.3f}] against random", flush=True)

    test()
    obs, mask = env.reset()
    steps: list[list[tuple[np.ndarray, np.ndarray, int, int]]] = [[] for _ in range(games)]
    ready: list[tuple[np.ndarray, np.ndarray, int, float]] = []
    every = max(seconds / 10, 1.0)
    while (spent := time.monotonic() - began) < seconds:
        actions = player.act(obs, mask)
        for place in range(games):
            steps[place].append((obs[place].copy(), mask[place].copy(), int(actions[place]), int(env.seat[place])))
        obs, mask, reward, done = env.step(actions)
        for place in np.flatnonzero(done):
            ready += [(seen, can, action, float(reward[place, seat])) for seen, can, action, seat in steps[place]]
            steps[place].clear()
            played += 1
        if len(ready) >= 2048:
            seen, can, action, result = (np.array(column) for column in zip(*ready))
            order = rng.permutation(len(seen))
            for part in np.array_split(order, max(1, len(seen) // 512)):
                network.learn(player.inputs(seen[part]), can[part] > 0, action[part], result[part].astype(np.float32), 5e-4)
            ready.clear()
        # Most of the time is for learning, on slow machines too.
        if spent > every * tests and testing < 0.2 * spent:
            test()
    test()
    # Self-play forgets at times: the best network is kept, and tested once more by other games, as it was chosen by its score.
    for parameter, known in zip(network.parameters(), kept):
        parameter[...] = known
    test()
    return learned


def draw(curve: list[Point], title: str) -> str:
    """The curve as SVG."""
    width, height, left, bottom = 640, 320, 50, 40
    last = max(curve[-1].seconds, 1e-9)

    def at(seconds: float, score: float) -> str:
        return f"{left + (width - left - 20) * seconds / last:.1f},{(height - bottom) - (height - bottom - 30) * score:.1f}"

    line = " ".join(at(point.seconds, point.score) for point in curve)
    band = " ".join([at(point.seconds, point.high) for point in curve] + [at(point.seconds, point.low) for point in reversed(curve)])
    rows = "".join(
        f'<text x="{left - 8}" y="{at(0, score).split(",")[1]}" text-anchor="end" dominant-baseline="middle">{score:.2f}</text>'
        f'<polyline points="{at(0, score)} {at(last, score)}" stroke="#d8dee4"/>'
        for score in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="#1b1f24"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{left}" y="18">{title}: points against random players, with 95 % interval</text>{rows}'
        f'<polygon points="{band}" fill="#0072b2" fill-opacity="0.2"/>'
        f'<polyline points="{line}" fill="none" stroke="#0072b2" stroke-width="2"/>'
        f'<text x="{width - 20}" y="{height - 12}" text-anchor="end">{last:.0f} seconds, {curve[-1].games} games</text></svg>'
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="connect-four", help="name of a shipped game, or path of a .game file")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="value of an option of the game")
    parser.add_argument("--variant", help="title of a variant")
    parser.add_argument("--seconds", type=float, default=120, help="time to learn [default: 120]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learn.svg"), help="where the curve goes [default: learn.svg]")
    given = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in given.set)
    try:
        game = rulebook.load(given.game, variant=given.variant, options=options)
    except (rulebook.RulebookError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    learned = learn(game, given.seconds, seed=given.seed)
    given.out.write_text(draw(learned.curve, game.title), encoding="utf-8")
    end = learned.curve[-1]
    better = end.low > 0.5
    print(f"{game.title}: {end.score:.3f} [{end.low:.3f}, {end.high:.3f}] against random players: ", end="")
    print("clearly better than chance" if better else "not clearly better than chance")
    return 0 if better else 1


if __name__ == "__main__":
    sys.exit(main())
