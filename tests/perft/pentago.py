"""Pentago: place a marble, then turn one of the four blocks a quarter.

    python3 pentago.py 2             leaves at depths 1 and 2, a turn as one move
    python3 pentago.py 4 --actions   the same, a marble and a turn of a block as two
    python3 pentago.py 2 ROWS        from a position: six rows of six from the top, `W`, `b` and `.`; whose turn follows from the count

A marble that makes five wins at once, before a block is turned. Leaves are of games that go on; a win is a leaf.
"""

import sys


def block(column, row):
    """The nine cells of a block, from its lowest left cell, as rows from below."""
    return [[(column + x, row + y) for x in range(3)] for y in range(3)]


BLOCKS = [block(column, row) for row in (0, 3) for column in (0, 3)]
LINES = [
    [(column + n * x, row + n * y) for n in range(5)]
    for column in range(6)
    for row in range(6)
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= column + 4 * x < 6 and 0 <= row + 4 * y < 6
]


def turned(board, cells, clockwise):
    """The board with a block turned: clockwise, the cell at column x and height y goes to column y and height 2 - x."""
    after = {place: piece for place, piece in board.items() if all(place not in row for row in cells)}
    for y in range(3):
        for x in range(3):
            piece = board.get(cells[y][x])
            if piece is not None:
                to = (y, 2 - x) if clockwise else (2 - y, x)
                after[cells[to[1]][to[0]]] = piece
    return after


def fives(board):
    return {board[line[0]] for line in LINES if line[0] in board and len({board.get(cell) for cell in line}) == 1}


def place(board):
    player = "W" if len(board) % 2 == 0 else "b"
    for column in range(6):
        for row in range(6):
            if (column, row) not in board:
                yield {**board, (column, row): player}


def twist(board):
    for cells in BLOCKS:
        for clockwise in (True, False):
            yield turned(board, cells, clockwise)


def turns(board):
    """What a turn can lead to."""
    if fives(board) or len(board) == 36:
        return
    for after in place(board):
        if fives(after):
            yield after
        else:
            yield from twist(after)


def perft(board, depth):
    found = list(turns(board))
    if depth == 1:
        return len(found)
    return sum(perft(after, depth - 1) for after in found)


def perft_of_actions(board, depth, placed):
    """The same with two actions a turn; `placed` is whether the marble of this turn lies there."""
    if fives(board) or (not placed and len(board) == 36):
        return 0
    found = list(twist(board) if placed else place(board))
    if depth == 1:
        return len(found)
    return sum(perft_of_actions(after, depth - 1, not placed) for after in found)


def read(rows):
    return {
        (column, 5 - line): piece
        for line, row in enumerate(rows)
        for column, piece in enumerate(row)
        if piece != "."
    }


if __name__ == "__main__":
    rows = [text for text in sys.argv[2:] if not text.startswith("-")]
    board = read(rows) if rows else {}
    for depth in range(1, int(sys.argv[1]) + 1):
        print(depth, perft_of_actions(board, depth, False) if "--actions" in sys.argv else perft(board, depth), flush=True)
