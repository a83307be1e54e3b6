"""What every engine and every job needs: a list in parts, the work of one part, the results.

A part goes through a program and comes back as one file. The file is compared with its own trailer where it was made, and
gets its name only then: so a file with a name is whole, whatever was killed, and an engine only has to start tasks and
try failed ones again. What is counted or worked out is said by a kind of Job: commits.py, cells.py.
"""
import argparse
import contextlib
import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

LONGEST_LINE, LARGEST_COLLECTED = 64 << 10, 64 << 20


class Refused(RuntimeError):
    """Why a list, a folder or a file is not taken, in one line."""


class Incomplete(Refused):
    """What a job has not done; the same command again takes it."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """What every task needs to know; it travels to the workers.

    A kind of job has `begins` and `ends` of the names of its files, `sums` of what its results have, and says
    how the list is read (`read`) and cut (`cut`), what is started for a part (`call`) and whether its file is whole (`verify`).
    """

    out: str
    program: str
    version: str
    deadline: float
    collect: bool

    def file(self, keys: str) -> Path:
        return Path(self.out, f"{self.begins}-{keys}{self.ends}")

    def lists(self, results: list[dict], parts: list[list[bytes]]) -> dict[str, str]:
        """Further files by name, from what results have for them."""
        return {}


def options(name: str, about: str, kind: type[Job]) -> argparse.ArgumentParser:
    cli = argparse.ArgumentParser(prog=name, description=about)
    cli.add_argument("list", help=kind.list_help)
    cli.add_argument("out", help="a folder that all workers reach")
    kind.options(cli)
    cli.add_argument("--program", default="assay", help="its name or path on each worker (default: assay)")
    cli.add_argument("--deadline", type=float, default=3600, metavar="SECONDS", help="of a task (default: 3600)")
    cli.add_argument("--collect", action="store_true", help="without a shared folder: moves files of at most 64 MiB to OUT")
    cli.add_argument("--local", type=int, nargs="?", const=2, metavar="N", help="N workers of one core on this machine (default: 2)")
    return cli


def lines_of(path: str) -> list[bytes]:
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}; check the name") from None
    return lines if lines[-1] else lines[:-1]


def keys_of(lines: list[bytes]) -> str:
    return hashlib.sha256(b"".join(sorted(lines))).hexdigest()


def begin(kind: type[Job], given: argparse.Namespace, lines: list[bytes], cores: int) -> tuple[Job, list[list[bytes]]]:
    """The job and its parts, after a look at the program and at the folder: a new one, or that of the same job."""
    if (version := version_of(given.program)).startswith("none"):
        raise Refused(f"{given.program}: {version}; install assay on this machine and on all workers, or name it by --program")
    out, parts = Path(given.out).absolute(), kind.cut(lines, given, cores)
    job = kind(out=str(out), program=given.program, version=version, deadline=given.deadline, collect=given.collect, **kind.more(given))
    wanted = {job.file(keys_of(part)).name for part in parts}
    ours = re.compile(rf"\.*{job.begins}-[0-9a-f]{{64}}.*|\.?(manifest\.json|again\.tsv|failed\.tsv)")
    out.mkdir(parents=True, exist_ok=True)
    for name in sorted(os.listdir(out)):
        if not ours.fullmatch(name):
            raise Refused(f"{out}: has '{name}', which is not of such a job; name a new folder")
        if name.startswith(job.begins) and name not in wanted:
            raise Refused(f"{out}: '{name}' is of another list or other --partitions and would be loaded too; name a new folder")
    (out / "manifest.json").unlink(missing_ok=True)
    return job, parts


def expect(what: str, said: dict, found: dict) -> None:
    for name, value in found.items():
        if said.get(name) != value:
            raise Refused(f"the {what} has {name} {said.get(name)}, expected {value}")


def version_of(program: str) -> str:
    try:
        done = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"none ({error})"
    return done.stdout.strip() or f"none (exit {done.returncode})"


def run_program(lines: list[bytes], job: Job, made: Path) -> None:
    """Runs the program for a part. Nothing of it outlives the deadline, nor the worker that started it."""
    words, content = job.call(lines)
    with open(made, "wb") as file:
        child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", job.program, *words], stdin=subprocess.PIPE, stdout=file,
                                 stderr=subprocess.PIPE, start_new_session=True)
        try:
            _, errors = child.communicate(content, timeout=job.deadline)
        except subprocess.TimeoutExpired:
            raise Refused(f"not done after the --deadline of {job.deadline:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    if child.returncode:
        raise Refused(f"exit {child.returncode}: " + (errors.decode(errors="replace").strip().splitlines() or ["no message"])[-1])


def earlier(lines: list[bytes], job: Job, host: str) -> dict | None:
    """What a part has in OUT from before, if it is whole."""
    try:
        return verified(job.file(keys_of(lines)), lines, job) | {"attempt": "earlier", "host": host}
    except (FileNotFoundError, Refused):
        return None


def verified(path: Path, lines: list[bytes], job: Job) -> dict:
    return {"keys": keys_of(lines), "in": len(lines)} | job.verify(path, lines)


def work(lines: list[bytes], job: Job, attempt: str) -> dict:
    """The work of a task: a verified file in OUT, and a few words about it. What fails is raised: the engine tries again."""
    keys, host = keys_of(lines), os.environ.get("SPARK_LOCAL_IP") or socket.gethostname()
    made = Path(job.out, f".{job.begins}-{keys}-{attempt}")
    try:
        if not job.collect and (found := earlier(lines, job, host)):
            return found
        if (version := version_of(job.program)) != job.version:
            raise Refused(f"assay is {version} here and {job.version} where the job was started; install the same")
        with tempfile.TemporaryDirectory(prefix="assay-") if job.collect else contextlib.nullcontext() as place:
            made = Path(place, "made") if job.collect else made
            run_program(lines, job, made)
            result = verified(made, lines, job) | {"attempt": attempt, "host": host}
            if not job.collect:
                os.replace(made, job.file(keys))
            elif result["bytes"] > LARGEST_COLLECTED:
                raise Refused("has more than 64 MiB, the most that --collect moves; use a shared folder or more --partitions")
            else:
                result["content"] = made.read_bytes()
        return result
    except (Refused, OSError) as error:
        raise Refused(f"{job.words(lines)} on {host}: {error}") from None
    finally:
        with contextlib.suppress(OSError):
            made.unlink()


def finish(results: list[dict], job: Job, parts: list[list[bytes]]) -> None:
    """Writes what is there and what is missing: manifest.json, and the lists of the job."""
    out, wanted = Path(job.out), sum(map(len, parts))
    for result in results:
        if "content" in result:
            replace(job.file(result["keys"]), result.pop("content"))
    if not results:  # the job failed, and what it has done is in OUT alone
        results = [found for part in parts if (found := earlier(part, job, socket.gethostname()))]
    done = {result["keys"] for result in results}
    missing = [{"keys": keys_of(part), "in": len(part), "first": job.name(part[0])} for part in parts if keys_of(part) not in done]
    sums = {name: sum(result[name] for result in results) for name in ("in", *job.sums)}
    if sums["in"] != wanted and not missing:
        raise Incomplete(f"{out}: {sums['in']} lines of the list are done or failed, and it has {wanted}; run it again")
    for name, text in job.lists(results, parts).items():
        replace(out / name, text.encode())
        sums[name.removesuffix(".tsv")] = text.count("\n")
    about = {"assay": job.version, **job.said(), "complete": not missing, **sums, "missing": missing,
             "partitions": sorted(results, key=lambda result: result["keys"])}
    replace(out / "manifest.json", json.dumps(about, indent=1).encode() + b"\n")
    for left in [*out.glob(f".{job.begins}-*"), *out.glob(f"..{job.begins}-*")]:
        left.unlink(missing_ok=True)
    old = sum(result["attempt"] == "earlier" for result in results)
    rest = ", ".join(f"{count} {name}" for name, count in sums.items() if name != "in")
    print(f"{out}: {len(results)} of {len(parts)} partitions ({old} of an earlier run), {sums['in']} of {wanted} lines; {rest}")
    if missing:
        raise Incomplete(f"{out}: {len(missing)} of {len(parts)} partitions are missing, see manifest.json; run the same command again")


def replace(path: Path, content: bytes) -> None:
    made = path.with_name(f".{path.name}")
    made.write_bytes(content)
    os.replace(made, path)


def fail(name: str, error: Exception) -> int:
    """Prints the words of a task, which engines wrap into pages of their own. 2: the call is wrong; 1: the job failed."""
    print(f"{name}: error: " + (re.findall(r"Refused: (.*)", str(error)) or [str(error).strip()])[0], file=sys.stderr)
    return 2 if type(error) is Refused else 1
