"""What a constructor does, as statements of the function that calls it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hybridc.normalize.extraction.delegates import header_end
from hybridc.normalize.moved import Edit, Line, edited, replaced
from hybridc.normalize.objects.classes import Method, is_constant
from hybridc.normalize.objects.uses import ObjectUse, is_atom
from hybridc.syntax.dataflow import bound_in
from hybridc.syntax.walking import walk

if TYPE_CHECKING:
    from hybridc.normalize.objects.writing import Writing


class Start:
    """The constructor of one object. What it is given stands where it reads its parameters, if that is once and in the
    same order; else it gets names first."""

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
