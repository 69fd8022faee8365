#!/usr/bin/env python3
"""Random games of Ludo for two, as the rules text of the shipped game says them; shares nothing with Rulebook.

    python3 ludo.py > ../records/ludo.jsonl
    python3 ludo.py odds > ludo.odds.tsv

The rules are those that the title and the comments of the sheet tell, and where they leave something open those of Mensch ärgere dich nicht:

- A way of 40 cells round a cross and four cells of one's own behind it: a man is on the way at 0 to 39 of its owner, or at home at 40 to
  43. The players sit across, so that the start of one is the cell 20 of the other. Each has so many men, all in the yard.
- A die is thrown. With a six a man of the yard may enter, on the start; or a man of the board goes as far as the die says. Who can do one or
  the other must do it; nobody has to enter if a man can go. No cell takes two men of one owner; own men are passed, also at home.
- A man of the enemy on the cell where one arrives is sent back to its yard. At home there are no enemies.
- Who has thrown a six throws again, whether it could be used or not.
- Who has all men at home has won at once, also with a six.

Cells are named as on a square of 11 columns and rows: Red starts at e1 and goes up the arm on the left of the bottom, clockwise; its home is
f2 to f5. Blue is turned by half. A man that enters is written `>CELL`, one that goes `CELL-CELL`. Chance has seat 0.
"""

import json
import random
import sys


def way():
    """The 40 cells as Red goes them: twelve arms' sides, clockwise from e1, by walking round the cross."""
    cells, x, y = [], 5, 1
    legs = [(0, 1, 4), (-1, 0, 4), (0, 1, 2), (1, 0, 4), (0, 1, 4), (1, 0, 2), (0, -1, 4), (1, 0, 4), (0, -1, 2), (-1, 0, 4), (0, -1, 4), (-1, 0, 2)]
    for right, up, steps in legs:
        for _ in range(steps):
            cells.append((x, y))
            x, y = x + right, y + up
    assert (x, y) == (5, 1) and len(set(cells)) == 40
    return cells


WAY = way()
HOME = [(6, row) for row in range(2, 6)]


def cell(player, place):
    x, y = WAY[place] if place < 40 else HOME[place - 40]
    if player == 1:
        x, y = 12 - x, 12 - y
    return f"{'abcdefghijk'[x - 1]}{y}"


def play(rng, men):
    places = [set(), set()]
    yard = [men, men]
    turn = 0
    moves, counts, seats = [], [], []

    def choices(pip):
        found = {}
        if pip == 6 and yard[turn] and 0 not in places[turn]:
            found[">" + cell(turn, 0)] = (None, 0)
        for place in places[turn]:
            to = place + pip
            if to <= 43 and to not in places[turn]:
                found[f"{cell(turn, place)}-{cell(turn, to)}"] = (place, to)
        return found

    while True:
        pip = rng.randint(1, 6)
        moves.append(str(pip))
        counts.append(6)
        seats.append(0)
        found = choices(pip)
        if found:
            text = rng.choice(sorted(found))
            moves.append(text)
            counts.append(len(found))
            seats.append(turn + 1)
            come_from, to = found[text]
            if come_from is None:
                yard[turn] -= 1
            else:
                places[turn].remove(come_from)
            places[turn].add(to)
            if to < 40:
                there = (to + 20) % 40
                if there in places[1 - turn]:
                    places[1 - turn].remove(there)
                    yard[1 - turn] += 1
            if sum(place >= 40 for place in places[turn]) == men:
                break
        if pip != 6:
            turn = 1 - turn
    return {
        "game": "ludo",
        "options": {"men": men},
        "moves": moves,
        "counts": counts,
        "seats": seats,
        "result": turn + 1,
    }


def main():
    if "odds" in sys.argv:
        for pip in range(1, 7):
            print(pip, 1, 6, sep="\t")
        return
    for seed in range(24):
        men = 4 if seed < 12 else seed % 3 + 1
        game = play(random.Random(seed), men)
        game |= {"seed": seed, "source": "tests/peers/generators/ludo.py"}
        print(json.dumps(game, separators=(",", ":")))


if __name__ == "__main__":
    main()
