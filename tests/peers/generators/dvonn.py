#!/usr/bin/env python3
"""Random games of DVONN, as its published rules tell it; shares nothing with Rulebook.

    python3 dvonn.py > ../records/dvonn.jsonl
    python3 dvonn.py perft DEPTH

- A board of 49 hexagons in rows of 9, 10, 11, 10 and 9. White has 23 pieces, Black 23, and three DVONN pieces are nobody's.
- White begins. By turns each puts a piece on an empty space: first the three DVONN pieces, then those of one's own colour, until the board is
  full. In the variant the pieces are laid by lot, space by space from a1: chance has seat 0.
- Then White, who has put the last piece, moves first. A stack belongs to whom its top piece belongs to; a single piece is a stack of one. It
  moves as a whole, in a straight line of six, exactly as many spaces as it has pieces, over whatever there is, and ends on another stack: never
  on an empty space.
- A stack with other stacks on all six sides may not move. A DVONN piece alone may not, but moves as a part of a stack.
- After each move all stacks are removed that are not in contact with a DVONN piece, directly or through a chain of stacks. A DVONN piece is in
  contact with itself.
- Who cannot move passes. When neither can, the game is over: who has more pieces in his stacks has won, of whatever colour they are.

Spaces are written as on the board: a letter for the slanting column, a number for the row. Row 1 is a1 to i1, row 3 a3 to k3, row 5 c5 to k5. A
piece put is written by its space, a move `a1-b1`. Stacks are strings here, the top last: `W`, `B` and `D`.
"""

import json
import random
import sys

SPACES = [(x, y) for y in range(1, 6) for x in range(1, 12) if -2 <= x - y <= 8]
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]
NAMES = {s: "abcdefghijk"[s[0] - 1] + str(s[1]) for s in SPACES}
assert [sum(y == row for _, y in SPACES) for row in range(1, 6)] == [9, 10, 11, 10, 9]


def near(space):
    return [(space[0] + dx, space[1] + dy) for dx, dy in WAYS]


class Game:
    def __init__(self):
        self.stacks = {}
        self.put = 0

    def placing(self):
        return self.put < 49

    def actions(self, colour):
        if self.placing():
            return {NAMES[s]: (None, s) for s in SPACES if s not in self.stacks}
        found = {}
        for (x, y), stack in self.stacks.items():
            if stack[-1] != colour or all(n in self.stacks for n in near((x, y))):
                continue
            for dx, dy in WAYS:
                end = (x + len(stack) * dx, y + len(stack) * dy)
                if end in self.stacks:
                    found[NAMES[x, y] + "-" + NAMES[end]] = ((x, y), end)
        return found

    def act(self, colour, start, end):
        if start is None:
            self.stacks[end] = "D" if self.put < 3 else colour
            self.put += 1
            return
        self.stacks[end] += self.stacks.pop(start)
        reached = [s for s, stack in self.stacks.items() if "D" in stack]
        for s in reached:
            reached += [n for n in near(s) if n in self.stacks and n not in reached]
        self.stacks = {s: stack for s, stack in self.stacks.items() if s in reached}

    def copy(self):
        other = Game()
        other.stacks, other.put = dict(self.stacks), self.put
        return other

    def pieces(self, colour):
        return sum(len(stack) for stack in self.stacks.values() if stack[-1] == colour)


def play(rng, aim, lot=False):
    """With the odds `aim`, who moves makes the move that gains most: records have passes and high stacks so."""
    game, moves, counts, seats, turn = Game(), [], [], [], 0
    if lot:
        bag = list("D" * 3 + "W" * 23 + "B" * 23)
        rng.shuffle(bag)
        for space in SPACES:
            counts.append(len(set(bag)))
            seats.append(0)
            piece = bag.pop()
            moves.append(f"{NAMES[space]}={piece.replace('B', 'b')}")
            game.stacks[space] = piece
        game.put = 49
    while True:
        found = game.actions("WB"[turn])
        if not found and not game.actions("WB"[1 - turn]) and not game.placing():
            break
        pool = sorted(found) or ["pass"]
        text = rng.choice(pool)
        if found and not game.placing() and rng.random() < aim:

            def gain(t):
                after = game.copy()
                after.act("WB"[turn], *found[t])
                return after.pieces("WB"[turn]) - after.pieces("WB"[1 - turn]) + rng.random()

            text = max(pool, key=gain)
        moves.append(text)
        counts.append(len(pool))
        seats.append(turn + 1)
        if found:
            game.act("WB"[turn], *found[text])
        turn = 0 if len(moves) == 49 else 1 - turn
    white, black = game.pieces("W"), game.pieces("B")
    record = {"game": "dvonn", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": 1 if white > black else 2 * (black > white)}
    return record | ({"variant": "DVONN by Lot"} if lot else {})


def perft(game, turn, depth):
    if depth == 0:
        return 1
    found = game.actions("WB"[turn])
    total = 0
    for start, end in found.values():
        after = game.copy()
        after.act("WB"[turn], start, end)
        total += perft(after, 1 - turn, depth - 1)
    if not found and game.actions("WB"[1 - turn]):
        total = perft(game, 1 - turn, depth - 1)
    return total


def main():
    if "perft" in sys.argv:
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(Game(), 0, depth), sep="\t")
        return
    for seed in range(20):
        game = play(random.Random(seed), (0, 0.3, 0.6)[seed % 3], seed >= 15)
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/dvonn.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
