"""Sums and the like over slices whose bounds a loop moves, as such of what a mask chooses."""

from __future__ import annotations

import ast

from hybridc.analysis.moving.span import Rewriter, Span, Unfit
from hybridc.syntax.walking import walk

_PLACES = frozenset({"numpy.argmin", "numpy.argmax"})


def reduced(spans: Rewriter, node: ast.Call) -> ast.expr | None:
    """None where it is none. Raises Unfit."""
    name = spans.masks.named(node.func)
    if name in _PLACES and len(node.args) == 1 and not node.keywords:
        return _place(spans, node, str(name), *node.args)
    mapping = spans.plan.lines.mappings.get(node)
    if mapping is None or mapping.entry.shape != "reduce" or mapping.entry.writes:
        return None
    is_method = mapping.is_method and isinstance(node.func, ast.Attribute)
    operand = node.func.value if is_method and isinstance(node.func, ast.Attribute) else node.args[0]
    others = node.args if is_method else node.args[1:]
    if any(spans.reads(n) for n in (*others, *(k.value for k in node.keywords))):
        raise Unfit(node)
    found = spans.value(operand)
    if not found.bounds:
        return _with_operand(spans, node, found.tree, node.keywords)
    given = {k.arg: k.value for k in node.keywords}
    if "initial" not in given and _is_chosen(spans, operand, found, is_plain=not others and not given):
        before, spans.preferred = spans.preferred, {b.key: b for b in found.bounds if b is not None}
        tree = spans.value(operand, is_chosen=True).tree
        spans.preferred = before
        return _with_operand(spans, node, tree, node.keywords)
    if others or given.keys() - {"initial"}:
        raise Unfit(node)
    new = _with_operand(spans, node, found.tree, [*node.keywords, ast.keyword("where", spans.over(found))])
    if not given:
        spans.masks.origins.of_chosen.add(new)
    return new


def _place(spans: Rewriter, node: ast.Call, name: str, inner: ast.expr) -> ast.expr | None:
    """Where the extreme is, counted from the start of the slice."""
    found = spans.value(inner)
    if not found.bounds:
        return None
    if found.only is None:
        raise Unfit(node)
    return spans.masks.helping(name.removeprefix("numpy."), [found.tree, spans.mask_named(found.only)], node)


def _with_operand(spans: Rewriter, node: ast.Call, tree: ast.expr, keywords: list[ast.keyword]) -> ast.expr:
    if spans.plan.lines.mappings[node].is_method and isinstance(node.func, ast.Attribute):
        return spans.replaced(node, func=spans.replaced(node.func, value=tree), keywords=keywords)
    return spans.replaced(node, args=[tree, *node.args[1:]], keywords=keywords)


def _is_chosen(spans: Rewriter, operand: ast.expr, found: Span, *, is_plain: bool) -> bool:
    """Sums and the like of what a mask chooses have a form of their own, which guards derivatives."""
    calls = (n for n in walk(operand) if isinstance(n, ast.Call))
    if any(spans.masks.named(c.func) == "numpy.where" for c in calls):
        return False
    has_names = all(b is None or isinstance(spans.mask_named(b), ast.Name) for b in found.bounds)
    return found.bounds[0] is not None and (is_plain or len(found.bounds) == 1) and not found.is_moved and has_names
