"""Lines of a file with spans of them put differently, and the way back to where they stood."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from hybridc.core.diagnostics import Diagnostic, Location


@dataclass(frozen=True, order=True)
class Edit:
    """In a line, the characters from `start` to `end` become `text`. Lines count from 1, columns from 0."""

    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Line:
    """A line of new text and the line of the file that it stands for.

    `parts` are its pieces in order: where they start, here and there, and whether they are copies.
    """

    text: str
    origin: int
    parts: tuple[tuple[int, int, bool], ...] = ((0, 0, True),)

    def column(self, column: int) -> int:
        """The column in the file, both counted from 0."""
        start, there, is_copy = max((p for p in self.parts if p[0] <= column), default=(0, 0, True))
        return there + column - start if is_copy else there


@dataclass(frozen=True)
class Moved:
    """A file written differently, text to text, and where its lines come from.

    `names`: the qualified names of functions that are called otherwise here, with those that they have in the file.
    `earlier`: the file, where what this was made of was written differently itself.
    """

    text: str
    names: dict[str, str]
    _lines: tuple[Line, ...]
    earlier: Moved | None = field(default=None, kw_only=True)

    def placed(self, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic of the new text, as one of the file."""
        where = diagnostic.location
        if where.line:
            (line, column), (end_line, end) = (
                self._at(where.line, where.column),
                self._at(where.end_line, where.end_column),
            )
            where = Location(line, column, end_line, max(end, column + 1) if line == end_line else end)
        function = self.original(diagnostic.function or "")
        return replace(diagnostic, location=where, function=function or diagnostic.function)

    @property
    def made(self) -> Collection[str]:
        """The functions that the file does not have, by the names that they got first."""
        return () if self.earlier is None else self.earlier.made

    @property
    def drawn(self) -> Collection[str]:
        """Names of what was drawn before, which the file does not have."""
        return () if self.earlier is None else self.earlier.drawn

    def original(self, name: str) -> str:
        """The qualified name of a function, as the file has it."""
        name = self.names.get(name, name)
        return name if self.earlier is None else self.earlier.original(name)

    def _at(self, line: int, column: int) -> tuple[int, int]:
        origin, there = self.place(line, column - 1)
        return origin, there + 1

    def shown(self, name: str) -> str:
        """The name of a function, as messages have it."""
        name = self.names.get(name, name)
        return name if self.earlier is None else self.earlier.shown(name)

    def line(self, line: int) -> int:
        origin = self._lines[line - 1].origin
        return origin if self.earlier is None else self.earlier.line(origin)

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where in the file the new text's line and column, which counts from 0, come from."""
        there = self._lines[line - 1]
        origin, column = there.origin, there.column(column)
        return (origin, column) if self.earlier is None else self.earlier.place(origin, column)


def edited(lines: Sequence[str], first: int, last: int, edits: Iterable[Edit], indent: int) -> list[Line]:
    """The lines from `first` to `last` with the edits made, and without `indent` columns at their start."""
    by_line: dict[int, list[Edit]] = {}
    for edit in sorted(edits):
        by_line.setdefault(edit.line, []).append(edit)
    return [_edited_line(lines[n - 1], n, by_line.get(n, []), indent) for n in range(first, last + 1)]


def _edited_line(text: str, number: int, edits: list[Edit], indent: int) -> Line:
    position = min(indent, len(text) - len(text.lstrip()))
    new = ""
    parts: list[tuple[int, int, bool]] = []
    for edit in edits:
        parts.append((len(new), position, True))
        new += text[position : edit.start]
        parts.append((len(new), edit.start, False))
        new += edit.text
        position = edit.end
    parts.append((len(new), position, True))
    return Line(new + text[position:], number, tuple(parts))


def replaced(lines: Sequence[str], node: ast.expr | ast.arg, text: str) -> Edit:
    """The node, which stands in one line, as `text`."""
    line, start = place(lines, node)
    assert node.end_lineno == node.lineno and node.end_col_offset is not None
    return Edit(line, start, column(lines, line, node.end_col_offset), text)


def before(lines: Sequence[str], node: ast.expr | ast.stmt, text: str) -> Edit:
    line, start = place(lines, node)
    return Edit(line, start, start, text)


def after(lines: Sequence[str], node: ast.expr | ast.stmt, text: str) -> Edit:
    assert node.end_lineno is not None and node.end_col_offset is not None
    end = column(lines, node.end_lineno, node.end_col_offset)
    return Edit(node.end_lineno, end, end, text)


def is_alone(lines: Sequence[str], statement: ast.stmt) -> bool:
    """Nothing else is on its lines, but for a comment."""
    row, start = place(lines, statement)
    last = statement.end_lineno or row
    rest = lines[last - 1][column(lines, last, statement.end_col_offset or 0) :].strip()
    return not lines[row - 1][:start].strip() and (not rest or rest.startswith("#"))


def with_comments(lines: Sequence[str], line: int, indent: int) -> int:
    """The first line of the comments right above a line, which are indented as it is."""
    while line > 1 and lines[line - 2].startswith(" " * indent + "#"):
        line -= 1
    return line


def free_name(taken: set[str], *wanted: str) -> str:
    """The first of these that nothing goes by yet, or one of them made longer; it is taken now."""
    names = [*wanted]
    while (name := names.pop(0)) in taken:
        names.append(f"{name}_")
    taken.add(name)
    return name


def place(lines: Sequence[str], node: ast.expr | ast.stmt | ast.arg) -> tuple[int, int]:
    return node.lineno, column(lines, node.lineno, node.col_offset)


def column(lines: Sequence[str], line: int, offset: int) -> int:
    """Python's column, which counts bytes, as one of characters."""
    text = lines[line - 1]
    return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))
