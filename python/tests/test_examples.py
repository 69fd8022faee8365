"""What the pages show is run: documentation, the learner, the notebook."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PAGES = [ROOT / "docs/python.md", ROOT / "README.md", ROOT / "python/README.md"]
SHEET = """game "Four Corners" {
  players Black, White
  board square(5)
  piece stone
  line four = 4 like-coloured stones in a row
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when some four { last mover wins }
  end when no empty { draw }
}
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.game").write_text(SHEET)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    known: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), known)


@pytest.mark.parametrize("name", ["tic-tac-toe", "my.game"])
def test_the_learner_beats_chance(name: str, tmp_path: Path) -> None:
    (tmp_path / "my.game").write_text(SHEET)
    learner = [sys.executable, str(ROOT / "examples/learn.py"), name, "--seconds", "25"]
    done = subprocess.run(learner, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "clearly better than chance" in done.stdout and (tmp_path / "learn.svg").read_text().startswith("<svg")


def test_the_learner_says_what_is_wrong(tmp_path: Path) -> None:
    learner = [sys.executable, str(ROOT / "examples/learn.py"), "no-such-game"]
    done = subprocess.run(learner, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2 and "no-such-game" in done.stderr


def test_the_notebook_runs(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / "examples/learn.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without results"
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT / "examples")}}).execute()
    outputs = json.dumps([cell.get("outputs") for cell in notebook.cells])
    assert "image/svg+xml" in outputs and "against random" in outputs
