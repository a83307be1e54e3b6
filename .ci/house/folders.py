"""The order of a target's folders, and what points against it.

Why: a file can be read and changed alone where everything it names lies to one side of it; two folders that name each
other are one folder that nobody can take apart. The order stands in the page of the modules, a line a target:

    CoinSources     base < CSV < JSON < … < face(SourceReaders)

`base` is the files that lie directly in the target's folder; `face(…)` names those of them that list or open the rest.
"""
import re
from collections import Counter, defaultdict
from pathlib import Path

from swift import TYPES

PAGE = Path("Sources/CoinPipeline/Documentation.docc/CoinPipeline.md")
EXCEPTIONS = Path(".ci/folder-exceptions")
LINE = re.compile(r"^(?:    )?([\w-]+) +((?:[\w/]+(?:\([\w+ ]+\))?)(?: < [\w/]+(?:\([\w+ ]+\))?)*)$", re.M)


def orders():
    """Targets with their folders in order, and the names of the files of their faces."""
    block = re.search(r"^### Folders.*?^```\n(.*?)^```", PAGE.read_text(), re.M | re.S)[1]
    found = {}
    for target, line in LINE.findall(block):
        folders = [re.match(r"[\w/]+", part)[0] for part in line.split(" < ")]
        face = re.search(r"\((.*)\)", line)
        found[target] = (folders, set(face[1].split()) if face else set())
    return found


def folder(path, face):
    name = "/".join(path.parts[2:-1])
    return name or ("face" if path.stem in face else "base")


def uses(files, face, times_declared):
    """(file, name, file that declares it) for each name of another folder, of the files of one target.

    A member counts where nothing else in the sources has its name and an extension declares it away from its type.
    """
    homes = {one.name: file for file in files for one in file.types()}
    added = {}
    for file in files:
        for one in file.members():
            home = homes.get(one.container.name)
            is_away = not home or folder(home.path, face) != folder(file.path, face)
            if one.container.kind == "extension" and is_away and times_declared[one.name] == 1:
                added[one.name] = file
    nested = {(folder(file.path, face), one.name) for file in files for one in file.members() if one.kind in TYPES}
    for file in files:
        here = folder(file.path, face)
        own = {one.name for one in file.declarations} | {name for place, name in nested if place == here}
        for name in sorted(set(re.findall(r"(?<![.\w])[A-Z]\w*", file.code)) - own):
            if name in homes and folder(homes[name].path, face) != folder(file.path, face):
                yield file, name, homes[name]
        for name in sorted(set(re.findall(r"(?<=\.)[a-zA-Z]\w*|(?<![.\w])[a-z]\w*(?=\()", file.code)) - own):
            if name in added and folder(added[name].path, face) != folder(file.path, face):
                yield file, "." + name, added[name]


def exceptions():
    """File and name of each use that is let through, with its reason."""
    if not EXCEPTIONS.exists():
        return {}
    lines = [line for line in EXCEPTIONS.read_text().splitlines() if line and not line.startswith("#")]
    return {tuple(line.split(None, 2)[:2]): line for line in lines}


def check(files, figures=False):
    targets = defaultdict(list)
    for file in files:
        targets[file.target].append(file)
    times_declared = Counter(name for file in files for name in {one.name for one in file.declarations})
    ordered, let_through, wrong, counts = orders(), exceptions(), [], [0, 0]
    for target, members in sorted(targets.items()):
        folders, face = ordered.get(target, ([], set()))
        there = {folder(file.path, face) for file in members}
        for name in sorted(there ^ set(folders)):
            if len(there) > 1 or folders:
                wrong.append(f"{PAGE}: the order of {target} and its folders differ in {name}")
        place = {name: number for number, name in enumerate(folders)}
        for file, name, home in uses(members, face, times_declared):
            here, other = folder(file.path, face), folder(home.path, face)
            counts[0] += 1
            if place.get(other, 0) <= place.get(here, 0):
                continue
            counts[1] += 1
            if let_through.pop((str(file.path), name), None) is None:
                wrong.append(f"{file.path}: names {name} of {other}, a folder behind its own ({home.path.name})")
    wrong += [f"{EXCEPTIONS}: no longer needed: {line}" for line in let_through.values()]
    if figures:
        print(f"{counts[1]} of {counts[0]} uses between folders point back")
    return wrong
