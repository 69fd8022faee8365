#!/usr/bin/env python3
"""Converts games of AbstractPlay's gameslib that begin by lot to records of Rulebook.

    convert.py FOLDER [NAME...]

FOLDER holds the games as they were recorded, `NAME.jsonl` each; the records are written to `../records`. What is converted is notation: names of cells and pieces, what lots laid, written as actions of nature (seat 0), a turn of several steps into its
actions. Nothing of a game's rules is computed; the numbers of legal moves are copied where a turn is one action, and null elsewhere.
"""

import json
import sys
from pathlib import Path

SOURCE = "AbstractPlay gameslib b8c3115"


def hexagon(shift, widest):
    """Cells whose letter is the row from below, and whose number counts from the left of it."""

    def cell(text):
        row, place = ord(text[0]) - ord("a") + 1, int(text[1:])
        return f"{chr(ord('a') - 2 + shift + max(0, widest - row) + place)}{row}"

    return cell


def same(text):
    return text


def reading(cell):
    letters = cell.rstrip("0123456789")
    return int(cell[len(letters):]), len(letters), letters


def laid(pieces, letter=same):
    """Pieces laid by `scatter`, cell after cell: what came, and how many sorts of pieces, or nothing, were left."""
    left = list(pieces.values())
    for cell in sorted(pieces, key=reading):
        yield f"{cell}={letter(pieces[cell]) if pieces[cell] else '.'}", len({piece or "" for piece in left}), 0
        left.remove(pieces[cell])


def squares(columns, rows):
    return [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]


def one_action(game):
    for move, count, seat in zip(game["moves"], game["counts"], game["seats"], strict=True):
        yield move, count, seat


def pylon(game):
    yield from laid({cell: tuple(pieces[0]) for cell, pieces in game["start"].items()}, lambda piece: ("SML", "sml")[piece[0] - 1][piece[1] - 1])
    yield from one_action(game)


def twinflames(game):
    cell = hexagon(2, 5)
    for rock in game["start"]:
        yield cell(rock), None, 0
    for ply, (move, count, seat) in enumerate(one_action(game)):
        stones = sorted(((stone[0], cell(stone[1:])) for stone in move.split(",")), key=lambda stone: (stone[0], reading(stone[1])))
        cells = ",".join(at for _, at in stones)
        if ply == 0:
            yield cells, count, seat
        elif len({colour for colour, _ in stones}) == 1:
            yield stones[0][0] + cells, count, seat
        else:
            yield ",".join(colour + at for colour, at in stones), count, seat


def subdivision(game):
    board = {cell: game["start"].get(cell) for cell in squares(6, 6)}
    yield from laid(board)
    for move, count, seat in one_action(game):
        yield move if move == "pass" else "SML"[int(move[0]) - 1] + move[1:], count, seat


def strands(game):
    cell = hexagon(1, 6)
    shown = {cell(text): "abcde"[number - 1] for text, number in game["start"].items()}
    steps = {at: ring_of(at) for at in shown}
    rings = {}
    for at, (ring, is_corner) in steps.items():
        rings.setdefault((ring, is_corner), {})[at] = shown[at]
    for key in (1, True), (2, True), (4, True), (5, False):
        yield from laid(rings[key])
    for move, count, seat in one_action(game):
        yield ",".join(sorted((cell(text) for text in move.split(",")), key=reading)), count, seat


def ring_of(cell):
    """How far a cell of the hexagon of side 6 is from its centre, f6, and whether it is a corner of its ring."""
    across, up = ord(cell[0]) - ord("f"), int(cell[1:]) - 6
    parts = sorted((abs(across), abs(up), abs(across + up)))
    return parts[2], parts[0] == 0


def stawvs(game):
    letters = {colour + str(size): "abcdefghijkl"[3 * at + size - 1] for at, colour in enumerate(("PI", "BL", "GR", "OR")) for size in (1, 2, 3)}
    corners = [] if "random" in game["variants"] else ["a1", "a8", "h1", "h8"]
    yield from laid({cell: letters.get(game["start"].get(cell)) for cell in squares(8, 8) if cell not in corners})
    yield from one_action(game)


def entropy(game):
    size = 5 if "5x5" in game["variants"] else 7
    letters = dict(RD="R", BU="B", GN="G", YE="Y", VT="V", OG="O", BN="N")
    kinds = dict(RD="red", BU="blue", GN="green", YE="yellow", VT="violet", OG="orange", BN="brown")
    bag = dict.fromkeys(list(letters)[:size], size)

    def on(board, text):
        return text if board == 1 else f"{'abcdefghijklmno'[ord(text[0]) - ord('a') + size + 1]}{text[1:]}"

    for move, count, tile in zip(game["moves"], game["counts"], game["chance"], strict=True):
        if tile:
            yield letters[tile], sum(number > 0 for number in bag.values()), 0
            bag[tile] -= 1
        for seat, (choice, choices) in enumerate(zip(move.split(","), count), 1):
            # Both choose at once; one after the other here. Tiles go on the board of the other, and are moved on one's own.
            board = 3 - seat if tile else seat
            yield "-".join(part if part == "pass" else on(board, part) for part in choice.split("-")), choices, seat


def tablero(game):
    for move, dice, seat in zip(game["moves"], game["chance"], game["seats"], strict=True):
        yield "-".join(map(str, sorted(dice, reverse=True))), 21 if len(dice) == 2 else 6, 0
        for action in move.split(","):
            yield action, None, seat


CARDS = (
    "2 MK,2 SY,2 VL,3 LY,3 MV,3 SK,4 MS,4 VL,4 YK,5 ML,5 SV,5 YK,6 LK,6 MV,6 SY,7 ML,7 SK,7 VY,8 MS,8 VL,8 YK,9 LK,9 MS,9 VY,"
    "Ace K,Ace L,Ace M,Ace S,Ace V,Ace Y,Court MLY,Court MVK,Court SLK,Court SVY,Crown K,Crown L,Crown M,Crown S,Crown V,Crown Y,"
    "Excuse ,Pawn MSL,Pawn MYK,Pawn SVK,Pawn VLY"
).split(",")


def deckfish(game):
    letters = dict(zip(CARDS, "TWOHREUVYISKXABNCDGLJPQZabcdefghijklnopqrtuvw"))
    market = ["a8", "b8", "c8"]
    cards = game["start"]["board"] | dict(zip(market, game["start"]["market"]))
    yield from laid({cell: letters[card] for cell, card in cards.items()})
    for move, count, seat in one_action(game):
        move, _, trade = move.partition(",")
        yield move, count, seat
        if "-" in move:
            # The library counts what is collected alone.
            yield f"{market[int(trade[1]) - 1]}-{trade[3:]}" if trade else "stop", None, seat


# The names of records that are not those of their games.
RECORDS = {"entropy__5x5": "entropy-5", "stawvs__random": "stawvs-random", "tablero__abba": "tablero-abba"}

# The file, the game here with its options, and its actions: as written, how many there were, and the seat.
GAMES = {
    "pylon__quickStart": ("pylon", {}, pylon),
    "tablero": ("tablero", {}, tablero),
    "tablero__abba": ("tablero", {"opening": "one_die"}, tablero),
    "twinflames": ("twinflames", {}, twinflames),
    "subdivision__randomParks": ("subdivision", {}, subdivision),
    "strands__size-6-random": ("strands", {}, strands),
    "stawvs": ("stawvs", {}, stawvs),
    "stawvs__random": ("stawvs", {"holes": "random"}, stawvs),
    "deckfish": ("deckfish", {}, deckfish),
    "entropy": ("entropy", {}, entropy),
    "entropy__5x5": ("entropy", {"size": 5}, entropy),
}


def record(game, name, options, actions):
    moves, counts, seats = zip(*actions(game))
    winner = game["winner"]
    out = {"game": name, "options": options, "moves": moves, "counts": counts, "seats": seats}
    if game.get("capped"):
        out["cut"] = True
    else:
        out["result"] = 0 if len(winner) == 2 else winner[0]
    return out | {"seed": game["seed"], "source": SOURCE}


def main():
    folder = Path(sys.argv[1])
    for file in sys.argv[2:] or GAMES:
        name, options, actions = GAMES[file]
        lines = (folder / f"{file}.jsonl").read_text().splitlines()
        records = [json.dumps(record(json.loads(line), name, options, actions), separators=(",", ":")) for line in lines]
        if name == "tablero":
            # The library counts whole turns, a line for each game.
            turns = "\n".join(" ".join(map(str, json.loads(line)["counts"])) for line in lines)
            (Path(__file__).parent / f"{RECORDS.get(file, name)}.turns.txt").write_text(turns + "\n")
        path = Path(__file__).parent.parent / "records" / f"{RECORDS.get(file, name)}.jsonl"
        path.write_text("\n".join(records) + "\n")


if __name__ == "__main__":
    main()
