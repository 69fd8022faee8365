"""What tools give back: the same as data and as text, in bounds."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from mcp import types

from .requests import Request
from .run import Refused

ANSWER = 100_000
"""The most characters of JSON in an answer."""
ANSWERED = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "description": "The command that was run in the folder"},
        "status": {"type": "integer", "description": "Its exit status: 0 success, 1 findings, 2 wrong usage"},
        "answer": {"description": "What it prints with `--json`, or its text where it has no JSON"},
        "said": {"type": "string", "description": "What it says besides"},
        "lowered": {"type": "array", "items": {"type": "string"}, "description": "Efforts that were lowered"},
        "left_out": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What was too long, and how to ask for it",
        },
    },
    "required": ["status", "answer"],
}


def tool(name: str, request: type[Request]) -> types.Tool:
    """A tool, as it is listed."""
    schema = request.model_json_schema(by_alias=False)
    del schema["title"], schema["description"]
    for field in schema["properties"].values():
        del field["title"]
        if "anyOf" in field:  # or null, which is what is left out
            field |= field.pop("anyOf")[0]
            del field["default"]
    about = " ".join((request.__doc__ or "").split())
    hints = types.ToolAnnotations(read_only_hint=not request.changes, open_world_hint=False)
    return types.Tool(name=name, description=about, input_schema=schema, output_schema=ANSWERED, annotations=hints)


def part(value: Any, path: str) -> Any:
    """The part of a value at a path of keys, numbers and, of lists and texts, stretches: `/actions/200:400`."""
    for key in path.strip("/").split("/") if path.strip("/") else []:
        stretch = re.fullmatch(r"(\d*):(\d*)", key)
        if isinstance(value, list | str) and stretch:
            value = value[slice(*(int(end) if end else None for end in stretch.groups()))]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and (name := unquote(key)) in value:
            value = value[name]
        else:
            there = ", ".join(value) if isinstance(value, dict) else f"0:{len(value)}" if value else "nothing"
            raise Refused(f"the answer has no part `{path}`: where `{key}` is asked for, there is {there}")
    return value


def fitted(value: Any, room: int, at: str, left_out: list[str]) -> Any:
    """A value in at most so many characters of JSON: long lists and texts end earlier, and what is left out is told."""
    if size(value) <= room or not isinstance(value, dict | list | str):
        return value
    if isinstance(value, dict):
        kept = {}
        for place, (key, own) in enumerate(sorted(value.items(), key=lambda item: size(item[1]))):
            share = room // (len(value) - place) - size(key) - 4
            kept[key] = fitted(own, share, f"{at}/{quote(key, safe='')}", left_out)
            room -= size(key) + 4 + size(kept[key])
        return {key: kept[key] for key in value}
    count, used, beside = 0, 2, -2 if isinstance(value, str) else 2  # quotes stand once, commas between
    while count < len(value) and (used := used + size(value[count]) + beside) <= room:
        count += 1
    is_cut = isinstance(value, list) and not count  # its first item alone is too long
    first = [fitted(value[0], room - 4, f"{at}/0", left_out)] if is_cut else value[:count]
    if (count := len(first)) < len(value):
        rest = f"{at}/{count}:{len(value)}"
        left_out.append(f"{at or '/'}: of {len(value):,} the first {count:,}; ask for the rest with part `{rest}`")
    return first


def size(value: Any) -> int:
    """The characters of JSON."""
    return len(json.dumps(value))


def result(told: dict[str, Any], asked: str | None) -> types.CallToolResult:
    """What a tool gives back: the same as data and as text, in bounds."""
    left_out: list[str] = []
    start = asked.rstrip("/") if asked else ""
    told = {**told, "answer": fitted(part(told["answer"], start), ANSWER, start, left_out)}
    if len(told.get("said", "")) > ANSWER // 10:
        told["said"] = told["said"][: ANSWER // 10] + "... (cut)"
    if left_out:
        told["left_out"] = left_out
    failed = told["status"] not in (0, 1) or (told["status"] == 1 and not told["answer"])
    text = types.TextContent(type="text", text=json.dumps(told, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=told, is_error=failed)
