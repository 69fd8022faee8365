"""Studies and searches on many machines: their parts, played wherever there is room, and merged into one file.

``run`` divides a study with ``rulebook study --shard``, or a search with ``rulebook explore --shard`` leg by leg, hands the parts to an engine (the cores of this machine, HyperQueue,
Slurm, Dask or Ray), plays again what was lost, and merges the parts with ``--merge``. The file is the one that a single run
would have written, byte for byte. Nothing but the standard library is needed, and the engine that is asked for.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["BACKENDS", "ClusterError", "find_program", "merge", "run", "suggest_shards"]

#: As many files are merged at once, and what comes of that again: what `rulebook study --merge` takes has a bound.
MERGED_AT_ONCE = 64
#: Slurm's default `MaxArraySize` is 1001, with indices from 0.
SLURM_ARRAY = 1000
#: How often the engines are asked for news, in seconds.
POLL = 0.05

Progress = Callable[[int, int], None]
#: Lets commands run once, and says why some failed: see below.
Engine = Callable[[dict[int, list[str]], dict[int, Path], Path, Callable[[], int]], dict[int, str]]


class ClusterError(RuntimeError):
    """A study or a search could not be played or merged, or the engine for it is not there."""


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """The `rulebook` program: the one that is named, that of ``RULEBOOK``, the one installed beside this package, or that of ``PATH``."""
    named = program or os.environ.get("RULEBOOK")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ClusterError(f"there is no program `{os.fspath(named)}`")
        return os.path.abspath(found)
    # Environments keep programs beside their Python; `pip install --user` and Windows elsewhere.
    beside = [Path(sys.executable).parent, Path(sys.prefix) / "Scripts", Path(sys.prefix) / "bin"]
    places = [os.fspath(folder) for folder in beside] + os.environ.get("PATH", "").split(os.pathsep)
    found = shutil.which("rulebook", path=os.pathsep.join(places))
    if found is None:
        raise ClusterError("there is no program `rulebook` beside this Python or on PATH; name it in the variable RULEBOOK")
    return os.path.abspath(found)


def suggest_shards(
    study: str | os.PathLike[str],
    *,
    minutes: float = 10.0,
    threads: int | None = None,
    program: str | os.PathLike[str] | None = None,
) -> int:
    """How many parts of about so many minutes a study has, by ``rulebook study --shard auto``, which times some games."""
    command = [find_program(program), "study", os.fspath(study), "--shard", "auto", "--minutes", repr(float(minutes))]
    command += [] if threads is None else ["--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise ClusterError(done.stderr.strip())
    return int(done.stdout)


def merge(
    study: str | os.PathLike[str],
    parts: list[Path],
    out: str | os.PathLike[str],
    *,
    program: str | os.PathLike[str] | None = None,
    partial: bool = False,
) -> Path:
    """Merges parts into one file, some at a time where there are many; the bytes do not depend on how. Of a search, what the parts left is
    played as well, unless it is `partial`."""
    command, out, level = [find_program(program), _kind(Path(study)), os.fspath(study)], Path(out), 0
    made: list[Path] = []
    try:
        while len(parts) > MERGED_AT_ONCE:
            groups = [parts[start : start + MERGED_AT_ONCE] for start in range(0, len(parts), MERGED_AT_ONCE)]
            parts = [out.with_name(f"{out.name}.merging-{level}-{number}") for number in range(len(groups))]
            for group, into in zip(groups, parts):
                made.append(into)
                _merged([*command, "--partial", "--out", str(into), "--merge", *map(str, group)], into)
            level += 1
        whole = ["--partial"] if partial else []
        _merged([*command, *whole, "--out", str(out), "--merge", *map(str, parts)], out)
    finally:
        for file in made:
            file.unlink(missing_ok=True)
    return out


def run(
    study: str | os.PathLike[str],
    backend: str = "local",
    *,
    shards: int | str = "auto",
    minutes: float = 10.0,
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    program: str | os.PathLike[str] | None = None,
    retries: int = 3,
    progress: bool | Progress | None = None,
    **options: object,
) -> Path:
    """Plays a study, or a search of the rules, in parts and merges them; the results file.

    Args:
        study: The study or the search, a TOML file. Every machine must see it, and the results, under the same path.
        backend: ``local`` (the cores of this machine), ``hq``, ``slurm``, ``dask`` or ``ray``.
        shards: How many parts; ``auto`` times some games and makes parts of about `minutes` each, and of a search as many as there are
            cores here.
        minutes: How long a part should take, with ``auto``.
        threads: Threads, and so cores, of a part.
        out: The results file; beside the study where nothing is said.
        program: The `rulebook` program. The other machines must have it under the same path.
        retries: How often a part is begun again whose process was killed or whose machine was lost.
        progress: Whether to tell on standard error how far it is (where nothing is said, if somebody watches), or a function
            that is told how many parts of how many are done.
        options: What the engine needs to know, see the functions of this module: `workers` (local, hq, dask), `server_dir`
            (hq), `address` (dask, ray), `sbatch` (slurm).

    What is done stays in a folder beside the results, ``RESULTS.parts``, until all is merged: begun again after Ctrl-C or a
    failure, a study goes on from there. No process and no job is left behind.
    """
    start = BACKENDS.get(backend)
    if start is None:
        raise ClusterError(f"there is no backend `{backend}`: write one of {', '.join(BACKENDS)}")
    if threads < 1 or retries < 0:
        raise ClusterError("`threads` is at least 1, and `retries` at least 0")
    found, study = find_program(program), Path(study).absolute()
    if not study.is_file():
        raise ClusterError(f"there is no study `{study}`")
    out = Path(out).absolute() if out is not None else study.with_suffix(".sqlite")
    folder, kind = out.with_name(out.name + ".parts"), _kind(study)
    if out.exists():
        # Results of this study are done; those of another are not overwritten, and the program says what differs.
        _merged([found, kind, str(study), "--out", str(out)], out)
        return out
    with contextlib.ExitStack() as ends:
        # An engine that is not there is told of before games are timed.
        engine = start(ends, threads, options)
        if options:
            raise ClusterError(f"the backend `{backend}` does not know {', '.join(f'`{name}`' for name in sorted(options))}")
        if shards == "auto":
            shards = _shards_begun(folder) or (
                suggest_shards(study, minutes=minutes, threads=threads, program=found) if kind == "study" else _cores()
            )
        if not isinstance(shards, int) or shards < 1:
            raise ClusterError(f"`shards` is a number from 1 or \"auto\", not {shards!r}")
        command = [found, kind, str(study), "--threads", str(threads)]
        tell = _teller(progress)
        if kind == "study":
            parts = _played(command, shards, folder, engine, retries, tell)
        else:
            parts = [_legs(command, shards, folder, lambda *leg: _played(*leg, engine, retries, tell))]
    merge(study, parts, out, program=found)
    shutil.rmtree(folder)
    return out


def _kind(study: Path) -> str:
    """The command that a TOML file is for: `explore` where it wishes for something."""
    try:
        return "explore" if "want" in tomllib.loads(study.read_text(encoding="utf-8")) else "study"
    except (OSError, ValueError):
        return "study"  # The program says what is wrong with it.


def _played(command: list[str], shards: int, folder: Path, engine: Engine, retries: int, tell: Progress) -> list[Path]:
    """All parts, in a folder, where those that are there already are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {number: folder / f"{number}-of-{shards}.sqlite" for number in range(1, shards + 1)}
    commands = {number: [*command, "--shard", f"{number}/{shards}", "--out", str(part)] for number, part in parts.items()}
    failures: dict[int, str] = {}

    def count() -> int:
        done = sum(part.exists() for part in parts.values())
        tell(done, shards)
        return done

    for attempt in range(retries + 1):
        missing = {number: commands[number] for number, part in parts.items() if not part.exists()}
        if not missing:
            break
        if attempt:
            # What was lost may take a moment to end.
            time.sleep(attempt)
        count()
        failures = engine(missing, parts, folder, count)
        for number, failure in failures.items():
            # What the program says of the study will be said again.
            if failure.startswith("error:"):
                raise ClusterError(f"part {number}/{shards}: {failure}")
    missing_parts = [number for number, part in parts.items() if not part.exists()]
    if missing_parts:
        number = missing_parts[0]
        why = failures.get(number, "its process was lost")
        raise ClusterError(
            f"{len(missing_parts)} of {shards} parts could not be played, the first is {number}/{shards}: {why}"
        )
    tell(shards, shards)
    return list(parts.values())


def _legs(command: list[str], shards: int, folder: Path, play: Callable[[list[str], int, Path], list[Path]]) -> Path:
    """A search leg by leg, each in parts, until nothing is added to what was known; the merged parts."""
    known: Path | None = None
    done, leg = -1, 0
    while True:
        leg += 1
        begin = [] if known is None else ["--from", str(known)]
        parts = play([*command, *begin], shards, folder / f"leg-{leg}")
        merged = folder / f"leg-{leg}.sqlite"
        if not merged.exists():
            merge(command[2], parts, merged, program=command[0], partial=True)
        with contextlib.closing(sqlite3.connect(merged)) as file:
            count: int = file.execute("SELECT count(*) FROM done").fetchone()[0]
        if count == done:
            return merged
        known, done = merged, count


def _shards_begun(folder: Path) -> int | None:
    """The number of parts of a run that was interrupted: it goes on with as many."""
    for file in sorted(folder.rglob("*-of-*.sqlite*")):
        with contextlib.suppress(ValueError):
            return int(file.name.split("-of-")[1].split(".")[0])
    return None


def _merged(command: list[str], out: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    # Games that cannot be played to an end are in the results, and the program says so.
    if done.returncode == 1 and out.exists() and "could not be played to an end" in done.stderr:
        warnings.warn(done.stderr.strip(), stacklevel=3)
    elif done.returncode != 0:
        raise ClusterError(done.stderr.strip() or f"`{shlex.join(command)}` ended with {done.returncode}")


def _teller(progress: bool | Progress | None) -> Progress:
    if callable(progress):
        return progress
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    if not progress:
        return lambda done, total: None
    last = [-1]

    def tell(done: int, total: int) -> None:
        if done != last[0]:
            end = "\n" if done == total else ""
            print(f"\r{done} of {total} parts", end=end, file=sys.stderr, flush=True)
            last[0] = done

    return tell


def _why(code: int, said: str) -> str:
    """Why a part was not written: what the program says of it, or the signal that ended it."""
    errors = [line for line in said.splitlines() if line.startswith("error:")]
    if code in (1, 2) and errors:
        # Another process that plays this very part, which a machine that was lost may have left, ends by itself.
        lost = any(f"another process is running this {what}" in said for what in ("study", "search"))
        return said[said.index(errors[0]) :].strip().replace("error:", "busy:", 1) if lost else said[said.index(errors[0]) :].strip()
    return f"its process was ended by signal {-code}" if code < 0 else f"its process ended with {code}"


def _engine_module(name: str, package: str) -> object:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ClusterError(f"the Python package `{package}` is not here: `pip install {package}`") from error


def _tied(command: list[str]) -> list[str]:
    """The command as a process that ends with the one that began it: what a worker leaves when it is killed would go on."""
    if not sys.platform.startswith("linux"):
        return command
    # prctl(PR_SET_PDEATHSIG, SIGKILL).
    tie = "import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 9); os.execv(sys.argv[1], sys.argv[1:])"
    return [sys.executable, "-S", "-c", tie, *command]


# Each engine is begun by a function of (ends, threads, options), which takes its options out of `options` and registers with
# `ends` what is to be undone, whatever happens. It gives a function of (commands, parts, folder, count) that lets each command run once
# and says why commands failed.


def _local(ends: contextlib.ExitStack, threads: int, options: dict[str, object]):
    """The cores of this machine: `workers` processes at a time [default: as many as there are cores for their threads]."""
    workers = int(options.pop("workers", 0) or max(1, _cores() // threads))  # type: ignore[call-overload]

    def play(commands: dict[int, list[str]], parts: dict[int, Path], folder: Path, count: Callable[[], int]) -> dict[int, str]:
        waiting, running, failures = list(commands.items()), {}, {}
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    number, command = waiting.pop(0)
                    said = open(folder / f"{number}.log", "w+", encoding="utf-8", errors="replace")
                    # Ctrl-C is for this process, which ends the others.
                    running[number] = (
                        subprocess.Popen(_tied(command), stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True),
                        said,
                    )
                time.sleep(POLL)
                for number, (process, said) in list(running.items()):
                    if process.poll() is not None:
                        del running[number]
                        said.seek(0)
                        if not parts[number].exists():
                            failures[number] = _why(process.returncode, said.read())
                        said.close()
                        count()
        finally:
            for process, said in running.values():
                process.kill()
                process.wait()
                said.close()
        return failures

    return play


def _hq(ends: contextlib.ExitStack, threads: int, options: dict[str, object]):
    """HyperQueue: the deployment of `server_dir`, or one of its own on this machine, with `workers` cores [default: all]."""
    hyperqueue = _engine_module("hyperqueue", "hyperqueue")
    cluster = _engine_module("hyperqueue.cluster", "hyperqueue")
    protocol = _engine_module("hyperqueue.ffi.protocol", "hyperqueue")
    server_dir, cores = options.pop("server_dir", None), options.pop("workers", None)
    if server_dir is None:
        with _quiet():
            own = cluster.LocalCluster(worker_config=cluster.WorkerConfig(cores=cores))  # type: ignore[attr-defined]
        ends.callback(shutil.rmtree, own.cluster.server_dir, ignore_errors=True)
        ends.callback(own.stop)
        client = own.client()
    else:
        client = hyperqueue.Client(server_dir)  # type: ignore[attr-defined]

    def play(commands: dict[int, list[str]], parts: dict[int, Path], folder: Path, count: Callable[[], int]) -> dict[int, str]:
        job, order = hyperqueue.Job(max_fails=None, name="rulebook"), list(commands)  # type: ignore[attr-defined]
        for number, command in commands.items():
            job.program(
                command,
                cwd=os.getcwd(),
                stdout=None,
                stderr=str(folder / f"{number}.log"),
                resources=protocol.ResourceRequest(cpus=threads),  # type: ignore[attr-defined]
                crash_limit=100,
            )
        submitted = client.submit(job)
        try:
            client.connection.wait_for_jobs((submitted.id,), lambda jobs: count())
        except BaseException:
            _cancel(server_dir, submitted.id)
            raise
        failures = {}
        for task, failure in client.get_failed_tasks(submitted).items():
            log = folder / f"{order[task]}.log"
            said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            failures[order[task]] = _why(1, said) if "error:" in said else failure.error
        count()
        return {number: why for number, why in failures.items() if not parts[number].exists()}

    def _cancel(server_dir: object, job: int) -> None:
        # What this process began itself, it ends itself. Another deployment has to be told, which is done by its program.
        if server_dir is not None:
            hq = shutil.which("hq")
            if hq is None:
                warnings.warn(f"there is no program `hq` on PATH to cancel job {job} with: `hq job cancel {job}`", stacklevel=2)
            else:
                subprocess.run([hq, "--server-dir", os.fspath(server_dir), "job", "cancel", str(job)], check=False)  # type: ignore[call-overload]

    return play


def _slurm(ends: contextlib.ExitStack, threads: int, options: dict[str, object]):
    """Slurm: arrays of jobs; `sbatch` are more arguments of that command, such as ``["--partition=long", "--time=2:00:00"]``."""
    arguments = [str(argument) for argument in options.pop("sbatch", ())]  # type: ignore[attr-defined]
    for program in ("sbatch", "squeue", "scancel"):
        if shutil.which(program) is None:
            raise ClusterError(f"there is no program `{program}`: run this where Slurm's programs are (Debian: `slurm-client`)")

    def slurm(*command: str, given: str | None = None) -> str:
        done = subprocess.run(command, capture_output=True, text=True, input=given)
        if done.returncode != 0:
            raise ClusterError(f"`{command[0]}` failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def play(commands: dict[int, list[str]], parts: dict[int, Path], folder: Path, count: Callable[[], int]) -> dict[int, str]:
        order, jobs = list(commands), []
        try:
            for start in range(0, len(order), SLURM_ARRAY):
                some = order[start : start + SLURM_ARRAY]
                script = folder / f"slurm-{start}.sh"
                cases = [f"{index}) exec {shlex.join(commands[number])} 2>{shlex.quote(str(folder / f'{number}.log'))} ;;" for index, number in enumerate(some)]
                script.write_text("\n".join(["#!/bin/sh", 'case "$SLURM_ARRAY_TASK_ID" in', *cases, "esac", ""]), encoding="utf-8")
                head = ["sbatch", "--parsable", "--requeue", "--job-name=rulebook", f"--cpus-per-task={threads}", f"--chdir={os.getcwd()}"]
                head += ["--output=/dev/null", f"--array=0-{len(some) - 1}", *arguments, str(script)]
                jobs.append(slurm(*head).split(";")[0])
            while slurm("squeue", "--noheader", "--array", "--format=%T", "--jobs", ",".join(jobs)):
                count()
                time.sleep(10 * POLL)
        except ClusterError as error:
            # A job that has ended is forgotten after a while.
            if "Invalid job id" not in str(error):
                raise
        except BaseException:
            if jobs:
                subprocess.run(["scancel", *jobs], check=False)
            raise
        count()
        failures = {}
        for number in order:
            if not parts[number].exists():
                log = folder / f"{number}.log"
                said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
                failures[number] = _why(1, said) if "error:" in said else "its job ended without results"
        return failures

    return play


def _dask(ends: contextlib.ExitStack, threads: int, options: dict[str, object]):
    """Dask: the scheduler at `address`, or a cluster of its own with `workers` processes on this machine."""
    distributed = _engine_module("distributed", "distributed")
    address, workers = options.pop("address", None), options.pop("workers", None)
    if address is None:
        count = int(workers or max(1, _cores() // threads))  # type: ignore[call-overload]
        # Workers that Python spawns would run the script that asked once more, unless it guards itself against that.
        deploy = importlib.import_module("distributed.deploy")
        begin = deploy.LocalCluster if sys.platform == "win32" else deploy.SubprocessCluster
        own = begin(n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50)
        ends.callback(own.close)
        address = own
    client = distributed.Client(address, set_as_default=False)  # type: ignore[attr-defined]
    ends.callback(client.close)

    def play(commands: dict[int, list[str]], parts: dict[int, Path], folder: Path, count: Callable[[], int]) -> dict[int, str]:
        # A function of the standard library: the workers need not have this package.
        futures = {
            client.submit(
                subprocess.run, _tied(command), capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=os.getcwd(), pure=False
            ): number
            for number, command in commands.items()
        }
        failures = {}
        try:
            for future in distributed.as_completed(futures, loop=client.loop):  # type: ignore[attr-defined]
                number = futures[future]
                if future.status == "finished":
                    done = future.result()
                    if not parts[number].exists():
                        failures[number] = _why(done.returncode, done.stderr)
                else:
                    failures[number] = f"its worker was lost ({future.status})"
                count()
        finally:
            client.cancel(list(futures), force=True)
        return failures

    return play


def _ray(ends: contextlib.ExitStack, threads: int, options: dict[str, object]):
    """Ray: the cluster at `address`, or one of its own on this machine."""
    ray = _engine_module("ray", "ray")
    address = options.pop("address", None)
    if not ray.is_initialized():  # type: ignore[attr-defined]
        own = {} if address else {"include_dashboard": False}
        ray.init(address=address or "local", logging_level="ERROR", log_to_driver=False, configure_logging=False, **own)  # type: ignore[attr-defined]
        ends.callback(ray.shutdown)  # type: ignore[attr-defined]

    def play(commands: dict[int, list[str]], parts: dict[int, Path], folder: Path, count: Callable[[], int]) -> dict[int, str]:
        remote = ray.remote(num_cpus=threads, max_retries=0)(_ray_task(subprocess.run))  # type: ignore[attr-defined]
        given = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "cwd": os.getcwd()}
        waiting = {remote.remote(_tied(command), given): number for number, command in commands.items()}
        failures: dict[int, str] = {}
        try:
            while waiting:
                for done in ray.wait(list(waiting), num_returns=1, timeout=1.0)[0]:  # type: ignore[attr-defined]
                    number = waiting.pop(done)
                    try:
                        code, said = ray.get(done)  # type: ignore[attr-defined]
                    except ray.exceptions.RayError as error:  # type: ignore[attr-defined]
                        code, said = None, f"its worker was lost ({type(error).__name__})"
                    if not parts[number].exists():
                        failures[number] = said if code is None else _why(code, said)
                count()
        finally:
            for task in waiting:
                ray.cancel(task, force=True)  # type: ignore[attr-defined]
        return failures

    return play


def _ray_task(call: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., tuple[int, str]]:
    """A function that is sent as it is, not by its name: the workers need not have this package."""

    def task(command: list[str], given: dict[str, object]) -> tuple[int, str]:
        done = call(command, **given)
        return done.returncode, done.stderr

    # Ray sends functions of `__main__` whole.
    task.__module__ = "__main__"
    return task


def _cores() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without what compiled code writes to standard output."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


#: The engines by their names.
BACKENDS = {"local": _local, "hq": _hq, "slurm": _slurm, "dask": _dask, "ray": _ray}
