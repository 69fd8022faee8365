#!/usr/bin/env python3
"""Random games of Arimaa, step by step, with the rules of `pyrimaa` (package `aei` 1.4.1 of PyPI, by Brian Haskin); shares nothing with Rulebook.

    pip install aei==1.4.1
    python3 arimaa.py > records/arimaa.jsonl
    python3 arimaa.py perft DEPTH          # in steps, from the arrangement of 99of9

`pyrimaa.board` says which steps are possible, what is frozen and trapped, and whether a rabbit is home or a side has lost all; `pyrimaa.game` how
positions are counted. What is added here: each piece placed is an action (`Ra1`); a step is legal only if some way to go on ends the turn with another
position than it began with, which has not come twice before with the same player to move (a push is completed, nothing is passed), and a player for whom
no turn is legal has lost. A step is written `a2-a3`; `stop` ends a turn before the fourth.
"""

import json
import random
import sys
from collections import defaultdict

from pyrimaa.board import BLANK_BOARD, Color, Piece, Position, index_to_alg

LETTERS = {1: "R", 2: "C", 3: "D", 4: "H", 5: "M", 6: "E"}
HAND = {1: 8, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}
ROWS = {"RRRDDRRR": 0, "RHCMECHR": 1}  # 99of9's, from the own side


class Turn:
    """The turns from a position, those that were seen before being known."""

    def __init__(self, start, seen):
        self.start, self.seen, self.known = start, seen, {}

    def stops(self, pos):
        """Whether the turn may end here."""
        if pos.color == self.start.color and pos.inpush:
            return False
        end = pos if pos.color != self.start.color else pos.get_null_move()
        return end.bitBoards != self.start.bitBoards and self.seen[end] < 2

    def completes(self, pos):
        key = (pos, pos.stepsLeft)
        if key not in self.known:
            if self.stops(pos):
                self.known[key] = True
            elif pos.color != self.start.color:
                self.known[key] = False
            else:
                self.known[key] = any(self.completes(p) for _, p in pos.get_steps())
        return self.known[key]

    def actions(self, pos):
        found = {f"{index_to_alg(s[0])}-{index_to_alg(s[1])}": p for s, p in pos.get_steps() if self.completes(p)}
        if pos is not self.start and self.stops(pos):
            found["stop"] = pos.get_null_move()
        return found


def arranged():
    boards = list(BLANK_BOARD)
    for row, y in ROWS.items():
        for x, letter in enumerate(row):
            kind = next(k for k, l in LETTERS.items() if l == letter)
            for piece, index in ((kind, 8 * y + x), (kind | Piece.COLOR, 8 * (7 - y) + x)):
                boards[piece] |= 1 << index
                boards[0] &= ~(1 << index)
    return Position(Color.GOLD, 4, boards)


def value(pos, side, mood, rng):
    """Moods: `fight` seeks captures and keeps rabbits back, `race` runs with them."""
    mine, theirs = pos.placement[side].bit_count(), pos.placement[1 - side].bit_count()
    rabbits = pos.bitBoards[1 | side << 3]
    steps = sum((i // 8 if side == 0 else 7 - i // 8) for i in range(64) if rabbits >> i & 1)
    pieces = [i // 8 if side == 0 else 7 - i // 8 for i in range(64) if pos.placement[side] & ~rabbits & 1 << i]
    pushes = 3 if pos.inpush else 0
    if mood == "fight":
        return 20 * (mine - theirs) + pushes - 4 * steps + 0.4 * sum(min(p, 5) for p in pieces) + 6 * rng.random()
    return steps + 2 * mine + 2 * pushes + 8 * rng.random()


def play(seed, mood, option, most=1500):
    rng = random.Random(seed)
    moves, counts, seats = [], [], []
    seen = defaultdict(int)

    def act(found, best=None):
        pool = sorted(found)
        text = max(pool, key=best) if best else rng.choice(pool)
        moves.append(text)
        counts.append(len(pool))
        seats.append(side + 1)
        return text

    if option == "given":
        pos = arranged()
    else:
        boards = list(BLANK_BOARD)
        for side in (0, 1):
            hand = dict(HAND)
            while any(hand.values()):
                homes = [i for i in (range(16) if side == 0 else range(48, 64)) if boards[0] >> i & 1]
                found = {LETTERS[k] + index_to_alg(i): (k, i) for k in hand if hand[k] for i in homes}
                kind, index = found[act(found)]
                hand[kind] -= 1
                boards[kind | side << 3] |= 1 << index
                boards[0] &= ~(1 << index)
            if side == 0:
                seen[Position(Color.SILVER, 4, boards)] += 1
        pos = Position(Color.GOLD, 4, boards)
    seen[pos] += 1
    result, how = None, None
    while result is None:
        if pos.is_goal() or pos.is_rabbit_loss():
            result = 1 if (pos.is_goal() or pos.is_rabbit_loss()) > 0 else 2
            how = "goal" if pos.is_goal() else "rabbits"
            break
        side, turn = int(pos.color), Turn(pos, seen)
        if not turn.completes(pos):
            result, how = 2 - side, "stuck"
            break
        if len(moves) > most:
            return None, None
        greedy = mood != "random" and rng.random() < 0.9
        while pos.color == turn.start.color:
            found = turn.actions(pos)
            pos = found[act(found, (lambda t: value(found[t], side, mood, rng)) if greedy else None)]
        seen[pos] += 1
    record = {"game": "arimaa", "options": {"start": option} if option != "free" else {}, "moves": moves, "counts": counts, "seats": seats, "result": result}
    return record | {"seed": seed, "source": "pyrimaa (aei 1.4.1), by arimaa.py"}, how


def perft(pos, depth, turn=None):
    turn = turn or Turn(pos, defaultdict(int))
    found = turn.actions(pos)
    if depth == 1:
        return len(found)
    return sum(perft(p, depth - 1, turn if p.color == turn.start.color else None) for p in found.values())


def main():
    if "perft" in sys.argv:
        print(*(perft(arranged(), d) for d in range(1, int(sys.argv[2]) + 1)))
        return
    plans = [("random", "free")] * 3 + [("race", "free")] * 3 + [("fight", "free")] * 4 + [("random", "given"), ("race", "given")]
    for seed, (mood, option) in enumerate(plans):
        record, how = play(seed, mood, option)
        print(seed, mood, how, record and len(record["moves"]), file=sys.stderr)
        if record:
            print(json.dumps(record, separators=(",", ":")))


if __name__ == "__main__":
    main()
