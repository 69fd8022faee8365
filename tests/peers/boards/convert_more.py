#!/usr/bin/env python3
"""Converts further games of AbstractPlay's gameslib, of shipped games on boards by rule, to records of Rulebook.

    convert_more.py FOLDER

FOLDER holds the games as they were recorded, in `peers` and `luck-and-links`. Cells have the same names there, so that moves
and numbers are copied. The library has no move for the swap.
"""

import json
import sys
from pathlib import Path

SOURCE = "AbstractPlay gameslib b8c3115"
RECORDS = Path(__file__).resolve().parent.parent / "records"


# File there, records here, game, options.
GAMES = [
    ("peers/margo", "margo", "margo", {"pie": "off"}),
    ("luck-and-links/hula", "hula", "hula", {"pie": "off"}),
    ("luck-and-links/hula__size-5", "hula-5", "hula", {"size": 5, "pie": "off"}),
]


def main():
    folder = Path(sys.argv[1])
    for source, target, game, options in GAMES:
        lines = []
        for text in (folder / f"{source}.jsonl").read_text().splitlines():
            record = json.loads(text)
            winner = record["winner"]
            result = None if record.get("capped") else 0 if len(winner) != 1 else winner[0]
            lines.append(json.dumps({
                "game": game, "options": options, "moves": record["moves"], "counts": record["counts"],
                "seats": record["seats"], "result": result, "seed": record["seed"], "source": SOURCE,
            }, separators=(",", ":")))
        (RECORDS / f"{target}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
