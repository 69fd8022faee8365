#!/usr/bin/env python3
"""Random games by pyffish (Fairy-Stockfish), seeded, as records of Rulebook.

    pip install pyffish==0.0.90
    python3 record.py NAME > records/NAME.jsonl      # a row of GAMES
    python3 record.py NAME perft DEPTH
"""
import json
import random
import re
import sys

import pyffish as sf

def plain(move, before):
    """makruk, shatranj: a promotion has one outcome, so it needs no letter."""
    return re.sub(r"[a-z+]$", "", move)

OPTIONS = {"janggi-draw": {"undecided": "draw"}, "janggi-casual": {"undecided": "draw", "facing": "nothing"}}


def shogi(move, before):
    """e1e2, a1a2+, P@c3."""
    if "@" in move:
        return move.replace("@", "*")
    return re.sub(r"^([a-z]\d+)([a-z]\d+)", r"\1-\2", move)


def passing(move, before):
    """A pass is written as a move of a general to where it stands."""
    a, b = re.match(r"([a-z]\d+)([a-z]\d+)", move).groups()
    return "rest" if a == b else move


# our game, our variant, theirs, how many games, plies at most, how an action is written here, chess960
GAMES = {
    "makruk": ("makruk", None, "makruk", 14, 500, plain),
    "cambodian": ("makruk", "Ouk Chatrang", "cambodian", 12, 500, plain),
    "makpong": ("makruk", "Makpong", "makpong", 10, 500, plain),
    "chess960": ("chess960", "Chess960", "chess", 12, 400, lambda move, before: move),
    "minishogi": ("shogi", "Minishogi", "minishogi", 12, 400, shogi),
    "janggi": ("janggi", None, "janggi", 12, 500, passing),
    "janggi-draw": ("janggi", None, "janggitraditional", 6, 500, passing),
    "janggi-setups": ("janggi", None, "janggi", 6, 300, passing),
    "janggi-casual": ("janggi", None, "janggicasual", 4, 500, passing),
    "courier": ("shatranj", "Courier Chess", "courier", 6, 400, plain),
    "shatranj": ("shatranj", None, "shatranj", 14, 500, plain),
}


def dead(name, fen):
    board = fen.split()[0]
    men = re.sub(r"[^a-zA-Z]", "", board.split("[")[0]).lower()
    if name in ("makruk", "cambodian", "makpong"):
        return len(men) == 2
    if name.startswith("chess960"):
        return len(men) == 2 or len(men) == 3 and men.replace("k", "") in "nb"
    return False


def squares(fen):
    """The pieces by their squares."""
    found, rows = {}, fen.split()[0].split("[")[0].split("/")
    for y, row in enumerate(rows):
        x = 0
        for token in re.findall(r"\d+|[+]?[a-zA-Z]", row):
            if token.isdigit():
                x += int(token)
            else:
                found[f"{'abcdefghijkl'[x]}{len(rows) - y}"] = token
                x += 1
    return found


VALUE = {"p": 1, "k": 0, "n": 3, "r": 5}


def choose(rng, variant, legal, fen, keen, c960):
    """`keen` games mate where they can, and often take the greatest piece or give check: more ends are seen."""
    if not keen:
        return rng.choice(legal)
    checks = [m for m in legal if sf.gives_check(variant, fen, [m], c960)]
    for m in checks:
        if not sf.legal_moves(variant, fen, [m], c960):
            return m
    stands = squares(fen)
    worth = lambda m: VALUE.get(stands.get(re.sub(r"^.*[a-z]\d+([a-z]\d+)\D?$", r"\1", m), "k")[-1].lower(), 2)
    takes = [m for m in legal if worth(m) > 0]
    lot = rng.random()
    castles = [m for m in legal if c960 and stands.get(m[:2], "k") in "Kk" and stands.get(m[2:4], "k") in ("R" if stands.get(m[:2]) == "K" else "r")]
    if castles:
        return rng.choice(castles)
    if takes and lot < 0.5:
        return max(takes, key=worth)
    if checks and lot < 0.6:
        return rng.choice(checks)
    return rng.choice(legal)


def play(name, rng, keen, start=None, c960=False):
    game, title, variant, _, limit, write = GAMES[name]
    start = fen = start or sf.start_fen(variant)
    moves, written, counts, result = [], [], [], None
    while len(moves) < limit:
        side = 1 if fen.split()[1] == "w" else -1  # results of pyffish are for who is to move
        legal = sf.legal_moves(variant, fen, [], c960)
        now, value = sf.is_immediate_game_end(variant, start, moves, c960)
        if not now and not legal:
            now, value = True, sf.game_result(variant, start, moves, c960)
        if not now:
            now, value = sf.is_optional_game_end(variant, start, moves, c960)
        if not now and dead(name, fen):
            now, value = True, 0
        if now:
            value *= side
            result = 0 if value == 0 else 1 if value > 0 else 2
            break
        m = choose(rng, variant, sorted(legal), fen, keen, c960)
        written.append(write(m, fen))
        counts.append(len(legal))
        moves.append(m)
        fen = sf.get_fen(variant, fen, [m], c960)
    assert fen == sf.get_fen(variant, start, moves, c960)
    record = {"game": game, "options": OPTIONS.get(name, {}), "moves": written, "counts": counts, "source": "pyffish 0.0.90"}
    if title:
        record["variant"] = title
    if result is not None:
        record["result"] = result
    return record


def perft(variant, start, moves, depth, c960=False):
    if sf.is_immediate_game_end(variant, start, moves, c960)[0]:
        return 0
    legal = sf.legal_moves(variant, start, moves, c960)
    if depth == 1:
        return len(legal)
    return sum(perft(variant, start, moves + [m], depth - 1, c960) for m in legal)


def lots(rng):
    """A start of Chess960: bishops, queen and knights by lot, of what is left the king stands in the middle. And the numbers of ways."""
    row, drawn, counts = [None] * 8, [], []
    for piece, ways in (("b", range(0, 8, 2)), ("b", range(1, 8, 2)), ("q", range(8)), ("n", range(8)), ("n", range(8))):
        free = [x for x in ways if row[x] is None]
        x = rng.choice(free)
        row[x] = piece
        drawn.append(f"{'abcdefgh'[x]}1")
        counts.append(len(free))
    for piece in "rkr":
        row[row.index(None)] = piece
    text = "".join(row)
    return drawn, counts, f"{text}/pppppppp/8/8/8/8/PPPPPPPP/{text.upper()} w KQkq - 0 1"


if __name__ == "__main__":
    name = sys.argv[1]
    if "perft" in sys.argv:
        v = GAMES[name][2]
        print(*(perft(v, sf.start_fen(v), [], d) for d in range(1, int(sys.argv[3]) + 1)))
    else:
        for i in range(GAMES[name][3]):
            if name == "chess960":
                rng = random.Random(f"{name} {i}")
                drawn, ways, start = lots(rng)
                record = play(name, rng, i % 3 != 0, start, True)
                record["moves"] = drawn + record["moves"]
                record["counts"] = ways + record["counts"]
                print(json.dumps(record, separators=(",", ":")), flush=True)
                continue
            if name == "janggi-setups":
                rng = random.Random(f"{name} {i}")
                wings = {"h": ("nb", "bn"), "e": ("bn", "nb")}
                cho, han = rng.choice(["he", "eh", "ee"]), rng.choice(["hh", "he", "eh", "ee"])
                row = lambda w: "r" + wings[w[0]][0] + "a1a" + wings[w[1]][1] + "r"
                start = f"{row(han)}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{row(cho).upper()} w - - 0 1"
                record = play(name, rng, True, start)
                record["options"] = {"cho": cho, "han": han}
                print(json.dumps(record, separators=(",", ":")), flush=True)
                continue
            print(json.dumps(play(name, random.Random(f"{name} {i}"), i % 2 == 1), separators=(",", ":")), flush=True)
