"""Writing sheets from Python: what is found, mended, tested, formatted, explained, traced; the loop of `examples/write.py`."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import rulebook
from conftest import ROOT

GOOD = """game "Four Corners" {
  players Black, White
  board square(4)
  piece stone
  line three = 3 like-coloured stones in a row
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when some three { last mover wins }
  end when no empty   { draw }
  test "three in a row" {
    play "a1 d4 a2 d3 a3"
    expect Black wins
  }
}
"""
MISSPELT = GOOD.replace("board square", "borad square").replace("pick c in empty", "pick c in emtpy")
FAILING = GOOD.replace("expect Black wins", "expect White wins")


def command(*line: str) -> Any:
    done = subprocess.run([sys.executable, "-m", "rulebook", *line, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def test_findings_have_fixes_that_can_be_made(tmp_path: Path) -> None:
    text = "// Größe\n" + MISSPELT
    found = rulebook.check(text)
    fixes = [fix for finding in found for fix in finding["fixes"]]
    assert fixes and all(fix["title"] and fix["edits"] for fix in fixes)
    edit = fixes[0]["edits"][0]
    assert text[edit["start"] : edit["end"]] == "borad" and edit["text"] == "board"
    assert rulebook.fix(text) == "// Größe\n" + GOOD and rulebook.fix(GOOD) == GOOD
    assert rulebook.check(rulebook.fix(text)) == rulebook.check("// Größe\n" + GOOD)
    assert rulebook.apply(text, fixes[:1]) == text.replace("borad", "board", 1)
    (tmp_path / "mine.game").write_text(text)
    subprocess.run([sys.executable, "-m", "rulebook", "check", "--fix", "mine.game"], cwd=tmp_path, capture_output=True)
    assert (tmp_path / "mine.game").read_text() == rulebook.fix(text)
    # What is checked stands in a file beside others as it does alone.
    (tmp_path / "varied.game").write_text('variant "Wide" of "Four Corners" in "mine.game" {\n  board square(5)\n}\n')
    assert not [finding for finding in rulebook.check(tmp_path / "varied.game") if finding["severity"] == "error"]
    assert list(rulebook.check(text).to_pandas()["code"]) == [finding["code"] for finding in found]


def test_tests_are_run(tmp_path: Path) -> None:
    tests = rulebook.test(GOOD)
    assert tests.passed and [row["title"] for row in tests] == ["three in a row"] and tests.findings == []
    failing = rulebook.test(FAILING, name="failing.game")
    assert not failing.passed and not failing[0]["passed"] and failing.findings[0]["file"] == "failing.game"
    (tmp_path / "failing.game").write_text(FAILING)
    told = command("test", str(tmp_path / "failing.game"))
    assert told["files"][0]["tests"] == rulebook.test(tmp_path / "failing.game")
    assert [finding["message"] for finding in told["diagnostics"]] == [finding["message"] for finding in failing.findings]
    assert not rulebook.test(MISSPELT).passed and rulebook.test(GOOD, filter="nothing") == []
    chess = rulebook.load("chess")
    assert rulebook.test(chess).passed and {row["game"] for row in rulebook.test(chess)} == {chess.title}


def test_texts_are_laid_out_and_words_explained() -> None:
    ragged = GOOD.replace("  players", "        players")
    assert rulebook.format(ragged) == GOOD
    with pytest.raises(rulebook.RulebookError) as caught:
        rulebook.format(MISSPELT, name="mine.game")
    assert caught.value.place == ("mine.game", 3, 3) and caught.value.findings[0]["fixes"]
    assert "ko" in rulebook.explain("repetition") and "board" in rulebook.explain()
    assert rulebook.explain("syntax/unknown-declaration") and rulebook.explain("  last   mover ") == rulebook.explain("last mover")
    with pytest.raises(rulebook.RulebookError, match="no topic `emtpy`.*`empty`"):
        rulebook.explain("emtpy")


def test_why_and_what_happened() -> None:
    position = rulebook.load("chess").start().play("e2-e4" if "e2-e4" in rulebook.load("chess").start().legal else "e2e4")
    said = rulebook.why_not(position, "e1-e2")
    assert not said["legal"] and said["reasons"][0]["finding"]["message"]
    assert rulebook.why_not(position, position.legal[0])["legal"]
    line = position.line[0]
    assert said == command("why-not", "chess", "--after", line, "e1-e2")
    assert list(rulebook.trace(position)) == command("trace", "chess", "--after", line)["actions"]
    position.play(position.legal[0])
    assert [action["move"] for action in rulebook.trace(position, all=True)] == position.line and len(rulebook.trace(position)) == 1
    with pytest.raises(rulebook.RulebookError, match="no move to trace"):
        rulebook.trace(rulebook.load("chess").start())


def test_notebooks_show_games() -> None:
    shown = rulebook.load("hex", size=3)._repr_html_()
    assert "<svg" in shown and "<th>size</th><td>3</td>" in shown and "Hex" in shown
    odd = rulebook.loads(GOOD.replace("Four Corners", "A & <b>").replace("  piece stone\n", "  piece stone\n  piece idle\n"))
    shown = odd._repr_html_()
    assert "A &amp; &lt;b&gt;" in shown and "<b>\"" not in shown
    assert all(finding["message"].replace("`", "")[:5] in shown.replace("`", "") for finding in odd.findings)


def test_the_loop_writes_a_sheet(tmp_path: Path) -> None:
    loop = runpy.run_path(str(ROOT / "examples/write.py"))
    prompts: list[str] = []

    def scripted(prompt: str) -> str:
        prompts.append(prompt)
        unread = MISSPELT.replace("end when no empty   { draw }", "end whenever")
        answers = ["I cannot say.", f"```\n{unread}```", FAILING, f"Here:\n```game\n{MISSPELT}```\nDone."]
        return answers[len(prompts) - 1]

    written = loop["write"]("Three in a row on four by four.", scripted, games=30)
    assert written.is_done and written.rounds == 4 and written.text == GOOD
    assert "Three in a row" in prompts[0] and rulebook.load("tic-tac-toe").text in prompts[0]
    assert "What is wrong" in prompts[1] and "White wins" in prompts[3]
    assert next(row for row in written.measured if row["key"] == "A4.plies")["n"] == 30
    given_up = loop["write"]("Nothing.", lambda _: "no", rounds=2)
    assert not given_up.is_done and given_up.rounds == 2 and given_up.problems and not given_up.measured


def test_the_loop_is_a_program(tmp_path: Path) -> None:
    for name, text in [("rules.txt", "Three in a row."), ("first.game", FAILING), ("second.game", MISSPELT)]:
        (tmp_path / name).write_text(text)
    line = [sys.executable, str(ROOT / "examples/write.py"), "rules.txt", "--games", "20"]
    done = subprocess.run([*line, "--answers", "first.game", "second.game"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, GOOD) and "round 2: 0 problems" in done.stderr
    program = f"{sys.executable} -c \"import sys; sys.stdin.read(); print(open('first.game').read())\""
    done = subprocess.run([*line, "--command", program, "--rounds", "2"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and "expected that `White` wins" in done.stderr
