"""A folder with a pipeline, a store, watchlists and a portfolio that faults are tried on, and what has to hold of it.

What a person has: the facts of the store (its content digest), the outputs of runs, the events of alerts, the records of
runs, watchlists, ledgers. Each command of `COMMANDS` takes it from one sound state to another; whatever happens on the
way, each part has to be the old or the new one, as a whole, and the same command again has to end in the new one.
"""
import datetime
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# A run that ranks no coin writes everything all the same.
DONE = (0, 8)
# The part that a load changes.
FACTS = "facts of store.sqlite"
# The ends that a command may choose: no signal, no trap.
CHOSEN = range(0, 9)


def rows(coins, weeks, seed, prices=None):
    """A moving market by weeks: lines of days, and of weeks of commits; the same for the same seed, however long."""
    generator = random.Random(seed)
    market, commits = [], []
    price = [generator.uniform(5, 50) for _ in range(coins)]
    rate = [generator.uniform(1, 30) for _ in range(coins)]
    for week in range(weeks):
        first = day(week * 7)
        for coin in range(coins):
            price[coin] *= generator.lognormvariate(0, 0.2)
            rate[coin] = max(0.2, rate[coin] * generator.lognormvariate(0, 0.3))
            cap, last = round(price[coin] * 1e6), day(week * 7 + 6)
            market.append(f"{last},coin{coin},{price[coin]:.4f},{cap},100000\n")
            count = int(rate[coin])
            commits.append(f"o/coin{coin},{first},{count},{min(count, 1 + count // 4)},{count}\n")
    return market, commits


def day(number):
    """A day counted from a Sunday."""
    return datetime.date(2022, 1, 2) + datetime.timedelta(days=number)


MARKET = "date,coin_id,price_usd,market_cap_usd,volume_usd\n"
COMMITS = "repo,week_start,commits,developers,developer_days\n"
PIPELINE = """store: store.sqlite
out: out
preset: activity
inputs: {coins: coins.csv, market: market.csv, commits: commits.csv}
checks: [{where: price_usd is missing, at-most: 50 %}, {coins-change: 50 %, level: warn}]
alerts: [enters top 3, price_usd crosses below 20, price_usd crosses above 20, dev_change_pct > 20]
outputs: [ranking.csv, ranking.json, ranking.html, ranking.xlsx, {name: few.md, columns: "coin_id,rank,price_usd", top: 3}]
"""
TRADES = "time,type,coin,amount,price\n"


class Scene:
    def __init__(self, products):
        self.folder = tempfile.mkdtemp(prefix="assay-faults-")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("ASSAY_", "FAULT_"))},
            "PATH": os.path.abspath(products) + ":" + os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "ASSAY_STORE": "store.sqlite",
            "ASSAY_PROFILE": "profile",
            "ASSAY_CONFIG": "",
        }
        self.wrong = []

    def fail(self, text):
        self.wrong.append(text)
        print("WRONG", text, flush=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, words, at, environment=None, timeout=600):
        """Runs `assay` in a folder of the scene: exit code, output, errors."""
        done = subprocess.run(
            ["assay"] + words,
            cwd=self.path(at),
            env={**self.environment, **(environment or {})},
            capture_output=True,
            timeout=timeout,
        )
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace").strip()

    def kill(self, words, at, after):
        """Runs `assay` in a process group of its own, which is killed after some seconds: its exit code."""
        command = subprocess.Popen(
            ["assay"] + words,
            cwd=self.path(at),
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            command.wait(after)
        except subprocess.TimeoutExpired:
            os.killpg(command.pid, signal.SIGKILL)
        return command.wait()

    def shim(self):
        """The library that counts and hurts calls, built by the C compiler."""
        library = self.path("shim.so")
        if not os.path.exists(library):
            source = os.path.join(HERE, "shim.c")
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        return library

    def under(self, at, /, **settings):
        """The environment of a command that runs under the shim."""
        names = {"FAULT_" + name.upper(): str(value) for name, value in settings.items()}
        # What SQLite puts aside lies in the folder as well.
        return {"LD_PRELOAD": self.shim(), "FAULT_ROOT": self.path(at), "SWIFT_BACKTRACE": "enable=no", **names}

    # The states between which commands lead.

    def lay(self, at, coins=8, weeks=70, seed=1):
        """A folder in which the pipeline ran once and something is watched and held; its market goes on for a week."""
        self.clear(at)

        def put(name, text):
            with open(self.path(at, name), "w") as file:
                file.write(text)

        put("coins.csv", "id,symbol,name,repos\n" + "".join(f"coin{n},C{n},Coin {n},o/coin{n}\n" for n in range(coins)))
        market, commits = rows(coins, weeks + 1, seed)
        put("market.csv", MARKET + "".join(market[:-coins]))
        put("commits.csv", COMMITS + "".join(commits[:-coins]))
        put("pipeline.yaml", PIPELINE)
        put("trades.csv", TRADES + "".join(f"{day(400 + n)},buy,coin{n % coins},{n + 1}.5,{n + 2}\n" for n in range(12)))
        for words in [
            ["run", "pipeline.yaml", "--quiet"],
            ["watch", "add", "coin1", "--quiet"],
            ["portfolio", "add", "buy", "coin1", "2.5", "--price", "10", "--time", str(day(300)), "--quiet"],
        ]:
            code, _, errors = self.run(words, at)
            if code not in DONE:
                raise SystemExit(f"assay {' '.join(words)}: exit {code}: {errors}")
        put("market.csv", MARKET + "".join(market))
        put("commits.csv", COMMITS + "".join(commits))

    def copy(self, at, to):
        if os.path.exists(self.path(to)):
            shutil.rmtree(self.path(to))
        shutil.copytree(self.path(at), self.path(to), symlinks=True)

    def clear(self, at):
        """Makes the folder an empty one."""
        shutil.rmtree(self.path(at), ignore_errors=True)
        os.mkdir(self.path(at))

    def tree(self, at):
        """The bytes of every file below the folder, by name."""
        found = (os.path.join(folder, name) for folder, _, files in os.walk(self.path(at)) for name in files)
        return {os.path.relpath(path, self.path(at)): content(path) for path in found}

    def bare(self, at, to):
        """The same folder before anything was done in it."""
        self.copy(at, to)
        for name in os.listdir(self.path(to)):
            if name.startswith("store.sqlite") or name in ("out", "profile"):
                place = self.path(to, name)
                shutil.rmtree(place) if os.path.isdir(place) else os.remove(place)

    # What a person has.

    def has(self, at):
        """Each part of what a person has, by name; what is not there is missing, what cannot be read is None."""
        parts = {}
        for name in self.stores(at):
            code, output, _ = self.run(["store", "info", "--store", name], at)
            parts["facts of " + name] = digest_in(output) if code == 0 else None
            events = content(self.path(at, name + ".alerts.ndjson"))
            if events is not None:
                parts["alerts of " + name] = b"".join(sorted(events.splitlines(keepends=True)))
        for name in ["out", "profile", "tables"]:
            for folder, _, files in os.walk(self.path(at, name)):
                places = [os.path.join(folder, file) for file in files if file[0] != "." and file != "run.json"]
                parts.update((os.path.relpath(place, self.path(at)), content(place)) for place in places)
        return parts

    def stores(self, at):
        return sorted(name for name in os.listdir(self.path(at)) if name.endswith(".sqlite") and name[0] != ".")

    def sound(self, at, when):
        """Says what of stores, records of runs, lists and ledgers is not whole."""
        questions = [["store", "check", "--store", name] for name in self.stores(at)]
        for words in questions + [["runs", "list"], ["watch", "list"], ["portfolio", "activity"]]:
            code, _, errors = self.run(words, at)
            if code not in DONE or "warning" in errors:
                self.fail(f"{when}: {' '.join(words)}: exit {code}: {errors[:300]!r}")
        record = content(self.path(at, "out", "run.json"))
        try:
            json.loads(record or b"{}")
        except ValueError:
            self.fail(f"{when}: out/run.json is no JSON")

    def remains(self, at):
        """Files that no command leaves when it ends."""
        found = []
        for folder, folders, names in os.walk(self.path(at)):
            for name in folders + names:
                if name not in (".lock", ".assay") and (name.startswith(".") or name.endswith(("-journal", "-wal", "-shm"))):
                    found.append(os.path.relpath(os.path.join(folder, name), self.path(at)))
        return found

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.wrong:
            raise SystemExit(f"{len(self.wrong)} wrong")


def content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def digest_in(text):
    """The content digest that `store info` shows."""
    found = re.search(r"sha256:[0-9a-f]+", text)
    return found and found.group()


def differing(parts, *states):
    """The parts that none of some states has."""
    names = set(parts).union(*states)
    return {name for name in names if all(parts.get(name) != state.get(name) for state in states)}
