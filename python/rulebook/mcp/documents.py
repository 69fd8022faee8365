"""What can be read: the documents, the language by its sections, the shipped games, the pages of words; and prompts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from mcp import types

from .. import load, shipped
from .run import Refused, command

DOCUMENTS = Path(__file__).parents[1] / "docs"
GUIDE = "guide-for-assistants.md"


@cache
def sections() -> dict[str, tuple[str, str]]:
    """The sections of the language reference: by the last part of their address, the title and the text."""
    start, *others = re.split(r"^(?=## )", (DOCUMENTS / "language.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    titled = [("Start", start), *((text.partition("\n")[0].removeprefix("## "), text) for text in others)]
    return {re.sub(r"\W+", "-", title.lower()): (title, text) for title, text in titled}


@cache
def documents() -> dict[str, tuple[str, str]]:
    """The pages that `llms.txt` lists: by their names, the title and a line about each."""
    listed = re.findall(
        r"^- \[(.+)\]\((.+)\): (.+)$", (DOCUMENTS / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    return {
        "llms.txt": ("The list of documents", "Every page, with a line about it"),
        **{page: (title, about) for title, page, about in listed},
    }


def resources() -> list[types.Resource]:
    """All that can be read."""
    pages = [(f"docs/{page}", title, about, "text/markdown") for page, (title, about) in documents().items()]
    language = {key: title for key, (title, _) in sections().items()}
    parts = [(f"language/{key}", title, f"The language: {title}", "text/markdown") for key, title in language.items()]
    sheets = [(f"games/{name}", name, f"The sheet of the shipped game `{name}`", "text/plain") for name in shipped()]
    return [
        types.Resource(uri=f"rulebook://{path}", name=path, title=title, description=about, mime_type=kind)
        for path, title, about, kind in (*pages, *parts, *sheets)
    ]


async def resource(folder: Path, address: str) -> str:
    """The text at an address."""
    shelf, _, name = unquote(address.removeprefix("rulebook://")).partition("/")
    match shelf:
        case "docs" if name in documents():
            return (DOCUMENTS / name).read_text(encoding="utf-8")
        case "language" if name in sections():
            return sections()[name][1]
        case "games" if name in shipped():
            return load(name).text
        case "words":
            status, out, said = await command(folder, ["explain", "--", name])
            if status == 0:
                return out
            raise Refused(said)
    raise Refused(f"there is nothing at `{address}`: `rulebook://docs/llms.txt` lists the documents")


PROMPTS: dict[str, tuple[str, dict[str, str], str]] = {
    "write_a_sheet": (
        "Write a sheet from these rules",
        {"rules": "The rules of the game, in any words"},
        "Write a rule sheet for Rulebook from the rules below. Ask before you choose between two readings of them. "
        "Turn every ruling and example of theirs into a `test`. Work in the loop of the guide until `check` finds "
        "nothing and `playouts` shows games that end as the rules say; then say which rules the tests do not hold."
        "\n\nThe rules:\n\n{rules}",
    ),
    "make_a_variant": (
        "Make a variant",
        {"game": "A `.game` file or a shipped game", "change": "What is to be otherwise"},
        "Make a variant of {game} in a file of its own, which lists only what differs. Read the sheet first. Then "
        "`check` it, `compare` it with its game, and say what the change does, with the line of play that shows it.\n\n"
        "What is to be otherwise:\n\n{change}",
    ),
    "find_what_is_wrong": (
        "Find what is wrong",
        {"game": "A `.game` file", "problem": "What happens, and what should happen"},
        "Find what is wrong with {game}. Begin with `check`; ask `why_not` of a move that should be legal, and "
        "`trace` of one that does what it should not. Write a `test` that fails because of it, repair the sheet, and "
        "show that the test holds and that `compare` with the sheet before shows no other difference.\n\n"
        "What happens:\n\n{problem}",
    ),
}


def prompt(name: str, given: dict[str, str]) -> types.GetPromptResult:
    """A prompt with what it was given, and the guide behind it."""
    if name not in PROMPTS:
        raise Refused(f"there is no prompt `{name}`")
    title, wanted, text = PROMPTS[name]
    if missing := [argument for argument in wanted if argument not in given]:
        raise Refused(f"`{name}` needs {' and '.join(missing)}")
    guide = (DOCUMENTS / GUIDE).read_text(encoding="utf-8")
    whole = re.sub(r"\{(\w+)\}", lambda found: given[found[1]], text) + "\n\n---\n\n" + guide
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=whole))
    return types.GetPromptResult(description=title, messages=[message])
