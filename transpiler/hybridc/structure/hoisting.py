"""Calls within expressions that change names: they become statements, behind all that Python computes before them.

`s = a[0] + step(x) * 2` becomes `held = a[0]`, `result = step(x)`, `s = held + result * 2`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.walking import children, walk

_NO_NAME = ("",)  # what a call changes that writes into arrays
Place = tuple[ast.AST, str, int | None]  # where in a node an expression stands


def evaluated(statement: ast.AST) -> str | None:
    """The field whose expression a statement computes first, and once."""
    match statement:
        case ast.Assign(targets=[_]) | ast.AugAssign(target=ast.Name()) | ast.Return() | ast.Expr():
            return "value"
        case ast.If():
            return "test"
    return None


def can_stand_before(call: ast.Call, parents: Mapping[ast.AST, ast.AST], outputs: Collection[str]) -> bool:
    """Python comes to the call whatever it computes before, and what that is can have a name. `outputs`: what the call
    changes."""
    node: ast.AST = call
    while evaluated(parents[node]) is None:
        outer = parents[node]
        places = _places(outer)
        if isinstance(outer, ast.keyword):
            node = outer
            continue
        standing = [_at(place) for place in places]
        is_called = isinstance(outer, ast.Call) and outer.func is node and bool(places)
        if not is_called and node not in standing and not (isinstance(node, ast.keyword) and node.value in standing):
            return False
        if isinstance(outer, ast.Call) and not is_called and names_read(outer.func) & {*outputs}:
            return False
        node = outer
    statement = parents[node]
    if getattr(statement, evaluated(statement) or "") is not node:
        return False
    return not (isinstance(statement, ast.AugAssign) and getattr(statement.target, "id", None) in outputs)


def hoisted(
    work: Structuring, statement: ast.stmt, changes: Callable[[ast.AST], Collection[str] | None]
) -> list[ast.stmt]:
    """The statement, behind the calls in it that change names. `changes` tells which names a call does."""
    field = evaluated(statement) or ""
    value = work.origins.copied([getattr(statement, field)])[0]
    found = _Hoisting(work, statement, changes)
    value = found.without(value, is_all=field == "value")
    return [*found.before, work.origins.changed(statement, **{field: value})]


def behind_calls(work: Structuring, statement: ast.stmt) -> list[ast.stmt] | None:
    """The statement, behind the calls in it that write what else it reads: `F.linear(x, self.step())`. None where there
    are none that can stand before."""
    if (field := evaluated(statement)) is None:
        return None
    whole = getattr(statement, field)
    calls = [n for n in walk(whole) if n is not whole and isinstance(n, ast.Call) and n in work.reformed]
    parents = {child: node for node in walk(statement) for child in children(node)}
    if not calls or not all(can_stand_before(call, parents, ()) for call in calls):
        return None
    asked = {work.origins.original(call) for call in calls}
    return hoisted(work, statement, lambda node: _NO_NAME if work.origins.original(node) in asked else None)


class _Hoisting:
    def __init__(
        self, work: Structuring, statement: ast.stmt, changes: Callable[[ast.AST], Collection[str] | None]
    ) -> None:
        self.work = work
        self.statement = statement
        self.changes = changes
        self.before: list[ast.stmt] = []

    def without(self, node: ast.expr, is_all: bool = False) -> ast.expr:
        """What is left of an expression, once the calls in it are made. What is all of a statement stays there."""
        changed = self._changed(node)
        if not changed:
            return node
        places = _places(node)
        last = max((i for i, place in enumerate(places) if self._changed(_at(place))), default=-1)
        for index, place in enumerate(places[: last + 1]):
            part = self.without(_at(place))
            is_kept = isinstance(part, ast.Constant) or (isinstance(part, ast.Name) and part.id not in changed)
            _put(place, part if index == last or is_kept else self._named(part, "held"))
        return self._named(node, "result") if self.changes(node) and not is_all else node

    def _changed(self, node: ast.AST) -> set[str]:
        return {name for each in walk(node) for name in self.changes(each) or ()}

    def _named(self, value: ast.expr, name: str) -> ast.expr:
        name = self.work.fresh(name)
        self.before.append(self.work.make(assign(name, value), self.statement))
        return self.work.origins.make(read(name), value)


def _places(node: ast.AST) -> list[Place]:
    """The parts of an expression that are computed whatever they are, in order. What is called is looked up before, and
    has no name."""
    match node:
        case ast.BinOp():
            return [(node, "left", None), (node, "right", None)]
        case ast.UnaryOp():
            return [(node, "operand", None)]
        case ast.Compare(ops=[_]):
            return [(node, "left", None), (node, "comparators", 0)]
        case ast.Call(func=ast.Name() | ast.Attribute() as function, args=args, keywords=keywords):
            if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in keywords):
                return []
            given: list[Place] = [
                *((node, "args", i) for i in range(len(args))),
                *((k, "value", None) for k in keywords),
            ]
            if all(isinstance(n, ast.Name | ast.Attribute) for n in walk(function)):
                return given
            return [(function, "value", None), *given]  # of what is computed, a method
        case ast.Subscript(slice=ast.Slice() | ast.Tuple()):
            return [(node, "value", None)]
        case ast.Subscript():
            return [(node, "value", None), (node, "slice", None)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return (
                []
                if any(isinstance(e, ast.Starred) for e in elements)
                else [(node, "elts", i) for i in range(len(elements))]
            )
        case ast.Attribute():
            return [(node, "value", None)]
        case ast.IfExp():
            return [(node, "test", None)]
        case ast.BoolOp():
            return [(node, "values", 0)]
    return []


def _at(place: Place) -> ast.expr:
    node, field, index = place
    value = getattr(node, field)
    found = value if index is None else value[index]
    assert isinstance(found, ast.expr)
    return found


def _put(place: Place, value: ast.expr) -> None:
    node, field, index = place
    if index is None:
        setattr(node, field, value)
    else:
        getattr(node, field)[index] = value
