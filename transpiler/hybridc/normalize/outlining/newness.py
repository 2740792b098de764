"""Whether anybody can tell that a name got a copy in place of the array that it would have."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set

from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.program.host.writers import READING
from hybridc.structure.assigned import surely_set
from hybridc.syntax.dataflow import Names, blocks, expressions
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.walking import walk

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def changed(statements: Iterable[ast.stmt], kinds: Kinds) -> Names:
    """Names whose arrays these statements may write into, by themselves or by what they call."""
    found: set[str] = set()
    for statement in _all(statements):
        found |= changed_in_place(statement)
        for expression in expressions(statement):
            for call in walk(expression):
                if isinstance(call, ast.Call):
                    found |= {n.id for a in _written(call, kinds) for n in walk(a) if isinstance(n, ast.Name)}
    return frozenset(n for n in found if kinds.known.get(n) is not Kind.NUMBER)


def _written(call: ast.Call, kinds: Kinds) -> Iterator[ast.expr]:
    """Arguments that the call may write into."""
    given = [*call.args, *(k.value for k in call.keywords)]
    name = kinds.module.qualified_name(call.func)
    if name is not None:
        if name.partition(".")[0] not in READING | {"builtins", "math", "numpy", "time"}:
            yield from given
    elif isinstance(call.func, ast.Name):
        result = kinds.results.get(call.func.id)
        if result is None or (call.keywords and result.written):
            yield from given
        else:
            yield from (a for p, a in zip(result.parameters, call.args, strict=False) if p in result.written)


def new_after(taken: Sequence[ast.stmt], names: Set[str], outside: Names, kinds: Kinds) -> Names:
    """Of the names, those that hold arrays of their own after these statements; all, if nobody writes into any of
    theirs: `outside` are those that the scope writes into elsewhere."""
    bound: dict[str, list[ast.expr | None]] = {}
    for statement in _all(taken):
        for name, value in _bindings(statement):
            bound.setdefault(name, []).append(value)
    made = {n for n, values in bound.items() if all(v is not None and kinds.is_new(v) for v in values)}
    sure = surely_set(taken) or frozenset()
    if outside.isdisjoint(names) and changed(taken, kinds) <= made & sure:
        return frozenset(names)
    return frozenset(made & sure & names)


def _bindings(statement: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    """Names that get another object, and which, where that is told."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=elements)], value=ast.Call() as value):
            yield from ((name, value) for e in elements if isinstance(e, ast.Name) and (name := e.id))
        case ast.AugAssign(target=ast.Name()):
            return
        case ast.Assign() | ast.AnnAssign() | ast.For():
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            stored = (n for t in targets for n in walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
            yield from ((n.id, None) for n in stored)


def _all(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        if not isinstance(statement, _SCOPES):
            yield statement
            for block in blocks(statement):
                yield from _all(block)
