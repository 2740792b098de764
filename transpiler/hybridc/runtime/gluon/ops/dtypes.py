"""How MXNet's operators treat dtypes: the result has the first array's, and numbers become of it first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np

Array = jax.Array


def is_float(x: Array) -> bool:
    """Of floating point numbers."""
    return bool(jnp.issubdtype(x.dtype, jnp.floating))


def is_number(x: Any) -> bool:
    """A number of Python or NumPy, and no array."""
    return not hasattr(x, "dtype") or (isinstance(x, np.generic) and x.ndim == 0)


def are_outside(*operands: Any) -> bool:
    """Numbers and arrays of Python and NumPy alone, of which MXNet's operators know nothing."""
    return all(isinstance(o, int | float | str | np.generic | np.ndarray) for o in operands)


def in_floats(function: Callable[..., Any], *arrays: Any) -> Array:
    """A function of floating point numbers. MXNet computes with integers as with those, and cuts the result off."""
    first = next(a for a in arrays if not is_number(a))
    if is_float(first):
        return cast(Array, function(*arrays)).astype(first.dtype)
    given = (a if is_number(a) else a.astype(jnp.float32) for a in arrays)
    return cut_off(cast(Array, function(*given)), first.dtype)


def cut_off(x: Array, dtype: Any) -> Array:
    """Elements as another dtype, without their fractions where that is of integers. What a narrow one lacks wraps."""
    wanted = jnp.dtype(jax.dtypes.canonicalize_dtype(dtype))
    if jnp.issubdtype(wanted, jnp.integer) and is_float(x) and wanted.itemsize < 4:
        return x.astype(jnp.int32).astype(wanted)
    return x.astype(wanted)


def as_operands(lhs: Any, rhs: Any) -> tuple[Array, Array]:
    """Both as arrays of one dtype: a number becomes one of the other's. Raises TypeError for arrays of two dtypes."""
    if is_number(rhs) and not is_number(lhs):
        return lhs, like(rhs, lhs)
    if is_number(lhs) and not is_number(rhs):
        return like(lhs, rhs), rhs
    if lhs.dtype != rhs.dtype:
        raise TypeError(f"Incompatible attr: expected {lhs.dtype}, got {rhs.dtype}; cast one of the arrays")
    return lhs, rhs


def like(number: Any, array: Array) -> Array:
    """A number as an array of the other's dtype. MXNet cuts fractions off for integers."""
    if is_float(array):
        return jnp.asarray(number, array.dtype)
    whole = int(number)
    if array.dtype == jnp.bool_:
        return jnp.asarray(bool(whole))
    bits = np.iinfo(array.dtype)
    return jnp.asarray((whole - int(bits.min)) % (1 << bits.bits) + int(bits.min), array.dtype)


def as_rank_one(x: Array) -> Array:
    """MXNet has no arrays without axes: such a result has one of length 1."""
    return x.reshape(1) if x.ndim == 0 else x


def axis_of(axis: int, ndim: int) -> int:
    """The axis counted from the front. Raises ValueError for one that is not there."""
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} exceeds the input dimension of {ndim}")
    return axis % ndim
