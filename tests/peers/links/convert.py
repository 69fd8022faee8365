#!/usr/bin/env python3
"""Converts recorded games with links, walls and parts to records of Rulebook.

    convert.py FOLDER

FOLDER holds the games as AbstractPlay's gameslib (b8c3115) and OpenSpiel (2.0.2) played them; the records are written to `../records`. What is
converted is notation: names of cells, lines between dots. Numbers of legal moves are copied as they are.
"""

import json
import re
import sys
from pathlib import Path


def hexagon(side):
    """Cells whose letter is the row from below, and whose number counts from the left of it."""

    def cell(text):
        row, place = ord(text[0]) - ord("a") + 1, int(text[1:])
        return f"{chr(ord('a') + place - 1 + max(0, side - row))}{row}"

    return cell


def dots(text):
    """`P1(h,2,1)`: the line on top of the box in row 2 and column 1, both from 0 and from the top left; `v` that on its left."""
    way, row, column = re.match(r"P[12]\((.),(\d),(\d)\)", text).groups()
    row, column = int(row), int(column)
    to = (column + 1, row) if way == "h" else (column, row + 1)
    return "-".join(f"{chr(ord('a') + x)}{y + 1}" for x, y in ((column, row), to))


def same(text):
    return text


GAMES = {
    "ayu__size-9": ("ayu", {"pie": "off", "size": 9}, same),
    "fendo": ("fendo", {}, same),
    "os-dots__3x3": ("dots-and-boxes", {"boxes": 3}, dots),
    "os-quoridor__5": ("quoridor", {"size": 5}, same),
    "os-quoridor__9": ("quoridor", {}, same),
    "twixt": ("twixt", {"pie": "off"}, same),
    "verge": ("verge", {"pie": "off"}, hexagon(5)),
    "verge__size-7": ("verge", {"pie": "off", "size": 7}, hexagon(7)),
}


def record(file, game):
    name, options, move = GAMES[file]
    out = {"game": name, "options": options, "moves": [move(text) for text in game["moves"]], "counts": game["counts"], "seats": game["seats"]}
    if game.get("capped"):
        out["cut"] = True
    else:
        out["result"] = 0 if len(game["winner"]) == 2 else game["winner"][0]
    out["source"] = "OpenSpiel 2.0.2" if file.startswith("os-") else "AbstractPlay gameslib b8c3115"
    return out


def main():
    for folder in sys.argv[1:]:
        for file, (name, options, _) in GAMES.items():
            source = Path(folder) / f"{file}.jsonl"
            if not source.exists():
                continue
            games = [json.loads(line) for line in source.read_text().splitlines()]
            records = [json.dumps(record(file, game), separators=(",", ":")) for game in games]
            size = "".join(f"-{value}" for option, value in options.items() if option != "pie")
            path = Path(__file__).parent.parent / "records" / f"{name}{size}.jsonl"
            path.write_text("\n".join(records) + "\n")


if __name__ == "__main__":
    main()
