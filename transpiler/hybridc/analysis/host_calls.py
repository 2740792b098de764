"""Host code that calls functions which change an argument in place: it no longer sees the change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.analysis.dataflow import blocks, calls_in, expressions, names_read
from hybridc.analysis.in_place import changed_in_place
from hybridc.analysis.plans import Program
from hybridc.analysis.walking import walk


def lost_mutations(program: Program) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that calls such a function and does not bind its result to the argument's name."""
    changing = {name: plan for name, plan in program.plans.items() if plan.mutated}
    found: list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]] = []
    if not changing:
        return found
    for statement in _host_statements(program.module.tree.body, program):
        taken = _taken(statement)
        for expression in expressions(statement):
            for call in calls_in(expression):
                if not (isinstance(call.func, ast.Name) and call.func.id in changing):
                    continue
                plan = changing[call.func.id]
                bound = dict(zip(plan.function.positional, call.args, strict=False))
                bound |= {k.arg: k.value for k in call.keywords if k.arg}
                for name in sorted(plan.mutated & bound.keys()):
                    argument = bound[name]
                    if (
                        isinstance(argument, ast.Name | ast.Subscript | ast.Attribute)
                        and ast.unparse(argument) not in taken
                    ):
                        details = {"function": call.func.id, "name": name}
                        found.append((rules.LostMutation, call, details, None))
    return found


def changed_results(program: Program) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that changes in place what a compiled function returned: JAX's arrays do not change."""
    found: list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]] = []
    if not program.plans:
        return found
    for scope in _host_scopes(program.module.tree.body, program):
        statements = list(_host_statements(scope, program))
        results: dict[str, str] = {}
        shared: set[str] = set()
        for statement in statements:
            if isinstance(statement, ast.Assign):
                targets = [n for t in statement.targets for n in walk(t) if isinstance(n, ast.Name)]
                bound = frozenset(n.id for n in targets if isinstance(n.ctx, ast.Store))
                function = _compiled_call(statement.value, program)
                if function is not None:
                    results |= dict.fromkeys(bound, function)
                if isinstance(statement.value, ast.Name | ast.Subscript | ast.Attribute | ast.Tuple | ast.List):
                    shared |= names_read(statement.value)
        for statement in statements:
            for name in sorted(changed_in_place(statement) & results.keys()):
                is_rebound = isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
                if not is_rebound or name in shared:
                    found.append((rules.ChangedResult, statement, {"name": name, "function": results[name]}, None))
    return found


def _compiled_call(node: ast.expr, program: Program) -> str | None:
    """The compiled function whose result the expression is, or is a part of."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _compiled_call(node.func, program) if node.func.attr in ("T", "reshape", "ravel", "squeeze") else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in program.plans:
        return node.func.id
    return None


def _host_scopes(statements: list[ast.stmt], program: Program) -> Iterator[list[ast.stmt]]:
    yield [s for s in statements if not isinstance(s, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
    for statement in statements:
        if (
            isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name not in program.plans
        ) or isinstance(statement, ast.ClassDef):
            yield from _host_scopes(statement.body, program)


def _taken(statement: ast.stmt) -> frozenset[str]:
    """The targets that a call's results are bound to, as they are written."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.Call):
        return frozenset(ast.unparse(t) for t in getattr(statement.targets[0], "elts", statement.targets))
    return frozenset()


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
