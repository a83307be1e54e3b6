#!/usr/bin/env python3
"""Runs notebooks of this folder on a store and fails when an assertion in them does. They are left unchanged.

Those that are named, or without names those of the preset discovery. With Jupyter's nbclient each one runs in a kernel of its
own; with --plain, or where nbclient is missing, its code cells run in this Python, which needs pandas only, and SciPy for the
one on evidence. They use the module `assay`: the one that is installed, else the one of this clone."""
import argparse
import ast
import importlib.util
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
DISCOVERY = ["discovery", "coin", "moves"]


def run_plain(notebook: Path) -> None:
    """Runs the code cells in order in one namespace and prints what a cell ends with, as a notebook shows it."""
    import pandas

    pandas.set_option("display.width", 120, "display.max_columns", None)
    space = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        name = f"{notebook.name}[{cell['id']}]"
        body = ast.parse("".join(cell["source"]), name).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), name, "exec"), space)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
            if value is not None:
                print(value)


def run_in_kernel(notebook: Path) -> None:
    """Runs it in a Jupyter kernel, in an empty folder, and prints what its last cell printed."""
    import nbclient
    import nbformat

    book = nbformat.read(notebook, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": folder}}).execute()
    print("".join(output.get("text", "") for output in book.cells[-1].outputs), end="")


def main() -> int:
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("store", nargs="?", type=Path, default=Path(os.environ.get("ASSAY_STORE", HERE.parent / "assay.sqlite")),
                     help="the store (default: $ASSAY_STORE, else assay.sqlite beside this folder)")
    cli.add_argument("notebooks", nargs="*", default=DISCOVERY, help="which notebooks, such as coin (default: those of discovery)")
    cli.add_argument("--plain", action="store_true", help="without Jupyter: plain Python and pandas")
    options = cli.parse_args()
    if importlib.util.find_spec("pandas") is None:
        print("run.py: pandas is missing; install it with: pip install pandas", file=sys.stderr)
        return 1
    if not options.store.is_file():
        print(f"run.py: {options.store}: not a store; make one with: assay run", file=sys.stderr)
        return 1
    notebooks = [HERE / f"{name}.ipynb" for name in options.notebooks]
    for notebook in notebooks:
        if not notebook.is_file():
            print(f"run.py: there is no notebook {notebook.stem}", file=sys.stderr)
            return 1
    os.environ["ASSAY_STORE"] = str(options.store.resolve())
    if importlib.util.find_spec("assay") is None:
        # For this process and for kernels.
        sys.path.append(str(HERE.parent / "python"))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), sys.path[-1]]))
    plain = options.plain
    if not plain and not all(map(importlib.util.find_spec, ("nbclient", "ipykernel"))):
        print("run.py: nbclient or ipykernel is missing; the cells run in plain Python", file=sys.stderr)
        plain = True
    for notebook in notebooks:
        try:
            (run_plain if plain else run_in_kernel)(notebook)
        except Exception:
            traceback.print_exc()
            print(f"run.py: {notebook.name} failed", file=sys.stderr)
            return 1
        print(f"{notebook.name}: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
