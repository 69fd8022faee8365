"""The command line."""

from __future__ import annotations

import signal
import sys

from ._rulebook import command


def main() -> None:
    """Runs `rulebook` with the arguments of this process, and ends it."""
    # Python only notes a signal until its own code runs again, which a command never lets it do.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["rulebook", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
