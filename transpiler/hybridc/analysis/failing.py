"""Which functions of a file check something, or call what does: they raise together, or not at all."""

from __future__ import annotations

import ast

from hybridc.domain.values import Form
from hybridc.interpret.checking import calls_out
from hybridc.program.plans import FunctionPlan, LoopForm, Program
from hybridc.program.state import Finding
from hybridc.syntax.walking import walk


def note_failing(program: Program) -> None:
    """Notes in the plans what hands on that a check has failed.

    A function that checks nothing does as well if one that checks calls it and it has a loop of any length, which what
    is computed after a failed check may keep going for ever; and then all that call it.
    """
    plans = program.plans
    failing = {name for name, plan in plans.items() if plan.checks.own() or _calls_unknown(plan) or _calls_parts(plan)}
    if not failing:
        return
    used = {name: _functions_used(plan) for name, plan in plans.items()}
    before = 0
    while before != len(failing):
        before = len(failing)
        failing |= {name for name, functions in used.items() if functions & failing}
        called = {callee for name in failing for callee in used[name] & plans.keys()}
        failing |= {name for name in called if any(_may_go_on(plans[name], s) for s in plans[name].control.loops)}
    for name in failing:
        plan = plans[name]
        plan.checks.nodes = plan.checks.own()
        plan.checks.nodes |= {loop for loop in plan.control.loops if _may_go_on(plan, loop)}
        plan.checks.nodes |= {n for n in walk(plan.function.node) if _may_fail(plan, n, failing, program)}
        plan.checks.nodes |= {n for n in walk(plan.function.node) if _is_of_parts(plan, n)}
        plan.checks.is_failing = True


def checked_form(program: Program, finding: Finding) -> Finding:
    """The finding with what a branch or loop becomes where checks are in it."""
    plan = program.plans.get(finding.function or "")
    module, dot, name = finding.rule.details.get("form", "").partition(".")
    if plan is None or module not in ("lax", "control") or not dot or not plan.checks.are_in(finding.node):
        return finding
    return finding._replace(rule=finding.rule.replaced(form=f"checks.{name}"))


def _functions_used(plan: FunctionPlan) -> frozenset[str]:
    """The functions that it calls, or hands to what calls them."""
    return plan.calls | {n.id for n in walk(plan.function.node) if isinstance(n, ast.Name) and calls_out(plan, n)}


def _may_go_on(plan: FunctionPlan, loop: ast.stmt) -> bool:
    """A value says how many turns the loop takes."""
    match plan.control.loops[loop].form, loop:
        case LoopForm.WHILE, _:
            return True
        case ((LoopForm.FORI | LoopForm.SCAN), ast.For(iter=ast.Call(func=ast.Name(id="range"), args=bounds))):
            return not all(plan.values[bound].is_static for bound in bounds)
    return False


def _may_fail(plan: FunctionPlan, node: ast.AST, failing: set[str], program: Program) -> bool:
    if not calls_out(plan, node):
        return False
    assert isinstance(node, ast.Name)
    return node.id in failing or node.id not in program.module.functions or node.id in plan.function.locals


def _calls_parts(plan: FunctionPlan) -> bool:
    return any(_is_of_parts(plan, node) for node in walk(plan.function.node))


def _is_of_parts(plan: FunctionPlan, node: ast.AST) -> bool:
    """A call in a method of what the file does not name, which may check something: a part, or another method."""
    return plan.function.owner is not None and isinstance(node, ast.Call) and node not in plan.lines.mappings


def _calls_unknown(plan: FunctionPlan) -> bool:
    """It calls what it is given, which may be a function that checks."""
    return any(
        isinstance(node, ast.Name)
        and node.id in plan.function.parameters
        and (value := plan.values.get(node)) is not None
        and value.form is Form.FUNCTION
        for node in walk(plan.function.node)
    )
