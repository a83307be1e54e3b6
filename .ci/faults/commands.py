"""The commands that are hurt: what each makes of a scene, and what has to hold of one that was hurt at any moment."""
import os
import re
import time

import records
from scene import CHOSEN, DONE, FACTS, differing

# Where each command begins, its words, and the commands that lead to the states between its first and its last one.
COMMANDS = {
    "run": ("base", ["run", "pipeline.yaml", "--quiet"], [["load", "coins", "coins.csv"], ["load", "market", "market.csv"]]),
    "first run": (
        "bare",
        ["run", "pipeline.yaml", "--quiet"],
        [["load", "coins", "coins.csv"], ["load", "market", "market.csv"], ["load", "commits", "commits.csv"]],
    ),
    "load": ("base", ["load", "market", "market.csv"], []),
    "forget": ("base", ["store", "forget", "3"], []),
    "backup": ("base", ["store", "backup", "copy.sqlite", "--force"], []),
    "compact": ("base", ["store", "compact"], []),
    "publish": ("base", ["store", "publish", "--output", "tables/published.db"], []),
    "export": ("base", ["export", "tables"], []),
    "watch add": ("base", ["watch", "add", "coin2", "coin3", "--note", "new"], []),
    "first watch add": ("bare", ["watch", "add", "coin2", "--list", "other"], []),
    "portfolio add": ("base", ["portfolio", "add", "buy", "coin2", "1.5", "--price", "3", "--time", "2023-01-01"], []),
    "portfolio import": ("base", ["portfolio", "import", "trades.csv"], []),
}

# A failure names what and why, and a next step; never a draft that is gone, nor what has nothing to do with it.
EXPLAINED = r"assay: error: .{30,}; .{10,} \[[a-z-]+\]"
MISLEADING = r"not an error|load something first|\.assay-store-"


class Command:
    """A command, unhurt: how many calls it makes, and the states that it may leave."""

    def __init__(self, name, scene, before=lambda folder: None, is_recorded=True):
        self.name = name
        self.base, self.words, stages = COMMANDS[name]
        scene.copy(self.base, "new")
        before(scene.path("new"))
        start = time.monotonic()
        if is_recorded:
            self.record(scene)
        else:
            self.do(scene, self.words)
        self.took = time.monotonic() - start
        self.after = scene.has("new")
        # Not every command does nothing the second time: an entry by hand is there twice, a load is forgotten once.
        self.refusal, _, _ = scene.run(self.words, "new")
        self.twice = scene.has("new")
        scene.copy(self.base, "new")
        self.before = scene.has("new")
        self.between = []
        for words in stages:
            self.do(scene, words)
            self.between.append({**self.before, **scene.has("new")})

    def record(self, scene):
        log = scene.path("log")
        self.do(scene, self.words, scene.under("new", log=log))
        self.recorded = list(records.read(log))
        self.calls = [call.kind for call in self.recorded]
        os.remove(log)
        self.left = scene.tree("new")

    def do(self, scene, words, environment=None):
        code, _, errors = scene.run(words, "new", environment)
        if code not in DONE:
            raise SystemExit(f"assay {' '.join(words)}: exit {code}: {errors}")

    def hurt(self, scene, kind, number, messages):
        """Hurts one call; counts what the command said."""
        when = f"{self.name}, {kind} at call {number} of {len(self.calls)} ({self.calls[number - 1]})"
        scene.copy(self.base, "hurt")
        code, _, errors = scene.run(self.words, "hurt", scene.under("hurt", at=number, kind=kind))
        if code != (-9 if kind == "kill" else code) or kind != "kill" and code not in CHOSEN:
            scene.fail(f"{when}: exit {code}: {errors[-300:]!r}")
        first = next((line for line in errors.splitlines() if line.startswith("assay: error")), "")
        if kind != "kill" and code not in DONE:
            if not re.fullmatch(EXPLAINED, first) or re.search(MISLEADING, first):
                scene.fail(f"{when}: exit {code} is explained by {errors[-300:]!r}")
            text = f"{self.name}: " + re.sub(r"-?\d+", "N", first)
            messages.setdefault(text, []).append(f"{kind} {number}{self.calls[number - 1]}")
        self.judge(scene, f"{when}: exit {code}", kind != "kill" and code in DONE)

    def judge(self, scene, when, done):
        """Looks at what a command left that was hurt, which may have ended as done, and does it again."""
        self.again(scene, when, self.look(scene, when, done))

    def look(self, scene, when, done):
        """What a command left that was hurt: all of it sound, each part the old or the new one."""
        scene.sound("hurt", when)
        parts = scene.has("hurt")
        states = [self.after] if done else [self.before, self.after] + self.between
        for name in differing(parts, *states):
            scene.fail(f"{when}: {name} is " + ("not the new one" if done else "neither old nor new"))
        return parts

    def stage(self, parts):
        """How far the store came: the number of the last state that has its facts."""
        states = [self.before] + self.between + [self.after]
        return max((n for n, state in enumerate(states) if state.get(FACTS) == parts.get(FACTS)), default=-1)

    def again(self, scene, when, parts):
        """Does a command again that left these parts: it has to end in the new state, with nothing left behind."""
        code, _, errors = scene.run(self.words, "hurt")
        is_done = not differing(parts, self.after)
        if code not in DONE and not (is_done and code == self.refusal):
            scene.fail(f"{when}: again: exit {code}: {errors[-300:]!r}")
        again = scene.has("hurt")
        for name in differing(again, self.after, self.twice if is_done else self.after):
            scene.fail(f"{when}: again: {name} is other than after an unhurt command")
        left = scene.remains("hurt")
        if left:
            scene.fail(f"{when}: again: left {left}")
        scene.sound("hurt", when + ": again")
