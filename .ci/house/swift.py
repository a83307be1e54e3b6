"""What a Swift file declares and uses, read without a compiler: comments and texts are taken out, braces are counted."""
import re
from dataclasses import dataclass, field
from pathlib import Path

TOKEN = re.compile(r'//[^\n]*|/\*|#*"""|#*"|[()]')
DECLARATION = re.compile(
    r"[{}()]|\b(?P<kind>struct|enum|protocol|actor|typealias|extension|func|init|deinit|subscript|var|let|case"
    r"|class(?!\s+(?:func|var)\b))\b[?]?[ \t]*(?P<name>`?\w[\w.]*`?)?")
TYPES = {"struct", "class", "enum", "protocol", "actor", "typealias"}
FUNCTIONS = {"func", "init", "deinit", "subscript"}


@dataclass(eq=False)
class Declaration:
    kind: str
    name: str
    line: int
    container: "Declaration | None"  # the type or extension around it
    is_private: bool
    last_line: int = 0


@dataclass(eq=False)
class SwiftFile:
    path: Path
    code: str  # the text without comments and without texts in quotes; what is interpolated stays
    literals: list = field(default_factory=list)  # (line, text between quotes)
    declarations: list = field(default_factory=list)

    @property
    def target(self):
        return self.path.parts[1]

    def types(self):
        """The types at the top level that other files may name."""
        return [one for one in self.declarations if one.kind in TYPES and not one.container and not one.is_private]

    def members(self):
        """What other files may use by a dot: members of types and extensions."""
        return [one for one in self.declarations if one.container and one.kind != "extension" and not one.is_private]


def read(path):
    text = Path(path).read_text()
    pieces, literals = [], []
    read_code(text, 0, pieces, literals, False)
    file = SwiftFile(Path(path), "".join(pieces), literals)
    file.declarations = declarations(file.code)
    return file


def blank_match(match):
    return blank(match[0])


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def read_code(text, at, pieces, literals, is_interpolation):
    """Appends code from a place on; returns the place behind it: the end, or the parenthesis that ends an interpolation."""
    depth = 0
    while match := TOKEN.search(text, at):
        pieces.append(text[at:match.start()])
        token, at = match[0], match.end()
        if token == ")" and is_interpolation and depth == 0:
            pieces.append(";")
            return at
        if token in "()":
            depth += 1 if token == "(" else -1
            pieces.append(token)
        elif token.startswith("/"):
            end = at if token.startswith("//") else text.find("*/", at) + 2
            pieces.append(blank(text[match.start():end]))
            at = end
        else:
            at = read_literal(text, match, pieces, literals)
    pieces.append(text[at:])
    return len(text)


def read_literal(text, opening, pieces, literals):
    hashes = opening[0].count("#") * "#"
    closing = opening[0].strip("#") + hashes
    ending = re.compile(re.escape(closing) + "|" + re.escape("\\" + hashes) + ".", re.S)
    said, at = [], opening.end()
    pieces.append(blank(opening[0]))
    while match := ending.search(text, at):
        said.append(text[at:match.start()])
        pieces.append(blank(text[at:match.end()]))
        at = match.end()
        if match[0] == closing:
            break
        if match[0].endswith("("):
            said.append("…")
            pieces[-1] = pieces[-1][:-1] + ";"
            at = read_code(text, at, pieces, literals, True)
        elif match[0].endswith("\n"):
            said.append("\n")
        else:
            said.append(" " if match[0].endswith("n") else match[0][-1])
    literals.append((text.count("\n", 0, opening.start()) + 1, "".join(said)))
    return at


def declarations(code):
    found, scopes, pending, parentheses = [], [], None, 0
    starts = [match.end() for match in re.finditer("\n", code)]
    line, start = 1, 0
    for match in DECLARATION.finditer(code):
        while line <= len(starts) and starts[line - 1] <= match.start():
            start, line = starts[line - 1], line + 1
        token = match[0]
        if token in "()":
            parentheses += 1 if token == "(" else -1
        elif token == "{":
            opens = pending is not None and pending[1] == parentheses
            scopes.append((pending[0] if opens else None, parentheses))
            pending = None if opens else pending
        elif token == "}":
            if scopes:
                closed, parentheses = scopes.pop()
                if closed:
                    closed.last_line = line
        else:
            before = code[start:match.start()]
            container = scopes[-1][0] if scopes else None
            is_scope = not scopes or (container and container.kind not in FUNCTIONS)
            if parentheses > (scopes[-1][1] if scopes else 0) or before.rstrip().endswith("."):
                continue
            one = Declaration(match["kind"], (match["name"] or match["kind"]).strip("`"), line, container,
                              bool(re.search(r"\b(?:private|fileprivate)\b(?!\(set)", before)) or bool(container and container.is_private),
                              line)
            pending = (one, parentheses) if one.kind in TYPES | FUNCTIONS | {"extension"} else None
            if is_scope or one.kind in FUNCTIONS:
                one.container = container if is_scope else None
                one.is_private = one.is_private or not is_scope
                found.append(one)
    return found
