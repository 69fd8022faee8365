#!/usr/bin/env python3
"""Random games of Alquerque, as its rules are commonly told; shares nothing with Rulebook.

    python3 alquerque.py > ../records/alquerque.jsonl
    python3 alquerque.py perft DEPTH

- Twelve stones each on the 25 points of a board of five by five: two rows next to a player and the two points to the player's right in the middle
  row, so that the middle is empty. Lines join the points of rows, of columns and of the diagonals of the four quarters. White is below and begins.
- A stone steps along a line, in any direction, to the next point if that is empty.
- It jumps over an enemy's stone on the next point to the empty point behind it on the same line, and takes the stone off at once. It jumps on, along
  any line, as long as it can. Who can jump must, but may choose among all jumps; there is no huff, since nobody can break this.
- Who has no stone left has lost, and so has who cannot move. (Sources differ: some let no stone go backwards. Here any way is allowed.)
- No source says how a game ends that goes on for ever: fifty plies without a capture are a draw here.

The board is the list of the sixteen lines, each a string of points numbered from the lower left, row by row. An action is written `a2-b3`, jumps
`a2xc4xe4`.
"""

import json
import random
import sys

ROWS = ["abcde", "fghij", "klmno", "pqrst", "uvwxy"]  # from below; a letter for each point
LINES = (
    ROWS
    + ["".join(row[i] for row in ROWS) for i in range(5)]
    + ["agmsy", "kqw", "cio", "uqmie", "kgc", "wso"]
)
NAME = {point: f"{'abcde'[x]}{y + 1}" for y, row in enumerate(ROWS) for x, point in enumerate(row)}


def triples():
    """For each point: the next ones, and pairs of a point to jump over and one to land on."""
    near, far = {p: [] for p in NAME}, {p: [] for p in NAME}
    for line in LINES:
        for text in (line, line[::-1]):
            for a, b in zip(text, text[1:]):
                near[a].append(b)
            for a, b, c in zip(text, text[1:], text[2:]):
                far[a].append((b, c))
    return near, far


NEAR, FAR = triples()


def chains(own, other, at):
    """All complete rows of jumps from a point: the points of the way and what is taken. `own` has the jumper no more."""
    for over, to in FAR[at]:
        if over in other and to not in own and to not in other:
            deeper = list(chains(own, other - {over}, to))
            if deeper:
                for way, taken in deeper:
                    yield (to, *way), taken | {over}
            else:
                yield (to,), frozenset({over})


def actions(own, other):
    """Each action as it is written, with both sets of stones after it."""
    found = {}
    for start in own:
        rest = own - {start}
        for way, taken in chains(rest, other, start):
            text = "x".join(NAME[p] for p in (start, *way))
            assert text not in found
            found[text] = (rest | {way[-1]}, other - taken)
    if found:
        return found
    for start in own:
        for to in NEAR[start]:
            if to not in own and to not in other:
                found[f"{NAME[start]}-{NAME[to]}"] = (own - {start} | {to}, other)
    return found


WHITE = frozenset("abcdefghij" + "no")  # the right of the middle row, as White sees it
BLACK = frozenset("pqrstuvwxy" + "kl")


def play(rng):
    own, other, player, quiet = WHITE, BLACK, 1, 0
    moves, counts, seats = [], [], []
    while True:
        found = actions(own, other)
        if not found:
            result = 3 - player
            break
        if quiet == 50:
            result = 0
            break
        text = rng.choice(sorted(found))
        moves.append(text)
        counts.append(len(found))
        seats.append(player)
        mine, theirs = found[text]
        quiet = quiet + 1 if theirs == other else 0
        own, other, player = theirs, mine, 3 - player
    return {"game": "alquerque", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(own, other, depth):
    found = actions(own, other)
    if depth == 1:
        return len(found)
    return sum(perft(theirs, mine, depth - 1) for mine, theirs in found.values())


def main():
    if "perft" in sys.argv:
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(WHITE, BLACK, depth), sep="\t")
        return
    for seed in range(15):
        game = play(random.Random(seed)) | {"seed": seed, "source": "tests/peers/generators/alquerque.py"}
        print(json.dumps(game, separators=(",", ":")))


if __name__ == "__main__":
    main()
