#!/usr/bin/env python3
"""Random games of TZAAR, as its published rules tell it; shares nothing with Rulebook.

    python3 tzaar.py > ../records/tzaar.jsonl
    python3 tzaar.py perft DEPTH

- A board of 60 points: a hexagon with five points a side, without the one in the middle. Lines end at the gap. Each player has 6 Tzaars, 9
  Tzarras and 15 Totts. They are laid by lot, so that the board is full; in the tournament game the players put them, one at a time by turns, of
  whichever kind one likes, White first. Then White begins.
- A turn is two moves. The first one is a capture; the second one is another capture, or a reinforcement, or nothing. White's first turn is its
  first capture alone.
- A stack (one piece is a stack, too) belongs to whom its top piece belongs to, and is of that piece's kind. It moves as a whole, in a straight
  line over empty points to the first stack in the way. A capture is on a stack of the other player that is not higher, and takes all of it off
  the board. A reinforcement is on a stack of one's own, which is below then.
- Who has no Tzaar, no Tzarra or no Tott any more has lost, at once, also if he has covered it himself. What lies below does not count.
- Who cannot capture with the first move of his turn has lost.

Points are called as on Rulebook's hexagon: a row of e1 to i1 is the lowest, then d2 to i2, up to a9 to e9. A capture is `a5xb5`, a reinforcement
`a5-b5`, to leave out the second move is `stop`; who cannot make one says nothing. A piece put is `Z@a5` (Z for Tzaar, A for Tzarra, T for Tott);
laid by lot, by chance with seat 0, `a5=Z`, with a small letter for Black. Stacks are strings of such letters here, the top last.
"""

import json
import random
import sys

POINTS = [(x, y) for y in range(1, 10) for x in range(1, 10) if 6 <= x + y <= 14 and (x, y) != (5, 5)]
NAMES = {p: "abcdefghi"[p[0] - 1] + str(p[1]) for p in POINTS}
WAYS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]
KINDS = {"Z": 6, "A": 9, "T": 15}
assert len(POINTS) == 60


class Game:
    def __init__(self):
        self.at = {}
        self.hand = [dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)]
        self.seat = 0
        self.second = False  # the first move of the turn is made
        self.opening = True
        self.lost = None

    def copy(self):
        other = Game()
        other.__dict__.update(self.__dict__)
        other.at, other.hand = dict(self.at), [dict(h) for h in self.hand]
        return other

    def owner(self, p):
        return 0 if self.at[p][-1].isupper() else 1

    def moves(self):
        captures, others = {}, {}
        for p in [p for p in self.at if self.owner(p) == self.seat]:
            for dx, dy in WAYS:
                q = (p[0] + dx, p[1] + dy)
                while q in NAMES and q not in self.at:
                    q = (q[0] + dx, q[1] + dy)
                if q not in NAMES:
                    continue
                if self.owner(q) == self.seat:
                    others[f"{NAMES[p]}-{NAMES[q]}"] = (p, q)
                elif len(self.at[q]) <= len(self.at[p]):
                    captures[f"{NAMES[p]}x{NAMES[q]}"] = (p, q)
        return captures, others

    def actions(self):
        if self.lost is not None:
            return {}
        hand = self.hand[self.seat]
        if any(hand.values()):
            return {f"{kind}@{NAMES[p]}": (kind, p) for p in POINTS if p not in self.at for kind in KINDS if hand[kind]}
        captures, others = self.moves()
        return captures | others | {"stop": None} if self.second else captures

    def act(self, text, meaning):
        if text == "stop":
            self.over()
        elif "@" in text:
            kind, p = meaning
            self.at[p] = kind if self.seat == 0 else kind.lower()
            self.hand[self.seat][kind] -= 1
            self.seat = 1 - self.seat
        else:
            p, q = meaning
            stack = self.at.pop(p)
            self.at[q] = stack if "x" in text else self.at[q] + stack
            tops = {s[-1] for s in self.at.values()}
            for seat in range(2):
                if not set("ZAT" if seat == 0 else "zat") <= tops:
                    self.lost = seat
            if self.second or self.opening:
                self.over()
            else:
                self.second = True
                if not any(self.moves()):
                    self.over()

    def over(self):
        self.seat, self.second, self.opening = 1 - self.seat, False, False
        if self.lost is None and not self.moves()[0]:
            self.lost = self.seat


def play(rng, tournament, aim):
    """With the odds `aim`, captures and reinforcements come before `stop`, and stacks grow."""
    game, moves, counts, seats = Game(), [], [], []
    if tournament:
        game.hand = [dict(KINDS), dict(KINDS)]
    else:
        bag = [k for kind, n in KINDS.items() for k in (kind, kind.lower()) for _ in range(n)]
        rng.shuffle(bag)
        for p in POINTS:
            counts.append(len(set(bag)))
            seats.append(0)
            piece = bag.pop()
            moves.append(f"{NAMES[p]}={piece}")
            game.at[p] = piece
    while found := game.actions():
        pool = sorted(found)
        if rng.random() < aim and (grow := [t for t in pool if "-" in t]):
            pool = grow
        text = rng.choice(pool)
        moves.append(text)
        counts.append(len(found))
        seats.append(game.seat + 1)
        game.act(text, found[text])
    record = {"game": "tzaar", "options": {}, "moves": moves, "counts": counts, "seats": seats, "result": 2 - game.lost}
    return record | ({"variant": "Tournament TZAAR"} if tournament else {})


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
        game = Game()
        game.hand = [dict(KINDS), dict(KINDS)]
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(game, depth), sep="\t")
        return
    for seed in range(18):
        game = play(random.Random(seed), seed % 3 == 2, (0, 0.3, 0.7)[seed // 3 % 3])
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/tzaar.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
