"""How a compiled function is entered: `@jax.jit`, with its static parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import libcst as cst

from hybridc.analysis.plans import FunctionPlan
from hybridc.passes.base import numbers_expected
from hybridc.templates import expression


class Entry:
    """Puts the decorator on a graph function."""

    name: ClassVar[str] = "entry"

    def function(self, node: cst.FunctionDef, plan: FunctionPlan) -> cst.FunctionDef:
        for parameters in plan.rests_on.values():
            assert parameters <= plan.numbers, "what is taken for a number is checked"
        if plan.numbers:
            node = _with_check(node, [p for p in plan.function.parameters if p in plan.numbers])
        if not plan.is_decorated:
            return node
        return node.with_changes(decorators=[cst.Decorator(_decorator(plan))], lines_after_decorators=[])


def _with_check(node: cst.FunctionDef, names: Sequence[str]) -> cst.FunctionDef:
    """The check that parameters are numbers, after the docstring."""
    position = 0 if node.get_docstring() is None else 1
    body = [*node.body.body]
    body.insert(position, numbers_expected(names))
    return node.with_changes(body=node.body.with_changes(body=body))


def _decorator(plan: FunctionPlan) -> cst.BaseExpression:
    module = "checks" if plan.checks.is_failing else plan.jit
    static = [p for p in plan.function.parameters if p in plan.static_parameters]
    if not static:
        return expression(f"{module}.jit")
    shown = ", ".join(f'"{p}"' for p in static)
    listed = f"({shown},)" if len(static) == 1 else f"({shown})"
    return expression(f"partial({module}.jit, static_argnames={listed})")
