"""Assay from Python: runs the program and reads its tables.

    import assay

    assay.demo("try-assay")
    assay.run("try-assay/pipelines/discovery.yaml", store="mine.sqlite")
    table = assay.rank(store="mine.sqlite", top=20)          # a pandas.DataFrame
    rows = assay.records.rank(store="mine.sqlite", top=20)   # dictionaries, without pandas

Nothing is computed here: each number is the program's, digit for digit, and a missing value is missing. A command that
fails raises `AssayError` with the exit code and the identifier of the message.
"""
from __future__ import annotations

import os

from ._commands import Commands, Path, Records, frame, schema
from ._program import AssayError, Diagnostic, StoreBusy, StoreDamaged, UsageError, __version__, call, program, version

__all__ = [
    "AssayError", "Diagnostic", "Records", "StoreBusy", "StoreDamaged", "UsageError", "__version__", "coin", "compare", "demo",
    "evaluate", "export", "find", "program", "rank", "records", "run", "schema", "screen", "sql", "version", "why",
]

#: The same commands with rows as dictionaries.
records = Commands(lambda rows: rows)

_frames = Commands(frame)
rank = _frames.rank
coin = _frames.coin
why = _frames.why
compare = _frames.compare
find = _frames.find
evaluate = _frames.evaluate
screen = _frames.screen
sql = _frames.sql


def run(definition: Path = "pipelines/discovery.yaml", *, cwd: Path | None = None, **options: object) -> int:
    """Runs a pipeline. Returns 0, or 4 where some inputs were refused or left out; any other end raises `AssayError`."""
    return call(["run"], [os.fspath(definition)], options, accept=(0, 4), cwd=cwd)[0]


def demo(folder: Path) -> None:
    """Creates a folder with sample data, pipelines and screens."""
    call(["demo"], [os.fspath(folder)])


def export(folder: Path, *, store: Path | None = None, **options: object) -> None:
    """Writes tables as CSV files with a description of their columns: the ranking, all weeks of all coins, and more."""
    call(["export"], [os.fspath(folder)], {"store": store, **options})
