"""The text of a function without its objects."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from hybridc.normalize.extraction.delegates import header_end
from hybridc.normalize.moved import Edit, Line, column, edited, place, replaced
from hybridc.normalize.objects.classes import Method
from hybridc.normalize.objects.starting import Start
from hybridc.normalize.objects.uses import ObjectUse


class Writing:
    """Writes one function. `taken` are the names of the file, and those made."""

    def __init__(
        self, lines: Sequence[str], function: ast.FunctionDef, used: Sequence[ObjectUse], taken: set[str]
    ) -> None:
        self.lines = lines
        self.node = function
        self.used = used
        self.taken = taken
        self.names = {use: self._names(use) for use in used}
        self.shown_as = {
            new: use.name if old == "__call__" else f"{use.name}.{old}"
            for use in used
            for old, new in self.names[use].items()
        }
        self.edits = [edit for use in used for edit in self._edits(use)]

    def _names(self, use: ObjectUse) -> dict[str, str]:
        """Of its attributes and methods."""
        attributes = {a.attr: None for a in use.attributes}
        attributes |= {a.attr: None for m in use.methods for a in m.attributes} | dict.fromkeys(use.cls.fields or {})
        attributes |= {m.name: None for m in use.methods if m is not use.cls.start}
        return {name: self.free(f"{use.name}_{name.strip('_')}") for name in attributes}

    def free(self, *names: str) -> str:
        """The first that nothing goes by."""
        waiting = [*names]
        while (name := waiting.pop(0)) in self.taken:
            waiting.append(f"{name}_")
        self.taken.add(name)
        return name

    def _edits(self, use: ObjectUse) -> list[Edit]:
        names = self.names[use]
        edits = [replaced(self.lines, node, names[method.name]) for node, method in use.called]
        for node in use.attributes:
            is_property = node.attr in use.cls.methods
            edits.append(replaced(self.lines, node, f"{names[node.attr]}()" if is_property else names[node.attr]))
        return edits

    def function(self) -> list[Line]:
        """The function, where objects are made with their attributes and methods."""
        result: list[Line] = []
        done = self.node.lineno - 1
        for use in sorted(self.used, key=lambda each: each.made.lineno):
            result += edited(self.lines, done + 1, use.made.lineno - 1, self.edits, 0)
            result += self._made(use)
            done = use.made.end_lineno or use.made.lineno
        return [*result, *edited(self.lines, done + 1, self.node.end_lineno or 0, self.edits, 0)]

    def _made(self, use: ObjectUse) -> list[Line]:
        row, start = place(self.lines, use.made)
        indent, last = self.lines[row - 1][:start], use.made.end_lineno or row
        comment = self.lines[last - 1][column(self.lines, last, use.made.end_col_offset or 0) :].strip()
        first = Start(self, use).statements()
        methods = [line for m in use.methods if m is not use.cls.start for line in self._nested(use, m)]
        calls_methods = use.cls.start is not None and any(a.attr in use.cls.methods for a in use.cls.start.attributes)
        made = [*methods, *first] if calls_methods else [*first, *methods]
        if comment:
            made = [Line(comment, last, ()), *made]
        made = made if first or methods else [*made, Line("pass", row, ())]
        return [_indented(line, indent) for line in made]

    def _nested(self, use: ObjectUse, method: Method) -> list[Line]:
        """The method as a function, which binds its attributes as names around it."""
        node, names = method.node, self.names[use]
        header = self.lines[node.lineno - 1]
        start = header.index(node.name, node.col_offset + 3)
        edits = [Edit(node.lineno, start, start + len(node.name), names[method.name]), *self.inside(use, method)]
        if method.own is not None:
            own = node.args.args[0]
            cut = replaced(self.lines, own, "")
            comma = re.match(r"\s*,\s*", self.lines[cut.line - 1][cut.end :])
            edits.append(Edit(cut.line, cut.start, cut.end + (comma.end() if comma else 0), ""))
        end = header_end(self.lines, node)
        body = without_docstring(node)
        first = end + 1 if body[:1] == node.body[:1] else (node.body[0].end_lineno or end) + 1
        result = edited(self.lines, node.lineno, end, edits, node.col_offset)
        bound = dict.fromkeys(names[a.attr] for a in method.attributes if a.attr in method.bound)
        inner = " " * (node.body[0].col_offset - node.col_offset)
        if bound:
            result.append(Line(f"{inner}nonlocal {', '.join(bound)}", end, ()))
        if not body:
            result.append(Line(f"{inner}pass", end, ()))
        result += edited(self.lines, first, node.end_lineno or first, edits, node.col_offset) if body else []
        return [Line("", node.lineno, ()), *result, Line("", node.end_lineno or node.lineno, ())]

    def inside(self, use: ObjectUse, method: Method) -> list[Edit]:
        """What a method says of its object, by the names that it has here."""
        names = self.names[use]
        edits = []
        for node in method.attributes:
            called = use.cls.methods.get(node.attr)
            is_property = called is not None and called.is_property
            edits.append(replaced(self.lines, node, f"{names[node.attr]}()" if is_property else names[node.attr]))
        return edits

    def text(self, node: ast.expr) -> str:
        """An expression of the function, in one line."""
        last = node.end_lineno or node.lineno
        row, start = place(self.lines, node)
        end = column(self.lines, last, node.end_col_offset or 0)
        cut = [Edit(last, end, len(self.lines[last - 1]), ""), Edit(row, 0, start, "")]
        inside = [e for e in self.edits if (row, start) <= (e.line, e.start) and (e.line, e.end) <= (last, end)]
        return " ".join(line.text.strip() for line in edited(self.lines, row, last, [*cut, *inside], 0))


def without_docstring(node: ast.FunctionDef) -> list[ast.stmt]:
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def _indented(line: Line, indent: str) -> Line:
    if not line.text:
        return line
    parts = tuple((start + len(indent), there, is_copy) for start, there, is_copy in line.parts)
    return Line(indent + line.text, line.origin, parts)
