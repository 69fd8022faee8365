"""A game like Santorini, without gods (the sheet calls it Terraces).

    python3 santorini.py 5 3            leaves at depths 1 to 3, a turn as one move (walk and build)
    python3 santorini.py 5 3 --actions  the same, a walk and a build as two
"""

import sys
from itertools import combinations


def near(size, cell):
    column, row = cell
    return [
        (column + x, row + y)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x, y) != (0, 0) and 0 <= column + x < size and 0 <= row + y < size
    ]


def start(size):
    cells = [(column, row) for column in range(size) for row in range(size)]
    return {"size": size, "levels": {cell: 0 for cell in cells}, "workers": {}, "player": 0, "walked": None, "won": None}


def settle(position):
    """The first turn of a player: two workers on two empty cells, in no order."""
    empty = [cell for cell in position["levels"] if cell not in position["workers"]]
    for pair in combinations(empty, 2):
        workers = dict(position["workers"])
        workers.update({cell: position["player"] for cell in pair})
        yield {**position, "workers": workers, "player": 1 - position["player"]}


def walk(position):
    """To a neighbour without a worker or a dome, at most one level up; on the third level the game is won."""
    levels, workers, player = position["levels"], position["workers"], position["player"]
    for cell in [cell for cell, owner in workers.items() if owner == player]:
        for to in near(position["size"], cell):
            if to not in workers and levels[to] <= min(levels[cell] + 1, 3):
                after = {place: owner for place, owner in workers.items() if place != cell}
                after[to] = player
                yield {**position, "workers": after, "walked": to, "won": player if levels[to] == 3 else None}


def build(position):
    for cell in near(position["size"], position["walked"]):
        if cell not in position["workers"] and position["levels"][cell] < 4:
            levels = dict(position["levels"])
            levels[cell] += 1
            yield {**position, "levels": levels, "walked": None, "player": 1 - position["player"]}


def actions(position):
    if position["won"] is not None:
        return []
    if position["walked"] is not None:
        return list(build(position))
    if position["player"] not in position["workers"].values():
        return list(settle(position))
    return list(walk(position))


def turns(position):
    """Whole turns: a walk that wins, or a walk with a build. (A build is always possible: on the cell that was left.)"""
    for after in actions(position):
        if after["walked"] is None or after["won"] is not None:
            yield after
        else:
            yield from build(after)


def perft(position, depth, following):
    found = list(following(position))
    if depth == 1:
        return len(found)
    return sum(perft(after, depth - 1, following) for after in found)


def opened(size, blue, white, levels):
    """A position in mid-game, Blue to play: cells such as "b2"; levels as rows of digits from the top."""
    position = start(size)
    cell = lambda name: ("abcdefg".index(name[0]), int(name[1]) - 1)
    position["workers"] = {cell(name): player for player, names in enumerate((blue, white)) for name in names}
    for row, line in enumerate(reversed(levels)):
        for column, level in enumerate(line):
            position["levels"][column, row] = int(level)
    return position


if __name__ == "__main__":
    following = actions if "--actions" in sys.argv else turns
    position = start(int(sys.argv[1]))
    if "--middle" in sys.argv:
        position = opened(5, ("b2", "d4"), ("c3", "d2"), ("00000", "03210", "02240", "01120", "00001"))
    for depth in range(1, int(sys.argv[2]) + 1):
        print(depth, perft(position, depth, following), flush=True)
