"""Host code that calls functions which change an argument in place: it no longer sees the change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.analysis.dataflow import blocks, expressions
from hybridc.analysis.plans import Program


def lost_mutations(program: Program) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that calls such a function and does not bind its result to the argument's name."""
    changing = {name: plan for name, plan in program.plans.items() if plan.mutated}
    found: list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]] = []
    if not changing:
        return found
    for statement in _host_statements(program.module.tree.body, program):
        taken = _plain_target(statement)
        for expression in expressions(statement):
            for call in ast.walk(expression):
                if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in changing):
                    continue
                plan = changing[call.func.id]
                bound = dict(zip(plan.function.positional, call.args, strict=False))
                bound |= {k.arg: k.value for k in call.keywords if k.arg}
                for name in sorted(plan.mutated & bound.keys()):
                    argument = bound[name]
                    if (
                        isinstance(argument, ast.Name | ast.Subscript | ast.Attribute)
                        and ast.unparse(argument) != taken
                    ):
                        details = {"function": call.func.id, "name": name}
                        found.append((rules.LostMutation, call, details, None))
    return found


def _plain_target(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.Call):
        return ast.unparse(statement.targets[0])
    return None


def _host_statements(statements: list[ast.stmt], program: Program) -> Iterator[ast.stmt]:
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            if statement.name not in program.plans:
                yield from _host_statements(statement.body, program)
        elif isinstance(statement, ast.ClassDef):
            yield from _host_statements(statement.body, program)
        else:
            yield statement
            for block in blocks(statement):
                yield from _host_statements(block, program)
