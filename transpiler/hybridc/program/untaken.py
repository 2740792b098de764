"""Code that Python runs only where a test holds or a loop takes a turn, and tracing always."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from hybridc.domain.values import Value
from hybridc.program.plans import Condition, FunctionPlan, LoopForm
from hybridc.syntax.walking import walk

_BOTH = frozenset({Condition.OPERATOR, Condition.LOGICAL, Condition.IS_FALSE, Condition.GUARD, Condition.VALUE})
_SIDES = frozenset({Condition.COND, Condition.CONTROL, Condition.WHERE, Condition.CHOSEN})


def untaken(plan: FunctionPlan) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Branches, loops and conditions that hold code which raises while it is traced where shapes do not fit it, and
    what tells whether Python runs it."""
    for node, told, code in _compiled(plan):
        if any(_may_not_fit(part, plan.values.get) for part in code):
            yield node, told


def _compiled(plan: FunctionPlan) -> Iterator[tuple[ast.AST, ast.expr, Sequence[ast.AST]]]:
    for statement, branch in plan.control.branches.items():
        if isinstance(statement, ast.If) and not branch.is_selection:
            yield statement, statement.test, [*statement.body, *statement.orelse]
    for statement, loop in plan.control.loops.items():
        if loop.form is LoopForm.PYTHON:
            continue
        match statement:
            case ast.While(test=told) | ast.For(iter=told):
                yield statement, told, statement.body
    for node, condition in plan.control.conditions.items():
        match node:
            case ast.BoolOp(values=[first, *rest]) if condition in _BOTH:
                yield node, first, rest
            case ast.IfExp(test=told, body=body, orelse=orelse) if condition in _SIDES:
                yield node, told, [body, orelse]


def _may_not_fit(code: ast.AST, value_of: Callable[[ast.AST], Value | None]) -> bool:
    """Whether something in it depends on how many dimensions arrays have, or how long these are."""

    def is_number(node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return True
        value = value_of(node)
        return value is not None and value.rank == 0

    def depends(node: ast.AST) -> bool:
        match node:
            case ast.BinOp(left=one, right=other) | ast.AugAssign(target=one, value=other):
                return not is_number(one) and not is_number(other)
            case ast.Compare(left=one, comparators=others):
                return not is_number(one) or not all(is_number(each) for each in others)
            case ast.Call(args=given, keywords=keywords):
                return bool(keywords) or not all(is_number(each) for each in given)
            case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()) | ast.Subscript() | ast.Starred():
                return True
        return False

    return any(depends(node) for node in walk(code))
