#!/usr/bin/env python3
"""Random games of pydraughts 0.6.7's Turkish draughts, and its numbers of lines of play.

    pip install pydraughts==0.6.7
    python3 turkish_draughts.py > ../records/turkish-draughts.jsonl
    python3 turkish_draughts.py perft DEPTH

- A turn is written by the squares that the piece comes to: `a3-a4`, `c4xc6xe6`. Of routes that differ the engine lists each.
- The engine lets a king slide over a man that stands on the last square but one, which no rule allows: such steps are left out.
- The engine ends a game of one piece against one after two moves of each; the sheet does not, and the records stop there without a result.
"""

import json
import random
import re
import sys

from draughts import BLACK, WHITE, Board


def square(number):
    """Squares are numbered from the lower left, row by row."""
    return f"{'abcdefgh'[(number - 1) % 8]}{(number - 1) // 8 + 1}"


def passed(start, end):
    """The squares between two of one row or column."""
    (x, y), (u, v) = start, end
    columns, rows = range(min(ord(x), ord(u)), max(ord(x), ord(u)) + 1), range(min(int(y), int(v)), max(int(y), int(v)) + 1)
    return [f"{chr(column)}{row}" for column in columns for row in rows if f"{chr(column)}{row}" not in (start, end)]


def turns(board):
    """Each turn as it is written, with what the engine plays."""
    found, filled = {}, set(re.findall("[a-h][1-8]", board.fen))
    for move in board.legal_moves():
        sign = "x" if move.captures else "-"
        steps = [move.board_move[0][0]] + [step[1] for step in move.board_move]
        if move.captures or not filled & set(passed(*map(square, steps))):
            found[sign.join(map(square, steps))] = move
    return found


def play(seed, aim):
    rng, board, moves, counts, seats, result = random.Random(seed), Board("turkish"), [], [], [], None
    while result is None:
        found = turns(board)
        if board.is_over() and board.winner():
            result = {WHITE: 1, BLACK: 2}[board.winner()]
        elif board.fens.count(board.fens[-1]) == 3:
            result = 0
        if result is not None or board.is_over() or len(moves) == 400:
            break
        pool = sorted(found)
        # Kings come late in games of chance: some players hurry ahead.
        rank = {text: (int(text[-1]) if board.turn == WHITE else 9 - int(text[-1])) for text in pool}
        chosen = max(pool, key=lambda text: rank[text] + rng.random()) if rng.random() < aim else rng.choice(pool)
        moves.append(chosen)
        counts.append(len(pool))
        seats.append(1 if board.turn == WHITE else 2)
        board.push(found[chosen])
    return {"game": "turkish-draughts", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": result, "seed": seed,
            "source": "pydraughts 0.6.7, by turkish_draughts.py"}


def perft(board, depth):
    found = turns(board)
    if depth == 1:
        return len(found)
    total = 0
    for move in found.values():
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def main():
    if "perft" in sys.argv:
        print(*(perft(Board("turkish"), depth) for depth in range(1, int(sys.argv[2]) + 1)))
        return
    for seed in range(24):
        record = play(seed, (0, 0.3, 0.6)[seed % 3])
        print(seed, len(record["moves"]), record["result"], file=sys.stderr)
        print(json.dumps(record, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
