"""`python -m rulebook.mcp`."""

import sys

from .server import main

main(sys.argv[1:])
