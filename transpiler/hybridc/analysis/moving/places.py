"""Slices of one length that begin at several places of their arrays, `x[k:] - x[:n - k]`, brought to one."""

from __future__ import annotations

import ast

from hybridc.analysis.moving.bounds import Bound
from hybridc.analysis.moving.linear import Linear
from hybridc.analysis.moving.span import Bounds, Rewriter, Span, Unfit
from hybridc.structure.trees import read


def aligned(spans: Rewriter, found: list[Span], node: ast.expr, is_chosen: bool = False) -> list[Span]:
    """With the same bounds: where they have several, at the start of their axes.

    Raises Unfit where it is not sure that they are of one length.
    """
    spread = [each for each in found if each.bounds]
    if len({each.key for each in spread}) > 1:
        if is_chosen:
            raise Unfit(node)
        lengths = [_length(spans, each, node) for each in spread]
        if any(length != lengths[0] for length in lengths):
            raise Unfit(node)
        start = _at_start(spans, next((s for s in spread if s.only and s.only.lower is None), spread[0]), node)
        found = [_moved(spans, each, start, node) if each.bounds else each for each in found]
    return as_long(spans, found, node)


def placed(spans: Rewriter, span: Span, bounds: Bounds, node: ast.expr) -> Span:
    """Where the bounds say.

    Raises Unfit where it is not sure that they are as long.
    """
    there = Span(node, bounds)
    if not span.bounds or span.key == there.key:
        return span
    if there.only is None or _length(spans, span, node) != _length(spans, there, node):
        raise Unfit(node)
    return _moved(spans, span, there.only, node)


def _at_start(spans: Rewriter, span: Span, node: ast.expr) -> Bound:
    bound = span.only
    assert bound is not None
    upper = _end(spans, bound)
    if bound.lower is not None:
        upper = ast.BinOp(upper, ast.Sub(), spans.masks.again(bound.lower))
    if not spans.masks.sizes.is_from_start(upper):  # a slice of nothing, and not one of all but the last
        upper = ast.Call(read("max"), [upper, ast.Constant(0)], [])
    return Bound(None, spans.made(upper, node), bound.length, bound.is_of_one_length)


def _end(spans: Rewriter, bound: Bound) -> ast.expr:
    """The upper bound, counted from the start."""
    match bound.upper:
        case None:
            return spans.masks.again(bound.length)
        case ast.UnaryOp(op=ast.USub(), operand=by) if spans.masks.sizes.is_from_start(
            ast.BinOp(by, ast.Sub(), ast.Constant(1))
        ):
            return ast.BinOp(spans.masks.again(bound.length), ast.Sub(), spans.masks.again(by))
    return spans.masks.again(bound.upper)


def _length(spans: Rewriter, span: Span, node: ast.AST) -> Linear:
    """How much counts. Raises Unfit where that is not known."""
    bound, sizes = span.only, spans.masks.sizes
    if bound is None or not (bound.lower is None or sizes.is_from_start(bound.lower)):
        raise Unfit(node)
    lower = {} if bound.lower is None else sizes.now(bound.lower)
    found = None if lower is None else sizes.difference(sizes.now(_end(spans, bound)), lower)
    if found is None:
        raise Unfit(node)
    return found


def _moved(spans: Rewriter, span: Span, to: Bound, node: ast.expr) -> Span:
    """With what counts at another place."""
    bound = span.only
    assert bound is not None
    if bound.key == to.key:
        return span
    by: ast.expr | None = None if to.lower is None else spans.masks.again(to.lower)
    if bound.lower is not None:
        back = spans.masks.again(bound.lower)
        by = ast.UnaryOp(ast.USub(), back) if by is None else ast.BinOp(by, ast.Sub(), back)
    tree = span.tree
    if by is not None:
        rolled = spans.masks.call("roll", tree, by)
        rolled.keywords.append(ast.keyword("axis", ast.Constant(0)))
        tree = spans.made(rolled, node)
    bounds = (Bound(to.lower, to.upper, bound.length, to.is_of_one_length),)
    return Span(tree, bounds, span.arrays, is_moved=True)


def as_long(spans: Rewriter, found: list[Span], node: ast.expr) -> list[Span]:
    """Of arrays that surely are not as long, as many elements as the shortest has: slices of one length reach no
    further."""
    sizes = spans.masks.sizes
    lengths = {n: sizes.of(s.only.length) for n, s in enumerate(found) if s.only is not None}
    known = [length for length in lengths.values() if length is not None]
    more = [sizes.difference(length, known[0]) for length in known]
    constants = [m.get((), 0) for m in more if m is not None and m.keys() <= {()}]
    if len(known) < len(lengths) or len(constants) < len(known) or not any(constants):
        return found
    shortest = next(n for n, length in lengths.items() if length == known[constants.index(min(constants))])
    of = found[shortest].only
    assert of is not None
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and lengths[0] != lengths[shortest]:
        raise Unfit(node)  # what is written into
    return [
        each if n not in lengths or lengths[n] == lengths[shortest] else _cut(spans, each, of, node)
        for n, each in enumerate(found)
    ]


def _cut(spans: Rewriter, span: Span, of: Bound, node: ast.expr) -> Span:
    bound = span.only
    assert bound is not None
    places = ast.Slice(None, spans.masks.again(of.length), None)
    tree = spans.made(ast.Subscript(span.tree, places, ast.Load()), node)
    ranks = {rank for _, rank in span.arrays}
    bounds = (Bound(bound.lower, bound.upper, of.length, bound.is_of_one_length),)
    return Span(tree, bounds, ((tree, ranks.pop() if len(ranks) == 1 else None),), is_moved=True)
