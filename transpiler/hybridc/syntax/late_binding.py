"""What functions, lambdas and generators read when they run, of names that have changed since they were made.

Python looks the names up when it runs them. Compiled branches and loops are functions of their own, of which those
that were made before see nothing: such a name becomes an argument (`exits.closures`), or the function is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from hybridc.dialects.table import Dialect
from hybridc.syntax.dataflow import names_read, own_statements, parameters, remembered, targets_bound, union
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

# Builtins that are done with what they are given when they return.
_CONSUMERS = frozenset((
    "all", "any", "dict", "frozenset", "list", "max", "min", "next", "print", "set", "sorted", "sum", "tuple",
))  # fmt: skip
_KEEPING = frozenset(("numpy.vectorize", "numpy.frompyfunc"))  # give functions that call what they were given
_HOLDERS = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred, ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.keyword)


def read_late(node: ast.Lambda | ast.GeneratorExp) -> frozenset[str]:
    """Names that a lambda or generator reads when it runs, not when it is made."""
    if isinstance(node, ast.Lambda):
        return names_read(node.body) - frozenset(parameters(node))
    first, *rest = node.generators
    own = union(targets_bound(g.target) for g in node.generators)
    late = [node.elt, *first.ifs, *(e for g in rest for e in (g.iter, *g.ifs))]
    return union(names_read(e) for e in late) - own


def bound_as(statement: ast.stmt) -> str | None:
    """The name of a lambda to which the statement gives one."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
            return name
    return None


def set_after(function: ast.FunctionDef, made: ast.AST, *, repeats: bool) -> frozenset[str]:
    """Names that the function sets below what was made there; if what was made `repeats`, also above it in the same
    loop, where it may still be used in the next turn."""
    place = (made.end_lineno, made.end_col_offset)  # type: ignore[attr-defined]
    after = {name for name, last in _names_of(function).last_stores.items() if last >= place}
    around = [loop for loop in _loops_of(function) if any(n is made for n in walk(loop))] if repeats else []
    if around:
        inside = set(walk(made))
        after |= {n.id for loop in around for n in walk(loop) if _is_store(n) and n not in inside}
    return frozenset(after)


@dataclass(frozen=True)
class _Names:
    """Where a function's names stand."""

    last_stores: dict[str, tuple[int, int]]
    reads: dict[str, list[ast.Name]]
    called: frozenset[ast.expr]  # what calls call


@remembered
def _names_of(function: ast.FunctionDef) -> _Names:
    last: dict[str, tuple[int, int]] = {}
    reads: dict[str, list[ast.Name]] = {}
    called: set[ast.expr] = set()
    for node in walk(function):
        if isinstance(node, ast.Call):
            called.add(node.func)
        elif isinstance(node, ast.Name) and _is_store(node):
            last[node.id] = max(last.get(node.id, (0, 0)), (node.lineno, node.col_offset))
        elif isinstance(node, ast.Name):
            reads.setdefault(node.id, []).append(node)
    return _Names(last, reads, frozenset(called))


@remembered
def _loops_of(function: ast.FunctionDef) -> list[ast.For | ast.While]:
    return [s for s in own_statements(function.body) if isinstance(s, ast.For | ast.While)]


def set_after_named(function: ast.FunctionDef, made: ast.AST, name: str) -> frozenset[str]:
    """The same of what has a name: where that is only called, and below, one turn of a loop makes it anew."""
    names, inside = _names_of(function), set(walk(made))
    place = (made.end_lineno, made.end_col_offset)  # type: ignore[attr-defined]
    reads = (n for n in names.reads.get(name, ()) if n not in inside)
    is_below = all(n in names.called and (n.lineno, n.col_offset) >= place for n in reads)
    return set_after(function, made, repeats=not is_below)


def set_while_it_lives(
    function: Function, module: Module, dialects: Sequence[Dialect], statement: ast.stmt, made: ast.expr
) -> frozenset[str]:
    """Names that the function sets after it has made a lambda or generator without a name of its own, and before the
    last use of that."""
    path = _path(function.node, made)
    inner = max((at for at, node in enumerate(path) if isinstance(node, ast.stmt)), default=None)
    if inner is None:  # of a statement that stands for another
        path = _path(statement, made)
    else:
        statement, path = path[inner], path[inner + 1 :]  # type: ignore[assignment]
    if isinstance(statement, ast.For | ast.AsyncFor) and path[:1] == [statement.iter]:
        return union(
            frozenset({n.id}) for s in statement.body for n in walk(s) if isinstance(n, ast.Name) and _is_store(n)
        )
    if not _outlives(function, module, dialects, [statement, *path]):
        return frozenset()
    return set_after(function.node, made, repeats=True)


def _is_store(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _path(outer: ast.AST, inner: ast.AST) -> list[ast.AST]:
    """The nodes from below the outer one to the inner one."""
    for child in ast.iter_child_nodes(outer):
        if child is inner:
            return [child]
        if below := _path(child, inner):
            return [child, *below]
    return []


def _outlives(function: Function, module: Module, dialects: Sequence[Dialect], path: Sequence[ast.AST]) -> bool:
    """The last of the path may be used after the first, its statement."""
    for outer, inner in reversed([*pairwise(path)]):
        match outer:
            case ast.Call(func=called) if called is inner or _consumes(function, module, dialects, outer):
                return False
            case ast.stmt():
                return not isinstance(outer, ast.If | ast.While | ast.Assert)
            case ast.Call() | ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
            case _ if not isinstance(outer, _HOLDERS):
                return False
    return True


def _consumes(function: Function, module: Module, dialects: Sequence[Dialect], call: ast.Call) -> bool:
    """What the call gives holds on to nothing that it was given."""
    if isinstance(call.func, ast.Name) and call.func.id in _CONSUMERS:
        return call.func.id not in function.locals and call.func.id not in module.functions
    name = module.qualified_name(call.func, function.locals)
    if name is None or name in _KEEPING:
        return False
    return name == "functools.reduce" or any(name.partition(".")[0] in dialect.roots for dialect in dialects)
