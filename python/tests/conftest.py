"""Games for all tests: those that are shipped, and sheets that have what they leave out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
import rulebook

ROOT = Path(__file__).resolve().parents[2]
# Sheets on which every law of the program is tested: picks of every kind, several players, stops, stacks, graphs. Then some of the
# size that people write: chess, shogi, Tak.
SHEETS = {sheet.name: sheet for folder in ("tests/laws", "web/tests") for sheet in sorted((ROOT / folder / "sheets").glob("*.game"))}
# Large boards say no more than small ones, and take longer.
SMALL = {"go": {"size": 5}, "gomoku": {"size": 7}, "hex": {"size": 5}, "amazons": {"size": 6}, "emulsion": {"size": 4}}


@cache
def load(name: str) -> rulebook.Game:
    """A game by the name that tests are called by."""
    if name in SHEETS:
        return rulebook.load(SHEETS[name])
    options = SMALL.get(name, {})
    known = rulebook.load(name).options
    return rulebook.load(name, options={key: value for key, value in options.items() if key in known})


GAMES = [*rulebook.shipped(), *SHEETS]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-games", action="store_true", help="ask every law of every game, which takes four times as long")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every game, or one in so many as the module says, for each test beginning at another."""
    if "game" in metafunc.fixturenames:
        every = 1 if metafunc.config.getoption("--all-games") else getattr(metafunc.module, "EVERY", 1)
        first = crc32(metafunc.function.__name__.encode()) % every
        metafunc.parametrize("game", GAMES[first::every], indirect=True)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> rulebook.Game:
    return load(request.param)
