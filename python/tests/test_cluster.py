"""Studies in parts, by every engine: the bytes of a single run, whatever is killed on the way.

The program is that of the variable RULEBOOK, or else the installed one. This machine is tested always, and the engines that
CLUSTER_ENGINES names, as `.ci/packages` and `.ci/cluster` do: one that is named and cannot be used is a failure.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

# The module by its file: it needs nothing else of the package, which has to be built.
SOURCE = Path(__file__).resolve().parents[1] / "rulebook" / "cluster.py"
spec = importlib.util.spec_from_file_location("rulebook_cluster", SOURCE)
cluster = importlib.util.module_from_spec(spec)
sys.modules["rulebook_cluster"] = cluster
spec.loader.exec_module(cluster)

ENGINES = ["local", *os.environ.get("CLUSTER_ENGINES", "").split()]
#: Far beyond what anything here takes on a busy machine.
WATCHDOG = 300.0

STUDY = """
games = {games}
{more}

[[game]]
file = "breakthrough"
options.size = [4, 5]

[[match]]
players = ["mcts:{simulations}", "random"]

[[match]]
players = ["random", "random"]
"""


def write(folder: Path, games: int = 20, simulations: int = 10, more: str = "") -> Path:
    study = folder / "study.toml"
    study.write_text(STUDY.format(games=games, simulations=simulations, more=more))
    return study


def single(study: Path) -> bytes:
    out = study.with_name("single.sqlite")
    subprocess.run([cluster.find_program(), "study", study, "--out", out, "--threads", "2"], check=True, capture_output=True)
    return out.read_bytes()


def children(of: int) -> list[int]:
    """The processes below one, by the process table."""
    table = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(parent) for pid, parent in (line.split() for line in table.splitlines())}
    return [pid for pid in parents if of in ancestors(pid, parents)]


def ancestors(pid: int, parents: dict[int, int]) -> set[int]:
    found = set()
    while (pid := parents.get(pid, 0)) and pid not in found:
        found.add(pid)
    return found


def players(folder: Path) -> list[int]:
    """The processes that play parts whose results lie in a folder, wherever they were begun."""
    table = subprocess.run(["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=1) for line in table.splitlines()]
    shown = [(int(pid), args) for pid, args in (row for row in rows if len(row) == 2)]
    return [pid for pid, args in shown if f" --out {folder}" in args and "study" in args.split()[1:3]]


def wait_for(what, holds):
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < WATCHDOG, f"{what} did not come"
        time.sleep(0.02)


@pytest.fixture
def started(tmp_path):
    """Runs a study in another process, so that it can be interrupted."""
    begun = []

    def start(study: Path, backend: str, **options) -> subprocess.Popen:
        script = f"""
            import importlib.util, sys
            spec = importlib.util.spec_from_file_location("rulebook_cluster", {str(SOURCE)!r})
            cluster = importlib.util.module_from_spec(spec)
            sys.modules["rulebook_cluster"] = cluster
            spec.loader.exec_module(cluster)
            if __name__ == "__main__":
                print(cluster.run({str(study)!r}, {backend!r}, **{options!r}))
        """
        file = tmp_path / "start.py"
        file.write_text(textwrap.dedent(script))
        # A shell that runs tests in the background lets them ignore Ctrl-C, and so what they begin.
        command = ["env", "--default-signal=INT", sys.executable, str(file)] if sys.platform == "linux" else [sys.executable, str(file)]
        begun.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return begun[-1]

    yield start
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("backend", ENGINES)
@pytest.mark.parametrize("keep", ["", 'keep = "tallies"'], ids=["records", "tallies"])
def test_an_engine_gives_the_bytes_of_a_single_run(tmp_path, backend, keep):
    study = write(tmp_path, more=keep)
    told = []
    out = cluster.run(study, backend, shards=5, progress=lambda done, total: told.append((done, total)))
    assert out == tmp_path / "study.sqlite"
    assert out.read_bytes() == single(study)
    assert told[0] == (0, 5) and told[-1] == (5, 5) and told == sorted(told)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"study.toml", "study.sqlite", "single.sqlite"}
    # Begun again there is nothing to do, and results of another study stay.
    assert cluster.run(study, backend, shards=3) == out
    write(tmp_path, games=22, more=keep)
    with pytest.raises(cluster.ClusterError, match="another study"):
        cluster.run(study, backend, shards=3)


@pytest.mark.parametrize("backend", ENGINES)
def test_a_killed_worker_is_retried(tmp_path, started, backend):
    study = write(tmp_path, games=40, simulations=1000)
    run = started(study, backend, shards=2)
    folder = tmp_path / "study.sqlite.parts"
    # In the middle of its games: once some are kept.
    wait_for("a game", lambda: run.poll() is not None or kept(folder) and players(folder))
    assert run.poll() is None, run.communicate()
    for process in players(folder):
        os.kill(process, signal.SIGKILL)
    out, said = run.communicate(timeout=WATCHDOG)
    assert run.returncode == 0, said
    # Engines may say something before.
    assert Path(out.splitlines()[-1]).read_bytes() == single(study)


def kept(folder: Path) -> bool:
    return any(size(file) > 20_000 for file in folder.glob("*.work*"))


def size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # The journal of a transaction that has ended in the meantime.
        return 0


@pytest.mark.parametrize("backend", ENGINES)
def test_a_script_needs_no_guard(backend: str, tmp_path: Path) -> None:
    study = write(tmp_path)
    (tmp_path / "cluster.py").write_text(SOURCE.read_text(encoding="utf-8"))
    (tmp_path / "script.py").write_text(f"import cluster\nprint(cluster.run({str(study)!r}, {backend!r}, shards=2))\n")
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=WATCHDOG)
    assert done.returncode == 0 and done.stdout.count("study.sqlite") == 1, done.stdout + done.stderr


@pytest.mark.parametrize("backend", [engine for engine in ENGINES if engine in ("dask", "ray")])
def test_the_worker_of_an_engine_may_be_killed(tmp_path, started, backend):
    """Not the program but what began it: it ends with it, and the part is played again."""
    study = write(tmp_path, games=40, simulations=1000)
    run = started(study, backend, shards=2)
    folder = tmp_path / "study.sqlite.parts"
    wait_for("a game", lambda: run.poll() is not None or kept(folder) and players(folder))
    assert run.poll() is None, run.communicate()
    table = subprocess.run(["ps", "-o", "ppid=", "-p", str(players(folder)[0])], capture_output=True, text=True, check=True)
    worker = int(table.stdout)
    assert worker in children(run.pid) and worker != run.pid
    os.kill(worker, signal.SIGKILL)
    out, said = run.communicate(timeout=WATCHDOG)
    assert run.returncode == 0, said
    # Engines may say something before.
    assert Path(out.splitlines()[-1]).read_bytes() == single(study)


@pytest.mark.parametrize("backend", ENGINES)
def test_an_interrupt_leaves_no_process_and_the_study_goes_on(tmp_path, started, backend):
    study = write(tmp_path, games=40, simulations=1000)
    run = started(study, backend, shards=4)
    folder = tmp_path / "study.sqlite.parts"
    wait_for("a game", lambda: run.poll() is not None or kept(folder) and players(folder))
    below = children(run.pid)
    assert run.poll() is None and below or backend == "slurm", run.communicate()
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=WATCHDOG)
    assert run.returncode not in (0, None) and "KeyboardInterrupt" in said, said
    wait_for("the end of all processes", lambda: not players(folder) and not [pid for pid in below if alive(pid)])
    if backend == "slurm":
        jobs = ["squeue", "--noheader", "--name=rulebook"]
        wait_for("the end of all jobs", lambda: not subprocess.run(jobs, capture_output=True, check=True).stdout)
    assert not (tmp_path / "study.sqlite").exists()
    assert folder.is_dir(), "what was played stays for the next run"
    # As many parts as before, whatever the clock would say now.
    out = cluster.run(study, backend, shards="auto")
    assert out.read_bytes() == single(study) and not folder.exists()


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for its status does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


@pytest.mark.skipif("hq" not in ENGINES, reason="CLUSTER_ENGINES does not name it")
def test_a_hyperqueue_that_runs_already_is_used_and_stays(tmp_path, capfd):
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    study = write(tmp_path)
    with LocalCluster(worker_config=WorkerConfig(cores=2)) as own:
        server_dir = Path(own.cluster.server_dir)
        out = cluster.run(study, "hq", shards=3, server_dir=server_dir)
        assert server_dir.is_dir() and own.client().submit(hyperqueue_job("true"))
    shutil.rmtree(server_dir, ignore_errors=True)
    assert out.read_bytes() == single(study)


def hyperqueue_job(program: str):
    from hyperqueue import Job

    job = Job()
    job.program([program], stdout=None, stderr=None)
    return job


def test_many_parts_are_merged_in_a_tree(tmp_path, monkeypatch):
    study = write(tmp_path, games=10)
    monkeypatch.setattr(cluster, "MERGED_AT_ONCE", 2)
    out = cluster.run(study, shards=7, workers=2)
    assert out.read_bytes() == single(study)
    assert not list(tmp_path.glob("*merging*"))


def test_the_number_of_parts_is_found(tmp_path):
    study = write(tmp_path, games=20)
    shards = cluster.suggest_shards(study, minutes=0.001, threads=1)
    assert 1 <= shards <= 60
    out = cluster.run(study, shards="auto", minutes=10.0)
    assert out.read_bytes() == single(study)


def test_what_is_wrong_with_a_study_is_told_once(tmp_path):
    study = write(tmp_path)
    study.write_text(study.read_text().replace("breakthrough", "breakthruogh"))
    with pytest.raises(cluster.ClusterError, match=r"(?s)part \d/2: error:.*breakthruogh.*did you mean"):
        cluster.run(study, shards=2)


def test_games_that_cannot_be_played_are_in_the_results(tmp_path):
    """As the program does, which says so and writes them."""
    sheet = textwrap.dedent(
        """
        game "Half" {
          players A, B
          board square(2)
          piece stone
          move place {
            pick c in empty
            where a1 in empty
            put my stone on c
          }
          turn place
          end when a1 in occupied and count(occupied) > 2 { draw }
        }
        """
    )
    (tmp_path / "half.game").write_text(sheet)
    study = tmp_path / "study.toml"
    study.write_text('games = 40\n[[game]]\nfile = "half.game"\n[[match]]\nplayers = ["random", "random"]\n')
    one = subprocess.run([cluster.find_program(), "study", study, "--out", tmp_path / "single.sqlite"], capture_output=True, text=True)
    if one.returncode != 1 or "could not be played to an end" not in one.stderr:
        pytest.fail(f"the sheet has to stop games: {one}")
    with pytest.warns(UserWarning, match="could not be played to an end"):
        out = cluster.run(study, shards=2)
    assert out.read_bytes() == (tmp_path / "single.sqlite").read_bytes()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda study: cluster.run(study, "pbs"), "no backend `pbs`: write one of local, hq, slurm, dask, ray"),
        (lambda study: cluster.run(study, shards=0), "`shards` is a number from 1"),
        (lambda study: cluster.run(study, threads=0), "`threads` is at least 1"),
        (lambda study: cluster.run(study, shards=2, adress="x"), "the backend `local` does not know `adress`"),
        (lambda study: cluster.run(study.with_name("none.toml")), "there is no study"),
        (lambda study: cluster.run(study, program="no-such-program"), "there is no program `no-such-program`"),
    ],
)
def test_wrong_calls_are_clear(tmp_path, call, message):
    with pytest.raises(cluster.ClusterError, match=message):
        call(write(tmp_path))


@pytest.mark.parametrize(("backend", "package"), [("hq", "hyperqueue"), ("dask", "distributed"), ("ray", "ray")])
def test_an_engine_that_is_not_there_is_named(tmp_path, monkeypatch, backend, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(cluster.ClusterError, match=f"the Python package `{package}` is not here: `pip install {package}`"):
        cluster.run(write(tmp_path), backend, shards=2)


def test_slurm_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "find_program", lambda program=None: shutil.which("true"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(cluster.ClusterError, match="there is no program `sbatch`"):
        cluster.run(write(tmp_path), "slurm", shards=2)


def test_the_program_is_found(tmp_path, monkeypatch):
    program = cluster.find_program()
    assert os.access(program, os.X_OK)
    monkeypatch.delenv("RULEBOOK", raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(cluster.ClusterError, match="name it in the variable RULEBOOK"):
        cluster.find_program()
    beside = tmp_path / "rulebook"
    beside.write_text("#!/bin/sh\n")
    beside.chmod(0o755)
    assert cluster.find_program() == str(beside)


def test_the_parts_are_games_of_the_study(tmp_path):
    """Tallies of a cluster say what its records say."""
    study = write(tmp_path, more='keep = "tallies"')
    out = cluster.run(study, shards=3)
    with sqlite3.connect(out) as file:
        (games,) = file.execute("SELECT sum(games) FROM tallies WHERE what = 'plies'").fetchone()
    assert games == 80


SEARCH = """
game = "tic-tac-toe"
want = "score of seat 1 in 45..60 %, draws < 20 %"
vary = "rules"
games = 3000
best = 2
"""


def test_a_search_is_played_leg_by_leg(tmp_path: Path) -> None:
    search, told = tmp_path / "search.toml", []
    search.write_text(SEARCH)
    whole = tmp_path / "whole.sqlite"
    subprocess.run([cluster.find_program(), "explore", search, "--out", whole, "--threads", "2"], check=True, capture_output=True)
    out = cluster.run(search, shards=3, progress=lambda done, of: told.append((done, of)))
    assert out == tmp_path / "search.sqlite" and out.read_bytes() == whole.read_bytes()
    assert told.count((3, 3)) > 3, "each leg is played in parts"
    assert not out.with_name(out.name + ".parts").exists()
    assert cluster.run(search) == out, "it is done"
    search.write_text(SEARCH.replace("tic-tac-toe", "tic-tac-toee"))
    out.unlink()
    with pytest.raises(cluster.ClusterError, match="tic-tac-toe"):
        cluster.run(search, shards=2)
