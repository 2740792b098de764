"""Literals: which expressions are one, and how a value is written as one."""

from __future__ import annotations

import ast
import math

_MAX_DIGITS = 19
_MAX_TEXT = 80
_MAX_ITEMS = 8


def is_constant_literal(node: ast.expr) -> bool:
    """A number, bool, string, None, or a tuple of these: what cannot change."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None):
            return True
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=ast.Constant(value=int() | float())):
            return True
        case ast.Tuple(elts=elements):
            return all(is_constant_literal(element) for element in elements)
    return False


def is_literal(node: ast.expr) -> bool:
    """A constant literal, or a list or dict of literals, new each time that it is evaluated."""
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return all(is_literal(element) for element in elements)
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and is_literal(key) for key in keys) and all(map(is_literal, values))
    return is_constant_literal(node)


def literal_text(value: object) -> str | None:
    """The literal that evaluates to exactly `value`, where it is one that reads well."""
    if type(value) is not tuple:
        return _scalar_text(value)
    items = [_scalar_text(item) for item in value]
    if len(items) > _MAX_ITEMS or None in items:
        return None
    text = f"({', '.join(item for item in items if item is not None)}{',' if len(items) == 1 else ''})"
    return text if len(text) <= _MAX_TEXT else None


def _scalar_text(value: object) -> str | None:
    if value is None or type(value) is bool:
        return repr(value)
    if type(value) is int:
        return str(value) if abs(value) < 10**_MAX_DIGITS else None
    if type(value) is float:
        return repr(value) if math.isfinite(value) else None
    if type(value) is str and len(value) <= _MAX_TEXT and value.isascii():
        return _quoted(value)
    return None


def _quoted(text: str) -> str:
    """In double quotes, as formatters have it, unless that takes more backslashes."""
    single = repr(text)
    if single[0] == "'" and '"' not in text:
        return f'"{single[1:-1]}"'
    return single
