"""Quotients of which a whole number is taken: XLA divides by a constant by multiplying with its reciprocal, so that the
compiled `int(x / 49)` is 0 where x is 49. There the division is written as one that XLA leaves as it is.

A whole number is taken by `int`, `np.floor` and the like, and asked for by `==`. What they are given is followed to the
divisions and means that it is computed of: through names, elements, operators and calls, lambdas and functions of the
file and what these are given. Attributes are not followed, nor methods of models: docs/semantics.md says so.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from hybridc.dialects.table import dialect
from hybridc.domain.values import Value
from hybridc.program.plans import FunctionPlan, Mapping, Program
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import names_read, own_statements
from hybridc.syntax.walking import all_given, children, pairs

_LINES = dialect("quotients", (), "    quotient(a, b, /) -> numpy_like.quotient(a, b)\n")
_MEANS = {
    "jnp.mean": "numpy_like.mean",
    "self.mean": "numpy_like.mean(self, axis=axis, keepdims=keepdims, where=where)",
}
_TAKING = frozenset({"int", "long", "round", "rounded", "around", "rint", "floor", "ceil", "trunc", "fix"})
_Definition = ast.FunctionDef | ast.Lambda


def note_quotients(program: Program) -> None:
    """Gives such divisions and means, of all functions that are compiled, lines of their own."""
    divisions = (n for p in program.compiled.values() for n in p.function.of_any(ast.BinOp, ast.AugAssign))
    has_means = any(m.entry.target in _MEANS for p in program.compiled.values() for m in p.lines.mappings.values())
    if has_means or any(isinstance(node.op, ast.Div) for node in divisions):  # type: ignore[attr-defined]
        _Quotients(program).note()


class _Scope:
    """One compiled function."""

    def __init__(self, plan: FunctionPlan) -> None:
        self.plan = plan
        self.seen: set[str | ast.AST] = set()  # names and nodes that were followed
        self.made: dict[str, list[ast.expr | ast.AugAssign | _Definition]] = {}  # what names are bound to
        for statement in plan.function.of(ast.Assign):
            for target, value in (pair for t in statement.targets for pair in pairs(t, statement.value)):
                self._bind(target, value)
        for loop in plan.function.of(ast.For):
            self._bind(loop.target, loop.iter)
        for clause in plan.function.of(ast.comprehension):
            self._bind(clause.target, clause.iter)
        for walrus in plan.function.of(ast.NamedExpr):
            self._bind(walrus.target, walrus.value)
        for changed in plan.function.of(ast.AugAssign):
            self._bind(changed.target, changed)
        for inner in plan.function.of(ast.FunctionDef):
            if inner is not plan.function.node:
                self.made.setdefault(inner.name, []).append(inner)

    def _bind(self, target: ast.expr, value: ast.expr | ast.AugAssign) -> None:
        match target:
            case ast.Name(id=name):
                self.made.setdefault(name, []).append(value)
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                self._bind(inner, value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._bind(part, value)

    def taken(self) -> Iterator[ast.expr]:
        """What whole numbers are taken of."""
        for node, mapping in self.plan.lines.mappings.items():
            name = mapping.entry.name.rpartition(".")[2].strip("_")
            if isinstance(node, ast.Call) and (name in _TAKING or (name == "astype" and _to_integers(node))):
                yield from [node.func.value] if isinstance(node.func, ast.Attribute) else []
                yield from all_given(node)[:1]
        for compared in self.plan.function.of(ast.Compare):
            if all(isinstance(op, ast.Eq | ast.NotEq) for op in compared.ops):
                yield from (compared.left, *compared.comparators)


class _Quotients:
    def __init__(self, program: Program) -> None:
        self.scopes = {name: _Scope(plan) for name, plan in program.compiled.items()}
        self.waiting: list[tuple[_Scope, ast.AST]] = []

    @cached_property
    def calls(self) -> dict[str, list[tuple[_Scope, ast.Call]]]:
        """By functions, the calls of compiled code."""
        found: dict[str, list[tuple[_Scope, ast.Call]]] = {}
        for scope in self.scopes.values():
            for call in scope.plan.function.of(ast.Call):
                if isinstance(call.func, ast.Name):
                    found.setdefault(call.func.id, []).append((scope, call))
        return found

    def note(self) -> None:
        self.waiting = [(scope, node) for scope in self.scopes.values() for node in scope.taken()]
        while self.waiting:
            self._follow(*self.waiting.pop())

    def _follow(self, scope: _Scope, node: ast.AST) -> None:
        """Notes the node, and has what it is computed of wait."""
        if node in scope.seen:
            return
        scope.seen.add(node)
        lines, followed = scope.plan.lines, children(node)
        match node:
            case ast.Name(id=name):
                followed = [] if name in scope.seen else self._held(scope, name)
                scope.seen.add(name)
            case ast.Lambda(body=body):
                followed = [body]
            case ast.FunctionDef():
                followed = _returned(node)
            case ast.AugAssign(value=value):
                followed = [value]
                if self._is_turned_around(scope, node) and scope.plan.references is None:
                    lines.operators.setdefault(node, Mapping(_LINES.lookup("quotient")[0], ("a", "b")))
            case ast.BinOp() if self._is_turned_around(scope, node) and node not in lines.dtype_joins:
                lines.mappings.setdefault(node, Mapping(_LINES.lookup("quotient")[0], ("a", "b")))
            case ast.Subscript(value=value):
                followed = [value]
            case ast.IfExp(body=body, orelse=orelse):
                followed = [body, orelse]
            case ast.Compare():
                followed = []
            case ast.Call():
                self._follow_call(scope, node)
        self.waiting += [(scope, each) for each in followed]

    def _held(self, scope: _Scope, name: str) -> list[ast.AST]:
        """What the name is bound to here; what calls give a parameter waits as well."""
        function = scope.plan.function
        if name in function.parameters:
            for caller, call in self.calls.get(function.qualified_name, ()):
                if (given := arguments_given(function, call).get(name)) is not None:
                    self.waiting.append((caller, given))
        return [*scope.made.get(name, ())]

    def _follow_call(self, scope: _Scope, node: ast.Call) -> None:
        mappings = scope.plan.lines.mappings
        known = mappings.get(node)
        if known is not None and known.entry.target in _MEANS and known.entry.passes_on:
            entry = replace(known.entry, target=_MEANS[known.entry.target], passes_on=not known.is_method)
            mappings[node] = replace(known, entry=entry)
        called = self.scopes.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if called is not None:
            self.waiting.append((called, called.plan.function.node))

    def _is_turned_around(self, scope: _Scope, node: ast.BinOp | ast.AugAssign) -> bool:
        """XLA may know the divisor, and its reciprocal is not exact."""
        plan = scope.plan
        divided, by = (node.left, node.right) if isinstance(node, ast.BinOp) else (None, node.value)
        dividend, divisor = plan.values.get(divided) if divided is not None else None, plan.values.get(by)
        if not isinstance(node.op, ast.Div) or divisor is None or (divided is not None and dividend is None):
            return False
        if dividend is not None and not dividend.is_traced:
            return False
        if divisor.is_static:
            return divisor.form.is_numeric and not _is_power_of_two(divisor)
        given = {*plan.function.parameters} - plan.arguments.static_parameters
        return given.isdisjoint(names_read(by)) or plan.function.qualified_name in self.calls  # which may give numbers


def _returned(function: ast.FunctionDef) -> list[ast.AST]:
    return [s.value for s in own_statements(function.body) if isinstance(s, ast.Return) and s.value is not None]


def _to_integers(call: ast.Call) -> bool:
    return any("int" in ast.unparse(argument) for argument in all_given(call))


def _is_power_of_two(value: Value) -> bool:
    number = value.constant if value.has_constant else None
    return isinstance(number, int | float) and number != 0 and abs(math.frexp(number)[0]) == 0.5
