"""What the documentation names: modules of the table, files and types in backticks.

Why: an article that names what is gone sends its reader to look for it. Commands, columns, keys and values are not
looked up here, for the gate runs the commands; a word is taken for a type where it is written like one.
"""
import re
from collections import defaultdict
from pathlib import Path

PAGE = "Sources/CoinPipeline/Documentation.docc/CoinPipeline.md"
ARTICLES = ["README.md", "CONTRIBUTING.md", "Sources/*/*.docc/*.md"]
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"(?:Sources|Tests|Tools|\.ci|pipelines|data|python|packaging)/[\w/.+-]+")
TYPE = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+(?:\.[A-Z]\w+)?")
# Values and stand-ins that are written like a type or a path.
NOT_LOOKED_UP = {"NaN", "Tests/AssayTests/Fixtures/cases/SUBJECT"}


def unnamed_folders(files):
    """Targets and their folders that the table of modules does not name, and folders of it that are not there."""
    rows = re.findall(r"^\| (`[^|]*) \|(.*)\|$", Path(PAGE).read_text(), re.M)
    named = {module: set(re.findall(r"\*\*(\w+)\*\*", text)) for rooms, text in rows for module in re.findall(r"`([\w-]+)`", rooms)}
    there = defaultdict(set)
    for file in files:
        there[file.target].update(file.path.parts[2:-1][:1])
    for target, folders in there.items():
        if named.get(target) != folders:
            yield f"{PAGE}: {target} has the folders {sorted(folders)}, and the table names {sorted(named.get(target, []))}"


def check(files):
    wrong = list(unnamed_folders(files))
    known = {word for file in files for word in re.findall(r"\b[A-Z]\w*", file.code)}
    others = [*Path("Tests").rglob("*.swift"), *Path("python").rglob("*.py")]
    known |= {word for path in others for word in re.findall(r"\b[A-Z]\w*", path.read_text())}
    for pattern in ARTICLES:
        for page in sorted(Path(".").glob(pattern)):
            text = re.sub(r"^```.*?^```", lambda match: re.sub(r"[^\n]", "", match[0]), page.read_text(), flags=re.M | re.S)
            for number, line in enumerate(text.splitlines(), 1):
                for code in set(CODE.findall(line)) - NOT_LOOKED_UP:
                    if PATH.fullmatch(code) and not Path(code).exists():
                        wrong.append(f"{page}:{number}: names {code}, which is not there")
                    elif TYPE.fullmatch(code) and not set(code.split(".")) <= known:
                        wrong.append(f"{page}:{number}: names {code}, which is not in the sources")
    return wrong
