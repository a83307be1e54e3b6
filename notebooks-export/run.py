#!/usr/bin/env python3
"""Runs notebooks of this folder on an export and fails when an assertion in them does. They are left unchanged.

Those that are named, or without names those of the preset discovery; of these, one whose tables the export lacks is
skipped and reported.

With Jupyter's nbclient each one runs in a kernel of its own; with --plain, or where nbclient is missing, its code cells
run in this Python, which needs pandas only, and SciPy for the one on evidence."""
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

# The notebooks of the preset discovery and of others with the tables that they read, and what makes these tables.
DISCOVERY = {"discovery": ["ranking.csv"], "coin": ["ranking.csv", "weekly.csv"], "moves": ["ranking.csv", "weekly.csv"]}
OWN = {"evidence": ["evidence.csv", "panel.csv"]}
MADE_BY = {"ranking.csv": "assay run", "weekly.csv": "assay export out/tables",
           "evidence.csv": "assay evaluate --force --output evidence.csv --panel panel.csv",
           "panel.csv": "assay evaluate --force --output evidence.csv --panel panel.csv"}


def has(export: Path, table: str) -> bool:
    """Whether an export has a table, in its folder or in `tables` below it."""
    return any((folder / table).is_file() for folder in (export, export / "tables"))


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
    cli.add_argument("export", nargs="?", type=Path, default=Path(os.environ.get("ASSAY_EXPORT", HERE.parent / "out")),
                     help="folder with ranking.csv (default: $ASSAY_EXPORT, else out beside this folder)")
    cli.add_argument("notebooks", nargs="*", help="which notebooks, such as coin (default: those of discovery)")
    cli.add_argument("--plain", action="store_true", help="without Jupyter: plain Python and pandas")
    options = cli.parse_args()
    if importlib.util.find_spec("pandas") is None:
        print("run.py: pandas is missing; install it with: pip install pandas", file=sys.stderr)
        return 1
    notebooks = []
    for name in options.notebooks or DISCOVERY:
        missing = [table for table in (DISCOVERY | OWN).get(name, ["ranking.csv"]) if not has(options.export, table)]
        if not (HERE / f"{name}.ipynb").is_file():
            print(f"run.py: there is no notebook {name}", file=sys.stderr)
            return 1
        if not missing:
            notebooks.append(HERE / f"{name}.ipynb")
            continue
        print(f"{name}.ipynb: {'not run' if options.notebooks else 'skipped'}, {options.export} has no {missing[0]}; "
              f"make it with: {MADE_BY[missing[0]]}", file=sys.stderr)
        if options.notebooks:
            return 1
    if not notebooks:
        return 1
    os.environ["ASSAY_EXPORT"] = str(options.export.resolve())
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
