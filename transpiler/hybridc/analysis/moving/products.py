"""Products that sum over slices whose bounds a loop moves: `A[i, :i] @ x[:i]`, `np.outer(x[i:], y[i:])`."""

from __future__ import annotations

import ast

from hybridc.analysis.moving.guards import filled, is_of_numbers
from hybridc.analysis.moving.places import aligned
from hybridc.analysis.moving.span import Rewriter, Span, Unfit, best, trimmed

_PRODUCTS = frozenset({"numpy.dot", "numpy.matmul", "numpy.inner", "numpy.vdot"})
_OF_VECTORS = frozenset({"numpy.inner", "numpy.vdot"})


def as_product(spans: Rewriter, node: ast.expr) -> Span | None:
    """None where it is none. Raises Unfit."""
    match node:
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            return _product(spans, node, left, right)
        case ast.Attribute(value=inner, attr="T"):
            return _transposed(spans, node, inner)
        case ast.Call(func=function, args=[left, right], keywords=[]):
            name = spans.masks.named(function)
            if name in _PRODUCTS:
                return _product(spans, node, left, right)
            return _outer(spans, node, left, right) if name == "numpy.outer" else None
        case ast.Call(func=function, args=[inner], keywords=[]):
            name = spans.masks.named(function)
            if name is None and isinstance(function, ast.Attribute) and function.attr == "dot":
                return _product(spans, node, function.value, inner)
            if name == "numpy.linalg.norm" and (found := spans.value(inner)).bounds:
                return Span(spans.replaced(node, args=[filled(spans, found, node, 0)]))
    return None


def _product(spans: Rewriter, node: ast.expr, left: ast.expr, right: ast.expr) -> Span:
    """Zeros stand on both sides for what the slices leave out along the axis that is summed over."""
    one, other = spans.value(left), spans.value(right)
    if len(one.bounds) == len(other.bounds) == 1:
        one, other = aligned(spans, [one, other], node)
    if not other.bounds:
        return _rows(spans, node, one, other)
    if not one.bounds or any(rank not in (None, len(one.bounds)) for _, rank in one.arrays):
        raise Unfit(node)
    summed, (first, *behind), kept = one.bounds[-1], other.bounds, one.bounds[:-1]
    is_of_vectors = isinstance(node, ast.Call) and spans.masks.named(node.func) in _OF_VECTORS
    if summed is None or first is None or first.key != summed.key or (behind and (kept or is_of_vectors)):
        raise Unfit(node)
    (along,) = best((summed,), (first,))
    factors = (
        Span(one.tree, (*(None for _ in kept), along), one.arrays),
        Span(other.tree, (along,), other.arrays),
    )
    zero = 0 if any(is_of_numbers(spans, each) for each in factors) else False
    trees = [filled(spans, each, node, zero) for each in factors]
    return Span(_multiplied(spans, node, *trees), trimmed((*kept, *behind)))


def _rows(spans: Rewriter, node: ast.expr, one: Span, other: Span) -> Span:
    """`A[:k] @ x`: a slice that is not of the axis summed over, or `x` would be as long as it is in every turn."""
    is_matrix = all(rank is None or rank > len(one.bounds) for _, rank in one.arrays)
    is_of_vectors = isinstance(node, ast.Call) and spans.masks.named(node.func) == "numpy.vdot"
    if one.bounds and (not is_matrix or is_of_vectors or any(b is not None and b.is_of_one_length for b in one.bounds)):
        raise Unfit(node)
    return Span(_multiplied(spans, node, one.tree, other.tree), one.bounds)


def _multiplied(spans: Rewriter, node: ast.expr, one: ast.expr, other: ast.expr) -> ast.expr:
    match node:
        case ast.BinOp():
            return spans.replaced(node, left=one, right=other)
        case ast.Call(func=ast.Attribute() as function, args=[_]):
            return spans.replaced(node, func=spans.replaced(function, value=one), args=[other])
    return spans.replaced(node, args=[one, other])


def _transposed(spans: Rewriter, node: ast.Attribute, inner: ast.expr) -> Span:
    found = spans.value(inner)
    tree = spans.replaced(node, value=found.tree)
    if not found.bounds:
        return Span(tree)
    if not found.arrays or any(rank != 2 for _, rank in found.arrays):
        raise Unfit(node)
    rows, columns = (*found.bounds, None)[:2]
    return Span(tree, trimmed((columns, rows)), ((tree, 2),), found.is_moved)


def _outer(spans: Rewriter, node: ast.Call, left: ast.expr, right: ast.expr) -> Span:
    one, other = spans.value(left), spans.value(right)
    for each in (one, other):
        if len(each.bounds) > 1 or any(rank not in (None, 1) for _, rank in each.arrays):
            raise Unfit(node)
    tree = spans.replaced(node, args=[one.tree, other.tree])
    return Span(tree, trimmed((one.only, other.only)))
