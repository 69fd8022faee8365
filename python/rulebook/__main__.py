"""The command line."""

from __future__ import annotations

import signal
import sys

from ._rulebook import command


def main() -> None:
    """Runs `rulebook` with the arguments of this process, and ends it."""
    if sys.argv[1:2] == ["mcp"]:
        serve(sys.argv[2:])
        return
    # Python only notes a signal until its own code runs again, which a command never lets it do.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["rulebook", *sys.argv[1:]]))


def serve(words: list[str]) -> None:
    """Runs `rulebook mcp`, which is written in Python, since its protocol's library is."""
    try:
        from .mcp.server import main
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("rulebook"):
            raise
        said = 'error: `rulebook mcp` needs the package `mcp`\n  help: run `pip install "rulebook[mcp]"`'
        print(said, file=sys.stderr)
        sys.exit(2)
    main(words)


if __name__ == "__main__":
    main()
