"""Loops whose text says that they take a turn."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence

from hybridc.syntax.dataflow import names_written
from hybridc.syntax.walking import walk

_Known = Mapping[str, bool | float]  # what names hold
_COMPARED: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}  # fmt: skip


def takes_a_turn(iterable: ast.expr) -> bool:
    """A range of numbers written out, or a list or tuple of elements, that is not empty."""
    match iterable:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
            values = [whole_number(a) for a in arguments]
            numbers = [v for v in values if v is not None]
            return 0 < len(numbers) == len(values) < 4 and 0 not in numbers[2:] and len(range(*numbers)) > 0
        case ast.Call(func=ast.Name(id="enumerate" | "reversed"), args=[inner, *_]):
            return takes_a_turn(inner)
        case ast.Call(func=ast.Name(id="zip"), args=[*inner], keywords=[]) if inner:
            return all(takes_a_turn(i) for i in inner)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return any(not isinstance(e, ast.Starred) for e in elements)
    return False


def whole_number(node: ast.expr) -> int | None:
    """The integer that is written out; a truth value is none."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def turning(statements: Sequence[ast.stmt]) -> frozenset[ast.stmt]:
    """Of a block, the `while` loops whose test holds at first: `done = False`, `while not done:`."""
    if not any(isinstance(s, ast.While) for s in statements):
        return frozenset()
    found: set[ast.stmt] = set()
    known: dict[str, bool | float] = {}
    for statement in statements:
        if isinstance(statement, ast.While) and _value(statement.test, known) not in (None, False, 0):
            found.add(statement)
        if known and any(isinstance(n, ast.Call) for n in walk(statement)):
            known.clear()  # a nested function may set them
        for name in names_written([statement]):
            known.pop(name, None)
        match statement:
            case ast.Assign(targets=[*targets], value=value) if (number := _value(value, known)) is not None:
                known |= {t.id: number for t in targets if isinstance(t, ast.Name)}
    return frozenset(found)


def _value(node: ast.expr, known: _Known) -> bool | float | None:
    """The number or truth value that it surely is."""
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return value
        case ast.Name(id=name):
            return known.get(name)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _value(operand, known)
            return None if inner is None else not inner
        case ast.BoolOp(op=ast.And(), values=values):
            inner_values = [_value(v, known) for v in values]
            return None if None in inner_values else all(inner_values)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            one, other = _value(left, known), _value(right, known)
            return None if one is None or other is None else _COMPARED[type(op)](one, other)
    return None
