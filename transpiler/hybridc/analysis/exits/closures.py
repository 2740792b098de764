"""Nested functions that see names change, or change them: what they read becomes arguments, what they set results.

`def add(v): nonlocal total; total += v` with `add(x)` becomes `def add(total, v): ...; return total` with
`total = add(total, x)`, which is when Python looks the name up.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hybridc.analysis.dataflow import bound_in, free_names, names_written, parameters, targets_bound
from hybridc.analysis.exits.structure import Structured, Structuring
from hybridc.analysis.exits.trees import read
from hybridc.analysis.in_place import changed_in_place
from hybridc.analysis.walking import walk

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class _Nested:
    """A nested function: the names that it is to be given, and of those the ones that it gives back."""

    node: ast.FunctionDef
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    gives_value: bool
    arrays: frozenset[str]  # outputs that it changes in place


def with_arguments(before: Structured) -> Structured | None:
    """The function with such nested functions; None where it has none that are only called."""
    chosen = {n.node.name: n for n in _changing(before.node)}
    if not chosen:
        return None
    work = Structuring(before, (), (), {}, {}, (), {})
    node = work.origins.changed(before.node, body=_Calling(work, chosen).block(before.node.body))
    return Structured(node, work.origins, work.unset, work.assumed)


def _changing(function: ast.FunctionDef) -> list[_Nested]:
    nested = [n for n in walk(function) if isinstance(n, ast.FunctionDef) and n is not function]
    own = frozenset(parameters(function)) | names_written(function.body)
    declared = {n: {name for s in of_itself(n) if isinstance(s, ast.Nonlocal) for name in s.names} for n in nested}
    arrays = {n: _changed_arrays(n) & own - declared[n] for n in nested}
    for node in nested:
        declared[node] |= arrays[node]
    set_by_nested = set().union(*declared.values()) if declared else set()
    parents = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
    found = []
    for node in nested:
        inside = set(walk(node))
        names = [n for n in walk(function) if isinstance(n, ast.Name) and n not in inside]
        later = {n.id for n in names if isinstance(n.ctx, ast.Store) and n.lineno > node.lineno}
        free = (free_names(node) | declared[node]) & own
        inputs = sorted(free & (later | set_by_nested | declared[node]) - {n.name for n in nested})
        if not inputs or node.decorator_list or node.args.posonlyargs or declared[node] - own:
            continue
        outputs = tuple(n for n in inputs if n in declared[node])
        calls = [n for n in names if n.id == node.name and isinstance(n.ctx, ast.Load)]
        if any(isinstance(n, ast.Name) and n.id == node.name for n in inside) or len(nested) != len(
            {n.name for n in nested}
        ):
            continue
        if all(_is_called(n, parents, function, outputs) for n in calls):
            returns = [s for s in of_itself(node) if isinstance(s, ast.Return) and s.value is not None]
            found.append(_Nested(node, tuple(inputs), outputs, bool(returns), frozenset(arrays[node])))
    return found


def _changed_arrays(function: ast.FunctionDef) -> frozenset[str]:
    """Names from outside whose arrays the function may change: those that it writes into, and those that names of its
    own may stand for which it writes into."""
    own = frozenset(parameters(function)) | bound_in(function)
    of_its_own = [s for s in of_itself(function) if isinstance(s, ast.stmt)]
    changed = frozenset().union(*(changed_in_place(s) for s in of_its_own))
    views = [s for s in of_its_own if isinstance(s, ast.Assign | ast.For)]
    for _ in views:
        for each in views:
            bound = frozenset().union(*(targets_bound(t) for t in getattr(each, "targets", None) or [each.target]))  # type: ignore[union-attr]
            if bound & changed & own:
                changed |= _looked_at(each.value if isinstance(each, ast.Assign) else each.iter)
    return changed - own


def _looked_at(value: ast.expr) -> frozenset[str]:
    """Names whose arrays the value may be, or be a part of: indices are not."""
    if isinstance(value, ast.Subscript):
        return _looked_at(value.value)
    if isinstance(value, ast.Name):
        return frozenset({value.id})
    inner = (child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr | ast.keyword))
    return frozenset().union(*(_looked_at(c.value if isinstance(c, ast.keyword) else c) for c in inner))


def of_itself(function: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of the function, without those of functions in it."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, _SCOPES):
            todo += ast.iter_child_nodes(node)
    return found


def _is_called(
    name: ast.Name, parents: dict[ast.AST, ast.AST], function: ast.FunctionDef, outputs: Sequence[str]
) -> bool:
    """The name is called where its function was made, by a statement of its own if it changes something."""
    call = parents[name]
    if not isinstance(call, ast.Call) or call.func is not name:
        return False
    node: ast.AST = call
    while node is not function:
        node = parents[node]
        if isinstance(node, _SCOPES) and node is not function:
            return False
        if outputs and isinstance(node, _COMPREHENSIONS):
            return False
    if not outputs:
        return True
    owner = parents[call]
    if isinstance(owner, ast.Assign):
        return len(owner.targets) == 1
    if isinstance(owner, ast.AugAssign):
        return isinstance(owner.target, ast.Name) and owner.target.id not in outputs
    return isinstance(owner, ast.Expr | ast.Return)


class _Calling(ast.NodeTransformer):
    """Rewrites the functions and their calls."""

    def __init__(self, work: Structuring, chosen: dict[str, _Nested]) -> None:
        self.work = work
        self.chosen = chosen

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in statements for new in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.FunctionDef):
            nested = self.chosen.get(statement.name)
            return [statement if nested is None else self._given(nested)]
        if not any(isinstance(n, ast.Name) and n.id in self.chosen for n in walk(statement)):
            return [statement]
        called = self._called(getattr(statement, "value", None))
        if called is not None and called.outputs:
            return self._taking_back(statement, called)
        fields: dict[str, object] = {}
        for field, value in ast.iter_fields(statement):
            if field in ("body", "orelse", "finalbody"):
                fields[field] = self.block(value)
            elif isinstance(value, ast.expr) and field != "target":
                fields[field] = self.visit(self.work.origins.copied([value])[0])
        return [self.work.origins.changed(statement, **fields)]

    def _called(self, value: ast.expr | None) -> _Nested | None:
        match value:
            case ast.Call(func=ast.Name(id=name)):
                return self.chosen.get(name)
        return None

    def _taking_back(self, statement: ast.stmt, called: _Nested) -> list[ast.stmt]:
        """`result, total = add(total, x)`"""
        work = self.work
        value = self.visit(work.origins.copied([statement.value])[0])  # type: ignore[attr-defined]
        given: list[ast.expr] = [ast.Name(n, ast.Store()) for n in called.outputs]
        is_direct = isinstance(statement, ast.Assign) and not self._waits(statement.targets[0], called)
        result: ast.expr | None = None
        if called.gives_value and isinstance(statement, ast.Assign) and is_direct:
            result = statement.targets[0]
        elif called.gives_value:
            result = ast.Name(self._unused() if isinstance(statement, ast.Expr) else work.fresh("result"), ast.Store())
        if result is not None:
            given = [result, *given]
        target = given[0] if len(given) == 1 else ast.Tuple(given, ast.Store())
        new = [work.make(ast.Assign([target], value), statement)]
        if called.arrays:
            work.origins.received[new[0]] = called.arrays
        back = read(result.id) if isinstance(result, ast.Name) else None
        if isinstance(statement, ast.Assign) and not (is_direct and called.gives_value):
            none = ast.Constant(None)
            new.append(work.make(ast.Assign([statement.targets[0]], none if back is None else back), statement))
        if isinstance(statement, ast.Return | ast.AugAssign):
            new.append(
                work.origins.changed(statement, value=None if back is None else work.origins.make(back, statement))
            )
        return new

    def _waits(self, target: ast.expr, called: _Nested) -> bool:
        """The target mentions what the call changes, or takes arrays apart that may be it: it is bound after that."""
        if called.arrays and not isinstance(target, ast.Name):
            return True
        return any(isinstance(n, ast.Name) and n.id in called.outputs for n in walk(target))

    def _unused(self) -> str:
        names = {n.id for n in walk(self.work.function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        return self.work.fresh("unused") if "_" in names else "_"

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        called = self._called(node)
        if called is None:
            return node
        arguments = [*(read(n) for n in called.inputs), *node.args]
        return self.work.origins.make(ast.Call(node.func, arguments, node.keywords), node)

    def _given(self, nested: _Nested) -> ast.FunctionDef:
        """The function with the names as its first parameters, and those that it sets among its results."""
        work, node = self.work, nested.node
        first = [work.origins.make(ast.arg(name), node) for name in nested.inputs]
        arguments = ast.arguments(
            [], [*first, *node.args.args], node.args.vararg, node.args.kwonlyargs, node.args.kw_defaults,
            node.args.kwarg, node.args.defaults,
        )  # fmt: skip
        outputs = [functools.partial(read, name) for name in nested.outputs]
        returning = Returning(work, outputs, nested.gives_value)
        body = returning.block(node.body) if nested.outputs else node.body
        new = work.origins.changed(node, args=arguments, body=body)
        work.origins.given_back[new] = nested.arrays
        return new


class Returning:
    """Rewrites the body of a function that gives things back, made anew for each `return`, after its value if any."""

    def __init__(self, work: Structuring, given_back: Sequence[Callable[[], ast.expr]], gives_value: bool) -> None:
        self.work = work
        self.given_back = given_back
        self.gives_value = gives_value

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        body = self._block(statements)
        if not isinstance(statements[-1], ast.Return):
            body.append(self.work.make(ast.Return(self._results(None)), statements[-1]))
        return body

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, ast.Nonlocal):
                continue
            if isinstance(statement, ast.Return):
                results = self.work.origins.make(self._results(statement.value), statement)
                result.append(self.work.origins.changed(statement, value=results))
                continue
            blocks = {
                field: self._block(value) or [self.work.make(ast.Pass(), statement)] * (field == "body")
                for field, value in ast.iter_fields(statement)
                if field in ("body", "orelse", "finalbody") and not isinstance(statement, _SCOPES)
                and any(isinstance(n, ast.Return | ast.Nonlocal) for s in value for n in walk(s))
            }  # fmt: skip
            result.append(self.work.origins.changed(statement, **blocks) if blocks else statement)
        return result

    def _results(self, value: ast.expr | None) -> ast.expr:
        results: list[ast.expr] = [make() for make in self.given_back]
        if self.gives_value:
            results.insert(0, value if value is not None else ast.Constant(None))
        return results[0] if len(results) == 1 else ast.Tuple(results, ast.Load())
