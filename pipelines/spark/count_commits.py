#!/usr/bin/env python3
"""Counts the commits of a list of repositories over Spark, a file of commit facts for each partition.

    count_commits.py list.tsv OUT --observed-at 2024-03-24 --local
    assay load commits OUT/part-*.facts

The same command again takes what is missing.
"""
import sys

from commits import CountCommits
from engine import run

if __name__ == "__main__":
    sys.exit(run("count_commits.py", "Counts the commits of a list of repositories", CountCommits))
