"""Loading, playing, questions: what they give, and what they say of mistakes."""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import rulebook
from conftest import ROOT


def test_a_game_says_what_it_is(tmp_path: Path) -> None:
    game = rulebook.load("hex", size=7)
    assert (game.title, game.name, len(game.cells), game.options["size"]) == ("Hex", "hex", 49, "7")
    assert game.board["shape"] == "hexagon" and len(game.board["cells"]) == 49
    assert rulebook.load(ROOT / "games/connection/hex.game").title == "Hex"
    assert rulebook.load(str(ROOT / "games/connection/hex.game"), options={"size": 4}).options["size"] == "4"
    assert rulebook.loads('variant "Small" of "Hex" {\n  option size: 2..=26 = 3\n}\n').title == "Small"
    assert rulebook.load("tic-tac-toe", variant="Misère Tic-Tac-Toe").title == "Misère Tic-Tac-Toe"
    small = 'variant "Small" of "Hex" {\n  option size: 2..=26 = 5\n}\n'
    tiny = 'variant "Tiny" of "Small" in "small.game" {\n  option size: 2..=26 = 3\n}\n'
    assert len(rulebook.loads(tiny, name="mine/tiny.game", files={"mine/small.game": small}).cells) == 9
    (tmp_path / "small.game").write_text(small)
    (tmp_path / "tiny.game").write_text(tiny)
    assert len(rulebook.load(tmp_path / "tiny.game").cells) == 9
    assert "hex" in rulebook.shipped() and "Hex" in repr(game)
    assert game.findings == []


def test_mistakes_have_a_place_and_help() -> None:
    with pytest.raises(rulebook.RulebookError) as caught:
        rulebook.loads('game "Mine" {\n  borad square(3)\n}\n', name="mine.game")
    error = caught.value
    assert error.kind == "rules" and error.place == ("mine.game", 2, 3)
    assert error.findings[0]["code"] == "syntax/unknown-declaration" and "board" in error.findings[0]["help"]
    with pytest.raises(rulebook.RulebookError, match="did you mean `emulsion`"):
        rulebook.load("emulsoin")
    with pytest.raises(rulebook.RulebookError):
        rulebook.load("hex", size=1000)
    with pytest.raises(rulebook.RulebookError) as caught:
        rulebook.load("hex").start().play("z99")
    assert caught.value.kind == "illegal move" and caught.value.place is None
    with pytest.raises(FileNotFoundError):
        rulebook.load("nowhere.game")


def test_positions_are_played_and_taken_back() -> None:
    position = rulebook.load("tic-tac-toe").start()
    assert len(position.legal) == 9 and position.seat == 1 and position.player == "Cross"
    before = position.copy()
    position.play("b2", "a1").play("a2", "b1")
    assert position.ply == 4 and position.outcome is None and position.pieces("b2") == [("Cross", "sign")]
    assert position.undo() and position.ply == 3
    position.play("b1", "c2")
    assert position.outcome is not None and position.outcome["winners"] == [1] and position.legal == []
    assert copy.deepcopy(position) == position != before and hash(position.copy()) == hash(position)
    assert position.game.position(position.notation) == position
    assert "a" in str(position) and position._repr_svg_().startswith("<svg") and "<style>" in position._repr_svg_()


def test_questions_give_plain_data() -> None:
    game = rulebook.load("tic-tac-toe")
    assert rulebook.perft(game, 5) == 15_120
    played = rulebook.playouts(game, 500, seed=2)
    assert played == rulebook.playouts(game.start(), 500, seed=2)
    assert played["games"] == 500 == sum(played["wins"].values()) + played["draws"]
    measured = rulebook.measure(game, 50)
    plies = next(row for row in measured if row["key"] == "A4.plies")
    assert 5 < plies["low"] <= plies["value"] <= plies["high"] < 9
    assert list(measured.to_pandas()["key"])[0] == measured[0]["key"]
    compared = rulebook.compare(game, rulebook.load("tic-tac-toe", variant="Misère Tic-Tac-Toe"))
    assert compared["relation"] == "results" and len(compared["witness"]) == 5
    assert rulebook.solve(game)["result"] == "draw"
    record = rulebook.play(game, ["mcts:20", "random"], seed=3)
    assert rulebook.replay(game, record).outcome is not None
    with pytest.raises(rulebook.RulebookError):
        rulebook.replay(game, {**record, "moves": ["a1", "a1"]})
    assert rulebook.check(ROOT / "games/connection/hex.game") == []
    assert rulebook.check('game "Mine" {\n  borad square(3)\n}\n')[0]["line"] == 2
    agent = game.agent("mcts:50", seed=1)
    assert agent.name == "mcts:50" and agent.choose(game.start()) in game.start().legal


def test_players_learn(tmp_path: Path) -> None:
    game = rulebook.load("tic-tac-toe")
    file, again = tmp_path / "oxo.player", tmp_path / "again.player"
    trained = rulebook.train(game, file, games=200, seed=3, threads=1)
    assert trained["games"] == 200 and trained["kept"]["against"][0]["agent"] == "random"
    last = trained["curve"][-1]
    assert last["games"] == 200 and last["agent"] == "past" and last["low"] <= last["value"] <= last["high"]
    subprocess.run(
        [sys.executable, "-m", "rulebook", "train", "tic-tac-toe", "--games", "200", "--seed", "3", "--out", again],
        check=True,
    )
    assert file.read_bytes() == again.read_bytes()
    agent = game.agent(f"learned:{file}", seed=2)
    assert agent.choose(game.start()) in game.start().legal
    assert pickle.loads(pickle.dumps(agent)).choose(game.start()) == agent.copy().choose(game.start())
    rows = rulebook.measure(game, 20, agents=[f"learned:{file},depth=2", "random"])
    assert next(row for row in rows if row["key"] == "A2.seat.1")["value"] > 0.6
    record = rulebook.play(game, [f"mcts:20,value={file}", "random"])
    assert rulebook.replay(game, record).outcome is not None
    misere = rulebook.load("tic-tac-toe", variant="Misère Tic-Tac-Toe")
    more = rulebook.train(misere, games=50, start=file)
    assert more["from"] == "Tic-Tac-Toe"
    for refused, said in [
        (lambda: misere.agent(f"learned:{file}"), "has learned Tic-Tac-Toe"),
        (lambda: game.agent(f"learned:{tmp_path / 'no.player'}"), "cannot be used"),
        (lambda: rulebook.train(rulebook.load("hex"), games=10, start=file), "are others"),
        (lambda: rulebook.train(game, games=0), "from 1"),
    ]:
        with pytest.raises(rulebook.RulebookError, match=said):
            refused()


def test_puzzles_are_those_of_the_program() -> None:
    game = rulebook.load("connect-four", columns=5, rows=4)
    found = rulebook.puzzles(game, 2, agents="random", missed_by="random", plies=(3, 5), games=32, nodes=1000, threads=1)
    words = "puzzle connect-four --set columns=5 --set rows=4 -n 2 --agent random --missed-by random --plies 3..=5 --games 32 --nodes 1000 --json"
    told = subprocess.run([sys.executable, "-m", "rulebook", *words.split()], check=True, capture_output=True)
    assert found == json.loads(told.stdout)
    for puzzle in found["puzzles"]:
        position = game.position(puzzle["position"])
        for action in puzzle["line"]:
            position = position.play(action)
        assert position.outcome is not None and position.outcome["winners"] == [puzzle["to_act"]["seat"]]
    for refused, said in [
        (lambda: rulebook.puzzles(game, plies=(5, 3)), "the smaller first"),
        (lambda: rulebook.puzzles(game, agents="learned:no.player"), "no.player"),
        (lambda: rulebook.puzzles(rulebook.load("pig")), "nothing to chance"),
    ]:
        with pytest.raises(rulebook.RulebookError, match=said):
            refused()


def test_forms_are_said() -> None:
    game = rulebook.load("english-draughts")
    with pytest.raises(rulebook.RulebookError, match="take the form `picks`"):
        game.env("flat", most=100)
    with pytest.raises(rulebook.RulebookError, match="`flat`, `picks` or `auto`"):
        game.env("whole")
    hexes = rulebook.load("hex", size=5)
    assert hexes.env("flat").actions == hexes.env("picks").actions == 26, "and to swap"


def test_the_command_is_the_command_line(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "rulebook"]
    assert subprocess.run([*run, "perft", "tic-tac-toe", "3"], capture_output=True, text=True).stdout.count("504") >= 1
    wrong = subprocess.run([*run, "perft", "nothing", "3"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "nothing" in wrong.stderr
    (tmp_path / "bad.game").write_text('game "Bad" {\n}\n')
    assert subprocess.run([*run, "check", str(tmp_path / "bad.game")], capture_output=True).returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_the_command() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "rulebook", "playouts", "hex", "--seconds", "600"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # What a shell runs in the background ignores interrupts, and so would what it runs in turn.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    assert running.wait(20) != 0


def test_numpy_is_not_needed() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import rulebook\n"
        "env = rulebook.load('hex', size=3).env()\n"
        "env.step(env.legal()[4]); out = bytearray(env.actions); env.mask(out)\n"
        "assert bytes(out) == env.mask() and len(env.observe()) > 0\n"
        "assert rulebook.playouts(rulebook.load('hex', size=3), 10)['games'] == 10"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_stubs_are_those_of_the_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "rulebook._rulebook", "--concise"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # As the programs of users are checked against them: what is right passes, and what is wrong does not.
    for line, status in [("after.play('a1')", 0), ("after.play(1.5)", 1)]:
        program = f"import rulebook\nafter: rulebook.Position = rulebook.load('hex', size=5).start()\n{line}\n"
        checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-c", program], capture_output=True, text=True)
        assert checked.returncode == status, checked.stdout
