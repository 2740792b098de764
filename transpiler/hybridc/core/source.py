"""Files, standard input and text -> source; what cannot be read -> a diagnostic."""

from __future__ import annotations

import ast
import codecs
import io
import os
import re
import stat
import tokenize
import warnings
from collections.abc import Collection
from dataclasses import dataclass

from hybridc import rules
from hybridc.core.diagnostics import Diagnostic, Location
from hybridc.rules import Rule

LARGEST = 20 * 1024 * 1024
DEEPEST = 1500  # levels of the tree that the recursive analyses stand, libcst's parser included
_LEAVES = frozenset({"ctx", "id", "attr", "kind", "op", "ops"})
_PYTHON_2 = re.compile(
    r"Missing parentheses in call to '(print|exec)'|multiple exception types|leading zeros in decimal"
)


class Unreadable(Exception):
    """The source cannot be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class Source:
    """A program: its text with `\\n` line ends and no BOM, its tree, and how it was encoded."""

    filename: str
    text: str
    tree: ast.Module
    encoding: str = "utf-8"
    newline: str = "\n"
    has_bom: bool = False

    def encode(self, text: str) -> bytes:
        """`text` in this source's encoding, line ends and BOM. Raises UnicodeEncodeError where it cannot hold it."""
        data = text.replace("\n", self.newline).encode(self.encoding)
        return codecs.BOM_UTF8 + data if self.has_bom else data


def package_of(filename: str, roots: Collection[str]) -> str:
    """The package that the file is in, by the folders around it, if it is one of these or in one; else nothing."""
    parts: list[str] = []
    folder = os.path.dirname(os.path.abspath(filename))
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return ".".join(parts) if parts and parts[0] in roots else ""


def unreadable(rule: Rule, filename: str, location: Location | None = None) -> Unreadable:
    """The error for a file that cannot be read."""
    return Unreadable(rule.diagnostic(filename, location or Location.whole_file()))


def read(path: str | os.PathLike[str]) -> Source:
    """The program in a file. Raises Unreadable for what is no regular file, too large, or no Python 3."""
    filename = os.fspath(path)
    return decode(read_bytes(filename), filename)


def read_bytes(filename: str) -> bytes:
    """A regular file's bytes. Raises Unreadable for anything else, without opening pipes or devices."""
    try:
        status = os.stat(filename)
        if stat.S_ISDIR(status.st_mode):
            os.scandir(filename).close()  # one that cannot be looked into says so
            raise unreadable(rules.NotAFile(problem="a directory, not a file"), filename)
        if not stat.S_ISREG(status.st_mode):
            raise unreadable(rules.NotAFile(problem="not a regular file (a pipe, socket or device)"), filename)
        if status.st_size > LARGEST:
            raise unreadable(rules.UnreadableFile(problem=f"larger than {LARGEST // 2**20} MiB"), filename)
        with open(filename, "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(
            rules.UnreadableFile(problem=f"cannot be read: {error.strerror or error}"), filename
        ) from error
    except ValueError as error:
        raise unreadable(rules.UnreadableFile(problem=f"not a path: {error}"), filename) from error


def decode(data: str | bytes, filename: str) -> Source:
    """Raises Unreadable where the data is not a Python 3 program that the rest of hybridc can stand."""
    if filename.endswith(".ipynb"):
        raise unreadable(rules.SyntaxProblem(problem="a notebook: save it as a script first"), filename)
    if len(data) > LARGEST:
        raise unreadable(rules.UnreadableFile(problem=f"larger than {LARGEST // 2**20} MiB"), filename)
    if isinstance(data, str):
        text, encoding, has_bom = data.removeprefix("\ufeff"), "utf-8", False
    else:
        text, encoding, has_bom = _decoded(data, filename)
    newline = _newline(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(filename, text, _parsed(text, filename), encoding, newline, has_bom)


def _decoded(data: bytes, filename: str) -> tuple[str, str, bool]:
    has_bom = data.startswith(codecs.BOM_UTF8)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise unreadable(rules.EncodingProblem(problem=f"cannot be decoded: {error.msg or error}"), filename) from error
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode(encoding), encoding, has_bom
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        problem = f"byte {body[error.start]:#04x} is no {encoding}"
        raise unreadable(rules.EncodingProblem(problem=problem), filename, Location(line, 1, line, 1)) from error
    except (LookupError, ValueError) as error:
        raise unreadable(rules.EncodingProblem(problem=f"cannot be decoded: {error}"), filename) from error


def shown_text(data: bytes) -> str:
    """What people see of a file in its encoding, whatever is in it."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding, errors="replace")
    except (SyntaxError, LookupError, ValueError):
        return data.decode(errors="replace")


def shown_lines(path: str) -> list[str]:
    """The same of the lines of a file, which are none where it cannot be read."""
    try:
        return re.split("\r\n|\r|\n", shown_text(read_bytes(path)))
    except Unreadable:
        return []


def _newline(text: str) -> str:
    """The line end that most lines have."""
    pairs = text.count("\r\n")
    counts = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
    best = max(counts, key=lambda end: counts[end])
    return best if counts[best] else "\n"


def _parsed(text: str, filename: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            # Compiling finds `return` outside a function as well, and runs nothing either.
            compile(tree, "<source>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise _syntax_problem(error, filename) from error
    except (RecursionError, MemoryError) as error:
        raise unreadable(rules.TooDeep(problem="nested too deeply to be read"), filename) from error
    except (ValueError, OverflowError) as error:
        raise unreadable(rules.SyntaxProblem(problem=f"not Python source: {error}"), filename) from error
    if depth_of(tree) > DEEPEST:
        raise unreadable(rules.TooDeep(problem=f"nested more than {DEEPEST} levels deep"), filename)
    if (line := _line_of_many_texts(text, tree)) is not None:
        problem = f"more than {DEEPEST} texts in a row, of which Python makes one"
        raise unreadable(rules.TooDeep(problem=problem), filename, Location(line, 1, line, 1))
    return tree


def _line_of_many_texts(text: str, tree: ast.Module) -> int | None:
    """Where `"a" "b"` has more parts than libcst's parser stands; few files have so many texts at all."""
    if text.count("'") + text.count('"') <= 2 * DEEPEST:
        return None
    rows = text.encode().split(b"\n")
    seen: set[tuple[int, int]] = set()  # parts of an f-string stand, for Python 3.11, where the whole does
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr() | ast.Constant(value=str() | bytes()) if node.end_lineno is not None:
                if (place := (node.lineno, node.col_offset)) in seen:
                    continue
                seen.add(place)
                own = rows[node.lineno - 1 : node.end_lineno]
                own[-1] = own[-1][: node.end_col_offset]
                own[0] = own[0][node.col_offset :]
                if sum(map(len, own)) > 2 * DEEPEST and _count_of_texts(b"\n".join(own)) > DEEPEST:
                    return node.lineno
    return None


def _count_of_texts(written: bytes) -> int:
    tokens = tokenize.tokenize(io.BytesIO(b"(" + written + b"\n)").readline)
    names = (tokenize.tok_name[token.type] for token in tokens)
    return sum(name in ("STRING", "FSTRING_START") for name in names)


def _syntax_problem(error: SyntaxError, filename: str) -> Unreadable:
    message = error.msg
    if "too many nested" in message or "too complex" in message or "recursion" in message:
        return unreadable(rules.TooDeep(problem=message), filename)
    if _PYTHON_2.search(message):
        message = f"{message}: this looks like Python 2"
    line, column = error.lineno or 0, error.offset or 0
    end_line, end_column = error.end_lineno or line, error.end_offset or column
    if end_line <= 0 or (end_line, end_column) < (line, column):
        end_line, end_column = line, column + 1
    return unreadable(
        rules.SyntaxProblem(problem=message), filename, Location(line, max(column, 1), end_line, max(end_column, 1))
    )


def depth_of(tree: ast.AST) -> int:
    """How deep the tree is, counted without recursion; how a name is used is no level of it."""
    deepest = 0
    level: list[ast.AST] = [tree]
    while level and deepest <= DEEPEST:
        deepest += 1
        level = [child for node in level for child in _children(node)]
    return deepest


def _children(node: ast.AST) -> list[ast.AST]:
    children: list[ast.AST] = []
    for name in node._fields:
        value = None if name in _LEAVES else getattr(node, name, None)
        if value.__class__ is list:
            children += [v for v in value if isinstance(v, ast.AST)]
        elif isinstance(value, ast.AST):
            children.append(value)
    return children
