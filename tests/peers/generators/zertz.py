#!/usr/bin/env python3
"""Random games of ZÈRTZ, as its published rules tell it; shares nothing with Rulebook.

    python3 zertz.py > ../records/zertz.jsonl
    python3 zertz.py perft DEPTH

- A board of 37 rings, a hexagon with four rings a side (or 61, with five). Six white, eight grey and ten black marbles are the pool; they are
  nobody's.
- Who can capture must: a marble on the board jumps over one next to it to the vacant ring right behind it, in a straight line, whatever their
  colours, and the player has captured the one that was jumped over. The same marble goes on as long as it can. That is the whole turn.
- Else a marble of the pool, of whichever colour, is put on a vacant ring, and then a free ring is taken off the board: a vacant one that can be
  slid away, so that two places next to it and next to each other have no ring. If there is none, no ring is taken.
- If the pool is empty, a marble that the player has captured himself is put in its place. Who has none passes (the rules do not say).
- Rings fall apart into islands. An island on which no ring is vacant is off the board as soon as that is so, and the player who has moved has
  captured its marbles. If no vacant ring is left at all, the player who has moved has won.
- Four white marbles captured, or five grey ones, or six black ones, or three of each, win at once. In a blitz game the pool has 5, 7 and 9
  marbles, and three, four, five, or two of each win.
- When a position comes up for the third time with the same player to move, it is a draw; so it is when both pass.

Rings are called as on Rulebook's hexagon: d1 to g1 is the lowest row of 37, then c2 to g2, up to a7 to d7. A marble put is `W@a4` (or G, B), a
ring taken off `-a4`, a jump `a4xc4`. Each is an action.
"""

import json
import random
import sys

WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # round the compass
COLOURS = "WGB"


def plus(p, d, n=1):
    return (p[0] + n * d[0], p[1] + n * d[1])


def name(p):
    return "abcdefghi"[p[0] - 1] + str(p[1])


class Game:
    def __init__(self, goal, side):
        last = 2 * side - 1
        self.rings = {(x, y) for x in range(1, last + 1) for y in range(1, last + 1) if side < x + y <= last + side}
        self.at = {}
        self.pool = {"W": goal + 3, "G": goal + 5, "B": goal + 7}
        self.taken = [dict.fromkeys(COLOURS, 0), dict.fromkeys(COLOURS, 0)]
        self.goal = goal
        self.seat = 0
        self.jumper = None
        self.placed = False
        self.passes = 0
        self.seen = {}
        self.result = None
        self.remember()

    def copy(self):
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.rings, other.at, other.pool, other.seen = set(self.rings), dict(self.at), dict(self.pool), dict(self.seen)
        other.taken = [dict(t) for t in self.taken]
        return other

    def remember(self):
        key = (frozenset(self.rings), frozenset(self.at.items()), tuple(self.pool.values()), self.seat, *(tuple(t.values()) for t in self.taken))
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] == 3:
            self.result = 0

    def vacant(self, p):
        return p in self.rings and p not in self.at

    def jumps(self, marbles):
        return {
            f"{name(p)}x{name(plus(p, d, 2))}": (p, plus(p, d), plus(p, d, 2))
            for p in marbles
            for d in WAYS
            if plus(p, d) in self.at and self.vacant(plus(p, d, 2))
        }

    def free(self):
        found = {}
        for p in self.rings:
            gone = [plus(p, d) not in self.rings for d in WAYS]
            if self.vacant(p) and any(gone[n] and gone[n - 1] for n in range(6)):
                found["-" + name(p)] = p
        return found

    def actions(self):
        if self.result is not None:
            return {}
        if self.placed:
            return self.free()
        found = self.jumps([self.jumper] if self.jumper else self.at)
        if found:
            return found
        supply = self.pool if any(self.pool.values()) else self.taken[self.seat]
        found = {f"{k}@{name(p)}": (k, p) for k in COLOURS if supply[k] for p in self.rings if p not in self.at}
        return found or {"pass": None}

    def act(self, text, meaning):
        mine = self.taken[self.seat]
        if text == "pass":
            self.passes += 1
            self.over()
            if self.passes == 2:
                self.result = 0
            return
        self.passes = 0
        on = False
        if "x" in text:
            start, middle, end = meaning
            self.at[end] = self.at.pop(start)
            mine[self.at.pop(middle)] += 1
            self.jumper = end
            on = bool(self.jumps([end]))
        elif "@" in text:
            k, p = meaning
            (self.pool if any(self.pool.values()) else mine)[k] -= 1
            self.at[p] = k
            on = self.placed = True
        else:
            self.rings.remove(meaning)
        self.islands()
        if any(mine[k] >= self.goal + n for k, n in zip(COLOURS, (1, 2, 3))) or min(mine.values()) >= self.goal or len(self.at) == len(self.rings):
            self.result = self.seat + 1
        elif not on or (self.placed and "@" in text and not self.free()):
            self.over()

    def islands(self):
        left = set(self.rings)
        while left:
            island = [left.pop()]
            for p in island:
                near = {plus(p, d) for d in WAYS} & left
                left -= near
                island += near
            if all(p in self.at for p in island):
                self.rings -= set(island)
                for p in island:
                    self.taken[self.seat][self.at.pop(p)] += 1

    def over(self):
        self.seat, self.jumper, self.placed = 1 - self.seat, None, False
        self.remember()


def play(rng, goal, side, aim):
    """With the odds `aim`, what gives the other player the least to capture; rings that cut off islands come first then."""
    game, moves, counts, seats = Game(goal, side), [], [], []
    while found := game.actions():
        text = rng.choice(sorted(found))
        if rng.random() < aim:

            def gain(t):
                after = game.copy()
                after.act(t, found[t])
                got = sum(after.taken[game.seat].values())
                return 2 * got - len(after.jumps(after.at)) + rng.random()

            text = max(sorted(found), key=gain)
        moves.append(text)
        counts.append(len(found))
        seats.append(game.seat + 1)
        game.act(text, found[text])
    options = ({"goal": goal} if goal != 3 else {}) | ({"size": side} if side != 4 else {})
    return {"game": "zertz", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": game.result}


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
            print(depth, perft(Game(3, 4), depth), sep="\t")
        return
    for seed in range(20):
        goal, side = (2, 4) if seed in (12, 13, 14) else (3, 5) if seed > 14 else (3, 4)
        game = play(random.Random(seed), goal, side, (0, 0.8, 0.95)[seed % 3])
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/zertz.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
