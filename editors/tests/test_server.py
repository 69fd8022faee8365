"""The language server, driven by clients that we did not write: pytest-lsp with the capabilities of real editors.

    python3 -m pip install --requirement editors/tests/requirements.txt
    cargo build
    python3 -m pytest editors/tests

RULEBOOK names the program; without it, the newest build of this checkout is taken.
"""

import asyncio
import os
import pathlib
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIENTS = ["visual-studio-code@v1.65", "neovim@v0.6", "neovim@v0.7", "neovim@v0.11", "emacs@v29"]

GAME = """\
/// Five in a file. é😀
game "Five" {
  players Black, White
  board square(5)
  piece stone

  /// How good a cell is.
  value worth(c) = edges(c)

  move place {
    pick c in empty
    where worth(c) >= 0
    put my stone on c
  }
  turn place
  end when no move { draw }
}

variant "Six" of "Five" {
  board square(6)
  value worth(c) = base + 1
}
"""


def program() -> str:
    """The program to test."""
    if named := os.environ.get("RULEBOOK"):
        return named
    built = [ROOT / "target" / profile / "rulebook" for profile in ("debug", "release")]
    built = [file for file in built if file.exists()]
    if not built:
        pytest.exit("there is no program to test: run `cargo build`, or set RULEBOOK", returncode=2)
    return str(max(built, key=lambda file: file.stat().st_mtime))


async def begun(client: LanguageClient, capabilities: types.ClientCapabilities, **more) -> None:
    """Begins a conversation, with whole checks that are short."""
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    client.set_configuration({"rulebook": {"check": {"effort": "quick"}}})
    client.agreed = await client.initialize_session(types.InitializeParams(capabilities=capabilities, **more))


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=[program(), "lsp"]))
async def client(request, lsp_client: LanguageClient, tmp_path):
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="work")
    await begun(lsp_client, client_capabilities(request.param), workspace_folders=[folder])
    yield lsp_client
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[program(), "lsp"]))
async def lsp_client_showing(lsp_client: LanguageClient):
    """A client that can show what is no file."""
    capabilities = client_capabilities("visual-studio-code@v1.65")
    capabilities.workspace.text_document_content = types.TextDocumentContentClientCapabilities()
    await begun(lsp_client, capabilities)
    yield lsp_client
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[program(), "lsp"]))
async def lsp_client_asking(lsp_client: LanguageClient):
    """A client that asks for findings."""
    capabilities = client_capabilities("visual-studio-code@v1.65")
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    await begun(lsp_client, capabilities)
    yield lsp_client
    await lsp_client.shutdown_session()


def open_text(client: LanguageClient, path: pathlib.Path, text: str) -> str:
    """Opens a file."""
    path.write_text(text, encoding="utf-8")
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="rulebook", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return path.as_uri()


async def findings(client: LanguageClient, uri: str, wanted, seconds: float = 60.0):
    """The findings of a file, once they are as wanted."""
    for _ in range(int(seconds * 20)):
        found = client.diagnostics.get(uri)
        if found is not None and wanted(found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"the findings stay {client.diagnostics.get(uri)}")


def place(client: LanguageClient, text: str, word: str, after: str = "") -> types.Position:
    """The position of a word, in what was agreed that columns count."""
    before = text[: text.index(word, text.index(after))]
    line = before[before.rfind("\n") + 1 :]
    if client.agreed.capabilities.position_encoding == "utf-8":
        width = len(line.encode("utf-8"))
    else:
        width = len(line.encode("utf-16-le")) // 2
    return types.Position(line=before.count("\n"), character=width)


def edited(text: str, edits) -> str:
    """A text of ASCII lines with edits."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    at = lambda position: starts[position.line] + position.character
    for edit in sorted(edits, key=lambda edit: at(edit.range.start), reverse=True):
        text = text[: at(edit.range.start)] + edit.new_text + text[at(edit.range.end) :]
    return text


def changes(edit: types.WorkspaceEdit, uri: str):
    """The edits of one file."""
    if edit.changes:
        return edit.changes[uri]
    return [e for change in edit.document_changes if change.text_document.uri == uri for e in change.edits]


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri=uri)


async def test_a_planted_mistake_is_found_and_mended(client, tmp_path):
    text = GAME.replace("é😀", "").replace("put my stone", "put my stoen")
    uri = open_text(client, tmp_path / "five.game", text)
    found = await findings(client, uri, lambda found: found != [])
    wrong = next(one for one in found if "stoen" in one.message)
    assert wrong.severity == types.DiagnosticSeverity.Error and wrong.source == "rulebook"
    assert wrong.range.start == place(client, text, "stoen")
    params = types.CodeActionParams(
        text_document=document(uri), range=wrong.range, context=types.CodeActionContext(diagnostics=[wrong])
    )
    actions = await client.text_document_code_action_async(params)
    action = next(action for action in actions if action.kind == types.CodeActionKind.QuickFix)
    assert "stone" in action.title
    mended = edited(text, changes(action.edit, uri))
    assert mended == text.replace("stoen", "stone")
    change = types.TextDocumentContentChangeWholeDocument(text=mended)
    identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=identifier, content_changes=[change])
    )
    await findings(client, uri, lambda found: not any("stoen" in one.message for one in found))


async def test_what_only_play_shows_is_found_after_a_pause(client, tmp_path):
    text = GAME.replace("end when no move { draw }", "end when no move { draw }\n  claim no draw")
    uri = open_text(client, tmp_path / "claim.game", text)
    found = await findings(client, uri, lambda found: any(one.code == "claim/refuted" for one in found))
    assert all(one.source == "rulebook" for one in found)


async def test_findings_are_asked_for(lsp_client_asking, tmp_path):
    client = lsp_client_asking
    text = GAME.replace("end when no move { draw }", "end when no move { draw }\n  claim no draw")
    uri = open_text(client, tmp_path / "claim.game", text)
    ask = lambda known=None: client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(text_document=document(uri), previous_result_id=known)
    )
    first = await ask()
    assert first.kind == "full" and not any(one.code == "claim/refuted" for one in first.items)
    # What takes long comes later: then the client is told to ask again.
    refreshed, later = 0, first
    for _ in range(1200):
        if client.diagnostic_refresh_count > refreshed:
            refreshed = client.diagnostic_refresh_count
            answer = await ask(later.result_id)
            later = answer if answer.kind == "full" else later
        if any(one.code == "claim/refuted" for one in later.items):
            break
        await asyncio.sleep(0.05)
    assert any(one.code == "claim/refuted" for one in later.items)
    assert (await ask(later.result_id)).kind == "unchanged"
    assert not client.diagnostics, "nothing is pushed as well"


async def test_a_check_that_takes_long_is_shown(client, tmp_path):
    name = "thorough.game"
    text = (ROOT / "games/territory/emulsion.game").read_text(encoding="utf-8")
    client.set_configuration({"rulebook": {"check": {"effort": "thorough"}}})
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    uri = open_text(client, tmp_path / name, text)
    for _ in range(600):
        if client.progress_reports:
            break
        await asyncio.sleep(0.05)
    (reports,) = client.progress_reports.values()
    assert reports[0].kind == "begin" and reports[0].message == name
    # An edit stops the check, and the bar goes.
    identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    change = types.TextDocumentContentChangeWholeDocument(text="")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=identifier, content_changes=[change])
    )
    await findings(client, uri, lambda found: found)
    (reports,) = client.progress_reports.values()
    assert reports[-1].kind == "end"


async def test_a_hover_and_completion_explain(client, tmp_path):
    uri = open_text(client, tmp_path / "five.game", GAME)
    at = place(client, GAME, "worth(c) >=")
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document(uri), position=at))
    assert "How good a cell is." in hover.contents.value and hover.contents.kind == types.MarkupKind.Markdown
    offered = await client.text_document_completion_async(
        types.CompletionParams(text_document=document(uri), position=at)
    )
    labels = [item.label for item in offered.items]
    assert "worth" in labels and "count" in labels and "pick" not in labels
    item = next(item for item in offered.items if item.label == "count")
    resolved = await client.completion_item_resolve_async(item)
    assert "```game" in resolved.documentation.value


async def test_a_signature_is_shown_while_arguments_are_written(client, tmp_path):
    text = GAME.replace("worth(c) >= 0", "count(ray(c, ")
    uri = open_text(client, tmp_path / "five.game", text)
    at = place(client, text, "\n    put")
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(text_document=document(uri), position=at)
    )
    assert help_.signatures[0].label == "ray(c, directions, through)" and help_.active_parameter == 1
    assert "```game" in help_.signatures[0].documentation.value


async def test_a_rename_goes_across_variants(client, tmp_path):
    text = GAME.replace("é😀", "")
    uri = open_text(client, tmp_path / "five.game", text)
    at = place(client, text, "worth(c) = base")
    definition = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document(uri), position=place(client, text, "worth(c) >="))
    )
    assert definition.uri == uri and definition.range.start == place(client, text, "worth(c) = edges")
    references = await client.text_document_references_async(
        types.ReferenceParams(
            text_document=document(uri), position=at, context=types.ReferenceContext(include_declaration=True)
        )
    )
    assert len(references) == 3
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document(uri), position=at, new_name="gain")
    )
    assert edited(text, changes(edit, uri)) == text.replace("worth", "gain")
    # A rename that would change what the game means is refused, with the reason.
    with pytest.raises(Exception, match="cannot be a name"):
        await client.text_document_rename_async(
            types.RenameParams(text_document=document(uri), position=at, new_name="pick")
        )


async def test_a_rename_goes_across_files(client, tmp_path):
    text = GAME.split("\nvariant")[0].replace("é😀", "") + "\n"
    (tmp_path / "five.game").write_text(text, encoding="utf-8")
    six = 'variant "Six" of "Five" in "five.game" {\n  board square(6)\n  value worth(c) = base + 1\n}\n'
    uri = open_text(client, tmp_path / "six.game", six)
    await findings(client, uri, lambda found: not found)
    at = place(client, six, "worth")
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document(uri), position=at, new_name="gain")
    )
    other = (tmp_path / "five.game").as_uri()
    assert edited(six, changes(edit, uri)) == six.replace("worth", "gain")
    assert edited(text, changes(edit, other)) == text.replace("worth", "gain")


async def test_formatting_is_that_of_the_command(client, tmp_path):
    text = GAME.replace("é😀", "").replace("\n  ", "\n      ").replace(" = ", "   =  ")
    file = tmp_path / "five.game"
    uri = open_text(client, file, text)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document(uri), options=types.FormattingOptions(tab_size=8, insert_spaces=False)
        )
    )
    subprocess.run([program(), "fmt", str(file)], check=True, capture_output=True)
    assert edited(text, edits) == file.read_text(encoding="utf-8")


async def test_a_shipped_base_is_shown(lsp_client_showing, tmp_path):
    client = lsp_client_showing
    text = 'variant "Own" of "Emulsion" {\n  value worth(c) = base + 1\n}\n'
    uri = open_text(client, tmp_path / "own.game", text)
    definition = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document(uri), position=place(client, text, "Emulsion"))
    )
    shown = await client.workspace_text_document_content_async(types.TextDocumentContentParams(definition.uri))
    assert shown.text == (ROOT / "games/territory/emulsion.game").read_text(encoding="utf-8")
    item = types.TextDocumentItem(uri=definition.uri, language_id="rulebook", version=1, text=shown.text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document(definition.uri), position=place(client, shown.text, "worth(c)"))
    )
    assert "value worth(c)" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document(definition.uri)))
    assert symbols[0].name == "Emulsion"


async def test_formatting_keeps_the_ends_of_lines(client, tmp_path):
    text = GAME.replace(" é😀", "").replace("    pick", "  pick").replace("\n", "\r\n")
    uri = open_text(client, tmp_path / "five.game", text)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=document(uri), options=options)
    )
    assert len(edits) == 1 and edits[0].new_text == "    pick c in empty\r\n"
    at = edits[0].range.start
    asked = lambda line: types.DocumentRangeFormattingParams(
        text_document=document(uri),
        range=types.Range(types.Position(line, 0), types.Position(line, 1)),
        options=options,
    )
    assert await client.text_document_range_formatting_async(asked(at.line)) == edits
    assert not await client.text_document_range_formatting_async(asked(at.line + 1))


async def test_symbols_lenses_and_the_session_answer(client, tmp_path):
    uri = open_text(client, tmp_path / "five.game", GAME)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri)))
    assert [symbol.name for symbol in symbols] == ["Five", "Six"]
    # Of a file that is not open.
    (tmp_path / "other.game").write_text(GAME.replace("worth", "merit"), encoding="utf-8")
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="merit"))
    assert {symbol.location.uri for symbol in found} == {(tmp_path / "other.game").as_uri()}
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document(uri)))
    lens = next(lens.command for lens in lenses if lens.command.title == "perft 3")
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lens.command, arguments=lens.arguments)
    )
    text = result["message"] if isinstance(result, dict) else result.message
    assert text == "lines of play by depth: 25, 600, 13800"
    asked = {"method": "load", "params": {"game": {"uri": uri, "variant": "Six"}}}
    loaded = await client.protocol.send_request_async("rulebook/session", asked)
    cells = loaded["game"]["board"]["cells"] if isinstance(loaded, dict) else loaded.game.board.cells
    assert len(cells) == 36


async def test_settings_files_are_honoured(client, tmp_path):
    (tmp_path / "rulebook.toml").write_text('[check.severity]\n"lint/unused" = "error"\n', encoding="utf-8")
    text = GAME.replace("  turn place", "  region spare = rows(2)\n  turn place")
    uri = open_text(client, tmp_path / "five.game", text)
    found = await findings(client, uri, lambda found: any(one.code == "lint/unused" for one in found))
    unused = next(one for one in found if one.code == "lint/unused")
    assert unused.severity == types.DiagnosticSeverity.Error


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (["initialize", "shutdown", "exit"], 0),
        (["initialize", "exit"], 1),
        (["exit"], 1),
        ([], 1),
    ],
)
def test_the_exit_status_is_that_of_the_protocol(sent, status):
    wire = b""
    for number, method in enumerate(sent):
        id_ = b"" if method == "exit" else b'"id":%d,' % number
        body = b'{"jsonrpc":"2.0",%s"method":"%s","params":{"capabilities":{}}}' % (id_, method.encode())
        wire += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run([program(), "lsp"], input=wire, capture_output=True, timeout=60)
    assert done.returncode == status
    # Nothing but the protocol.
    rest = done.stdout
    while rest:
        head, rest = rest.split(b"\r\n\r\n", 1)
        assert head.startswith(b"Content-Length: ")
        rest = rest[int(head.split(b": ")[1]) :]
