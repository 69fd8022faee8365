"""Gobblet: the pieces outside lie in three real stacks a player, and only their tops can enter.

    python3 gobblet.py 3      leaves at depths 1 to 3

Two pieces of one size and owner are one: the same entry from two stacks is one action.
"""

import sys

LINES = (
    [[(column, row) for column in range(4)] for row in range(4)]
    + [[(column, row) for row in range(4)] for column in range(4)]
    + [[(n, n) for n in range(4)], [(n, 3 - n) for n in range(4)]]
)


def start():
    outside = ((1, 2, 3, 4),) * 3  # sizes; the last of each stack is its top
    return {"board": {}, "outside": [outside, outside], "player": 0}


def top(board, cell):
    return board[cell][-1] if board.get(cell) else None


def has_row(board, player):
    return any(all(top(board, cell) and top(board, cell)[0] == player for cell in line) for line in LINES)


def covers(board, size, cell):
    return top(board, cell) is None or top(board, cell)[1] < size


def enemies_in_a_row_of_three(board, cell, player):
    """Whether an enemy piece stands on the cell, in a row with two more of them and no fourth."""
    return any(
        cell in line
        and top(board, cell) is not None
        and top(board, cell)[0] != player
        and sum(1 for place in line if top(board, place) and top(board, place)[0] != player) == 3
        for line in LINES
    )


def entries(position):
    board, player = position["board"], position["player"]
    outside = position["outside"][player]
    for size in sorted({stack[-1] for stack in outside if stack}):
        index = next(index for index, stack in enumerate(outside) if stack and stack[-1] == size)
        left = tuple(sorted(stack[:-1] if place == index else stack for place, stack in enumerate(outside)))
        for cell in [(column, row) for column in range(4) for row in range(4)]:
            free = top(board, cell) is None
            if free or (covers(board, size, cell) and enemies_in_a_row_of_three(board, cell, player)):
                after = {place: list(stack) for place, stack in board.items()}
                after.setdefault(cell, []).append((player, size))
                stacks = list(position["outside"])
                stacks[player] = left
                yield {"board": after, "outside": stacks, "player": 1 - player}


def steps(position):
    board, player = position["board"], position["player"]
    for cell in [cell for cell in board if top(board, cell) and top(board, cell)[0] == player]:
        piece = top(board, cell)
        for to in [(column, row) for column in range(4) for row in range(4)]:
            if to != cell and covers(board, piece[1], to):
                after = {place: list(stack) for place, stack in board.items()}
                after[cell].pop()
                after.setdefault(to, []).append(piece)
                yield {**position, "board": after, "player": 1 - player}


def actions(position):
    if has_row(position["board"], 0) or has_row(position["board"], 1):
        return []
    return list(entries(position)) + list(steps(position))


def perft(position, depth):
    found = actions(position)
    if depth == 1:
        return len(found)
    return sum(perft(after, depth - 1) for after in found)


if __name__ == "__main__":
    for depth in range(1, int(sys.argv[1]) + 1):
        print(depth, perft(start(), depth), flush=True)
