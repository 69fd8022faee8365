#!/usr/bin/env python3
"""Random games of Renju with the fouls of the package `renju` 0.1.0 of PyPI; shares nothing with Rulebook.

    pip install renju==0.1.0
    python3 renju.py > records/renju.jsonl
    python3 renju.py perft DEPTH

The package (a port of the judge of Piskvork) says whether a point is forbidden to Black: an overline, two fours, or two threes, where a three is one only if it
can become a straight four by a stone that is not forbidden itself, and so on. A five goes before that. Here forbidden points are no moves. Black begins in the
middle, without an opening rule. Exactly five win for Black, five or more for White. Who has no move passes; two passes or a full board are a draw.
"""

import json
import random
import sys

sys.path.pop(0)
from renju.check_forbid import get_foul_type  # noqa: E402

SIZE = 15
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def name(x, y):
    return f"{'abcdefghijklmno'[x]}{y + 1}"


def runs(board, x, y):
    for dx, dy in WAYS:
        length = 1
        for sign in (1, -1):
            a, b = x + sign * dx, y + sign * dy
            while 0 <= a < SIZE and 0 <= b < SIZE and board[a][b] == board[x][y]:
                length, a, b = length + 1, a + sign * dx, b + sign * dy
        yield length


def near(board, x, y, reach):
    return any(board[a][b] for a in range(max(0, x - reach), min(SIZE, x + reach + 1)) for b in range(max(0, y - reach), min(SIZE, y + reach + 1)))


def play(seed, mood):
    rng, board = random.Random(seed), [[0] * SIZE for _ in range(SIZE)]
    moves, counts, seats, fouls, result = [], [], [], 0, None
    while result is None:
        seat = len(moves) % 2 + 1
        free = [(x, y) for x in range(SIZE) for y in range(SIZE) if board[x][y] == 0]
        if not moves:
            free = [(7, 7)]
        if seat == 1:
            legal = [p for p in free if not get_foul_type(board, *p)]
            fouls += len(free) - len(legal)
        else:
            legal = free
        pool = legal
        if mood != "wild":
            # Black clusters, White stays away from it, so that fouls come up; no fives while there is a choice.
            pool = [p for p in legal if near(board, *p, 2)] or legal
            if seat == 2 and rng.random() < 0.6:
                pool = [p for p in legal if not near(board, *p, 1)] or pool

            def makes(p):
                board[p[0]][p[1]] = seat
                longest = max(runs(board, *p))
                board[p[0]][p[1]] = 0
                return longest

            pool = [p for p in pool if makes(p) < (4 if seat == 2 else 5)] or pool if len(moves) < 60 else pool
        x, y = rng.choice(pool)
        board[x][y] = seat
        moves.append(name(x, y))
        counts.append(len(legal))
        seats.append(seat)
        lengths = list(runs(board, x, y))
        if 5 in lengths or (seat == 2 and max(lengths) > 5):
            result = seat
        elif len(free) == 1 and len(moves) > 1:
            result = 0
        elif len(moves) > 200:
            return None, fouls
    return {"game": "renju", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": result, "seed": seed,
            "source": "renju 0.1.0, by renju.py"}, fouls


def perft(board, depth, stones=0):
    seat, found = stones % 2 + 1, 0
    for x in range(SIZE):
        for y in range(SIZE):
            if board[x][y] or (stones == 0 and (x, y) != (7, 7)) or (seat == 1 and get_foul_type(board, x, y)):
                continue
            board[x][y] = seat
            found += 1 if depth == 1 else perft(board, depth - 1, stones + 1)
            board[x][y] = 0
    return found


def main():
    if "perft" in sys.argv:
        print(*(perft([[0] * SIZE for _ in range(SIZE)], depth) for depth in range(1, int(sys.argv[2]) + 1)))
        return
    kept = 0
    for seed in range(60):
        record, fouls = play(seed, "wild" if seed < 3 else "close")
        print(seed, fouls, record and len(record["moves"]), record and record["result"], file=sys.stderr)
        if record:
            kept += 1
            print(json.dumps(record, separators=(",", ":")), flush=True)
        if kept == 15:
            break


if __name__ == "__main__":
    main()
