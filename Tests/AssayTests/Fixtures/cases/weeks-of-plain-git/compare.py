"""Counts the weeks of a repository from git's own log, by each clock, and says where `assay commits` differs."""
import collections
import csv
import datetime
import subprocess
import sys

COLUMNS = ["commits", "merges", "bots", "developers", "agents", "bot_merges", "commits_by_people", "assisted_commits", "coauthors"]


def kind(name, address):
    if address == "noreply@anthropic.com":
        return "agent"
    return "bot" if name == "bors" or "[bot]" in address else None


def person(address):
    address = address.lower()
    return address.split("+", 1)[1] if address[0].isdigit() and "+" in address else address


def log(repository):
    form = "--format=%x1e%H%x1f%P%x1f%at%x1f%ct%x1f%an%x1f%ae%x1f%s%x1f%(trailers:key=Co-authored-by,valueonly)"
    text = subprocess.run(["git", "-C", repository, "log", "main", form], capture_output=True, text=True, check=True).stdout
    history = {}
    for record in text.split("\x1e")[1:]:
        id, parents, written, committed, name, address, subject, trailers = record.split("\x1f")
        helpers = [line.rstrip(">").split(" <") for line in trailers.split("\n") if line]
        history[id] = (parents.split(), int(written), int(committed), name, address, subject, helpers)
    return history


def landings(history):
    chain = [next(iter(history))]
    while history[chain[-1]][0]:
        chain.append(history[chain[-1]][0][0])
    landed = {}
    for first in reversed(chain):
        open = [first]
        while open:
            id = open.pop()
            if id not in landed:
                landed[id] = history[first][2]
                open += history[id][0]
    return landed


def weeks(history, clock):
    landed, works, table = landings(history), set(), collections.defaultdict(lambda: collections.defaultdict(int))
    people, named = set(), set()
    for id in sorted(history, key=lambda id: (landed[id], id)):
        parents, written, committed, name, address, subject, helpers = history[id]
        day = datetime.date.fromtimestamp({"landing": landed[id], "committer": committed, "author": written}[clock])
        week = str(day - datetime.timedelta((day.weekday() + 1) % 7))
        row, program, is_merge = table[week], kind(name, address), len(parents) > 1
        work = (person(address), written, subject)
        is_twin = not is_merge and work in works
        works.add(work)
        row["commits"] += 1
        row["merges"] += is_merge
        row[f"{program}s"] += 1
        row["bot_merges"] += is_merge and program is not None
        if is_merge or is_twin:
            continue
        if program is None:
            row["commits_by_people"] += 1
            row["assisted_commits"] += "(aider)" in name or any(kind(*helper) == "agent" for helper in helpers)
            people.add((week, person(address)))
        named |= {(week, person(address)) for name, address in helpers if kind(name, address) is None}
    for column, pairs in (("developers", people), ("coauthors", named)):
        for week, _ in pairs:
            table[week][column] += 1
    return table


for repository in sys.argv[1:]:
    history = log(repository)
    for clock in ("landing", "committer", "author"):
        own = weeks(history, clock)
        words = ["assay", "commits", repository, "--by", clock, "--weeks", "0", "--format", "csv", "--quiet"]
        told = csv.DictReader(subprocess.run(words, capture_output=True, text=True).stdout.splitlines())
        rows = {row["week_start"]: [int(row[column]) for column in COLUMNS] for row in told}
        wrong = [week for week in sorted(set(rows) | set(own)) if rows.get(week) != [own[week][column] for column in COLUMNS]]
        sums = ", ".join(f"{sum(row[place] for row in rows.values())} {column}" for place, column in enumerate(COLUMNS))
        print(f"{repository} by {clock}: {len(rows)} weeks, {len(wrong)} differ {wrong[:3]}; {sums}")
