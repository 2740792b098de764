"""Results of compiled functions that XLA does not have: text, dtypes, ranges, iterators."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.domain.values import Form, Value
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import own_statements

_UNTRACED = (Form.STRING, Form.DTYPE, Form.RANGE)


def untraced_results(program: Program) -> Iterator[tuple[str, Finding]]:
    """By functions: their `return` statements that give such to callers which are not compiled themselves."""
    for name, plan in program.plans.items():
        for statement, what in _returns(plan) if plan.entry.is_decorated else ():
            yield name, Finding(rules.UntracedResult(what=what), statement, name)


def _returns(plan: FunctionPlan) -> Iterator[tuple[ast.Return, str]]:
    for statement in own_statements(plan.structured.node.body):
        if isinstance(statement, ast.Return) and statement.value is not None:
            value = plan.values.get(statement.value)
            what = None if value is None else _untraced(value)
            if what is not None:
                yield statement, what


def _untraced(value: Value) -> str | None:
    """What of it is neither an array nor a number."""
    if value.form in _UNTRACED:
        return value.form.value
    if value.is_iterator:
        return "an iterator"
    return next((what for item in value.items or () if (what := _untraced(item)) is not None), None)
