"""What a file's top level defines for good: functions that nothing rebinds, and constants bound once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hybridc.folding.evaluator import Evaluator, GivenUp

_ESCAPES = frozenset({"globals", "locals", "vars", "setattr", "delattr", "__import__"})


class Definitions:
    """The functions and constants of a file that hold wherever they are read after their definition."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        counts = Counter(_bindings(tree))
        self.is_open = any(isinstance(n, ast.Name) and n.id in _ESCAPES for n in ast.walk(tree)) or any(
            isinstance(s, ast.ImportFrom) and s.names[0].name == "*" for s in tree.body
        )
        single = {name for name, count in counts.items() if count == 1}
        self.functions = {
            s.name: s
            for s in tree.body
            if isinstance(s, ast.FunctionDef) and s.name in single and not s.decorator_list and not _is_generator(s)
        }
        self.assignments = {
            s.targets[0].id: s
            for s in tree.body
            if isinstance(s, ast.Assign)
            and len(s.targets) == 1
            and isinstance(s.targets[0], ast.Name)
            and s.targets[0].id in single
        }
        self.math_name = next(
            (a.asname or a.name for s in tree.body if isinstance(s, ast.Import) for a in s.names if a.name == "math"),
            None,
        )
        if self.math_name is not None and self.math_name not in single:
            self.math_name = None
        self._bound_names = set(counts)

    def evaluator(self, line: int) -> Evaluator:
        """An evaluator of what holds on a line: definitions above it."""
        above = {n: f for n, f in self.functions.items() if (f.end_lineno or f.lineno) < line}
        shadowed = self._bound_names - above.keys() - self.assignments.keys()

        def constant(name: str) -> Any:
            statement = self.assignments.get(name)
            if statement is None or (statement.end_lineno or 0) >= line:
                raise GivenUp(f"not a constant: {name}")
            value = inner.value(statement.value)
            if not isinstance(value, int | float | str | bool | tuple | type(None)):
                raise GivenUp(f"not a constant: {name}")
            return value

        inner = Evaluator(above, constant, self.math_name)
        return _Shadowing(inner, shadowed) if shadowed else inner


class _Shadowing(Evaluator):
    """Does not take a builtin for what it is where the file binds its name."""

    def __init__(self, base: Evaluator, shadowed: set[str]) -> None:
        super().__init__(base.functions, base.constant, base.math_name)
        self._shadowed = shadowed

    def _call(self, node: ast.Call, local: dict[str, Any]) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id in self._shadowed and node.func.id not in local:
            raise GivenUp("a name that the file binds")
        return super()._call(node, local)


def _is_generator(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Yield | ast.YieldFrom | ast.Global | ast.Nonlocal) for n in ast.walk(function))


def _bindings(tree: ast.Module) -> Iterator[str]:
    """Names bound in the file's global scope, once for each time; twice where it is not plainly once."""
    for statement in tree.body:
        yield from _bound_by(statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            for name in node.names:
                yield name
                yield name


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield (alias.asname or alias.name).partition(".")[0]
    elif isinstance(statement, ast.Assign | ast.Expr | ast.AnnAssign):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                yield node.id
    else:
        for node in ast.walk(statement):
            names: list[str] = []
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                names = [node.id]
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names = [node.name]
            elif isinstance(node, ast.alias):
                names = [(node.asname or node.name).partition(".")[0]]
            for name in names:
                yield name
                yield name
