"""The server for assistants, asked by the client of the official SDK over standard input and output."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
import rulebook
from conftest import ROOT
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from rulebook.mcp.answers import fitted, part
from rulebook.mcp.documents import PROMPTS
from rulebook.mcp.requests import TOOLS, WORK
from rulebook.mcp.run import Refused

GUIDE = (ROOT / "docs/guide-for-assistants.md").read_text(encoding="utf-8")
SHEET = re.findall(r"^```game\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[0]
RECORD = '{"game": "Tic-Tac-Toe", "moves": ["b2", "a1"]}\n'


def told(result: Any) -> dict[str, Any]:
    """What a tool says, which it says twice."""
    assert json.loads(result.content[0].text) == result.structured_content
    return dict(result.structured_content)


def session(folder: Path, ask: Callable[[Client], Awaitable[None]]) -> None:
    """Asks a server for the sheets of a folder."""

    async def run() -> None:
        program = StdioServerParameters(
            command=sys.executable, args=["-m", "rulebook", "mcp", str(folder)], env=dict(os.environ), cwd=folder.parent
        )
        async with Client(stdio_client(program)) as client:
            await ask(client)

    anyio.run(run)


def command(folder: Path, line: str, text: str = "") -> tuple[int, str, str]:
    """The command line, as a user types it."""
    program = [sys.executable, "-m", "rulebook", *shlex.split(line)]
    # Only what Python knows of the environment: readline has set COLUMNS behind its back.
    environment = dict(os.environ)
    done = subprocess.run(program, capture_output=True, text=True, cwd=folder, input=text, env=environment)
    return done.returncode, done.stdout, done.stderr


def timeless(value: Any) -> Any:
    """An answer without what a clock says."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if "second" not in key or key.startswith("first")}
    return [timeless(one) for one in value] if isinstance(value, list) else value


# What each tool is asked, and the command that is to answer the same.
ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("check", {"game": "wrong.game"}, "check wrong.game --format json"),
    ("check", {"text": SHEET, "effort": "quick", "set": "size=4"}, "check - --format json --effort quick --set size=4"),
    ("explain", {"word": "move/order"}, "explain move/order"),
    ("examples", {"family": "dice"}, "games --family dice --json"),
    ("new", {"name": "-", "like": "hex", "title": "Six"}, "new - --like hex --title Six"),
    ("format", {"text": "game 'x'"}, "fmt -"),
    ("format", {"text": SHEET.replace("  ", " ")}, "fmt -"),
    ("test", {"game": "tic-tac-toe"}, "test tic-tac-toe --json"),
    ("test", {"text": SHEET, "mutants": True, "changed": 4}, "test - --mutants --most 4 --json"),
    ("show", {"game": "hex?size=4"}, "show hex --set size=4 --json"),
    ("play_line", {"game": "tic-tac-toe", "after": "b2 a1"}, "show tic-tac-toe --after 'b2 a1' --json"),
    ("play_line", {"game": "tic-tac-toe", "after": "b2 b2"}, "show tic-tac-toe --after 'b2 b2' --json"),
    ("moves", {"text": SHEET, "after": "a2-a3"}, "moves - --after a2-a3 --json"),
    ("why_not", {"game": "hex", "move": "z9", "variant": "Misère Hex"}, "why-not 'hex#Misère Hex' z9 --json"),
    ("trace", {"game": "tic-tac-toe", "after": "b2 a1", "all": True}, "trace tic-tac-toe --after 'b2 a1' --all --json"),
    ("playouts", {"game": "tic-tac-toe", "number": 20, "seed": 7}, "playouts tic-tac-toe -n 20 --seed 7 --max-plies 1000 --json"),
    ("measure", {"game": "tic-tac-toe", "number": 5, "agent": ["mcts:5,c=1.4", "alphabeta:2,nodes=50"]}, "measure tic-tac-toe -n 5 --agent mcts:5,c=1.4 --agent alphabeta:2,nodes=50 --max-plies 1000 --json"),
    ("compare", {"first": "tic-tac-toe", "second": "-", "text": SHEET, "number": 2}, "compare tic-tac-toe - -n 2 --max-plies 1000 --positions 20000 --samples 500 --steps 134217728 --states 2000 --json"),
    ("solve", {"game": "tic-tac-toe", "longest": True}, "solve tic-tac-toe --longest --states 100000 --memory 512 --json"),
    ("puzzle", {"game": "tic-tac-toe", "agent": "random", "missed_by": "random", "games": 20, "nodes": 500}, "puzzle tic-tac-toe --agent random --missed-by random --games 20 --nodes 500 -n 5 --max-plies 1000 --json"),
    ("replay", {"game": "tic-tac-toe", "text": RECORD}, "replay tic-tac-toe - --json"),
    ("replay", {"game": "tic-tac-toe", "records": "games.jsonl"}, "replay tic-tac-toe games.jsonl --json"),
    ("explore", {"game": "tic-tac-toe", "want": "draws < 5 %", "games": 200, "best": 1}, "explore tic-tac-toe --want 'draws < 5 %' --games 200 --best 1 --max-plies 1000 --values 20 --json"),
    ("explore", {"game": "tic-tac-toe", "want": ["plies > 5"], "vary": "rules", "list": True}, "explore tic-tac-toe --want 'plies > 5' --vary rules --list --json"),
]  # fmt: skip


def test_a_tool_answers_what_its_command_prints(tmp_path: Path) -> None:
    (tmp_path / "wrong.game").write_text(SHEET.replace("board", "borad"))
    (tmp_path / "games.jsonl").write_text(RECORD)

    async def ask(client: Client) -> None:
        for tool, given, line in ASKED:
            result = await client.call_tool(tool, given)
            answer = told(result)
            status, out, said = command(tmp_path, line, given.get("text", ""))
            expected = json.loads(out) if out and "json" in line else out or None
            assert timeless(answer["answer"]) == timeless(expected), line
            assert (answer["status"], answer.get("said", "")) == (status, said), line
            assert result.is_error == (status == 2 or (status == 1 and not out)), line
            if tool == "moves":  # the command that it names is the one that was run
                assert command(tmp_path, answer["command"].removeprefix("rulebook "), given["text"])[1] == out

    session(tmp_path, ask)
    asked = {tool for tool, _, _ in ASKED}
    assert asked == set(TOOLS) - {"files", "read", "write"}


def test_a_sheet_is_written_repaired_tested_and_measured(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        async def call(tool: str, **given: Any) -> Any:
            answer = told(await client.call_tool(tool, given))
            assert answer["status"] in (0, 1)
            return answer["answer"]

        await call("write", name="mine.game", text=SHEET.replace("column(a) = column(b)", "column(a) == column(b)"))
        (finding,) = (await call("check", game="mine.game"))["diagnostics"]
        assert finding["code"] == "syntax/expected" and "written `=`" in finding["help"]
        assert "Wrong:" in await call("explain", word="move/order")
        text = (await call("read", name="mine.game")).encode()
        for edit in reversed(finding["fixes"][0]["edits"]):
            text = text[: edit["start"]["offset"]] + edit["text"].encode() + text[edit["end"]["offset"] :]
        await call("write", name="mine.game", text=text.decode())
        assert text.decode() == SHEET == (tmp_path / "mine.game").read_text()
        assert (await call("check", game="mine.game", effort="quick"))["diagnostics"] == []
        assert (await call("test", game="mine.game"))["passed"] == 2
        assert (await call("why_not", game="mine.game", move="a1-a2"))["legal"] is False
        assert (await call("measure", game="mine.game", number=5))["games"] == 5
        assert await call("files") == ["mine.game"]

    session(tmp_path, ask)


def test_files_stay_below_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    (folder / "deep").mkdir(parents=True)
    outside = tmp_path / "outside.game"
    outside.write_text(SHEET)
    (folder / "link.game").symlink_to(outside)
    (folder / "hex").symlink_to(outside)
    (folder / "elsewhere").symlink_to(tmp_path)
    (folder / "deep/mine.game").write_text(SHEET)
    (folder / "study.toml").write_text("")
    (folder / "json.py").write_text("raise SystemExit('a module of the folder was imported')")
    for name, file in (("up", "../outside.game"), ("by", "link.game"), ("round", "elsewhere/outside.game")):
        (folder / f"{name}.game").write_text(f'variant "V" of "Close Order" in "{file}" {{\n  limit 9 plies {{ draw }}\n}}\n')

    async def ask(client: Client) -> None:
        for name in ("../outside.game", str(outside), "link.game", "elsewhere/outside.game", "deep/../../outside.game", "hex",
                     "link.game#Close Order", "../outside.game?size=5", "deep", "study.toml", "a\0.game"):  # fmt: skip
            for tool, given in (
                ("check", {"game": name, "fix": True}),
                ("compare", {"first": "tic-tac-toe", "second": name}),
                ("read", {"name": name}),
                ("write", {"name": name, "text": "x"}),
                ("replay", {"game": "tic-tac-toe", "records": name}),
                ("explore", {"game": name, "want": "draws < 5 %"}),
            ):
                if tool == "replay" and name in ("study.toml", "link.game#Close Order"):
                    continue  # records are no sheets
                result = await client.call_tool(tool, given)
                assert result.is_error and result.structured_content is None, (tool, name)
        for name in ("../new", str(tmp_path / "new"), "elsewhere/new", "link"):
            assert (await client.call_tool("new", {"name": name})).is_error
        for name in ("up", "by", "round"):  # as the program itself has it
            result = await client.call_tool("check", {"game": f"{name}.game"})
            assert [finding["code"] for finding in told(result)["answer"]["diagnostics"]] == ["file/outside"]
        for agent in ("learned:/x/y", " learned:/x/y", "mcts:5,value=/x/y", "mcts: 5", "alphabeta:2,nodes= 9", "human"):
            for tool, field in (("measure", "agent"), ("puzzle", "missed_by")):
                result = await client.call_tool(tool, {"game": "tic-tac-toe", field: agent})
                assert result.is_error and "no agent of tools" in result.content[0].text
        for name in ("--help", "-h", "--html=x.game"):  # arguments, never options
            assert "no file" in told(await client.call_tool("show", {"game": f"{name}.game"}))["said"]
        assert not (await client.call_tool("show", {"game": "deep/mine.game"})).is_error
        assert not (await client.call_tool("show", {"game": "gomoku"})).is_error

    before = sorted(str(path) for path in tmp_path.rglob("*"))
    session(folder, ask)
    assert outside.read_text() == SHEET and before == sorted(str(path) for path in tmp_path.rglob("*"))


def test_an_enormous_request_ends_at_its_steps(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        result = told(await client.call_tool("solve", {"game": "chess", "states": 300}))
        assert (result["status"], result["answer"]["rows"][0]["stopped"]) == (1, "300 states")
        given = {"game": "tic-tac-toe", "number": 10**12, "agent": "alphabeta:9", "max_plies": 10**9}
        result = told(await client.call_tool("measure", given))
        assert result["answer"]["games"] == WORK // 2000
        assert result["lowered"] == ["max_plies: 5,000 instead of 1,000,000,000, the most of one request",
                                     "number: 10 instead of 1,000,000,000,000, the most of one request"]  # fmt: skip
        refused = await client.call_tool("measure", {"game": "chess", "agent": "mcts:100000"})
        assert refused.is_error and "20,000 simulations" in refused.content[0].text
        refused = await client.call_tool("solve", {"game": "hex", "set": "size=2..=9"})
        assert refused.is_error and "one value" in refused.content[0].text
        refused = await client.call_tool("playouts", {"game": "hex", "seconds": 5, "number": "many"})
        assert refused.is_error and "seconds: " in refused.content[0].text and "number: " in refused.content[0].text

    session(tmp_path, ask)


def children(parent: int) -> list[int]:
    """The processes below one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found += [int(status.parent.name), *children(int(status.parent.name))]
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_cancelled_request_ends_its_command(tmp_path: Path) -> None:
    def searching() -> list[int]:
        lines = {child: Path(f"/proc/{child}/cmdline") for child in children(os.getpid())}
        return [child for child, line in lines.items() if line.exists() and b"--states=2000000" in line.read_bytes()]

    async def until(is_there: bool) -> None:
        with anyio.fail_after(20):
            while bool(searching()) != is_there:
                await anyio.sleep(0.05)

    async def ask(client: Client) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "solve", {"game": "chess", "states": 10**9})
            await until(True)
            tasks.cancel_scope.cancel()
        began = time.monotonic()
        await until(False)
        assert time.monotonic() - began < 5
        assert not (await client.call_tool("show", {"game": "hex"})).is_error  # the server goes on

    session(tmp_path, ask)


def test_long_answers_are_cut_and_asked_for_in_parts(tmp_path: Path) -> None:
    everything = {"rows": [{"n": n, "text": "x" * 50} for n in range(1000)], "note": "short", "long": "é" * 9000}
    left_out: list[str] = []
    short = fitted(everything, 20_000, "", left_out)
    assert len(json.dumps(short)) <= 20_000 and short["note"] == "short" and list(short) == list(everything)
    asked = [line.rpartition("`")[0].rpartition("`")[2] for line in left_out]
    assert len(asked) == 2 and fitted(["x" * 90], 60, "", left_out) == ["x" * 54]
    assert short["rows"] + part(everything, asked[0] if "rows" in asked[0] else asked[1]) == everything["rows"]
    assert fitted(everything, 200_000, "", left_out) == everything
    with pytest.raises(Refused, match="rows, note, long"):
        part(everything, "/colums")

    async def ask(client: Client) -> None:
        whole = (ROOT / "docs/language.md").read_text(encoding="utf-8")
        read, start = "", 0
        while start < len(whole):
            given = {"name": "rulebook://docs/language.md", "part": f"/{start}:"}
            answer = told(await client.call_tool("read", given))
            assert len(answer["answer"]) > 50_000 or "left_out" not in answer
            read += answer["answer"]
            start = len(read)
        assert read == whole
        answer = told(await client.call_tool("moves", {"game": "tic-tac-toe", "part": "/moves/2:4"}))
        assert answer["answer"] == ["c1", "a2"]

    session(tmp_path, ask)


def test_documents_sheets_and_prompts_are_read(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        assert client.instructions and "guide-for-assistants.md" in client.instructions
        resources = {str(resource.uri): resource for resource in (await client.list_resources()).resources}
        games = {game.stem: game.read_text(encoding="utf-8") for game in (ROOT / "games").rglob("*.game")}

        async def read(address: str) -> str:
            (content,) = (await client.read_resource(address)).contents
            return str(content.text)

        assert {address.rpartition("/")[2] for address in resources if "//games/" in address} == set(rulebook.shipped())
        for name in ("hex", "cant-stop"):
            assert await read(f"rulebook://games/{name}") == games[name]
            assert told(await client.call_tool("read", {"name": name}))["answer"] == games[name]
        assert await read("rulebook://docs/guide-for-assistants.md") == GUIDE
        sections = [await read(address) for address in resources if "//language/" in address]
        assert "".join(sections) == (ROOT / "docs/language.md").read_text(encoding="utf-8")
        assert (await read("rulebook://language/turns")).startswith("## Turns")
        assert (await client.list_resource_templates()).resource_templates[0].uri_template == "rulebook://words/{word}"
        assert await read("rulebook://words/move%2Forder") == command(tmp_path, "explain move/order")[1]
        for address in ("rulebook://docs/../README.md", "rulebook://games/nothing", "rulebook://words/xyzzy", "file:///x"):
            with pytest.raises(MCPError, match="there is no"):
                await read(address)

        prompts = (await client.list_prompts()).prompts
        assert [prompt.name for prompt in prompts] == list(PROMPTS)
        for prompt in prompts:
            given = {argument.name: f"the {{{argument.name}}}" for argument in prompt.arguments or []}
            (message,) = (await client.get_prompt(prompt.name, given)).messages
            assert all(value in message.content.text for value in given.values()) and GUIDE in message.content.text
            with pytest.raises(MCPError, match="needs"):
                await client.get_prompt(prompt.name, {})

    session(tmp_path, ask)


def test_the_list_names_every_page_and_nothing_else() -> None:
    pages = {page.name for page in (ROOT / "docs").glob("*.md")}
    listed = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): \S.*$", (ROOT / "docs/llms.txt").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(pages)


def test_the_guide_is_true() -> None:
    """What other languages would say instead is found as the guide says; the sheet itself is checked by another test."""
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| `(.+?)` \|", GUIDE, re.MULTILINE)
    assert len(rows) == 10 and not rulebook.check(SHEET)
    for here, there, code in rows:
        assert here in SHEET
        assert code in [finding["code"] for finding in rulebook.check(SHEET.replace(here, there, 1))], there


def test_the_page_lists_every_tool() -> None:
    page = (ROOT / "docs/assistants.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page.split("## Tools")[1].split("\nWhere ")[0], re.MULTILINE) == list(TOOLS)
    for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        assert '"command": "rulebook"' in block and json.loads(block)


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(name='mcp')")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    line = [sys.executable, "-m", "rulebook", "mcp"]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert done.returncode == 2 and 'pip install "rulebook[mcp]"' in done.stderr
    status, _, said = command(ROOT, "mcp no-such-folder")
    assert status == 2 and "no folder" in said
