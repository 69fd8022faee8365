"""What runs a row of a table of defects, and what is asked of what came of it."""

import json
import os
import resource
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class Failed(Exception):
    """What does not come out as the row says."""


def want(holds, why):
    if not holds:
        raise Failed(why)


class Ran:
    """A command that was run in a folder: its exit status, output, processor seconds and memory in MiB."""

    def __init__(self, binary, folder, arguments, stdin=b""):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (30, 30))

        process = subprocess.Popen([binary, *arguments], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=limit, env={**os.environ, "LC_ALL": "C"})
        with ThreadPoolExecutor(3) as pool:
            out, err = pool.submit(process.stdout.read), pool.submit(process.stderr.read)
            pool.submit(feed, process.stdin, stdin)
            _, status, usage = os.wait4(process.pid, 0)
            self.out, self.err = out.result().decode(errors="replace"), err.result().decode(errors="replace")
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.seconds = usage.ru_utime + usage.ru_stime
        self.mebibytes = usage.ru_maxrss / 1024
        self.line = " ".join(arguments)

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise Failed(f"no JSON from `{self.line}`: {(self.err or self.out)[:120]}") from None


def feed(pipe, data):
    try:
        pipe.write(data)
        pipe.close()
    except BrokenPipeError:
        pass


class Row:
    """One row of the table of a folder, with what running it gave."""

    def __init__(self, binary, folder, name):
        self.binary, self.folder, self.name, self.runs = binary, folder, name, []
        ending = next(ending for ending in ("game", "jsonl") if (folder / f"{name}.{ending}").is_file())
        self.file = f"{name}.{ending}"
        self.text = (folder / self.file).read_text()
        self.lines = self.text.split("\n")

    def run(self, *arguments, stdin=b"", folder=None):
        filled = [argument.replace("FILE", self.file) for argument in arguments]
        ran = Ran(self.binary, folder or self.folder, filled, stdin)
        self.runs.append(ran)
        want(ran.status in (0, 1), f"`{ran.line}` ends with {ran.status}: {ran.err.strip()[-160:]}")
        return ran

    def check(self, *more, folder=None):
        """The command of most rows, as data; `text` is all that it says."""
        ran = self.run("check", *more, "--format", "json", "FILE", folder=folder)
        found = ran.json()
        found["status"] = ran.status
        found["text"] = ran.out + ran.err
        return found

    def fixed(self, *more):
        """The text of the file after its fixes, and what is found in it then."""
        with tempfile.TemporaryDirectory() as folder:
            for path in self.folder.glob("*.game"):
                shutil.copyfile(path, Path(folder) / path.name)
            self.run("check", "--fix", *more, "FILE", folder=folder)
            found = self.check("--strict", folder=folder)
            return (Path(folder) / self.file).read_text(), found

    def line(self, number):
        return self.lines[number - 1]

    def number(self, part, nth=0):
        """The number of the nth line that has this part."""
        return [at + 1 for at, line in enumerate(self.lines) if part in line][nth]


def said(finding):
    """All that a finding says."""
    parts = [finding["message"], finding["label"], finding["help"], *(place["text"] for place in finding["related"])]
    return "\n".join(part for part in parts if part)


def grave(found):
    return [one for one in found["diagnostics"] if one["severity"] in ("error", "warning")]


def messages(found):
    return [f"{one['code']}: {one['message']}" for one in found["diagnostics"]]


def clean(row):
    found = row.check("--strict")
    want(not grave(found), f"not clean: {[(one['code'], one['message']) for one in grave(found)]}")
    want(found["status"] == 0, f"status {found['status']}")


def verdicts(found, part):
    judged = [verdict for file in found["files"] for verdict in file["verdicts"] if part in verdict["claim"]]
    want(judged, f"no verdict on `{part}`")
    return judged


def proved(row, part="finite"):
    for verdict in verdicts(row.check("--strict"), part):
        want(verdict["verdict"] == "proved", f"{verdict['game']}: {verdict['verdict']}: {verdict['how']}")


def never_refuted(row, part):
    for verdict in verdicts(row.check("--strict"), part):
        want(verdict["verdict"] in ("proved", "undecided"), f"{verdict['game']}: {verdict['verdict']}: {verdict['how']}")
