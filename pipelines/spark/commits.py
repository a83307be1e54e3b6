"""The job that counts the commits of a list of repositories: a file of commit facts for each part of the list."""
import hashlib
import json
import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from partitions import LONGEST_LINE, Job, Refused, expect, keys_of, lines_of

KEY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+")


@dataclass(frozen=True, kw_only=True)
class CountCommits(Job):
    observed_at: str
    mirrors: str | None = None
    budget_each: int | None = None

    begins, ends, sums = "part", ".facts", ("out", "failed", "commits", "bytes")
    list_help = "lines `key TAB place`: owner/name, and the path of its clone or its address"

    @staticmethod
    def options(cli: ArgumentParser) -> None:
        cli.add_argument("--observed-at", required=True, metavar="DATE", help="as in `assay load commits`; the same in every attempt")
        cli.add_argument("--partitions", type=int, metavar="N", help="default: 4 a core, with at least 200 repositories each")
        cli.add_argument("--mirrors", metavar="FOLDER", help="where workers mirror addresses (default: their folder of temporary files)")
        cli.add_argument("--budget-each", type=int, metavar="MIB", help="the most MiB of disk for one mirror (default: that of assay)")

    @staticmethod
    def more(given: Namespace) -> dict:
        return {"observed_at": given.observed_at, "mirrors": given.mirrors, "budget_each": given.budget_each}

    @staticmethod
    def read(path: str) -> list[bytes]:
        """The lines of a list in byte order, each with its LF. Keys are compared without case, as hosts compare them."""
        lines = lines_of(path)
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

    @staticmethod
    def cut(lines: list[bytes], given: Namespace, cores: int) -> list[list[bytes]]:
        """Parts that depend on keys and their number alone; Python's own hash differs from process to process."""
        count = given.partitions or max(1, min(4 * cores, len(lines) // 200))
        parts: list[list[bytes]] = [[] for _ in range(count)]
        for line in lines:
            key = line.split(b"\t")[0].lower()
            parts[int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % count].append(line)
        return [part for part in parts if part]

    def words(self, lines: list[bytes]) -> str:
        return f"partition {keys_of(lines)[:16]} ({len(lines)} repositories)"

    def name(self, line: bytes) -> str:
        return line.decode(errors="replace").split("\t")[0]

    def said(self) -> dict:
        return {"observed_at": self.observed_at}

    def call(self, lines: list[bytes]) -> tuple[list[str], bytes]:
        header = {"protocol": "assay-partition", "version": 1, "job": "commits", "observed_at": self.observed_at}
        limits = {"--mirrors": self.mirrors, "--budget-each": self.budget_each}
        words = ["partition", "commits", *(word for name, value in limits.items() if value for word in (name, str(value)))]
        return words, json.dumps(header).encode() + b"\n" + b"".join(lines)

    def verify(self, path: Path, lines: list[bytes]) -> dict:
        """What a file has, if it agrees with its trailer and with what was asked for; else it is refused whole."""
        header, trailer, found = read_facts(path)
        if found.pop("repositories") != sorted(line.split(b"\t")[0] for line in lines):
            raise Refused("the repositories are not those of the list")
        expect("trailer", trailer, {name: found[name] for name in found if name != "failures"} | {"keys": keys_of(lines)})
        expect("header", header, {"format": "commit-facts", "assay": self.version, "observed_at": self.observed_at})
        return found

    def lists(self, results: list[dict], parts: list[list[bytes]]) -> dict[str, str]:
        """failed.tsv, and again.tsv, a list for another run."""
        failures = sorted(failure for result in results for failure in result.pop("failures"))
        places = dict(line.decode(errors="replace").rstrip("\n").split("\t") for part in parts for line in part)
        again = [f"{key}\t{places[key]}\n" for key, _, when, *_ in failures if when == "again"]
        return {"failed.tsv": "".join("\t".join(failure) + "\n" for failure in failures), "again.tsv": "".join(again)}


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
