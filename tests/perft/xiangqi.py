"""Counts lines of xiangqi: python3 xiangqi.py DEPTH [FEN]. Shares nothing with Rulebook."""

import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def read(fen):
    """Pieces by column and row, both from 0 at Red's left corner: capitals are Red's."""
    rows, mover = fen.split()[:2]
    board = {}
    for row, text in enumerate(reversed(rows.split("/"))):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
            else:
                board[column, row] = letter
                column += 1
    return board, mover == "w"


def inside(x, y):
    return 0 <= x < 9 and 0 <= y < 10


def palace(x, y, red):
    return 3 <= x <= 5 and (0 <= y <= 2 if red else 7 <= y <= 9)


def targets(board, x, y):
    """Where the piece at x, y goes or captures, own pieces among them."""
    piece, red = board[x, y].lower(), board[x, y].isupper()
    if piece == "k":
        yield from ((x + a, y + b) for a, b in STEPS if palace(x + a, y + b, red))
        row = y + (1 if red else -1)
        while 0 <= row < 10 and (x, row) not in board:
            row += 1 if red else -1
        if board.get((x, row), "").lower() == "k":
            yield x, row
    elif piece == "a":
        yield from ((x + a, y + b) for a, b in CORNERS if palace(x + a, y + b, red))
    elif piece == "b":
        for a, b in CORNERS:
            to = x + 2 * a, y + 2 * b
            if inside(*to) and (to[1] < 5) == red and (x + a, y + b) not in board:
                yield to
    elif piece == "n":
        for a, b in STEPS:
            if (x + a, y + b) not in board:
                for side in (1, -1):
                    to = x + 2 * a + side * b, y + 2 * b + side * a
                    if inside(*to):
                        yield to
    elif piece == "p":
        ahead = 1 if red else -1
        ways = [(0, ahead)] if (y < 5) == red else [(0, ahead), (1, 0), (-1, 0)]
        yield from ((x + a, y + b) for a, b in ways if inside(x + a, y + b))
    else:
        for a, b in STEPS:
            column, row = x + a, y + b
            while inside(column, row) and (column, row) not in board:
                yield column, row
                column, row = column + a, row + b
            if piece == "c":
                column, row = column + a, row + b
                while inside(column, row) and (column, row) not in board:
                    column, row = column + a, row + b
            if inside(column, row):
                yield column, row


def checked(board, red):
    general = next((at for at, piece in board.items() if piece == ("K" if red else "k")), None)
    return general is None or any(
        general in targets(board, *at) for at, piece in list(board.items()) if piece.isupper() != red
    )


def perft(board, red, depth):
    if depth == 0:
        return 1
    count = 0
    for at in [at for at, piece in board.items() if piece.isupper() == red]:
        for to in list(targets(board, *at)):
            taken = board.get(to)
            if taken and taken.isupper() == red:
                continue
            board[to] = board.pop(at)
            if not checked(board, red):
                count += perft(board, not red, depth - 1)
            board[at] = board.pop(to)
            if taken:
                board[to] = taken
    return count


if __name__ == "__main__":
    start, mover = read(sys.argv[2] if len(sys.argv) > 2 else START)
    print(*(perft(start, mover, depth) for depth in range(1, int(sys.argv[1]) + 1)))
