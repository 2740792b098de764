"""Which operators a framework's arrays of integers may have otherwise than JAX's: cut off, in their own dtype.

Whether an array has integers, a file seldom tells of what it is given. So an operator is taken for the same where both
sides surely are floating point numbers, or where it gives the same of whole numbers.
"""

from __future__ import annotations

import ast

from hybridc.domain.atoms import Dtype
from hybridc.domain.values import BOOL, INTEGERS, WEAK_FLOAT, WEAK_INT, WHOLE, Form, Value, is_surely_floating

_WHOLE = INTEGERS | WEAK_INT | BOOL


def is_the_same(op: ast.AST, left: Value, right: Value) -> bool:
    """What all frameworks have alike."""
    if _is_traced_of(left, BOOL) or _is_traced_of(right, BOOL):
        return isinstance(op, ast.Div) or (left.is_traced and right.is_traced) or left.dtype | right.dtype <= _WHOLE
    if isinstance(op, ast.Mod) and not _is_number_but_zero(right):
        return False  # a rest of dividing by 0 is 0 there
    if _is_traced_of(left, INTEGERS) or _is_traced_of(right, INTEGERS):
        return not isinstance(op, ast.Div | ast.Mod | ast.Pow) and left.dtype | right.dtype <= INTEGERS | WEAK_INT
    if is_surely_floating(left) or is_surely_floating(right):
        return True  # of one dtype, but for numbers
    match op:
        case ast.Div():
            return False
        case ast.Pow():
            return _is_whole(right) and right.has_constant and int(str(right.constant)) >= 0
        case ast.Mod():
            return _is_whole(right)
    return not (_may_be_fraction(left) and _may_be_array(right)) and not (
        _may_be_fraction(right) and _may_be_array(left)
    )


def _is_traced_of(value: Value, dtypes: Dtype) -> bool:
    return value.is_traced and bool(value.dtype) and value.dtype <= dtypes


def _is_number_but_zero(value: Value) -> bool:
    return value.has_constant and isinstance(value.constant, int | float) and value.constant != 0


def _is_whole(value: Value) -> bool:
    """A number that surely has no fraction."""
    if value.has_constant:
        return isinstance(value.constant, int)
    return bool(value.dtype) and value.dtype <= WHOLE


def _may_be_array(value: Value) -> bool:
    return value.is_array or (value.is_traced and not value.is_scalar)


def _may_be_fraction(value: Value) -> bool:
    """A number that is none of an array, and may have a fraction."""
    if value.is_static:
        return value.form in (Form.NUMBER, Form.OBJECT, Form.UNKNOWN) and not _is_whole(value)
    return not value.is_array and value.dtype >= WEAK_FLOAT
