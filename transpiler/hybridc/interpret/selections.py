"""Tests by which `jnp.where` chooses one of two numbers: those of arrays of one element would make it an array."""

from __future__ import annotations

import ast

from hybridc.program.assumptions import Kind, assume
from hybridc.program.parameters.compared import decided_by, truths
from hybridc.program.state import State
from hybridc.syntax.dataflow import names_read

_TESTED = "a value is chosen by its truth, which an array of one element has as well"


def selects_by(state: State, test: ast.expr) -> None:
    """What is not known to be a number is asked for its truth. What is taken for one is checked."""
    plan = state.plan
    values = [plan.values.get(truth) for truth in truths([test])]
    if all(value is not None and (value.is_scalar or value.is_static) for value in values):
        _check(state, test)
    else:
        plan.control.tests.setdefault(test, "control.truth({x})")


def gives(state: State, operand: ast.expr) -> None:
    """An operand of `n or v` that is asked, and may be what that gives, is a number."""
    plan = state.plan
    value = plan.values.get(operand)
    plan.assumed.forget(Kind.VALUE, operand)
    if value is not None and (value.is_scalar or value.is_static):
        _check(state, operand)
    elif not _is_in_loop(state):
        assume(plan.assumed, Kind.VALUE, operand, [ast.unparse(operand)], _TESTED)


def _check(state: State, test: ast.expr) -> None:
    """What the test is made of is taken for numbers, if a test, a hint or a default shows it to be."""
    plan = state.plan
    if not state.known.evident.under(names_read(test)):
        return
    inner = frozenset(state.function.parameters) if state.flow.scope else frozenset()
    for truth, names in decided_by(state.function, test):
        own = names & plan.arguments.evident - inner
        rest = names & state.known.evident.parameters - own
        plan.assumed.forget(Kind.VALUE, truth)
        assume(plan.assumed, Kind.TESTED, truth, own, _TESTED)
        if rest and not _is_in_loop(state):
            assume(plan.assumed, Kind.VALUE, truth, [ast.unparse(truth)], _TESTED)


def _is_in_loop(state: State) -> bool:
    return any(is_compiled for _, is_compiled in state.flow.loops)
