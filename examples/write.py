"""Writes a rule sheet with any function that answers a text with a text: a language model, a template, a colleague.

    python examples/write.py rules.txt --command "llm --no-stream"       # a program that reads a prompt and writes its answer
    python examples/write.py rules.txt --answers first.game second.game  # answers that were written before, one a round

The loop: generate, mend what surely was meant, check, explain what is left, test, and once all is well measure. What is asked again tells the
findings with their pages, so that whoever answers need not know the language beforehand. The sheet goes to standard output, everything else
to standard error. The exit status is 1 if no sheet passed.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import rulebook

Generate = Callable[[str], str]
#: Shipped sheets that are shown with the first prompt: a small one, and one with captures.
EXAMPLES = ("tic-tac-toe", "breakthrough")


@dataclass
class Written:
    """What came of it: the last text, what is wrong with it, and what its games are like."""

    text: str = ""
    problems: list[str] = field(default_factory=list)
    measured: rulebook.Rows = field(default_factory=rulebook.Rows)
    rounds: int = 0

    @property
    def is_done(self) -> bool:
        """Whether it can be played and its tests pass."""
        return bool(self.text) and not self.problems


def sheet_in(answer: str) -> str:
    """The sheet in an answer: its block of code if it has one, else all of it."""
    fenced = re.search(r"^```[^\n]*\n(.*?)^```", answer, re.MULTILINE | re.DOTALL)
    return (fenced.group(1) if fenced else answer).strip() + "\n"


def first_prompt(rules: str) -> str:
    examples = "\n\n".join(rulebook.load(name).text for name in EXAMPLES)
    return f"""Write a Rulebook sheet (a `.game` file) of the game below, with a `test` block for each rule that one could get wrong.
Answer with the sheet alone.

The words of the language:
{rulebook.explain()}

Two sheets:
{examples}

The game:
{rules}
"""


def next_prompt(rules: str, text: str, problems: list[str]) -> str:
    listed = "\n\n".join(problems)
    return f"This sheet is not right yet.\n\n{text}\nWhat is wrong:\n{listed}\n\nThe game:\n{rules}\nAnswer with the whole sheet, mended.\n"


def problem(finding: dict[str, object]) -> str:
    """A finding as whoever mends it needs it: the place, what is wrong, what to write instead, and its page."""
    more = "".join(f"\n  {name}: {finding[name]}" for name in ("label", "help") if finding[name])
    try:
        page = "\n" + rulebook.explain(str(finding["code"]))
    except rulebook.RulebookError:
        page = ""
    return f"line {finding['line']}: {finding['code']}: {finding['message']}{more}{page}"


def problems_of(text: str) -> list[str]:
    """What stands in the way of a sheet: its errors and warnings, else the tests that fail."""
    found = [finding for finding in rulebook.check(text, name="written.game") if finding["severity"] != "advice"]
    if not any(finding["severity"] == "error" for finding in found):
        found += rulebook.test(text, name="written.game").findings
    told: dict[tuple[object, ...], str] = {}
    for finding in found:
        told.setdefault((finding["line"], finding["code"], finding["message"]), problem(finding))
    return list(told.values())


def write(rules: str, generate: Generate, *, rounds: int = 6, games: int = 200) -> Written:
    """Has a sheet written and mended, for so many rounds at most, and measures its games."""
    written = Written()
    prompt = first_prompt(rules)
    while written.rounds < rounds:
        written.rounds += 1
        written.text = rulebook.fix(sheet_in(generate(prompt)), name="written.game")
        written.problems = problems_of(written.text)
        print(f"round {written.rounds}: {len(written.problems)} problems", file=sys.stderr)
        if not written.problems:
            written.text = rulebook.format(written.text)
            written.measured = rulebook.measure(rulebook.loads(written.text, name="written.game"), games)
            break
        prompt = next_prompt(rules, written.text, written.problems)
    return written


def main() -> int:
    words = argparse.ArgumentParser(description="Writes a rule sheet with any program that answers a text with a text.")
    words.add_argument("rules", type=Path, help="the rules of the game, in prose")
    who = words.add_mutually_exclusive_group(required=True)
    who.add_argument("--command", help="a program that reads a prompt from standard input, and writes its answer")
    who.add_argument("--answers", type=Path, nargs="+", help="files with an answer each, one a round")
    words.add_argument("--rounds", type=int, default=6)
    words.add_argument("--games", type=int, default=200)
    asked = words.parse_args()

    def answered(prompt: str) -> str:
        return subprocess.run(shlex.split(asked.command), input=prompt, capture_output=True, text=True, check=True).stdout

    if asked.answers:
        texts = iter([path.read_text(encoding="utf-8") for path in asked.answers])
        written = write(asked.rules.read_text(encoding="utf-8"), lambda _: next(texts), rounds=len(asked.answers), games=asked.games)
    else:
        written = write(asked.rules.read_text(encoding="utf-8"), answered, rounds=asked.rounds, games=asked.games)
    print(written.text, end="")
    print("\n\n".join(written.problems), file=sys.stderr)
    for row in written.measured:
        print(f"{row['label']}: {row['value']:.3g} ({row['low']:.3g} to {row['high']:.3g}) {row['unit']}", file=sys.stderr)
    return 0 if written.is_done else 1


if __name__ == "__main__":
    sys.exit(main())
