#!/usr/bin/env python3
"""Random games of Order and Chaos, as its rules are commonly told; shares nothing with Rulebook.

    python3 order_and_chaos.py > ../records/order-and-chaos.jsonl
    python3 order_and_chaos.py perft DEPTH

- The board is 6 by 6 and empty. Order begins; players take turns. A turn puts a cross or a nought, as the player likes, on an empty square. Nothing moves.
- Order has won as soon as five like signs stand in a row, straight or aslant, whoever put the last of them. Six in a row are nothing, as the inventor came to
  say; as the rules were first printed they win, too (`six=wins`).
- Chaos has won when the board is full without that.

An action is written as the sign and its square, `Xa1`, `Oc3`.
"""

import json
import random
import sys

SQUARES = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]


def runs(board, square):
    """The lengths of the rows of like signs through a square."""
    x, y = ord(square[0]) - 97, int(square[1]) - 1
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            step = 1
            while board.get(f"{chr(97 + x + sign * step * dx)}{y + sign * step * dy + 1}") == board[square]:
                length, step = length + 1, step + 1
        yield length


def has_won(board, square, six):
    return any(length == 5 or (length == 6 and six == "wins") for length in runs(board, square))


def play(seed, aim, six):
    """With the odds `aim`, Order makes long rows and Chaos short ones."""
    rng, board, moves, counts, seats, result = random.Random(seed), {}, [], [], [], None
    while result is None:
        pool = [sign + square for sign in "XO" for square in SQUARES if square not in board]
        order = len(moves) % 2 == 0

        def longest(action):
            after = board | {action[1:]: action[0]}
            length = sum(run * run for run in runs(after, action[1:]))
            return (length if order else -length) + rng.random()

        action = max(pool, key=longest) if rng.random() < (aim if order else aim / 2) else rng.choice(pool)
        board[action[1:]] = action[0]
        moves.append(action)
        counts.append(len(pool))
        seats.append(1 if order else 2)
        if has_won(board, action[1:], six):
            result = 1
        elif len(board) == 36:
            result = 2
    options = {"six": six} if six != "nothing" else {}
    return {"game": "order-and-chaos", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result, "seed": seed,
            "source": "tests/peers/generators/order_and_chaos.py"}


def perft(board, depth):
    """Lines of play; none of up to four actions ends a game."""
    if depth == 0:
        return 1
    return sum(perft(board | {square: sign}, depth - 1) for sign in "XO" for square in SQUARES if square not in board)


def main():
    if "perft" in sys.argv:
        print(*(perft({}, depth) for depth in range(1, int(sys.argv[2]) + 1)))
        return
    plans = [(0, "nothing")] * 4 + [(0.5, "nothing")] * 4 + [(1, "nothing")] * 2 + [(0, "wins")] * 2 + [(0.7, "wins")] * 3
    for seed, (aim, six) in enumerate(plans):
        print(json.dumps(play(seed, aim, six), separators=(",", ":")))


if __name__ == "__main__":
    main()
