#!/usr/bin/env python3
"""Random games of GIPF, the basic game, as its published rules tell it; shares nothing with Rulebook.

    python3 gipf.py > ../records/gipf.jsonl
    python3 gipf.py perft DEPTH

- A board of 37 spots, a hexagon with four spots a side, and 24 dots around it, on which the lines of the spots end. Each player has 15 pieces.
  Three of each stand on the corners of the hexagon of spots, the colours by turns; the others are in reserve. White begins.
- A turn: a piece of the reserve is put on a dot and pushed along a line to the first spot. If a piece stands there, it is pushed on by one spot,
  and with it all that follow without a gap. Where the line is full this is not possible.
- Four or more pieces of one colour next to each other on a line are taken off by their owner, with all pieces, of either colour, that follow
  them on that line without a gap, at both ends. Own pieces go back to the reserve, the other's are out of the game.
- Who has moved takes first what is his own, then the other player what is his, which is here the beginning of his turn. Of rows that cross the
  owner chooses which to take first; the others are taken if they still have four.
- Who has no piece in reserve when he has to put one has lost.
- No rule ends games that go on for ever: 1000 actions are a draw here, once the turn is over.

Cells are called as on Rulebook's hexagon with five cells a side, dots included: e1 to i1 is the lowest row, then d2 to i2, up to a9 to e9. A
piece put is written `a5-b5`, from dot to spot; a row that is taken by its ends `xb5-e5`, the one in the lower row, or else column, first. Each
is an action.
"""

import json
import random
import sys

CELLS = [(x, y) for y in range(1, 10) for x in range(1, 10) if 6 <= x + y <= 14]
NAMES = {p: "abcdefghi"[p[0] - 1] + str(p[1]) for p in CELLS}
SPOTS = {(x, y) for x, y in CELLS if 2 <= x <= 8 and 2 <= y <= 8 and 7 <= x + y <= 13}
DOTS = [p for p in CELLS if p not in SPOTS]
UP = [(1, 0), (0, 1), (-1, 1)]
WAYS = UP + [(-x, -y) for x, y in UP]
assert len(SPOTS) == 37 and len(DOTS) == 24


def plus(p, d, n=1):
    return (p[0] + n * d[0], p[1] + n * d[1])


class Game:
    def __init__(self):
        self.at = {(5, 8): 0, (8, 2): 0, (2, 5): 0, (8, 5): 1, (5, 2): 1, (2, 8): 1}
        self.reserve = [12, 12]
        self.seat = 0
        self.pushed = False

    def copy(self):
        other = Game()
        other.__dict__.update(self.__dict__)
        other.at, other.reserve = dict(self.at), self.reserve[:]
        return other

    def rows(self):
        found = {}
        for p in self.at:
            for d in UP:
                if any(self.at.get(plus(p, d, n)) != self.seat for n in range(4)):
                    continue
                low = high = p
                while plus(low, d, -1) in self.at:
                    low = plus(low, d, -1)
                while plus(high, d) in self.at:
                    high = plus(high, d)
                row, q = [low], low
                while q != high:
                    q = plus(q, d)
                    row.append(q)
                found[f"x{NAMES[low]}-{NAMES[high]}"] = row
        return found

    def actions(self):
        """Rows to take, or ways to put a piece; nothing once the player has none and has lost."""
        rows = self.rows()
        if rows:
            return rows
        found = {}
        if self.reserve[self.seat]:
            for dot in DOTS:
                for d in WAYS:
                    q = spot = plus(dot, d)
                    while q in self.at:
                        q = plus(q, d)
                    if spot in SPOTS and q in SPOTS:
                        found[f"{NAMES[dot]}-{NAMES[spot]}"] = (d, spot, q)
        return found

    def act(self, text, meaning):
        if text[0] == "x":
            for p in meaning:
                if self.at.pop(p) == self.seat:
                    self.reserve[self.seat] += 1
        else:
            d, spot, q = meaning
            while q != spot:
                before = plus(q, d, -1)
                self.at[q] = self.at.pop(before)
                q = before
            self.at[spot] = self.seat
            self.reserve[self.seat] -= 1
            self.pushed = True
        if self.pushed and not self.rows():
            self.seat, self.pushed = 1 - self.seat, False

    def worth(self, seat):
        """Pieces, and runs of them."""
        total = 6 * (self.reserve[seat] + list(self.at.values()).count(seat))
        for p in self.at:
            for d in UP:
                total += 3 ** sum(self.at.get(plus(p, d, n)) == seat for n in range(4)) / 9
        return total


def play(rng, aim):
    """With the odds `aim`, what is worth most."""
    game, moves, counts, seats, result = Game(), [], [], [], 0
    while len(moves) < 1000 or game.pushed:
        found = game.actions()
        if not found:
            result = 2 - game.seat
            break
        text = rng.choice(sorted(found))
        if rng.random() < aim:

            def gain(t):
                after = game.copy()
                after.act(t, found[t])
                return after.worth(game.seat) - after.worth(1 - game.seat) + rng.random()

            text = max(sorted(found), key=gain)
        moves.append(text)
        counts.append(len(found))
        seats.append(game.seat + 1)
        game.act(text, found[text])
    return {"game": "gipf", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": result}


def perft(game, depth):
    if depth == 0:
        return 1
    total = 0
    for text, meaning in game.actions().items():
        after = game.copy()
        after.act(text, meaning)
        total += perft(after, depth - 1)
    return total


def main():
    if "perft" in sys.argv:
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(Game(), depth), sep="\t")
        return
    for seed in range(18):
        game = play(random.Random(seed), (0, 0.5, 0.8)[seed % 3])
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/gipf.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
