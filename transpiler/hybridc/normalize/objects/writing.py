"""The text of a function without its objects."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from hybridc.normalize.extraction.delegates import header_end
from hybridc.normalize.moved import Edit, Line, column, edited, place, replaced
from hybridc.normalize.objects.classes import Method, is_constant
from hybridc.normalize.objects.uses import ObjectUse, is_atom
from hybridc.syntax.dataflow import bound_in
from hybridc.syntax.walking import walk


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
        first = _Start(self, use).statements()
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


class _Start:
    """What a constructor does, as statements of the function that calls it. What it is given stands where it reads its
    parameters, if that is once and in the same order; else it gets names first."""

    def __init__(self, writing: Writing, use: ObjectUse) -> None:
        self.writing = writing
        self.use = use
        self.names = writing.names[use]

    def statements(self) -> list[Line]:
        use, row = self.use, self.use.made.lineno
        started = set() if use.cls.start is None else _surely_bound(use.cls.start)
        result = [
            Line(f"{self.names[name]} = {ast.unparse(value)}", row, ())
            for name, value in use.cls.constants.items()
            if name in self.names and name not in started
        ]
        if use.cls.fields is not None:
            result += [Line(f"{self.names[n]} = {self._given(n)}", row, ()) for n in use.cls.fields]
        return result if use.cls.start is None else [*result, *self._started(use.cls.start)]

    def _given(self, parameter: str) -> str:
        value = self.use.given[parameter]
        is_default = not any(value is n for n in walk(self.use.call))
        return ast.unparse(value) if is_default else self.writing.text(value)

    def _started(self, start: Method) -> list[Line]:
        """The statements of `__init__`, or of `__post_init__`."""
        use, node = self.use, start.node
        body = [s for s in node.body if not _is_text(s)]
        above = max([header_end(self.writing.lines, node), *(s.end_lineno or 0 for s in node.body[:1] if _is_text(s))])
        given = use.given if use.cls.fields is None else {}
        names = [n for s in body for n in walk(s) if isinstance(n, ast.Name)]
        local = bound_in(node)
        said = self._said_directly(body, given, local)
        before: list[Line] = []
        known: dict[str, str] = {}
        for name, value in given.items():
            if name in said or (is_atom(value) and name not in local):
                known[name] = self._given(name)
            elif any(n.id == name for n in names):
                known[name] = self.writing.free(name, f"{use.name}_{name}") if name in self._of_function else name
                before.append(Line(f"{known[name]} = {self._given(name)}", use.made.lineno, ()))
        for name in sorted(local - given.keys()):
            known[name] = self.writing.free(f"{use.name}_{name}") if name in self._of_function else name
        edits = self.writing.inside(use, start)
        direct = {s.value for s in body if isinstance(s, ast.Assign | ast.AnnAssign)}
        for each in names:
            if each.id in known and known[each.id] != each.id:
                edits.append(self._read(each, known[each.id], each in direct))
        if not body:
            return before
        last = node.end_lineno or node.lineno
        return [*before, *edited(self.writing.lines, above + 1, last, edits, body[0].col_offset)]

    def _read(self, name: ast.Name, text: str, is_alone: bool) -> Edit:
        is_one = text.isidentifier() or is_alone
        return replaced(self.writing.lines, name, text if is_one else f"({text})")

    @property
    def _of_function(self) -> set[str]:
        return {n.id for n in walk(self.writing.node) if isinstance(n, ast.Name)} | {
            n.arg for n in walk(self.writing.node) if isinstance(n, ast.arg)
        }

    def _said_directly(self, body: list[ast.stmt], given: dict[str, ast.expr], local: frozenset[str]) -> set[str]:
        """The parameters of which the first statements do no more than to hold them, one after the other as they are
        computed, and that nothing else reads; all that are computed, or none."""
        computed = [name for name, value in given.items() if not is_atom(value)]
        held: list[str] = []
        for statement in body:
            match statement:
                case ast.Assign(targets=[ast.Attribute()], value=ast.Name(id=name)) if name in given:
                    held.append(name)
                case ast.Assign(targets=[ast.Attribute()], value=value) if is_constant(value):
                    pass
                case _:
                    break
        counts = [n.id for s in body for n in walk(s) if isinstance(n, ast.Name)]
        is_once = all(counts.count(name) == 1 for name in computed) and not local & {*computed}
        return {*computed} if is_once and [n for n in held if n in computed] == computed else set()


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _surely_bound(start: Method) -> set[str]:
    """Attributes that the constructor sets whatever it is given, before it reads them."""
    found: set[str] = set()
    for statement in start.node.body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        read = {a.attr for a in start.attributes if isinstance(a.ctx, ast.Load) and a in walk(statement)}
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        stored = {t.attr for t in targets if isinstance(t, ast.Attribute)}
        found |= stored - read
    return found
