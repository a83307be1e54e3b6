"""The version of the program is defined once, and each other place that names it names the same.

Why: the module, the formula and the newest heading of the changelog have to belong to this program. The wheel, the
package of Debian and the container ask the program itself.
"""
import re
from pathlib import Path

PLACE = "Sources/CoinOperations/Process.swift", r'static let current = "([^"]+)"'
OTHERS = [
    ("python/assay/_program.py", r'^__version__ = "([^"]+)"'),
    ("packaging/assay.rb", r"/tags/v(\d[\w.-]*?)\.tar\.gz"),
    ("CHANGELOG.md", r"^## \[.*?(\d+\.\d+\.\d+)"),
]


def check():
    def version(file, pattern):
        found = re.search(pattern, Path(file).read_text(), re.M)
        return found and found[1]

    current = version(*PLACE)
    return [f"{file}: names the version {version(file, pattern)}, and {PLACE[0]} has {current}"
            for file, pattern in OTHERS if version(file, pattern) != current]
