"""Where arrays meet, whose dtypes frameworks may promote otherwise than JAX."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc.program.plans import FunctionPlan


def arrays_meet(plan: FunctionPlan) -> bool:
    """Some operation of the function has several operands that are known only when it runs."""

    def count(operands: Iterable[ast.expr]) -> int:
        return sum(count(o.elts) if isinstance(o, ast.List | ast.Tuple) else is_traced(o) for o in operands)

    def is_traced(operand: ast.expr) -> bool:
        value = plan.values.get(operand)
        return value is not None and not value.is_static

    for node in plan.function.of_any(ast.BinOp, ast.Compare, ast.AugAssign, ast.Call):
        match node:
            case ast.BinOp(left=left, right=right) if count([left, right]) > 1:
                return True
            case ast.Compare(left=left, comparators=others) if count([left, *others]) > 1:
                return True
            case ast.AugAssign(value=value) if count([value]):
                return True
            case ast.Call(func=func, args=args, keywords=keywords):
                held = [func.value] if isinstance(func, ast.Attribute) else []
                if count([*held, *args, *(k.value for k in keywords)]) > 1:
                    return True
    return False
