"""What tools are given, and the commands that they run."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from .. import shipped
from .documents import resource
from .run import Refused, below, command, sheet_below

FILE = 1 << 20
"""The most bytes of a sheet."""
WORK = 20_000
"""The most simulations a choice of all games of a request: 100 games of `mcts:200`."""
Texts = Annotated[list[str], BeforeValidator(lambda given: [given] if isinstance(given, str) else given)]


def effort(default: int, most: int, what: str, option: str | None = None) -> Any:
    """A number that bounds how much is done. More is lowered to the most, and the answer says so."""
    described = f"{what}; {most:,} at most in one request"
    return Field(default, ge=1, description=described, serialization_alias=option, json_schema_extra={"most": most})


def simulations(agent: str) -> int:
    """How much an agent does for each choice, in simulations."""
    known = re.fullmatch(
        r"random|(?P<greedy>greedy)(:.+)?|mcts:(?P<mcts>\d+)(,(c|trees|cap|decisive|batch)=[\w.]+)*"
        r"|alphabeta:\d+(,nodes=(?P<nodes>\d+))?(?P<alphabeta>)(,value=.+)?",
        agent,
    )
    if known is None:  # `learned:FILE` among others
        raise Refused(f"`{agent}` is no agent of tools: write `random`, `greedy:EXPR`, `mcts:100` or `alphabeta:3`")
    if known["mcts"] is not None:
        done = int(known["mcts"])
    elif known["alphabeta"] is not None:
        done = int(known["nodes"] or 200_000) // 100
    else:
        done = int(known["greedy"] is not None)
    if done > WORK:
        most = f"{WORK:,} simulations, {WORK * 100:,} nodes"
        raise Refused(f"`{agent}` does more for one choice than a request may: {most}")
    return done


class Request(BaseModel):
    """What a tool is given. Each field is an option of the command, or one of its `words`."""

    model_config = ConfigDict(extra="forbid")
    command: ClassVar[str]
    words: ClassVar[tuple[str, ...]] = ()
    """The fields that are arguments of the command."""
    sheets: ClassVar[tuple[str, ...]] = ()
    """Those that name games."""
    json_by: ClassVar[str | None] = "--json"
    """How the command is told to print JSON, if it can."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """What it is told in any case."""
    changes: ClassVar[bool] = False
    """Whether it may change files."""
    part: str | None = Field(
        None, description="Give this part of the answer alone, such as `/rows`, `/rows/0` or `/actions/200:400`"
    )

    def check(self, folder: Path) -> None:
        """Refuses what leads out of the folder, and a text that nothing reads."""
        for name in self.sheets:
            sheet_below(folder, getattr(self, name))

    def lowered(self) -> tuple[Self, list[str]]:
        """The request with no more effort than one may ask for, and what was lowered."""
        fewer = {}
        for name, field in type(self).model_fields.items():
            extra = field.json_schema_extra
            if isinstance(extra, dict) and getattr(self, name) > (most := self.most(name, int(str(extra["most"])))):
                fewer[name] = most
        said = [
            f"{name}: {most:,} instead of {getattr(self, name):,}, the most of one request"
            for name, most in fewer.items()
        ]
        return self.model_copy(update=fewer), said

    def most(self, name: str, most: int) -> int:
        """The most of a number that bounds effort."""
        return most

    def line(self) -> list[str]:
        """The arguments of the command line."""
        line = [self.command, *self.fixed]
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name in ("part", "text", *self.words) or value is None or value is False:
                continue
            flag = "--" + (field.serialization_alias or name).replace("_", "-")
            given = value if isinstance(value, list) else [value]
            line += [flag] if value is True else [f"{flag}={one}" for one in given]
        words = [word for word in (getattr(self, name) for name in self.words) if word is not None]
        return line + ([self.json_by] if self.json_by else []) + (["--", *words] if words else [])

    async def answer(self, folder: Path) -> dict[str, Any]:
        """What the tool answers."""
        request, lowered = self.lowered()
        request.check(folder)
        line = request.line()
        status, out, said = await command(folder, line, getattr(request, "text", None))
        answer = json.loads(out) if self.json_by and out and status in (0, 1) else out or None
        told = {
            "command": shlex.join(["rulebook", *line]),
            "status": status,
            "answer": answer,
            "said": said,
            "lowered": lowered,
        }
        return {key: value for key, value in told.items() if key in ("command", "status", "answer") or value}


class Texted(Request):
    """Games, one of which may be a text."""

    text: str | None = Field(None, description="The text of a sheet, which `-` stands for")

    def check(self, folder: Path) -> None:
        super().check(folder)
        is_read = any(re.split("[#?]", getattr(self, name), maxsplit=1)[0] == "-" for name in self.words)
        if is_read != (self.text is not None):
            raise Refused(
                "name a file, or give a `text`, which `-` stands for; a text is read where `-` is written alone"
            )


class Sheet(Texted):
    """A game."""

    words: ClassVar[tuple[str, ...]] = ("game",)
    sheets: ClassVar[tuple[str, ...]] = ("game",)
    game: str = Field(
        "-",
        description="A `.game` file below the folder, a shipped game such as `hex`, or `-` for the text; `#TITLE` and"
        " `?OPTION=VALUE&OPTION=VALUE` may follow",
    )


class Chosen(Sheet):
    """A game with its options."""

    variant: str | None = Field(None, description="Title of the game or variant to use; else the first of the file")
    set: Texts = Field([], description="Options, such as `size=7`")


class Line(Chosen):
    """A position."""

    position: str | None = Field(None, description="Start from this position, as `show` gives it in `position`")
    after: str | None = Field(None, description="Play these moves first, with blanks between them")


class Seeded(Request):
    """Games that are drawn by a seed."""

    seed: int = Field(1, ge=0, description="Seed for random choices: the same seed plays the same games")
    max_plies: int = effort(1000, 5000, "Cut a game off after this many plies")


class Played(Seeded):
    """Games that agents play."""

    agent: Texts = Field(
        [],
        description="`random`, `greedy`, `greedy:EXPR`, `mcts:N` or `alphabeta:D` for all, or one a seat; else random",
    )

    def weight(self) -> int:
        """Simulations a choice."""
        return max(map(simulations, self.agent), default=0)

    def most(self, name: str, most: int) -> int:
        return min(most, max(WORK // max(self.weight(), 1), 1)) if name in ("number", "games") else most


class Check(Chosen):
    """Find errors and likely mistakes: every game and variant at the bounds of its options, claims, tests, random
    games. Each finding has a code, a place, what to write instead, and `fixes` with their edits: the bytes from
    `start.offset` to `end.offset` become `text`."""

    command, fixed, json_by, changes = "check", ("--no-cache",), "--format=json", True
    effort: Literal["quick", "normal", "thorough"] | None = Field(
        None, description="How much to play and to search: an eighth, or 32 times"
    )
    strict: bool = Field(False, description="Status 1 on warnings, too")
    fix: bool = Field(False, description="Apply the safe fixes to the file, and report what is left; not for a text")
    unsafe_fixes: bool = Field(False, description="With `fix`, also those that are a guess or change the rules")


class Explain(Request):
    """Explain a word of the language or the code of a finding, with an example. Without a word, list all that can be
    explained."""

    command, words, json_by = "explain", ("word",), None
    word: str | None = Field(None, description="Word, sign or code, such as `pick`, `last mover`, `&` or `move/order`")


class Examples(Request):
    """List the shipped games that speak of all of some words, the best first; `read` gives the sheet of one by its
    name."""

    command = "games"
    search: str | None = Field(
        None, description="A few words: names, pieces, what the rules do, such as `custodian capture`"
    )
    family: str | None = Field(None, description="Games of this family alone, such as `sowing`")


class New(Request):
    """Create a `.game` file from a shipped game, never over another file."""

    command, words, json_by, changes = "new", ("name",), None, True
    name: str = Field(description="Name of the file; `.game` is added if missing; `-` gives the text instead")
    like: str = Field(
        "tic-tac-toe", description="Shipped game to copy, or what it should show: `dice`, `sowing`, `stacks`"
    )
    title: str | None = Field(None, description="Title of the game; else made of its name")

    def check(self, folder: Path) -> None:
        if self.name != "-":
            below(folder, self.name if self.name.endswith(".game") else f"{self.name}.game")


class Format(Sheet):
    """Format a file in place, or give a text formatted."""

    command, json_by, changes = "fmt", None, True
    verify: bool = Field(
        False, serialization_alias="check", description="Change nothing: show what would, with status 1"
    )
    upgrade: bool = Field(False, description="Also rewrite what has a better form since")


class Test(Sheet):
    """Run the tests of a sheet."""

    command = "test"
    variant: str | None = Field(None, description="Only tests of the game or variant with this title")
    filter: str | None = Field(None, description="Only tests whose title contains this text")
    mutants: bool = Field(False, description="Change one rule at a time, and list the changes that no test notices")
    changed: int = effort(50, 500, "With `mutants`, changes to try", "most")

    def line(self) -> list[str]:
        return [word for word in super().line() if self.mutants or not word.startswith("--most=")]


class Show(Line):
    """Show a position: the board as text, whose turn it is, the position in one line, how many moves there are, how
    it ended."""

    command = "show"


class PlayLine(Line):
    """Play a line of moves and show the position it leads to; a move that is not legal is told with its number."""

    command = "show"
    after: str = Field(description="The moves, with blanks between them, such as `b2 a1 c3`")


class Moves(Line):
    """List the legal moves of a position."""

    command = "moves"


class WhyNot(Line):
    """Explain why a move is illegal: the first condition that fails, with its values."""

    command, words = "why-not", ("game", "move")
    move: str = Field(description="The move, in the notation of the game")


class Trace(Line):
    """Explain the last move of a line: the rule that allows it, what it changes, and the end clauses."""

    command = "trace"
    after: str = Field(description="The moves, with blanks between them")
    all: bool = Field(False, description="Explain every move, not only the last")


class Playouts(Seeded, Line):
    """Play random games: lengths, wins, draws, which end clauses decided."""

    command = "playouts"
    number: int = effort(1000, 20_000, "Games to play")


class Measure(Played, Chosen):
    """Measure a game, each figure with its 95 % interval: who wins, how long it lasts, how many choices there are,
    which rules apply."""

    command = "measure"
    number: int = effort(100, 2000, "Games to play")
    parts: str | None = Field(
        None,
        serialization_alias="with",
        description="Slower metrics, such as `B,C3`: B (drama and more, by search), C1 to C5",
    )
    values: int = effort(20, 200, "Simulations to value a position (B)")
    rungs: int = effort(2, 3, "Rungs of skill (C1), one fewer than budgets (C2)")
    pairs: int = effort(20, 50, "Pairs of games a rung (C1)")
    each: int = effort(20, 50, "Games a budget (C2), first move (C3) or copycat (C4)")
    openings: int = effort(50, 200, "First moves to play (C3)")
    states: int = effort(20_000, 300_000, "Positions to store, to solve a small board (C5)")

    def weight(self) -> int:
        return super().weight() + self.values * ("B" in (self.parts or ""))


class Compare(Played, Texted):
    """Compare two games: what changed in the rules, the shortest line of play that shows it, and what it changes in
    the metrics."""

    command, words, sheets = "compare", ("first", "second"), ("first", "second")
    first: str = Field(description="The first game: a `.game` file, a shipped game, or `-` for the text")
    second: str = Field(description="The second one, compared with the first")
    number: int = effort(50, 1000, "Games to play of each")
    depth: int = effort(1000, 1000, "Explore all lines of play up to this many plies")
    positions: int = effort(20_000, 200_000, "Pairs of positions to explore")
    samples: int = effort(500, 5000, "Random lines of play to try after that")
    steps: int = effort(1 << 27, 1 << 30, "Steps of the evaluator for both")
    states: int = effort(2000, 20_000, "Positions to store, to solve a small board")


class Solve(Line):
    """Find who wins with perfect play. Status 1: not solved within so many positions."""

    command = "solve"
    states: int = effort(100_000, 2_000_000, "Positions to store")
    memory: int = effort(512, 1024, "Memory for them, in MiB")
    longest: bool = Field(
        False, description="Search all positions: their number, the length of best play, the longest line"
    )

    def check(self, folder: Path) -> None:
        super().check(folder)
        if any(re.search(r"\.\.|,", option) for option in (*self.set, self.game.partition("?")[2])):
            raise Refused("one request solves one game: give each option one value, such as `size=3`")


class Replay(Chosen):
    """Verify recorded games: every move must be legal and every recorded number correct."""

    command, words = "replay", ("game", "records")
    game: str = Field(description="The game: a `.game` file, a shipped game, or `-` for the text")
    records: str = Field("-", description="A file below the folder with one JSON record a line, or `-` for the text")

    def check(self, folder: Path) -> None:
        super().check(folder)
        below(folder, self.records)
        if self.game == self.records == "-":
            raise Refused("only one of `game` and `records` can be the text")


class Explore(Played, Chosen):
    """Search the rules for variants whose games are as you wish; each comes as a block to be pasted."""

    command = "explore"
    want: Texts = Field(description="Wishes, such as `score of seat 1 in 48..52 %` or `draws < 5 %`")
    vary: Texts = Field([], description="An option with values, such as `size=5..=9`, or `rules`; else everything")
    keep: Texts = Field([], description="Declarations that stay as they are, such as `move place`")
    lines: Texts = Field([], serialization_alias="try", description="Lines of a variant to try, such as `pie off`")
    depth: int = effort(1, 3, "Changes a variant is made of")
    games: int = effort(2000, 20_000, "Games to play, all in all")
    best: int = effort(3, 10, "Variants to play again and to tell")
    values: int = effort(
        20, 50, "Simulations to value a position, for wishes about drama, changes, tail, late or share"
    )
    list: bool = Field(False, description="List what would be tried, and play nothing")

    def weight(self) -> int:
        is_valued = re.search(r"\b(drama|changes|tail|late|share)\b", " ".join(self.want)) is not None
        return super().weight() + self.values * is_valued


class Puzzle(Played, Chosen):
    """Find positions in which one action wins by force and no other does, both proved, and which a shallow player
    misses."""

    command = "puzzle"
    number: int = effort(5, 50, "Puzzles to find")
    missed_by: str | None = Field(None, description="The agent that is to miss the winning action")
    plies: str = Field("3..=9", description="Plies that the win takes, such as `3..=5` or `5`")
    games: int = effort(100, 1000, "Games to play")
    nodes: int = effort(10_000, 200_000, "Actions played in thought for one position")

    def weight(self) -> int:
        return max(super().weight(), simulations(self.missed_by) if self.missed_by else 0)


class Files(Request):
    """List the `.game` files and records (`.jsonl`) below the folder."""

    async def answer(self, folder: Path) -> dict[str, Any]:
        found = []
        for here, folders, files in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found += [
                (Path(here) / name).relative_to(folder).as_posix()
                for name in files
                if name.endswith((".game", ".jsonl"))
            ]
        return {"status": 0, "answer": sorted(found)}


class Read(Request):
    """Give the text of a `.game` file, of a shipped game, or of a page of the documents by its address, such as
    `rulebook://docs/guide-for-assistants.md`, `rulebook://language/turns` or `rulebook://docs/llms.txt`, which lists
    them."""

    name: str = Field(
        description="A `.game` file below the folder, the name of a shipped game, or an address `rulebook://...`"
    )

    async def answer(self, folder: Path) -> dict[str, Any]:
        if self.name.startswith("rulebook://"):
            return {"status": 0, "answer": await resource(folder, self.name)}
        sheet_below(folder, self.name)
        if self.name in shipped() and not (folder / self.name).is_file():
            return {"status": 0, "answer": await resource(folder, f"rulebook://games/{self.name}")}
        file = below(folder, self.name)
        if file.stat().st_size > FILE:
            raise Refused(f"`{self.name}` is longer than a sheet may be")
        return {"status": 0, "answer": file.read_text(encoding="utf-8")}


class Write(Request):
    """Write a `.game` file below the folder, in place of the one that is there."""

    changes = True
    name: str = Field(description="The file, such as `mine.game`")
    text: str = Field(description="Its whole text", max_length=FILE)

    async def answer(self, folder: Path) -> dict[str, Any]:
        if not self.name.endswith(".game"):
            raise Refused(f"`{self.name}` does not end in `.game`, as every rule sheet does")
        file = below(folder, self.name)
        file.write_text(self.text, encoding="utf-8", newline="\n")
        return {"status": 0, "answer": f"wrote {self.name}"}


TOOLS: dict[str, type[Request]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", tool.__name__).lower(): tool
    for tool in (
        Check, Explain, Examples, New, Format, Test, Show, Moves, PlayLine, WhyNot, Trace, Playouts, Measure, Compare,
        Solve, Puzzle, Replay, Explore, Files, Read, Write,
    )
}  # fmt: skip
