"""Abstract board games as rule sheets: load a game, play it, measure it, compare it, learn it.

>>> import rulebook
>>> game = rulebook.load("hex", size=7)
>>> position = game.start()
>>> position.play("d4").seat
2

`load` and `loads` give a `Game`, its `start` a `Position` to play on. `playouts`, `perft`, `measure`, `compare`, `solve` and `replay` answer
questions with plain data; `check`, `fix`, `test`, `format`, `explain`, `why_not` and `trace` are for whoever writes a sheet; `explore` and
`Search` search the rules for a variant. `Game.env` is one game as an environment, `VectorEnv` (with numpy) many games at once;
`rulebook.pettingzoo`, `rulebook.gymnasium` and `rulebook.open_spiel` are doors to other libraries. Whatever fails raises a
`RulebookError`, which says what is wrong, where, and what to do instead. The same seed gives the same games on every machine, by any number
of `threads`. Ctrl-C ends whatever takes long, and games, positions, agents and environments can be pickled.
"""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _rulebook
from ._explore import Search, Variants, explore
from ._rows import Rows
from ._rulebook import Agent, Env, Game, Position, RulebookError, __version__, shipped
from ._sheets import Tests, apply, check, explain, fix, format, is_path, read, test, trace, why_not

if TYPE_CHECKING:
    from ._vector import VectorEnv

__all__ = [
    "Agent",
    "Env",
    "Game",
    "Position",
    "RulebookError",
    "Rows",
    "Search",
    "Tests",
    "Variants",
    "VectorEnv",
    "__version__",
    "apply",
    "check",
    "compare",
    "explain",
    "explore",
    "fix",
    "format",
    "load",
    "loads",
    "measure",
    "perft",
    "play",
    "playouts",
    "puzzles",
    "replay",
    "shipped",
    "solve",
    "test",
    "trace",
    "train",
    "why_not",
]


def __getattr__(name: str) -> Any:
    if name == "VectorEnv":  # needs numpy, which nothing else here does
        from ._vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module 'rulebook' has no attribute {name!r}")


def _settings(options: dict[str, Any] | None, more: dict[str, Any]) -> list[tuple[str, str]]:
    words = {True: "on", False: "off"}
    everything = {**(options or {}), **more}
    return [(name, words[value] if isinstance(value, bool) else str(value)) for name, value in everything.items()]


def load(
    game: str | os.PathLike[str],
    *,
    variant: str | None = None,
    options: dict[str, Any] | None = None,
    expressions: list[str] | None = None,
    **more: Any,
) -> Game:
    """A shipped game by its name, or the first game of a `.game` file by its path.

    `variant` is the title of a variant. Options are keywords (`size=7`), or entries of `options` where a name is taken.
    `expressions` are those that agents of the game evaluate, such as `count(mine)` for `greedy:count(mine)`.
    """
    settings = _settings(options, more)
    name = os.fspath(game)
    if isinstance(game, str) and not is_path(name):
        return _rulebook.load_shipped(name, variant, settings, expressions or [])
    return _rulebook.load_text(*read(name), variant, settings, expressions or [])


def loads(
    text: str,
    *,
    name: str = "<text>",
    files: dict[str, str] | None = None,
    variant: str | None = None,
    options: dict[str, Any] | None = None,
    expressions: list[str] | None = None,
    **more: Any,
) -> Game:
    """The first game of a text, which findings call by `name`; all else as in `load`.

    `files` are texts that it may name with `in`, by their names, which are paths as `name` is one.
    """
    beside = list((files or {}).items())
    return _rulebook.load_text(name, text, beside, variant, _settings(options, more), expressions or [])


def _position(of: Game | Position) -> Position:
    return of if isinstance(of, Position) else of.start()


def perft(position: Game | Position, depth: int, *, threads: int | None = None) -> int:
    """The number of lines of play of so many actions. Lines that end earlier do not count."""
    return _rulebook.perft(_position(position), depth, threads)


def playouts(
    position: Game | Position, games: int = 1000, *, seed: int = 1, threads: int | None = None
) -> dict[str, Any]:
    """Plays uniform random games, on so many threads or all cores: their lengths, wins, draws, and which end clauses decided."""
    return _rulebook.playouts(_position(position), games, seed, threads)


def measure(
    game: Game, games: int = 200, *, agents: list[str] | None = None, seed: int = 1, threads: int | None = None
) -> Rows:
    """Plays games between agents, by seat, and measures the game by them: a row a metric, each with its 95 % interval."""
    return Rows(_rulebook.measure(game, agents or ["random"], games, seed, threads))


def compare(first: Game, second: Game) -> dict[str, Any]:
    """How the second game differs from the first: `relation`, `certain`, `changes`, and a `witness` line of play."""
    compared = _rulebook.compare(first, second)
    return {**compared, "changes": Rows(compared["changes"])}


def solve(
    position: Game | Position,
    *,
    states: int = 5_000_000,
    megabytes: int = 1024,
    longest: bool = False,
    threads: int | None = None,
) -> dict[str, Any]:
    """Who wins with best play, within so many positions and megabytes, as a row of `rulebook solve --json`."""
    row: dict[str, Any] = json.loads(_rulebook.solve(_position(position), states, megabytes, longest, threads))
    row.pop("seconds", None)
    return row


def play(position: Game | Position, agents: list[str], *, seed: int = 1) -> dict[str, Any]:
    """Plays a game between agents to its end, and gives its record, as files of records have it."""
    record: dict[str, Any] = json.loads(_rulebook.play(_position(position), agents, seed))
    return record


def train(
    game: Game,
    out: str | os.PathLike[str] | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    start: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Trains a player of the game by games against itself, as `rulebook train` does, and writes it to the file `out`: agents are
    then called `learned:FILE`, `learned:FILE,depth=3` or `mcts:400,value=FILE`. `games` is how many it learns from, by default
    enough for a few minutes; `start` is the file of a player that it begins from. Gives what `rulebook train --json` does, its
    `curve` as rows."""
    told, player = _rulebook.train(game, games, seed, None if start is None else os.fspath(start), threads)
    if out is not None:
        pathlib.Path(out).write_bytes(player)
    trained: dict[str, Any] = json.loads(told)
    rows = [
        {"games": point["games"], "best": point["best"], "agent": against["agent"], **against["score"]}
        for point in trained["curve"]
        for against in point["against"]
    ]
    return {**trained, "curve": Rows(rows)}


def puzzles(
    game: Game,
    number: int = 10,
    *,
    agents: str | Sequence[str] = (),
    missed_by: str | None = None,
    plies: tuple[int, int] = (3, 9),
    games: int = 200,
    nodes: int = 10_000,
    max_plies: int = 500,
    seed: int = 1,
    threads: int | None = None,
) -> dict[str, Any]:
    """Positions in which one action wins by force, proved, and no other does, and which a shallow player misses: what
    `rulebook puzzle --json` prints, its `puzzles` as rows. `plies` are the fewest and the most that the win takes."""
    players = [agents] if isinstance(agents, str) else list(agents)
    told = _rulebook.puzzles(game, number, players, missed_by, plies, games, nodes, max_plies, seed, threads)
    found: dict[str, Any] = json.loads(told)
    return {**found, "puzzles": Rows(found["puzzles"])}


def replay(game: Game, record: dict[str, Any] | str) -> Position:
    """Replays a record strictly, and gives its last position."""
    return game.replay(record if isinstance(record, str) else json.dumps(record))
