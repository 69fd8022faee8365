#!/usr/bin/env python3
"""Random games of OpenSpiel's ultimate_tic_tac_toe (PyPI open_spiel), in the notation of the shipped sheet.

    python3 ultimate_tic_tac_toe.py > records/ultimate-tic-tac-toe.jsonl
    python3 ultimate_tic_tac_toe.py perft 3

OpenSpiel takes a choice of a small board as an action of its own: it is one with the square here, and the number of
legal actions is the sum over the boards that could be chosen. Small board 0 is the upper left one, and so is square 0.
"""

import json
import random
import re
import sys

import pyspiel

GAME = pyspiel.load_game("ultimate_tic_tac_toe")


def squares(state):
    """Each way to place a sign, with the actions that do it."""
    found = {}

    def go(state, done):
        player = state.current_player()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            place = re.fullmatch(r"Local board (\d): .\((\d),(\d)\)", text)
            if place:
                board, row, column = map(int, place.groups())
                name = "abcdefghi"[board % 3 * 3 + column] + str(9 - (board // 3 * 3 + row))
                found[name] = done + [action]
            else:
                assert text.startswith("Choose local board"), text
                child = state.child(action)
                assert child.current_player() == player
                go(child, done + [action])

    if not state.is_terminal():
        go(state, [])
    return found


def make(state, actions):
    state = state.clone()
    for action in actions:
        state.apply_action(action)
    return state


def perft(state, depth):
    found = squares(state)
    if depth == 1:
        return len(found)
    return sum(perft(make(state, actions), depth - 1) for actions in found.values())


def main():
    if "perft" in sys.argv:
        start = GAME.new_initial_state()
        print(*(perft(start, depth) for depth in range(1, int(sys.argv[2]) + 1)))
        return
    for seed in range(15):
        rng = random.Random(seed)
        state = GAME.new_initial_state()
        moves, counts, seats = [], [], []
        while not state.is_terminal():
            found = squares(state)
            text = rng.choice(sorted(found))
            moves.append(text)
            counts.append(len(found))
            seats.append(state.current_player() + 1)
            state = make(state, found[text])
        result = {1: 1, -1: 2, 0: 0}[state.returns()[0]]
        print(json.dumps({
            "game": "ultimate-tic-tac-toe", "moves": moves, "counts": counts, "seats": seats, "result": result,
            "seed": seed, "source": "OpenSpiel 2.0.2, ultimate_tic_tac_toe",
        }, separators=(",", ":")))


if __name__ == "__main__":
    main()
