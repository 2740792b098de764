"""How a compiled function is entered: `@jax.jit`, with its static parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import numbers_expected
from hybridc.emit.templates import expression, statement
from hybridc.program.assumptions import Kind
from hybridc.program.plans import FunctionPlan, WritesBack


class Entry:
    """Puts the decorator on a graph function."""

    name: ClassVar[str] = "entry"

    def function(self, node: cst.FunctionDef, plan: FunctionPlan) -> cst.FunctionDef:
        if numbers := plan.expected_numbers:
            node = _with_check(node, [p for p in plan.function.parameters if p in numbers])
        if pythons := plan.assumed.subjects(Kind.PYTHONS):
            node = _with_check(node, sorted(pythons), "no_arrays")
        if masks := plan.assumed.subjects(Kind.MASKS):
            node = _with_check(node, sorted(masks), "masks")
        if lists := plan.assumed.subjects(Kind.LISTS):
            node = _begun_with(node, [statement("{x} = jnp.asarray({x})", x=cst.Name(p)) for p in sorted(lists)])
        for parameter in sorted(plan.assumed.subjects(Kind.INDEXED), reverse=True):
            rows = ", of_rows=True" if parameter in plan.arguments.lists_of_rows else ""
            node = _begun_with(node, [statement(f"{{x}} = control.indexed({{x}}{rows})", x=cst.Name(parameter))])
        refers = plan.is_referred and not plan.is_of_model
        if not plan.entry.is_decorated and not refers:
            return node
        if refers:
            decorators = [*_masks_taken(plan), _in_place(plan)]
            return node.with_changes(decorators=[cst.Decorator(d) for d in decorators], lines_after_decorators=[])
        decorators = [_decorator(plan)]
        if static_lists := ", ".join(f'"{p}"' for p in sorted(plan.arguments.static_lists)):
            decorators.insert(0, expression(f"control.static_lists({static_lists})"))
        if iterables := ", ".join(f'"{p}"' for p in plan.function.parameters if p in plan.entry.iterables):
            decorators.insert(0, expression(f"control.takes_iterables({iterables})"))
        decorators = [*_masks_taken(plan), *decorators]
        if plan.entry.takes_mutable:
            decorators.insert(0, expression("control.takes_mutable"))
        if plan.entry.keeps_order:
            decorators.insert(0, expression("control.in_order"))
        if plan.entry.writes_back is not None:
            decorators.insert(0, _writing(plan.entry.writes_back))
        return node.with_changes(decorators=[cst.Decorator(d) for d in decorators], lines_after_decorators=[])


def _masks_taken(plan: FunctionPlan) -> list[cst.BaseExpression]:
    """The decorator of one that is given masks as the places that they choose."""
    places, beside = (
        ", ".join(f'"{p}"' for p in plan.function.parameters if p in names)
        for names in (plan.entry.places, plan.entry.places_beside)
    )
    return [expression(f"control.takes_masks({places}{f', beside=[{beside}]' if beside else ''})")] if places else []


def _with_check(node: cst.FunctionDef, names: Sequence[str], what: str = "numbers") -> cst.FunctionDef:
    """The check that parameters are numbers, or no arrays, after the docstring."""
    return _begun_with(node, [numbers_expected(names, what)])


def _begun_with(node: cst.FunctionDef, statements: Sequence[cst.SimpleStatementLine]) -> cst.FunctionDef:
    """The function with statements before its own, after the docstring."""
    position = 0 if node.get_docstring() is None else 1
    body = [*node.body.body]
    body[position:position] = statements
    return node.with_changes(body=node.body.with_changes(body=body))


def _writing(form: WritesBack) -> cst.BaseExpression:
    """What makes of the compiled function one that changes NumPy's arrays, and gives such."""
    shown = [f'"{name}"' for name in form.changed]
    if form.result is not None:
        shown.append(f"result={form.result}")
    if not form.written:
        return expression(f"control.gives_numpy({'' if form.result in (None, 'True') else shown[0]})")
    return expression(f"control.writes_back({', '.join(shown)})")


def _in_place(plan: FunctionPlan) -> cst.BaseExpression:
    """What makes of the function one whose callers see what it writes."""
    returns = plan.references is not None and plan.references.returns
    names = plan.arguments.gives_back if returns else plan.arguments.mutated
    written = [f'"{p}"' for p in plan.function.parameters if p in names]
    if returns:
        written.append("returns=True")
    static = _static(plan)
    if static:
        written.append(f"static_argnames={static}")
    return expression(f"control.in_place({', '.join(written)})")


def _static(plan: FunctionPlan) -> str:
    """The names of the static parameters, as a tuple that is written out; empty where there are none."""
    static = [f'"{p}"' for p in plan.function.parameters if p in plan.arguments.static_parameters]
    if not static:
        return ""
    return f"({static[0]},)" if len(static) == 1 else f"({', '.join(static)})"


def _decorator(plan: FunctionPlan) -> cst.BaseExpression:
    module = "checks" if plan.checks.is_failing else plan.entry.jit
    static = _static(plan)
    return expression(f"partial({module}.jit, static_argnames={static})" if static else f"{module}.jit")
