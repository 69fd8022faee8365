#!/usr/bin/env python3
"""Random games of Connect6, as its published rules say them; shares nothing with Rulebook.

    python3 connect6.py > ../records/connect6.jsonl
    python3 connect6.py perft DEPTH [SIZE]

- Black puts one stone on an empty point of a board of 19 by 19; then White and Black by turns put two each.
- Six own stones or more in a row, across, upright or slanting, win. They win as soon as they are complete, be it with the first stone of two: what the
  second one does cannot matter.
- A full board without a six is a draw. Where one point is left for two stones (on boards of an even side), one is put.

A turn of two is two actions here, each a point. Each player's stones are one number whose bits are the points.
"""

import json
import random
import sys


def six(stones, stride):
    """Whether six bits stand in a row. Rows are `stride` bits apart, one more than there are columns, so that no row runs over into the next."""
    for step in (1, stride, stride + 1, stride - 1):
        run = stones
        for n in range(1, 6):
            run &= stones >> (n * step)
        if run:
            return True
    return False


def play(rng, size, near):
    """With the odds `near` a stone is put beside one of the same player's, so that rows come about."""
    stride = size + 1
    stones = [0, 0]
    free = [(x, y) for y in range(size) for x in range(size)]
    moves, counts, seats, seat, left, result = [], [], [], 0, 1, None
    while result is None:
        x, y = rng.choice(free)
        if rng.random() < near:
            close = [(x, y) for x, y in free if any(stones[seat] >> ((y + v) * stride + x + u) & 1
                     for u, v in ((1, 1), (1, 0), (0, 1), (1, -1), (-1, -1), (-1, 0), (0, -1), (-1, 1))
                     if 0 <= x + u < size and 0 <= y + v < size)]
            x, y = rng.choice(close or free)
        moves.append(f"{'abcdefghijklmnopqrs'[x]}{y + 1}")
        counts.append(len(free))
        seats.append(seat + 1)
        free.remove((x, y))
        stones[seat] |= 1 << (y * stride + x)
        left -= 1
        if six(stones[seat], stride):
            result = seat + 1
        elif not free:
            result = 0
        if left == 0:
            seat, left = 1 - seat, 2
    options = {"size": size} if size != 19 else {}
    return {"game": "connect6", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(size, depth):
    """Nobody has six within the depths that can be counted, so that any free point can follow any other."""
    total = 1
    for n in range(depth):
        total *= size * size - n
    return total


def main():
    if "perft" in sys.argv:
        size = int(sys.argv[3]) if len(sys.argv) > 3 else 19
        for depth in range(1, min(int(sys.argv[2]), 10) + 1):
            print(depth, perft(size, depth), sep="\t")
        return
    for seed in range(15):
        size = (19, 19, 19, 19, 19, 19, 15, 15, 13, 13, 9, 9, 7, 6, 6)[seed]
        game = play(random.Random(seed), size, 0 if seed % 3 == 0 or seed > 12 else 0.8)
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/connect6.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
