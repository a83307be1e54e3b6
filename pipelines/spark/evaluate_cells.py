#!/usr/bin/env python3
"""Works out a grid of evaluations of one store over Spark, a file for each cell.

    evaluate_cells.py grid.txt OUT --store mine.sqlite --local
    assay evaluate --from-cells OUT/cell-*.cell --store mine.sqlite

The same command again takes what is missing.
"""
import sys

from cells import EvaluateCells
from engine import run

if __name__ == "__main__":
    sys.exit(run("evaluate_cells.py", "Works out a grid of evaluations of one store", EvaluateCells))
