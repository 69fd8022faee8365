"""Draughts on the dark squares: international, Brazilian, Russian, Canadian. Plain lists, one rule a function.

    python3 draughts.py international 6            leaves at depths 1 to 6
    python3 draughts.py international 6 --routes   every route of a capture counts as a move of its own
    python3 draughts.py international 5 "W:B12,13:W25,K27"
"""

import sys

RULES = {
    # name: side, rows of men, whether the greatest capture is compulsory, whether a man is crowned while it captures
    "international": (10, 4, True, False),
    "brazilian": (8, 3, True, False),
    "canadian": (12, 5, True, False),
    "russian": (8, 3, False, True),
}
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]  # columns, rows


def start(side, rows):
    """Square -> "w", "W" (king), "b", "B"; White below, a1 is dark."""
    board = {}
    for row in range(side):
        for column in range(side):
            if (row + column) % 2 == 0:
                if row < rows:
                    board[column, row] = "w"
                elif row >= side - rows:
                    board[column, row] = "b"
    return board


def square_of(side, number):
    """Squares are numbered from the top, row by row, from the left."""
    row = side - 1 - (number - 1) // (side // 2)
    return (2 * ((number - 1) % (side // 2)) + row % 2, row)


def read(side, text):
    """`W:B12,K13:W25` (who is to move, then the pieces), as board and player."""
    player, *groups = text.split(":")
    board = {}
    for group in groups:
        for piece in group[1:].split(","):
            letter = group[0].lower() if piece[0] != "K" else group[0].upper()
            board[square_of(side, int(piece.lstrip("K")))] = letter
    return board, player.lower()


def inside(side, square):
    return 0 <= square[0] < side and 0 <= square[1] < side


def step(square, way, count=1):
    return (square[0] + count * way[0], square[1] + count * way[1])


def is_last_row(side, piece, square):
    return square[1] == (side - 1 if piece.lower() == "w" else 0)


def crowned(side, piece, square):
    return piece.upper() if is_last_row(side, piece, square) else piece


def jumps(side, board, piece, at, taken):
    """The single jumps of a piece that stands (lifted) on `at`: what is taken and where it lands.

    Taken pieces are still on the board: they block, and are not jumped again.
    """
    for way in DIAGONALS:
        over = step(at, way)
        if piece.isupper():
            while inside(side, over) and over not in board:
                over = step(over, way)
        if over not in board or board[over].lower() == piece.lower() or over in taken:
            continue
        landing = step(over, way)
        while inside(side, landing) and landing not in board:
            yield over, landing
            if piece.islower():
                break
            landing = step(landing, way)


def captures(side, board, square, crown_on_the_way):
    """Every capture of the piece on a square, followed to its end: the squares it comes to, the pieces it takes, what it is then."""
    piece = board[square]
    lifted = {place: what for place, what in board.items() if place != square}

    def follow(piece, at, path, taken):
        further = list(jumps(side, lifted, piece, at, taken))
        if not further and taken:
            yield path, frozenset(taken), piece
        for over, landing in further:
            then = crowned(side, piece, landing) if crown_on_the_way else piece
            yield from follow(then, landing, path + (landing,), taken + (over,))

    yield from follow(piece, square, (square,), ())


def king_must_go_on(side, board, square, crown_on_the_way):
    """Russian draughts: of the squares behind a piece, a king chooses one from which it can go on, if there is one.

    `captures` follows each landing to its end, so what is left to do is to drop a stop on a square where another
    square behind the same piece would have led on.
    """
    found = list(captures(side, board, square, crown_on_the_way))
    kept = []
    for path, taken, piece in found:
        before = path[-2]
        way = ((path[-1][0] > before[0]) * 2 - 1, (path[-1][1] > before[1]) * 2 - 1)
        others = [
            other
            for other, more, _ in found
            if other[: len(path) - 1] == path[:-1]
            and len(other) > len(path)
            and ((other[len(path) - 1][0] > before[0]) * 2 - 1, (other[len(path) - 1][1] > before[1]) * 2 - 1) == way
        ]
        if not others:
            kept.append((path, taken, piece))
    return kept


def actions(rules, board, player, routes):
    """The legal moves: each a name that tells moves apart, and the board after it."""
    side, _, most, on_the_way = rules
    own = [square for square, piece in board.items() if piece.lower() == player]
    found = [(square, one) for square in own for one in king_must_go_on(side, board, square, on_the_way)]
    if found:
        if most:
            best = max(len(taken) for _, (_, taken, _) in found)
            found = [one for one in found if len(one[1][1]) == best]
        result = {}
        for square, (path, taken, piece) in found:
            name = path if routes else (path[0], path[-1], taken)
            after = {place: what for place, what in board.items() if place != square and place not in taken}
            after[path[-1]] = crowned(side, piece, path[-1])
            result[name if not routes else (name, taken)] = after
        return result
    result = {}
    ahead = 1 if player == "w" else -1
    for square in own:
        piece = board[square]
        for way in DIAGONALS:
            if piece.islower() and way[1] != ahead:
                continue
            to = step(square, way)
            while inside(side, to) and to not in board:
                after = {place: what for place, what in board.items() if place != square}
                after[to] = crowned(side, piece, to)
                result[square, to] = after
                if piece.islower():
                    break
                to = step(to, way)
    return result


def perft(rules, board, player, depth, routes=False):
    following = actions(rules, board, player, routes)
    if depth == 1:
        return len(following)
    return sum(perft(rules, after, "b" if player == "w" else "w", depth - 1, routes) for after in following.values())


if __name__ == "__main__":
    rules = RULES[sys.argv[1]]
    board, player = start(rules[0], rules[1]), "w"
    for text in sys.argv[3:]:
        if ":" in text:
            board, player = read(rules[0], text)
    for depth in range(1, int(sys.argv[2]) + 1):
        print(depth, perft(rules, board, player, depth, "--routes" in sys.argv), flush=True)
