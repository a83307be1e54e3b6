#!/usr/bin/env python3
"""Counts the commits of a list of repositories over Dask, as count_commits.py does over Spark.

    dask_count.py list.tsv OUT --observed-at 2024-03-24 --local
"""
import contextlib
import sys
import uuid

from dask.distributed import Client, LocalCluster

import commits
import partitions


def main():
    cli = partitions.options("dask_count.py", "Counts the commits of a list of repositories over Dask.", commits.CountCommits)
    cli.add_argument("--scheduler", metavar="ADDRESS", help="as tcp://host:8786")
    given = cli.parse_args()
    try:
        lines = commits.CountCommits.read(given.list)
        with contextlib.ExitStack() as stack:
            address = given.scheduler or stack.enter_context(LocalCluster(
                n_workers=given.local or 2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None))
            client = stack.enter_context(Client(address, timeout=60))
            client.wait_for_workers(given.local or 1, timeout=60)
            for module in (partitions, commits):
                client.upload_file(module.__file__)
            job, parts = partitions.begin(commits.CountCommits, given, lines, sum(client.nthreads().values()))
            tasks = [client.submit(partitions.work, part, job, uuid.uuid4().hex, retries=3, pure=False) for part in parts]
            partitions.finish(client.gather(tasks), job, parts)
    except Exception as error:  # Dask's of many kinds
        return partitions.fail(cli.prog, error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
