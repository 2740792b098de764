"""Values computed from what a mask chooses, element by element: `x[mask]` in `y[mask] = np.log(x[mask])`."""

from __future__ import annotations

import ast

from hybridc.analysis.state import State
from hybridc.analysis.walking import walk

_PURE = (
    ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Compare, ast.expr_context, ast.operator,
    ast.unaryop, ast.cmpop, ast.Tuple, ast.Slice,
)  # fmt: skip


def masked_reads(state: State, value: ast.expr, mask: ast.expr) -> tuple[ast.Subscript, ...]:
    """The reads by the same mask, if the rest of the value is made of them and of numbers, element by element."""
    if not all(isinstance(n, _PURE) for n in walk(mask)):
        return ()
    found: list[ast.Subscript] = []
    return tuple(found) if _collect(state, value, ast.dump(mask), found) else ()


def _collect(state: State, node: ast.expr, mask: str, found: list[ast.Subscript]) -> bool:
    match node:
        case ast.Subscript(slice=index) if ast.dump(index) == mask:
            found.append(node)
            return True
        case ast.BinOp(left=left, right=right) if not isinstance(node.op, ast.MatMult):
            return _collect(state, left, mask, found) and _collect(state, right, mask, found)
        case ast.UnaryOp(operand=operand) if not isinstance(node.op, ast.Not):
            return _collect(state, operand, mask, found)
        case ast.Call(args=arguments, keywords=[]):
            mapping = state.plan.mappings.get(node)
            if mapping is None or mapping.entry.shape != "elementwise":
                return False
            return all(_collect(state, a, mask, found) for a in arguments)
    value = state.plan.values.get(node)
    return value is not None and value.form.is_numeric and (value.is_static or value.is_scalar)
