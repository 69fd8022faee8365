#!/usr/bin/env python3
"""Converts games of AbstractPlay's gameslib on boards by rule to records of Rulebook.

    convert.py FOLDER [NAME...]

FOLDER holds the games as they were recorded, `NAME.jsonl` each; the records are written to `../records`. What is converted is notation
alone; the numbers of legal moves are copied.
"""

import json
import re
import sys
from pathlib import Path

SOURCE = "AbstractPlay gameslib b8c3115"


def same(move):
    return move


def as_read(cell):
    letters = cell.rstrip("0123456789")
    return int(cell[len(letters):]), letters


def sorted_pair(move):
    """Two squares, as one reads the board."""
    return ",".join(sorted(move.split(","), key=as_read))


# Game there, game here, options, notation.
GAMES = {
    "ccorridor": ("cairo-corridor", {}, same),
    "ccorridor__size-8": ("cairo-corridor", {"size": 8}, same),
    "query": ("query", {"pie": "off"}, sorted_pair),
    "query__size-9": ("query", {"pie": "off", "size": 9}, sorted_pair),
    "spire": ("spire", {}, same),
    "spire__size-5": ("spire", {"size": 5}, same),
    "sponnect": ("sponnect", {"pie": "off"}, same),
    "spline": ("spline", {}, same),
}


def main():
    folder, names = Path(sys.argv[1]), sys.argv[2:] or list(GAMES)
    for name in names:
        game, options, notation = GAMES[name]
        lines = []
        for text in (folder / f"{name}.jsonl").read_text().splitlines():
            record = json.loads(text)
            winner = record["winner"]
            result = None if record.get("capped") else 0 if len(winner) != 1 else winner[0]
            moves = [notation(move) for move in record["moves"]]
            lines.append(json.dumps({
                "game": game, **({"options": options} if options else {}), "moves": moves, "counts": record["counts"],
                "seats": record["seats"], "result": result, "source": SOURCE,
            }))
        size = f"-{options['size']}" if "size" in options else ""
        path = Path(__file__).parent.parent / "records" / f"{game}{size}.jsonl"
        path.write_text("\n".join(lines) + "\n")


main()
