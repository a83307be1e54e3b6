"""What trials of the drivers have in common: a place with repositories, the program, what is run, and what came out."""
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
AT, MARK = "2024-03-24", f"ASSAY_SPARK_TRIAL={uuid.uuid4()}"
HEADER = '{"protocol":"assay-partition","version":1,"job":"commits","observed_at":"' + AT + '"}\n'
FIXTURES = HERE.parents[2] / "Tests/GitWorkerTests/Fixtures"
CERTIFICATE = str(FIXTURES / "loopback-certificate.pem")


def blocks(files):
    """What files have between header and trailer, by key."""
    found = {}
    for file in files:
        for line in Path(file).read_bytes().splitlines(keepends=True)[1:-1]:
            if line[:2] in (b"r\t", b"x\t", b"w\t"):
                key = line.split(b"\t")[1]
            found[key] = found.get(key, b"") + line
    return found


def digest(found):
    """The number of blocks, and their digest in order of keys."""
    return len(found), hashlib.sha256(b"".join(found[key] for key in sorted(found))).hexdigest()


def blocks_of(files):
    return digest(blocks(files))


def processes(mark):
    """(process, parent, command) of what has a mark in its environment: all that a driver of this trial started."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                parent = re.search(r"PPid:\s*(\d+)", (folder / "status").read_text())[1]
                yield int(folder.name), int(parent), (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue


class Trial:
    def __init__(self, products, place):
        self.place, self.program, self.wrong, self.number = place, str(Path(products).resolve() / "assay"), [], 0
        name, value = MARK.split("=")
        self.environment = os.environ | {name: value, "TMPDIR": str(place), "PATH": f"{Path(self.program).parent}:{os.environ['PATH']}"}

    def check(self, name, holds, words=""):
        print(f"{'ok   ' if holds else 'WRONG'} {name}" + (f": {words}" if words else ""), flush=True)
        if not holds:
            self.wrong.append(name)

    def fresh(self):
        self.number += 1
        return self.place / f"out{self.number}"

    def command(self, driver, lines, out, *words):
        at = [] if driver == "evaluate_cells.py" else ["--observed-at", AT]
        return [sys.executable, str(HERE.parent / driver), str(lines), str(out), *at, *map(str, words)]

    def start(self, *given):
        return subprocess.Popen(self.command(*given), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finish(self, driver):
        """Exit code and words of a driver; a minute later nothing of it works."""
        words, _ = driver.communicate(timeout=3600)
        for _ in range(60):
            if not (left := list(processes(MARK))):
                break
            time.sleep(1)
        else:
            self.wrong.append(f"left over: {left}")
            for process, *_ in left:
                os.kill(process, signal.SIGKILL)
        return driver.returncode, words

    def run(self, *given):
        return self.finish(self.start(*given))

    def reference(self, lines, name="whole"):
        """One process over the whole list."""
        file = self.place / f"{name}.facts"
        with open(file, "wb") as made:
            subprocess.run([self.program, "partition", "commits"], input=HEADER.encode() + lines.read_bytes(), stdout=made, check=True,
                           timeout=3600, env=self.environment)
        return blocks_of([file])

    def assay(self, *words, store=None):
        done = subprocess.run([self.program, *map(str, words), *(["--store", str(store)] if store else [])], capture_output=True,
                              text=True, timeout=3600, env=self.environment)
        return done.stdout

    def end(self):
        print(f"{len(self.wrong)} wrong" + "".join(f"\n  {name}" for name in self.wrong))
        return 1 if self.wrong else 0



def served(folder, port=0):
    """A server of repositories on loopback, and its port."""
    command = [sys.executable, str(FIXTURES / "https-origin.py"), str(folder), str(FIXTURES / "loopback.pem"), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline())
    threading.Thread(target=server.stdout.read, daemon=True).start()
    return server, port


def missing():
    for name, there in (("java", shutil.which("java")), ("setpriv", shutil.which("setpriv")), ("git", shutil.which("git")),
                        ("pyspark", importlib.util.find_spec("pyspark")), ("dask", importlib.util.find_spec("distributed"))):
        if not there:
            return name
    return None
