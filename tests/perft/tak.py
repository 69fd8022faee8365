"""Tak: a stack is a list of stones (owner, kind) from the bottom up; one rule a function.

    python3 tak.py 5 3      leaves at depths 1 to 3 on 5 x 5

    python3 tak.py 5 3 d3 c3 c4 "1d3<" "1c4-" Sc4     the same after these moves
    python3 tak.py 5 3 --ended ...                      a game that is over before counts as one
"""

import sys

STONES = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1)}
WAYS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}


def start(size):
    flats, caps = STONES[size]
    return {"size": size, "board": {}, "flats": [flats, flats], "caps": [caps, caps], "ply": 0}


def copy(position):
    return {
        "size": position["size"],
        "board": {cell: list(stack) for cell, stack in position["board"].items()},
        "flats": list(position["flats"]),
        "caps": list(position["caps"]),
        "ply": position["ply"] + 1,
    }


def cells(size):
    return [(column, row) for column in range(size) for row in range(size)]


def drops(count, length):
    """The ways to drop `count` stones on `length` cells, at least one on each."""
    if length == 1:
        return [[count]]
    return [[first] + rest for first in range(1, count) for rest in drops(count - first, length - 1)]


def placements(position):
    player = position["ply"] % 2
    for cell in cells(position["size"]):
        if cell in position["board"]:
            continue
        if position["ply"] < 2:  # a flat of the other player
            after = copy(position)
            after["board"][cell] = [(1 - player, "flat")]
            after["flats"][1 - player] -= 1
            yield ("flat", cell), after
            continue
        for kind in ("flat", "wall", "cap"):
            supply = "caps" if kind == "cap" else "flats"
            if position[supply][player] > 0:
                after = copy(position)
                after["board"][cell] = [(player, kind)]
                after[supply][player] -= 1
                yield (kind, cell), after


def spreads(position):
    player, size, board = position["ply"] % 2, position["size"], position["board"]
    if position["ply"] < 2:
        return
    for cell, stack in board.items():
        if stack[-1][0] != player:
            continue
        for count in range(1, min(size, len(stack)) + 1):
            for name, way in WAYS.items():
                for length in range(1, count + 1):
                    path = [(cell[0] + step * way[0], cell[1] + step * way[1]) for step in range(1, length + 1)]
                    if not all(0 <= column < size and 0 <= row < size for column, row in path):
                        break
                    for shares in drops(count, length):
                        if all(passable(board, stack, place, shares, index) for index, place in enumerate(path)):
                            yield (cell, name, count, tuple(shares)), spread(position, cell, path, shares, count)


def passable(board, stack, place, shares, index):
    """Flats may be covered; a wall by a capstone that comes there alone at the end; a capstone never."""
    kind = board[place][-1][1] if place in board else None
    if kind == "wall":
        return index == len(shares) - 1 and shares[-1] == 1 and stack[-1][1] == "cap"
    return kind in (None, "flat")


def spread(position, cell, path, shares, count):
    after = copy(position)
    board = after["board"]
    carried = board[cell][-count:]
    board[cell] = board[cell][:-count]
    if not board[cell]:
        del board[cell]
    for place, share in zip(path, shares):
        under = board.get(place, [])
        if under and under[-1][1] == "wall":
            under[-1] = (under[-1][0], "flat")
        board[place] = under + carried[:share]
        carried = carried[share:]
    return after


def has_road(position, player):
    size, board = position["size"], position["board"]
    own = {cell for cell, stack in board.items() if stack[-1][0] == player and stack[-1][1] != "wall"}
    for axis in (0, 1):
        reached = {cell for cell in own if cell[axis] == 0}
        front = list(reached)
        while front:
            column, row = front.pop()
            for way in WAYS.values():
                near = (column + way[0], row + way[1])
                if near in own and near not in reached:
                    reached.add(near)
                    front.append(near)
        if any(cell[axis] == size - 1 for cell in reached):
            return True
    return False


def over(position):
    if has_road(position, 0) or has_road(position, 1):
        return True
    full = len(position["board"]) == position["size"] ** 2
    return full or any(position["flats"][player] + position["caps"][player] == 0 for player in (0, 1))


def actions(position):
    return [] if over(position) else list(placements(position)) + list(spreads(position))


def perft(position, depth, ended):
    if ended and over(position):
        return 1
    following = actions(position)
    if depth == 1:
        return len(following)
    return sum(perft(after, depth - 1, ended) for _, after in following)


def play(position, names):
    """Plays actions in Portable Tak Notation: `d3`, `Sc4`, `Cc2`, `1d3<`, `5c3<23`."""
    for name in names:
        cell_at = 1 if name[0].isdigit() or name[0].isupper() else 0
        cell = ("abcdefgh".index(name[cell_at]), int(name[cell_at + 1]) - 1)
        if name[0].isdigit():
            shares = tuple(int(share) for share in name[4:]) or (int(name[0]),)
            wanted = (cell, name[3], int(name[0]), shares)
        else:
            wanted = ({"S": "wall", "C": "cap"}.get(name[0], "flat"), cell)
        position = dict(actions(position))[wanted]
    return position


if __name__ == "__main__":
    size, depths = int(sys.argv[1]), int(sys.argv[2])
    position = play(start(size), [name for name in sys.argv[3:] if name != "--ended"])
    for depth in range(1, depths + 1):
        print(depth, perft(position, depth, "--ended" in sys.argv), flush=True)
