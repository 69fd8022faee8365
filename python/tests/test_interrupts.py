"""Ctrl-C in every call that may take long: the exception comes at once, and the cores are free soon."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CALLS = {
    "check": "rulebook.check(rulebook.load('chess'))",
    "compare": "rulebook.compare(rulebook.load('emulsion'), rulebook.load('emulsion', variant='Free Emulsion'))",
    "measure": "rulebook.measure(rulebook.load('go'), 10**5)",
    "measure of searches": "rulebook.measure(rulebook.load('go'), 10, agents=['mcts:1000000'], threads=1)",
    "perft": "rulebook.perft(rulebook.load('chess'), 9)",
    "playouts": "rulebook.playouts(rulebook.load('hex'), 10**9)",
    "playouts one by one": "rulebook.playouts(rulebook.load('chess'), 10**9, threads=1)",
    "solve": "rulebook.solve(rulebook.load('hex', size=6), states=10**9)",
    "train": "rulebook.train(rulebook.load('hex'), games=10**6)",
    "puzzles": "rulebook.puzzles(rulebook.load('hex'), games=10**6, nodes=10**6)",
    "play": "rulebook.play(rulebook.load('hex'), ['mcts:10000000', 'random'])",
    "choose": "rulebook.load('hex').agent('mcts:10000000').choose(rulebook.load('hex').start())",
    "explore": "rulebook.explore(rulebook.load('go'), 'plies < 100', games=10**6)",
    "work": "[task.work() for task in rulebook.Search(rulebook.load('go'), 'plies < 9', agents='mcts:100000').ask()]",
    "rollouts": "rulebook.VectorEnv(rulebook.load('go'), 64).random_rollouts(10**6)",
    "rollouts on threads": "rulebook.VectorEnv(rulebook.load('go'), 64, threads=2).random_rollouts(10**6)",
}
PROGRAM = """
import os, signal, sys, threading, time
import rulebook

signal.signal(signal.SIGINT, signal.default_int_handler)
sent = []

def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

call = compile(sys.argv[1], "call", "eval")
try:
    threading.Timer(float(sys.argv[2]), send).start()
    eval(call)
    print("it ended by itself", flush=True)
except KeyboardInterrupt:
    print(time.monotonic() - sent[0], flush=True)
    for _ in range(50):  # until nothing works any more
        before = time.process_time()
        time.sleep(0.2)
        if time.process_time() - before < 0.05:
            break
    print(time.monotonic() - sent[0], flush=True)
os._exit(0)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c(call: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, call, "0.7"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "itself" not in done.stdout, done.stdout + done.stderr
    heard, idle = map(float, done.stdout.split())
    # 0.2 s on a machine of one's own.
    assert heard < 0.6 and idle < 8, (heard, idle)
