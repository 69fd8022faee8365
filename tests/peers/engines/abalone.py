#!/usr/bin/env python3
"""Random games of Abalone with the rules of the package `abalone-boai` 1.0.0 of PyPI (by Scriptim); shares nothing with Rulebook.

    pip install abalone-boai==1.0.0
    python3 abalone.py > records/abalone.jsonl
    python3 abalone.py perft DEPTH [classic|belgian|german]

The package says which moves are legal and makes them. What is added here: who has pushed six marbles out has won (its own `run_game` says the same),
1000 plies are a draw. A row that goes ahead is written as its last marble with the space before it, `e1-e2`; one that steps
aside as both its ends and where the first one goes, `e1f1-e2`, the first one being the lower, in a row from left to right the left one. Columns have
letters here: those that go up to the right, as `hexagon` names them.
"""

import json
import random
import sys

sys.path.pop(0)  # this file has the name of the package
from abalone.enums import Direction, InitialPosition, Marble, Player, Space  # noqa: E402
from abalone.game import Game, _space_to_board_indices  # noqa: E402
from abalone.utils import neighbor  # noqa: E402

STARTS = {"classic": InitialPosition.DEFAULT, "belgian": InitialPosition.BELGIAN_DAISY, "german": InitialPosition.GERMAN_DAISY}


class Fast(Game):
    """The same, copied sooner."""

    def __deepcopy__(self, memo):
        copy = Fast.__new__(Fast)
        copy.board, copy.turn = [row[:] for row in self.board], self.turn
        return copy


def start(name):
    return Fast(STARTS[name])


def cell(space):
    row, number = "ABCDEFGHI".index(space.value[0]) + 1, int(space.value[1])
    return f"{'abcdefghi'[number + 4 - row]}{row}"


def text(marbles, direction):
    if isinstance(marbles, Space):
        return f"{cell(marbles)}-{cell(neighbor(marbles, direction))}"
    return f"{cell(marbles[0])}{cell(marbles[1])}-{cell(neighbor(marbles[0], direction))}"


def after(game, move):
    copy = game.__deepcopy__({})
    copy.move(*move)
    copy.switch_player()
    return copy


def play(seed, aim, name):
    rng, game, moves, counts, seats, result = random.Random(seed), start(name), [], [], [], None
    while result is None:
        me = 0 if game.turn is Player.BLACK else 1
        found = {text(*move): move for move in game.generate_legal_moves()}
        pool = sorted(found)

        def value(chosen):
            """Marbles pushed out, and marbles near the middle."""
            board = after(game, found[chosen]).board
            sign = (Marble.BLACK, Marble.WHITE)[me]
            near = total = 0
            for space in Space:
                if space is not Space.OFF:
                    x, y = _space_to_board_indices(space)
                    far = max(abs(x - 4), abs(int(space.value[1]) - 5), abs(4 - x - int(space.value[1]) + 5))
                    if board[x][y] is sign:
                        near += 4 - far
                        total += 1
                    elif board[x][y] is not Marble.BLANK:
                        near -= 4 - far
                        total -= 1
            return 10 * total + near + rng.random()

        chosen = max(pool, key=value) if rng.random() < aim else rng.choice(pool)
        moves.append(chosen)
        counts.append(len(pool))
        seats.append(me + 1)
        game = after(game, found[chosen])
        if min(game.get_score()) == 8:
            result = me + 1
        elif len(moves) == 1000:
            result = 0
    options = {} if name == "classic" else {"start": name}
    return {"game": "abalone", "options": options, "moves": moves, "counts": counts, "seats": seats, "result": result, "seed": seed,
            "source": "abalone-boai 1.0.0, by abalone.py"}


def perft(game, depth):
    found = list(game.generate_legal_moves())
    return len(found) if depth == 1 else sum(perft(after(game, move), depth - 1) for move in found)


def main():
    if "perft" in sys.argv:
        print(*(perft(start((sys.argv + ["classic"])[3]), depth) for depth in range(1, int(sys.argv[2]) + 1)))
        return
    plans = [(0, "classic"), (0.3, "classic"), (0.3, "classic"), (0.6, "classic"), (0.6, "classic"), (0.6, "classic"), (0.3, "belgian"),
             (0.6, "belgian"), (0.6, "belgian"), (0.3, "german"), (0.6, "german")]
    for seed, (aim, name) in enumerate(plans):
        record = play(seed, aim, name)
        print(seed, aim, name, len(record["moves"]), record["result"], file=sys.stderr)
        print(json.dumps(record, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
