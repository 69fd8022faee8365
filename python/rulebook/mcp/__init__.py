"""A server of the Model Context Protocol for assistants that write rule sheets: `rulebook mcp [FOLDER]`.

It needs the extra `rulebook[mcp]`. `docs/assistants.md` describes it.
"""
