"""Nested functions and lambdas that see names change, or change them: what they read becomes arguments, what they set
results.

`def add(v): nonlocal total; total += v` with `add(x)` becomes `def add(total, v): ...; return total` with
`total = add(total, x)`, which is when Python looks the name up.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence

from hybridc.structure.called_only import SCOPES, Nested, called_only
from hybridc.structure.hoisting import evaluated, hoisted
from hybridc.structure.trees import read
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.late_binding import bound_as
from hybridc.syntax.walking import walk


def with_arguments(before: Structured) -> Structured | None:
    """The function with such nested functions; None where it has none that are only called."""
    chosen = {n.name: n for n in called_only(before.node)}
    if not chosen:
        return None
    work = Structuring(before, (), (), {}, {}, (), {})
    node = work.origins.changed(before.node, body=_Calling(work, chosen).block(before.node.body))
    return Structured(node, work.origins, work.unset, work.assumed)


class _Calling(ast.NodeTransformer):
    """Rewrites the functions and their calls."""

    def __init__(self, work: Structuring, chosen: dict[str, Nested]) -> None:
        self.work = work
        self.chosen = chosen

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in statements for new in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.FunctionDef):
            nested = self.chosen.get(statement.name)
            return [statement if nested is None else self._given(nested, statement)]
        nested = self.chosen.get(bound_as(statement) or "")
        if nested is not None and isinstance(nested.node, ast.Lambda):
            return [self._given_lambda(nested, nested.node, statement)]
        if not any(isinstance(n, ast.Name) and n.id in self.chosen for n in walk(statement)):
            return [statement]
        called = self._called(getattr(statement, "value", None))
        if called is not None and called.outputs and not self._changes_within(statement.value):  # type: ignore[attr-defined]
            return self._taking_back(statement, called)
        first = getattr(statement, evaluated(statement) or "", None)
        if first is not None and any(map(self._changes, walk(first))):
            return self.block(hoisted(self.work, statement, self._changes))
        fields: dict[str, object] = {}
        for field, value in ast.iter_fields(statement):
            if field in ("body", "orelse", "finalbody"):
                fields[field] = self.block(value)
            elif isinstance(value, ast.expr) and field != "target":
                fields[field] = self.visit(self.work.origins.copied([value])[0])
        return [self.work.origins.changed(statement, **fields)]

    def _changes(self, node: ast.AST) -> tuple[str, ...] | None:
        """What a call changes."""
        called = self._called(node) if isinstance(node, ast.expr) else None
        return None if called is None else called.outputs

    def _changes_within(self, call: ast.Call) -> bool:
        """What is given to the call is computed by others that change something."""
        return any(map(self._changes, (n for n in walk(call) if n is not call)))

    def _called(self, value: ast.expr | None) -> Nested | None:
        match value:
            case ast.Call(func=ast.Name(id=name)):
                return self.chosen.get(name)
        return None

    def _taking_back(self, statement: ast.stmt, called: Nested) -> list[ast.stmt]:
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

    def _waits(self, target: ast.expr, called: Nested) -> bool:
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

    def _given(self, nested: Nested, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with the names as its first parameters, and those that it sets among its results."""
        work = self.work
        outputs = [functools.partial(read, name) for name in nested.outputs]
        returning = Returning(work, outputs, nested.gives_value)
        body = self.block(node.body)
        body = returning.block(body) if nested.outputs else body
        new = work.origins.changed(node, args=self._parameters(nested), body=body)
        work.origins.given_back[new] = nested.arrays
        return new

    def _given_lambda(self, nested: Nested, node: ast.Lambda, statement: ast.stmt) -> ast.stmt:
        """`done = lambda s: s.sum() > 100`"""
        body = self.visit(self.work.origins.copied([node.body])[0])
        new = self.work.origins.make(ast.Lambda(self._parameters(nested), body), node)
        return self.work.origins.changed(statement, value=new)

    def _parameters(self, nested: Nested) -> ast.arguments:
        given = nested.node.args
        first = [self.work.origins.make(ast.arg(name), nested.node) for name in nested.inputs]
        return ast.arguments(
            [], [*first, *given.args], given.vararg, given.kwonlyargs, given.kw_defaults, given.kwarg, given.defaults
        )


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
                if field in ("body", "orelse", "finalbody") and not isinstance(statement, SCOPES)
                and any(isinstance(n, ast.Return | ast.Nonlocal) for s in value for n in walk(s))
            }  # fmt: skip
            result.append(self.work.origins.changed(statement, **blocks) if blocks else statement)
        return result

    def _results(self, value: ast.expr | None) -> ast.expr:
        results: list[ast.expr] = [make() for make in self.given_back]
        if self.gives_value:
            results.insert(0, value if value is not None else ast.Constant(None))
        return results[0] if len(results) == 1 else ast.Tuple(results, ast.Load())
