#!/usr/bin/env python3
"""Random games of Ultimate Tic-Tac-Toe by the rules as Wikipedia tells them, with the two ways to play that OpenSpiel has not.

    python3 ultimate_tic_tac_toe_rules.py > records/ultimate-tic-tac-toe-options.jsonl
    python3 ultimate_tic_tac_toe_rules.py check records/ultimate-tic-tac-toe.jsonl

- The square of the small board in which one plays says in which small board the other has to play.
- Three in a row win a small board, once. In the closed way nobody plays there again; in the open way one plays there as long as it has room.
- Who is sent to a board on which nothing can be placed plays on any other on which something can.
- Three small boards in a row win. Where nothing can be placed, it is a draw, or the one with more boards has won.

`check` plays the games that OpenSpiel recorded by the same program. Square (x, y) is column x and row y, both 0 to 8, y from below.
"""

import json
import random
import sys

LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(j, i) for j in range(3)] for i in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class Game:
    def __init__(self, won_boards, level):
        self.open, self.by_boards = won_boards == "open", level == "boards"
        self.signs = {}  # board (x, y) -> square (x, y) -> player
        self.winner = {}
        self.next, self.turn, self.result = None, 0, None
        for x in range(3):
            for y in range(3):
                self.signs[x, y] = {}

    def playable(self, board):
        return len(self.signs[board]) < 9 and (self.open or board not in self.winner)

    def legal(self):
        if self.result is not None:
            return {}
        boards = [board for board in self.signs if self.playable(board)]
        if self.next in boards:
            boards = [self.next]
        found = {}
        for board in boards:
            for x in range(3):
                for y in range(3):
                    if (x, y) not in self.signs[board]:
                        found["abcdefghi"[3 * board[0] + x] + str(3 * board[1] + y + 1)] = board, (x, y)
        return found

    def make(self, move):
        board, square = move
        self.signs[board][square] = self.turn
        three = any(all(self.signs[board].get(s) == self.turn for s in line) for line in LINES)
        if three and board not in self.winner:
            self.winner[board] = self.turn
        self.next = square
        if any(all(self.winner.get(b) == self.turn for b in line) for line in LINES):
            self.result = self.turn + 1
        elif not any(map(self.playable, self.signs)):
            won = list(self.winner.values())
            lead = won.count(0) - won.count(1) if self.by_boards else 0
            self.result = 1 if lead > 0 else 2 if lead < 0 else 0
        self.turn = 1 - self.turn


def main():
    if "check" in sys.argv:
        for line in open(sys.argv[2]):
            record = json.loads(line)
            game = Game("closed", "draw")
            for text, count in zip(record["moves"], record["counts"]):
                found = game.legal()
                assert len(found) == count, record
                game.make(found[text])
            assert game.result == record["result"]
        return
    for seed in range(18):
        options = {"won_boards": "closed" if seed % 3 == 0 else "open", "level": "draw" if seed % 3 == 1 else "boards"}
        rng = random.Random(seed)
        game = Game(**options)
        moves, counts, seats = [], [], []
        while found := game.legal():
            text = rng.choice(sorted(found))
            moves.append(text)
            counts.append(len(found))
            seats.append(game.turn + 1)
            game.make(found[text])
        print(json.dumps({
            "game": "ultimate-tic-tac-toe", "options": options, "moves": moves, "counts": counts, "seats": seats,
            "result": game.result, "seed": seed, "source": "tests/peers/generators/ultimate_tic_tac_toe_rules.py",
        }, separators=(",", ":")))


if __name__ == "__main__":
    main()
