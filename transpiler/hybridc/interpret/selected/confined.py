"""Names that are read in one place alone, and arrays that stay what they are there."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.program.state import State
from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk


def is_only_read_in(
    function: Function,
    name: str,
    statement: ast.Assign,
    rest: Sequence[ast.stmt],
    later: tuple[Sequence[ast.stmt], ...],
    is_in_loop: bool,
) -> bool:
    """What the assignment binds is read in the statements that follow it in its block alone, and stays there."""
    end = next((i for i, s in enumerate(rest) if _binds(s, name)), len(rest))  # it gets something else there
    inside = [n for s in rest[:end] for n in walk(s)]
    bound = {n.id for n in inside if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    if name in names_written(rest[:end]) | bound | {n.arg for n in inside if isinstance(n, ast.arg)}:
        return False
    seen = {*inside}
    for each in walk(function.node)[1:]:
        is_apart = each not in seen or end < len(rest)
        is_function = isinstance(each, ast.FunctionDef) or (isinstance(each, ast.Lambda) and is_apart)
        if is_function and _names(each, name) and statement not in walk(each):
            return False
        if isinstance(each, ast.Global | ast.Nonlocal) and name in each.names:
            return False
    outside = [s for block in later for s in block]
    if is_in_loop:
        own = sum(_names(s, name) for s in (statement, *rest))
        return _names(function.node, name) == own and name not in names_read(statement.value)
    return not any(_names(s, name) for s in outside)


def _binds(statement: ast.stmt, name: str) -> bool:
    """`name = ...`"""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name


def may_change(state: State, held: ast.Name, rest: Sequence[ast.stmt]) -> bool:
    """The name, or the array that it has, may be another in what follows."""
    mutation = state.plan.mutation
    if held.id in names_written(rest) or mutation.writing or mutation.write_backs:
        return True
    value = state.plan.values.get(held)
    written = (n.value for s in rest for n in walk(s) if isinstance(n, ast.Subscript) and _is_written(n))
    written_to = [*written, *(n.target for s in rest for n in walk(s) if isinstance(n, ast.AugAssign))]
    for each in written_to:
        other = state.plan.values.get(each)
        if value is None or other is None or other.memory & value.memory:
            return True
    return False


def _names(node: ast.AST, name: str) -> int:
    """How often a name stands in the code."""
    return sum(isinstance(n, ast.Name) and n.id == name for n in walk(node))


def _is_written(node: ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load)
