#!/usr/bin/env python3
"""Lines of play from single positions, counted by rulebook and by pyffish (or published in Fairy-Stockfish's tests/perft.sh): they have to agree.

    python3 positions.py PATH_OF_RULEBOOK
    python3 positions.py lots        # first moves of Chess960 over all ways of its five lots
"""
import re
import subprocess
import sys

import pyffish_games as record

sf = record.sf


def line(fen, table):
    rows = []
    for row in reversed(fen.split()[0].split("/")):
        text = ""
        for t in re.findall(r"\d+|[a-zA-Z]", row):
            letter = table.get(t.lower(), t.lower())
            text += f"({t})" if t.isdigit() else letter.upper() if t.isupper() else letter
        rows.append(text)
    return "/".join(rows)


def ours(game, depth, position):
    out = subprocess.run([sys.argv[1], "perft", game, str(depth), "--position", position], capture_output=True, text=True, check=True)
    return [int(row.split("\t")[1]) for row in out.stdout.splitlines()]


JANGGI = [  # published
    ("1n1kaabn1/cr2N4/5C1c1/p1pNp3p/9/9/P1PbP1P1P/3r1p3/4A4/R1BA1KB1R b", 76763),
    ("1Pbcka3/3nNn1c1/N2CaC3/1pB6/9/9/5P3/9/4K4/9 w", 151202),
]
CHESS960 = [
    ("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", "b1,h1"),
    ("r3k1rR/8/8/8/8/8/8/K7 b kq - 0 1", "a8,g8"),
    ("Rr2k1rR/8/8/8/8/8/7P/3K4 b kq - 0 1", "b8,g8"),
    ("1r1k3r/8/8/8/8/8/8/RK4R1 w KQkq - 0 1", "a1,g1,b8,h8"),
    ("rkr5/8/8/8/6b1/8/8/1BRKR3 w KQkq - 0 1", "c1,e1,a8,c8"),
    ("2rkr3/8/8/3pP3/8/8/8/1RKR4 w KQkq d6 0 1", "b1,d1,c8,e8 passed=d6"),
]


def lots():
    seen, total = {}, 0
    for dark in range(0, 8, 2):
        for light in range(1, 8, 2):
            for lady in range(8):
                for one in range(8):
                    for two in range(8):
                        if len({dark, light, lady, one, two}) < 5:
                            continue
                        row = [None] * 8
                        row[dark] = row[light] = "b"
                        row[lady] = "q"
                        row[one] = row[two] = "n"
                        for piece in "rkr":
                            row[row.index(None)] = piece
                        text = "".join(row)
                        if text not in seen:
                            fen = f"{text}/pppppppp/8/8/8/8/PPPPPPPP/{text.upper()} w KQkq - 0 1"
                            seen[text] = len(sf.legal_moves("chess", fen, [], True))
                        total += seen[text]
    print(len(seen), total)


if sys.argv[1] == "lots":
    lots()
else:
    for fen, leaves in JANGGI:
        player = " Cho" if fen.endswith("w") else " Han"
        found = ours("janggi.game", 4, line(fen, {"n": "h", "b": "e"}) + player)
        print(found, leaves)
        assert found[-1] == leaves
    for fen, marks in CHESS960:
        player = " White " if " w " in fen else " Black "
        found = ours("chess960.game", 3, line(fen, {}) + player + f"unmoved={marks} stage=1")
        theirs = [record.perft("chess", fen, [], depth, True) for depth in (1, 2, 3)]
        print(found, theirs)
        assert found == theirs
