"""Functions of `mxnet.np` that are neither those of `jax.numpy` nor of `mxnet.nd`.

Arrays of floating point numbers and of integers give the former's dtype; a number is made of the array's dtype first,
except for quotients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.core.handed import kept
from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.gluon.ops import elementwise
from hybridc.runtime.gluon.ops.arithmetic import rest
from hybridc.runtime.gluon.ops.dtypes import are_outside, in_floats, is_float, is_number, like
from hybridc.runtime.gluon.ops.np_reductions import average, cumsum, max, mean, min, norm, prod, std, sum, trace, var

Array = jax.Array
Axes = int | Sequence[int] | None

__all__ = [
    "add", "arange", "arctan2", "array", "average", "clip", "cumsum", "divide", "equal", "full", "getitem", "greater",
    "greater_equal", "hypot", "less", "less_equal", "max", "mean", "min", "modulo", "multiply", "norm", "normal",
    "not_equal", "power", "prod", "randint", "reshape", "std", "subtract", "sum", "take", "trace", "uniform", "var",
    "where", "whole",
]  # fmt: skip


def _operands(lhs: Any, rhs: Any) -> tuple[Array, Array]:
    """Both in one dtype. Truths count as integers beside a number."""
    if is_number(lhs) or is_number(rhs):
        array: Array = rhs if is_number(lhs) else lhs
        if array.dtype == jnp.bool_:
            array = array.astype(jnp.int32)
        return (like(lhs, array), array) if is_number(lhs) else (array, like(rhs, array))
    dtype = jnp.promote_types(lhs.dtype, rhs.dtype)
    if is_float(lhs) != is_float(rhs):
        dtype = lhs.dtype if is_float(lhs) else rhs.dtype
    return lhs.astype(dtype), rhs.astype(dtype)


def add(lhs: Any, rhs: Any) -> Any:
    """`lhs + rhs`."""
    if are_outside(lhs, rhs):
        return lhs + rhs
    x, y = _operands(lhs, rhs)
    return x + y


def subtract(lhs: Any, rhs: Any) -> Any:
    """`lhs - rhs`."""
    if are_outside(lhs, rhs):
        return lhs - rhs
    x, y = _operands(lhs, rhs)
    return x - y


def multiply(lhs: Any, rhs: Any) -> Any:
    """`lhs * rhs`."""
    if are_outside(lhs, rhs):
        return lhs * rhs
    x, y = _operands(lhs, rhs)
    return x * y


def divide(lhs: Any, rhs: Any) -> Array:
    """`lhs / rhs`, of integers as float32."""
    return jnp.divide(lhs, rhs)


def modulo(lhs: Any, rhs: Any) -> Any:
    """`lhs % rhs`, with the sign of `rhs`; 0 where that is 0."""
    if are_outside(lhs, rhs):
        return lhs % rhs
    x, y = _operands(lhs, rhs)
    return rest(x, y)


def power(lhs: Any, rhs: Any) -> Any:
    """`lhs ** rhs`, of integers as of floating point numbers, cut off."""
    if are_outside(lhs, rhs):
        return lhs**rhs
    x, y = _operands(lhs, rhs)
    if is_float(x):
        return jnp.power(x, rhs if isinstance(rhs, int) else y)
    return in_floats(jnp.power, x, y)


def _comparison(function: Callable[..., Array], meaning: str) -> Callable[[Any, Any], Array]:
    def compare(lhs: Any, rhs: Any) -> Any:
        if are_outside(lhs, rhs):
            return function(lhs, rhs)
        if is_number(lhs) and getattr(rhs, "dtype", None) == jnp.bool_:
            return function(bool(lhs), rhs)
        if is_number(rhs) and getattr(lhs, "dtype", None) == jnp.bool_:
            return function(lhs, bool(rhs))
        return function(*_operands(lhs, rhs))

    compare.__doc__ = f"Where `{meaning}`. Beside truths a number is one: all but 0 are true."
    return compare


equal = _comparison(jnp.equal, "lhs == rhs")
not_equal = _comparison(jnp.not_equal, "lhs != rhs")
greater = _comparison(jnp.greater, "lhs > rhs")
greater_equal = _comparison(jnp.greater_equal, "lhs >= rhs")
less = _comparison(jnp.less, "lhs < rhs")
less_equal = _comparison(jnp.less_equal, "lhs <= rhs")


def where(condition: Array, x: Any, y: Any) -> Array:
    """`x` where the condition holds, else `y`; of two numbers as float32. A number beside truths is one.

    Where one is a number, MXNet 1.9.1 gives the other's gradient where it was not taken; here it is the right one.
    """
    if is_number(x) and is_number(y):
        x = jnp.float32(x)
    if all(is_number(a) or a.dtype == jnp.bool_ for a in (x, y)):
        return jnp.where(condition != 0, jnp.asarray(x, jnp.bool_), jnp.asarray(y, jnp.bool_))
    return jnp.where(condition != 0, *_operands(x, y))


def clip(a: Array, a_min: float | None = None, a_max: float | None = None) -> Array:
    """Elements within the bounds, whose derivative is 1 on them."""
    low = a_min if a_min is not None else -numpy.inf if is_float(a) else numpy.iinfo(a.dtype).min
    high = a_max if a_max is not None else numpy.inf if is_float(a) else numpy.iinfo(a.dtype).max
    return elementwise.clip(a, low, high)


def hypot(lhs: Any, rhs: Any) -> Array:
    """The root of the sum of both squares. A number beside integers gives integers, cut off."""
    return in_floats(jnp.hypot, *_operands(lhs, rhs))


def arctan2(lhs: Any, rhs: Any) -> Array:
    """The angle of `(rhs, lhs)`. A number beside integers gives integers, cut off."""
    return in_floats(jnp.arctan2, *_operands(lhs, rhs))


def array(object: Any, dtype: Any = None) -> Array:
    """An array of its own: of arrays in their dtype, of Python's numbers as float32."""
    if dtype is None and not hasattr(object, "dtype"):
        dtype = jnp.float32
    return jnp.array(kept(object), dtype)


def full(shape: Any, fill_value: Any, dtype: Any = None) -> Array:
    """An array filled with a number, as float32 unless another dtype is given."""
    return jnp.full(shape, fill_value, dtype or jnp.float32)


def arange(start: float, stop: float | None = None, step: float = 1, dtype: Any = None) -> Array:
    """Numbers from `start`, or 0, up to `stop`, as float32 unless another dtype is given."""
    first, last = (0, start) if stop is None else (start, stop)
    return jnp.asarray(numpy.arange(first, last, step), dtype or jnp.float32)


def take(a: Array, indices: Array, axis: int | None = None, mode: str = "raise") -> Array:
    """The parts along an axis, or of the array counted through, that the indices name.

    `mode`: "clip", "wrap", or "raise", for which compiled code gives NaN, or the smallest integer.
    """
    x, place = (a.ravel(), 0) if axis is None else (a, axis)
    whole = indices.astype(jnp.int32)
    if mode == "raise":
        expect_within(whole, x.shape[place], place % x.ndim)
    return jnp.take(x, whole, place, mode={"raise": "fill", "clip": "clip", "wrap": "wrap"}[mode])


def getitem(a: Array, key: Any) -> Array:
    """`x[key]` with indices that may be floating point numbers, of which truths are not masks of other shapes."""
    return a[tuple(whole(k) for k in key) if isinstance(key, tuple) else whole(key)]


def whole(key: Any) -> Any:
    """An index, of floating point numbers as integers."""
    return key.astype(jnp.int32) if isinstance(key, jax.Array) and is_float(key) else key


def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None) -> Array:
    """Evenly between `low` and `high`."""
    shape = _drawn_shape(size, low, high)
    drawn = jax.random.uniform(next_key(), shape, dtype or jnp.float32)
    found: Array = drawn * (high - low) + low
    return found


def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None) -> Array:
    """Normally distributed."""
    shape = _drawn_shape(size, loc, scale)
    drawn = jax.random.normal(next_key(), shape, dtype or jnp.float32)
    found: Array = drawn * scale + loc
    return found


def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None) -> Array:
    """Whole numbers from `low` up to `high`, which is not among them; with one of them, from 0 up to that."""
    first, last = (0, low) if high is None else (low, high)
    return jax.random.randint(next_key(), _drawn_shape(size), first, last, dtype or jnp.int32)


def _drawn_shape(size: Any, *parameters: Any) -> tuple[int, ...]:
    if size is None:
        return jnp.broadcast_shapes(*(jnp.shape(p) for p in parameters))
    return (size,) if isinstance(size, int) else tuple(size)


def reshape(a: Array, newshape: int | Sequence[int], reverse: bool = False) -> Array:
    """The elements in another shape, of which some numbers are codes.

    -1 is what remains, -2 copies the axis at that place, -3 skips one of length 1, -4 copies all axes that remain, -5
    joins two, -6 splits one into the two numbers that follow. With `reverse` axes and codes are
    read from the back.
    """
    codes = [newshape] if isinstance(newshape, int) else list(newshape)
    sizes = list(a.shape)
    if reverse:
        codes, sizes = codes[::-1], sizes[::-1]
    found: list[int] = []
    while codes:
        code = codes.pop(0)
        if code == -2:
            found.append(sizes.pop(0))
        elif code == -3:
            if sizes.pop(0) != 1:
                raise ValueError("reshape: -3 skips an axis of length 1")
        elif code == -4:
            found += sizes
            sizes = []
        elif code == -5:
            found.append(sizes.pop(0) * sizes.pop(0))
        elif code == -6:
            first, second, whole = codes.pop(0), codes.pop(0), sizes.pop(0)
            found += [whole // second if first == -1 else first, whole // first if second == -1 else second]
        else:
            found.append(code)
            del sizes[:1]
    return a.reshape(found[::-1] if reverse else found)
