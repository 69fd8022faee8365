#!/usr/bin/env python3
"""Converts recorded games of sowing to records of Rulebook.

    convert_sowing.py FOLDER

FOLDER holds the games as AbstractPlay's gameslib (b8c3115) played them; the records are written to `records`, one folder up. What is
converted is notation: `<` and `>` of Bao are left and right as the mover sees them, and of a capture with a seed from the hand they name the end
of the front row from which seeds are sown. Here they say where seeds go along the row of the pit, in the picture. Numbers of legal moves are
copied as they are.
"""

import json
import sys
from pathlib import Path

RECORDS = Path(__file__).parent.parent / "records"


def same(game):
    return game["moves"]


def bao(game):
    """The first 44 turns of the game with seeds in hand play these, 22 each; there is no other phase in the game for beginners."""
    namua = 0 if "kujifunza" in game["variants"] else 44
    turned = str.maketrans("<>", "><")
    for ply, (move, seat) in enumerate(zip(game["moves"], game["seats"])):
        named_by_end = ply < namua and not move.endswith("*")
        yield move.translate(turned) if named_by_end != (seat == 2) else move


GAMES = {
    "bao": ("bao", "bao", None, bao),
    "bao__kujifunza": ("bao-kujifunza", "bao", "Bao la Kujifunza", bao),
    "toguz": ("toguz", "toguz", None, same),
}


def record(name, variant, moves, game):
    out = {"game": name}
    if variant:
        out["variant"] = variant
    out |= {"options": {}, "moves": list(moves(game)), "counts": game["counts"], "seats": game["seats"]}
    if game.get("capped"):
        out["cut"] = True
    else:
        out["result"] = 0 if len(game["winner"]) == 2 else game["winner"][0]
    out["source"] = "AbstractPlay gameslib b8c3115"
    return out


def main():
    folder = Path(sys.argv[1])
    for file, (records, name, variant, moves) in GAMES.items():
        games = [json.loads(line) for line in (folder / f"{file}.jsonl").read_text().splitlines()]
        lines = [json.dumps(record(name, variant, moves, game), separators=(",", ":")) for game in games]
        (RECORDS / f"{records}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
