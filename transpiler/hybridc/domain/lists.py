"""Lists that every turn of a loop appends to: the stacked outputs of `lax.scan`."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hybridc.domain.atoms import unknown
from hybridc.domain.sites import Site, SiteKind
from hybridc.domain.values import SCALAR, Binding, Form, Value
from hybridc.syntax.dataflow import calls_in, names_read, names_written, remembered
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk

LIST_CHANGES = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault"}
)


@dataclass(frozen=True, slots=True)
class Append:
    """`name.append(value)` once in every turn."""

    statement: ast.Expr
    name: str
    value: ast.expr
    is_last: bool  # nothing that the value reads changes until the end of the turn


def append_of(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """The list and the value of `name.append(value)`."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[ast.expr() as value], keywords=[]
            )
        ) if not isinstance(value, ast.Starred):
            return name, value
    return None


def appends(loop: ast.For, environment: Mapping[str, Value]) -> dict[ast.stmt, Append]:
    """The lists that the loop fills and uses for nothing else, by the statements that append to them."""
    found: dict[ast.stmt, Append] = {}
    matches = [(i, s, match) for i, s in enumerate(loop.body) if (match := append_of(s)) is not None]
    if not matches:
        return found
    uses = [n.id for s in loop.body for n in walk(s) if isinstance(n, ast.Name)]
    for index, statement, (name, value) in matches:
        held = environment.get(name)
        is_list = held is not None and held.form is Form.LIST and held.items is not None
        if is_list and uses.count(name) == 1 and isinstance(statement, ast.Expr):
            later = names_written(loop.body[index + 1 :])
            is_last = isinstance(value, ast.Name | ast.Constant) or index == len(loop.body) - 1
            found[statement] = Append(statement, name, value, is_last and not names_read(value) & later)
    return found


def changed_lists(loop: ast.AST) -> Iterator[str]:
    """Lists that something in the loop makes longer."""
    for call in calls_in(loop):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" | "insert")):
                yield name


def is_only_run_over(function: Function, name: str) -> bool:
    """Nothing but loops, `len` and indices see the list of that name, which is filled: none of them sees its dtype."""
    reads = (n for n in function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load))
    return _run_over_or_asked(function).issuperset(reads)


@remembered
def _run_over_or_asked(function: Function) -> frozenset[ast.expr]:
    iterables = [s.iter for s in function.of(ast.For)] + [s.iter for s in function.of(ast.comprehension)]
    seen = {n for iterable in iterables for n in _run_over(iterable)}
    seen |= {n.args[0] for n in function.of(ast.Call) if isinstance(n.func, ast.Name) and n.func.id == "len" and n.args}
    seen |= {n.value for n in function.of(ast.Subscript) if not isinstance(n.slice, ast.Slice)}
    seen |= {n.value for n in function.of(ast.Attribute) if n.attr == "append"}
    return frozenset(seen)


def _run_over(iterable: ast.expr) -> Iterator[ast.expr]:
    match iterable:
        case ast.Call(func=ast.Name(id="enumerate" | "reversed" | "zip"), args=arguments):
            for inner in arguments:
                yield from _run_over(inner)
        case ast.Subscript(value=inner, slice=ast.Slice()):
            yield from _run_over(inner)
        case ast.Name():
            yield iterable


def stacked(append: Append, element: Value, initial: Value) -> Value:
    """What the list holds after the loop, as one array."""
    dtype = element.dtype if not initial.items else unknown()
    rank = None if element.rank is None else element.rank + 1
    if element.is_scalar and element.shape == SCALAR:
        rank = 1
    memory = element.memory.union(*(i.memory for i in initial.items or ()))
    if element.form is Form.STACKED:
        memory |= {Site(SiteKind.ROWS, f"{append.statement.lineno}:{append.statement.col_offset}")}
    return Value(Binding.TRACED, Form.STACKED, dtype, unknown(), rank, memory=memory)


def item_name(name: str) -> str:
    """What one element of the list is called: a `state` of `states`."""
    if name.endswith("sses"):
        return name[:-2]
    if len(name) > 2 and name.endswith("s") and not name.endswith("ss") and not hasattr(builtins, name[:-1]):
        return name[:-1]
    return f"{name}_item"
