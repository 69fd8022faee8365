"""Searching the rules: wishes, candidates, and what is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ._rulebook import Game, SearchCore, Task
from ._rows import Rows

__all__ = ["Search", "Task", "Variants", "explore"]

Progress = Callable[[dict[str, int]], object]


class Variants(Rows):
    """Variants that were found, the best first, a row each: `variant`, `verdict`, `changes`, `block`, and for each wish its number, its
    95 % interval and whether it is met. All numbers are of games with fresh seeds. `sheet` is the same of the sheet as it is, and `found`
    all that `rulebook explore --json` prints."""

    def __init__(self, found: dict[str, Any], sheet: str) -> None:
        self.found = found
        self.sheet = _row(found, found["sheet"])
        self._text = sheet
        super().__init__(_row(found, row) for row in found["rows"])

    def sheet_with(self, row: int) -> str:
        """The text of the sheet with the variant of a row behind it, for `rulebook.loads(text, variant=...)`."""
        return f"{self._text.rstrip()}\n\n{self[row]['block']}"


def _row(found: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    of_wishes: dict[str, Any] = {}
    for wish, figure in zip(found["wishes"], row["figures"]):
        label = wish["text"]
        of_wishes |= {label: figure["value"], f"{label} low": figure["low"], f"{label} high": figure["high"]}
        of_wishes[f"{label} verdict"] = figure["verdict"]
    first = {"variant": row["title"], "verdict": row["verdict"], "front": row["front"], "changes": ", ".join(row["words"])}
    return {**first, **of_wishes, "effort": row["effort"], "block": row["block"]}


def _list(said: str | Sequence[str] | None) -> list[str]:
    return [] if said is None else [said] if isinstance(said, str) else list(said)


class Search:
    """A search for variants of a game whose games are as one wishes, driven step by step. Its arguments are those of `explore`.

    With `propose`, variants may be proposed until `close`: by an optimiser, a language model, or a person. The races, and the games with
    fresh seeds of which alone the result tells, are the same as those of `explore`.

    >>> search = rulebook.Search(game, "draws < 5 %", vary=[])
    >>> place = search.propose("pie off")
    >>> search.run()
    >>> search.standing(place)["gap"]       # what an optimiser makes small
    >>> search.close()
    >>> search.run()
    >>> search.found().to_pandas()

    Who shares out the work otherwise does it by `ask` and `tell`:

    >>> while tasks := search.ask():
    ...     for task in tasks:
    ...         search.tell(task, task.work())
    """

    def __init__(
        self,
        game: Game,
        want: str | Sequence[str],
        *,
        vary: str | Sequence[str] | None = None,
        keep: str | Sequence[str] | None = None,
        lines: str | Sequence[str] | None = None,
        agents: str | Sequence[str] = "random",
        games: int = 20_000,
        depth: int = 1,
        best: int = 5,
        seed: int = 1,
        max_plies: int = 5000,
        values: int = 50,
        threads: int | None = None,
        propose: bool = True,
    ) -> None:
        self.game = game
        self._core = SearchCore(
            game, ", ".join(_list(want)), None if vary is None else _list(vary), _list(keep), _list(lines), _list(agents), games, seed,
            depth, best, max_plies, values, propose, threads,
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be done."""
        return self._core.is_over

    @property
    def progress(self) -> dict[str, int]:
        """How far it is: `games` that were played, `of` so many, `candidates`, and how many of them are `thrown` out, `missed` a wish, are
        `open`, or `met` all as far as the race goes."""
        return self._core.progress

    @property
    def blocks(self) -> list[str]:
        """The text of each candidate, as a variant; the sheet as it is comes first, and is empty."""
        return self._core.blocks

    def propose(self, block: str) -> int:
        """Adds a variant, as a block `variant "..." of "..." { ... }` or as the lines of one, and gives its place."""
        return self._core.propose(block)

    def close(self) -> None:
        """No more variants are proposed: the search goes on to the better half of them, and to games with fresh seeds."""
        self._core.close()

    def run(self, progress: Progress | None = None) -> None:
        """Does all that can be done now, on all threads. Ctrl-C ends it; what was done until then stays, and it can be run again."""
        self._core.run(progress)

    def ask(self) -> list[Task]:
        """Everything that can be done now, in any order: each by `task.work()`, on any thread."""
        return self._core.ask()

    def tell(self, task: Task, told: str) -> None:
        """What came of a task. What was told before changes nothing."""
        self._core.tell(task, told)

    def standing(self, candidate: int) -> dict[str, Any]:
        """How a candidate stands in the race: `title`, `fate` (`new`, `thrown`, `open`, `met`, `missed`), `why`, `games`, its `numbers`
        so far, one a wish, and `gap`: how far they lie outside of what is wished for, in widths of the ranges, 0 where all lie inside. No
        result: what is chosen for these numbers looks better by them than it is."""
        standing: dict[str, Any] = json.loads(self._core.standing(candidate))
        return standing

    def found(self) -> Variants:
        """What was found: of games with fresh seeds alone, so that there are no rows before it is over."""
        return Variants(json.loads(self._core.found()), self._core.text)


def explore(
    game: Game,
    want: str | Sequence[str],
    *,
    vary: str | Sequence[str] | None = None,
    keep: str | Sequence[str] | None = None,
    lines: str | Sequence[str] | None = None,
    agents: str | Sequence[str] = "random",
    games: int = 20_000,
    depth: int = 1,
    best: int = 5,
    seed: int = 1,
    max_plies: int = 5000,
    values: int = 50,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Variants:
    """Searches the rules for variants whose games are as one wishes, as `rulebook explore` does: see docs/explore.md.

    Args:
        game: The game, with the options that it was loaded with.
        want: The wishes: `"score of seat 1 in 48..52 %, draws < 5 %"`, or a list of them.
        vary: What is varied: `"size=4..=7"`, `"komi"`, `"rules"`, or a list of these [default: everything].
        keep: Declarations that stay, such as `"move place"`.
        lines: Lines of variants of your own, such as `"pie off"`.
        agents: Who plays, stage by stage.
        games: How many games may be played, all in all.
        depth: From how many changes a variant is made at most: 1 or 2.
        best: How many variants are played again with fresh seeds, and told.
        seed: The seed. The same gives the same on every machine, by any number of threads.
        max_plies: Games are cut off after so many plies.
        values: The simulations with which positions are valued, for wishes over B.
        threads: How many threads play [default: all cores].
        progress: Told now and then of `games`, `of`, `candidates`, `thrown`, `missed`, `open` and `met`.
    """
    search = Search(
        game, want, vary=vary, keep=keep, lines=lines, agents=agents, games=games, depth=depth, best=best, seed=seed,
        max_plies=max_plies, values=values, threads=threads, propose=False,
    )
    search.run(progress)
    return search.found()
