"""Searches: what they find, proposals, work that is shared out, what is said of mistakes, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import rulebook

WANT = "score of seat 1 in 40..60 %, draws < 5 %"


def test_what_is_found_is_what_the_command_finds() -> None:
    told: list[dict[str, int]] = []
    oxo = rulebook.load("tic-tac-toe")
    found = rulebook.explore(oxo, WANT, vary="rules", games=3000, best=2, threads=2, progress=told.append)
    line = ["explore", "tic-tac-toe", "--want", WANT, "--vary", "rules", "--games", "3000", "--best", "2", "--json"]
    done = subprocess.run([sys.executable, "-m", "rulebook", *line], capture_output=True, text=True, check=True)
    assert found.found == json.loads(done.stdout)
    assert told[-1]["games"] == found.found["games"]["raced"] + found.found["games"]["fresh"] <= told[-1]["of"]
    assert found == rulebook.explore(oxo, WANT.split(", "), vary=["rules"], games=3000, best=2, threads=1)
    table = found.to_pandas()
    assert list(table["variant"]) == [row["title"] for row in found.found["rows"]] and len(table) == 2
    assert (table["draws < 5 % low"] <= table["draws < 5 %"]).all() and found.sheet["block"] == ""
    # What is found can be played: the sheet with the block behind it.
    game = rulebook.loads(found.sheet_with(0), variant=found[0]["variant"])
    assert (game.title, rulebook.compare(oxo, game)["relation"]) != ("Tic-Tac-Toe", "identical")


def test_options_that_were_set_are_kept() -> None:
    found = rulebook.explore(rulebook.load("hex", size=4), "plies < 12", vary="size=3..=5", games=600)
    assert found.found["options"] == [["size", "4"]] and found[0]["changes"] == "size = 3"
    variant = rulebook.explore(
        rulebook.load("tic-tac-toe", variant="Misère Tic-Tac-Toe"), "draws < 5 %", vary="rules", games=400, best=1
    )
    assert variant.found["game"] == "Misère Tic-Tac-Toe" and 'of "Misère Tic-Tac-Toe"' in variant[0]["block"]


def test_variants_are_proposed_and_raced() -> None:
    search = rulebook.Search(rulebook.load("hex", size=3), "plies in 10..14", vary=[], games=3000)
    assert not search.found() and search.progress["candidates"] == 0
    gaps = {}
    for size in (2, 4, 6):
        place = search.propose(f"option size: 2..=26 = {size}")
        assert search.standing(place)["fate"] == "new"
        search.run()
        gaps[size] = search.standing(place)["gap"]
        assert search.standing(place)["games"] > 0 and not search.is_over
    assert min(gaps, key=gaps.__getitem__) == 4, gaps
    broken = search.propose('variant "Broken" of "Hex" {\n  move place {\n    pick c in emtpy\n  }\n}')
    search.run()
    assert search.standing(broken)["fate"] == "thrown" and search.standing(broken)["why"]
    assert not search.found(), "nothing is told before the games with fresh seeds"
    with pytest.raises(rulebook.RulebookError, match="is a variant"):
        search.propose('variant "Broken" of "Hex" {\n}')
    with pytest.raises(rulebook.RulebookError, match="the search is about Hex"):
        search.propose('variant "Mine" of "Othello" {\n}')
    with pytest.raises(rulebook.RulebookError, match="no candidate 99"):
        search.standing(99)
    search.close()
    search.run()
    found = search.found()
    assert search.is_over and found[0]["verdict"] == "met" and "= 4" in found[0]["block"] and search.blocks[0] == ""
    with pytest.raises(rulebook.RulebookError, match="no more proposals"):
        search.propose("pie off")


def test_work_is_shared_out_by_ask_and_tell() -> None:
    game, asked = rulebook.load("tic-tac-toe"), {"vary": "rules", "games": 1200, "best": 1, "propose": False}
    search = rulebook.Search(game, WANT, **asked)  # type: ignore[arg-type]
    with ThreadPoolExecutor(3) as pool:
        while tasks := search.ask():
            for task, told in reversed(list(zip(tasks, pool.map(lambda task: task.work(), tasks)))):
                assert "candidate" in repr(task) and task.candidate >= 0
                search.tell(task, told)
                search.tell(task, told)
    assert search.is_over
    alone = rulebook.Search(game, WANT, **asked)  # type: ignore[arg-type]
    alone.run()
    assert search.found().found == alone.found().found
    with pytest.raises(rulebook.RulebookError, match="no result"):
        alone.tell(task, "{}")


def test_mistakes_are_said() -> None:
    game = rulebook.load("hex", size=4)
    for more, says in [
        ({"want": "drwas < 5 %"}, "did you mean `draws`"),
        ({"want": ""}, "wish"),
        ({"vary": "sise"}, "did you mean `size`"),
        ({"vary": "size=9..=5"}, "is empty"),
        ({"agents": ["magic"]}, "no agent `magic`"),
        ({"games": 3}, "whole number from 100"),
        ({"depth": 3}, "from 1 to 2"),
        ({"keep": "move plase"}, "did you mean `move place`"),
        ({"vary": []}, "nothing to vary"),
    ]:
        with pytest.raises(rulebook.RulebookError, match=says) as caught:
            rulebook.explore(game, **{"want": "draws < 5 %", **more})  # type: ignore[arg-type]
        assert caught.value.kind == "search"
    with pytest.raises(ZeroDivisionError):
        rulebook.explore(game, "plies < 9", games=2000, progress=lambda told: 1 / 0)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_search_that_can_go_on() -> None:
    code = (
        "import rulebook\n"
        "search = rulebook.Search(rulebook.load('go', size=9), 'plies < 100', games=1_000_000, propose=False)\n"
        "print('runs', flush=True)\n"
        "try:\n    search.run()\n"
        "except KeyboardInterrupt:\n    print('games', search.progress['games'] > 0, flush=True)\n"
        "import os; os._exit(0)\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert running.stdout and running.stdout.readline() == "runs\n"
    time.sleep(4)
    sent = time.monotonic()
    running.send_signal(signal.SIGINT)
    assert running.stdout.readline() == "games True\n" and running.wait(20) == 0
    assert time.monotonic() - sent < 15
