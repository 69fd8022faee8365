#!/usr/bin/env python3
"""Turns what gameslib_record.ts wrote into records: python3 gameslib_convert.py NAME RAW [VARIANT-TITLE] [OPTION=VALUE ...] > records/NAME.jsonl

gameslib_record.ts plays seeded random games with AbstractPlay's gameslib (b8c3115) and numbers the distinct moves before each ply.
Notation is the library's; of `unlur` a pass is `pass` in both.
"""
import json
import sys

name, raw, title, *options = sys.argv[1:]
for line in open(raw):
    game = json.loads(line)
    record = {"game": name}
    if title:
        record["variant"] = title
    values = {}
    for option in options:
        key, value = option.split("=")
        values[key] = int(value) if value.isdigit() else value
    if values:
        record["options"] = values
    winner = game["winner"]
    record |= {"moves": game["moves"], "counts": game["counts"], "seats": game["seats"],
               "result": winner[0] if len(winner) == 1 else 0, "seed": game["seed"],
               "source": ", ".join(["AbstractPlay gameslib b8c3115", game["uid"], *game["variants"]])}
    print(json.dumps(record, separators=(",", ":")))
