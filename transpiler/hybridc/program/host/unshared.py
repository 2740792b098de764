"""Names of host code that hold an array which nothing else shows: giving them a new one is as good as a change."""

from __future__ import annotations

import ast
from functools import cached_property

from hybridc.dialects import ALL
from hybridc.program.host.code import SCOPES, HostScope
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import names_captured, parameters
from hybridc.syntax.walking import walk

# What only looks at its arguments.
_LOOKING = frozenset(
    f"builtins.{name}"
    for name in (
        "abs", "bool", "float", "int", "isinstance", "len", "print", "range", "repr", "round", "str", "sum", "type",
    )
)  # fmt: skip


def unshared_names(scope: HostScope, program: Program) -> frozenset[str]:
    """The names of the scope that are bound to new arrays alone, or to those of one another by turns, and are only
    read; nothing but the scope itself sees them."""
    return HostNames(scope, program).unshared


class HostNames:
    """How the names of a scope are bound and read."""

    def __init__(self, scope: HostScope, program: Program) -> None:
        self.scope = scope
        self.program = program
        self.parents = scope.parents

    def is_kept(self, call: ast.Call) -> bool:
        """What the call gives is seen later by another way than a name that nothing else shows."""
        statement = self.parents[call]
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            if _takes_elements(statement.targets[0]):
                return False
            targets = getattr(statement.targets[0], "elts", statement.targets)
            return not all(isinstance(t, ast.Name) and t.id in self.unshared for t in targets)
        return not self._is_only_read(call)

    @cached_property
    def unshared(self) -> frozenset[str]:
        nodes = [n for n in self.parents if isinstance(n, ast.Name)]
        names = {n.id for n in nodes if isinstance(n.ctx, ast.Store)} - self._seen_elsewhere()
        before = -1
        while before != len(names):
            before = len(names)
            for node in nodes:
                if node.id not in names:
                    continue
                if isinstance(node.ctx, ast.Load):
                    is_right = self._is_only_read(node)
                else:
                    is_right = isinstance(node.ctx, ast.Store) and self._is_bound_anew(node, names)
                if not is_right:
                    names.discard(node.id)
        return frozenset(names)

    def _seen_elsewhere(self) -> set[str]:
        """Parameters, and names that other scopes mention."""
        node = self.scope.node
        inside = [s for s in self.scope.statements if isinstance(s, SCOPES)]
        seen = {n.id for s in inside for n in walk(s) if isinstance(n, ast.Name)}
        declared = (s for s in self.scope.statements if isinstance(s, ast.Global | ast.Nonlocal))
        seen |= {name for s in declared for name in s.names}
        cases = (case for s in self.scope.statements if isinstance(s, ast.Match) for case in s.cases)
        seen = seen.union(*(names_captured(case.pattern) for case in cases))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            seen |= {*parameters(node)}
        if isinstance(node, ast.ClassDef):
            seen |= {n.id for n in walk(node) if isinstance(n, ast.Name)}
        return seen

    def _is_bound_anew(self, node: ast.Name, names: set[str]) -> bool:
        statement = self.parents[node]
        if isinstance(statement, ast.AugAssign | ast.AnnAssign):
            return isinstance(statement, ast.AugAssign) or (
                statement.value is not None and self._is_new(statement.value, node.id)
            )
        if isinstance(statement, ast.Tuple) and isinstance(self.parents[statement], ast.Assign):
            targets, statement = statement.elts, self.parents[statement]
            assert isinstance(statement, ast.Assign)
            if isinstance(statement.value, ast.Tuple) and len(statement.value.elts) == len(targets):
                if _permutes(statement) and {t.id for t in targets if isinstance(t, ast.Name)} <= names:
                    return True
                return self._is_new(statement.value.elts[targets.index(node)], node.id)
            return isinstance(statement.value, ast.Call) and self._is_compiled(statement.value, node.id)
        return (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and statement.targets[0] is node
            and self._is_new(statement.value, node.id)
        )

    def _is_new(self, value: ast.expr, name: str) -> bool:
        """The value is an array of its own, or what the name held."""
        match value:
            case ast.BinOp() | ast.UnaryOp() | ast.Constant() | ast.Compare():
                return True
            case ast.Name(id=held):
                return held == name
            case ast.Call():
                return self._is_compiled(value, name) or self._kind(value) == "new"
        return False

    def _is_compiled(self, call: ast.Call, name: str) -> bool:
        """A compiled function's result, which shows no argument but the one by that name."""
        plan = self._plan_of(call)
        if plan is None:
            return False
        given = arguments_given(plan.function, call)
        shown = [given.get(p) for p in plan.arguments.returned_memory - {*plan.arguments.gives_back}]
        return all(isinstance(a, ast.Name) and a.id == name for a in shown)

    def _plan_of(self, call: ast.Call) -> FunctionPlan | None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return None if name in self.scope.hidden else self.program.compiled_as(name)

    def _kind(self, call: ast.Call) -> str:
        """What a call gives of its arguments: "new" for nothing, "view" for what may be one, else ""."""
        name = self.program.module.qualified_name(call.func, self.scope.hidden)
        if name is None:
            entries = lookup_method(ALL, call.func.attr) if isinstance(call.func, ast.Attribute) else ()
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("copy", "tolist", "item"):
                return "new"
        elif name in _LOOKING:
            return "new"
        elif name in ("builtins.max", "builtins.min"):
            return "view"  # one of what they are given
        else:
            entries = next((found for dialect in ALL if (found := dialect.lookup(name))), ())
        if not entries:
            return ""
        return "view" if any(e.is_view or e.gives_list or e.takes_functions for e in entries) else "new"

    def _is_only_read(self, node: ast.AST) -> bool:
        """Nothing keeps what the expression shows."""
        parent = self.parents[node]
        match parent:
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.FormattedValue() | ast.Expr() | ast.While():
                return True
            case ast.If() | ast.AugAssign() | ast.Slice() | ast.Assert():
                return True
            case ast.Subscript(value=value, ctx=context):
                return value is not node or isinstance(context, ast.Store | ast.Del) or self._is_only_read(parent)
            case ast.Attribute(attr=attr):
                called = self.parents[parent]
                if isinstance(called, ast.Call) and called.func is parent:
                    return self._is_call_only_read(called, node)
                entries = lookup_method(ALL, attr)
                return bool(entries) and (not any(e.is_view for e in entries) or self._is_only_read(parent))
            case ast.keyword():
                called = self.parents[parent]
                return isinstance(called, ast.Call) and self._is_call_only_read(called, node)
            case ast.Call():
                return self._is_call_only_read(parent, node)
            case ast.IfExp() | ast.BoolOp() | ast.Index():
                return self._is_only_read(parent)
            case ast.Tuple():
                outer = self.parents[parent]
                if isinstance(outer, ast.Subscript):
                    return True
                return isinstance(outer, ast.Return) or (isinstance(outer, ast.Assign) and _permutes(outer))
            case ast.Assign(targets=[ast.Name(id=name)]):
                return isinstance(node, ast.Name) and node.id == name
            case ast.Return():
                return not any(isinstance(n, ast.Yield | ast.YieldFrom) for n in self.parents)
        return False

    def _is_call_only_read(self, call: ast.Call, node: ast.AST) -> bool:
        plan = self._plan_of(call)
        if plan is not None:
            given = arguments_given(plan.function, call)
            if plan.gives_numpy and any(given.get(p) is node for p in plan.arguments.mutated):
                return False
            shown = {given.get(p) for p in plan.arguments.returned_memory - {*plan.arguments.gives_back}}
            if node not in shown and given:
                return True
            statement = self.parents[call]  # `u = clamp(u)`, by the name itself
            targets = [n.id for n in walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
            is_back = isinstance(statement, ast.Assign) and isinstance(node, ast.Name) and node.id in targets
            return is_back or self._is_only_read(call)
        kind = self._kind(call)
        return kind == "new" or (kind == "view" and self._is_only_read(call))


def _takes_elements(target: ast.expr) -> bool:
    """`u[1:] = x`, after which nothing shows x."""
    return isinstance(target, ast.Subscript) and any(isinstance(n, ast.Slice) for n in walk(target.slice))


def _permutes(statement: ast.Assign) -> bool:
    """`u, w = w, u`"""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            left = [t.id if isinstance(t, ast.Name) else None for t in targets]
            right = [v.id if isinstance(v, ast.Name) else None for v in values]
            return None not in left and sorted(map(str, left)) == sorted(map(str, right))
    return False
