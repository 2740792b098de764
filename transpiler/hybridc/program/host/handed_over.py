"""Functions that host code hands to compiled ones: what these read is read once, while tracing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.program.host.code import host_statements
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import expressions, names_read
from hybridc.syntax.walking import all_given, children, default_values

_KEEPING = frozenset({"functools.partial"})


def changing_functions(program: Program) -> list[Finding]:
    """Findings for functions that read what changes, used as values where compiled functions call their parameters."""
    module = program.module
    if not module.changing or not any(map(_calls_a_parameter, program.compiled.values())):
        return []
    changing = {**{name: name for name in module.changing}, **module.unsteady}
    found: list[Finding] = []
    for node in _values(program):
        names = {node.id} & module.unsteady.keys() if isinstance(node, ast.Name) else names_read(node) & changing.keys()
        if names:
            found.append(Finding(rules.ReboundGlobal(name=changing[min(names)]), node, None))
    return found


def _calls_a_parameter(plan: FunctionPlan) -> bool:
    called = {c.func.id for c in plan.function.of(ast.Call) if isinstance(c.func, ast.Name)}
    return not called.isdisjoint(plan.arguments.static_parameters)


def _values(program: Program) -> Iterator[ast.Name | ast.Lambda]:
    """Names and lambdas in host code, and in defaults, that are not called or handed to Python's own functions.

    A lambda that stands in a call is another one at every call, and traced anew.
    """
    todo: list[ast.AST] = [e for s in host_statements(program.module.tree.body, program) for e in expressions(s)]
    for function in program.module.functions.values():
        todo += default_values(function.node.args)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name | ast.Lambda):
            yield node
        elif isinstance(node, ast.Call):
            name = program.module.qualified_name(node.func)
            given = all_given(node)
            is_kept = name is None or name in _KEEPING
            todo += [a for a in given if not isinstance(a, ast.Lambda) and (is_kept or not isinstance(a, ast.Name))]
            todo += [] if isinstance(node.func, ast.Name) else [node.func]
        else:
            todo += children(node)
