"""The version of the program stands in one place, and what else has to name it names the same.

Why: whoever installs the module, the formula or the release that the changelog heads has to get this program. The wheel, the
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
