#!/usr/bin/env python3
"""Random games of Jungle (Dou Shou Qi), as its rules are commonly told; shares nothing with Rulebook.

    python3 jungle.py > ../records/jungle.jsonl
    python3 jungle.py perft DEPTH

- Seven columns, nine rows; eight animals each, with ranks: elephant 8, lion 7, tiger 6, leopard 5, wolf 4, dog 3, cat 2, rat 1. Red is below and begins.
- An animal steps to the next square across or upright, never into its own den, and the rat alone into the river.
- Lion and tiger leap straight over the river, lengthwise and across, to the first land behind it, unless a rat of either player swims on the way.
- An animal takes an enemy's of the same or a lower rank by going to its square, also by a leap. The rat takes the elephant too, and the elephant does not
  take the rat (sources differ; `elephant_takes=any` lets it). A rat takes nothing on land from the river, nor in the river from land.
- An animal in a trap beside the enemy's den can be taken by any animal of that enemy (rivers are nowhere near, so by any that can get there).
- Who enters the enemy's den has won, and so has who has taken all enemies, or left them no move.
- Rules against going round differ most: here the third time that a position comes with the same player to move is a draw, and so are a hundred plies
  without a capture.

The board is a map of letters, upper row first; an animal is a letter too, a capital for Red. A step is written `a3-a4`, a capture `a3xa4`.
"""

import json
import random
import sys

MAP = [
    "..t#t..",
    "...t...",
    ".......",
    ".~~.~~.",
    ".~~.~~.",
    ".~~.~~.",
    ".......",
    "...T...",
    "..T*T..",
]
START = [
    "l.....t",
    ".d...c.",
    "r.p.w.e",
    ".......",
    ".......",
    ".......",
    "E.W.P.R",
    ".C...D.",
    "T.....L",
]
RANK = "rcdwptle"  # p is the leopard


def place(x, y):
    return f"{'abcdefg'[x]}{9 - y}"


def beats(hunter, prey, start, to, any_prey):
    """Whether an animal may take another, from one square to another one. Both are letters; squares are (x, y)."""
    if hunter.isupper() == prey.isupper():
        return False
    wet_from, wet_to = MAP[start[1]][start[0]] == "~", MAP[to[1]][to[0]] == "~"
    if wet_from != wet_to and hunter in "rR":
        return False
    if MAP[to[1]][to[0]] == ("T" if hunter.isupper() else "t"):
        return True
    a, b = RANK.index(hunter.lower()), RANK.index(prey.lower())
    if a == 0 and b == 7:
        return True
    if a == 7 and b == 0 and not any_prey:
        return False
    return a >= b


def actions(board, player, any_prey=False):
    """What is written, with where it leads from and to. `board` is a tuple of strings."""
    found = {}
    for y, row in enumerate(board):
        for x, animal in enumerate(row):
            if animal == "." or animal.isupper() != (player == 1):
                continue
            for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                u, v = x + right, y + down
                if not (0 <= u < 7 and 0 <= v < 9):
                    continue
                if MAP[v][u] == "~" and animal not in "rR":
                    if animal not in "lLtT":
                        continue
                    stopped = False
                    while MAP[v][u] == "~":
                        stopped = stopped or board[v][u] != "."
                        u, v = u + right, v + down
                    if stopped:
                        continue
                if MAP[v][u] == ("*" if player == 1 else "#"):
                    continue
                prey = board[v][u]
                if prey == ".":
                    found[f"{place(x, y)}-{place(u, v)}"] = ((x, y), (u, v))
                elif beats(animal, prey, (x, y), (u, v), any_prey):
                    found[f"{place(x, y)}x{place(u, v)}"] = ((x, y), (u, v))
    return found


def after(board, start, to):
    rows = [list(row) for row in board]
    rows[to[1]][to[0]], rows[start[1]][start[0]] = rows[start[1]][start[0]], "."
    return tuple("".join(row) for row in rows)


def over(board):
    """Who has won by a den or by taking all, or 0."""
    if board[0][3] != ".":
        return 1
    if board[8][3] != ".":
        return 2
    text = "".join(board)
    if not any(c.islower() for c in text):
        return 1
    if not any(c.isupper() for c in text):
        return 2
    return 0


def play(rng, any_prey, keen):
    """`keen` games prefer captures and keep out of dens, so that they last."""
    board, player, quiet, seen = tuple(START), 1, 0, {}
    moves, counts, seats = [], [], []
    while True:
        key = (board, player)
        seen[key] = seen.get(key, 0) + 1
        result = over(board)
        if result:
            break
        found = actions(board, player, any_prey)
        if not found:
            result = 3 - player
            break
        if quiet == 100 or seen[key] == 3:
            result = 0
            break
        pool = sorted(found)
        if keen:
            dry = [t for t in pool if not t.endswith(("d1", "d9"))] or pool
            pool = [t for t in dry if "x" in t] or dry
        text = rng.choice(pool)
        start, to = found[text]
        moves.append(text)
        counts.append(len(found))
        seats.append(player)
        quiet = 0 if "x" in text else quiet + 1
        board = after(board, start, to)
        player = 3 - player
    options = {"elephant_takes": "any"} if any_prey else {}
    return {"game": "jungle", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(board, player, depth):
    if over(board):
        return 0
    found = actions(board, player)
    if depth == 1:
        return len(found)
    return sum(perft(after(board, start, to), 3 - player, depth - 1) for start, to in found.values())


def main():
    if "perft" in sys.argv:
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(tuple(START), 1, depth), sep="\t")
        return
    for seed in range(15):
        game = play(random.Random(seed), seed in (5, 12, 13), seed >= 6)
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/jungle.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
