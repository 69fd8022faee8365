"""The server: who asks what, answered by the other modules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from .. import __version__
from .answers import result, tool
from .documents import GUIDE, PROMPTS, prompt, resource, resources
from .requests import TOOLS
from .run import Refused

PROCESSES = 4
"""How many commands run at a time."""
INSTRUCTIONS = f"""Rulebook checks, plays, measures and compares abstract board games written as `.game` files. Before
you write one, read rulebook://docs/{GUIDE} (with the tool `read`, if you cannot read resources). Then: write, check,
explain, test, why_not, playouts, measure, compare. `examples` finds shipped games to copy from; `explain` knows every
word and the code of every finding."""


def server(folder: Path) -> Server[Any]:
    """The server for the sheets of a folder."""
    running = anyio.Semaphore(PROCESSES)

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        kind = TOOLS.get(params.name)
        if kind is None:
            raise Refused(f"there is no tool `{params.name}`")
        try:
            request = kind.model_validate(params.arguments or {})
            async with running:
                told = await request.answer(folder)
            return result(told, request.part)
        except ValidationError as wrong:
            said = "\n".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in wrong.errors())
        except (Refused, ValueError, OSError) as wrong:  # a name that no file can have, a disk that fails
            said = str(wrong)
        return types.CallToolResult(content=[types.TextContent(type="text", text=said)], is_error=True)

    async def read_resource(_: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = await resource(folder, params.uri)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, text=text, mime_type="text/plain")]
        )

    async def get_prompt(_: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return prompt(params.name, params.arguments or {})

    async def list_tools(*_: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool(name, kind) for name, kind in TOOLS.items()])

    async def list_resources(*_: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=resources())

    async def list_templates(*_: Any) -> types.ListResourceTemplatesResult:
        word = types.ResourceTemplate(
            uri_template="rulebook://words/{word}",
            name="words",
            description="The page of a word or of a finding's code",
        )
        return types.ListResourceTemplatesResult(resource_templates=[word])

    async def list_prompts(*_: Any) -> types.ListPromptsResult:
        listed = [
            types.Prompt(
                name=name,
                title=title,
                arguments=[
                    types.PromptArgument(name=key, description=about, required=True) for key, about in wanted.items()
                ],
            )
            for name, (title, wanted, _) in PROMPTS.items()
        ]
        return types.ListPromptsResult(prompts=listed)

    return Server(
        "rulebook",
        version=__version__,
        title="Rulebook",
        instructions=INSTRUCTIONS,
        on_call_tool=call_tool,
        on_list_tools=list_tools,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def serve(folder: Path) -> None:
    """Serves one client over standard input and output until that ends."""
    one = server(folder)
    async with stdio_server() as (read, write):
        await one.run(read, write, one.create_initialization_options())


def main(words: list[str]) -> None:
    """`rulebook mcp`."""
    parser = argparse.ArgumentParser(
        "rulebook mcp",
        description="Serve assistants through the Model Context Protocol, over standard input and output",
    )
    parser.add_argument(
        "folder", nargs="?", default=".", help="what the files of all tools lie in or below [default: the current one]"
    )
    folder = Path(parser.parse_args(words).folder).resolve()
    if not folder.is_dir():
        parser.error(f"there is no folder `{folder}`")
    anyio.run(serve, folder)
