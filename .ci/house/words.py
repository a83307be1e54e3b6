"""Words that only the authors of this project understand, in messages, help, notes, articles, the README and names.

Why: who reads a message has ten seconds and often another first language. One thing has one word, the word of the field.
"""
import re
import subprocess
from collections import Counter
from pathlib import Path

import swift

# What not to write, with what to write instead.
WORDS = {
    r"(?<!cannot )tells?(?! how)|told(?! apart)|retold|telling": "has, states, reports",
    r"(?:is|are|was|were) no(?! longer| more| fewer| less| later)": "is not a …, unknown …",
    r"there (?:is|are) no": "unknown …, no … found",
    r"nobody|whoever|thereof|likewise|anew": "the one who, also, again",
    r"silen(?:t|ce|tly)": "has no data, inactive",
    r"slips?": "near match, suspect value",
    r"mend(?:s|ed|ing)?": "correct, fix",
    r"is meant": "is suggested, name it",
    r"bears? (?:a|calls?)|the belief|beyond all measure|of equals|a point a day": "supports, the posterior, too large, on a tie, daily values",
    r"desk|crowd|rooms|house": "client, pool, module",
    r"beside|aside": "next to, also, unmatched",
    r"l(?:ies|ie|ay) in|stands? in": "is in",
    r"of old|of then": "earlier, at that time",
    r"tak(?:es?|en|ing) back|looks? into|com(?:es|e|ing) of it|came of it": "undo, inspect, result",
    r"proven": "supported",
}
# What no identifier has as a word of its name, with what it has instead.
NAMES = {
    "tell tells told meant": "report, has, suggestion", "held kept": "cached, stored, owned", "ago": "weeksBack, daysBack",
    "walk desk crowd": "traversal, client, pool", "slip slips": "suspect, near match", "silence silent": "failure, inactive",
    "nobody whoever anew": "noDeveloper, caller, again",
}
INSTEAD = {word: instead for words, instead in NAMES.items() for word in words.split()}
PATTERNS = {re.compile(r"\b(?:" + words + r")\b", re.I): instead for words, instead in WORDS.items()}
ARTICLES = [
    "README.md", "CONTRIBUTING.md", "SECURITY.md", "python/README.md", "Sources/CoinPipeline/Documentation.docc/*.md", "Sources/assay/Resources/*.txt",
]


def prose(text):
    """An article without its code, with as many lines."""
    text = re.sub(r"^```.*?^```", swift.blank_match, text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`|\]\([^)\n]*\)|<doc:[^>]*>", " ", text)


def texts(files):
    """(file, line, text) of what people read."""
    for file in files:
        for line, text in file.literals:
            if " " in text.strip():
                for offset, part in enumerate(text.split("\n")):
                    if not part.lstrip().startswith("--"):  # a comment in SQL
                        yield file.path, line + offset, part
    for pattern in ARTICLES:
        for path in sorted(Path(".").glob(pattern)):
            for number, line in enumerate(prose(path.read_text()).splitlines(), 1):
                yield path, number, line


def found(files):
    for path, line, text in texts(files):
        for pattern, instead in PATTERNS.items():
            for match in pattern.finditer(text):
                yield path, line, match[0], instead, text.strip()


def names(files):
    """Identifiers with a word of NAMES: (file, line, identifier, what to write)."""
    for file in files:
        for line, code in enumerate(file.code.splitlines(), 1):
            for name in re.findall(r"[A-Za-z_]\w*", code):
                for word in re.findall(r"[A-Z]?[a-z]+", name):
                    if word.lower() in INSTEAD:
                        yield file.path, line, name, INSTEAD[word.lower()]


def check(files):
    wrong = [(path, line, word, instead) for path, line, word, instead, _ in found(files)] + list(names(files))
    return [f"{path}:{line}: '{word}': write {instead}" for path, line, word, instead in wrong]


def report(files):
    """Prints each use, and how many there are of each word."""
    counts = Counter()
    for path, line, word, instead, text in found(files):
        counts[word.lower()] += 1
        print(f"{path}:{line}: {word} ({instead}): {text}")
    print(sum(counts.values()), dict(counts.most_common()))
