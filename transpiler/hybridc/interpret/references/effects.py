"""What calls write, in functions whose arrays are mutable while traced: whatever is called, however it is named.

While the function is interpreted, each call notes the functions that it may run, and the memory that it hands them.
What they write is known once all of them have been interpreted (`settle`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from hybridc import rules
from hybridc.domain.sites import parameter_site, parameters_in
from hybridc.domain.values import Value, memory_in
from hybridc.interpret import calls
from hybridc.interpret.evaluation import Run
from hybridc.interpret.references.writes import references
from hybridc.program.plans import OF_CALLEES, FunctionPlan, Runs
from hybridc.program.plans import Mapping as Mapping_
from hybridc.program.state import Findings, Nested, site_of
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given, children, default_values

# Builtins that call what they are given, under the names that they have for it.
_CALLING = frozenset({"builtins.map", "builtins.filter", "functools.reduce", "functools.partial"})
_CALLING_KEYS = frozenset({"builtins.sorted", "builtins.min", "builtins.max"})


def call(run: Run, node: ast.Call) -> Value:
    """What a call gives; the functions that it may run are noted."""
    value = calls.call(run, node)
    note_runs(run, node)
    return value


def note_runs(run: Run, node: ast.Call, methods: frozenset[str] = frozenset()) -> None:
    """`methods`: functions of the file that the call may run if it is that of a method."""
    given = [run.state.plan.values[a] for a in _given(node) if a in run.state.plan.values]
    memory = frozenset().union(*(memory_in(v) for v in given))
    known = references(run).runs.get(node)
    callee, functions = _functions(run, node, given)
    functions = None if functions is None else functions | methods
    if known is not None:
        if functions is not None and known.callee != callee:
            functions |= {name for name in (known.callee, callee) if name is not None}
        functions = None if functions is None or known.functions is None else known.functions | functions
        memory |= known.memory
    if callee is not None or functions is None or functions:
        references(run).runs[node] = Runs(callee, functions, memory)


def _is_in_order(mapping: Mapping_, node: ast.Call) -> bool:
    """The line evaluates what the call is given, all of it once, as it stands."""
    if mapping.entry.passes_on:
        return True
    named = [*zip(mapping.places, node.args, strict=False), *((k.arg or "", k.value) for k in node.keywords)]
    given = [name for name, argument in named if not isinstance(argument, ast.Constant)]
    return [word for word in re.findall(r"\w+", mapping.entry.target or "") if word in given] == given


def _given(node: ast.Call) -> list[ast.expr]:
    return [a.value if isinstance(a, ast.Starred) else a for a in all_given(node)]


def _functions(run: Run, node: ast.Call, given: Iterable[Value]) -> tuple[str | None, frozenset[str] | None]:
    """The one that the call runs, and those that it may run, by what the file or the function calls them."""
    handed = frozenset(name for value in given for name in _functions_in(value))
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    if name is not None and name not in run.state.module.functions:
        keys = [k.value for k in node.keywords if k.arg == "key"] if name in _CALLING_KEYS else []
        called = [*keys, *(node.args[:1] if name in _CALLING else [])]
        return None, handed if all(_is_known(run, each) for each in called) else None
    if isinstance(node.func, ast.Attribute):  # a method of an array's, or of what holds some
        return None, handed
    value = run.state.plan.values.get(node.func)
    if value is None or value.function is None:
        return None, None
    if value.function in run.state.module.functions and value.function not in run.state.plans:
        return None, handed | {value.function}
    return value.function, handed


def _is_known(run: Run, function: ast.expr) -> bool:
    value = run.state.plan.values.get(function)
    is_framework = run.state.module.qualified_name(function, run.state.function.locals) is not None
    return is_framework or (value is not None and value.function is not None)


def _functions_in(value: Value) -> Iterator[str]:
    if value.function is not None:
        yield value.function
    for item in value.items or ():
        yield from _functions_in(item)


def check_nested(run: Run, node: ast.Call, nested: Nested, bound: dict[str, Value]) -> None:
    """What nested functions are given is what their parameters are, and what they make is what a call gives."""
    for name, value in bound.items():
        references(run).bound.setdefault(parameter_site(nested.scope + name), set()).update(memory_in(value))
    made = {s for s in memory_in(nested.result) - nested.known if not s.is_outer}
    references(run).bound.setdefault(site_of(node), set()).update(made)


def change_arguments(run: Run, node: ast.Call, function: object, plan: FunctionPlan, bound: dict[str, Value]) -> None:
    """The callee writes into what it is given: it is part of this function while it is traced."""
    references(run).calls.add(plan.function.qualified_name)
    references(run).effects |= {node, run.current}
    if plan.references is not None and plan.result is not None and memory_in(plan.result) & plan.references.written:
        references(run).bound.setdefault(site_of(node), set()).add(OF_CALLEES)
    for name in sorted(plan.arguments.mutated & bound.keys()):
        references(run).written |= {site.newest for site in bound[name].held}


def changes_arguments(run: Run, statement: ast.FunctionDef, names: frozenset[str]) -> None:
    """What the nested function writes, those who call it have."""


def settle(run: Run, plan: FunctionPlan, findings: Findings) -> None:
    """Notes all that is written, and all that writes."""
    _Effects(run, plan).settle(findings)


class _Effects:
    def __init__(self, run: Run, plan: FunctionPlan) -> None:
        assert plan.references is not None
        self.run, self.plan, self.found = run, plan, plan.references
        self.nested: Mapping[str, Nested] = run.state.flow.nested
        self.plans = run.state.plans
        self.writing: set[str] = set()  # nested functions and functions of the file that write

    def settle(self, findings: Findings) -> None:
        self._bind()
        size = -1
        while size != (size := len(self.found.written)):
            for site, given in self.found.bound.items():
                if site in self.found.written:
                    self.found.written |= {each.newest for each in given}
            for runs in self.found.runs.values():
                for name in self._of_the_file(runs):
                    if self._writes_arguments(name):
                        self.found.written |= {each.newest for each in runs.memory}
                        self.found.calls |= {name} & self.plans.keys()
                        self.writing.add(name)
                    elif name in self.plans and self.plans[name].arguments.attributes_written:
                        self.writing.add(name)
        for site in sorted(s for s in self.found.written if s.is_global):
            findings.report(rules.GlobalMutation(name=site.name), self.plan.function.node)
        for statement, held in self.found.rebound.items():
            if shown := held & self.found.written:
                target = next(iter(getattr(statement, "targets", ())), None) or getattr(statement, "target", None)
                name = text_of(target or statement.value)  # type: ignore[attr-defined]
                findings.report(rules.SharedMemory(name=name, other=str(min(shown))), statement)
        arguments = self.plan.arguments
        given_to = parameters_in(self.found.written)
        arguments.mutated |= given_to & {*self.plan.function.parameters}
        arguments.written_memory |= self.found.written
        self._note_calls()
        for statement in self.plan.control.vanishing:
            if self._has_effects([statement]):
                what = "a check that changes arrays"
                findings.report(rules.UnsupportedStatement(what=what), statement)
        for node, mapping in self.plan.lines.mappings.items():
            if not isinstance(node, ast.Call):
                continue
            if node in self.found.in_place:
                continue
            is_traced = node in self.found.effects  # by JAX, which calls what it is given in its own way
            if is_traced or (self._has_effects(_given(node)) and not _is_in_order(mapping, node)):
                findings.report(rules.LostMutation(function="what it is given", name=text_of(node.func)), node)

    def _bind(self) -> None:
        """What is handed to functions that are not called by their names may be any of their parameters."""
        for runs in self.found.runs.values():
            for key in self.nested if runs.functions is None else runs.functions & self.nested.keys():
                nested = self.nested[key]
                for name in parameters(nested.function.node):
                    self.found.bound.setdefault(parameter_site(nested.scope + name), set()).update(runs.memory)

    def _of_the_file(self, runs: Runs) -> frozenset[str]:
        named = self._named if runs.functions is None else runs.functions
        return frozenset(named & self.run.state.module.functions.keys())

    @property
    def _named(self) -> frozenset[str]:
        """Functions of the file that are values here."""
        return frozenset(v.function for v in self.plan.values.values() if v.function is not None)

    def _writes_arguments(self, name: str) -> bool:
        plan, callees = self.plans.get(name), self.run.state.known.callees
        if plan is not None:
            return bool(plan.arguments.mutated)
        if self.found.of_model is not None and "." in name:  # a method that has not been looked at yet
            return True
        return callees is not None and bool(callees.written(name))

    def _note_calls(self) -> None:
        """The calls that may write, of functions that do."""
        size = -1
        while size != (size := len(self.writing)):
            for node, runs in self.found.runs.items():
                if (not self.writing.isdisjoint(self._known(runs))) and node not in self.found.effects:
                    self.found.effects.add(node)
            self.writing |= {k for k, n in self.nested.items() if self._has_effects(n.function.node.body)}

    def _known(self, runs: Runs) -> frozenset[str]:
        own = frozenset[str]() if runs.callee is None else frozenset({runs.callee})
        return own | (self._named.union(self.nested) if runs.functions is None else runs.functions)

    def _has_effects(self, body: Iterable[ast.AST]) -> bool:
        """It writes where it runs; functions that it makes do so where they are called."""
        return any(
            each in self.found.effects
            or self._has_effects(
                default_values(each.args) if isinstance(each, ast.FunctionDef | ast.Lambda) else children(each)
            )
            for each in body
        )
