"""Host code that calls functions which change an argument in place: it no longer sees the change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.analysis.changed_arguments import given_back
from hybridc.analysis.dataflow import base_name, blocks, calls_in, expressions, names_read, names_written, parameters
from hybridc.analysis.demand import is_spread, lookup_method
from hybridc.analysis.identities import asked_identities
from hybridc.analysis.in_place import changed_in_place
from hybridc.analysis.module import Module
from hybridc.analysis.placing import arguments_given
from hybridc.analysis.plans import FunctionPlan, Insertion, Program
from hybridc.analysis.walking import walk
from hybridc.dialects import ALL

Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def called_functions(module: Module) -> frozenset[str]:
    """Functions of the file that something in it calls."""
    return frozenset(c.func.id for c in module.of(ast.Call) if isinstance(c.func, ast.Name)) & module.functions.keys()


def lost_mutations(program: Program) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that calls such a function and cannot take back what it changes.

    Where it can, `program.host_writes` says how: `fill(u)` becomes `u[...] = fill(u)`.
    """
    changing = {name: plan for name, plan in program.plans.items() if plan.mutated}
    found: list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]] = []
    if not changing:
        return found
    all_statements = list(host_statements(program.module.tree.body, program))
    shared = _shared(all_statements)
    for statement in all_statements:
        taken = _taken(statement)
        for expression in expressions(statement):
            for call in calls_in(expression):
                if not (isinstance(call.func, ast.Name) and call.func.id in changing):
                    continue
                plan = changing[call.func.id]
                bound = arguments_given(plan.function, call)
                takes_all = is_spread(call)
                lost = [
                    name
                    for name in sorted(plan.mutated)
                    if (name in bound or takes_all)
                    and _is_seen(bound.get(name), program)
                    and (plan.gives_back or name not in bound or ast.unparse(bound[name]) not in taken - shared)
                ]
                found += _shared_arguments(program, plan, call, bound)
                if (lost or plan.gives_back) and not _is_taken_back(program, statement, call, bound):
                    details = [{"function": call.func.id, "name": name} for name in lost or plan.gives_back]
                    found += [(rules.LostMutation, call, each, None) for each in details]
    return found


def _shared_arguments(
    program: Program, plan: FunctionPlan, call: ast.Call, bound: dict[str, ast.expr]
) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for two arguments of one array, of which one is changed."""
    bases = {name: _array_under(argument, program) for name, argument in bound.items() if name in plan.array_like}
    pairs = [
        (n, o)
        for n in sorted(plan.mutated & bases.keys())
        for o in bases
        if o != n and bases[n] == bases[o] and not _are_other_rows(bound[n], bound[o])
    ]
    return [
        (rules.SharedMemory, call, {"name": ast.unparse(bound[n]), "other": ast.unparse(bound[o]), "place": ""}, None)
        for n, o in pairs
        if bases[n]
    ]


def _array_under(node: ast.expr, program: Program) -> str:
    """The array that a view expression leads from; empty for what is no name, attribute or view."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Subscript(value=inner):
                node = inner
            case ast.Attribute(value=inner, attr=attr) if lookup_method(ALL, attr):
                node = inner
            case ast.Attribute():
                return ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=inner), args=given) if _is_view(node, program):
                node = given[0] if program.module.qualified_name(node.func) and given else inner
            case _:
                return ""
    return node.id


def _are_other_rows(one: ast.expr, other: ast.expr) -> bool:
    """`b[i]` and `b[j]`, which HYB304 leaves to the user."""
    rows = [e for e in (one, other) if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Name)]
    is_by_index = len(rows) == 2 and not any(isinstance(n, ast.Slice) for e in rows for n in walk(e.slice))
    return is_by_index and ast.dump(one) != ast.dump(other)


def _is_taken_back(program: Program, statement: ast.stmt, call: ast.Call, bound: dict[str, ast.expr]) -> bool:
    """Whether the call can become an assignment to the arrays that it changes, which is noted then."""
    assert isinstance(call.func, ast.Name)
    plan = program.plans[call.func.id]
    names = given_back(plan)
    if not plan.mutated <= {*names} or getattr(statement, "value", None) is not call:
        return False
    texts = [_written_text(bound[name], program) if name in bound else "" for name in names]
    if "" in texts:
        return False
    if len({t for t in texts if t != "_"}) < len([t for t in texts if t != "_"]):
        return False
    match statement:
        case ast.Assign(targets=[ast.Name(id=name, end_lineno=int(line), end_col_offset=int(column))]) if (
            not plan.gives_back and texts == [f"{name}[...]"]
        ):
            insertion = Insertion(line, column, "[...]")
        case ast.Expr():
            shown = ["_", *texts] if plan.gives_value else texts
            insertion = Insertion(statement.lineno, statement.col_offset, f"{', '.join(shown)} = ")
        case ast.Assign(targets=[ast.Name(end_lineno=int(line), end_col_offset=int(column))]) if plan.gives_value:
            insertion = Insertion(line, column, "".join(f", {text}" for text in texts))
        case _:
            return False
    program.host_writes[statement] = insertion
    return True


def _is_seen(argument: ast.expr | None, program: Program) -> bool:
    """Someone else may see the array that is handed over: it is not made by a framework's function, nor computed."""
    match argument:
        case None | ast.Name() | ast.Subscript() | ast.Attribute():
            return True
        case ast.Call():
            return _is_view(argument, program) or not program.module.qualified_name(argument.func)
    return isinstance(argument, ast.IfExp | ast.NamedExpr | ast.BoolOp)


def _is_view(call: ast.Call, program: Program) -> bool:
    """A call that may give a view, by its name."""
    name = program.module.qualified_name(call.func)
    if name is None and isinstance(call.func, ast.Attribute):
        return any(entry.is_view for entry in lookup_method(ALL, call.func.attr))
    return any(entry.is_view for dialect in ALL for entry in dialect.lookup(name or ""))


def _written_text(argument: ast.expr | None, program: Program) -> str:
    """The target that writes into the array of an argument; empty where there is none."""
    match argument:
        case ast.Subscript(slice=ast.Slice()):
            return ast.unparse(argument)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return f"{ast.unparse(argument)}[...]"
        case ast.Call() if _is_view(argument, program):
            return f"{ast.unparse(argument)}[...]"
    return "" if _is_seen(argument, program) else "_"


def changed_results(program: Program) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that changes in place what a compiled function returned: JAX's arrays do not change."""
    found: list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]] = []
    if not program.plans:
        return found
    scopes = [
        (scope, list(host_statements(body, program))) for scope, body in _host_scopes(program.module.tree, program)
    ]
    giving = {name: name for name in program.plans}  # functions, and whose results they return
    globals_: dict[str, str] = {}
    while True:
        known = len(giving) + len(globals_)
        for scope, statements in scopes:
            results = _results(scope, statements, giving, globals_, program)
            if isinstance(scope, ast.FunctionDef) and scope.name in program.module.functions:
                returned = (
                    _giver(s.value, giving, results) for s in statements if isinstance(s, ast.Return) and s.value
                )
                first = next((f for f in returned if f is not None), None)
                if first is not None:
                    giving.setdefault(scope.name, first)
                globals_ |= {n: f for n, f in results.items() if n in _declared(statements)}
        if len(giving) + len(globals_) == known:
            break
    for scope, statements in scopes:
        results = _results(scope, statements, giving, globals_, program)
        shared = _shared(statements)
        for statement in statements:
            changed = changed_in_place(statement)
            if statement in program.host_writes and isinstance(call := getattr(statement, "value", None), ast.Call):
                changed |= frozenset(n for a in call.args if (n := base_name(a)) is not None)
            for name in sorted(changed & results.keys()):
                is_rebound = isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
                if not is_rebound or name in shared:
                    found.append((rules.ChangedResult, statement, {"name": name, "function": results[name]}, None))
        found += _changed_after(statements, program)
        asked = asked_identities(statements, results.keys(), program.plans.keys())
        found += [(rules.ArrayIdentity, e, {"expression": ast.unparse(e)}, None) for e in asked]
    return found


def _changed_after(
    statements: list[ast.stmt], program: Program
) -> list[tuple[type[rules.Rule], ast.AST, dict[str, str], str | None]]:
    """Findings for host code that changes what it gave to a compiled function, which returned it or a view of it."""
    kept: dict[str, str] = {}
    for statement in statements:
        value = getattr(statement, "value", None)
        for call in calls_in(value) if isinstance(value, ast.expr) else ():
            plan = program.plans.get(call.func.id) if isinstance(call.func, ast.Name) else None
            if plan is None or isinstance(statement, ast.Expr):
                continue
            given = arguments_given(plan.function, call)
            bound = {base_name(given[n]) for n in plan.returned_memory - plan.mutated if n in given}
            kept |= dict.fromkeys((n for n in bound if n and n not in names_written([statement])), ast.unparse(call))
    return [
        (rules.SharedMemory, statement, {"name": name, "other": kept[name], "place": ""}, None)
        for statement in statements
        for name in sorted(changed_in_place(statement) & kept.keys())
    ]


def _results(
    scope: ast.AST, statements: list[ast.stmt], giving: dict[str, str], globals_: dict[str, str], program: Program
) -> dict[str, str]:
    """The names of a scope that hold what a compiled function returned, and that function."""
    own: frozenset[str] = frozenset()
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        own = frozenset(parameters(scope)) | names_written(statements) - _declared(statements)
    results = {n: f for n, f in globals_.items() if n not in own}
    for statement in statements:
        written = program.host_writes.get(statement)
        if isinstance(statement, ast.Assign) and (written is None or written.text != "[...]"):
            function = _giver(statement.value, giving, results)
            if function is not None:
                targets = [n for t in statement.targets for n in walk(t) if isinstance(n, ast.Name)]
                bound = frozenset(n.id for n in targets if isinstance(n.ctx, ast.Store))
                results |= dict.fromkeys(bound - _numbers(statement, program), function)
    return results


def _declared(statements: list[ast.stmt]) -> frozenset[str]:
    return frozenset(name for s in statements if isinstance(s, ast.Global) for name in s.names)


def _numbers(statement: ast.Assign, program: Program) -> frozenset[str]:
    """Names that a compiled function's results give numbers, which nothing changes in place."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call(func=ast.Name(id=name))):
            plan = program.plans.get(name)
            items = plan.result.items if plan is not None and plan.result is not None else None
            if items is not None and len(items) == len(targets):
                pairs = zip(targets, items, strict=True)
                return frozenset(t.id for t, i in pairs if isinstance(t, ast.Name) and i.is_scalar)
    return frozenset()


def _shared(statements: list[ast.stmt]) -> frozenset[str]:
    """Names of what may have another name as well."""
    shared: frozenset[str] = frozenset()
    for statement in statements:
        if isinstance(statement, ast.Assign):
            if isinstance(statement.value, ast.Name | ast.Subscript | ast.Attribute | ast.Tuple | ast.List):
                shared |= names_read(statement.value)
            if isinstance(statement.value, ast.Name):
                shared |= names_written([statement])
    return shared


def _giver(node: ast.expr, giving: dict[str, str], results: dict[str, str]) -> str | None:
    """The compiled function whose result the expression is, or is a part of."""
    if isinstance(node, ast.Name):
        return results.get(node.id)
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        is_view = node.func.attr in ("T", "reshape", "ravel", "squeeze")
        return _giver(node.func, giving, {}) if is_view else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return giving.get(node.func.id)
    return None


def _host_scopes(scope: Scope, program: Program) -> Iterator[tuple[Scope, list[ast.stmt]]]:
    yield scope, [s for s in scope.body if not isinstance(s, _SCOPES)]
    for statement in scope.body:
        if isinstance(statement, _SCOPES) and statement.name not in program.plans:
            yield from _host_scopes(statement, program)


def _taken(statement: ast.stmt) -> frozenset[str]:
    """The targets that a call's results are bound to, as they are written."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.Call):
        return frozenset(ast.unparse(t) for t in getattr(statement.targets[0], "elts", statement.targets))
    return frozenset()


def host_statements(statements: list[ast.stmt], program: Program) -> Iterator[ast.stmt]:
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            if statement.name not in program.plans:
                yield from host_statements(statement.body, program)
        elif isinstance(statement, ast.ClassDef):
            yield from host_statements(statement.body, program)
        else:
            yield statement
            for block in blocks(statement):
                yield from host_statements(block, program)
