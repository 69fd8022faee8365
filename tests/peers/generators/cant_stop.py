#!/usr/bin/env python3
"""Random games of Can't Stop (Sid Sackson, Parker Brothers 1980), from its published rules; shares nothing with Rulebook.

    python3 cant_stop.py > ../records/cant-stop.jsonl
    python3 cant_stop.py odds > cant-stop.odds.tsv

A state is, for each player, how far the camps have come in the columns 2 to 12, and how far the runners of this turn have. The rules as read:

- Columns 2 to 12 have 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3 spaces. Camps of several players may share a space.
- Four dice are rolled. They are put into two pairs, and for the sum of each pair a runner goes one space up in the column of that number: a
  runner that is there, else a new one, one space above the own camp or on the first space. There are three runners.
- Both sums are used where that is possible. Where one runner is left for two new columns, the player chooses which. A sum of a column that
  is won, or in which a runner stands on the top, is of no use; a pairing of which no sum is of use cannot be chosen. With a double sum the
  runner goes two spaces, or one to the top.
- If no pairing can be chosen, the turn is over and what was gained in it is lost. Else the player stops, and camps go where the runners
  are, or rolls again.
- A column in which a camp comes to the top is won: all other camps in it are taken away. Who has won three columns first wins.

Choices are written as the sums that are used, the lower first. Chance has seat 0, and as many choices as there are different rolls, 126; the
odds of each are a multinomial coefficient over 6 to the 4. Players choose evenly, and roll again with a probability that differs by game.
"""

import json
import random
import sys
from itertools import combinations_with_replacement
from math import factorial

SUMS = range(2, 13)
SPACES = dict(zip(SUMS, (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)))
ROLLS = list(combinations_with_replacement(range(1, 7), 4))


def written(roll):
    return "-".join(map(str, sorted(roll, reverse=True)))


def odds():
    for roll in ROLLS:
        ways = factorial(4)
        for face in set(roll):
            ways //= factorial(roll.count(face))
        yield written(roll), ways, 6**4


class Game:
    def __init__(self, players, goal):
        self.goal = goal
        self.camps = [dict.fromkeys(SUMS, 0) for _ in range(players)]
        self.won = {}
        self.runners = {}
        self.turn = 0

    def with_step(self, runners, number):
        """The runners after one step in a column, or None where there is none."""
        here = runners.get(number)
        if number in self.won or here == SPACES[number] or (here is None and len(runners) == 3):
            return None
        return {**runners, number: (self.camps[self.turn][number] if here is None else here) + 1}

    def choices(self, roll):
        """What can be done with four dice: the sums as written, and the runners after it."""
        found = {}
        for one, other in ((1, (2, 3)), (2, (1, 3)), (3, (1, 2))):
            low, high = sorted((roll[0] + roll[one], roll[other[0]] + roll[other[1]]))
            singles = {}
            whole = None
            for first, second in ((low, high), (high, low)):
                after = self.with_step(self.runners, first)
                if after is None:
                    continue
                singles[first] = after
                both = self.with_step(after, second)
                # The same column once more: to the top counts as the whole double.
                if both is None and first == second:
                    both = after
                if both is not None:
                    whole = both
            if whole is not None:
                found[f"{low}-{high}"] = whole
            else:
                found.update({str(number): after for number, after in singles.items()})
        return found

    def keep(self):
        for number, space in self.runners.items():
            self.camps[self.turn][number] = space
            if space == SPACES[number]:
                self.won[number] = self.turn
                for player, camps in enumerate(self.camps):
                    if player != self.turn:
                        camps[number] = 0

    def next_player(self):
        self.runners = {}
        self.turn = (self.turn + 1) % len(self.camps)

    def winner(self):
        return next((p for p in range(len(self.camps)) if list(self.won.values()).count(p) >= self.goal), None)


def play(rng, players, goal, boldness):
    game = Game(players, goal)
    moves, counts, seats = [], [], []

    def note(text, count, seat):
        moves.append(text)
        counts.append(count)
        seats.append(seat)

    while game.winner() is None:
        roll = [rng.randint(1, 6) for _ in range(4)]
        note(written(roll), len(ROLLS), 0)
        choices = game.choices(roll)
        if not choices:
            game.next_player()
            continue
        text = rng.choice(sorted(choices))
        note(text, len(choices), game.turn + 1)
        game.runners = choices[text]
        if rng.random() < boldness:
            note("roll", 2, game.turn + 1)
            continue
        note("stop", 2, game.turn + 1)
        game.keep()
        game.next_player()
    return {
        "game": "cant-stop",
        **({"variant": "Can't Stop for Four"} if players == 4 else {}),
        "options": {"goal": goal},
        "moves": moves,
        "counts": counts,
        "seats": seats,
        "result": game.winner() + 1,
    }


def main():
    if "odds" in sys.argv:
        for line in odds():
            print(*line, sep="\t")
        return
    for seed in range(30):
        rng = random.Random(seed)
        players, goal = (2, 3) if seed < 16 else (4, 3) if seed < 24 else (2, (1, 2, 4, 5, 6, 5)[seed - 24])
        game = play(rng, players, goal, (0.55, 0.65, 0.75)[seed % 3])
        game |= {"seed": seed, "source": "tests/peers/generators/cant_stop.py"}
        print(json.dumps(game, separators=(",", ":")))


if __name__ == "__main__":
    main()
