"""Runs the program, and makes errors of its messages."""
from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: The version of the program that this module reads; another patch of it is read too.
__version__ = "0.1.0"


@dataclass(frozen=True)
class Diagnostic:
    """A message of the program: `level` is error, warning or note, and `id` stays from version to version."""

    level: str
    id: str
    message: str
    place: str = ""


class AssayError(Exception):
    """A command that failed: its exit code and its messages, in their order."""

    def __init__(self, code: int, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.code, self.diagnostics = code, list(diagnostics)
        super().__init__(code, self.diagnostics)

    @property
    def id(self) -> str:
        """The identifier of the last error; empty if the program ended without one."""
        return next((one.id for one in reversed(self.diagnostics) if one.level == "error"), "")

    def __str__(self) -> str:
        errors = [f"{one.place}: {one.message} [{one.id}]".removeprefix(": ") for one in self.diagnostics if one.level == "error"]
        return "; ".join(errors) or f"assay ended with {self.code}"


class UsageError(AssayError):
    """An option, a column or a name is wrong (exit code 2)."""


class StoreBusy(AssayError):
    """Another process uses the store (exit code 6); the option `wait` says how many seconds to try."""


class StoreDamaged(AssayError):
    """The store is damaged (exit code 7)."""


def program() -> str:
    """The path of the program: `$ASSAY_PROGRAM`, else the one in this package, else `assay` of `$PATH`."""
    inside = Path(__file__).resolve().parent / "_prefix" / "bin" / "assay"
    found = os.environ.get("ASSAY_PROGRAM") or (str(inside) if inside.exists() else shutil.which("assay"))
    if not found:
        raise _own("no-program", "not found; install Assay, or name it by ASSAY_PROGRAM", "assay")
    return found


def _own(identifier: str, message: str, place: str) -> AssayError:
    """An error of this module, for which no command was run."""
    return AssayError(1, [Diagnostic("error", identifier, message, place)])


def version() -> str:
    """The version of the program; raises `AssayError` with `version-differs` where this module does not read it."""
    return _version(program())


@functools.lru_cache(maxsize=None)
def _version(path: str) -> str:
    try:
        text = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise _own("no-program", f"does not run ({error}); install Assay, or name it by ASSAY_PROGRAM", path) from error
    wanted = __version__.rpartition(".")[0]
    if text.rpartition(".")[0] != wanted:
        raise _own("version-differs", f"is version '{text}', and this module reads {wanted}; install both in one version", path)
    return text


def _diagnostic(line: str) -> Diagnostic:
    try:
        return Diagnostic(**json.loads(line))
    except (ValueError, TypeError):
        # Not the program's own message; it is shown rather than lost.
        return Diagnostic("error", "unread-message", line)


def _words(options: Mapping[str, Any]) -> Iterable[str]:
    """Options in one word each, so that no value is taken for an option: True is a flag, a list repeats the option."""
    for name, value in options.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None and one is not False:
                yield "--" + name.replace("_", "-") + ("" if one is True else f"={one}")


def call(
    command: list[str], names: Iterable[str] = (), options: Mapping[str, Any] | None = None, *, accept: Iterable[int] = (0,),
    cwd: str | os.PathLike[str] | None = None,
) -> tuple[int, str, list[Diagnostic]]:
    """Runs a command, without a shell; returns exit code, output and messages. Names come last, where nothing is an option."""
    version()
    words = [program(), *command, *_words(options or {}), "--errors=json", "--", *names]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, cwd=cwd)
    # Where a signal ended it, the code is that of a shell.
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    messages = [_diagnostic(line) for line in done.stderr.decode("utf-8", "replace").splitlines()]
    if code not in accept:
        raise {2: UsageError, 6: StoreBusy, 7: StoreDamaged}.get(code, AssayError)(code, messages)
    return code, done.stdout.decode("utf-8"), messages
