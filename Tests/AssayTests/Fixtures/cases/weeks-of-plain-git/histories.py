"""Writes three repositories: branches that are released together, merges by a bot, and work that is picked again."""
import random
import subprocess

PEOPLE = [
    "Ann <ann@x.org>", "Ben Lee (aider) <ben@y.org>", "Cat <3+cat@users.noreply.github.com>", "C <CAT@users.noreply.github.com>",
    "Claude <noreply@anthropic.com>", "dependabot[bot] <4+dependabot[bot]@users.noreply.github.com>", "Dan <DAN@z.org>",
]  # fmt: skip
BORS = "bors <bors@bors.tech>"


def write(kind):
    dice, stream, works = random.Random(kind), [], []
    mark, now = 0, 1_690_000_000

    def commit(parents, author=None, written=None, subject=None, helpers=()):
        nonlocal mark, now
        mark, now = mark + 1, now + dice.randint(600, 90_000)
        author, subject = author or dice.choice(PEOPLE), subject or f"work {mark}"
        written = written or now - dice.randint(0, 20) * 86_400
        text = "\n".join([subject, ""] + [f"Co-authored-by: {name}" for name in helpers])
        stream.append(f"commit refs/heads/all\nmark :{mark}\nauthor {author} {written} +0000\ncommitter C <c@x> {now} +0000")
        stream.append(f"data {len(text)}\n{text}")
        stream.extend(f"{'merge' if place else 'from'} :{parent}" for place, parent in enumerate(parents))
        stream.append("")
        if len(parents) < 2:
            works.append((author, written, subject))
        return mark

    main = develop = commit([])
    for round in range(40):
        branches = []
        for _ in range(dice.randint(1, 3)):
            tip = develop
            for _ in range(dice.randint(1, 6)):
                work = dice.choice(works) if kind == "picks" and dice.random() < 0.3 else (None, None, None)
                tip = commit([tip], *work, helpers=dice.sample(PEOPLE, dice.choice([0, 0, 1, 3])))
            branches.append(tip)
        for tip in branches:
            if kind == "releases":
                develop = commit([develop, tip], helpers=dice.sample(PEOPLE, 1))
            elif kind == "bors":
                main = develop = commit([main, tip], BORS, helpers=dice.sample(PEOPLE, 2))
            else:
                main = develop = commit([main, tip]) if dice.random() < 0.5 else tip
        if kind == "releases" and round % 7 == 6:
            main = commit([main, develop])
    stream.append(f"reset refs/heads/main\nfrom :{main}\n")
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch", "main", kind], check=True)
    subprocess.run(["git", "-C", kind, "fast-import", "--quiet", "--force"], input="\n".join(stream).encode(), check=True)


for kind in ("releases", "bors", "picks"):
    write(kind)
