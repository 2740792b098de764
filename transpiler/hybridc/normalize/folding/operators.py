"""Python's operators, with a look at the size of the result before it is computed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from hybridc.normalize.folding.limits import MAX_BITS, MAX_LENGTH, Budget, Declined, bounded, weigh

_ARITHMETIC: dict[type[ast.operator], Callable[[object, object], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def binary(kind: type[ast.operator], left: object, right: object, budget: Budget) -> object:
    """`left <operator> right` for numbers, and `+` and `*` of sequences."""
    compute = _ARITHMETIC.get(kind)
    if compute is None:
        raise Declined("operator")
    if isinstance(left, int | float) and isinstance(right, int | float):
        if isinstance(left, int) and isinstance(right, int):
            _check_bits(kind, left, right)
    elif kind is ast.Add:
        budget.spend(_joined_length(left, right))
    elif kind is ast.Mult:
        budget.spend(_repeated_length(left, right))
    else:
        raise Declined("operator on these values")
    return bounded(compute(left, right))


def _check_bits(kind: type[ast.operator], left: int, right: int) -> None:
    bits = 0
    if kind is ast.Mult:
        bits = left.bit_length() + right.bit_length()
    elif kind is ast.LShift:
        bits = left.bit_length() + max(right, 0)
    elif kind is ast.Pow:
        bits = left.bit_length() * max(right, 0)
    if bits > MAX_BITS:
        raise Declined("a large number")


def _joined_length(left: object, right: object) -> int:
    """What joining two sequences of one kind costs, in steps. Characters are cheap."""
    if isinstance(left, str) and isinstance(right, str):
        return _allowed(len(left) + len(right)) // 100
    if (isinstance(left, tuple) and isinstance(right, tuple)) or (isinstance(left, list) and isinstance(right, list)):
        return _allowed(len(left) + len(right))
    raise Declined("operator on these values")


def _repeated_length(left: object, right: object) -> int:
    sequence, count = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(count, int) or not isinstance(sequence, str | tuple | list):
        raise Declined("operator on these values")
    length = _allowed(len(sequence) * max(count, 0))
    return length // 100 if isinstance(sequence, str) else length


def _allowed(length: int) -> int:
    if length > MAX_LENGTH:
        raise Declined("a long value")
    return length


def unary(kind: type[ast.unaryop], value: object) -> object:
    if kind is ast.Not:
        return not value
    if not isinstance(value, int | float):
        raise Declined("operator on this value")
    if kind is ast.USub:
        return -value
    if kind is ast.UAdd:
        return +value
    if type(value) is int:  # `~True` warns from Python 3.12 on
        return ~value
    raise Declined("operator on this value")


def compare(kind: type[ast.cmpop], left: object, right: object, budget: Budget) -> bool:
    if kind in (ast.Is, ast.IsNot):
        if not any(value is None or isinstance(value, bool) for value in (left, right)):
            raise Declined("identity of values that are no singletons")
        return (left is right) == (kind is ast.Is)
    if kind in (ast.In, ast.NotIn):
        return _is_member(left, right, budget) == (kind is ast.In)
    weigh(left, budget)
    weigh(right, budget)
    return bool(_COMPARISONS[kind](left, right))


def _is_member(item: object, container: object, budget: Budget) -> bool:
    if not isinstance(container, str | tuple | list | dict | range):
        raise Declined("membership")
    weigh(item, budget)
    if isinstance(container, dict):
        return item in container
    if isinstance(container, str):
        if not isinstance(item, str):
            raise Declined("membership")
        budget.spend(len(container) // 100)
        return item in container
    if isinstance(container, range):
        budget.spend(len(container))  # a float is looked for one by one
    else:
        weigh(container, budget)
    return item in container
