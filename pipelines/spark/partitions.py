"""What every engine needs to count a list in partitions: the list, how it is cut, the work of one partition, the results.

A partition goes through `assay partition commits` and comes back as a file of commit facts. The file is counted again
and compared with its trailer where it was made, and gets its name only then: so a file with a name is whole, whatever
was killed, and an engine only has to start tasks and try failed ones again.
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
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

LONGEST_LINE, LARGEST_COLLECTED = 64 << 10, 64 << 20
KEY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+")
OURS = re.compile(r"\.?part-[0-9a-f]{64}.*|\.?(manifest\.json|again\.tsv|failed\.tsv)")


class Refused(RuntimeError):
    """Why a list, a folder or a file is not taken, in one line."""


class Incomplete(Refused):
    """What a job has not counted; the same command again takes it."""


@dataclass(frozen=True)
class Job:
    """What every task needs to know; it travels to the workers."""

    out: str
    observed_at: str
    program: str
    version: str
    deadline: float
    mirrors: str | None
    collect: bool


def options(name: str, about: str) -> argparse.ArgumentParser:
    cli = argparse.ArgumentParser(prog=name, description=about)
    cli.add_argument("list", help="lines `key TAB place`: owner/name, and the path of its clone or its address")
    cli.add_argument("out", help="a folder that all workers reach")
    cli.add_argument("--observed-at", required=True, metavar="DATE", help="as in `assay load commits`; the same in every attempt")
    cli.add_argument("--partitions", type=int, metavar="N", help="default: 4 a core, with at least 200 repositories each")
    cli.add_argument("--program", default="assay", help="its name or path on each worker (default: assay)")
    cli.add_argument("--deadline", type=float, default=3600, metavar="SECONDS", help="of a partition (default: 3600)")
    cli.add_argument("--mirrors", metavar="FOLDER", help="where workers mirror addresses (default: their folder of temporary files)")
    cli.add_argument("--collect", action="store_true", help="without a shared folder: moves files of at most 64 MiB to OUT")
    cli.add_argument("--local", type=int, nargs="?", const=2, metavar="N", help="N workers of one core on this machine (default: 2)")
    return cli


def read_list(path: str) -> list[bytes]:
    """The lines of a list in byte order, each with its LF. Keys are compared without case, as hosts compare them."""
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}; check the name") from None
    lines.pop() if not lines[-1] else None
    first: dict[bytes, int] = {}
    for number, line in enumerate(lines, 1):
        where, fields = f"{path}:{number}", line.split(b"\t")
        if len(fields) != 2 or not all(fields) or b"\r" in line or len(line) >= LONGEST_LINE:
            raise Refused(f"{where}: not `key TAB place`; write two fields, no CR, at most 64 KiB (a path with a tab cannot be named)")
        key, place = (field.decode(errors="replace") for field in fields)
        if not KEY.fullmatch(key):
            raise Refused(f"{where}: not owner/name or host/owner/name: '{key}'; write the key as `assay load commits --repo` takes it")
        if not place.startswith(("/", "https:", "file:")):
            raise Refused(f"{where}: not a full path or an https: or file: address: '{place}'; workers have other current folders")
        if (known := first.setdefault(fields[0].lower(), number)) != number:
            raise Refused(f"{where}: key twice: '{key}' is in line {known}; remove one of both lines")
    if not lines:
        raise Refused(f"{path}: has no lines, so nothing can be counted; write `key TAB place` for each repository")
    return sorted(line + b"\n" for line in lines)


def cut(lines: list[bytes], count: int) -> list[list[bytes]]:
    """Partitions that depend on keys and their number alone; Python's own hash differs from process to process."""
    parts: list[list[bytes]] = [[] for _ in range(count)]
    for line in lines:
        key = line.split(b"\t")[0].lower()
        parts[int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % count].append(line)
    return [part for part in parts if part]


def keys_of(lines: list[bytes]) -> str:
    return hashlib.sha256(b"".join(sorted(lines))).hexdigest()


def begin(given: argparse.Namespace, lines: list[bytes], cores: int) -> tuple[Job, list[list[bytes]]]:
    """The job and its partitions, after a look at the program and at the folder: a new one, or that of the same job."""
    if (version := version_of(given.program)).startswith("none"):
        raise Refused(f"{given.program}: {version}; install assay on this machine and on all workers, or name it by --program")
    parts = cut(lines, given.partitions or max(1, min(4 * cores, len(lines) // 200)))
    wanted = {f"part-{keys_of(part)}.facts" for part in parts}
    out = Path(given.out).absolute()
    out.mkdir(parents=True, exist_ok=True)
    for name in sorted(os.listdir(out)):
        if not OURS.fullmatch(name):
            raise Refused(f"{out}: has '{name}', which is not of such a job; name a new folder")
        if name.startswith("part-") and name not in wanted:
            raise Refused(f"{out}: '{name}' is of another list or other --partitions and would be loaded too; name a new folder")
    (out / "manifest.json").unlink(missing_ok=True)
    return Job(str(out), given.observed_at, given.program, version, given.deadline, given.mirrors, given.collect), parts


def read_facts(path: Path) -> tuple[dict, dict, dict]:
    """Header, trailer, and what a file of facts has, counted."""
    tags, keys, failures, size, digest, last = Counter(), [], [], 0, hashlib.sha256(), b""
    with open(path, "rb") as file:
        header = file.readline(LONGEST_LINE)
        file.seek(0)
        for line in file:
            if line.startswith(b"#"):
                last = line
                break
            tags[line[:2]] += 1
            digest.update(line)
            size += len(line)
            if line.startswith((b"r\t", b"x\t")):
                keys.append(line.rstrip(b"\n").split(b"\t")[1])
            if line.startswith(b"x\t"):
                failures.append(line.decode(errors="replace").rstrip("\n").split("\t")[1:])
        if file.read(1) or not last.endswith(b"\n"):
            raise Refused("the trailer is missing or is not the last line")
    found = {"in": len(keys), "out": tags[b"r\t"], "failed": len(failures), "commits": tags[b"c\t"], "lines": tags.total(),
             "bytes": size, "sha256": digest.hexdigest()}
    try:
        return json.loads(header), json.loads(last[1:]), found | {"failures": failures, "repositories": sorted(keys)}
    except ValueError:
        raise Refused("the header or the trailer is damaged") from None


def verify(path: Path, lines: list[bytes], job: Job) -> dict:
    """What a file has, if it agrees with its trailer and with what was asked for; else it is refused whole."""
    header, trailer, found = read_facts(path)
    found["keys"] = keys_of(lines)
    if found.pop("repositories") != sorted(line.split(b"\t")[0] for line in lines):
        raise Refused("the repositories are not those of the list")
    for name in ("in", "out", "failed", "commits", "lines", "bytes", "keys", "sha256"):
        if trailer.get(name) != found[name]:
            raise Refused(f"the trailer has {name} {trailer.get(name)}, and the file {found[name]}")
    for name, value in {"format": "commit-facts", "assay": job.version, "observed_at": job.observed_at}.items():
        if header.get(name) != value:
            raise Refused(f"the header has {name} {header.get(name)}, expected {value}")
    return found


def version_of(program: str) -> str:
    try:
        done = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"none ({error})"
    return done.stdout.strip() or f"none (exit {done.returncode})"


def run_program(lines: list[bytes], job: Job, mirrors: str, made: Path) -> None:
    """Pipes a partition through the program. Nothing of it outlives the deadline, nor the worker that started it."""
    header = {"protocol": "assay-partition", "version": 1, "job": "commits", "observed_at": job.observed_at}
    command = ["setpriv", "--pdeathsig", "KILL", job.program, "partition", "commits", "--mirrors", mirrors]
    with open(made, "wb") as file:
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, stderr=subprocess.PIPE, start_new_session=True)
        try:
            _, errors = child.communicate(json.dumps(header).encode() + b"\n" + b"".join(lines), timeout=job.deadline)
        except subprocess.TimeoutExpired:
            raise Refused(f"not done after the --deadline of {job.deadline:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    if child.returncode:
        raise Refused(f"exit {child.returncode}: " + (errors.decode(errors="replace").strip().splitlines() or ["no message"])[-1])


def earlier(lines: list[bytes], job: Job, host: str) -> dict | None:
    """What a partition has in OUT from before, if it is whole."""
    try:
        return verify(Path(job.out, f"part-{keys_of(lines)}.facts"), lines, job) | {"attempt": "earlier", "host": host}
    except (FileNotFoundError, Refused):
        return None


def count(lines: list[bytes], job: Job, attempt: str) -> dict:
    """The work of a task: a verified file in OUT, and a few words about it. What fails is raised: the engine tries again."""
    keys, host = keys_of(lines), os.environ.get("SPARK_LOCAL_IP") or socket.gethostname()
    final, made = Path(job.out, f"part-{keys}.facts"), Path(job.out, f".part-{keys}-{attempt}")
    try:
        if not job.collect and (found := earlier(lines, job, host)):
            return found
        if (version := version_of(job.program)) != job.version:
            raise Refused(f"assay is {version} here and {job.version} where the job was started; install the same")
        with tempfile.TemporaryDirectory(prefix="assay-", dir=job.mirrors) as place:
            made = Path(place, "facts") if job.collect else made
            run_program(lines, job, place, made)
            result = verify(made, lines, job) | {"attempt": attempt, "host": host}
            if not job.collect:
                os.replace(made, final)
            elif result["bytes"] > LARGEST_COLLECTED:
                raise Refused("has more than 64 MiB, the most that --collect moves; use a shared folder or more --partitions")
            else:
                result["content"] = made.read_bytes()
        return result
    except (Refused, OSError) as error:
        raise Refused(f"partition {keys[:16]} ({len(lines)} repositories) on {host}: {error}") from None
    finally:
        with contextlib.suppress(OSError):
            made.unlink()


def finish(results: list[dict], job: Job, parts: list[list[bytes]]) -> None:
    """Writes what is there and what is missing: manifest.json, failed.tsv, and again.tsv, a list for another run."""
    out, places = Path(job.out), dict(line.decode(errors="replace").rstrip("\n").split("\t") for part in parts for line in part)
    for result in results:
        if "content" in result:
            replace(out / f"part-{result['keys']}.facts", result.pop("content"))
    if not results:  # the job failed, and what it has done is in OUT alone
        results = [found for part in parts if (found := earlier(part, job, socket.gethostname()))]
    done = {result["keys"] for result in results}
    missing = [{"keys": keys_of(part), "in": len(part), "first": part[0].decode(errors="replace").split("\t")[0]}
               for part in parts if keys_of(part) not in done]
    failures = sorted(failure for result in results for failure in result.pop("failures"))
    sums = {name: sum(result[name] for result in results) for name in ("in", "out", "failed", "commits", "bytes")}
    if sums["in"] != len(places) and not missing:
        raise Incomplete(f"{out}: {sums['in']} repositories counted or failed, and the list has {len(places)}; run it again")
    again = [f"{key}\t{places[key]}\n" for key, _, when, *_ in failures if when == "again"]
    replace(out / "again.tsv", "".join(again).encode())
    replace(out / "failed.tsv", "".join("\t".join(failure) + "\n" for failure in failures).encode())
    about = {"assay": job.version, "observed_at": job.observed_at, "complete": not missing, **sums,
             "again": len(again), "missing": missing, "partitions": sorted(results, key=lambda result: result["keys"])}
    replace(out / "manifest.json", json.dumps(about, indent=1).encode() + b"\n")
    for left in out.glob(".part-*"):
        left.unlink(missing_ok=True)
    old = sum(result["attempt"] == "earlier" for result in results)
    print(f"{out}: {len(results)} of {len(parts)} partitions ({old} of an earlier run), {sums['out']} of {len(places)} "
          f"repositories, {sums['commits']} commits; {len(failures)} could not be counted, {len(again)} of them for now")
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
