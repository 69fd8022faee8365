#!/usr/bin/env python3
"""Random games of Surakarta, as its published rules say them; shares nothing with Rulebook.

    python3 surakarta.py > ../records/surakarta.jsonl
    python3 surakarta.py perft DEPTH

- Twelve stones each, on the two rows next to a player of a square of six points by six. Black is below and begins.
- A stone steps to an empty point next to it, straight or slanting; or it captures. Nobody has to capture.
- A capture goes along one of two circuits, either way, and passes one of its four arcs at least. All points on the way are empty, but for the one
  where it began, which may be passed; the first stone that is met is an enemy's, and is replaced.
- Who has no stone left has lost, and so has who cannot move. Fifty plies without a capture are a draw, and so is the third time that a position
  comes with the same player to move.

A circuit is a ring of 24 places, six for each of its lines; an arc lies between every sixth place and the next. A point where a circuit crosses
itself has two places on it. Points are named by column letter and row number; a step is written `a2-b3`, a capture `a2xb5`.
"""

import json
import random
import sys


def circuit(near):
    """The ring whose lines are the rows and columns `near` and 7 - near, from the left end of the lower row, counter-clockwise."""
    far = 7 - near
    places = [(x, near) for x in range(1, 7)]  # to the right, then round the lower right corner
    places += [(far, y) for y in range(1, 7)]  # up, round the upper right
    places += [(x, far) for x in range(6, 0, -1)]  # to the left, round the upper left
    places += [(near, y) for y in range(6, 0, -1)]  # down, round the lower left
    return places


CIRCUITS = [circuit(2), circuit(3)]
NAME = {(x, y): f"{'abcdef'[x - 1]}{y}" for x in range(1, 7) for y in range(1, 7)}


def captures(stones, start):
    """The points on which the stone on `start` can capture. `stones` are the owners of points that are not empty."""
    found = set()
    for ring in CIRCUITS:
        for first in (place for place, point in enumerate(ring) if point == start):
            for way in (1, -1):
                place, arcs = first, 0
                for _ in range(len(ring) - 1):
                    # Between the places 5 and 6, 11 and 12, 17 and 18, 23 and 0 there is an arc.
                    arcs += place % 6 == (5 if way == 1 else 0)
                    place = (place + way) % 24
                    point = ring[place]
                    if point == start or point not in stones:
                        continue
                    if arcs and stones[point] != stones[start]:
                        found.add(point)
                    break
    return found


def actions(stones, player):
    """Every action as it is written, with where it leads from and to and whether it captures."""
    found = {}
    for start, owner in stones.items():
        if owner != player:
            continue
        x, y = start
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                to = (x + right, y + up)
                if to in NAME and to not in stones:
                    found[f"{NAME[start]}-{NAME[to]}"] = (start, to, False)
        for to in captures(stones, start):
            found[f"{NAME[start]}x{NAME[to]}"] = (start, to, True)
    return found


def beginning():
    return {point: 1 if point[1] <= 2 else 2 for point in NAME if point[1] not in (3, 4)}


def after(stones, start, to):
    stones = dict(stones)
    stones[to] = stones.pop(start)
    return stones


def play(rng):
    stones, player, quiet, seen = beginning(), 1, 0, {}
    moves, counts, seats = [], [], []
    while True:
        key = (frozenset(stones.items()), player)
        seen[key] = seen.get(key, 0) + 1
        found = actions(stones, player)
        # A stone that is left without a way, or no stone at all.
        if not found:
            result = 3 - player
            break
        if quiet == 50 or seen[key] == 3:
            result = 0
            break
        text = rng.choice(sorted(found))
        start, to, takes = found[text]
        moves.append(text)
        counts.append(len(found))
        seats.append(player)
        stones = after(stones, start, to)
        quiet = 0 if takes else quiet + 1
        player = 3 - player
    return {"game": "surakarta", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(stones, player, depth):
    found = actions(stones, player)
    if depth == 1:
        return len(found)
    return sum(perft(after(stones, start, to), 3 - player, depth - 1) for start, to, _ in found.values())


def main():
    if "perft" in sys.argv:
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(beginning(), 1, depth), sep="\t")
        return
    for seed in range(15):
        game = play(random.Random(seed)) | {"seed": seed, "source": "tests/peers/generators/surakarta.py"}
        print(json.dumps(game, separators=(",", ":")))


if __name__ == "__main__":
    main()
