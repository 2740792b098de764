"""Functions that are handed over: to compiled functions NumPy's, which compute with no value of a trace; by compiled
functions what writes into arrays, where nobody takes back what it wrote."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hybridc import rules
from hybridc.dialects.table import Dialect
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.host.code import HostScope, host_scopes, uses
from hybridc.program.placing import arguments_given
from hybridc.program.plans import Program
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import base_name, bound_in, free_names, names_read, names_stored, parameters
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given, children, walk

_Handed = ast.Lambda | ast.FunctionDef
_KEEPING = frozenset({"append", "extend", "insert", "add", "update", "pop", "popleft", "remove", "clear", "write"})
_BINDING = frozenset({"functools.partial", "operator.methodcaller", "operator.itemgetter", "operator.attrgetter"})
_KNOWN = frozenset({"shape", "ndim", "size", "dtype"})  # of a traced array, while it is traced


def functions_of_numpy(program: Program, dialects: tuple[Dialect, ...]) -> list[Finding]:
    """Findings for calls that hand such functions over: they speak against compiling what is called."""
    handed = _Handing(program, frozenset(root for d in dialects if not d.is_of_models for root in d.roots))
    taking = frozenset(n for n, p in program.compiled.items() if p.arguments.static_parameters)
    found: list[Finding] = []
    for use in uses(program, taking) if taking else ():
        plan = program.plans[use.name.id]
        for parameter, given in arguments_given(plan.function, use.call).items() if use.call is not None else ():
            if parameter not in plan.arguments.static_parameters:
                continue
            is_called = any(isinstance(c.func, ast.Name) and c.func.id == parameter for c in plan.function.of(ast.Call))
            if handed.is_numpys(given, use.scope, is_called) or (is_called and handed.may_change(given, use.scope)):
                found.append(Finding(rules.UnknownCall(name=text_of(given)), given, use.name.id))
    return found


def handed_writers(program: Program, callees: WritingCallees) -> Iterator[tuple[str, Finding]]:
    """By compiled functions: where they hand what writes to Python's, as `map` and `partial` are."""
    for name, plan in program.plans.items():
        for call in plan.function.of(ast.Call):
            if program.module.qualified_name(call.func, plan.function.locals) is None:
                continue
            for given in all_given(call):
                named = given.id if isinstance(given, ast.Name) and given.id not in plan.function.locals else ""
                for parameter in sorted(callees.written(named))[:1]:
                    yield name, Finding(rules.LostMutation(function=named, name=parameter), call, name)


@dataclass
class _Handing:
    """What host code hands over. `looked_at`: parameters of host functions on the way to it."""

    program: Program
    roots: frozenset[str]
    looked_at: frozenset[tuple[str, str]] = frozenset()

    def is_numpys(self, given: ast.expr, scope: HostScope, is_called: bool) -> bool:
        module = self.program.module
        name = module.qualified_name(given, scope.hidden)
        if name is not None and name.partition(".")[0] in self.roots:
            return is_called  # `np.sin`, or a dtype to which a number is cast
        if isinstance(given, ast.Name) and isinstance(scope.node, ast.FunctionDef):
            if given.id in parameters(scope.node) and module.functions.get(scope.node.name) is not None:
                return self._hands_on(scope.node.name, given.id, is_called)
        function = _function(given, scope, self.program)
        if function is None:
            return False
        own = bound_in(function) if isinstance(function, ast.FunctionDef) else frozenset()
        of_trace = frozenset(parameters(function)) | own
        calls = [n for n in walk(function) if isinstance(n, ast.Call)]
        named = ((c, module.qualified_name(c.func, of_trace)) for c in calls)
        return any(n is not None and n.partition(".")[0] in self.roots and _reads(c, of_trace) for c, n in named)

    def _hands_on(self, name: str, parameter: str, is_called: bool) -> bool:
        """A host function is given such a function, which it hands on."""
        if (name, parameter) in self.looked_at:
            return False
        function = self.program.module.functions[name]
        before = replace(self, looked_at=self.looked_at | {(name, parameter)})
        given = ((arguments_given(function, u.call), u.scope) for u in uses(self.program, frozenset({name})) if u.call)
        return any(before.is_numpys(every[parameter], scope, is_called) for every, scope in given if parameter in every)

    def may_change(self, given: ast.expr, scope: HostScope) -> bool:
        """What is called computes by more than it is given, and is the same object at another call, when that is
        something else: a bound method, an object of a class of the file, what binds arrays, or a function that reads
        what its surroundings set again."""
        module = self.program.module
        if isinstance(given, ast.Attribute):
            is_own = isinstance(scope.node, ast.FunctionDef) and _is_of(given, parameters(scope.node)[:1])
            is_own &= given.attr not in module.method_names
            is_named = module.qualified_name(given, scope.hidden) is not None or text_of(given) in module.functions
            return not (is_named or (is_own and not self._holds_changing(given.attr)))
        if isinstance(given, ast.Call):  # one of its own at every call, but equal to another one perhaps
            return isinstance(given.func, ast.Name) and given.func.id in module.classes
        if not isinstance(given, ast.Name):
            return False
        if given.id not in scope.hidden:
            known = module.globals.get(given.id)
            return known is not None and self._makes_holder(known.value, scope)
        if isinstance(scope.node, ast.FunctionDef) and given.id in parameters(scope.node):
            name = scope.node.name
            return module.functions.get(name) is not None and self._hands_on_changing(name, given.id)
        function = _function(given, scope, self.program)
        if function is not None:
            return bool(_captured(function) & _set_again(scope)) or _rebinds(function)
        made = (s.value for s in scope.statements if isinstance(s, ast.Assign) and _is_target(s, given.id))
        return any(self._makes_holder(value, scope) for value in made)

    def _holds_changing(self, attribute: str) -> bool:
        """The file sets the attribute to such a function, or to what whoever makes the object gives: `Solver(q.grad)`.
        Other attributes of its own an object says when it is compiled for."""
        if ("", attribute) in self.looked_at:
            return False
        before = replace(self, looked_at=self.looked_at | {("", attribute)})
        for scope in host_scopes(self.program):
            for statement in scope.statements:
                targets = statement.targets if isinstance(statement, ast.Assign) else ()
                if not any(isinstance(t, ast.Attribute) and t.attr == attribute for t in targets):
                    continue
                value = statement.value  # type: ignore[attr-defined]
                given = before._given_to_make(value, scope)
                if any(before.may_change(v, s) for v, s in given or ((value, scope),)):
                    return True
        return False

    def _given_to_make(self, value: ast.expr, scope: HostScope) -> list[tuple[ast.expr, HostScope]]:
        """What the parameter of a constructor is given where the file makes an object."""
        functions = self.program.module.functions.values()
        maker = next((f for f in functions if f.node is scope.node and f.name == "__init__" and f.owner), None)
        if maker is None or not isinstance(value, ast.Name) or value.id not in maker.parameters:
            return []
        found = []
        for use in uses(self.program, frozenset({str(maker.owner)})):
            if use.call is not None:
                given = dict(zip(maker.positional[1:], use.call.args, strict=False))
                given |= {k.arg: k.value for k in use.call.keywords if k.arg}
                found += [(given[value.id], use.scope)] if value.id in given else []
        return found

    def _makes_holder(self, made: ast.expr | None, scope: HostScope) -> bool:
        if isinstance(made, ast.Attribute):
            return self.may_change(made, scope)
        if not isinstance(made, ast.Call):
            return False
        module = self.program.module
        name = module.qualified_name(made.func, scope.hidden)
        called = made.func.id if isinstance(made.func, ast.Name) else ""
        if name in _BINDING or called in module.functions:  # by what is written, or by what the maker keeps
            given = {n.id for a in all_given(made) for n in walk(a) if isinstance(n, ast.Name)}
            maker = module.functions.get(called)
            inner = (
                () if maker is None else (f for f in walk(maker.node) if isinstance(f, _Handed) and f is not maker.node)
            )
            return bool(given & _set_again(scope)) or any(map(_rebinds, inner))
        return name is None or called in module.classes

    def _hands_on_changing(self, name: str, parameter: str) -> bool:
        if (name, parameter) in self.looked_at:
            return False
        function = self.program.module.functions[name]
        before = replace(self, looked_at=self.looked_at | {(name, parameter)})
        given = ((arguments_given(function, u.call), u.scope) for u in uses(self.program, frozenset({name})) if u.call)
        return any(before.may_change(every[parameter], scope) for every, scope in given if parameter in every)


def _is_of(node: ast.Attribute, names: Sequence[str]) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in names


def _captured(function: _Handed) -> frozenset[str]:
    """The names that it reads from its surroundings."""
    if isinstance(function, ast.Lambda):
        return names_read(function)
    return free_names(function)


def _rebinds(function: _Handed) -> bool:
    """It counts, or keeps, in its surroundings."""
    captured = _captured(function)
    for node in walk(function):
        match node:
            case ast.Nonlocal() | ast.Global():
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _KEEPING:
                if name in captured:
                    return True
            case ast.Subscript(ctx=ast.Store()) if base_name(node) in captured:
                return True
    return False


def _set_again(scope: HostScope) -> frozenset[str]:
    """Names that are set more than once there, or whose arrays are written."""
    times = Counter(name for statement in scope.statements for name in names_stored(statement))
    written = (base_name(t) for s in scope.statements for t in _written(s))
    return frozenset(name for name, count in times.items() if count > 1).union(filter(None, written))


def _written(statement: ast.stmt) -> Iterator[ast.expr]:
    for call in (n for n in walk(statement) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING:
            yield call.func.value
    match statement:
        case ast.AugAssign(target=target):
            yield target
        case ast.Assign(targets=targets):
            yield from (t for t in targets if isinstance(t, ast.Subscript | ast.Attribute))


def _is_target(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(t, ast.Name) and t.id == name for t in statement.targets)


def _function(given: ast.expr, scope: HostScope, program: Program) -> _Handed | None:
    """The function that stays Python and that is handed over, if the text shows it."""
    if isinstance(given, ast.Lambda):
        return given
    if not isinstance(given, ast.Name):
        return None
    if given.id in scope.hidden:
        return next((f for n, f in _bound_here(scope) if n == given.id), None)
    if given.id in program.module.functions:
        return None if program.compiled_as(given.id) is not None else program.module.functions[given.id].node
    known = program.module.globals.get(given.id)
    return known.value if known is not None and isinstance(known.value, ast.Lambda) else None


def _bound_here(scope: HostScope) -> Iterator[tuple[str, _Handed]]:
    for statement in scope.statements:
        match statement:
            case ast.FunctionDef(name=name):
                yield name, statement
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
                yield name, function


def _reads(call: ast.Call, names: frozenset[str]) -> bool:
    """It is given what is computed from these, and not their shapes alone."""
    todo: list[ast.AST] = [*all_given(call)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and node.id in names:
            return True
        is_known = isinstance(node, ast.Attribute) and node.attr in _KNOWN
        is_known |= isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
        todo += () if is_known else children(node)
    return False
