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


def rolls(cell):
    """A capture is written as another unrolling."""
    return lambda game: cells(cell)({**game, "moves": [move.replace("x", ">") for move in game["moves"]]})


def begun(cell):
    """A first turn is two actions."""

    def turns(game):
        for move, count in zip(game["moves"], game["counts"]):
            stones = [cell(stone) for stone in move.split(",")]
            yield stones, [count] if len(stones) == 1 else [None] * len(stones)

    return turns


def centres(game):
    """A centre is named by two corners of its square; captures have no sign."""
    for move, count in zip(game["moves"], game["counts"]):
        yield [move.replace("/", "").rstrip("x")], [count]


def sums(game):
    """The dice that are taken are named row by row."""
    for move, count in zip(game["moves"], game["counts"]):
        cell, *dice = re.split(r"[=+]", move)
        dice.sort(key=lambda die: (die[1:], die[0]))
        yield [cell + "=" * bool(dice) + "+".join(dice)], [count]


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
    """Captures and other special moves are written as moves."""
    return [([re.sub(r"[x^]", "-", move)], [count]) for move, count in zip(game["moves"], game["counts"])]


def pairs(game):
    return [([move.replace(",", "-")], [count]) for move, count in zip(game["moves"], game["counts"])]


def arrows(game):
    """A move and its arrow; what is numbered there are both together."""
    for move in game["moves"]:
        amazon, arrow = move.split("/")
        yield [amazon, f"/{arrow}"], [None, None]


def downwards(game):
    """The board upside down: the player who moves first stands above."""
    return cells(lambda text: f"{text[0]}{9 - int(text[1:])}")({**game, "moves": [move.replace("x", "-") for move in game["moves"]]})


def levels(game):
    """A whole stack goes from its level 1."""
    return [([re.sub(r"^(\w\d)-", r"\1:1-", move)], [count]) for move, count in zip(game["moves"], game["counts"])]


def filled(game):
    """A stone and those that it brings about, each an action; the library counts whole turns."""
    for move in game["moves"]:
        stones = move.split(",")
        yield stones, [None] * len(stones)


def octagon(text):
    """Cells with room for others between them."""
    return f"{chr(2 * ord(text[0]) - ord('a'))}{2 * int(text[1:]) - 1}"


def dropped(game):
    """Columns, of which the cell is told where a disc comes to rest."""
    height = dict.fromkeys("abcd", 0)
    for move, count in zip(game["moves"], game["counts"]):
        height[move] = min(7, height[move] + 1)
        yield [f"{move}{height[move]}"], [count]


def called(game):
    """Who calls the clock does so before the move. The library counts every move with and without the call."""
    quiet, running, before = 0, False, ""
    for move, count in zip(game["moves"], game["counts"]):
        calls = move.endswith("*")
        if before.endswith("*"):
            counts = [None] * (1 + calls)
        elif quiet >= 7 and not running:
            counts = [count // 2 + 1] + [count // 2] * calls
        else:
            counts = [count]
        yield ["call"] * calls + [move.removesuffix("*")], counts
        quiet, running = (0, calls) if "x" in move else (quiet + 1, running or calls)
        before = move


def rhombus(side):
    """Cells whose letter is the row of the board as it stands on a point, and whose number counts from the left of it."""

    def cell(text):
        row, place = ord(text[0]) - ord("a"), int(text[1:]) - 1
        column = place + max(0, row - side + 1)
        return f"{chr(ord('a') + column)}{row - column + 1}"

    return cell


def blocked(game):
    """The cells that are blocked by lot belong to the first turn."""
    holes = [f"x{cell}" for cell in game["start"]]
    for ply, (move, count) in enumerate(zip(game["moves"], game["counts"])):
        before = holes if ply == 0 else []
        yield before + [move.replace("(", "").rstrip(")")], [None] * len(before) + [count]


def slanting(text):
    """Cells whose letter is the column, with every other row half a cell to the right."""
    row = int(text[1:])
    return f"{chr(ord(text[0]) + 2 - (row - 1) // 2)}{row}"


def led(game):
    """Pieces that the pawn takes one after another, and `stop` where it could go on. The library counts whole turns."""
    pieces = {slanting(cell): colour for cell, colour in game["start"].items()}
    board = set(pieces)

    def seen(cell):
        colours = set()
        for x, y in (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1):
            near = cell
            while (near := f"{chr(ord(near[0]) + x)}{int(near[1:]) + y}") in board and near not in pieces:
                pass
            colours.add(pieces.get(near))
        return colours - {None}

    for ply, (move, count) in enumerate(zip(game["moves"], game["counts"])):
        cells = [slanting(cell) for cell in move.split("-")]
        if ply == 0:
            del pieces[cells[0]]
            yield cells, [count]
            continue
        jumps = not seen(cells[0])
        taken = [pieces.pop(cell) for cell in cells[1:]]
        actions = [f"{a}-{b}" for a, b in zip(cells, cells[1:])]
        if not jumps and taken[-1] in seen(cells[-1]):
            actions.append("stop")
        yield actions, [None] * len(actions)


def scattered(cell, letters):
    """Pieces that lay on the board before the first move, cell after cell from the bottom left, each with how many sorts were left."""

    def laid(game):
        pieces = {cell(text): piece for text, piece in game["start"].items()}
        left = sorted(pieces.values())
        for each in sorted(pieces, key=lambda text: (int(text[1:]), text[0])):
            yield f"{each}={letters[pieces[each]]}", len(set(left))
            left.remove(pieces[each])

    return laid


def captures(game):
    """Chains of captures by approach (0) or withdrawal (1), which stand behind the cells without a sign between links."""
    for move, count in zip(game["moves"], game["counts"]):
        yield [move.replace("+", ":0").replace("-", ":1").replace(",", "")], [count]


def points(game):
    """An inner point is named there by two squares that share it, from the upper left to the lower right; here a point has a capital
    letter, and is the lower left corner of the square of its name."""
    for move, count in zip(game["moves"], game["counts"]):
        yield [re.sub(r"[a-h]([1-8])\|([a-h])[1-8]", lambda found: found[2].upper() + found[1], move)], [count]


def dwindling(game):
    """Merges have no sign. Men who leave are counted here, and go there the shortest way, aslant. A player without men passes there
    before the game is seen to be over."""
    for ply, (move, count) in enumerate(zip(game["moves"], game["counts"], strict=True)):
        if move == "pass" and ply + 1 == len(game["moves"]):
            yield [], []
            continue
        if move.endswith("-off"):
            column, row = ord(move[0]) - ord("a") + 1, int(move[1:-4])
            move += f":{min(column, 9 - column, 9 - row if game['seats'][ply] == 1 else row)}"
        yield [move.replace("+", "-")], [count]


def walks(game):
    """A turn is two actions: to dig, and to walk or stay."""
    for move in game["moves"]:
        dig, _, walk = move.partition("/")
        yield [dig, walk or "stay"], [None, None]


def rearranged(game):
    """In the first two turns the library lists each pair of cells in both orders."""
    for ply, (move, count) in enumerate(zip(game["moves"], game["counts"])):
        yield [move], [count // 2 if ply < 2 else count]


def on_a_point(game):
    """The board stands on a point here. A diamond is named by its upper left and lower right squares there."""

    def cell(found):
        x, y = ord(found[1]) - ord("a"), int(found[2])
        return f"{chr(ord('a') + x + y - 1)}{y - x + (3 if found[3] else 4)}"

    for move, count in zip(game["moves"], game["counts"]):
        yield [re.sub(r"([a-e])([1-5])(\|[a-e][1-5])?", cell, move)], [count]


def stones(game):
    """A turn of one stone or of two, each an action."""
    for move, count in zip(game["moves"], game["counts"]):
        actions = move.split(",")
        yield actions, [count] if len(actions) == 1 else [None] * len(actions)


def sliders(game):
    """What moves is known by where it stands, and whether a tile is taken away by the tiles."""
    return [([move[1:].replace("x", "-")], [count]) for move, count in zip(game["moves"], game["counts"])]


def paths(game):
    """A path is laid, `/` or `\\`, or an own one is turned, which has a plus."""
    for move, count in zip(game["moves"], game["counts"]):
        yield [move[1:-1] if move.endswith("+") else ("R" if move[0] == "/" else "F") + move[1:]], [count]


# The file, the game here with its options, and its turns as lists of actions with their numbers of choices.
GAMES = {
    "bounce": ("bounce", {"pie": "off"}, cells(same)),
    "domineering": ("domineering", {"pie": "off"}, pairs),
    "fanorona": ("fanorona", {}, captures),
    "focus": ("focus", {}, cells(same)),
    "furl": ("furl", {}, rolls(hexagon(4))),
    "ceph": ("cephalopod", {}, sums),
    "lifeline": ("lifeline", {"pie": "off"}, begun(hexagon(7))),
    "gonnect": ("gonnect", {"pie": "off"}, cells(same)),
    "gonnect__size-9": ("gonnect", {"pie": "off", "size": 9}, cells(same)),
    "havannah": ("havannah", {"pie": "off"}, cells(hexagon(8))),
    "havannah__size-4": ("havannah", {"pie": "off", "size": 4}, cells(hexagon(4))),
    "konane": ("konane", {}, cells(same)),
    "oust": ("oust", {}, steps(hexagon(7))),
    "oust__hex-6": ("oust", {"size": 6}, steps(hexagon(6))),
    "abande": ("abande", {}, cells(same)),
    "accasta": ("accasta", {}, towers),
    "byte": ("byte", {"pie": "off"}, levels),
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
    "amazons": ("amazons", {}, arrows),
    "ataxx": ("ataxx", {}, hyphens),
    "breakthrough": ("breakthrough", {}, downwards),
    "emergo": ("emergo", {}, cells(same)),
    "hex__size-11": ("hex", {"pie": "off"}, cells(same)),
    "loa": ("lines-of-action#Black Hole Lines of Action", {}, hyphens),
    "reversi": ("othello", {}, cells(same)),
    "scaffold": ("scaffold", {"pie": "off"}, filled),
    "conhex": ("conhex", {"pie": "off"}, cells(same)),
    "onyx": ("onyx", {"pie": "off"}, centres),
    "spree": ("spree", {}, cells(same)),
    "spree__size-5": ("spree", {"size": 5}, cells(same)),
    "quax": ("quax", {"pie": "off"}, cells(octagon)),
    "complica": ("complica", {}, dropped),
    "mchess": ("martian-chess", {}, called),
    "waldmeister": ("waldmeister", {}, cells(rhombus(8))),
    "pahtum__quick": ("pah-tum", {"pie": "off"}, blocked),
    "pahtum__quick_captures": ("pah-tum#Pah-Tum with Captures", {"pie": "off"}, blocked),
    "camelot": ("camelot", {}, cells(same)),
    "court": ("court", {}, cells(same)),
    "tintas": ("tintas", {"pie": "off"}, led),
    "zola": ("zola", {"pie": "off"}, cells(same)),
    "alta": ("alta", {"pie": "off"}, paths),
    "archimedes": ("archimedes", {"pie": "off"}, cells(same)),
    "c1": ("c1", {}, sliders),
    "dipole": ("dipole", {"leaving": "fewest"}, dwindling),
    "garden": ("garden", {}, cells(same)),
    "guerrilla": ("guerrilla", {}, points),
    "krypte": ("krypte", {}, cells(same)),
    "mattock": ("mattock", {}, walks),
    "minimize": ("minimize", {}, stones),
    "minimize__size-4": ("minimize", {"size": 4}, stones),
    "mirador": ("mirador", {"pie": "off"}, cells(same)),
    "mixtour": ("mixtour", {"taking_back": "legal"}, cells(same)),
    "murus": ("murus", {"pie": "off"}, rearranged),
    "pikemen": ("pikemen", {}, hyphens),
    "prudh": ("prudh", {"pie": "off"}, cells(same)),
    "tessella": ("tessella", {}, on_a_point),
}

# What nature lays before the first turn.
LAID = {"tintas": scattered(slanting, " ROYGBUW")}


def record(game, name, options, turns):
    moves, counts, seats = [], [], []
    for action, choices in LAID[name](game) if name in LAID else ():
        moves.append(action)
        counts.append(choices)
        seats.append(0)
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
    elif winner:
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
