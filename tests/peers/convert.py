#!/usr/bin/env python3
"""Converts games recorded from AbstractPlay's gameslib to records of Rulebook.

    convert.py FOLDER [NAME...]

FOLDER holds the games as they were recorded, `NAME.jsonl` each; the records are written to `records` beside this file. The tests read
the records alone. What is converted is notation: cells, separators, a turn of several steps into its actions. Nothing of a
game's rules is computed here, but where a turn that stops early needs a `stop`; the numbers of legal moves are copied where a turn is one action.
"""

import json
import re
import sys
from math import comb
from pathlib import Path

SOURCE = "AbstractPlay gameslib b8c3115"


def hexagon(side):
    """Cells whose letter is the row from below, and whose number counts from the left of it."""

    def cell(text):
        row, place = ord(text[0]) - ord("a") + 1, int(text[1:])
        return f"{chr(ord('a') + place - 1 + max(0, side - row))}{row}"

    return cell


def triangle(side):
    """Cells whose letter is the row from the top, and whose number counts from the left of it."""
    return lambda text: f"{chr(ord('a') + int(text[1:]) - 1)}{side - (ord(text[0]) - ord('a'))}"


def cells(cell):
    """Turns of one action whose cells alone need to be translated."""
    return lambda game: [([re.sub(r"[a-z]+\d+", lambda found: cell(found[0]), move)], [count])
                         for move, count in zip(game["moves"], game["counts"])]


def same(text):
    return text


def steps(cell):
    """Turns of several actions with a number of choices each."""
    return lambda game: [([cell(step) for step in move.split(",")], count)
                         for move, count in zip(game["moves"], game["counts"])]


def placed(cell):
    """Turns that place up to two or three stones, the first a single one. A turn of less ends with `stop` unless the board is full."""

    def turns(game):
        empty = game["counts"][0]
        for move, count in zip(game["moves"], game["counts"]):
            stones = [cell(stone) for stone in move.split(",")]
            most = next(most for most in range(1, 4) if sum(comb(empty, k + 1) for k in range(most)) == count)
            empty -= len(stones)
            stop = ["stop"] if len(stones) < most and empty else []
            yield stones + stop, [None] * len(stones + stop)

    return turns


def grown(game):
    """Turns that grow or start groups, with the number of choices at each step, the last of them whether to go on."""
    for move, counts in zip(game["moves"], game["counts"]):
        stones = move.split(",")
        yield stones + ["stop"] * (len(counts) - len(stones)), counts


def tumbleweeds(cell):
    """The first turn puts two stones; marks tell what stood on a cell."""

    def turns(game):
        for move, count in zip(game["moves"], game["counts"]):
            places = [place if place == "pass" else cell(place) for place in move.strip("+x").split(",")]
            yield places, [count] if len(places) == 1 else [None] * len(places)

    return turns


def columns(game):
    """Captures are actions of their own; where none is possible, a turn is one action."""
    for move, count in zip(game["moves"], game["counts"]):
        cells = move.split("x")
        if len(cells) == 1:
            yield [move], [count]
        else:
            jumps = [f"{a}x{b}" for a, b in zip(cells, cells[1:])]
            yield jumps, [None] * len(jumps)


def towers(game):
    """Steps from one stack, which name the pieces that go unless all do. To know how many that are, and whether another step could
    have followed, owners of pieces are kept here."""
    cell = hexagon(4)
    board = {}
    for owner, row, way in (1, "a", 1), (2, "g", -1):
        for level, (places, height) in enumerate(zip(("1234", "234", "34"), (3, 2, 1))):
            for place in places:
                board[cell(f"{chr(ord(row) + way * level)}{place}")] = [owner] * height

    def can_go_on(source, mover):
        if not board[source] or board[source][-1] != mover:
            return False
        column, row = ord(source[0]), int(source[1:])
        for x, y in (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1):
            near = f"{chr(column + x)}{row + y}"
            if abs(x := column + x - ord("d")) <= 3 and abs(y := row + y - 4) <= 3 and abs(x + y) <= 3:
                if board.get(near, []).count(mover) < 3:
                    return True
        return False

    for move, mover in zip(game["moves"], game["seats"]):
        source, rest = move.split(":")
        source = cell(source)
        actions = []
        for step in rest.split(","):
            number, target = re.fullmatch(r"(\d*)[-+](.*)", step).groups()
            number, target = int(number or len(board[source])), cell(target)
            board.setdefault(target, []).extend(board[source][-number:])
            del board[source][-number:]
            actions.append(f"{number}{source}-{target}")
        if can_go_on(source, mover):
            actions.append("stop")
        yield actions, [None] * len(actions)


def slides(game):
    """A stone may go a step before another is placed."""
    for move, count in zip(game["moves"], game["counts"]):
        actions = move.split("/")
        yield actions, [None] * len(actions)


def sliders(game):
    """Without the letter of the king and without what is captured."""
    return [([re.sub(r"^K|x.*", "", move)], [count]) for move, count in zip(game["moves"], game["counts"])]


def hyphens(game):
    return [([move.replace("x", "-")], [count]) for move, count in zip(game["moves"], game["counts"])]


def pairs(game):
    return [([move.replace(",", "-")], [count]) for move, count in zip(game["moves"], game["counts"])]


# The file, the game here with its options, and its turns as lists of actions with their numbers of choices.
GAMES = {
    "bounce": ("bounce", {"pie": "off"}, cells(same)),
    "domineering": ("domineering", {"pie": "off"}, pairs),
    "focus": ("focus", {}, cells(same)),
    "gonnect": ("gonnect", {"pie": "off"}, cells(same)),
    "gonnect__size-9": ("gonnect", {"pie": "off", "size": 9}, cells(same)),
    "havannah": ("havannah", {"pie": "off"}, cells(hexagon(8))),
    "havannah__size-4": ("havannah", {"pie": "off", "size": 4}, cells(hexagon(4))),
    "konane": ("konane", {}, cells(same)),
    "oust": ("oust", {}, steps(hexagon(7))),
    "oust__hex-6": ("oust", {"size": 6}, steps(hexagon(6))),
    "accasta": ("accasta", {}, towers),
    "cannon": ("cannon", {}, cells(same)),
    "tafl": ("tablut", {}, sliders),
    "tafl__magpie-7x7-cross": ("tablut#Magpie", {}, sliders),
    "tafl__seabattle-9x9-starsquare-w": ("tablut#Sea Battle Tafl", {}, sliders),
    "catchup": ("catchup", {}, placed(hexagon(5))),
    "lasca": ("lasca", {"pie": "off"}, columns),
    "lielow": ("lielow", {}, hyphens),
    "symple": ("symple", {}, grown),
    "slither__classic": ("slither", {"pie": "off", "size": 9}, slides),
    "yavalath": ("yavalath", {"pie": "off"}, cells(hexagon(5))),
    "taiji": ("taiji", {}, pairs),
    "tanbo": ("tanbo", {"size": 7}, cells(same)),
    "tumbleweed": ("tumbleweed", {"pie": "off"}, tumbleweeds(hexagon(8))),
    "tumbleweed__size-6": ("tumbleweed", {"pie": "off", "size": 6}, tumbleweeds(hexagon(6))),
    "trike": ("trike", {"pie": "off"}, cells(triangle(11))),
    "zola": ("zola", {"pie": "off"}, cells(same)),
}


def record(game, name, options, turns):
    moves, counts, seats = [], [], []
    for (actions, choices), seat in zip(turns(game), game["seats"], strict=True):
        moves += actions
        counts += choices
        seats += [seat] * len(actions)
    name, _, variant = name.partition("#")
    out = {"game": name, **({"variant": variant} if variant else {}), "options": options, "moves": moves, "counts": counts, "seats": seats}
    winner = game["winner"]
    if game.get("capped"):
        out["cut"] = True
    elif name == "cannon" and sum(piece == "t" for _, piece in game["final"].values()) == 2:
        pass  # Ended by that program as soon as a town could not be saved.
    elif name == "tumbleweed" and game["moves"][-2:] != ["pass", "pass"]:
        pass  # Ended by a rule of that program alone: neither score had changed for twenty plies.
    else:
        out["result"] = 0 if len(winner) == 2 else winner[0]
    out["seed"] = game["seed"]
    out["source"] = SOURCE
    return out


def main():
    folder = Path(sys.argv[1])
    for file in sys.argv[2:] or GAMES:
        name, options, turns = GAMES[file]
        lines = [json.loads(line) for line in (folder / f"{file}.jsonl").read_text().splitlines()]
        records = [json.dumps(record(game, name, options, turns), separators=(",", ":")) for game in lines]
        name, _, variant = name.partition("#")
        out = variant.lower().replace(" ", "-") or "-".join([name, *(str(options[key]) for key in options if key == "size")])
        (Path(__file__).parent / "records" / f"{out}.jsonl").write_text("\n".join(records) + "\n")


if __name__ == "__main__":
    main()
