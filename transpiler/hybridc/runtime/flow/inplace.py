"""What Python's in-place operators do to dtypes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

__all__ = [
    "chosen",
    "copied",
    "expect_alike",
    "expect_numbers",
    "keep_dtype",
    "keep_rank",
    "masked",
    "number",
    "of_dtype",
    "put",
    "resized",
    "with_imag",
    "with_real",
]


def put(table: Any, index: Any, value: Any) -> Any:
    """What `table`, an array that stands for a list of numbers, is after `table[index] = value`.

    A list takes any number: the dtype is promoted where it has to be. Raises TypeError for what has dimensions.
    """
    expect_numbers(value=value)
    table = jnp.asarray(table)
    return table.astype(jnp.result_type(table, value)).at[index].set(value)


def copied(value: Any) -> Any:
    """The array, or each of a tuple, list or dict, in memory of its own: XLA on the CPU writes into a reshaped array
    what it has yet to read of it under another shape, and removes the barriers and copies that say otherwise
    (`interpret/overlapping.py`)."""
    return jax.tree.map(lambda each: apart(each) if isinstance(each, jax.Array | np.ndarray) else each, value)


@jax.jit  # by whose name what looks at traced programs knows it (`core/shared_memory.py`)
def apart(array: jax.Array) -> jax.Array:
    """The array, in memory of its own."""
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        return lax.complex(apart(array.real), apart(array.imag))
    if jnp.issubdtype(array.dtype, jnp.floating):
        kind = jnp.finfo(array.dtype)  # type: ignore[no-untyped-call]
        array = lax.reduce_precision(array, exponent_bits=kind.nexp, mantissa_bits=kind.nmant)
    else:
        array = jnp.invert(lax.optimization_barrier(jnp.invert(array)))  # type: ignore[no-untyped-call]
    held: jax.Array = lax.optimization_barrier(array)  # type: ignore[no-untyped-call]
    return held


def masked(array: Any, mask: Any, value: Any) -> Any:
    """What `array` is after `array[mask] = value`: the dimensions of the mask are the first ones of the array.

    `value` is a number, or has the shape of the array or of what is left of it behind the mask; it is cast to the dtype
    of the array. Raises IndexError where the mask does not fit, as NumPy does, and TypeError for a value of another
    shape: one for every place that the mask chooses, and how many these are is known only at run time.
    """
    array, mask, value = jnp.asarray(array), jnp.asarray(mask), jnp.asarray(value)
    if array.shape[: mask.ndim] != mask.shape:
        raise IndexError(f"a mask of shape {mask.shape} does not fit an array of shape {array.shape}")
    behind = array.shape[mask.ndim :]
    if value.size == 1:
        value = value.reshape(())
    if value.shape not in (array.shape, behind[len(behind) - value.ndim :]):
        raise TypeError(
            f"values of shape {value.shape} were given for the places that a mask of shape {mask.shape} chooses, whose "
            "number is known only at run time. Compute a value for every place, and choose with `np.where`."
        )
    whole = mask.reshape(mask.shape + (1,) * len(behind))
    return jnp.where(whole, value.astype(array.dtype), array)


def chosen(test: Any, one: Any, other: Any) -> Any:
    """`one` where `test`, a truth value, holds, else `other`: both are the same array, after a write and before it.

    Raises TypeError where their dtypes or shapes differ: a name that is one of two arrays, `y = a if test else b`, then
    holds neither, but what both were converted to.
    """
    one, other = jnp.asarray(one), jnp.asarray(other)
    if one.shape != other.shape or one.dtype != other.dtype:
        types = f"{one.dtype}{list(one.shape)} and {other.dtype}{list(other.shape)}"
        raise TypeError(
            f"a name that is one array or another was written in place, and the two are of different types: {types}. "
            "Convert one of them, or write into each in a branch of its own."
        )
    return jnp.where(test, one, other)


def expect_numbers(**values: Any) -> None:
    """Raises TypeError for a value that has dimensions: what follows is right for numbers only."""
    for name, value in values.items():
        if jnp.ndim(value) != 0:
            raise TypeError(
                f"`{name}` has the shape {jnp.shape(value)}, and was converted as a number: the original would change "
                "the array in place for all that see it, or ask for its truth. Pass a number, or let the original "
                "change a copy."
            )


def expect_alike(**arrays: Any) -> None:
    """Raises TypeError for arrays that change places, are written into, and are of different dtypes."""
    dtypes = {name: jnp.result_type(array) for name, array in arrays.items() if jnp.ndim(array) > 0}
    if len({*dtypes.values()}) > 1:
        shown = ", ".join(f"`{name}` is {dtype}" for name, dtype in dtypes.items())
        raise TypeError(
            f"arrays that change places are written in place, each in its own dtype, and differ: {shown}. "
            "Convert one of them first"
        )


def expect_no_arrays(**values: Any) -> None:
    """Raises TypeError for an array, of no dimensions too: operators would change it for all that see it."""
    for name, value in values.items():
        if isinstance(value, jax.Array):
            raise TypeError(
                f"`{name}` is an array of the shape {value.shape}, and was converted as a number of Python's: the "
                "original would change the array in place for all that see it. Pass a number, or let the original "
                "change a copy."
            )


def expect_masks(**values: Any) -> None:
    """Raises TypeError for what is no array of truth values: as an index it would choose other elements."""
    for name, value in values.items():
        dtype = jnp.asarray(value).dtype
        if dtype != jnp.bool_:
            raise TypeError(
                f"`{name}` is an array of {dtype}, and was converted as a mask, which the file tells of. Pass an array "
                "of truth values"
            )


def beside(xs: Any, other: Any) -> jax.Array:
    """A list as the array that NumPy makes of it beside `other`. Raises TypeError where that is a whole number: Python
    repeats the list for one."""
    if jnp.ndim(other) == 0 and not jnp.issubdtype(jnp.result_type(other), jnp.inexact):
        raise TypeError(
            "a list is multiplied with a whole number, which repeats it, where an array was expected: pass an array, "
            "or write `np.array(...)` around the list"
        )
    return jnp.array(xs)


def number(value: Any) -> Any:
    """The value. Raises TypeError where it has dimensions: what is done with it is right for numbers only."""
    expect_numbers(value=value)
    return value


def keep_rank(value: Any, like: Any) -> Any:
    """`value` as the result of an in-place operator on `like`. Raises TypeError for an array made of a number.

    A number is given another value for its name alone, and an array is changed for all that see it: from then on the
    names of both would be told as those of one array.
    """
    if jnp.ndim(like) == 0 and jnp.ndim(value) > 0:
        raise TypeError(
            f"a number that several names hold became an array of the shape {jnp.shape(value)} by an in-place operator "
            "under one of them. Write `x = x + y` instead of `x += y`."
        )
    return value


def keep_dtype(value: Any, like: Any) -> Any:
    """`value` as the result of an in-place operator on `like`: an array keeps its dtype and shape, a number does not.

    NumPy casts within a kind only, and never lets an operand make the array larger. Raises TypeError for a cast such
    as float to int, ValueError for a value that does not broadcast to the shape of `like`.
    """
    if value is like or jnp.ndim(like) == 0:  # it was written in place, or is a number
        return value
    old, new = jnp.asarray(like), jnp.asarray(value)
    if not np.can_cast(new.dtype, old.dtype, "same_kind"):
        raise TypeError(f"an in-place operator cannot cast {new.dtype} to the {old.dtype} of the array")
    if new.shape != old.shape:
        if new.ndim > old.ndim or jnp.broadcast_shapes(new.shape, old.shape) != old.shape:
            raise ValueError(f"an in-place operator cannot change the shape {old.shape} to {new.shape}")
        new = jnp.broadcast_to(new, old.shape)
    return new.astype(old.dtype)


def of_dtype(value: Any, like: Any) -> Any:
    """The same of what is an array even if it has no dimensions, which keeps its dtype as well."""
    if value is like or jnp.ndim(like) > 0:
        return keep_dtype(value, like)
    return jnp.asarray(value).astype(like.dtype)


def resized(array: Any, shape: Any) -> Any:
    """What `array` is after `array.resize(shape)`: cut off, or filled up with zeros."""
    array = jnp.asarray(array)
    size = int(np.prod(shape))
    flat = array.ravel()[:size]
    return jnp.concatenate([flat, jnp.zeros(size - flat.size, array.dtype)]).reshape(shape)


def with_real(array: Any, real: Any) -> Any:
    """What `array` is after `array.real[...] = real`: of a real array, the real part is the array itself."""
    return lax.complex(real, array.imag) if jnp.iscomplexobj(array) else real


def with_imag(array: Any, imag: Any) -> Any:
    """What `array` is after `array.imag[...] = imag`. Raises ValueError for a real array, as NumPy does."""
    if not jnp.iscomplexobj(array):
        raise ValueError("the imaginary part of a real array cannot be written")
    return lax.complex(array.real, imag)
