"""Operands of operations that have no derivative everywhere: ones stand for what slices leave out.

The derivative of what a mask leaves out is zero times that of the operation there, which is no number where that is
infinite, as of a root at zero.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.analysis.moving.span import Rewriter, Span
from hybridc.domain.atoms import AtomKind

_NUMBERS = (AtomKind.DTYPE, AtomKind.WEAK, AtomKind.FLOATS)
_SMOOTH = frozenset({
    "abs", "absolute", "add", "arctan", "ceil", "clip", "cos", "fabs", "floor", "isfinite", "isinf", "isnan",
    "maximum", "minimum", "multiply", "negative", "positive", "rint", "round", "sign", "sin", "square", "subtract",
    "tanh", "trunc", "where",
})  # fmt: skip


def guarded(spans: Rewriter, node: ast.expr, operands: Sequence[Span]) -> list[Span]:
    """The operands, as the operation takes them."""
    found = _singular(spans, node, len(operands))
    return [
        _with_ones(spans, each, node) if is_it and each.bounds else each
        for each, is_it in zip(operands, found, strict=True)
    ]


def _singular(spans: Rewriter, node: ast.expr, count: int) -> list[bool]:
    """Of operands, those in which the derivative may be infinite."""
    match node:
        case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()):
            return [False, True]
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int(power))):
            return [power < 0, False]
        case ast.BinOp(op=ast.Pow()):
            return [True, True]
        case ast.Call(func=function):
            name = spans.masks.named(function) or ""
            return [name.removeprefix("numpy.") not in _SMOOTH] * count
    return [False] * count


def _with_ones(spans: Rewriter, span: Span, node: ast.expr) -> Span:
    one = 1 if is_of_numbers(spans, span) else True
    return Span(filled(spans, span, node, one), span.bounds, span.arrays, span.is_moved)


def filled(spans: Rewriter, span: Span, like: ast.AST, number: int) -> ast.expr:
    """What counts, and the number in the place of what does not; truth values take on every dtype."""
    return spans.made(spans.masks.call("where", spans.over(span), span.tree, ast.Constant(number)), like)


def is_of_numbers(spans: Rewriter, span: Span) -> bool:
    """It surely is no array of truth values."""
    atoms = [atom for array, _ in span.arrays for atom in spans.dtypes.get(ast.dump(array), ())]
    return any(a.kind in _NUMBERS and a.name != "bool" for a in atoms)
