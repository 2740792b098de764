"""How a compiled function is entered: `@jax.jit`, with its static parameters."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from hybridc.analysis.plans import FunctionPlan
from hybridc.templates import expression


class Entry:
    """Puts the decorator on a graph function."""

    name: ClassVar[str] = "entry"

    def function(self, node: cst.FunctionDef, plan: FunctionPlan) -> cst.FunctionDef:
        if not plan.is_decorated:
            return node
        return node.with_changes(decorators=[cst.Decorator(_decorator(plan))], lines_after_decorators=[])


def _decorator(plan: FunctionPlan) -> cst.BaseExpression:
    static = [p for p in plan.function.parameters if p in plan.static_parameters]
    if not static:
        return expression("jax.jit")
    shown = ", ".join(f'"{p}"' for p in static)
    listed = f"({shown},)" if len(static) == 1 else f"({shown})"
    return expression(f"partial(jax.jit, static_argnames={listed})")
