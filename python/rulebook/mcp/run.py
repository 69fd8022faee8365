"""The command line as a process, and files below a folder."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

import anyio
from mcp import types
from mcp.shared.exceptions import MCPError

from .. import shipped


class Refused(MCPError):
    """A request that is not carried out, with what to ask instead."""

    def __init__(self, said: str) -> None:
        super().__init__(types.INVALID_PARAMS, said)


def below(folder: Path, name: str) -> Path:
    """A file below the folder, links followed."""
    path = Path(name)
    if path.is_absolute() or path.drive or ".." in path.parts:
        raise Refused(
            f"`{name}` leads out of the folder: write a path from there on, without `..`, such as `mine.game`"
        )
    real = (folder / path).resolve()
    if not real.is_relative_to(folder.resolve()):
        raise Refused(f"`{name}` leads out of the folder by a link: copy the file into it")
    if real.exists() and not real.is_file():
        raise Refused(f"`{name}` is no file: name one (the tool `files` lists them)")
    return real


def sheet_below(folder: Path, game: str) -> None:
    """Refuses a game that the command would read elsewhere: a path may be followed by `#TITLE` and `?OPTION=VALUE`."""
    file = re.split("[#?]", game, maxsplit=1)[0]
    for name in (game, file) if os.path.lexists(folder / game) else (file,):
        below(folder, name)
        if name not in ("-", *shipped()) and not name.endswith(".game"):
            raise Refused(
                f"`{name}` is neither a path that ends in `.game` nor a shipped game (`examples` lists those)"
            )


async def command(folder: Path, line: list[str], text: str | None = None) -> tuple[int, str, str]:
    """Runs the command line in the folder: its status, its results, what else it said. Cancelling kills it."""
    program = [sys.executable, "-P", "-m", "rulebook", *line]  # -P: no module of that folder is imported
    with tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.seek(0)
        done = await anyio.run_process(program, stdin=given, check=False, cwd=folder)
    return done.returncode, done.stdout.decode(), done.stderr.decode()
