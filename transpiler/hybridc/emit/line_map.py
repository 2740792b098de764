"""The comment at the end of a generated module that tells which lines its lines come from.

`hybridc.runtime.core.places` reads it when a model raises an error.

    # hybridc: lines of model.py, text 3f2a91c0: 7=5 21=22 30:25 24.46=26

From line 7 on, lines come from line 5 and those that follow it; from 21 on, from 22 and those that follow; those from
30 on all from 25; on line 24, what begins at column 46 comes from 26. 0 stands for no line. The number is the CRC-32 of
the text above without the blank lines at its end: of a module that was edited the map says nothing.
"""

from __future__ import annotations

import ast
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from hybridc.emit.line_origins import LineOrigins, Origins
from hybridc.emit.passes.import_order import ENABLE_X64
from hybridc.syntax.walking import children, walk

_SILENT = (ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)

_Mark = tuple[int, int, int]  # a line and a column of the generated program, and a line of the original


@dataclass(frozen=True)
class _Statement:
    """A statement of the generated program, with the nodes that are in none of the `inner` ones.

    `own` has with each of them those of them that are right below.
    """

    tree: ast.stmt
    own: dict[ast.AST, list[ast.AST]]
    inner: list[_Statement]
    first: _Mark | None  # the first part with an origin
    is_line: bool = False  # and all of it is one line that comes from that one


def with_line_map(code: str, tree: ast.Module, origins: LineOrigins, name: str, line_length: int) -> str:
    """The generated source, laid out, with the lines of the file of that name that it comes from. `tree`: that of the
    source."""
    body = _without_imports(tree)
    found = origins.of(body)
    if not found:
        return code
    lines = _Lines(found)
    lines.program(body)
    above = code.rstrip("\n")
    text = f"# hybridc: lines of {name}, text {zlib.crc32(above.encode()):08x}: {' '.join(lines.entries())}"
    rows = textwrap.wrap(text, line_length, subsequent_indent="# ", break_long_words=False, break_on_hyphens=False)
    return "\n".join([above, "", "", *rows, ""])


def lines_of(tree: ast.Module, origins: LineOrigins) -> dict[int, tuple[int, ...]]:
    """By lines of the generated source, laid out, whose tree is given: those of the file that they come from."""
    body = _without_imports(tree)
    wanted = ast.dump(ast.parse(ENABLE_X64).body[0])
    setting = next((node for node in body if isinstance(node, ast.Expr) and ast.dump(node) == wanted), None)
    body = [node for node in body if node is not setting]
    lines = _Lines(origins.known(body), is_complete=False)
    lines.program(body)
    found: dict[int, tuple[int, ...]] = {line: (origin,) for line, origin in lines.found.items()}
    for (line, _), origin in sorted(lines.columns.items()):
        found[line] = (*found[line], origin)
    return {line: tuple(filter(None, dict.fromkeys(there))) for line, there in found.items() if any(there)}


def _without_imports(tree: ast.Module) -> list[ast.stmt]:
    return [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]


class _Lines:
    """The line that every line of a generated program comes from, 0 where there is none.

    What has no origin of its own has that of the first part of it that has one, else of the statement that it is in.
    Where it need not be complete, further rows of a statement that have none are left out.
    """

    def __init__(self, origins: Origins, is_complete: bool = True) -> None:
        self.origins = origins
        self.is_complete = is_complete
        self.found: dict[int, int] = {}
        self.columns: dict[tuple[int, int], int] = {}  # where a line goes on with what comes from another one

    def program(self, body: Sequence[ast.stmt]) -> None:
        self._block([self._statement(tree) for tree in body], 0)

    def _statement(self, tree: ast.stmt) -> _Statement:
        if tree.lineno == tree.end_lineno and tree in self.origins and not _has_blocks(tree):
            origins = {self.origins[node] for node in walk(tree) if node in self.origins}
            start, end = self.origins[tree]
            if len(origins) == 1 and start == end:
                return _Statement(tree, {}, [], (*_place(tree), start), is_line=True)
        own, below = _parts(tree)
        inner = [self._statement(c) for c in below]
        firsts = [each.first for each in inner if each.first is not None]
        return _Statement(tree, own, inner, min([*self._marks(own), *firsts], default=None))

    def _marks(self, nodes: Iterable[ast.AST]) -> Iterator[_Mark]:
        """Where nodes stand that have an origin, and its line."""
        return ((*_place(node), self.origins[node][0]) for node in nodes if node in self.origins)

    def _block(self, statements: Sequence[_Statement], around: int) -> None:
        for each in statements:
            first = each.first[-1] if each.first is not None else around
            if isinstance(each.tree, _SILENT) or _is_text(each.tree):
                continue
            if each.is_line:
                self.found[each.tree.lineno] = first
            else:
                self._rows(each.own, first)
                self._block(each.inner, first)

    def _rows(self, own: Mapping[ast.AST, list[ast.AST]], origin: int) -> None:
        """The rows of a statement by themselves, those of other statements in it left out."""
        marks: dict[tuple[int, int], int] = {}
        for node, first in self._firsts(own).items():
            marks.setdefault(_place(node), first)
            if isinstance(node, ast.Attribute) and node in self.origins:
                marks.setdefault(_place_of_name(node), self.origins[node][1])
        rows = {_place(node)[0] for node in own if isinstance(node, ast.stmt | ast.expr)}
        inside = self._inside(own)
        rows |= {row for row, _ in marks}
        for row in sorted(rows):
            found = [(column, marks[row, column]) for start, column in sorted(marks) if start == row]
            if not (self.is_complete or found or row in inside or row == min(rows)):
                continue
            self.found[row] = origin = found[0][1] if found else inside.get(row, origin)
            for column, there in found:
                if there != origin:
                    self.columns[row, column] = origin = there
            origin = self.found[row]

    def _firsts(self, own: Mapping[ast.AST, list[ast.AST]]) -> dict[ast.AST, int]:
        """The lines that nodes, outer ones first, come from, or the first parts of them that have an origin."""
        marks: dict[ast.AST, _Mark] = {}
        for node in reversed([*own]):
            inner = [marks[child] for child in own[node] if child in marks]
            mark = min([*self._marks([node]), *inner], default=None)
            if mark is not None:
                marks[node] = mark
        return {node: marks[node][-1] for node in own if node in marks and isinstance(node, ast.stmt | ast.expr)}

    def _inside(self, own: Iterable[ast.AST]) -> dict[int, int]:
        """The rows of parts that take as many as they did in the original: no pass looks into some of them."""
        found: dict[int, int] = {}
        for node in own:
            (start, end), row = self.origins.get(node, (0, 0)), getattr(node, "lineno", 0)
            if end - start == (getattr(node, "end_lineno", None) or row) - row:
                found = {row + n: start + n for n in range(1, end - start + 1)} | found
        return found

    def entries(self) -> Iterator[str]:
        """The map's entries, of which one stands for all lines that go on as it says."""
        lines = sorted(self.found.items())
        start = 0
        while start < len(lines):
            line, origin = lines[start]
            steps, same = (_run(lines[start:], step) for step in (1, 0))
            is_same = same > steps or not origin
            yield f"{line}{':' if is_same else '='}{origin}"
            start += same if is_same else steps
        yield from (f"{row}.{column}={origin}" for (row, column), origin in sorted(self.columns.items()))


def _run(lines: Sequence[tuple[int, int]], step: int) -> int:
    """How many lines come from the first one's, and so many lines more for each that lies between."""
    line, origin = lines[0]
    return sum(1 for _ in takewhile(lambda pair: pair[1] == origin + step * (pair[0] - line), lines))


def _has_blocks(statement: ast.stmt) -> bool:
    return "body" in statement._fields or isinstance(statement, ast.Match)


def _parts(statement: ast.stmt) -> tuple[dict[ast.AST, list[ast.AST]], list[ast.stmt]]:
    """The nodes of a statement, without those of statements in it, with what is right below each; and these statements.
    Of a definition, it alone."""
    own: dict[ast.AST, list[ast.AST]] = {}
    inner: list[ast.stmt] = []
    is_alone = isinstance(statement, ast.FunctionDef | ast.ClassDef)
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        below = children(node)
        inner += [child for child in below if isinstance(child, ast.stmt)]
        own[node] = [] if is_alone else [child for child in below if not isinstance(child, ast.stmt)]
        todo += own[node]
    return own, inner


def _place(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _place_of_name(node: ast.Attribute) -> tuple[int, int]:
    """Where Python says that a method is called."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset - len(node.attr)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
