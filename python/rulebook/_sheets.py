"""Writing sheets: what is found in one, how it is mended, what its tests say, and why something is so."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import _rulebook
from ._rows import Rows
from ._rulebook import Game, Position

__all__ = ["Tests", "apply", "check", "explain", "fix", "format", "read", "test", "trace", "why_not"]

Sheet = str | os.PathLike[str] | Game
#: How often a text is mended and checked again, as `rulebook check --fix` does: a fix can bring a further one to light.
ROUNDS = 10


class Tests(Rows):
    """Tests that were run, a row each: `game`, `title`, `line`, `passed`. `findings` say what was not as expected, and where; `passed`
    whether all is well."""

    def __init__(self, rows: Iterable[dict[str, Any]], findings: list[dict[str, Any]]) -> None:
        super().__init__(rows)
        self.findings = findings

    @property
    def passed(self) -> bool:
        """Whether every test passed, and nothing stands in the way of any."""
        return all(row["passed"] for row in self) and all(found["severity"] != "error" for found in self.findings)


def is_path(game: str) -> bool:
    """Whether what a game is called by is the path of its file, and no name of a shipped game."""
    return game.endswith(".game") or os.sep in game


def read(path: str | os.PathLike[str]) -> tuple[str, str, list[tuple[str, str]]]:
    """The name and text of a file, and those of the files beside it that it may name."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    beside: list[tuple[str, str]] = []
    if re.search(r'\bin\s+"', text):  # it may vary a game of a file beside it
        others = (other for other in sorted(path.parent.rglob("*.game")) if other != path)
        beside = [(other.as_posix(), other.read_text(encoding="utf-8")) for other in others]
    return path.as_posix(), text, beside


def _texts(sheet: Sheet, name: str, files: dict[str, str] | None) -> tuple[str, str, list[tuple[str, str]]]:
    if isinstance(sheet, Game):
        return sheet.file, sheet.text, list(sheet.files.items())
    if isinstance(sheet, str) and "\n" in sheet:
        return name, sheet, list((files or {}).items())
    return read(sheet)


def check(game: Sheet, *, name: str = "<text>", files: dict[str, str] | None = None) -> Rows:
    """What `rulebook check` finds in a `.game` file, given its path, in a text, or in the sheet of a game: `code`, `severity`,
    `message`, `file`, `line`, `column`, `label`, `help`, `fixes` each. Empty where nothing is found.

    A fix has a `title`, is `safe` where it is surely what was meant, and has `edits`: `text[start:end]` becomes `text`. `fix` and
    `apply` make them.
    """
    return Rows(_rulebook.check(*_texts(game, name, files)))


def apply(text: str, fixes: Iterable[dict[str, Any]]) -> str:
    """The text after fixes that `check` offers; of those that get in each other's way the first."""
    edits: list[dict[str, Any]] = []
    for fix in fixes:
        if all(edit["end"] < made["start"] or made["end"] < edit["start"] for edit in fix["edits"] for made in edits):
            edits.extend(fix["edits"])
    for edit in sorted(edits, key=lambda edit: edit["start"], reverse=True):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


def fix(text: str, *, unsafe: bool = False, name: str = "<text>", files: dict[str, str] | None = None) -> str:
    """The text with the fixes of its findings made, round after round, as `rulebook check --fix` does; with `unsafe` also those that
    are a guess or change the rules."""

    def unread(findings: list[dict[str, Any]]) -> int:
        return sum(finding["code"].startswith("syntax/") for finding in findings)

    findings = _rulebook.check(name, text, list((files or {}).items()))
    for _ in range(ROUNDS):
        offered = (next((fix for fix in finding["fixes"] if fix["safe"] or unsafe), None) for finding in findings)
        mended = apply(text, (fix for fix in offered if fix))
        left = _rulebook.check(name, mended, list((files or {}).items())) if mended != text else findings
        # A fix that makes the text less readable is none.
        if mended == text or unread(left) > unread(findings):
            break
        text, findings = mended, left
    return text


def test(game: Sheet, *, filter: str | None = None, name: str = "<text>", files: dict[str, str] | None = None) -> Tests:
    """Runs the tests of a `.game` file, given its path, of a text, or of a game, as `rulebook test` does; with `filter` those whose
    titles have it in them."""
    found, findings = _rulebook.test(*_texts(game, name, files), filter)
    own = [row for row in found if not isinstance(game, Game) or row[0] == game.title]
    return Tests((dict(zip(("game", "title", "line", "passed"), row)) for row in own), findings)


def format(text: str, *, name: str = "<text>") -> str:
    """The text in the one layout, as `rulebook fmt` writes it."""
    return _rulebook.format(name, text)


def explain(topic: str = "") -> str:
    """The page of a word of the language or of a finding's code, as Markdown; without a topic the list of topics."""
    return _rulebook.explain(topic)


def why_not(position: Game | Position, move: str) -> dict[str, Any]:
    """Why a move is not legal: `legal`, and `reasons`, each a `finding` and the `values` of the parts of the condition, as
    `rulebook why-not --json` has it."""
    said: dict[str, Any] = json.loads(_rulebook.why_not(position if isinstance(position, Position) else position.start(), move))
    return said


def trace(position: Position, *, all: bool = False) -> Rows:
    """What the last action of a position did, or all that were played in it: which lines of the rules, what they changed, and what the
    end clauses said, as `rulebook trace --json` has it."""
    return Rows(json.loads(_rulebook.trace(position, all))["actions"])
