"""The job that works out a grid of evaluations of one store: a file of `assay evaluate --cell` for each line of options."""
import hashlib
import json
import re
import shlex
import subprocess
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

from partitions import Job, Refused, expect, keys_of, lines_of

OURS = ("--cell", "--from-cells", "--store")


@dataclass(frozen=True, kw_only=True)
class EvaluateCells(Job):
    store: str
    content: str

    begins, ends, sums = "cell", ".cell", ("trials", "bytes")
    list_help = "lines of options of `assay evaluate`, each a cell, written as for a shell"

    @staticmethod
    def options(cli: ArgumentParser) -> None:
        cli.add_argument("--store", required=True, metavar="FILE", help="the store, or a copy of it on each worker under this path")

    @staticmethod
    def more(given: Namespace) -> dict:
        store = str(Path(given.store).absolute())
        return {"store": store, "content": content_of(given.program, store)}

    @staticmethod
    def read(path: str) -> list[bytes]:
        """The lines of a list in byte order, each with its LF."""
        first: dict[str, int] = {}
        for number, line in enumerate(lines_of(path), 1):
            try:
                words = shlex.split(line.decode())
            except ValueError as error:
                raise Refused(f"{path}:{number}: not options as for a shell: {error}") from None
            if taken := [word for word in words if word.split("=")[0] in OURS]:
                raise Refused(f"{path}:{number}: leave out {taken[0]}, which is set for each cell")
            if (known := first.setdefault(shlex.join(words), number)) != number:
                raise Refused(f"{path}:{number}: the cell is in line {known} too; remove one of both lines")
        if not first:
            raise Refused(f"{path}: has no lines, so nothing can be worked out; write the options of a cell in each line")
        return sorted(line.encode() + b"\n" for line in first)

    @staticmethod
    def cut(lines: list[bytes], given: Namespace, cores: int) -> list[list[bytes]]:
        return [[line] for line in lines]

    def words(self, lines: list[bytes]) -> str:
        return f"cell {keys_of(lines)[:16]} ({self.name(lines[0])})"

    def name(self, line: bytes) -> str:
        return line.decode().rstrip("\n") or "no option"

    def said(self) -> dict:
        return {"store": self.content}

    def call(self, lines: list[bytes]) -> tuple[list[str], bytes]:
        return ["evaluate", *shlex.split(lines[0].decode()), "--quiet", "--store", self.store, "--cell", "/dev/stdout"], b""

    def verify(self, path: Path, lines: list[bytes]) -> dict:
        """What a file has, if it agrees with its trailer and is of the store; else it is refused whole."""
        content = path.read_bytes()
        rows = content.splitlines(keepends=True)
        try:
            header, trailer = json.loads(rows[0]), json.loads(rows[-1])
        except (ValueError, IndexError):
            raise Refused("the header or the trailer is missing or damaged") from None
        digest = hashlib.sha256(b"".join(rows[:-1])).hexdigest()
        expect("header", header, {"format": "assay-cell", "assay": self.version, "store": self.content})
        expect("trailer", trailer, {"lines": len(rows) - 2, "sha256": digest})
        return {"cell": self.name(lines[0]), "trials": len(rows) - 2, "bytes": len(content), "sha256": digest}


def content_of(program: str, store: str) -> str:
    """The content digest of a store, which each of its cells has."""
    done = subprocess.run([program, "store", "info", "--store", store], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    if not (found := re.search(r"Content digest ([0-9a-f]{32})", done.stdout)):
        raise Refused(f"{store}: {(done.stderr.strip().splitlines() or ['has no content digest'])[-1]}")
    return found[1]
