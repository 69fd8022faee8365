"""The program for Windows, under Wine, beside that for Linux: the same answers, whatever the system writes otherwise.

    .ci/windows    # builds it, sets up Wine and runs this

RULEBOOK names the program for Linux, RULEBOOK_EXE that for Windows, in the `C:` of WINEPREFIX; WINE names Wine.
"""

import asyncio
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINUX = os.environ["RULEBOOK"]
WINDOWS = [os.environ["WINE"], os.environ["RULEBOOK_EXE"]]
DRIVE = pathlib.Path(os.environ["WINEPREFIX"]) / "drive_c"
# What takes longer hangs.
WATCHDOG = 120

GAME = """\
game "Small" {
  players Black, White
  board square(3)
  piece stone
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when no move { draw }
}
"""
VARIANT = 'variant "Large" of "Small" in "more/small.game" {\n  board square(4)\n}\n'
MESSY = GAME.replace("  players", "  players  ")


@pytest.fixture(scope="session", autouse=True)
def wine():
    """Wine as long as there are tests: it takes seconds to start, during which no second program is, and ends with its last one."""
    process = subprocess.Popen([*WINDOWS, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout.readline().startswith(b"http")
    yield
    process.kill()
    process.wait()


@pytest.fixture
def folder(request):
    """A folder of the test's own on the drive `C:`, empty."""
    folder = DRIVE / "work" / re.sub(r"\W+", "-", request.node.name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def in_windows(path: pathlib.Path) -> str:
    """What a path on the drive `C:` is called in Windows."""
    return "C:\\" + str(path.relative_to(DRIVE)).replace("/", "\\")


def write(path: pathlib.Path, text: str) -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def environment(**more: str) -> dict:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RULEBOOK", "CLICOLOR", "NO_COLOR"))}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def run(program: list, *arguments: str, folder: pathlib.Path, text: str = "", status: int = 0, **more: str):
    """Runs a program that ends with this status."""
    command = [*program, *arguments]
    given = {"input": text.encode("utf-8"), "capture_output": True, "timeout": WATCHDOG}
    done = subprocess.run(command, cwd=folder, env=environment(**more), check=False, **given)
    said = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert done.returncode == status, (arguments, said)
    return said


def rulebook(*arguments: str, **more):
    """The program for Windows: what it says on standard output and on standard error."""
    return run(WINDOWS, *arguments, **more)


def start(*arguments: str, folder: pathlib.Path, **more) -> subprocess.Popen:
    return subprocess.Popen([*WINDOWS, *arguments], cwd=folder, env=environment(), **more)


def interrupted(process: subprocess.Popen) -> int | None:
    """The status of a process after Ctrl-C; nothing where Wine cannot tell.

    Wine 8 may end a thread that is within a call for a file, and keep the lock that this thread held: the process has ended its main
    thread, and its last one waits for ever.
    """
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(20)
    except subprocess.TimeoutExpired:
        state = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")")[1].split()[0]
        assert state == "Z", "it goes on after Ctrl-C"
        return None
    finally:
        process.kill()
        process.wait()


def wait_for(what) -> None:
    ends = time.monotonic() + WATCHDOG
    while not what():
        assert time.monotonic() < ends, "it does not come"
        time.sleep(0.02)


def names(folder: pathlib.Path) -> list:
    return sorted(path.name for path in folder.iterdir())


# Answers


ANSWERS = [
    ["check", "--format", "json", "games"],
    ["check", "--format", "sarif", "games/hex.game"],
    ["test", "games"],
    ["show", "games/hex.game", "--after", "a1 b2"],
    ["moves", "chess"],
    ["perft", "games/emulsion.game", "2", "--divide"],
    ["rules", "go"],
    ["sheet", "mosaic"],
    ["games"],
    ["explain", "joins"],
    ["solve", "tic-tac-toe", "--json"],
    ["measure", "games/tic-tac-toe.game", "-n", "30", "--agent", "mcts:20", "--json"],
    ["compare", "games/tic-tac-toe.game", "games/tic-tac-toe.game#Misère Tic-Tac-Toe", "-n", "30", "--json"],
    ["replay", "hex", "records.jsonl"],
    ["grammar"],
    ["fmt", "--check", "games"],
]


@pytest.mark.parametrize("arguments", ANSWERS, ids=lambda arguments: arguments[0])
def test_answers_are_those_of_linux(folder, arguments):
    for game in ("hex", "tic-tac-toe", "emulsion"):
        found = next(ROOT.glob(f"games/*/{game}.game"))
        (folder / "games").mkdir(exist_ok=True)
        shutil.copy(found, folder / "games")
    shutil.copy(ROOT / "tests/oracle/records/hex-11.jsonl", folder / "records.jsonl")
    there = [word.replace("/", "\\") if word.startswith("games/") else word for word in arguments]
    linux = run([LINUX], *arguments, folder=folder, RULEBOOK_NO_CACHE="1")
    windows = rulebook(*there, folder=folder, RULEBOOK_NO_CACHE="1")
    assert plain(windows) == plain(linux)
    assert "".join(linux) or arguments[0] == "fmt", "something is said"


def plain(said):
    """What is said, with `/` between folders, and without what a clock says."""
    said = [part.replace("games\\\\", "games/").replace("games\\", "games/") for part in said]
    return [re.sub(r'"(seconds|\w*per_second)":[\d.e+-]+|in [\d.]+ m?s\b', "", part) for part in said]


def test_a_seed_means_the_same_games(folder):
    for game in ("hex", "emergo", "chess", "backgammon", "breakthrough"):
        asked = ["playouts", game, "-n", "20", "--seed", "7"]
        run([LINUX], *asked, "--record", "linux.jsonl", folder=folder)
        rulebook(*asked, "--record", "windows.jsonl", folder=folder)
        assert (folder / "windows.jsonl").read_bytes() == (folder / "linux.jsonl").read_bytes() != b"", game
        assert b"\r" not in (folder / "windows.jsonl").read_bytes()
    # Line endings of Windows are those of a record as well.
    lines = (folder / "windows.jsonl").read_bytes().replace(b"\n", b"\r\n")
    (folder / "crlf.jsonl").write_bytes(lines)
    assert "20 games" in "".join(rulebook("replay", "breakthrough", "crlf.jsonl", folder=folder))


def test_a_player_learns_the_same(folder):
    asked = ["train", "tic-tac-toe", "--games", "60", "--out"]
    run([LINUX], *asked, "linux.player", folder=folder)
    rulebook(*asked, "windows.player", folder=folder)
    assert (folder / "windows.player").read_bytes() == (folder / "linux.player").read_bytes()
    # A drive has a colon, as agents have.
    where = in_windows(folder / "windows.player")
    rulebook("measure", "tic-tac-toe", "-n", "4", "--agent", f"learned:{where},depth=2", folder=folder)
    rulebook("measure", "tic-tac-toe", "-n", "4", "--agent", f"mcts:5,value={where}", folder=folder)


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_exit_status(folder, status):
    write(folder / "good.game", GAME)
    write(folder / "bad.game", GAME.replace("stone on", "stoen on"))
    rulebook("check", ["good.game", "bad.game", "absent.game"][status], folder=folder, status=status)


# Files


def test_paths_are_shown_as_they_were_written(folder):
    write(folder / "games" / "bad.game", GAME.replace("stone on", "stoen on"))
    drive = in_windows(folder / "games" / "bad.game")
    on_z = "Z:" + str(folder / "games" / "bad.game")
    for path in ["games\\bad.game", "games/bad.game", ".\\games/bad.game", drive, drive.lower(), "\\\\?\\" + drive, on_z]:
        found, said = rulebook("check", path, "--no-cache", folder=folder, status=1)
        assert f"[{path}:7:12]" in found and f"{path}: 1 game, 1 error" in said, (path, found, said)
    found, _ = rulebook("check", "..\\bad.game", "--no-cache", folder=write(folder / "games/more/x", "").parent, status=1)
    assert "[..\\bad.game:7:12]" in found
    found, _ = rulebook("check", "games", "--format", "sarif", "--no-cache", folder=folder, status=1)
    assert "games/bad.game" in found and "games\\\\bad.game" not in found
    _, said = rulebook("check", in_windows(folder / "hxe.game"), folder=folder, status=2)
    assert f"there is no file `{in_windows(folder / 'hxe.game')}`" in said


def test_what_a_sheet_builds_on_is_found(folder):
    write(folder / "more" / "small.game", GAME)
    write(folder / "large.game", VARIANT)
    for path in ["large.game", in_windows(folder / "large.game"), "\\\\?\\" + in_windows(folder / "large.game")]:
        assert "16 legal moves" in rulebook("show", path, folder=folder)[0], path
    write(folder / "drive.game", VARIANT.replace("more/", "more\\"))
    assert "write `/` between folders, and no drive" in rulebook("check", "drive.game", folder=folder, status=1)[0]
    write(folder / "more" / "small.game", GAME.replace("stone on", "stoen on"))
    assert "[more/small.game:7:12]" in rulebook("check", "large.game", folder=folder, status=1)[0]


def test_settings_and_baselines_are_those_of_linux(folder):
    spare = GAME.replace("  turn", "  region spare = rows(2)\n  turn")
    write(folder / "sheets" / "a" / "x.game", spare)
    write(folder / "sheets" / "old" / "y.game", "nonsense")
    settings = 'paths = ["sheets/a", "sheets/old"]\nexclude = ["sheets/old"]\n[check]\nstrict = true\n'
    write(folder / "rulebook.toml", settings)
    _, said = rulebook("check", folder=folder, status=1)
    assert "sheets/a\\x.game: 1 game, 1 warning" in said and "y.game" not in said
    run([LINUX], "check", "--write-baseline", "known.json", folder=folder)
    linux = (folder / "known.json").read_bytes()
    rulebook("check", "--write-baseline", "sheets\\known.json", folder=folder)
    rulebook("check", "--write-baseline", "known.json", folder=folder)
    assert (folder / "known.json").read_bytes() == linux and b"sheets/a/x.game" in linux
    write(folder / "rulebook.toml", settings + 'baseline = "known.json"\n')
    rulebook("check", folder=folder)
    # Named as people name it, not `\\?\C:\...`.
    write(folder / "rulebook.toml", "[chek]\n")
    _, said = rulebook("check", in_windows(folder / "sheets"), folder=DRIVE, status=2)
    assert in_windows(folder / "rulebook.toml")[3:] + ":1:" in said and "?\\" not in said


def test_crlf_is_read_and_stays(folder):
    def ends(name: str) -> bool:
        text = (folder / name).read_bytes()
        return b"\r\n" in text and b"\n" not in text.replace(b"\r\n", b"")

    write(folder / "x.game", MESSY.replace("\n", "\r\n"))
    rulebook("check", "x.game", folder=folder)
    rulebook("fmt", "x.game", folder=folder)
    assert ends("x.game") and (folder / "x.game").read_text() == GAME
    assert rulebook("fmt", "--check", "x.game", folder=folder) == ("", "")
    write(folder / "y.game", GAME.replace("square(3)", "sqare(3)").replace("\n", "\r\n"))
    assert "applied 1 fix" in rulebook("check", "--fix", "y.game", folder=folder)[1]
    assert ends("y.game") and (folder / "y.game").read_text() == GAME
    assert rulebook("fmt", "-", folder=folder, text=MESSY)[0] == GAME


def test_results_of_checks_are_kept(folder):
    write(folder / "sheets" / "x.game", GAME)
    write(folder / "rulebook.toml", 'paths = ["sheets"]\n')
    first = rulebook("check", "sheets\\x.game", folder=folder)
    def kept():
        return [(path.name, path.stat().st_mtime_ns) for path in (folder / ".rulebook_cache").glob("*/*.json")]

    known = kept()
    assert len(known) == 1 and {".gitignore", "CACHEDIR.TAG"} < set(names(folder / ".rulebook_cache"))
    assert rulebook("check", "sheets\\x.game", folder=folder) == first and kept() == known
    # By whatever path, the file is the same one.
    for path in ["sheets/x.game", in_windows(folder / "sheets" / "x.game")]:
        again = rulebook("check", path, folder=folder)
        assert again[1].replace(path, "sheets\\x.game") == first[1] and [name for name, _ in kept()] == [known[0][0]]
    rulebook("check", "sheets", "--cache-dir", in_windows(folder / "elsewhere"), folder=folder)
    assert (folder / "elsewhere").exists()


def test_a_new_file_is_never_written_over_another(folder):
    _, said = rulebook("new", "games\\my game", "--like", "hex", folder=folder, status=2)
    assert "cannot write `games\\my game.game`" in said
    (folder / "games").mkdir()
    _, said = rulebook("new", "games\\my game", "--like", "hex", folder=folder)
    assert "created games\\my game.game" in said and names(folder / "games") == ["my game.game"]
    assert 'game "My Game"' in (folder / "games" / "my game.game").read_text()
    _, said = rulebook("new", "games\\my game.game", folder=folder, status=2)
    assert "already exists" in said
    rulebook("check", "games", folder=folder)


def test_files_are_replaced_whole_or_left_alone(folder):
    write(folder / "x.game", MESSY)
    # Whoever redirects from a file keeps others from replacing it.
    command = f"{WINDOWS[1]} fmt x.game < x.game"
    _, said = run([WINDOWS[0], "cmd", "/c"], command, folder=folder, status=2)
    assert "cannot write `x.game`" in said
    assert (folder / "x.game").read_text() == MESSY and names(folder) == ["x.game"]
    (folder / "x.game").chmod(0o444)
    assert "it is read-only" in rulebook("fmt", "x.game", folder=folder, status=2)[1]
    (folder / "x.game").chmod(0o644)
    rulebook("fmt", "x.game", folder=folder)
    assert (folder / "x.game").read_text() == GAME and names(folder) == ["x.game"]
    rulebook("playouts", "hex", "-n", "2", "--record", "NUL", folder=folder)
    assert names(folder) == ["x.game"]


def test_names_in_other_scripts(folder):
    write(folder / "Spiele" / "größe 五目.game", GAME.replace("Small", "五目並べ"))
    _, said = rulebook("check", "Spiele\\größe 五目.game", folder=folder)
    assert "Spiele\\größe 五目.game: 1 game" in said
    found, _ = rulebook("check", "Spiele", "--format", "json", folder=folder)
    assert "größe 五目.game" in found and "五目並べ" in found
    assert rulebook("fmt", "-", folder=folder, text=GAME.replace("Small", "五目並べ"))[0].startswith('game "五目並べ"')


@pytest.mark.parametrize("sheet", ["brackets", "conditions", "sets"])
def test_a_deep_sheet_is_refused_or_played(folder, sheet):
    """The stack of the main thread is that of Windows."""
    texts = {
        "brackets": GAME.replace("in empty", "in " + "(" * 100_000 + "empty"),
        "conditions": GAME.replace("put", "where " + "not " * 5_000 + "c in empty\n    put"),
        "sets": (ROOT / "tests/cli/sheets/long-row-of-sets.game").read_text(),
    }
    write(folder / "deep.game", texts[sheet])
    linux = subprocess.run([LINUX, "show", "deep.game"], cwd=folder, env=environment(), capture_output=True, check=False)
    said = rulebook("show", "deep.game", folder=folder, status=linux.returncode)
    assert list(said) == [linux.stdout.decode(), linux.stderr.decode()]


# Studies


STUDY = """\
title = "Small boards"
games = GAMES
seeds = [3, 5]

[[game]]
file = "emulsion"
options = { size = 3, last_move = ["losing", "winning"] }

[[game]]
file = "sheets/small.game"

[[match]]
players = ["random", "random"]

[[match]]
players = ["mcts:{budget}", "greedy:count(mine) - count(enemy)"]
budgets = [4, 40]
"""


def study(folder: pathlib.Path, games: int) -> None:
    write(folder / "sheets" / "small.game", GAME)
    write(folder / "study.toml", STUDY.replace("GAMES", str(games)).replace("\n", "\r\n"))


def stopped(folder: pathlib.Path, out: str, stop: signal.Signals) -> bool:
    """Begins a study, or goes on with it, and stops it once it has kept some more games; whether it was in the middle."""

    def size() -> int:
        return sum(path.stat().st_size for path in folder.glob(f"{out}.work*") if not path.name.endswith("-shm"))

    before = size()
    asked = ["study", "study.toml", "--threads", "2", "--out", in_windows(folder / out)]
    process = start(*asked, folder=folder, stderr=subprocess.DEVNULL)
    wait_for(lambda: process.poll() is not None or size() > before + 20_000)
    if stop == signal.SIGINT:
        return interrupted(process) != 0
    process.kill()
    return process.wait(WATCHDOG) != 0


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_study_goes_on_where_it_was_stopped(folder, stop):
    # The study grows until there is time to stop it.
    for games in (120, 480, 1920):
        study(folder, games)
        out = f"windows-{games}.sqlite"
        if all(stopped(folder, out, stop) for _ in range(2)):
            break
    else:
        pytest.fail("it was too quick to be stopped")
    assert not (folder / out).exists()
    assert " games are done" in rulebook("study", "study.toml", "--out", out, folder=folder)[1]
    run([LINUX], "study", "study.toml", "--out", "linux.sqlite", folder=folder)
    assert (folder / out).read_bytes() == (folder / "linux.sqlite").read_bytes()
    assert [name for name in names(folder) if ".work" in name or name.endswith(".partial")] == []


def test_two_processes_do_not_run_one_study(folder):
    study(folder, 5000)
    process = start("study", "study.toml", "--out", "x.sqlite", folder=folder, stderr=subprocess.DEVNULL)
    try:
        work = folder / "x.sqlite.work-wal"
        wait_for(lambda: work.exists() and work.stat().st_size > 20_000)
        _, said = rulebook("study", "study.toml", "--out", "x.sqlite", folder=folder, status=2)
        assert "another process is running this study" in said
    finally:
        process.kill()
        process.wait()


# What runs until it is stopped


def test_serve_answers_and_stops(folder):
    write(folder / "more" / "small.game", GAME.replace("\n", "\r\n"))
    write(folder / "secret.txt", "secret")
    process = start("serve", in_windows(folder), folder=DRIVE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        link = process.stdout.readline().decode().strip()
        host, token = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/\?token=(\w+)", link).groups()

        def ask(path: str, method: str = "GET", body=None):
            data = None if body is None else json.dumps(body).encode()
            asked = urllib.request.Request(host + path, data, {"X-Rulebook-Token": token}, method=method)
            with urllib.request.urlopen(asked, timeout=WATCHDOG) as reply:
                return reply.read().decode("utf-8")

        assert "<title>Rulebook" in ask("/") and ask("/studio.js") == (ROOT / "web/dist/studio.js").read_text(encoding="utf-8")
        assert json.loads(ask("/files"))["files"] == ["more/small.game"]
        sheet = json.loads(ask("/files/more/small.game"))
        assert sheet["text"] == GAME.replace("\n", "\r\n")
        changed = {"text": GAME.replace("Small", "Smaller"), "version": sheet["version"]}
        ask("/files/more/small.game", "PUT", changed)
        assert (folder / "more" / "small.game").read_bytes() == changed["text"].replace("\n", "\r\n").encode()
        assert names(folder / "more") == ["small.game"]
        for path in ["secret.txt", "more%5Csmall.game", "..%5Cx.game", "C:%5Cx.game", "C:x.game", "small.game::$DATA", "more/NUL.game"]:
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(f"/files/{path}")
            assert refused.value.code in (403, 404), path
        answer = ask("/api", "POST", {"method": "load", "params": {"game": {"text": GAME}}})
        assert '"answer"' in answer and "Small" in answer
        assert interrupted(process) in (130, None)
    finally:
        process.kill()


def test_a_change_is_seen(folder):
    write(folder / "x.game", GAME)
    process = start("check", "--watch", "x.game", folder=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        said = iter(lambda: process.stderr.readline().decode(), "")
        assert any("Watching 1 files" in line for line in said)
        write(folder / "x.game", GAME.replace("stone on", "stoen on"))
        assert any("x.game: 1 game, 1 error" in line for line in said)
        assert interrupted(process) in (130, None)
    finally:
        process.kill()


def test_what_is_written_in_part_goes_with_ctrl_c(folder):
    asked = ["playouts", "chess", "-n", "1000000", "--record", "x.jsonl"]
    process = start(*asked, folder=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: any(name.endswith(".partial") for name in names(folder)))
    # What Windows says of a process that Ctrl-C has ended, as far as Linux shows it.
    assert interrupted(process) in (0xC000013A & 0xFF, None)
    assert names(folder) == []


# Terminals


def console(folder: pathlib.Path, *arguments: str) -> str:
    """What a command shows in a console of 100 columns."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(WINDOWS[0], [*WINDOWS, *arguments], environment(TERM="xterm"))
    shown, ends = b"", time.monotonic() + WATCHDOG
    while select.select([terminal], [], [], max(0, ends - time.monotonic()))[0]:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            break
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode("utf-8")


def test_a_console_has_colours_and_other_scripts(folder):
    write(folder / "größe.game", GAME.replace("Small", "五目並べ").replace("stone on", "stoen on"))
    shown = console(folder, "check", "größe.game", "--no-cache")
    assert "\x1b[31;1merror[name/unknown-piece]" in shown and "größe.game:7:12" in shown and "╭─" in shown, shown


def test_what_is_no_console_has_no_colours(folder):
    write(folder / "x.game", GAME.replace("stone on", "stoen on"))
    found, said = rulebook("check", "x.game", "--no-cache", folder=folder, status=1)
    assert "\x1b" not in found + said and "╭─" in found
    found, _ = rulebook("check", "x.game", "--no-cache", "--color", "always", folder=folder, status=1)
    assert "\x1b[31;1merror" in found
    for part in rulebook("--help", folder=folder), rulebook("completions", "powershell", folder=folder):
        assert "\x1b" not in "".join(part)


# The language server


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[*WINDOWS, "lsp"], server_env=environment()))
async def client(request, lsp_client: LanguageClient, folder):
    params = types.InitializeParams(
        capabilities=client_capabilities("visual-studio-code@v1.65"),
        workspace_folders=[types.WorkspaceFolder(uri=address(folder), name="work")],
    )
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    lsp_client.set_configuration({"rulebook": {"check": {"effort": "quick"}}})
    await lsp_client.initialize_session(params)
    yield lsp_client
    await lsp_client.shutdown_session()


def address(path: pathlib.Path) -> str:
    """A path on the drive `C:` as VS Code writes it, with a small letter for the drive."""
    return "file:///c%3A/" + urllib.request.pathname2url(str(path.relative_to(DRIVE)))


def open_text(client: LanguageClient, path: pathlib.Path, text: str) -> str:
    write(path, text)
    item = types.TextDocumentItem(uri=address(path), language_id="rulebook", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return address(path)


async def findings(client: LanguageClient, uri: str, wanted):
    """The findings of a file, once they are as wanted."""
    for _ in range(WATCHDOG * 20):
        found = client.diagnostics.get(uri)
        if found is not None and wanted(found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"the findings are {client.diagnostics}")


async def test_findings_come_to_the_address_of_the_file(client, folder):
    uri = open_text(client, folder / "my games" / "größe.game", GAME.replace("stone on", "stoen on").replace("\n", "\r\n"))
    found = await findings(client, uri, lambda found: found != [])
    assert found[0].range.start == types.Position(line=6, character=11)
    assert list(client.diagnostics) == [uri]


async def test_definitions_are_found_in_other_files(client, folder):
    write(folder / "more" / "small.game", GAME.replace("  move", "  value worth(c) = 1\n  move"))
    text = VARIANT.replace("  board", "  value merit(c) = worth(c)\n  board")
    uri = open_text(client, folder / "large.game", text)
    await findings(client, uri, lambda found: not any(one.severity == types.DiagnosticSeverity.Error for one in found))
    asked = {"text_document": types.TextDocumentIdentifier(uri=uri), "position": types.Position(line=1, character=19)}
    found = await client.text_document_definition_async(types.DefinitionParams(**asked))
    found = found[0] if isinstance(found, list) else found
    assert (found.uri, found.range.start.line) == (address(folder / "more" / "small.game"), 4)
    edit = await client.text_document_rename_async(types.RenameParams(new_name="gain", **asked))
    changed = edit.changes or {change.text_document.uri: change.edits for change in edit.document_changes}
    assert sorted(changed) == sorted([uri, address(folder / "more" / "small.game")])
    # The address of the workspace and that of the file may differ in the letter of the drive.
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="worth"))
    assert {symbol.location.uri for symbol in found} == {address(folder / "more" / "small.game")}
