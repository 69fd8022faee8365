#!/usr/bin/env python3
"""Random games of Halma for two and four, as its rules are commonly told; shares nothing with Rulebook.

    python3 halma.py > ../records/halma.jsonl
    python3 halma.py perft DEPTH [SIZE]

- A board of 16 by 16. Two players have 19 men each in opposite corners, in rows of 5, 5, 4, 3 and 2. White is at the lower left and begins.
  Smaller boards: 8 by 8 with 10 men, 10 by 10 with 15, in rows that get shorter by one. Four have 13 men each, in rows of 4, 4, 3 and 2,
  on 16 by 16: White at the lower left, then Red, Black and Blue, clockwise.
- A man steps to an empty square next to it, straight or slanting; or it hops over one man on a square next to it, whoever owns it, to the empty square
  behind, and on so as often as one likes, but to no square where it was in this turn. Nobody has to hop, and nothing is taken.
- A man in the opposite camp does not leave it any more, not by a hop of several either.
- Who has moved and now has all men in the opposite camp has won. (Many sources add something against men that never leave their camp, and differ on it;
  here nothing is added.)
- Who cannot move passes; when all pass, it is a draw. No rule ends games that go on for ever: 1000 actions are a draw here, once the turn is over.

Each hop is an action: a step is written `a1-b2`, a hop `a1^c3`; `stop` ends a turn in which one could hop on. Men are complex numbers, a set for each player.
"""

import json
import random
import sys

WAYS = [complex(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
ROWS = {8: (4, 3, 2, 1), 10: (5, 4, 3, 2, 1), 16: (5, 5, 4, 3, 2)}
ROWS_OF_FOUR = (4, 4, 3, 2)


def name(z):
    return f"{'abcdefghijklmnop'[int(z.real)]}{int(z.imag) + 1}"


class Game:
    def __init__(self, size, seats=2):
        self.size = size
        rows = ROWS[size] if seats == 2 else ROWS_OF_FOUR
        corner = [complex(x, y) for y, length in enumerate(rows) for x in range(length)]
        last = size - 1
        lower_left = frozenset(corner)
        upper_left = frozenset(complex(z.real, last - z.imag) for z in corner)
        upper_right = frozenset(complex(last - z.real, last - z.imag) for z in corner)
        lower_right = frozenset(complex(last - z.real, z.imag) for z in corner)
        self.homes = [lower_left, upper_right] if seats == 2 else [lower_left, upper_left, upper_right, lower_right]
        half = seats // 2
        self.goals = [self.homes[(seat + half) % seats] for seat in range(seats)]
        self.men = [set(home) for home in self.homes]

    def inside(self, z):
        return 0 <= z.real < self.size and 0 <= z.imag < self.size

    def all_men(self):
        return set().union(*self.men)

    def may_stand(self, seat, man, end):
        return self.inside(end) and (man not in self.goals[seat] or end in self.goals[seat])

    def hops(self, seat, man, been):
        """Hops of one man as they are written, with both ends. `been` is where it was in this turn."""
        men = self.all_men()
        return {
            f"{name(man)}^{name(man + 2 * d)}": (man, man + 2 * d)
            for d in WAYS
            if man + d in men and man + 2 * d not in men and man + 2 * d not in been and self.may_stand(seat, man, man + 2 * d)
        }

    def actions(self, seat):
        """What can begin a turn."""
        men, found = self.all_men(), {}
        for man in self.men[seat]:
            for d in WAYS:
                if man + d not in men and self.may_stand(seat, man, man + d):
                    found[f"{name(man)}-{name(man + d)}"] = (man, man + d)
            found |= self.hops(seat, man, set())
        return found

    def move(self, seat, man, end):
        self.men[seat].remove(man)
        self.men[seat].add(end)

    def arrived(self, seat):
        return self.men[seat] <= self.goals[seat]


def play(rng, size, seats, aim):
    """With the odds `aim`, moves go as far towards the corner of the goal as possible."""
    game = Game(size, seats)
    tips = [max(goal, key=lambda z: abs(z - complex(size - 1, size - 1) / 2)) for goal in game.goals]
    moves, counts, players, seat, passes, result = [], [], [], 0, 0, None

    def act(found, choose):
        """An action out of several, `stop` and `pass` being two of them."""
        pool = sorted(found)
        text = max(pool, key=lambda t: choose(*found[t])) if choose else rng.choice(pool)
        moves.append(text)
        counts.append(len(pool))
        players.append(seat + 1)
        return text

    while result is None:
        if passes == seats or len(moves) >= 1000:
            result = 0
            break
        # Men that are far behind first, or they are left there.
        greedy = rng.random() < aim

        def gain(man, end):
            return abs(man - tips[seat]) ** 1.5 - abs(end - tips[seat]) ** 1.5 + rng.random() / 10

        found = game.actions(seat)
        text = act(found or {"pass": None}, gain if greedy and found else None)
        if text == "pass":
            passes += 1
        else:
            passes = 0
            man, end = found[text]
            game.move(seat, man, end)
            been = {man}
            while "^" in text and (further := game.hops(seat, end, been)):
                text = act(further | {"stop": (end, end)}, gain if greedy else None)
                if text != "stop":
                    been.add(end)
                    game.move(seat, *further[text])
                    end = further[text][1]
            if game.arrived(seat):
                result = seat + 1
        seat = (seat + 1) % seats
    record = {"game": "halma", "options": {"size": size} if size != 16 else {}, "moves": moves, "counts": counts, "seats": players, "result": result}
    if seats == 4:
        record["variant"] = "Halma for Four"
    return record


def perft(size, depth):
    game = Game(size)

    def turn(seat, left):
        found = game.actions(seat)
        return sum(further(seat, man, end, {man}, "^" in text, left - 1) for text, (man, end) in found.items())

    def further(seat, man, end, been, hopped, left):
        """Lines of so many actions once a man has gone from one square to another."""
        if left == 0:
            return 1
        game.move(seat, man, end)
        on = game.hops(seat, end, been) if hopped else {}
        if on:
            total = sum(further(seat, end, to, been | {end}, True, left - 1) for _, to in on.values())
            total += 1 if left == 1 else turn(1 - seat, left - 1)
        else:
            total = turn(1 - seat, left)
        game.move(seat, end, man)
        return total

    return turn(0, depth)


def main():
    if "perft" in sys.argv:
        size = int(sys.argv[3]) if len(sys.argv) > 3 else 16
        for depth in range(1, int(sys.argv[2]) + 1):
            print(depth, perft(size, depth), sep="\t")
        return
    plans = [(16, 2, 0), (16, 2, 0.8), (16, 2, 0.9), (16, 2, 0.95), (8, 2, 0), (8, 2, 0.7), (8, 2, 0.8), (8, 2, 0.9), (10, 2, 0.8),
             (10, 2, 0.9), (16, 4, 0.5), (16, 4, 0.9), (16, 4, 0.95)]
    for seed, (size, seats, aim) in enumerate(plans):
        game = play(random.Random(seed), size, seats, aim)
        print(json.dumps(game | {"seed": seed, "source": "tests/peers/generators/halma.py"}, separators=(",", ":")))


if __name__ == "__main__":
    main()
