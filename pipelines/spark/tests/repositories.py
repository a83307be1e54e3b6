"""Repositories for trials, the same bytes for the same number: small ones, one of 150,000 commits, and hostile ones."""
import os
import random
import subprocess
from pathlib import Path

FIRST = 1_672_531_200  # 1 Jan 2023
NAMES = ["Ada", "Grace Hopper", "Müller", "李雷", "O'Neil", "dependabot[bot]", "Kim", "x\ty"]
MAILMAP = "Ada Lovelace <ada@example.org> <user0@example.org>\n"


def history(number, commits):
    """A stream of `git fast-import`: some merges, some authors more than once, a `.mailmap` in every seventh."""
    draw, when = random.Random(number), FIRST + number
    for mark in range(1, commits + 1):
        when += draw.randrange(60, 400_000 if commits < 1000 else 400)
        person = draw.randrange(len(NAMES))
        author = f"{NAMES[person].replace(chr(9), ' ')} <user{person}@example.org>"
        subject = f"Change {mark} of {number} — é"
        yield f"commit refs/heads/master\nmark :{mark}\nauthor {author} {when - draw.randrange(3600)} +0200\n" \
              f"committer {author} {when} +0000\ndata {len(subject.encode())}\n{subject}\n"
        if mark > 3 and draw.random() < 0.1:
            yield f"from :{mark - 1}\nmerge :{mark - 3}\n"
        if mark == 1 and number % 7 == 0:
            yield f"M 644 inline .mailmap\ndata {len(MAILMAP)}\n{MAILMAP}\n"


def make(path, key, number, commits):
    for folder in ("objects", "refs/heads"):
        (path / folder).mkdir(parents=True)
    (path / "HEAD").write_text("ref: refs/heads/master\n")
    (path / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = true\n[fastimport]\n\tunpackLimit = 1\n"
                                 f'[remote "origin"]\n\turl = https://github.com/{key}\n')
    subprocess.run(["git", "-C", path, "fast-import", "--quiet"], input="".join(history(number, commits)).encode(), check=True,
                   env=os.environ | {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(path)}, timeout=300)
    return path


def small(folder, count, most=40):
    """Lines of a list of repositories with 3 to so many commits; names of folders have what a shell or a reader of options would take for something else."""
    odd = ["plain", "two words", "quote'd", "$(touch hurt)", "-rf", "semi;colon", "back\\slash", "star*"]
    keys = [f"owner{number % 17}/Repo-{number:05}" for number in range(count)]
    return [f"{key}\t{make(folder / f'{odd[number % len(odd)]} {number:05}', key, number, random.Random(number).randrange(3, most))}\n"
            for number, key in enumerate(keys)]


def plain(folder, count):
    """Names and folders of repositories that a server can give out."""
    return [(f"net{number % 3}/repo-{number}", make(folder / f"repo-{number}.git", f"net{number % 3}/repo-{number}", number, 9))
            for number in range(count)]


def giant(folder):
    return [f"giant/giant\t{make(folder / 'giant', 'giant/giant', 1, 150_000)}\n"]


def hostile(folder):
    """Each cannot be counted, and must cost nothing else."""
    def pack(path):
        return next((path / "objects/pack").glob("*.pack"))

    def flip(path):
        content = bytearray(pack(path).read_bytes())
        content[len(content) // 2] ^= 0xFF
        pack(path).chmod(0o644)
        pack(path).write_bytes(content)

    def pipe(path):
        pack(path).unlink()
        os.mkfifo(path / "objects/pack/pack-0.pack")
        (path / "HEAD").unlink()
        os.mkfifo(path / "HEAD")

    def linked(path):
        pack(path).unlink()
        (path / "objects/info").mkdir(exist_ok=True)
        (path / "objects/info/alternates").write_text("/etc\n")

    hurts = {"flipped": flip, "cut": lambda path: os.truncate(pack(path), 40) if not pack(path).chmod(0o644) else None, "pipe": pipe,
             "linked": linked, "headless": lambda path: (path / "refs/heads/master").unlink(),
             "loop": lambda path: (path / "HEAD").write_text("ref: HEAD\n")}
    for name, hurt in hurts.items():
        hurt(make(folder / name, f"hostile/{name}", 5, 30))
    return [f"hostile/{name}\t{folder / name}\n" for name in hurts] + [f"hostile/absent\t{folder / 'absent'}\n"]
