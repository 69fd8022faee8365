#!/usr/bin/env python3
"""Random games of OpenSpiel's nim (PyPI open_spiel), in the notation of the shipped sheet.

    python3 nim.py > records/nim.jsonl
    python3 nim.py perft

What is taken from a heap there is a match with all to its right here: `pile:2, take:3` of five matches is `c2`.
"""

import json
import random
import re
import sys

import pyspiel

SIZES = [[1, 3, 5, 7], [3, 4, 5, 0], [2, 0, 6, 9], [15, 15, 15, 15], [4, 4, 0, 0]]


def load(sizes, misere):
    return pyspiel.load_game("nim", {"pile_sizes": ";".join(map(str, sizes)), "is_misere": misere})


def perft(state, depth):
    if depth == 0:
        return 1
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def main():
    if "perft" in sys.argv:
        for sizes in SIZES[:2]:
            start = load(sizes, False).new_initial_state()
            print(sizes, *(perft(start, depth) for depth in range(1, 6)))
        return
    for seed in range(20):
        sizes = SIZES[seed // 2 % len(SIZES)]
        misere = seed % 2 == 1
        rng = random.Random(seed)
        state = load(sizes, misere).new_initial_state()
        left = list(sizes)
        moves, counts, seats = [], [], []
        while not state.is_terminal():
            player = state.current_player()
            actions = state.legal_actions()
            action = rng.choice(actions)
            pile, take = map(int, re.fullmatch(r"pile:(\d+), take:(\d+);", state.action_to_string(player, action)).groups())
            left[pile - 1] -= take
            moves.append("abcdefghijklmno"[left[pile - 1]] + str(pile))
            counts.append(len(actions))
            seats.append(player + 1)
            state.apply_action(action)
        options = {f"row_{n + 1}": size for n, size in enumerate(sizes)} | {"last_match": "loses" if misere else "wins"}
        print(json.dumps({
            "game": "nim", "options": options, "moves": moves, "counts": counts, "seats": seats,
            "result": 1 if state.returns()[0] > 0 else 2,
            "seed": seed, "source": "OpenSpiel 2.0.2, nim",
        }, separators=(",", ":")))


if __name__ == "__main__":
    main()
