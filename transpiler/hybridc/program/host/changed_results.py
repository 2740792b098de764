"""Host code that changes in place what a compiled function returned: it is given NumPy's arrays, which it may write."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc import rules
from hybridc.domain.values import memory_in
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.host.code import HostScope, host_scopes, uses
from hybridc.program.host.computed_results import computed_with
from hybridc.program.host.refilled import refilled
from hybridc.program.host.shown_results import shared_results
from hybridc.program.host.unshared import HostNames
from hybridc.program.host.writers import HostCallees, writes_unknown_arrays
from hybridc.program.host.written_back import writing_form
from hybridc.program.plans import FunctionPlan, Program, WritesBack
from hybridc.program.state import Finding
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import base_name, calls_in, expressions, names_read, names_written, parameters
from hybridc.syntax.identities import asked_identities
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.walking import walk


def changed_results(program: Program, callees: WritingCallees) -> list[Finding]:
    """Findings for host code that changes in place what a compiled function returned: JAX's arrays do not change.

    Functions that can give NumPy's arrays instead are noted to do so, and there is nothing to say of them; what is said
    of others speaks against compiling them.
    """
    known = HostCallees(callees.module, callees.dialects, callees.rebinds, program=program)
    read_later: list[Finding] = []
    for name, call in refilled(program, known).items():
        plan = program.plans[name]
        form = writing_form(plan)
        if isinstance(form, str):
            read_later.append(Finding(rules.SharedMemory(name=form, other=ast.unparse(call)), call, name))
        else:
            _settle(program, name, form)
    shared: list[Finding] = []
    for name, each in shared_results(program, known).items():
        plan = program.plans[name]
        if (plan.is_referred and each.is_kept) or (plan.gives_numpy and not each.in_container):
            continue
        if each.in_container or isinstance(form := writing_form(plan), str):
            rule = rules.SharedMemory(name=ast.unparse(each.array), other=ast.unparse(each.given.call))
            shared.append(Finding(rule, each.at.statement, name))
        else:
            _settle(program, name, form)
    for name in _held(program, known):
        if not isinstance(form := writing_form(program.plans[name]), str):
            _settle(program, name, form)
    while True:
        found = _changed(program)
        forms = {name: writing_form(program.plans[name]) for *_, name in found if name is not None}
        settled = {name: form for name, form in forms.items() if not isinstance(form, str)}
        for name, form in settled.items():
            _settle(program, name, form)
        if not settled:
            break
    for name in () if program.is_live else sorted(computed_with(program)):
        form = writing_form(program.plans[name])
        if not isinstance(form, str):
            _settle(program, name, form)
        elif not program.plans[name].arguments.mutated:
            _settle(program, name, WritesBack((), "True"))
    told = {name for *_, name in found}
    return read_later + found + [f for f in shared if f.function not in told]


def _settle(program: Program, name: str, form: WritesBack) -> None:
    """Host code is given NumPy's arrays by the function, which then writes back what it changes as well."""
    program.plans[name].entry.writes_back = form
    for statement in list(program.host_writes):
        call = getattr(statement, "value", None)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
            del program.host_writes[statement]


def _held(program: Program, callees: HostCallees) -> frozenset[str]:
    """Functions whose results host code keeps where what writes into arrays may be given them: in a list, an attribute,
    under two names, or as arguments. Nothing is written where there is no such code."""
    giving = frozenset(n for n, p in program.compiled.items() if not p.gives_numpy)
    has_writers = any(plan.gives_numpy for plan in program.plans.values())
    if not giving or not (has_writers or writes_unknown_arrays(program, callees)):
        return frozenset()
    names: dict[HostScope, HostNames] = {}
    held: set[str] = set()
    for use in uses(program, giving):
        if use.name.id not in held:
            known = names.setdefault(use.scope, HostNames(use.scope, program))
            if use.call is None or known.is_kept(use.call):
                held.add(use.name.id)
    return frozenset(held)


def _givers(program: Program, giving: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """These functions, those that give their results, and globals that hold one, with the compiled functions they are
    of."""
    scopes = list(host_scopes(program)) if giving else []
    globals_: dict[str, str] = {}
    while True:
        known = len(giving) + len(globals_)
        for scope in _concerned(scopes, giving, globals_):
            results = _results(scope, giving, globals_, program)
            node = scope.node
            if isinstance(node, ast.FunctionDef) and node.name in program.module.functions:
                values = (s.value for s in scope.statements if isinstance(s, ast.Return) and s.value)
                first = next((f for f in (_giver(v, giving, results) for v in values) if f is not None), None)
                if first is not None and node.name not in program.plans:
                    giving.setdefault(node.name, first)
                globals_ |= {n: f for n, f in results.items() if n in _declared(scope)}
        if len(giving) + len(globals_) == known:
            return giving, globals_


def _concerned(scopes: Iterable[HostScope], *named: dict[str, str]) -> list[HostScope]:
    """The scopes that mention one of these names."""
    names = frozenset[str]().union(*named)
    return [scope for scope in scopes if not names.isdisjoint(scope.names)]


def results_asked_for_identity(program: Program) -> list[Finding]:
    """Findings for questions of host code which object a result is."""
    is_another = (n for n, p in program.compiled.items() if not p.gives_numpy or _gives_another(p))
    giving, globals_ = _givers(program, {name: name for name in is_another})
    return [
        Finding(rules.ArrayIdentity(expression=ast.unparse(asked)), asked, None)
        for scope in _concerned(host_scopes(program), giving, globals_)
        for asked in asked_identities(scope.statements, _results(scope, giving, globals_, program), giving)
    ]


def _gives_another(plan: FunctionPlan) -> bool:
    """What may be its argument is a new array of NumPy's."""
    form = plan.entry.writes_back
    return form is not None and form.result == "True" and bool(plan.arguments.returned_memory)


def _changed(program: Program) -> list[Finding]:
    """Findings for what is changed now."""
    giving, globals_ = _givers(program, {n: n for n, p in program.compiled.items() if not p.gives_numpy})
    found: list[Finding] = []
    for scope in _concerned(host_scopes(program), giving, globals_):
        results = _results(scope, giving, globals_, program)
        shared = _shared(scope)
        names = HostNames(scope, program)
        for statement in scope.statements:
            for name in sorted(_changed_by(statement, program) & results.keys()):
                is_rebound = isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
                if not is_rebound or name in shared or _is_of_others(name, program.plans[results[name]], names):
                    rule = rules.ChangedResult(name=name, function=results[name])
                    found.append(Finding(rule, statement, results[name]))
    return found


def _is_of_others(name: str, plan: FunctionPlan, names: HostNames) -> bool:
    """What the function returned may be an array that it was given, or a global's, and more than this name shows it."""
    result = plan.result
    is_number = result is not None and result.is_scalar
    may_show = plan.arguments.returned_memory or (result is not None and any(m.is_global for m in memory_in(result)))
    return bool(may_show) and not is_number and name not in names.unshared


def _changed_by(statement: ast.stmt, program: Program) -> frozenset[str]:
    """Names whose arrays the statement changes, by itself or by compiled functions that it calls."""
    changed = changed_in_place(statement)
    if statement in program.host_writes and isinstance(call := getattr(statement, "value", None), ast.Call):
        changed |= frozenset(n for a in call.args if (n := base_name(a)) is not None)
    for call in (c for e in expressions(statement) for c in calls_in(e) if isinstance(c.func, ast.Name)):
        plan = program.plans.get(call.func.id)  # type: ignore[attr-defined]
        if plan is not None and plan.gives_numpy:
            given = arguments_given(plan.function, call)
            bases = (base_name(given[n]) for n in plan.arguments.mutated if n in given)
            changed |= frozenset(n for n in bases if n is not None)
    return changed


def _results(scope: HostScope, giving: dict[str, str], globals_: dict[str, str], program: Program) -> dict[str, str]:
    """The names of a scope that hold what a compiled function returned, and that function."""
    own: frozenset[str] = frozenset()
    if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
        own = frozenset(parameters(scope.node)) | names_written(scope.statements) - _declared(scope)
    results = {n: f for n, f in globals_.items() if n not in own}
    for statement in scope.statements:
        written = program.host_writes.get(statement)
        if isinstance(statement, ast.Assign) and (written is None or written.text != "[...]"):
            function = _giver(statement.value, giving, results)
            if function is not None:
                targets = [n for t in statement.targets for n in walk(t) if isinstance(n, ast.Name)]
                bound = frozenset(n.id for n in targets if isinstance(n.ctx, ast.Store))
                results |= dict.fromkeys(bound - _numbers(statement, program), function)
    return results


def _declared(scope: HostScope) -> frozenset[str]:
    return frozenset(name for s in scope.statements if isinstance(s, ast.Global) for name in s.names)


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


def _shared(scope: HostScope) -> frozenset[str]:
    """Names of what may have another name as well."""
    shared: frozenset[str] = frozenset()
    for statement in scope.statements:
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
