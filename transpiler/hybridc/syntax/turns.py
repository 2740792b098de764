"""Loops whose text says that they take a turn."""

from __future__ import annotations

import ast


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
