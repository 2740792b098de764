"""Functions that are handed over: to compiled functions NumPy's, which compute with no value of a trace; by compiled
functions what writes into arrays, where nobody takes back what it wrote."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from hybridc import rules
from hybridc.dialects.table import Dialect
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.host.code import HostScope, host_scopes, uses
from hybridc.program.host.function_sources import sources_of
from hybridc.program.host.handed_places import Definition, Given, bound_here, computing, given_over
from hybridc.program.host.steady import are_steady, is_in_loop
from hybridc.program.host.surroundings import captured, rebinds, set_again
from hybridc.program.plans import FunctionPlan, Handed, Program
from hybridc.program.state import Finding
from hybridc.program.static_demand import fitting, lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import bound_in, parameters
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given, children, walk, with_defaults

Planning = Callable[[ast.expr, HostScope], FunctionPlan | None]
_BINDING = frozenset({"functools.partial", "operator.methodcaller", "operator.itemgetter", "operator.attrgetter"})
_LISTS = (ast.List, ast.Tuple, ast.ListComp)
_KNOWN = frozenset({"shape", "ndim", "size", "dtype"})  # of a traced array, while it is traced


def functions_of_numpy(program: Program, dialects: tuple[Dialect, ...], planned: Planning) -> list[Finding]:
    """Findings for calls that hand such functions over: they speak against compiling what is called. Those of which
    there is a plan for compiled code are noted in the program."""
    handed = _Handing(program, dialects)
    taking = {n: p for n, p in program.compiled.items() if p.arguments.static_parameters}
    program.handed = {}
    for plan in taking.values():
        around = HostScope(plan.function.node, (), frozenset())
        for argument, default in with_defaults(plan.function.node.args):
            if argument.arg in plan.arguments.static_parameters and (own := planned(default, around)) is not None:
                program.handed[default] = Handed(default, own)
    given, handing = given_over(program, taking) if taking else ([], {})
    places = frozenset(each.node for each in given)
    found: list[Finding] = []
    for each in given:
        if isinstance(each.node, ast.Name) and each.node.id in handing.get(getattr(each.scope.node, "name", ""), ()):
            continue  # what it stands for is given where the function is called
        if (kept := handed.kept(each, places, planned)) is not None:
            program.handed |= kept
            continue
        place, node, function = computing(each.node, each.scope, places)
        if isinstance(node, ast.Name) and handed.is_imported(node, each.scope):
            function = node
        if function is not None and handed.is_called_so(each, function) and not handed.is_taken_again(each, function):
            if (own := planned(function, each.scope)) is not None:
                program.handed[place] = Handed(node, own)
                continue
        if handed.is_numpys(each.node, each.scope, each.is_called) or (
            each.is_called and handed.may_change(each.node, each.scope)
        ):
            found.append(Finding(rules.UnknownCall(name=text_of(each.node)), each.node, each.function))
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
    dialects: tuple[Dialect, ...]
    looked_at: frozenset[tuple[str, str]] = frozenset()

    @cached_property
    def roots(self) -> frozenset[str]:
        return frozenset(root for d in self.dialects if not d.is_of_models for root in d.roots) | {"math", "cmath"}

    def is_numpys(self, given: ast.expr, scope: HostScope, is_called: bool, *, is_source: bool = False) -> bool:
        """`is_source`: it stands where something else is made of it, and what it is made of itself was looked at."""
        module = self.program.module
        name = module.qualified_name(given, scope.hidden)
        if name is not None and name.partition(".")[0] not in ("builtins", "jax"):
            return is_called  # `np.sin`, or a dtype to which a number is cast
        if isinstance(given, ast.Call) and module.qualified_name(given.func, scope.hidden) == "functools.partial":
            return any(self.is_numpys(bound, scope, is_called) for bound in given.args[:1])
        if is_called and any(self._is_of_library(value, of) for value, of in self._values(given, scope)):
            return True
        if is_called and any(self._computes_with_numpy(value, of) for value, of in self._kept_values(given, scope)):
            return True
        if isinstance(given, ast.Name) and isinstance(scope.node, ast.FunctionDef):
            if given.id in parameters(scope.node) and module.functions.get(scope.node.name) is not None:
                return any(b.is_numpys(v, s, is_called) for b, v, s in self._handed_on(scope.node.name, given.id))
        function = _function(given, scope, self.program)
        if function is None:
            is_made = is_called and not is_source
            sources = sources_of(given, scope, module, or_imported=True) if is_made else []
            return any(self.is_numpys(each, scope, is_called, is_source=True) for each in sources)
        own = bound_in(function) if isinstance(function, ast.FunctionDef) else frozenset()
        of_trace = frozenset(parameters(function)) | own
        calls = [n for n in walk(function) if isinstance(n, ast.Call)]
        named = ((c, module.qualified_name(c.func, of_trace)) for c in calls)
        if any(
            n is not None and n.partition(".")[0] in self.roots and _reads(all_given(c), of_trace) for c, n in named
        ):
            return True
        return any(isinstance(n, ast.Subscript) and _is_mask(n.slice, of_trace) for n in walk(function))

    def is_imported(self, given: ast.Name, scope: HostScope) -> bool:
        """`cos`, after `from math import cos`."""
        name = self.program.module.qualified_name(given, scope.hidden)
        return name is not None and name.partition(".")[0] in self.roots

    def kept(self, given: Given, places: Set[ast.AST], planned: Planning) -> dict[ast.expr, Handed] | None:
        """What an attribute of the object's own is set to, planned for compiled code, if the attribute is only handed
        to that: `self.f = np.tanh`."""
        values = self._kept_values(given.node, given.scope)
        if not values or not given.is_called or not isinstance(given.node, ast.Attribute):
            return None
        nodes = (n for scope in host_scopes(self.program) for s in scope.statements for n in walk(s))
        named = (n for n in nodes if isinstance(n, ast.Attribute) and n.attr == given.node.attr)
        if any(isinstance(n.ctx, ast.Load) and n not in places for n in named):
            return None
        found: dict[ast.expr, Handed] = {}
        for value, scope in values:
            if not isinstance(value, ast.Attribute | ast.Lambda):
                return None
            if isinstance(value, ast.Lambda) and captured(value) & scope.hidden:
                return None
            plan = planned(value, scope) if self.is_called_so(given._replace(scope=scope), value) else None
            if plan is None:
                return None
            found[value] = Handed(value, plan)
        return found

    def _kept_values(self, given: ast.expr, scope: HostScope) -> list[tuple[ast.expr, HostScope]]:
        """What an attribute of the object's own is set to, and what constructors are given for that."""
        if not isinstance(given, ast.Attribute):
            return []
        return [each for v, of in self._values(given, scope) for each in self._given_to_make(v, of) or [(v, of)]]

    def _computes_with_numpy(self, value: ast.expr, scope: HostScope) -> bool:
        """`np.sin`, or a lambda that calls NumPy."""
        if isinstance(value, ast.Lambda):
            return self.is_numpys(value, scope, is_called=True)
        sources = [value, *sources_of(value, scope, self.program.module)]
        names = (self.program.module.qualified_name(each, scope.hidden) for each in sources)
        return any(name is not None and name.partition(".")[0] in self.roots for name in names)

    def _values(self, given: ast.expr, scope: HostScope) -> Iterator[tuple[ast.expr, HostScope]]:
        """What the file sets the name, or an attribute of the object's own, to."""
        if isinstance(given, ast.Attribute) and isinstance(scope.node, ast.FunctionDef):
            if _is_of(given, parameters(scope.node)[:1]):
                for other in host_scopes(self.program):
                    yield from ((v, other) for v in _assigned(other, lambda t: _is_attribute(t, given.attr)))
        elif isinstance(given, ast.Name) and given.id in scope.hidden:
            yield from ((v, scope) for v in _assigned(scope, lambda t: isinstance(t, ast.Name) and t.id == given.id))
        elif isinstance(given, ast.Name) and (known := self.program.module.globals.get(given.id)) is not None:
            if known.value is not None:
                yield known.value, scope

    def _is_of_library(self, value: ast.expr, scope: HostScope) -> bool:
        """What something outside the file makes, which computes with NumPy's arrays if it is called: a spline."""
        if not isinstance(value, ast.Call):
            return False
        name = self.program.module.qualified_name(value.func, scope.hidden)
        if name is None:
            return isinstance(value.func, ast.Attribute) and value.func.attr not in self.program.module.method_names
        return name.partition(".")[0] not in ("builtins", "jax") and name not in _BINDING

    def _handed_on(self, name: str, parameter: str) -> Iterator[tuple[_Handing, ast.expr, HostScope]]:
        """What a host function is given for a parameter that it hands on, with what looks at it."""
        if (name, parameter) in self.looked_at:
            return
        function = self.program.module.functions[name]
        before = replace(self, looked_at=self.looked_at | {(name, parameter)})
        for use in uses(self.program, frozenset({name})):
            every = arguments_given(function, use.call) if use.call is not None else {}
            if parameter in every:
                yield before, every[parameter], use.scope

    def is_called_so(self, given: Given, function: ast.Lambda | ast.Attribute | ast.Name) -> bool:
        """A framework's function is called as its lines know it: not with `out=`, nor with a list."""
        if isinstance(function, ast.Lambda):
            return True
        plan = self.program.plans[given.function]
        lines = lookup(self.dialects, self.program.module.qualified_name(function, given.scope.hidden))
        calls = (c for c in plan.function.of(ast.Call) if isinstance(c.func, ast.Name))
        calls = (c for c in calls if c.func.id in plan.arguments.static_parameters)  # type: ignore[attr-defined]
        return all(fitting(lines, c) and not any(isinstance(a, _LISTS) for a in all_given(c)) for c in calls)

    def is_taken_again(self, given: Given, function: ast.Lambda | ast.Attribute | ast.Name) -> bool:
        """It is the same object at several calls, while what it reads may change, or another one at each turn of a
        loop, for which what is called would be compiled anew."""
        if isinstance(given.node, ast.Lambda) and is_in_loop(given.node, given.scope.statements):
            return True
        if isinstance(function, ast.Lambda) and not (given.is_direct and given.node is function):
            return not self._are_steady(function, given.scope)
        return self.may_change(given.node, given.scope)

    def _are_steady(self, function: Definition, scope: HostScope) -> bool:
        return are_steady(captured(function), function, scope, self.program.module, self.dialects)

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
            is_known = module.functions.get(name) is not None
            return is_known and any(b.may_change(v, s) for b, v, s in self._handed_on(name, given.id))
        function = _function(given, scope, self.program)
        if function is not None:
            return rebinds(function) or not self._are_steady(function, scope)
        return any(self._makes_holder(value, of) for value, of in self._values(given, scope))

    def _holds_changing(self, attribute: str) -> bool:
        """The file sets the attribute to such a function, or to what whoever makes the object gives: `Solver(q.grad)`.
        Other attributes of its own an object says when it is compiled for."""
        if ("", attribute) in self.looked_at:
            return False
        before = replace(self, looked_at=self.looked_at | {("", attribute)})
        for scope in host_scopes(self.program):
            for value in _assigned(scope, lambda t: _is_attribute(t, attribute)):
                given = before._given_to_make(value, scope)
                if any(before._may_change_kept(v, s) for v, s in given or ((value, scope),)):
                    return True
        return False

    def _may_change_kept(self, given: ast.expr, scope: HostScope) -> bool:
        """Also a lambda, which is the same object wherever the attribute is handed over, whatever it reads by then."""
        function = given if isinstance(given, ast.Lambda) else None
        return self.may_change(given, scope) or (function is not None and bool(captured(function) & scope.hidden))

    def _given_to_make(self, value: ast.expr, scope: HostScope) -> list[tuple[ast.expr, HostScope]]:
        """What the parameter of a constructor is given where the file makes an object, and its default."""
        functions = self.program.module.functions.values()
        maker = next((f for f in functions if f.node is scope.node and f.name == "__init__" and f.owner), None)
        if maker is None or not isinstance(value, ast.Name) or value.id not in maker.parameters:
            return []
        default = maker.default_of(value.id)
        found = [] if default is None else [(default, HostScope(self.program.module.tree, (), frozenset()))]
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
            inside = [] if maker is None else walk(maker.node)[1:]
            inner = (f for f in inside if isinstance(f, Definition))
            return bool(given & set_again(scope)) or any(map(rebinds, inner))
        return name is None or called in module.classes


def _is_of(node: ast.Attribute, names: Sequence[str]) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in names


def _is_attribute(target: ast.expr, attribute: str) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == attribute


def _assigned(scope: HostScope, is_meant: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    """What statements of the scope assign to such targets."""
    for statement in scope.statements:
        if isinstance(statement, ast.Assign) and any(map(is_meant, statement.targets)):
            yield statement.value


def _function(given: ast.expr, scope: HostScope, program: Program) -> Definition | None:
    """The function that stays Python and that is handed over, if the text shows it."""
    if isinstance(given, ast.Lambda):
        return given
    if not isinstance(given, ast.Name):
        return None
    if given.id in scope.hidden:
        return next((f for n, f in bound_here(scope) if n == given.id), None)
    if given.id in program.module.functions:
        return None if program.compiled_as(given.id) is not None else program.module.functions[given.id].node
    known = program.module.globals.get(given.id)
    return known.value if known is not None and isinstance(known.value, ast.Lambda) else None


def _is_mask(index: ast.expr, names: frozenset[str]) -> bool:
    """`v > 0`, `~(v > 0)`, `(v > 0) & (v < 1)` of these."""
    match index:
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return _is_mask(inner, names)
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr(), left=left, right=right):
            return _is_mask(left, names) or _is_mask(right, names)
        case ast.Compare(left=left, comparators=others):
            return _reads((left, *others), names)
    return False


def _reads(given: Iterable[ast.expr], names: frozenset[str]) -> bool:
    """Something of it is computed from these, and not from their shapes alone."""
    todo: list[ast.AST] = [*given]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and node.id in names:
            return True
        is_known = isinstance(node, ast.Attribute) and node.attr in _KNOWN
        is_known |= isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
        todo += () if is_known else children(node)
    return False
