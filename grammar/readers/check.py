"""Libraries of others read what `rulebook grammar` prints: XGrammar the form in GBNF, llguidance and Lark the one in Lark.

    check.py PROGRAM FOLDER

FOLDER is where the packages of Node are, and where this writes. All shipped sheets must be accepted, and of 1,500 sheets with one
token changed at most one in a hundred may be judged otherwise than by our parser; those are listed.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import lark
from llguidance import LLMatcher, LLTokenizer

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = 1500
TOKEN = re.compile(r'//[^\n]*|"[^"\n]*"|\w+|\.\.=|[<>!]=|[^\s\w]')
# An error of the parser and the file in which it is.
UNREADABLE = re.compile(r"error\[syntax/[\w-]+\](?:(?!error\[).)*?╭─\[[^\]\n]*?(\d+)\.game:", re.DOTALL)
# What the rules of the JSON form may refer to besides each other.
BUILTIN = {"SOI", "EOI", "ANY", "ASCII_ALPHA", "ASCII_ALPHA_LOWER", "ASCII_ALPHANUMERIC", "ASCII_DIGIT"}


class Mutant(NamedTuple):
    sheet: str
    change: str
    text: str


def mutants(sheets: dict[str, str]) -> Iterator[Mutant]:
    """Sheets in turn, each with a token deleted, doubled, swapped with the next or replaced by another of its own."""
    rng = random.Random(1)
    while True:
        for name, text in sheets.items():
            tokens = [token for token in TOKEN.finditer(text) if not token[0].startswith("//")]
            at = rng.randrange(len(tokens) - 1)
            one, after, other = tokens[at], tokens[at + 1], rng.choice(tokens)
            new, until = rng.choice(
                [
                    ("", one.end()),
                    (f"{one[0]} {one[0]}", one.end()),
                    (after[0] + text[one.end() : after.start()] + one[0], after.end()),
                    (other[0], one.end()),
                ]
            )
            old = text[one.start() : until]
            if new != old:
                line = text.count("\n", 0, one.start()) + 1
                yield Mutant(name, f"{name}:{line}: {old!r} -> {new!r}", text[: one.start()] + new + text[until:])


def ours(program: str, folder: Path, texts: list[str]) -> list[bool]:
    """Whether our parser reads them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for at, text in enumerate(texts):
        (folder / f"{at}.game").write_text(text, encoding="utf8", newline="")
    command = [program, "fmt", "--check", "--isolated", "--color", "never", str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf8", check=False)
    unreadable = {int(number) for number in UNREADABLE.findall(done.stdout + done.stderr)}
    return [at not in unreadable for at in range(len(texts))]


class XGrammar:
    def __init__(self, folder: Path, grammar: str) -> None:
        (folder / "game.gbnf").write_text(grammar, encoding="utf8")
        self.command = ["node", str(Path(__file__).with_name("xgrammar.cjs")), str(folder), str(folder / "game.gbnf")]

    def accepts(self, texts: list[str]) -> list[bool]:
        lines = "".join(json.dumps(text) + "\n" for text in texts)
        done = subprocess.run(self.command, input=lines, stdout=subprocess.PIPE, encoding="utf8", check=True)
        verdicts: list[bool] = [json.loads(line) for line in done.stdout.splitlines()]
        return verdicts


class Llguidance:
    def __init__(self, grammar: str) -> None:
        tokens = LLTokenizer("byte")
        text = LLMatcher.grammar_from_lark(grammar)
        wrong = LLMatcher.validate_grammar(text, tokens)
        assert not wrong, wrong
        self.matcher = LLMatcher(tokens, text)

    def accepts(self, texts: list[str]) -> list[bool]:
        return [self.accepts_one(list(text.encode())) for text in texts]

    def accepts_one(self, tokens: list[int]) -> bool:
        matcher = self.matcher.deep_copy()
        return bool(matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting())


def rules_are_whole(told: dict[str, Any]) -> None:
    """Each rule of the JSON form that another refers to is there."""
    names = {rule["name"] for rule in told["rules"]}
    asked = set(re.findall(r'"rule":"(\w+)"', json.dumps(told, separators=(",", ":")))) | {told["start"]}
    assert asked - names <= BUILTIN and "expr" in asked, asked - names
    assert not any(name.startswith("junk") for name in names)


def main(program: str, folder: Path) -> None:
    gbnf, in_lark, told = (
        subprocess.run([program, "grammar", "--format", form], stdout=subprocess.PIPE, encoding="utf8", check=True).stdout
        for form in ("gbnf", "lark", "json")
    )
    rules_are_whole(json.loads(told))
    paths = sorted((ROOT / "games").rglob("*.game"))
    sheets = {path.stem: path.read_text(encoding="utf8") for path in paths}
    changed = [mutant for mutant, _ in zip(mutants(sheets), range(MUTANTS), strict=False)]
    right = ours(program, folder / "mutants", [mutant.text for mutant in changed])
    assert MUTANTS / 20 < sum(right) < MUTANTS / 2, f"our parser reads {sum(right)} of {MUTANTS}"
    readers: dict[str, XGrammar | Llguidance] = {"XGrammar": XGrammar(folder, gbnf), "llguidance": Llguidance(in_lark)}
    texts = [*sheets.values(), *(mutant.text for mutant in changed)]
    with ThreadPoolExecutor() as pool:
        verdicts = pool.map(lambda reader: reader.accepts(texts), readers.values())
        for name, found in zip(readers, verdicts, strict=True):
            refused = [sheet for sheet, good in zip(sheets, found, strict=False) if not good]
            assert not refused, f"{name} refuses {refused}"
            judged = zip(changed, found[len(sheets) :], right, strict=True)
            other = [(mutant, good) for mutant, good, is_ours in judged if good != is_ours]
            for mutant, good in other:
                print(f"{name} {'accepts' if good else 'refuses'} {mutant.change}")
            print(f"{name}: all {len(sheets)} sheets accepted, {len(other)} of {MUTANTS} mutants judged otherwise")
            assert len(other) <= MUTANTS / 100
    # Lark needs seconds for a page, so it reads one sheet.
    lark.Lark(in_lark, parser="earley", lexer="dynamic").parse(sheets["hex"])
    print("Lark: Hex accepted")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
