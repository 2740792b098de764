"""Lists of tuples that NumPy makes an array of, `np.array(history)`, as lists of rows, which loops compiled stack.

history.append((t, energy))        ->        history.append(np.array([t, energy]))
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from hybridc.domain.lists import append_of
from hybridc.structure.optional import pairs
from hybridc.structure.trees import Origins, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.module import Function

_STACKING = frozenset({"numpy.array", "numpy.asarray", "numpy.stack", "numpy.vstack"})
Display = ast.Tuple | ast.List


def with_rows(
    before: Structured, function: Function, numpy: str, named: Callable[[ast.expr], str | None]
) -> Structured | None:
    """The function with such rows; None where it has no such list. `numpy`: the file's name for it; `named`: the
    qualified name of a function."""
    if not function.of(ast.For):
        return None
    names = {append[0] for s in function.of(ast.Expr) if (append := append_of(s)) is not None and _is_row(append[1])}
    rows = {name for name in names if _is_stacked_alone(function, name, named)}
    if not rows:
        return None
    node = before.origins.changed(before.node, body=_Rows(before.origins, rows, numpy).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


def _is_row(node: ast.expr) -> bool:
    return isinstance(node, Display) and bool(node.elts) and not any(isinstance(e, ast.Starred) for e in node.elts)


def _is_stacked_alone(function: Function, name: str, named: Callable[[ast.expr], str | None]) -> bool:
    """It is a list of rows of one length, that nothing but `append` and what makes an array of it ever sees."""
    if name in function.parameters or name in function.globals_declared:
        return False
    made = [v for s in function.of(ast.Assign) for t, v in pairs(s) if isinstance(t, ast.Name) and t.id == name]
    if len(made) != 1 or not isinstance(made[0], ast.List) or not all(map(_is_row, made[0].elts)):
        return False
    given = [append[1] for s in function.of(ast.Expr) if (append := append_of(s)) is not None and append[0] == name]
    stacked = [
        call for call in function.of(ast.Call) if _is_name(call.args[:1], name) and named(call.func) in _STACKING
    ]
    lengths = {len(row.elts) if isinstance(row, Display) and _is_row(row) else 0 for row in (*given, *made[0].elts)}
    mentions = Counter(n.id for n in function.of(ast.Name))[name]
    return len(lengths) == 1 and 0 not in lengths and mentions == 1 + len(given) + len(stacked) and bool(stacked)


def _is_name(arguments: list[ast.expr], name: str) -> bool:
    return bool(arguments) and isinstance(arguments[0], ast.Name) and arguments[0].id == name


class _Rows(Blocks):
    def __init__(self, origins: Origins, names: set[str], numpy: str) -> None:
        super().__init__(origins)
        self.names, self.numpy = names, numpy

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        append = append_of(statement)
        if append is not None and append[0] in self.names:
            assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            call = ast.Call(statement.value.func, [self._row(append[1])], [])
            return [self.origins.changed(statement, value=self.origins.make(call, statement.value))]
        if isinstance(statement, ast.Assign) and any(self._is_filled(*pair) for pair in pairs(statement)):
            filled = [self._list(v) if self._is_filled(t, v) else v for t, v in pairs(statement)]
            value = filled[0] if len(filled) == 1 else ast.Tuple(filled, ast.Load())
            return [self.origins.changed(statement, value=self.origins.make(value, statement.value))]
        return [statement]

    def _is_filled(self, target: ast.expr, value: ast.expr) -> bool:
        is_one = isinstance(target, ast.Name) and target.id in self.names
        return is_one and isinstance(value, ast.List) and bool(value.elts)

    def _list(self, value: ast.expr) -> ast.expr:
        assert isinstance(value, ast.List)
        return self.origins.make(ast.List([*map(self._row, value.elts)], ast.Load()), value)

    def _row(self, row: ast.expr) -> ast.expr:
        assert isinstance(row, Display)
        function = ast.Attribute(read(self.numpy), "array", ast.Load())
        return self.origins.make(ast.Call(function, [ast.List(row.elts, ast.Load())], []), row)
