#!/usr/bin/env python3
"""Random games of Senet, by Kendall's reconstruction as it is commonly printed; shares nothing with Rulebook.

    python3 senet.py > ../records/senet.jsonl
    python3 senet.py odds > senet.odds.tsv

No rules of the Egyptians are known. Where printed versions differ, these are the rules here:

- Thirty houses in three rows of ten, gone through as an ox ploughs: 1 to 10, back from 11 to 20, and 21 to 30. Five pieces each (or seven) stand
  in turn on the first houses, Black's on the even ones. Black begins. (Who begins is not thrown for, and the first piece is not prescribed.)
- Four sticks are thrown, each with a flat and a round side: as many flat sides as are up, so far a piece goes; none of them counts five. Who has
  gone with a one, a four or a five throws again.
- A piece goes to a house that is empty, or changes places with a piece of the enemy there. Not with one that is next to another of its owner:
  two in a row guard each other. Three in a row, or more, are not passed by the enemy. In a row is meant of the way, also round its bends.
- No piece is attacked in the houses 15, 26, 28 and 29.
- Nobody passes house 26: each piece has to come to it by a throw that fits. From there a five leaves the board; a one comes to the water.
- House 27 is the water: a piece that comes there goes back to 15 at once, or if that is taken to the first empty house before it.
- From 28 a piece leaves with a three alone, from 29 with a two, from 30 with a one (or, as others play, with any throw). They do not go on
  otherwise.
- Who can go forward or leave with a piece must. Who cannot goes back with one, so far as the throw says, by the same rules, also out of the last
  houses (and into the water). Who cannot do that either has lost the turn, without another throw.
- Who has all pieces off the board has won, at once.

Houses are written as on a square of ten columns with the first row on top: a1 to j1, j2 to a2, a3 to j3. A move is written `a1-b1`, also where
places are changed, and where it ends in the water, `g3`. A piece that leaves is written `h3>off`. Chance has seat 0.
"""

import json
import random
import sys

WAYS = {1: 4, 2: 6, 3: 4, 4: 1, 5: 1}
EXACT = {28: 3, 29: 2, 30: 1}
SAFE = {15, 26, 28, 29}


def house(n):
    row, place = divmod(n - 1, 10)
    return "abcdefghij"[9 - place if row == 1 else place] + str(row + 1)


def guarded(n, board):
    return n in SAFE or board.get(n) in (board.get(n - 1), board.get(n + 1))


def reach(start, end, seat, board):
    """Whether a piece of the seat may go from one house to the other, without what is special of 26 and behind it."""
    if board.get(end) == seat or (end in board and guarded(end, board)):
        return False
    run = 0
    for n in range(min(start, end) + 1, max(start, end)):
        run = run + 1 if board.get(n) == 1 - seat else 0
        if run == 3:
            return False
    return True


def moves_of(seat, throw, board, horus):
    forward, back = {}, {}
    for start in [n for n, owner in board.items() if owner == seat]:
        if start in EXACT:
            if throw == EXACT[start] or (start == 30 and horus == "any"):
                forward[house(start) + ">off"] = (start, None)
        elif start + throw == 31:
            forward[house(start) + ">off"] = (start, None)
        elif (start + throw <= 26 or start == 26) and reach(start, start + throw, seat, board):
            forward[f"{house(start)}-{house(start + throw)}"] = (start, start + throw)
        if start > throw and reach(start, start - throw, seat, board):
            back[f"{house(start)}-{house(start - throw)}"] = (start, start - throw)
    return forward or back


def play(rng, pieces, horus):
    board = {n: n % 2 for n in range(1, 2 * pieces + 1)}  # seat 0, Black, on even houses
    seat, moves, counts, seats = 0, [], [], []
    while True:
        throw = sum(rng.random() < 0.5 for _ in range(4)) or 5
        moves.append(str(throw))
        counts.append(5)
        seats.append(0)
        found = moves_of(seat, throw, board, horus)
        if found:
            text = rng.choice(sorted(found))
            moves.append(text)
            counts.append(len(found))
            seats.append(seat + 1)
            start, end = found[text]
            other = board.get(end)
            del board[start]
            if end is not None:
                board[end] = seat
                if other is not None:
                    board[start] = other
                if end == 27:
                    del board[27]
                    board[next(n for n in range(15, 0, -1) if n not in board)] = seat
            elif seat not in board.values():
                break
        if not found or throw in (2, 3):
            seat = 1 - seat
    options = ({"men": pieces} if pieces != 5 else {}) | ({"horus": horus} if horus != "one" else {})
    return {"game": "senet", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": seat + 1}


def main():
    if "odds" in sys.argv:
        for throw, ways in WAYS.items():
            print(throw, ways, 16, sep="\t")
        return
    for seed in range(20):
        game = play(random.Random(seed), 5 if seed < 12 else 7, "any" if seed % 4 == 3 else "one")
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/senet.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
