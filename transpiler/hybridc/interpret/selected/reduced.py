"""What sums and the like of values that a mask chooses can be written for whole arrays."""

from __future__ import annotations

import ast

from hybridc.domain.values import is_bool
from hybridc.program.state import State
from hybridc.structure.expressions.chosen import Reduced

_KEYWORDS = frozenset({"axis", "dtype", "ddof"})


def reduced(state: State, node: ast.expr) -> tuple[Reduced, ast.expr, bool] | None:
    """What is computed, of what, and whether of each column of rows."""
    match node:
        case ast.Attribute(value=inner, attr="size", ctx=ast.Load()):
            return Reduced.COUNT, inner, False
        case ast.Subscript(value=ast.Attribute(value=inner, attr="shape"), slice=ast.Constant(value=0)):
            return Reduced.COUNT, inner, False
        case ast.Call(func=ast.Name(id="len"), args=[inner], keywords=[]):
            is_len = state.module.qualified_name(node.func, state.function.locals) == "builtins.len"
            return (Reduced.COUNT, inner, False) if is_len else None
        case ast.Call():
            return _reduced_by(state, node)
    return None


def _reduced_by(state: State, node: ast.Call) -> tuple[Reduced, ast.expr, bool] | None:
    mapping = state.plan.lines.mappings.get(node)
    if mapping is None or mapping.entry.shape != "reduce":
        return None
    operands = [node.func.value] if mapping.is_method and isinstance(node.func, ast.Attribute) else node.args[:1]
    others = node.args if mapping.is_method else node.args[1:]
    given: dict[str | None, ast.expr] = {**dict(zip(("axis",), others, strict=False))}
    given |= {k.arg: k.value for k in node.keywords}
    if not operands or len(others) > 1 or not given.keys() <= _KEYWORDS:
        return None
    axis = given.get("axis", ast.Constant(None))
    if not (isinstance(axis, ast.Constant) and axis.value in (None, 0) and axis.value is not False):
        return None
    if mapping.entry.name.endswith(".count_nonzero"):
        value = state.plan.values.get(operands[0])
        is_truth = value is not None and is_bool(value)
        if given:
            return None
        return Reduced.TRUE if is_truth else Reduced.NONZERO, operands[0], False
    if all(p.name != "where" for p in mapping.entry.parameters or ()):
        return None
    return Reduced.METHOD if mapping.is_method else Reduced.FUNCTION, operands[0], axis.value == 0
