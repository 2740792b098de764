"""The tests that Python comes to in every call, and so does tracing: only what they show is guarded by them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridc.program.parameters.compared import compared_by, ranked_by
from hybridc.program.plans import FunctionPlan, LoopForm
from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, walk

_LEAVING = ast.Return | ast.Break | ast.Continue | ast.Raise
_INSIDE = ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def unasked(plan: FunctionPlan) -> frozenset[str]:
    """Parameters, and those of nested functions behind their names, that tests show to be numbers, or to have numbers
    as elements, where Python may come to none of these, as it knows while tracing: `if k is None or x[0] > 3`."""
    found = _unasked(plan, plan.function)
    for nested in plan.function.of(ast.FunctionDef):
        if nested is not plan.function.node:
            inside = Function(nested, nested.name, None, frozenset(), frozenset())
            found |= {f"{nested.name}.{name}" for name in _unasked(plan, inside)}
    return found


def _unasked(plan: FunctionPlan, function: Function) -> frozenset[str]:
    shown = compared_by(function)
    for name, (_, by) in ranked_by(function).items():
        shown.setdefault(name, []).extend(by)
    asked = set(_block(plan, function.node.body)) if shown else set()
    return frozenset(name for name, by in shown.items() if asked.isdisjoint(by))


def _block(plan: FunctionPlan, body: Iterable[ast.stmt], is_certain: bool = True) -> Iterator[ast.expr]:
    """What is evaluated in any case, once the block is begun: by Python, or else (not `is_certain`) by tracing."""
    for statement in body:
        if is_certain or statement not in plan.control.vanishing:
            yield from _statement(plan, statement, is_certain)
        if _may_leave(plan, statement):
            return


def _statement(plan: FunctionPlan, statement: ast.stmt, is_certain: bool) -> Iterator[ast.expr]:
    match statement:
        case ast.If(test=test, body=body, orelse=orelse) | ast.While(test=test, body=body, orelse=orelse):
            yield from _expression(plan, test)
            if not _is_static(plan, test):
                yield from _block(plan, body, is_certain=False)
                yield from _block(plan, orelse, is_certain=False)
        case ast.For(iter=over, body=body):
            yield from _expression(plan, over)
            loop = plan.control.loops.get(statement)
            if loop is not None and loop.form is not LoopForm.PYTHON:
                yield from _block(plan, body, is_certain=False)
        case ast.Try(body=body, finalbody=finalbody):
            yield from _block(plan, body if not statement.handlers else body[:1], is_certain)
            yield from _block(plan, finalbody, is_certain)
        case ast.With(body=body):
            yield from _block(plan, body, is_certain)
        case ast.FunctionDef() | ast.ClassDef():
            return
        case _:
            for child in children(statement):
                if isinstance(child, ast.expr):
                    yield from _expression(plan, child)


def _expression(plan: FunctionPlan, node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.expr):
        yield node
    match node:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _expression(plan, value)
                if _is_static(plan, value):
                    return
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield from _expression(plan, test)
            if not _is_static(plan, test):
                yield from _expression(plan, body)
                yield from _expression(plan, orelse)
        case _ if not isinstance(node, _INSIDE):
            for child in children(node):
                yield from _expression(plan, child)


def _may_leave(plan: FunctionPlan, statement: ast.stmt) -> bool:
    """Python may not come to what follows, as it knows while tracing."""
    if isinstance(statement, ast.If | ast.While) and not _is_static(plan, statement.test):
        return False
    if isinstance(statement, ast.For | ast.While):
        return any(isinstance(n, ast.Return) for n in walk(statement))
    return isinstance(statement, ast.If | ast.Try | _LEAVING) and any(isinstance(n, _LEAVING) for n in walk(statement))


def _is_static(plan: FunctionPlan, test: ast.expr) -> bool:
    value = plan.values.get(test)
    return value is None or value.is_static
