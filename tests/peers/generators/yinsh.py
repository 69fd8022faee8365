#!/usr/bin/env python3
"""Random games of YINSH, as its published rules tell it; shares nothing with Rulebook.

    python3 yinsh.py > ../records/yinsh.jsonl
    python3 yinsh.py perft DEPTH

- A board of 85 points where three sorts of lines cross: columns a to k, rows 1 to 11, and the slanting lines on which both rise by one. It is a
  hexagon with six points a side, without its corners. Each player has five rings; 51 markers, white on one side and black on the other, are for
  both.
- White begins. By turns each puts a ring on an empty point until all are on the board.
- Then a turn is: a marker of one's colour is put into a ring of one's own, and that ring moves in a straight line and leaves the marker behind.
  It goes over as many empty points as one likes, and may jump over markers, of any colour, one or several in a row without a gap: then it stops
  at the first empty point behind them. It does not jump over rings. All markers that were jumped over are turned.
- Five markers of one colour next to each other on a line are a row. Who has made a row of his own takes its five markers, back to the pool, and
  one of his rings, whichever he likes. Of more than five in a row he chooses five. Of several rows he takes all; of rows that cross he chooses
  one, and the other may be none any more.
- Who finds rows of his own when his turn begins, made by the other player, takes them so first, and then plays his turn.
- Who has taken three rings (one in a blitz game) has won, at once. When a player would have to put a marker and none is left, the game is over,
  and who has taken more rings has won; it is a draw if they have taken as many.
- Who has to move and cannot passes. (When both pass, it is over in the same way.)

A ring put is written by its point, a move of a ring `a1-b1`, five markers taken by their ends `xa2-a6`, the one with the lower column, or else
row, first, and a ring taken `^a1`. Each is an action. Rings are R and r, markers M and m here, capitals for White.
"""

import json
import random
import sys

POINTS = [(x, y) for x in range(1, 12) for y in range(1, 12) if abs(x - y) <= 5]
POINTS = [p for p in POINTS if p not in {(1, 1), (1, 6), (6, 1), (6, 11), (11, 6), (11, 11)}]
NAMES = {p: "abcdefghijk"[p[0] - 1] + str(p[1]) for p in POINTS}
WAYS = [(0, 1), (1, 0), (1, 1)]
assert len(POINTS) == 85


class Game:
    def __init__(self, goal=3):
        self.at = {}
        self.hand = [5, 5]
        self.taken = [0, 0]
        self.goal = goal
        self.seat = 0
        self.passes = 0
        self.lifting = False  # a row was taken, and now a ring is
        self.moved = False  # the ring of this turn has moved

    def copy(self):
        other = Game(self.goal)
        other.__dict__.update(self.__dict__)
        other.at, other.hand, other.taken = dict(self.at), self.hand[:], self.taken[:]
        return other

    def markers(self):
        return sum(piece in "Mm" for piece in self.at.values())

    def rows(self, seat):
        mark, found = "Mm"[seat], {}
        for x, y in POINTS:
            for dx, dy in WAYS:
                five = [(x + n * dx, y + n * dy) for n in range(5)]
                if all(self.at.get(p) == mark for p in five):
                    found[f"x{NAMES[five[0]]}-{NAMES[five[4]]}"] = five
        return found

    def goes(self):
        found = {}
        if self.markers() == 51:
            return found
        for (x, y), piece in self.at.items():
            if piece != "Rr"[self.seat]:
                continue
            for dx, dy in WAYS + [(-dx, -dy) for dx, dy in WAYS]:
                p, over = (x + dx, y + dy), []
                while p in NAMES:
                    there = self.at.get(p)
                    if there is None:
                        found[f"{NAMES[x, y]}-{NAMES[p]}"] = ((x, y), p, over)
                        if over:
                            break
                    elif there in "Rr":
                        break
                    else:
                        over = over + [p]
                    p = (p[0] + dx, p[1] + dy)
        return found

    def actions(self):
        """What can be done, as texts with what they mean; nothing once the game is over."""
        if self.goal in self.taken or self.passes == 2:
            return {}
        if self.hand[self.seat]:
            return {NAMES[p]: p for p in POINTS if p not in self.at}
        if self.lifting:
            return {f"^{NAMES[p]}": p for p, piece in self.at.items() if piece == "Rr"[self.seat]}
        rows = self.rows(self.seat)
        if rows:
            return rows
        if self.markers() == 51:
            return {}
        return self.goes() or {"pass": None}

    def act(self, text, meaning):
        if text == "pass":
            self.passes += 1
            self.next()
            return
        self.passes = 0
        if text[0] == "x":
            for p in meaning:
                del self.at[p]
            self.lifting = True
        elif text[0] == "^":
            del self.at[meaning]
            self.taken[self.seat] += 1
            self.lifting = False
            if self.moved and not self.rows(self.seat):
                self.next()
        elif "-" in text:
            start, end, over = meaning
            self.at[start], self.at[end] = "Mm"[self.seat], "Rr"[self.seat]
            for p in over:
                self.at[p] = self.at[p].swapcase()
            self.moved = True
            if not self.rows(self.seat):
                self.next()
        else:
            self.at[meaning] = "Rr"[self.seat]
            self.hand[self.seat] -= 1
            self.next()

    def next(self):
        self.seat, self.moved = 1 - self.seat, False

    def worth(self, seat):
        """What makes rows: runs of markers of a colour, longer ones more."""
        total = 0
        for x, y in POINTS:
            for dx, dy in WAYS:
                line = [self.at.get((x + n * dx, y + n * dy)) for n in range(5)]
                total += 4 ** line.count("Mm"[seat]) * (line.count("mM"[seat]) == 0)
        return total


def play(rng, goal, aim):
    """With the odds `aim`, rings move so that rows come about."""
    game, moves, counts, seats = Game(goal), [], [], []
    while found := game.actions():
        text = rng.choice(sorted(found))
        if "-" in text and text[0] != "x" and rng.random() < aim:

            def gain(t):
                after = game.copy()
                after.act(t, found[t])
                return after.worth(game.seat) - after.worth(1 - game.seat) / 2 + rng.random()

            text = max(sorted(found), key=gain)
        moves.append(text)
        counts.append(len(found))
        seats.append(game.seat + 1)
        game.act(text, found[text])
    first, second = game.taken
    options = {"goal": goal} if goal != 3 else {}
    result = 1 if first > second else 2 * (second > first)
    return {"game": "yinsh", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result}


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
    for seed in range(16):
        game = play(random.Random(seed), 1 if seed >= 12 else 3, (0, 0.2, 0.4, 0.7)[seed % 4])
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/yinsh.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
