"""Which functions of a file check something, or call what does: they raise together, or not at all."""

from __future__ import annotations

import ast

from hybridc.analysis.checking import calls_out
from hybridc.analysis.plans import FunctionPlan, LoopForm, Program
from hybridc.analysis.state import Finding
from hybridc.analysis.values import Form
from hybridc.analysis.walking import walk


def note_failing(program: Program) -> None:
    """Notes in the plans what hands on that a check has failed.

    A function that checks nothing does as well if one that checks calls it and it has a `while`, which what is computed
    after a failed check may keep going for ever; and then all that call it.
    """
    plans = program.plans
    failing = {name for name, plan in plans.items() if plan.checks.own() or _calls_unknown(plan)}
    if not failing:
        return
    before = 0
    while before != len(failing):
        before = len(failing)
        failing |= {name for name, plan in plans.items() if plan.calls & failing}
        called = {callee for name in failing for callee in plans[name].calls & plans.keys()}
        failing |= {name for name in called if any(_is_while(plans[name], s) for s in plans[name].loops)}
    for name in failing:
        plan = plans[name]
        plan.checks.nodes = plan.checks.own()
        plan.checks.nodes |= {loop for loop in plan.loops if _is_while(plan, loop)}
        plan.checks.nodes |= {n for n in walk(plan.function.node) if _may_fail(plan, n, failing, program)}
        plan.checks.is_failing = True


def checked_form(program: Program, finding: Finding) -> Finding:
    """The finding with what a branch or loop becomes where checks are in it."""
    rule, node, details, function = finding
    plan = program.plans.get(function or "")
    module, dot, name = details.get("form", "").partition(".")
    if plan is None or module not in ("lax", "control") or not dot or not plan.checks.are_in(node):
        return finding
    return rule, node, {**details, "form": f"checks.{name}"}, function


def _is_while(plan: FunctionPlan, loop: ast.stmt) -> bool:
    return plan.loops[loop].form is LoopForm.WHILE


def _may_fail(plan: FunctionPlan, node: ast.AST, failing: set[str], program: Program) -> bool:
    if not calls_out(plan, node):
        return False
    assert isinstance(node, ast.Name)
    return node.id in failing or node.id not in program.module.functions or node.id in plan.function.locals


def _calls_unknown(plan: FunctionPlan) -> bool:
    """It calls what it is given, which may be a function that checks."""
    return any(
        isinstance(node, ast.Name)
        and node.id in plan.function.parameters
        and (value := plan.values.get(node)) is not None
        and value.form is Form.FUNCTION
        for node in walk(plan.function.node)
    )
