"""Arithmetic and comparisons: `elemwise_*`, `broadcast_*`, and what the operators of arrays do.

Both sides have one dtype, and so has the result, of comparisons too: 1 for true, 0 for false.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops.dtypes import are_outside, as_operands, as_rank_one, in_floats, is_float, is_number

Array = jax.Array


def add(lhs: Any, rhs: Any) -> Any:
    """`lhs + rhs`, broadcast. A number is made of the other's dtype first: `x + 0.5` is `x` for integers."""
    if are_outside(lhs, rhs):
        return lhs + rhs
    x, y = as_operands(lhs, rhs)
    return x + y


def subtract(lhs: Any, rhs: Any) -> Any:
    """`lhs - rhs`, broadcast."""
    if are_outside(lhs, rhs):
        return lhs - rhs
    x, y = as_operands(lhs, rhs)
    return x - y


def multiply(lhs: Any, rhs: Any) -> Any:
    """`lhs * rhs`, broadcast."""
    if are_outside(lhs, rhs):
        return lhs * rhs
    x, y = as_operands(lhs, rhs)
    return x * y


def divide(lhs: Any, rhs: Any) -> Any:
    """`lhs / rhs`, broadcast; of integers the quotient, cut off."""
    if are_outside(lhs, rhs):
        return lhs / rhs
    x, y = as_operands(lhs, rhs)
    return x / y if is_float(x) else lax.div(*jnp.broadcast_arrays(x, y))


def modulo(lhs: Any, rhs: Any) -> Any:
    """`lhs % rhs`, broadcast, with the sign of `rhs`; 0 where that is 0."""
    if are_outside(lhs, rhs):
        return lhs % rhs
    x, y = as_operands(lhs, rhs)
    return rest(x, y)


def rest(x: Array, y: Array) -> Array:
    """`x % y` of arrays of one dtype; of dividing by 0 it is 0, and has the derivative 1 by `x` as others have."""
    nothing = x - lax.stop_gradient(x) if is_float(x) else jnp.zeros((), x.dtype)
    return jnp.where(y == 0, nothing, jnp.mod(x, jnp.where(y == 0, jnp.ones((), y.dtype), y)))


def power(base: Any, exp: Any) -> Any:
    """`base ** exp`, broadcast; of integers as of floating point numbers, cut off."""
    if are_outside(base, exp):
        return base**exp
    x, y = as_operands(base, exp)
    if is_float(x):
        return jnp.power(x, exp if isinstance(exp, int) else y)
    return in_floats(jnp.power, x, y)


def maximum(lhs: Any, rhs: Any) -> Any:
    """The larger one, broadcast. Of equal ones the gradient goes to `lhs`."""
    return max(lhs, rhs) if is_number(lhs) and is_number(rhs) else _chosen(lhs, rhs, jnp.greater_equal)


def minimum(lhs: Any, rhs: Any) -> Any:
    """The smaller one, broadcast. Of equal ones the gradient goes to `lhs`."""
    return min(lhs, rhs) if is_number(lhs) and is_number(rhs) else _chosen(lhs, rhs, jnp.less_equal)


def _chosen(lhs: Any, rhs: Any, is_first: Callable[[Array, Array], Array]) -> Array:
    lhs, rhs = (a.astype(jnp.int32) if getattr(a, "dtype", None) == jnp.bool_ else a for a in (lhs, rhs))
    x, y = as_operands(lhs, rhs)
    if is_number(lhs):  # MXNet puts the array first
        x, y = y, x
    return jnp.where(is_first(x, y) | (jnp.isnan(x) if is_float(x) else False), x, y)


def hypot(lhs: Any, rhs: Any) -> Array:
    """The root of the sum of both squares, broadcast; of integers cut off."""
    return in_floats(jnp.hypot, *as_operands(lhs, rhs))


def _comparison(function: Callable[..., Array], meaning: str) -> Callable[[Any, Any], Any]:
    def compare(lhs: Any, rhs: Any) -> Any:
        if is_number(lhs) and is_number(rhs):
            return function(lhs, rhs)
        x, y = as_operands(lhs, rhs)
        return function(x, y).astype(x.dtype)

    compare.__doc__ = f"1 where `{meaning}`, else 0, broadcast, in the dtype of both."
    return compare


equal = _comparison(jnp.equal, "lhs == rhs")
not_equal = _comparison(jnp.not_equal, "lhs != rhs")
greater = _comparison(jnp.greater, "lhs > rhs")
greater_equal = _comparison(jnp.greater_equal, "lhs >= rhs")
lesser = _comparison(jnp.less, "lhs < rhs")
lesser_equal = _comparison(jnp.less_equal, "lhs <= rhs")
logical_and = _comparison(jnp.logical_and, "lhs and rhs")
logical_or = _comparison(jnp.logical_or, "lhs or rhs")
logical_xor = _comparison(jnp.logical_xor, "lhs != rhs as truths")


def logical_not(data: Array) -> Array:
    """1 where `data` is 0, else 0, in its dtype."""
    return (data == 0).astype(data.dtype)


def add_n(*args: Array) -> Array:
    """The sum of arrays of one shape."""
    total = args[0]
    for each in args[1:]:
        total = elemwise_add(total, each)
    return total


def elemwise_add(lhs: Array, rhs: Array) -> Any:
    """`lhs + rhs` of arrays of one shape. Raises ValueError for others."""
    _expect_one_shape(lhs, rhs)
    return add(lhs, rhs)


def elemwise_sub(lhs: Array, rhs: Array) -> Any:
    """`lhs - rhs` of arrays of one shape. Raises ValueError for others."""
    _expect_one_shape(lhs, rhs)
    return subtract(lhs, rhs)


def elemwise_mul(lhs: Array, rhs: Array) -> Any:
    """`lhs * rhs` of arrays of one shape. Raises ValueError for others."""
    _expect_one_shape(lhs, rhs)
    return multiply(lhs, rhs)


def elemwise_div(lhs: Array, rhs: Array) -> Any:
    """`lhs / rhs` of arrays of one shape. Raises ValueError for others."""
    _expect_one_shape(lhs, rhs)
    return divide(lhs, rhs)


def _expect_one_shape(lhs: Array, rhs: Array) -> None:
    if lhs.shape != rhs.shape:
        raise ValueError(f"expected two arrays of one shape, got {lhs.shape} and {rhs.shape}")


def add_in_place(target: Array, value: Any) -> Array:
    """What `target` is after `target += value`. Raises ValueError where that would have another shape."""
    return _in_shape_of(target, add(target, value))


def subtract_in_place(target: Array, value: Any) -> Array:
    """What `target` is after `target -= value`."""
    return _in_shape_of(target, subtract(target, value))


def multiply_in_place(target: Array, value: Any) -> Array:
    """What `target` is after `target *= value`."""
    return _in_shape_of(target, multiply(target, value))


def divide_in_place(target: Array, value: Any) -> Array:
    """What `target` is after `target /= value`."""
    return _in_shape_of(target, divide(target, value))


def modulo_in_place(target: Array, value: Any) -> Array:
    """What `target` is after `target %= value`."""
    return _in_shape_of(target, modulo(target, value))


def _in_shape_of(target: Array, result: Array) -> Array:
    if target.shape != result.shape:
        raise ValueError(f"cannot write an array of shape {result.shape} into one of {target.shape}")
    return result


def smooth_l1(data: Array, scalar: float = 1.0) -> Array:
    """`(scalar * x) ** 2 / 2` where `abs(x) < 1 / scalar ** 2`, else `abs(x) - 0.5 / scalar ** 2`."""
    square = scalar * scalar
    x = data if is_float(data) else data.astype(jnp.float32)
    found = jnp.where(jnp.abs(x) < 1 / square, 0.5 * square * x * x, jnp.abs(x) - 0.5 / square)
    return as_rank_one(found.astype(data.dtype))
