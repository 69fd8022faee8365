#!/usr/bin/env python3
"""Random games of Pente, as its published rules say them; shares nothing with Rulebook.

    python3 pente.py > ../records/pente.jsonl
    python3 pente.py perft DEPTH [SIZE]

- Two players put a stone in turn on an empty point of a board of 19 by 19. White begins, on the middle point.
- A stone that is put so that exactly two enemy stones in a row stand between it and another own one, along any of the eight ways, takes these two off;
  it may take several pairs at once. Who puts a stone between two enemy ones loses nothing by it.
- Five own stones or more in a row win, and so do five pairs taken (ten stones). A full board is a draw.
- `opening`: `middle`, as above; `tournament`, where White's second stone also has to stand at least three lines away from the middle point, by rows or
  by columns; `free`, where the first stone stands anywhere.

The board is a flat list with a border of walls; points are numbers in it, and the eight ways are differences.
"""

import json
import random
import sys


class Board:
    def __init__(self, size):
        self.size = size
        self.width = size + 1  # one wall between rows serves both sides
        self.cells = ["#"] * (self.width * (size + 2) + 1)
        self.points = [self.width * y + x for y in range(1, size + 1) for x in range(1, size + 1)]
        for p in self.points:
            self.cells[p] = "."
        w = self.width
        self.ways = (1, -1, w, -w, w + 1, -w - 1, w - 1, 1 - w)
        self.middle = w * ((size + 1) // 2) + (size + 1) // 2

    def name(self, p):
        return f"{'abcdefghijklmnopqrs'[p % self.width - 1]}{p // self.width}"

    def far(self, p):
        across = abs(p % self.width - self.middle % self.width)
        up = abs(p // self.width - self.middle // self.width)
        return across >= 3 or up >= 3

    def open(self, opening, number):
        """Where the stone of that number in the game, from 1, may be put."""
        free = [p for p in self.points if self.cells[p] == "."]
        if opening != "free" and number == 1:
            return [self.middle]
        if opening == "tournament" and number == 3:
            return [p for p in free if self.far(p)]
        return free

    def put(self, p, mark):
        """Puts a stone; what is taken."""
        cells, other = self.cells, "x" if mark == "o" else "o"
        cells[p] = mark
        taken = []
        for d in self.ways:
            if cells[p + d] == other and cells[p + 2 * d] == other and cells[p + 3 * d] == mark:
                taken += [p + d, p + 2 * d]
        for q in taken:
            cells[q] = "."
        return taken

    def five(self, p):
        for d in self.ways[::2]:
            length = 1
            for way in (d, -d):
                q = p + way
                while self.cells[q] == self.cells[p]:
                    length += 1
                    q += way
            if length >= 5:
                return True
        return False


def play(rng, size, opening, keen):
    """`keen` games like to put stones next to others, so that there are captures and rows."""
    board, pairs, number, player = Board(size), {1: 0, 2: 0}, 1, 1
    moves, counts, seats, result = [], [], [], None
    while result is None:
        found = board.open(opening, number)
        choice = rng.choice(found)
        if keen and number > 3:
            close = [p for p in found if any(board.cells[p + d] in "xo" for d in board.ways)]
            choice = rng.choice(close or found)
        moves.append(board.name(choice))
        counts.append(len(found))
        seats.append(player)
        pairs[player] += len(board.put(choice, " ox"[player])) // 2
        if board.five(choice) or pairs[player] >= 5:
            result = player
        elif all(board.cells[p] != "." for p in board.points):
            result = 0
        number += 1
        player = 3 - player
    options = {}
    if size != 19:
        options["size"] = size
    if opening != "middle":
        options["opening"] = opening
    return {"game": "pente", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(size, depth):
    """Every line of play by itself. Nobody wins within six plies."""
    board = Board(size)

    def below(number, left):
        found = board.open("middle", number)
        if left == 1:
            return len(found)
        total = 0
        for p in found:
            before = board.cells[:]
            board.put(p, " ox"[2 - number % 2])
            total += below(number + 1, left - 1)
            board.cells = before
        return total

    return below(1, depth)


def main():
    if "perft" in sys.argv:
        size = int(sys.argv[3]) if len(sys.argv) > 3 else 19
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(size, depth), sep="\t")
        return
    for seed in range(15):
        opening = "tournament" if seed in (3, 8) else "free" if seed in (4, 9) else "middle"
        size = 13 if seed >= 11 else 19
        game = play(random.Random(seed), size, opening, seed % 2 == 0)
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/pente.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
